"""Small matches with constructs for tests."""

from dataclasses import replace
from typing import Any

from referee.law import constructs as game
from referee.law.constructs.claims import Pick
from referee.law.constructs.state import Construct, State
from referee.law.dice import Roll, roll_of
from referee.law.measured import Measured
from referee.law.minifigs.state import Figure
from referee.law.ruling import Dice, Ruling, Verdict
from referee.law.setup import Entry, Player, Setup

NEAR, FAR = Measured(0.0), Measured(5.0)
SWORD = {"name": "sword", "reach": 3, "accuracy": 0}


def device(name: str, kind: str, pieces: int = 1, *on: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "kind": kind, "pieces": pieces, "on": list(on), **more}


CAR = (
    device("wheels", "land mobility", 4),
    device("chassis", "armour", 1, "wheels"),
    device("generators", "generator", 4, "chassis"),
    device("motors", "motor", 4, "chassis"),
    device("antenna", "antenna", 1, "chassis"),
)
WALL = (device("bricks", "armour", 3), device("antenna", "antenna", 1), device("hinge", "joint"))


def entry(name: str, owner: str, at: tuple[float, float], *devices: dict[str, Any], **more: Any) -> Entry:
    return Entry(name, owner, {"name": name, "devices": list(devices), **more}, studs=at)


def figure_entry(name: str, owner: str, at: tuple[float, float], **sheet: Any) -> Entry:
    return Entry(name, owner, {"name": name, **sheet}, studs=at)


def match(*entries: Entry, doubt: Any = "default", **settings: Any) -> State:
    """Ann against Bob."""
    return game.start(
        Setup("constructs", (Player("Ann"), Player("Bob")), entries, settings=settings, doubt=doubt)
    )


def duel(*devices: dict[str, Any], **settings: Any) -> State:
    """Ann's car of these devices, against Bob's wall of three bricks, an antenna and a hinge, and his bo."""
    return match(
        entry("car", "Ann", (10.0, 10.0), *(devices or CAR)),
        figure_entry("ash", "Ann", (4.0, 10.5), weapons=[SWORD]),
        entry("wall", "Bob", (20.0, 10.0), *WALL),
        figure_entry("bo", "Bob", (30.0, 10.5), armour=[{"name": "cap", "covers": "head"}]),
        **settings,
    )


def legal(state: State, *claims: Any) -> State:
    """The state after these claims, all of which stand."""
    for claim in claims:
        state, ruling = game.apply(state, claim)
        assert ruling.legal, ruling.sentence
    return state


def ruled(state: State, claim: Any) -> Ruling:
    return game.apply(state, claim)[1]


def refused(state: State, claim: Any, rule: str, verdict: Verdict = Verdict.ILLEGAL) -> str:
    """The claim is refused by `rule` and changes nothing; what was said."""
    after, ruling = game.apply(state, claim)
    assert ruling.verdict is verdict, ruling.sentence
    assert rule in ruling.rules, ruling
    assert after is state
    return ruling.sentence


def built(state: State, name: str = "car") -> Construct:
    return next(each for each in state.constructs if each.name == name)


def man(state: State, name: str) -> Figure:
    figure = state.figure(name)
    assert figure is not None
    return figure


def without(state: State, name: str, *pieces: str) -> State:
    """The state in which a construct has lost these pieces."""
    construct = built(state, name)
    return state.with_construct(replace(construct, left=construct.left - set(pieces)))


def coins(player: str, *values: int) -> Roll:
    """Coins that fell: 2 is heads."""
    return roll_of(player, (Dice(len(values), 2),), values)


def picks(state: State) -> tuple[str, set[str]]:
    """Who is to pick, among what."""
    found = game.legal_claims(state)
    assert all(isinstance(claim, Pick) for claim in found)
    return found[0].player, {claim.piece for claim in found}
