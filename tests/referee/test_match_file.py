"""Match files: the examples start and end, mistakes are one sentence."""

import random
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.law.game import GAMES
from referee.law.match import Match
from referee.match_file import read_match
from referee.problems import BadInput

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.parametrize("game", GAMES)
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


START = 'game = "{game}"\nplayers = [{{ name = "Ann" }}, {{ name = "Bob" }}]\n'
FIGURE = '[[models]]\nname = "{name}"\nowner = "{owner}"\nstuds = [{x}, 1.0]\n[models.sheet]\nname = "x"\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game = ", "is no TOML"),
        ("players = []\nmodels = []", "missing 'game'"),
        ('game = "go"\nplayers = []\nmodels = []', "no game is called 'go'"),
        (START.format(game="minifigs") + "models = 7", "expected a list"),
        (
            START.format(game="minifigs").replace("Bob", "Ann") + "models = []",
            "two players have the same name",
        ),
        (START.format(game="minifigs") + FIGURE.format(name="a", owner="Bib", x=1), "did you mean 'Bob'"),
        (
            START.format(game="minifigs") + 2 * FIGURE.format(name="a", owner="Bob", x=1),
            "two models are called 'a'",
        ),
        (
            START.format(game="minifigs") + FIGURE.format(name="a", owner="Bob", x='"one"'),
            "expected a number",
        ),
        (
            START.format(game="minifigs") + '[[models]]\nname = "a"\nowner = "Ann"\nsheet = "gone.toml"\n',
            "can't be read",
        ),
        (
            START.format(game="minifigs")
            + FIGURE.format(name="a", owner="Bob", x=1).replace("[models.", 'colours = ["lima"]\n[models.'),
            "a's colour 'lima' is none of Lego's, did you mean 'lime'",
        ),
        (
            START.format(game="minifigs")
            + FIGURE.format(name="a", owner="Bob", x=1).replace("[models.", "size = [0, 4]\n[models."),
            r"a's size is \[0, 4\]: say whole studs",
        ),
        (
            START.format(game="mechaton") + 'models = []\n[grid]\nkind = "hex"\nsize = 0.0\n',
            "cells of 0 studs: none may be 0",
        ),
    ],
)
def test_a_malformed_match_file_is_one_sentence(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "m.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=words):
        read_match(path)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("change", "words"),
    [("[settings]\nturnlimit = 3\n", "unknown key 'turnlimit'"), ("", "at least|two|pieces|add some")],
)
def test_unknown_settings_and_a_match_without_models_are_refused_by_every_game(
    tmp_path: Path, game: str, change: str, words: str
) -> None:
    path = tmp_path / "m.toml"
    path.write_text(START.format(game=game) + "models = []\n" + change)
    with pytest.raises(BadInput, match=words):
        Match(read_match(path))


def test_a_bad_match_file_ends_play_with_exit_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.toml"
    path.write_text("game = ")
    assert main(["play", str(path)]) == 2
    assert "is no TOML" in capsys.readouterr().err
