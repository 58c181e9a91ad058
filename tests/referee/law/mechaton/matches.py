"""Small MechaTon matches for tests."""

from typing import Any

from referee.law import mechaton
from referee.law.dice import Rolled, roll_of
from referee.law.mechaton.claims import Aim, Assign
from referee.law.mechaton.state import State
from referee.law.ruling import Ruling, Verdict
from referee.law.setup import Entry, GridLaid, Player, Setup

RIFLE = {"name": "rifle", "short": 1}
CHAINSAW = {"name": "chainsaw", "hand": 1}


def setup(
    things: tuple[dict[str, Any], ...] = (RIFLE, CHAINSAW),
    cells: tuple[tuple[int, int], ...] = ((0, 0), (4, 0)),
    **settings: Any,
) -> Setup:
    """Ann, Bob and as many as there are cells, one mech each (A, B, …)."""
    names = ("Ann", "Bob", "Cat", "Dan")[: len(cells)]
    models = tuple(
        Entry("ABCD"[i], name, {"name": "ABCD"[i], "things": list(things)}, cell=cells[i])
        for i, name in enumerate(names)
    )
    return Setup(
        "mechaton", tuple(Player(name) for name in names), models, GridLaid("hex", 4.0, 9, 9), settings
    )


def started(
    *initiatives: int, things: tuple[dict[str, Any], ...] = (RIFLE, CHAINSAW), **settings: Any
) -> State:
    """A match whose mechs A, B, … have rolled these."""
    cells = ((0, 0), (4, 0), (0, 4), (4, 4))[: len(initiatives)]
    state = mechaton.start(setup(things, cells, **settings))
    for value in initiatives:
        state = rolled(state, value, *[1] * (dice_due(state) - 1))
    return state


def die(value: int, colour: str) -> Rolled:
    """One d6 as it fell."""
    return Rolled(value, 6, colour)


def aimed(things: tuple[dict[str, Any], ...] = (RIFLE, CHAINSAW)) -> State:
    """A has aimed at B at short range and is to roll."""
    state = started(1, 9, things=things, initiative_defence=False)
    return play(state, Aim("Ann", "A", "B", "short"))[0]


def in_fight(attack: int = 6, move: int = 1) -> State:
    """A has aimed at B at short range and assigned a white die to Move and the red one to Attack."""
    state = rolled(aimed(), move, 1, attack)
    return play(state, Assign("Ann", "A", move=die(move, "white"), attack=die(attack, "red")))[0]


def refused(state: State, claim: Any, rule: str) -> Ruling:
    """The claim is illegal by `rule` and changes nothing."""
    after, ruling = mechaton.apply(state, claim)
    assert ruling.verdict is Verdict.ILLEGAL
    assert rule in ruling.rules, ruling
    assert after is state
    return ruling


def play(state: State, *claims: Any) -> tuple[State, Ruling]:
    """All `claims` in turn, each of which must stand; the last ruling."""
    ruling = None
    for claim in claims:
        state, ruling = mechaton.apply(state, claim)
        assert ruling.legal, ruling.sentence
    assert ruling is not None
    return state, ruling


def rolled(state: State, *values: int) -> State:
    """The roll that is due, with these values in the order of the pool."""
    due = mechaton.due(state)
    assert due is not None
    return play(state, roll_of(due.player, due.dice, values))[0]


def dice_due(state: State) -> int:
    """How many dice are to be rolled now."""
    due = mechaton.due(state)
    return sum(kind.count for kind in due.dice) if due else 0
