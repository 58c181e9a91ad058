"""Proofs by counting: the claim sequences the law allows, beside slow counters written apart from it."""

from dataclasses import replace
from typing import Any

import pytest

from referee.law import duelchess, mechaton, minifigs
from referee.law.dice import Roll
from referee.law.mechaton.claims import Aim, Assign, Attack, Hold, Lose, Move
from referee.law.setup import Entry, GridLaid, Player, Setup
from tests.referee.law import slow
from tests.referee.law.duelchess.duels import duel, rolled
from tests.referee.law.mechaton.matches import setup as mech_setup
from tests.referee.law.minifigs.matches import skirmish


def perft(game: Any, state: Any, depth: int, seen: dict[Any, int] | None = None) -> int:
    """Legal claim sequences of `depth`; equal states are counted once and multiplied."""
    seen = {} if seen is None else seen
    if depth == 0:
        return 1
    key = (state, depth)
    if key not in seen:
        legal = game.legal_claims(state)
        if depth == 1:
            seen[key] = len(legal)
            return len(legal)
        total = 0
        for claim in legal:
            after, ruling = game.apply(state, claim)
            assert ruling.legal, ruling.sentence
            total += perft(game, after, depth - 1, seen)
        seen[key] = total
    return seen[key]


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize(
    "cells",
    [((3, 4), (3, 3)), ((0, 7), (1, 7), (0, 6), (2, 6)), ((0, 0), (7, 7))],
)
def test_duels_are_counted_alike(cells: tuple[tuple[int, int], ...], depth: int) -> None:
    state = duel(*cells)
    plain = {
        "turn": 0, "rolled": False, "over": False, "called": None, "power": [300, 300],
        "pieces": [{"owner": i % 2, "x": x, "y": y, "health": 56} for i, (x, y) in enumerate(cells)],
    }  # fmt: skip
    if depth < 3:
        assert perft(duelchess, state, depth) == slow.count(slow.duel_moves, plain, depth)
    acting = rolled(state, 1, 1)
    plain.update(rolled=True, power=[320, 300])
    assert perft(duelchess, acting, depth) == slow.count(slow.duel_moves, plain, depth)


def bare_mechs(columns: int, gap: int) -> mechaton.law.State:  # type: ignore[name-defined]
    """A is on turn, B has not gone; two white dice each, nothing else."""
    models = (
        Entry("A", "Ann", {"name": "A"}, cell=(0, 0)),
        Entry("B", "Bob", {"name": "B"}, cell=(gap, 0)),
    )
    players = (Player("Ann"), Player("Bob"))
    start = Setup(
        "mechaton", players, models, GridLaid("hex", 4.0, columns, 1), {"initiative_defence": False}
    )
    state = mechaton.start(start)
    mechs = tuple(replace(mech, initiative=i + 1) for i, mech in enumerate(state.mechs))
    return replace(state, mechs=mechs, phase="aim", current="A", actor="A", pending=())


@pytest.mark.parametrize(("columns", "gap", "depth"), [(3, 2, 4), (5, 3, 4), (3, 2, 7)])
def test_mech_turns_are_counted_alike(columns: int, gap: int, depth: int) -> None:
    blank = {"white": 2, "moved": False, "fought": False}
    plain = {
        "phase": "aim",
        "actor": "A",
        "columns": columns,
        "A": {**blank, "x": 0},
        "B": {**blank, "x": gap},
    }
    state = bare_mechs(columns, gap)
    cut = {"current": "B"}

    class UntilBobs:
        """The law up to the end of A's turn, where the slow counter stops."""

        apply = staticmethod(mechaton.apply)

        @staticmethod
        def legal_claims(now: Any) -> Any:
            return () if now.current == cut["current"] or now.phase == "lose" else mechaton.legal_claims(now)

    assert perft(UntilBobs, state, depth) == slow.count(slow.mech_moves, plain, depth)


def test_initiative_is_counted_by_hand() -> None:
    things = ({"name": "jets", "green": 2}, {"name": "ripsaws", "hand": 2})  # one d10 each
    state = mechaton.start(mech_setup(things))
    assert perft(mechaton, state, 1) == 10
    assert perft(mechaton, state, 2) == 100
    assert (
        perft(mechaton, state, 3) == 10 * 10 + 90 * 2
    )  # a tie is rolled off, else no target or hand-to-hand
    rolls = 6**4 * 8  # two white, two green, the charging d8; two red more with a target
    again = 10 * (10 * 10)  # roll-off of the second mech
    assert perft(mechaton, state, 4) == again + 90 * (rolls + rolls * 36)


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5, 6])
def test_skirmishes_are_counted_alike(depth: int) -> None:
    sword = {"weapons": [{"name": "sword", "reach": 3, "accuracy": 1}]}
    state = skirmish(sword, sword)
    figures = [
        {
            "acts": 0, "moved": False, "rooted": False, "fresh": [], "pieces": ["legs", "torso", "head"],
            "x": 1.0 + 2 * i, "hands": [f"sword {i}"],
        }
        for i in range(2)
    ]  # fmt: skip
    plain = {"turn": 0, "shot": None, "loose": [], "figures": figures}
    assert perft(minifigs, state, depth) == slow.count(slow.figure_moves, plain, depth)


def every_mech_claim(state: Any) -> list[Any]:
    """All that anybody could say about these mechs."""
    claims: list[Any] = []
    cells = [(q, r) for q in range(-5, 10) for r in range(-1, 10)]
    for player in ("Ann", "Bob"):
        for mech in ("A", "B"):
            claims += [Move(player, mech, cell) for cell in cells]
            claims += [Attack(player, mech), Hold(player, mech)]
            claims += [Lose(player, mech, thing.name) for thing in state.mech(mech).sheet.things]
            for target in (None, "A", "B"):
                claims += [Aim(player, mech, target, band) for band in (None, "hand", "short", "long")]
            action = state.mech(mech).action
            dice = (None, *dict.fromkeys(action.dice)) if action else (None,)
            claims += [Assign(player, mech, a, b, c) for a in dice for b in dice for c in dice]
    return claims


def test_what_is_legal_is_exactly_what_the_referee_accepts() -> None:
    state = mechaton.start(mech_setup(rounds=2))
    for turn in range(60):
        legal = mechaton.legal_claims(state)
        if not legal:
            break
        if not isinstance(legal[0], Roll):
            stands = [claim for claim in every_mech_claim(state) if mechaton.apply(state, claim)[1].legal]
            assert set(stands) == set(legal)
        state, _ = mechaton.apply(state, legal[(turn * 7919) % len(legal)])
