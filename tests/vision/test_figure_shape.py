"""A minifig as a camera sees it: parts in their places, colours by a look-up, places where one can stand."""

import numpy as np
import pytest

from calibration.palette import PALETTE, linear
from vision.boxes import Eye
from vision.figure_colour import COLOURS, SCALE, cells, colour_costs
from vision.figure_places import places
from vision.figure_shape import GROUPS, HAT, HATS, Part, Pose, Worn
from vision.figure_stencil import REACH, Labels, Stencils, labels, stencils
from vision.light import Light
from vision.plan import PX

EYE = Eye(16.0, 16.0, 200.0)
WIDTH = 700


def pictured(pose: Pose, x: float, y: float) -> Labels:
    return labels(EYE, pose, x, y, 0)


def stencilled(*poses: Pose, step: int = 1) -> Stencils:
    return stencils(EYE, poses, 25.0, 19.0, 0, step, WIDTH)


def middle(shown: Labels, part: Part) -> tuple[float, float]:
    """Where a part is pictured: studs right and down of the feet."""
    rows, cols = np.nonzero(shown == part)
    return float((cols.mean() - REACH) / PX), float((rows.mean() - REACH) / PX)


@pytest.mark.parametrize("facing", [0, 90, 180, 270])
def test_hands_are_pictured_where_the_figure_faces(facing: int) -> None:
    shape = pictured(Pose(facing, worn=Worn.HEAD), 16.0, 16.0)
    hands = np.mean([middle(shape, part) for part in (Part.LEFT_HAND, Part.RIGHT_HAND)], axis=0)
    ahead = np.array([np.cos(np.deg2rad(facing)), np.sin(np.deg2rad(facing))])
    assert hands @ ahead > 0.8
    assert abs(hands @ ahead[::-1]) < 0.2


def test_a_head_leans_away_from_the_nadir_as_far_as_parallax_says() -> None:
    right, _ = middle(pictured(Pose(90, worn=Worn.HEAD), 31.0, 16.0), Part.HEAD)
    assert right == pytest.approx(15 * 11 / (200 - 11), abs=0.12)  # its top hides its neck
    assert abs(middle(pictured(Pose(90, worn=Worn.HEAD), 16.0, 16.0), Part.HEAD)[0]) < 0.05


@pytest.mark.parametrize("worn", list(Worn))
def test_only_what_is_worn_is_pictured(worn: Worn) -> None:
    shown = pictured(Pose(0, worn=worn), 25.0, 20.0)
    assert (shown == Part.HAT).any() == (worn in HATS)
    assert not (shown == Part.HEAD).any() or worn != Worn.NOTHING


def test_a_coarse_look_takes_a_quarter_of_the_pixels() -> None:
    fine, coarse = (stencilled(Pose(0), step=step) for step in (1, 2))
    assert len(coarse.pixels) == pytest.approx(len(fine.pixels) / 4, rel=0.1)
    assert set(coarse.pixels.tolist()) <= set(fine.pixels.tolist())
    assert fine.counts.sum() == len(fine.pixels)
    assert fine.counts[0, HAT] > 300


@pytest.mark.parametrize("step", [1, 2])
def test_poses_pictured_together_are_pictured_as_each_alone(step: int) -> None:
    poses = tuple(Pose(90, worn=worn, left=left) for worn in Worn for left in (0, 5))
    together = stencilled(*poses, step=step)
    alone = [stencilled(pose, step=step) for pose in poses]
    assert together.counts.shape == (len(poses), len(GROUPS))
    assert together.counts.tolist() == [counts for each in alone for counts in each.counts.tolist()]
    assert together.pixels.tolist() == [k for each in alone for k in each.pixels.tolist()]
    assert together.ring.tolist() == [k for each in alone for k in each.ring.tolist()]


def test_a_stencil_covers_what_shows_one_part_only() -> None:
    shown, shape = pictured(Pose(0), 25.0, 19.0), stencilled(Pose(0))
    rows, cols = np.divmod(shape.pixels + REACH * WIDTH + REACH, WIDTH)
    assert (shown[rows, cols] > 0).all()
    rows, cols = np.divmod(shape.ring + REACH * WIDTH + REACH, WIDTH)
    assert (shown[rows, cols] == 0).all()


def test_a_lying_figure_is_as_long_as_it_is_tall() -> None:
    rows, cols = np.nonzero(pictured(Pose(0, lying=True), 16.0, 16.0))
    assert 4.5 < np.ptp(cols) / PX < 5.6
    assert 2.0 < np.ptp(rows) / PX < 3.2


@pytest.mark.parametrize("name", ["red", "yellow", "light_nougat", "green", "white", "black"])
def test_a_colour_in_half_its_light_is_still_nearest_to_itself(name: str) -> None:
    light = Light(np.array([1.1, 1.0, 0.9]), linear(np.full(3, 150.0)), np.full((4, 4, 3), 0.3, np.float32))
    shown = np.clip(linear(np.array(PALETTE[name], float)) * light.cast * 0.9 + 0.02, 0, 1)
    srgb = 255 * np.where(shown <= 0.0031308, 12.92 * shown, 1.055 * shown ** (1 / 2.4) - 0.055)
    row = colour_costs(light)[cells(srgb[None, None, ::-1].astype(np.float32))[0, 0]]
    assert COLOURS[int(np.argmin(row))] == name
    assert row.min() < 2 * SCALE


def test_figures_stand_on_two_studs_of_one_level() -> None:
    tops = np.zeros((3, 4), np.int16)
    tops[1, 1:3] = 3
    across, up = places(tops, 0)
    assert dict(zip(map(tuple, across.tolist()), up.tolist(), strict=True))[2.0, 1.5] == 3
    assert (1.0, 1.5) not in set(map(tuple, across.tolist()))
    down, _ = places(tops, 1)
    assert set(map(tuple, down.tolist())) == {(0.5, 1.0), (0.5, 2.0), (3.5, 1.0), (3.5, 2.0)}
