"""`studeye sheet`: sums on the terminal, measures from an observation, refusals in one sentence."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.cli.main import main

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SHEETS = [path for path in sorted(EXAMPLES.glob("*/*.toml")) if path.stem != "match"]
GOLEM = {
    "track": "c1",
    "plates": 20,
    "footprint": [4, 4, 6, 8],
    "colours": ["tan", "dark_red"],
    "facing": None,
}


def card(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """The totals that the command prints."""
    assert main(["sheet", *words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    return {each["what"]: sum(term["value"] for term in each["terms"]) for each in told["sums"]}


def seen(tmp_path: Path, *constructs: dict[str, Any], **more: Any) -> str:
    """An observation file of two lines, of which the last counts."""
    path = tmp_path / "seen.json"
    lines = [{"constructs": []}, {"constructs": list(constructs), "figures": [], **more}]
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return str(path)


@pytest.mark.rule("DC-1", "DC-2")
def test_a_duel_piece_takes_height_width_and_colours_from_what_was_seen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    golem = str(EXAMPLES / "duelchess/golem.toml")
    stats = card(capsys, golem, "--observation", seen(tmp_path, GOLEM))
    assert stats["Health"] == 20 + 24 * 8 + 5 + 2 * 5  # 20 plates are 8 studs; tan is brown, dark red is red
    assert stats["Defence"] == 10 + 3 * 2 + 1 + 1  # two studs from front to back, the shorter side
    facing = card(capsys, golem, "--observation", seen(tmp_path, {**GOLEM, "facing": 90}))
    assert facing["Defence"] == 10 + 3 * 4 + 1 + 1


@pytest.mark.rule("DC-1")
def test_what_the_sheet_says_counts_and_a_pip_may_be_a_quarter_inch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.toml"
    own.write_text('game = "duelchess"\nname = "x"\nheight = 5.0\n')
    assert card(capsys, str(own), "--observation", seen(tmp_path, GOLEM))["Health"] == 20 + 6 * 5
    own.write_text('game = "duelchess"\nname = "x"\npip = "quarter inch"\n')
    assert (
        card(capsys, str(own), "--observation", seen(tmp_path, GOLEM))["Health"] == 20 + 60
    )  # 6 × 64 / 6.35


def test_a_figure_gives_its_colours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.toml"
    own.write_text('game = "duelchess"\nname = "x"\nelement = "Fire"\n')
    figure = {"track": "f1", "torso": "red", "skin": "yellow", "hat": {"colour": "black"}}
    path = seen(tmp_path, GOLEM, figures=[figure])
    assert card(capsys, str(own), "--observation", path, "--model", "f1")["Health"] == 20 + 36 - 5 + 10


@pytest.mark.parametrize("words", [(), ("--model", "c9")])
def test_an_observation_without_the_piece_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    two = seen(tmp_path, GOLEM, {**GOLEM, "track": "c2"})
    assert main(["sheet", str(EXAMPLES / "duelchess/golem.toml"), "--observation", two, *words]) == 2
    assert "The observation shows c1, c2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game = ", "no TOML"),
        ('name = "x"', "which game"),
        ('game = "chess"', "no game is called"),
        ('game = "minifigs"', "missing 'name'"),
        ('game = "minifigs"\nname = "x"\nlimbs = "hoved"', "limbs"),
        ('game = "mechaton"\nname = "x"\nthings = [{ name = "a", green = -1 }]', "fewer than 0"),
        ('game = "duelchess"\nname = "x"\nheight = "tall"', "expected a number"),
        ('game = "duelchess"\nname = "x"\nwepons = []', "did you mean 'weapons'"),
    ],
)
def test_a_malformed_sheet_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text)
    assert main(["sheet", str(path)]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert "Traceback" not in error
    assert error.count("\n") == 1


def test_an_observation_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    golem = str(EXAMPLES / "duelchess/golem.toml")
    (tmp_path / "x").write_text("hello")
    for path in ("x", "none"):
        assert main(["sheet", golem, "--observation", str(tmp_path / path)]) == 2
    knight = str(EXAMPLES / "minifigs/knight.toml")
    assert main(["sheet", knight, "--observation", seen(tmp_path, GOLEM)]) == 2


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_example_sheet_is_lawful(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheet", str(path)]) == 0
    assert "(" in capsys.readouterr().out


def test_an_illegal_sheet_is_said_and_exits_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.toml"
    path.write_text('game = "duelchess"\nname = "x"\nheight = 16\n')
    assert main(["sheet", str(path)]) == 1
    assert "illegal: it is 16 pips high" in capsys.readouterr().out
