"""Bad claims in every game: out of turn, unknown models, impossible dice; refused, and nothing changes."""

import dataclasses
import random
from collections.abc import Iterator
from typing import Any

import pytest

from referee.law.dice import AllRolls, Roll, Rolled
from referee.law.game import GAMES
from referee.law.match import Match
from referee.law.ruling import Verdict
from tests.random_matches import choose
from tests.referee.law.test_always import match_of

NAMES = {"model", "mech", "piece", "target", "weapon", "thing", "onto", "object", "device", "seat", "link"}
CLAIMS = 60


def moments(game: str) -> Iterator[tuple[Match, list[Any]]]:
    """States of random matches, with a few claims that would stand."""
    for seed in (1, 2):
        match, chance = match_of(game, seed), random.Random(seed)
        for _ in range(CLAIMS):
            legal = match.game.legal_claims(match.state)
            if not legal:
                break
            few = [legal[chance.randrange(len(legal))] for _ in range(4)]
            yield match, few
            match.claim(choose(legal, chance))


def refused(match: Match, claim: Any) -> None:
    """The claim is answered with a reason and changes nothing."""
    state, ruling = match.game.apply(match.state, claim)
    assert ruling.verdict is not Verdict.LEGAL, f"{claim}: {ruling.sentence}"
    assert state is match.state
    assert ruling.rules
    assert ruling.sentence


@pytest.mark.parametrize("game", GAMES)
def test_a_claim_out_of_turn_is_refused(game: str) -> None:
    tried = 0
    for match, few in moments(game):
        names = {player.name for player in match.setup.players}
        for claim in few:
            for other in [*sorted(names - {claim.player}), "Nobody"]:
                refused(match, dataclasses.replace(claim, player=other))
                tried += 1
    assert tried > 100


@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_model_piece_or_weapon_is_refused(game: str) -> None:
    tried = 0
    for match, few in moments(game):
        for claim in few:
            for field in dataclasses.fields(claim):
                if field.name in NAMES and isinstance(getattr(claim, field.name), str):
                    refused(match, dataclasses.replace(claim, **{field.name: "no such thing"}))
                    tried += 1
    assert tried > 20


@pytest.mark.parametrize("game", GAMES)
def test_a_die_with_nine_pips_one_too_many_or_too_few_is_refused(game: str) -> None:
    tried = 0
    for match, few in moments(game):
        due = match.game.due(match.state)
        for claim in few:
            if isinstance(claim, Roll) and claim.dice:
                first, rest = claim.dice[0], claim.dice[1:]
                for dice in (
                    (Rolled(first.sides + 3, first.sides, first.colour), *rest),
                    (Rolled(0, first.sides, first.colour), *rest),
                    (Rolled(1, first.sides + 1, first.colour), *rest),
                    (Rolled(first.value, first.sides, "mauve"), *rest),
                    rest,
                    (*claim.dice, first),
                ):
                    refused(match, Roll(claim.player, dice))
                    tried += 1
            elif due is not None and not due.dice:
                refused(match, Roll(claim.player, (Rolled(3, 6),)))
                tried += 1
    assert tried > 50


@pytest.mark.parametrize("game", GAMES)
def test_after_the_end_nothing_is_claimed(game: str) -> None:
    match, chance = match_of(game, 3), random.Random(3)
    last: list[Any] = []
    while legal := match.game.legal_claims(match.state):
        if not isinstance(legal, AllRolls):
            last = list(legal)
        match.claim(choose(legal, chance))
    assert match.game.outcome(match.state) is not None
    assert match.game.due(match.state) is None
    for claim in last[:20]:
        refused(match, claim)


@dataclasses.dataclass(frozen=True)
class Cheat:
    """A claim of no game."""

    player: str = "Ann"


@pytest.mark.parametrize("game", GAMES)
def test_a_claim_of_no_game_is_refused(game: str) -> None:
    for match, _ in moments(game):
        refused(match, dataclasses.replace(Cheat(), player=match.game.due(match.state).player))  # type: ignore[union-attr]
