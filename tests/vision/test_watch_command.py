"""`studeye watch`: mistakes of people are one sentence and exit 2; clips are read as they were made."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import save
from calibration.table import Table
from hardware.virtual.render import render
from hardware.virtual.scene import Scene
from hardware.virtual.table import Pace, VirtualCamera, VirtualTable
from hardware.virtual.view import View
from referee.cli.main import BAD_INPUT, main


@pytest.fixture
def table_file(tmp_path: Path, small_table: Table) -> str:
    path = tmp_path / "table.toml"
    save(replace(small_table, board=replace(small_table.board, colour="light_bluish_grey")), path)
    return str(path)


def video(path: Path, frames: list[np.ndarray]) -> str:
    """A folder of pictures, which every machine can write and read alike."""
    path.mkdir()
    for k, frame in enumerate(frames):
        cv2.imwrite(str(path / f"{k:03d}.png"), frame)
    return str(path)


def test_a_recording_of_a_hand_becomes_three_lines(
    tmp_path: Path,
    table_file: str,
    small_scene: Scene,
    small_view: View,
    capsys: pytest.CaptureFixture[str],
) -> None:
    hands = VirtualTable(small_scene, small_view, pace=Pace(1, 1, 1, 4))
    camera = VirtualCamera(hands, lambda: 0.0)
    frames = [camera.read().picture for _ in range(4)]
    hands.point(12, 12)
    while hands.busy:
        frames.append(camera.read().picture)
    assert main(["watch", "--table", table_file, "--json", video(tmp_path / "clip", frames)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["event"] for line in lines] == ["settled", "hands", "settled"]
    assert [line["frame"] for line in lines][:2] == [2, 4]
    assert lines[2]["changes"] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name one video"),
        (["a.mp4", "b.mp4"], "name one video"),
        (["a.mp4", "--camera", "0"], "name one video"),
        (["missing.mp4"], "there is no missing.mp4"),
    ],
)
def test_bad_words_are_one_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", *words]) == BAD_INPUT
    assert said in capsys.readouterr().err


def test_a_corrupt_video_is_named(
    tmp_path: Path, table_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "clip.mp4"
    bad.write_bytes(b"\x00\x00\x00\x18ftypmp42" + bytes(500))
    assert main(["watch", "--table", table_file, str(bad)]) == BAD_INPUT
    assert "clip.mp4 holds no pictures that can be read" in capsys.readouterr().err


def test_a_video_of_another_size_is_refused(
    tmp_path: Path, table_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    clip = video(tmp_path / "clip", [np.full((90, 160, 3), 99, np.uint8)] * 3)
    assert main(["watch", "--table", table_file, clip]) == BAD_INPUT
    assert "160 × 90 pixels but the table was calibrated at 640 × 480" in capsys.readouterr().err


def test_another_cameras_table_is_refused(
    tmp_path: Path, table_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    nothing = np.random.default_rng(0).integers(90, 110, (480, 640, 3)).astype(np.uint8)
    assert main(["watch", "--table", table_file, video(tmp_path / "clip", [nothing] * 4)]) == BAD_INPUT
    assert "board" in capsys.readouterr().err


def test_bare_and_terrain_of_a_table_file_are_taken(
    tmp_path: Path,
    table_file: str,
    small_scene: Scene,
    small_view: View,
    capsys: pytest.CaptureFixture[str],
) -> None:
    empty = render(replace(small_scene, models=()), small_view, 1)
    cv2.imwrite(str(tmp_path / "bare.png"), empty)
    clip = video(tmp_path / "clip", [render(small_scene, small_view, k) for k in range(3)])
    shots = ["--bare", str(tmp_path / "bare.png"), "--terrain", str(tmp_path / "bare.png")]
    assert main(["watch", "--table", table_file, *shots, "--json", clip]) == 0
    assert json.loads(capsys.readouterr().out)["event"] == "settled"


@pytest.mark.shared
@pytest.mark.parametrize("name", ["clip301", "clip302"])
def test_a_clip_is_watched_as_it_was_made(shared: Path, name: str) -> None:
    bench = shared / "tablebench"
    words = [sys.executable, str(bench / "score_clips.py"), str(bench / "clips" / name), "--"]
    done = subprocess.run(
        [*words, sys.executable, "-m", "referee", "watch"], capture_output=True, text=True, check=True
    )
    said = done.stdout.splitlines()[-1]
    assert "settled states 4 of 4" in said
    assert "moves right 2 of 2" in said
    assert "moves claimed that were not 0" in said
    assert "figures on their exact studs 20 of 20" in said
    assert "called settled under a hand 0" in said
    assert int(re.findall(r"worst (\d+)", said)[0]) <= 5
