"""Small minifig matches for tests."""

from typing import Any

from referee.law import minifigs as game
from referee.law.measured import Measured
from referee.law.minifigs.state import Allot, Attack, State
from referee.law.ruling import Verdict
from referee.law.setup import Entry, Player, Setup

NEAR = Measured(1.0)


def match(
    attacker: dict[str, Any] | None = None, target: dict[str, Any] | None = None, **weapon: Any
) -> State:
    """Ann's ash with a sword beside Bob's bo, each by their flag."""
    blade = {"name": "sword", "reach": 3, "accuracy": 0, "damage": 1, **weapon}
    return game.start(
        Setup(
            "minifigs",
            (Player("Ann"), Player("Bob")),
            (
                Entry(
                    "ash", "Ann", {"name": "ash", "weapons": [blade], **(attacker or {})}, studs=(1.0, 1.5)
                ),
                Entry("bo", "Bob", {"name": "bo", **(target or {})}, studs=(3.0, 1.5)),
            ),
            settings={"flags": {"Ann": [1.0, 1.5], "Bob": [3.0, 1.5]}},
        )
    )


def legal(state: State, *claims: Any) -> State:
    """The state after these claims, all of which stand."""
    for claim in claims:
        state, ruling = game.apply(state, claim)
        assert ruling.legal, ruling.sentence
    return state


def refused(state: State, claim: Any, rule: str) -> None:
    """The claim is illegal by `rule` and changes nothing."""
    after, ruling = game.apply(state, claim)
    assert ruling.verdict is Verdict.ILLEGAL
    assert rule in ruling.rules
    assert after is state


def hit(state: State, piece: str) -> State:
    """Ash hits bo, whose owner gives `piece`."""
    return legal(state, Attack("Ann", "ash", "sword", "bo", NEAR), Allot("Bob", piece))


def on(state: State, name: str = "bo") -> set[str]:
    """The names of the pieces still on a figure."""
    figure = state.figure(name)
    assert figure is not None
    return {p.name for p in figure.body.pieces}


HELM = {"armour": [{"name": "helmet", "covers": "head", "ac": 1}]}


def skirmish(*sheets: dict[str, Any], sides: tuple[str, ...] = (), **settings: Any) -> State:
    """Figures f0, f1, … of Ann, Bob, Cat, Dan in turn, two studs apart in a row."""
    return game.start(skirmish_setup(*sheets, sides=sides, **settings))


def skirmish_setup(*sheets: dict[str, Any], sides: tuple[str, ...] = (), **settings: Any) -> Setup:
    """The same before it starts; two plain figures without any sheet."""
    sheets = sheets or ({}, {})
    names = ("Ann", "Bob", "Cat", "Dan")[: len(sides) or 2]
    players = tuple(Player(name, side) for name, side in zip(names, sides or ("",) * len(names), strict=True))
    models = tuple(
        Entry(f"f{i}", names[i % len(names)], {"name": f"f{i}", **sheet}, studs=(1.0 + 2 * i, 1.5))
        for i, sheet in enumerate(sheets)
    )
    return Setup("minifigs", players, models, settings=settings)
