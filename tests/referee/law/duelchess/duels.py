"""Small duels for tests."""

from dataclasses import replace
from typing import Any

from referee.law import duelchess
from referee.law.dice import roll_of
from referee.law.duelchess.state import Duelist, State
from referee.law.ruling import Dice, Ruling, Verdict
from referee.law.setup import Entry, GridLaid, Player, Setup

MINIFIG = {"name": "m", "minifig": True}


def setup(*cells: tuple[int, int] | None, sheet: dict[str, Any] = MINIFIG, **settings: Any) -> Setup:
    """Ann's and Bob's pieces p0, p1, … in turn on these squares; None: still to be placed."""
    models = tuple(Entry(f"p{i}", ("Ann", "Bob")[i % 2], sheet, cell=cell) for i, cell in enumerate(cells))
    return Setup("duelchess", (Player("Ann"), Player("Bob")), models, GridLaid("square"), settings)


def duel(*cells: tuple[int, int], sheet: dict[str, Any] = MINIFIG, **settings: Any) -> State:
    """A duel that starts anywhere on the board, nobody being made to surrender."""
    free = {"deploy_rows": 8, "mandatory_surrender": False, **settings}
    return duelchess.start(setup(*cells, sheet=sheet, **free))


def rolled(state: State, *values: int) -> State:
    """The P-roll of whoever is on turn."""
    return play(state, roll_of(state.players[state.turn].name, (Dice(2),), values or (1, 1)))[0]


def play(state: State, *claims: Any) -> tuple[State, Ruling]:
    """All `claims` in turn, each of which must stand; the last ruling."""
    ruling = None
    for claim in claims:
        state, ruling = duelchess.apply(state, claim)
        assert ruling.legal, ruling.sentence
    assert ruling is not None
    return state, ruling


def refused(state: State, claim: Any, rule: str) -> Ruling:
    """The claim is illegal by `rule` and changes nothing."""
    after, ruling = duelchess.apply(state, claim)
    assert ruling.verdict is Verdict.ILLEGAL
    assert rule in ruling.rules, ruling
    assert after is state
    return ruling


def piece(state: State, name: str) -> Duelist:
    """The piece called `name`."""
    found = state.piece(name)
    assert found is not None
    return found


def changed(state: State, name: str, **fields: Any) -> State:
    """The duel with one piece otherwise."""
    return state.put(replace(piece(state, name), **fields))
