"""Small momentum matches for tests."""

from typing import Any

from referee.law import momentum
from referee.law.dice import roll_of
from referee.law.momentum.claims import Move, Pass, Take
from referee.law.momentum.state import State
from referee.law.ruling import Ruling, Verdict
from referee.law.setup import Entry, GridLaid, Player, Setup

PLAIN = {"speed": 2, "max_speed": 6, "acceleration": 1, "weight": 2, "integrity": 20}


def thing(name: str, owner: str, cell: tuple[int, int], direction: int = 0, **sheet: Any) -> Entry:
    """An object of the match; what is not said is PLAIN's."""
    return Entry(name, owner, {"name": name, "direction": direction, **PLAIN, **sheet}, cell=cell)


def setup(
    *things: Entry, columns: int = 30, rows: int = 30, doubt: Any = "default", **settings: Any
) -> Setup:
    """A match of these objects on a map that is wide enough not to be in the way."""
    players = tuple(Player(name) for name in dict.fromkeys(each.owner for each in things))
    return Setup("momentum", players, things, GridLaid("hex", 4.0, columns, rows), settings, doubt)


def started(*things: Entry, **settings: Any) -> State:
    """The match before the first turn."""
    state: State = momentum.start(setup(*things, **settings))
    return state


def play(state: State, *claims: Any) -> tuple[State, Ruling]:
    """All `claims` in turn, each of which must stand; the last ruling."""
    ruling = None
    for claim in claims:
        state, ruling = momentum.apply(state, claim)
        assert ruling.legal, ruling.sentence
    assert ruling is not None
    return state, ruling


def refused(state: State, claim: Any, rule_id: str) -> Ruling:
    """The ruling on a claim that must be refused under this rule and change nothing."""
    after, ruling = momentum.apply(state, claim)
    assert ruling.verdict is not Verdict.LEGAL, ruling.sentence
    assert rule_id in ruling.rules, ruling
    assert after is state
    return ruling


def rolled(state: State, *values: int) -> tuple[State, Ruling]:
    """The roll that is due, with these values in the order of the pool."""
    due = momentum.due(state)
    assert due is not None
    return play(state, roll_of(due.player, due.dice, values))


def goes(state: State, name: str, to: tuple[int, int], direction: int | None = None, **move: Any) -> State:
    """The object takes its turn at the Speed it has and moves to a hex."""
    body = state.body(name)
    heading = body.direction if direction is None else direction
    return play(state, Take(body.owner, name, body.speed, heading), Move(body.owner, name, to, **move))[0]


def passing(state: State) -> State:
    """Nobody attacks and nobody goes on until the next turn is due."""
    while state.phase in ("react", "act", "grip", "support"):
        due = momentum.due(state)
        assert due is not None
        state, _ = play(state, Pass(due.player, due.models[0]))
    return state


def words(ruling: Ruling) -> list[str]:
    """The arithmetic of a ruling as it is shown."""
    return [each.text() for each in ruling.arithmetic]
