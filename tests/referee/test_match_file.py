"""Match files: the examples start and end, mistakes are one sentence."""

import random
from pathlib import Path

import pytest

from referee.law.match import Match
from referee.match_file import read_match
from referee.problems import BadInput

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize("game", ["mechaton", "duelchess"])
def test_an_example_plays_and_undo_restores_exactly(game: str) -> None:
    match = Match(read_match(EXAMPLES / game / "match.toml"))
    chance = random.Random(2)
    for _ in range(200):
        legal = match.game.legal_claims(match.state)
        if not legal:
            break
        before = match.state
        claim = legal[chance.randrange(len(legal))]
        assert match.claim(claim).legal
        match.undo()
        assert match.state == before
        match.claim(claim)


def test_an_unknown_key_names_the_nearest(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text('game = "mechaton"\nplayerz = []\nmodels = []\n')
    with pytest.raises(BadInput, match="did you mean 'players'"):
        read_match(path)
