"""From pictures of a bare board to a Table, against the virtual camera's own truth."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import Camera, CannotRead, Lens, Table, calibrate, calibrate_roughly, find, refit
from calibration.calibrate import focal_from_height
from calibration.pictures import load_picture
from hardware.virtual.builders import overhead
from hardware.virtual.render import render
from hardware.virtual.scene import Block, Board, Scene
from hardware.virtual.view import View
from tests.calibration.conftest import COLS, HEIGHT, ROWS, WIDTH, Shoot


def grid(cols: int = COLS, rows: int = ROWS) -> NDArray[np.float64]:
    """Board-plane points every eight studs."""
    return np.array([(x, y, 0) for y in range(0, rows + 1, 8) for x in range(0, cols + 1, 8)], float)


def grid_error(
    camera: Camera, truth: View | Camera, cols: int = COLS, rows: int = ROWS
) -> NDArray[np.float64]:
    """Distance of each such point from the truth, in studs."""
    points = grid(cols, rows)
    want = np.asarray(truth.project(points))
    pitch = np.linalg.norm(np.asarray(truth.project(points + np.array([1, 0, 0]))) - want, axis=1)
    return np.asarray(np.linalg.norm(camera.project(points) - want, axis=1) / pitch)


def test_a_calibrated_table_puts_the_lattice_where_it_is(table: Table, shoot: Shoot) -> None:
    error = grid_error(table.camera, shoot.view)
    assert error.mean() <= 0.05
    assert error.max() <= 0.15


def test_lens_shots_settle_focal_length_and_height(table: Table, shoot: Shoot) -> None:
    assert table.camera.lens.fx == pytest.approx(shoot.view.lens.fx, rel=0.02)
    assert table.camera.eye[2] == pytest.approx(shoot.view.eye[2], rel=0.02)


def test_a_typed_height_keeps_the_lattice_but_not_the_certainty(shoot: Shoot) -> None:
    focal = focal_from_height(shoot.bare, (COLS, ROWS), shoot.view.eye[2] * 3.2)
    table = calibrate_roughly(shoot.bare, (COLS, ROWS), focal, 0.03)
    assert grid_error(table.camera, shoot.view).max() <= 0.15
    assert table.accuracy is not None
    assert table.accuracy.focal_percent is None


def test_the_board_is_counted_when_nobody_says_its_size(shoot: Shoot) -> None:
    placed = find(shoot.bare)
    assert (placed.cols, placed.rows) == (COLS, ROWS)


def test_a_frame_with_terrain_is_refitted_without_a_false_knock(table: Table, shoot: Shoot) -> None:
    blocks = (Block(4, 4, 4, 2), Block(20, 10, 2, 6), Block(10, 16, 6, 2))
    frame = render(Scene(Board(COLS, ROWS), blocks), shoot.view, seed=5)
    again, fit = refit(table, frame)
    assert not fit.knocked
    assert grid_error(again.camera, shoot.view).max() <= 0.15


def test_a_knocked_camera_is_noticed_and_put_right(table: Table) -> None:
    other = overhead(Board(COLS, ROWS), WIDTH, HEIGHT, seed=3)
    x, y, z = other.translation
    knocked = View(other.lens, other.rotation, (x + 9.0, y - 5.0, z))
    again, fit = refit(table, render(Scene(Board(COLS, ROWS)), knocked, seed=6))
    assert fit.knocked
    assert not fit.refocused
    assert grid_error(again.camera, knocked).max() <= 0.15


def test_the_stated_error_grows_with_height_and_distance_from_the_nadir(table: Table) -> None:
    far = table.camera.project([[0.0, 0.0, 0.0]])
    assert table.sigma_studs(far, 20.0)[0] > table.sigma_studs(far, 0.0)[0] > 0


def test_no_board_is_said_so() -> None:
    noise = np.random.default_rng(1).integers(60, 180, (480, 640, 3)).astype(np.uint8)
    with pytest.raises(CannotRead, match="no board"):
        find(cv2.GaussianBlur(noise, (0, 0), 2).astype(np.uint8), (32, 32))


def test_a_board_cut_off_by_the_frame_is_said_so(shoot: Shoot) -> None:
    with pytest.raises(CannotRead, match="cut off"):
        calibrate_roughly(shoot.bare[:, 330:].copy(), (COLS, ROWS), shoot.view.lens.fx, 0.03)


def test_a_frame_of_another_size_is_refused(table: Table, shoot: Shoot) -> None:
    with pytest.raises(CannotRead, match="calibrated at"):
        refit(table, shoot.bare[::2, ::2])


def test_lens_shots_of_another_size_are_refused(shoot: Shoot) -> None:
    with pytest.raises(CannotRead, match="another size"):
        calibrate(shoot.bare, [shoot.lens[0][::2, ::2]], (COLS, ROWS))


@pytest.mark.parametrize(
    ("size", "says"),
    [
        ((COLS, ROWS + 2), f"seems to have {ROWS} rows, not {ROWS + 2}"),
        ((COLS + 1, ROWS), f"seems to have {COLS} columns, not {COLS + 1}"),
        ((COLS - 1, ROWS), f"beyond {COLS - 1} columns"),
        ((COLS, ROWS - 3), f"beyond {ROWS - 3} rows"),
    ],
)
def test_a_size_that_is_off_by_a_few_studs_is_noticed(shoot: Shoot, size: tuple[int, int], says: str) -> None:
    with pytest.raises(CannotRead, match=says):
        calibrate_roughly(shoot.bare, size, shoot.view.lens.fx, 0.03)


def test_a_second_board_on_the_table_is_noticed(shoot: Shoot) -> None:
    two = shoot.bare.copy()
    middle = shoot.view.project([[COLS / 2, ROWS / 2, 0]])[0]
    turn = cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), 23, 1)
    turn[:, 2] += np.array([110, HEIGHT / 2]) - middle
    other = cv2.warpAffine(shoot.bare, turn, (WIDTH, HEIGHT))
    two[:, :200] = other[:, :200]  # beside the first, on a lattice of its own
    assert shoot.view.project([[0, 0, 0], [0, ROWS, 0]])[:, 0].min() > 240
    with pytest.raises(CannotRead, match="two boards"):
        calibrate_roughly(two, (COLS, ROWS), shoot.view.lens.fx, 0.03)


def test_a_lens_that_refocused_is_told_from_a_knock(table: Table) -> None:
    view = overhead(Board(COLS, ROWS), WIDTH, HEIGHT, seed=3)
    closer = replace(view, lens=replace(view.lens, fx=view.lens.fx * 1.02, fy=view.lens.fy * 1.02))
    again, fit = refit(table, render(Scene(Board(COLS, ROWS)), closer, seed=7))
    assert fit.knocked
    assert fit.refocused
    assert again.camera.lens.fx == pytest.approx(table.camera.lens.fx * 1.02, rel=0.002)
    assert grid_error(again.camera, closer).max() <= 0.15
    assert again.camera.eye[2] == pytest.approx(table.camera.eye[2], rel=1e-6)


@pytest.mark.shared
@pytest.mark.parametrize("name", ["set101", "set103", "set104"])
def test_the_stated_error_of_the_focal_length_is_honest(shared: Path, name: str) -> None:
    folder = shared / "tablebench" / "photos" / name
    truth = json.loads((folder / "truth.json").read_text())
    shots = [load_picture(p) for p in sorted((folder / "lens").glob("*.jpg"))]
    size = (truth["board"]["cols"], truth["board"]["rows"])
    table = calibrate(load_picture(folder / "00.jpg"), shots, size)
    assert table.accuracy is not None
    assert table.accuracy.focal_percent is not None
    off = 100 * abs(table.camera.lens.fx / true_camera(truth["shots"][0]["camera"]).lens.fx - 1)
    assert off <= 2.5 * table.accuracy.focal_percent


@pytest.mark.shared
@pytest.mark.parametrize("name", ["set105", "set106"])
def test_the_photographs_meet_the_must_column(shared: Path, name: str) -> None:
    folder = shared / "tablebench" / "photos" / name
    truth = json.loads((folder / "truth.json").read_text())
    cols, rows = truth["board"]["cols"], truth["board"]["rows"]
    shots = [load_picture(p) for p in sorted((folder / "lens").glob("*.jpg"))]
    table = calibrate(load_picture(folder / "00.jpg"), shots, (cols, rows))
    for shot in truth["shots"][2::4]:
        again, _ = refit(table, load_picture(folder / shot["image"]))
        error = grid_error(again.camera, true_camera(shot["camera"]), cols, rows)
        assert error.mean() <= 0.05
        assert error.max() <= 0.15


def true_camera(said: dict[str, list[list[float]]]) -> Camera:
    """The camera a truth file names."""
    K, dist = np.array(said["K"]), np.ravel(said["dist"])
    r = [float(v) for v in np.ravel(cv2.Rodrigues(np.array(said["R"], float))[0])]
    t = [float(v) for v in np.ravel(said["t"])]
    lens = Lens(WIDTH, HEIGHT, K[0, 0], K[1, 1], K[0, 2], K[1, 2], *(float(v) for v in dist))
    return Camera(lens, (r[0], r[1], r[2]), (t[0], t[1], t[2]))


def test_a_lamp_that_makes_the_rim_look_otherwise_is_no_knock_by_a_stud(
    table: Table, shoot: Shoot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["calibration.refit"], "rim_shift", lambda *_: (0, 1))
    again, fit = refit(replace(table, lamp=()), shoot.bare)
    assert not fit.knocked
    assert fit.moved_studs < 0.05
    assert again.camera.eye == pytest.approx(table.camera.eye, abs=0.5)
