"""The camera's projection is the one tablebench's scorer uses; its lens shots hold the whole board."""

import importlib.util
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.pathtraced import lens
from tests.pathtraced.lens import Camera
from tests.pathtraced.parts import STUD

SIZE = (320, 180)
STRAIGHT = (0.0, 0.0, 0.0, 0.0, 0.0)
ABOVE = Camera(1280, 720, 1000.0, (640.0, 360.0), STRAIGHT, np.eye(3), np.array([0.0, 0.0, 400.0]))
QUARTER = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])


@pytest.mark.parametrize(
    ("camera", "point_mm", "pixel"),
    [
        (ABOVE, (0, 0, 0), (640, 360)),  # straight below
        (ABOVE, (8, 0, 0), (660, 360)),  # x runs right: 8 of 400 mm, 1000 px focal length
        (ABOVE, (0, 8, 0), (640, 380)),  # y runs down
        (ABOVE, (40, 0, 80), (765, 360)),  # heights count up: 40 of 320 mm
        (replace(ABOVE, centre=(650.0, 350.0)), (8, 8, 0), (670, 370)),
        (replace(ABOVE, turn=QUARTER), (8, 0, 0), (640, 380)),  # turned a quarter: right becomes down
        (replace(ABOVE, dist=(-0.1, 0, 0, 0, 0)), (200, 0, 0), (640 + 500 * 0.975, 360)),  # r² = 0.25
        (replace(ABOVE, dist=(0, 0.2, 0, 0, 0)), (200, 0, 0), (640 + 500 * 1.0125, 360)),  # r⁴ = 0.0625
        (replace(ABOVE, dist=(0, 0, 0.01, 0, 0)), (200, 0, 0), (1140, 362.5)),  # p1 r²
        (replace(ABOVE, dist=(0, 0, 0, 0.01, 0)), (200, 0, 0), (1147.5, 360)),  # p2 (r² + 2 x²)
    ],
)
def test_a_point_is_seen_where_the_scorer_looks_for_it(
    camera: Camera, point_mm: tuple[float, float, float], pixel: tuple[float, float]
) -> None:
    assert camera.project([point_mm])[0] == pytest.approx(pixel)


@pytest.mark.shared
def test_projection_is_the_scorers_own(shared: Path) -> None:
    spec = importlib.util.spec_from_file_location("score", shared / "tablebench/score.py")
    assert spec
    assert spec.loader
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    rng = np.random.default_rng(3)
    for _ in range(20):
        camera = lens.mounted(rng, 48, 32, SIZE)
        points = rng.uniform((0, 0, -2), (48 * STUD, 32 * STUD, 60), (50, 3))
        assert camera.project(points) == pytest.approx(score.project(camera.truth(), points), abs=1e-6)


def test_the_pinhole_picture_holds_each_point_where_the_lens_map_looks_for_it() -> None:
    camera = lens.mounted(np.random.default_rng(1), 32, 32, SIZE)
    pinhole = camera.pinhole
    for point in [(0, 0, 0), (100, 60, 0), (200, 200, 40)]:
        u, v = np.round(camera.project([point])[0]).astype(int)
        x, y = camera.flat([point])[0] + (pinhole.width / 2 - 0.5, pinhole.height / 2 - 0.5)
        assert (pinhole.x[v, u], pinhole.y[v, u]) == pytest.approx((x, y), abs=1.0)


@pytest.mark.parametrize("board", [(32, 32), (48, 48), (64, 32)])
def test_every_photo_holds_the_whole_board(board: tuple[int, int]) -> None:
    cols, rows = board
    corners = [(x, y, 0) for x in (0, cols * STUD) for y in (0, rows * STUD)]
    for seed in range(5):
        rng = np.random.default_rng(seed)
        camera = lens.mounted(rng, cols, rows, SIZE)
        for view in (camera, *lens.hand_held(rng, camera, cols, rows)):
            at = view.project(corners)
            assert (at > 0).all()
            assert (at < SIZE).all()


def test_a_knock_moves_the_camera_a_little_and_keeps_its_lens() -> None:
    rng = np.random.default_rng(2)
    camera = lens.mounted(rng, 32, 32, SIZE)
    after = lens.knocked(rng, camera)
    assert (after.focal, after.centre, after.dist) == (camera.focal, camera.centre, camera.dist)
    moved_mm = np.linalg.norm(after.turn.T @ after.shift - camera.turn.T @ camera.shift)
    assert 0 < moved_mm < 12
    assert after.turn @ after.turn.T == pytest.approx(np.eye(3))
