"""`studeye play`: what it says when it can't, what people may type, and the terminal's story."""

import io
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.live.commands import HELP, parse
from referee.live.terminal import Terminal
from referee.narrator import Narrator
from referee.problems import BadInput
from referee.show import (
    AcceptTable,
    Answer,
    Appeal,
    Measure,
    Pause,
    Question,
    Quit,
    RollNow,
    Say,
    TypeRoll,
    Undo,
)
from tests.referee.live.pretend import Match, open_match
from tests.referee.live.test_mechaton_live import SCENE, SETUP

MATCH = Path(__file__).resolve().parents[3] / "examples" / "mechaton" / "match.toml"


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return open_match(SETUP, SCENE, tmp_path / "match.studeye")


def test_without_a_match_file_the_examples_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--headless"]) == 2
    assert "mechaton" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--bench", "x.toml"], "--bench is for the virtual table"),
        (["--virtual", "--headless", "nowhere.toml"], "nowhere.toml can't be read"),
        (["--virtual", "--headless", "--resume", "nothing.studeye"], "nothing.studeye is not there"),
    ],
)
def test_what_cant_be_played_is_told_in_a_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *words]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--speed", "0"], "0 is no pace"),
        (["--speed", "-2"], "-2 is no pace"),
        (["--speed", "nan"], "nan is no pace"),
        (["--seed", "-1"], "-1 is no seed"),
        (["--cheats", "7"], "7 is no share"),
    ],
)
def test_what_no_table_can_do_is_refused_before_it_is_set(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["play", "--virtual", *words])
    assert left.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--record", "--screenshots"])
def test_a_folder_that_cant_be_made_is_told_in_a_sentence(
    tmp_path: Path, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    there = tmp_path / "file" / "deeper" / "x"
    words = ["play", str(MATCH), "--virtual", "--headless", "--record", str(tmp_path / "r"), option]
    assert main([*words, str(there)]) == 2
    assert "can't be made" in capsys.readouterr().err


def test_a_match_that_could_not_begin_leaves_no_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "m.studeye"
    words = ["play", str(MATCH), "--headless", "--table", str(tmp_path / "none.toml")]
    assert main([*words, "--record", str(record)]) == 2
    assert "none.toml can't be opened" in capsys.readouterr().err
    assert not record.exists()


def test_a_match_is_never_written_over_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = tmp_path / "old.studeye"
    old.write_text("something dear")
    words = ["play", "examples/mechaton/match.toml", "--virtual", "--headless", "--record", str(old)]
    assert main(words) == 2
    assert "exists already" in capsys.readouterr().err
    assert old.read_text() == "something dear"


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("roll", RollNow()),
        ("type 3 4", TypeRoll((3, 4))),
        ("undo", Undo()),
        ("pause", Pause(True)),
        ("go", Pause(False)),
        ("accept we agree", AcceptTable("we agree")),
        ("appeal Ann look again", Appeal("Ann", "look again", False)),
        ("overrule Ann it fell over", Appeal("Ann", "it fell over", True)),
        ("measure Saw Owl", Measure("Saw", "Owl")),
        ("quit", Quit()),
        ("help", HELP),
    ],
)
def test_a_typed_line_is_a_wish(match: Match, line: str, wish: object) -> None:
    assert parse(line, match.session.shown) == wish


def test_a_number_answers_a_question_first_and_chooses_otherwise(match: Match) -> None:
    from dataclasses import replace

    from referee.show import Choice

    shown = replace(match.session.shown, choices=(Choice("attack", "the claim"),))
    assert parse("1", shown) == Say("the claim")
    asked = replace(shown, question=Question(7, "which?", ("this", "that")))
    assert parse("2", asked) == Answer(7, 1)
    with pytest.raises(BadInput, match="2 answers"):
        parse("3", asked)


@pytest.mark.parametrize("line", ["type", "type x", "dance", "measure Saw"])
def test_what_is_not_understood_is_answered_with_what_is(match: Match, line: str) -> None:
    with pytest.raises(BadInput, match="type"):
        parse(line, match.session.shown)


def test_the_terminal_tells_every_moment_once_and_draws_it_on_request(match: Match, tmp_path: Path) -> None:
    out, spoken = io.StringIO(), list[str]()
    terminal = Terminal(Narrator("mechaton", plain=True), spoken.append, tmp_path / "shots", out)
    terminal.show(match.session.shown)
    told = out.getvalue()
    terminal.show(match.session.shown)
    assert out.getvalue() == told
    assert told.strip()
    assert spoken == told.strip().splitlines()
    due = match.session.shown.due
    assert due is not None
    terminal.show(match.say(TypeRoll((4,) * sum(kind.count for kind in due.dice))))
    assert "Initiative is 4" in out.getvalue()
    assert len(list((tmp_path / "shots").glob("*.png"))) == 2
