"""A match that is undone, appealed, put right, paused and resumed from its events."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.law.codec import canonical, to_plain
from referee.law.game import GAMES
from referee.law.match import Event, replay
from referee.problems import BadInput
from tests.random_matches import choose
from tests.referee.law.test_always import match_of

DEEDS = ("claim", "claim", "claim", "claim", "undo", "appeal", "dismissed", "correct", "pause", "resume")


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=8, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_events_of_every_kind_replay_to_the_same_state_and_rulings_byte_for_byte(
    game: str, seed: int
) -> None:
    match, chance = match_of(game, seed), random.Random(seed)
    events = [match.opening()]
    states = [match.state]
    for _ in range(50):
        deed = chance.choice(DEEDS)
        legal = match.game.legal_claims(match.state)
        if deed == "claim" and legal:
            state, _, event = match.consider(choose(legal, chance))
            match.settle(state)
            events.append(event)
        elif deed in ("undo", "appeal") and match.can_undo:
            events.append(match.undo() if deed == "undo" else match.appeal("Ann", "no!", upheld=True))
        elif deed == "dismissed":
            events.append(match.appeal("Bob", "never", upheld=False))
        elif deed == "correct":
            events.append(match.correct(to_plain(chance.choice(states)), "as agreed"))
        elif deed in ("pause", "resume"):
            events.append(match.pause() if deed == "pause" else match.go_on())
        states.append(match.state)
    again, differences = replay(Event(event.kind, event.body) for event in events)
    assert differences == []
    assert (again.state, again.paused) == (match.state, match.paused)
    assert canonical(to_plain(again.state)) == canonical(to_plain(match.state))


def test_nothing_is_undone_before_anything_stood_and_a_correction_must_be_a_state() -> None:
    match = match_of("mechaton", 0)
    with pytest.raises(BadInput, match="nothing to undo"):
        match.undo()
    before = match.state
    with pytest.raises(BadInput, match="correction"):
        match.correct({"mechs": 7}, "nonsense")
    assert match.state is before


def test_events_that_are_no_match_are_refused() -> None:
    with pytest.raises(BadInput, match="does not begin with a start"):
        replay([Event("undo", {})])
    with pytest.raises(BadInput, match="empty"):
        replay([])
