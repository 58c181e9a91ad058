"""Small MechaTon matches for tests."""

from typing import Any

from referee.law import mechaton
from referee.law.mechaton.state import State
from referee.law.ruling import Ruling
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
    from referee.law.dice import roll_of

    due = mechaton.due(state)
    assert due is not None
    return play(state, roll_of(due.player, due.dice, values))[0]


def dice_due(state: State) -> int:
    """How many dice are to be rolled now."""
    due = mechaton.due(state)
    return sum(kind.count for kind in due.dice) if due else 0
