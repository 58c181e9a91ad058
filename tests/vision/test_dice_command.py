"""`studeye dice`: what it prints, and what it says to bad input."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.cli.dice import in_words
from referee.cli.main import BAD_INPUT, DONE, main
from tests.vision.test_dice import RED, WHITE, photo_of
from vision.observation import Die


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "tray.png"
    cv2.imwrite(str(path), photo_of((3, 1, 6), RED, WHITE)[0])
    return path


def test_each_photo_is_one_line_of_json(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", "--json", str(photo), str(photo)]) == DONE
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["image"] for line in lines] == ["tray.png", "tray.png"]
    assert sorted(die["value"] for die in lines[0]["dice"]) == [1, 3, 6]
    assert {"x_px", "y_px", "size_px", "value", "colour"} <= lines[0]["dice"][0].keys()


def test_people_get_a_sentence_with_the_sum(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", str(photo)]) == DONE
    assert "3 dice" in (said := capsys.readouterr().out)
    assert "sum 10" in said


def test_people_are_told_of_dice_that_count_for_nothing() -> None:
    dice = (
        Die(10, 10, 20, "red", 4),
        Die(50, 10, 20, "white", None, cocked=True),
        Die(90, 10, 20, None, None),
    )
    said = in_words(Path("tray.png"), dice)
    assert said == "tray.png: 3 dice (red 4, white cocked, a ?), sum 4, 1 cocked, 1 can't be read"


def test_the_overlay_draws_on_the_photo(photo: Path, tmp_path: Path) -> None:
    out = tmp_path / "seen.png"
    assert main(["dice", "--overlay", str(out), str(photo)]) == DONE
    before, after = (np.asarray(cv2.imread(str(path))) for path in (photo, out))
    assert before.shape == after.shape
    assert np.any(before != after)


def test_bad_input_is_one_sentence_and_no_answer(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "notes.jpg"
    text.write_text("no picture")
    empty = tmp_path / "empty.jpg"
    empty.touch()
    nowhere = str(tmp_path / "no" / "out.png")
    for words, complaint in (
        ([], "no photo"),
        ([str(text)], "not a picture"),
        ([str(photo), str(empty)], "not a picture"),
        ([str(tmp_path / "none.jpg")], "cannot open"),
        (["--overlay", nowhere, str(photo)], "cannot write"),
        (["--overlay", nowhere, str(photo), str(photo)], "one photo"),
    ):
        assert main(["dice", "--json", *words]) == BAD_INPUT
        said = capsys.readouterr()
        assert complaint in said.err
        assert said.err.count("\n") == 1
        assert "Traceback" not in said.err
