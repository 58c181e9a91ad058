"""`studeye calibrate` and `studeye board`: files in, answers out, mistakes in one sentence."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import charuco, load
from calibration.pictures import load_picture
from referee.cli.main import main
from tests.calibration.conftest import COLS, ROWS, Shoot

SIZE = f"{COLS}x{ROWS}"


def write(path: Path, picture: NDArray[np.uint8]) -> str:
    cv2.imwrite(str(path), picture)
    return str(path)


def test_board_prints_the_lattices_corners(
    tmp_path: Path, shoot: Shoot, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = write(tmp_path / "bare.png", shoot.bare)
    assert main(["board", "--json", "--board", SIZE, photo]) == 0
    said = json.loads(capsys.readouterr().out)
    want = shoot.view.project([[0, 0, 0.5], [COLS, 0, 0.5], [COLS, ROWS, 0.5], [0, ROWS, 0.5]])
    pitch = np.linalg.norm(np.asarray(want[1]) - want[0]) / COLS
    assert np.linalg.norm(np.array(said["corners_px"]) - want, axis=1).max() / pitch < 0.75


def test_calibrate_writes_a_table_and_an_overlay(
    tmp_path: Path, shoot: Shoot, capsys: pytest.CaptureFixture[str]
) -> None:
    bare, out, fit = write(tmp_path / "bare.png", shoot.bare), tmp_path / "table.toml", tmp_path / "fit.png"
    words = [
        "calibrate",
        "--board",
        SIZE,
        "--bare",
        bare,
        "--fov",
        "60",
        "--out",
        str(out),
        "--overlay",
        str(fit),
    ]
    assert main(words) == 0
    assert "No lens shots" in capsys.readouterr().out
    assert load(out).board.cols == COLS
    assert load_picture(fit).shape == shoot.bare.shape


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda p: np.zeros_like(p), "too dark"),
        (lambda p: cv2.GaussianBlur(p, (0, 0), 25), "out of focus"),
        (lambda p: np.random.default_rng(0).integers(90, 160, p.shape).astype(np.uint8), "no board"),
    ],
)
def test_a_useless_picture_is_refused_and_nothing_written(  # type: ignore[no-untyped-def]
    tmp_path: Path, shoot: Shoot, capsys: pytest.CaptureFixture[str], spoil, says: str
) -> None:
    photo, out = write(tmp_path / "bare.png", spoil(shoot.bare)), tmp_path / "table.toml"
    assert main(["calibrate", "--board", SIZE, "--bare", photo, "--fov", "60", "--out", str(out)]) == 2
    assert says in capsys.readouterr().err
    assert not out.exists()


def test_a_file_that_is_no_picture_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.jpg"
    path.write_text("not a picture")
    assert main(["board", str(path)]) == 2
    assert "not a picture" in capsys.readouterr().err


def test_the_printed_sheet_is_found_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = tmp_path / "sheet.png"
    assert main(["board", "--print-charuco", str(sheet)]) == 0
    across, down = charuco.SQUARES
    small = cv2.resize(load_picture(sheet), None, fx=0.3, fy=0.3, interpolation=cv2.INTER_AREA)
    px, ids = charuco.corners(np.asarray(small, np.uint8))
    assert len(ids) == (across - 1) * (down - 1) == len(px)
    capsys.readouterr()
