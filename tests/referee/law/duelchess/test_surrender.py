"""Mandatory surrender beside a search of every way both turns can go."""

import random
from dataclasses import replace

import pytest

from referee.law import duelchess
from referee.law.dice import roll_of
from referee.law.duelchess.state import Act, EndTurn, State
from referee.law.duelchess.surrender import is_lost
from referee.law.ruling import Dice
from tests.referee.law.duelchess.duels import changed, duel


def ends(state: State) -> list[State]:
    """Every state in which Ann can end her turn; those after which the duel is over count as they are."""
    if state.phase == "over":
        return [state]
    after, _ = duelchess.apply(state, EndTurn("Ann"))
    found = [after]
    for claim in duelchess.legal_claims(state):
        if isinstance(claim, Act):
            found += ends(duelchess.apply(state, claim)[0])
    return found


def can_win(state: State) -> bool:
    """Can Bob, on turn with his Power, destroy all that Ann has?"""
    if state.phase == "over":
        return not state.team("Ann")
    return any(
        can_win(duelchess.apply(state, claim)[0])
        for claim in duelchess.legal_claims(state)
        if isinstance(claim, Act)
    )


def doomed(state: State) -> bool:
    """Whatever Ann does, can Bob destroy her last piece after the lowest roll?"""
    for end in ends(state):
        if end.phase == "over":
            if end.team("Ann"):
                return False
            continue
        rolled, _ = duelchess.apply(end, roll_of("Bob", (Dice(2),), (1, 1)))
        if not can_win(rolled):
            return False
    return True


@pytest.mark.rule("DC-15")
def test_who_is_told_to_surrender_is_lost_whatever_both_try() -> None:
    chance = random.Random(11)
    told = true = 0
    for _ in range(150):
        cells = chance.sample(
            [(column, row) for column in range(3) for row in range(3)], chance.choice((2, 3))
        )
        mine, *theirs = cells
        state = duel(mine, theirs[0], *([(7, 7), theirs[1]] if len(theirs) > 1 else []))
        if len(theirs) > 1:
            state = changed(state, "p2", destroyed=True, cell=None, health=0)
        state = changed(state, "p0", health=chance.choice((20, 49, 56)))
        power = (chance.choice((0, 10, 23, 30)), chance.choice((3, 26, 30)))
        settings = replace(state.settings, mandatory_surrender=True)
        state = replace(state, phase="act", power=power, settings=settings)
        lost, certain = is_lost(state), doomed(state)
        assert certain or not lost
        told, true = told + lost, true + certain
    assert told > 20
    assert told >= 0.9 * true
