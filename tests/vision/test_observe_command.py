"""`studeye observe`: what a person can get wrong is one sentence and exit 2."""

from pathlib import Path

import pytest

from referee.cli.main import BAD_INPUT, main


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "no photo was given"),
        (["a.jpg"], "give --table"),
        (["--table", "missing.toml", "a.jpg"], "missing.toml"),
    ],
)
def test_bad_words_are_one_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["observe", *words]) == BAD_INPUT
    assert said in capsys.readouterr().err


def test_a_file_that_is_no_picture_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "notes.jpg"
    bad.write_text("not a picture")
    assert main(["observe", "--bare", str(bad), "--lens", str(bad), str(bad)]) == BAD_INPUT
    assert "notes.jpg is not a picture" in capsys.readouterr().err
