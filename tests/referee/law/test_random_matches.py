"""Random matches of every game come to an end (the short form of `make matches`)."""

import pytest

from referee.law.game import GAMES
from tests.random_matches import play, set_ups


@pytest.mark.parametrize("game", GAMES)
def test_random_matches_end_none_stuck_none_raising(game: str) -> None:
    lengths = [play(game, seed) for seed in range(2 * len(set_ups(game)))]
    assert min(lengths) > 0
