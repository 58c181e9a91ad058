"""`studeye observe`: what a person can get wrong is one sentence and exit 2."""

from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from calibration import save
from calibration.table import Table
from hardware.virtual.render import render
from hardware.virtual.scene import Scene
from hardware.virtual.view import View
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


def test_the_overlay_is_written_one_for_each_photo(
    tmp_path: Path,
    small_table: Table,
    small_scene: Scene,
    small_view: View,
    capsys: pytest.CaptureFixture[str],
) -> None:
    save(
        replace(small_table, board=replace(small_table.board, colour="light_bluish_grey")),
        tmp_path / "t.toml",
    )
    photos = [str(tmp_path / name) for name in ("02.png", "03.png")]
    for k, photo in enumerate(photos):
        cv2.imwrite(photo, render(small_scene, small_view, k))
    words = ["observe", "--table", str(tmp_path / "t.toml"), "--explain"]
    assert main([*words, "--overlay", str(tmp_path / "out.png"), *photos]) == 0
    assert {p.name for p in tmp_path.glob("out*")} == {"out-02.png", "out-03.png"}
    assert "studs are hidden or in doubt" in capsys.readouterr().out
    assert main([*words, "--overlay", str(tmp_path / "no" / "out.png"), photos[0]]) == BAD_INPUT
    assert "can't be written" in capsys.readouterr().err
