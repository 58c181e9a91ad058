"""A killed match is resumed: nothing that was announced is lost (the long form: `make kills`)."""

from tests.referee.live.kills import main


def test_a_match_killed_at_random_moments_loses_nothing_it_announced() -> None:
    assert main(3, seed=5) == []
