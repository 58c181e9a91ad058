"""Cocked dice are told from flat ones and get no value."""

import numpy as np
import pytest

from calibration.camera import Camera
from tests.vision import dice_cocked
from vision.dice.leaning import lean_degrees
from vision.dice.solid import UP, View, cocked, visible_faces
from vision.dice.viewing import per_side, seen_at, side_px

OVERHEAD = View(tilt=0.1, bearing=0.5)


def a_camera(seed: int) -> Camera:
    return dice_cocked.the_same(dice_cocked.a_camera(np.random.default_rng(seed)))


@pytest.mark.parametrize("seed", range(4))
def test_a_flat_face_is_level_through_any_camera(seed: int) -> None:
    camera = a_camera(seed)
    seen = seen_at(camera, camera.lens.width / 2 + 40, camera.lens.height / 2 - 25)
    assert lean_degrees(seen, seen.axes @ UP) == pytest.approx(0, abs=0.1)


@pytest.mark.parametrize("seed", range(4))
def test_a_face_that_leans_across_the_line_of_sight_leans_by_that_angle(seed: int) -> None:
    camera = a_camera(seed)
    seen = seen_at(camera, camera.lens.width / 2 + 40, camera.lens.height / 2 - 25)
    across = np.cross(seen.sight, UP) / np.linalg.norm(np.cross(seen.sight, UP))
    for lean in (12.0, 30.0):
        out = np.cos(np.radians(lean)) * UP + np.sin(np.radians(lean)) * across
        assert 0.9 * lean < lean_degrees(seen, seen.axes @ out) < lean + 0.1


@pytest.mark.parametrize("seed", range(4))
def test_taking_the_stretch_back_leaves_a_cube_as_it_is_seen_from_afar(seed: int) -> None:
    camera = a_camera(seed)
    x, y = camera.lens.width - 30.0, 20.0
    seen = seen_at(camera, x, y)
    unstretched = np.linalg.solve(seen.stretch, per_side(camera, x, y)) / seen.side
    assert unstretched @ unstretched.T == pytest.approx(np.eye(2), abs=1e-6)
    assert np.linalg.svd(seen.stretch, compute_uv=False)[0] > 1.02


def test_a_die_square_to_the_camera_is_as_large_as_the_camera_says() -> None:
    camera = a_camera(1)
    assert seen_at(camera, 320.0, 240.0).side == pytest.approx(side_px(camera, None), rel=0.25)


@pytest.mark.parametrize("lean", [0.0, 0.3, 0.7])
def test_a_leaning_die_is_drawn_with_its_lowest_corner_on_the_table(lean: float) -> None:
    stance = cocked(0.4, lean, 1.1, OVERHEAD)
    corners = np.array([[i, j, k] for i in (-0.5, 0.5) for j in (-0.5, 0.5) for k in (-0.5, 0.5)])
    assert (corners @ stance.axes)[:, 2].min() + stance.height == pytest.approx(0)
    assert UP @ stance.axes @ UP == pytest.approx(np.cos(lean))


def test_past_half_a_quarter_turn_another_face_is_the_squarest() -> None:
    for lean, value in ((0.6, 6), (0.95, 3)):
        stance = cocked(0.0, lean, 0.0, View(0.0, 0.0))
        squarest = visible_faces(np.random.default_rng(1), 6, stance, 1.0, 0.0)[0]
        assert (squarest.value == 6) == (value == 6)


def test_through_a_known_camera_flat_dice_keep_their_values_and_steep_ones_get_none() -> None:
    said = dice_cocked.counts(trays=3, seed=4)
    assert dict(said[0, 0]) == {"right": 9}
    assert said[35, 45]["right"] + said[35, 45]["wrong"] == 0
    assert said[25, 35]["cocked"] + said[35, 45]["cocked"] >= 2
