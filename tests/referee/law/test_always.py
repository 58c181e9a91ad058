"""What holds after any legal claims: valid states, exact undo, plain values, nothing cascades."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.law.codec import canonical, from_plain, to_plain
from referee.law.game import GAMES, claim_from_plain, claim_to_plain
from referee.law.match import Match
from referee.law.minifigs.state import Allot
from referee.law.minifigs.things import hands_left
from referee.match_file import read_match
from tests.random_matches import choose, set_ups

SEQUENCE = settings(max_examples=12, deadline=None, derandomize=True)
CLAIMS = 80


def match_of(game: str, seed: int) -> Match:
    """A match of the game, one of its files by the seed."""
    files = set_ups(game)
    return Match(read_match(files[seed % len(files)]))


def one_more(match: Match, chance: random.Random) -> bool:
    """A random legal claim, which stands; False when the match is over."""
    legal = match.game.legal_claims(match.state)
    if not legal:
        return False
    assert match.claim(choose(legal, chance)).legal
    return True


@pytest.mark.parametrize("game", GAMES)
@SEQUENCE
@given(seed=st.integers(0, 2**32), back=st.integers(1, CLAIMS))
def test_undo_restores_every_state_exactly(game: str, seed: int, back: int) -> None:
    match, chance = match_of(game, seed), random.Random(seed)
    past = [match.state]
    for _ in range(CLAIMS):
        if not one_more(match, chance):
            break
        past.append(match.state)
    for state in past[-2 : -2 - back : -1]:
        match.undo()
        assert match.state == state
        assert canonical(to_plain(match.state)) == canonical(to_plain(state))


@pytest.mark.parametrize("game", GAMES)
@SEQUENCE
@given(seed=st.integers(0, 2**32))
def test_states_claims_and_refusals_survive_the_record(game: str, seed: int) -> None:
    match, chance = match_of(game, seed), random.Random(seed)
    for _ in range(CLAIMS // 2):
        legal = match.game.legal_claims(match.state)
        if not legal:
            break
        claim = choose(legal, chance)
        assert claim_from_plain(match.game, claim_to_plain(claim)) == claim
        match.claim(claim)
    plain = to_plain(match.state)
    assert from_plain(type(match.state), plain, "state") == match.state


def check_minifigs(state: Any, all_things: Counter[str]) -> None:
    """Every piece and weapon is somewhere, once; hands are not overfull; acts and damage within bounds."""
    found: Counter[str] = Counter(thing.name for thing in state.loose)
    for figure in state.figures:
        found.update(f"{p.of or figure.name}'s {p.name}" for p in figure.body.pieces if p.ac > 0)
        found.update(thing.name for thing in (*figure.wielded, *figure.carried))
        assert figure.acts <= state.settings.acts
        assert hands_left(figure) >= 0
        assert all(
            0 < n < next(p.ac for p in figure.body.pieces if p.name == name) for name, n in figure.body.damage
        )
        if not figure.body.has("torso"):
            assert not figure.wielded
            assert not figure.carried
        if not figure.alive:
            assert not figure.body.pieces
    assert found == all_things


def things_of(state: Any) -> Counter[str]:
    """All that can be shot off, dropped or carried, by its name for good."""
    return Counter(
        name
        for figure in state.figures
        for name in (
            *(f"{figure.name}'s {p.name}" for p in figure.body.pieces if p.ac > 0),
            *(thing.name for thing in figure.wielded),
        )
    )


@SEQUENCE
@given(seed=st.integers(0, 2**32))
def test_minifigs_lose_nothing_and_invent_nothing(seed: int) -> None:
    match, chance = match_of("minifigs", seed), random.Random(seed)
    everything = things_of(match.state)
    for _ in range(2 * CLAIMS):
        check_minifigs(match.state, everything)
        if not one_more(match, chance):
            break


@pytest.mark.rule("MF-3")
@SEQUENCE
@given(seed=st.integers(0, 2**32))
def test_nothing_cascades(seed: int) -> None:
    match, chance = match_of("minifigs", seed), random.Random(seed)
    for _ in range(2 * CLAIMS):
        legal = match.game.legal_claims(match.state)
        if not legal:
            break
        claim, before = choose(legal, chance), match.state
        match.claim(claim)
        if isinstance(claim, Allot) and not before.shot.weapon.cascading:
            target = before.figure(before.shot.target)
            left = match.state.figure(before.shot.target).body.pieces
            gone = [p for p in target.body.pieces if p not in left and p.ac > 0 and p.part != "shield"]
            alive = match.state.figure(before.shot.target).alive
            assert len(gone) <= 1 or not alive
            assert match.state.shot is None


@pytest.mark.parametrize("game", ["mechaton", "duelchess"])
@SEQUENCE
@given(seed=st.integers(0, 2**32))
def test_models_stand_one_a_cell_on_the_map(game: str, seed: int) -> None:
    match, chance = match_of(game, seed), random.Random(seed)
    for _ in range(2 * CLAIMS):
        state = match.state
        standing = [each.cell for each in match.game.visible(state)]
        assert len(set(standing)) == len(standing)
        if game == "duelchess":
            assert min(state.power) >= 0
            assert all(piece.destroyed == (piece.health == 0) for piece in state.pieces)
            assert not set(standing) & set(state.settings.obstacles)
        else:
            assert all(state.ground.holds(cell) and cell not in state.ground.hard for cell in standing)
            assert all(set(mech.lost) <= {t.name for t in mech.sheet.things} for mech in state.mechs)
        if not one_more(match, chance):
            break


@pytest.mark.parametrize("game", GAMES)
def test_a_refused_claim_gives_back_the_very_same_state(game: str) -> None:
    match, chance = match_of(game, 1), random.Random(1)
    refused = 0
    earlier: list[Any] = []
    for _ in range(CLAIMS):
        for claim in earlier[-10:]:
            state, ruling = match.game.apply(match.state, claim)
            if not ruling.legal:
                refused += 1
                assert state is match.state
                assert ruling.rules, f"{claim} was refused without a rule"
                assert ruling.due == match.game.due(match.state)
        legal = match.game.legal_claims(match.state)
        if not legal:
            break
        earlier.append(choose(legal, chance))
        match.claim(earlier[-1])
    assert refused > 20
