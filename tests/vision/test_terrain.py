"""Boxes, light and colours: the parts terrain is read with, on numbers that can be checked by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.light import SHEEN
from calibration.palette import PALETTE, linear
from calibration.table import Board
from vision.boxes import Box, Eye, brick_levels, outline, top_coverage, visible_walls, window_of
from vision.colour import BRICK_COLOURS, classify_linear
from vision.light import Light, light_from
from vision.plan import MARGIN, PX
from vision.stacks import same_outline
from vision.terrain import bare_studs

EYE = Eye(16.0, 16.0, 160.0)
SHAPE = ((32 + 2 * MARGIN) * PX, (32 + 2 * MARGIN) * PX)


def lamp(cast: tuple[float, float, float], board: str, glare: float) -> Light:
    """A board of one colour under a lamp that glares evenly."""
    albedo = linear(np.array(PALETTE[board], float))
    seen = np.minimum(np.array(cast) * (albedo + SHEEN + glare), 1.0)
    return Light(np.array(cast), albedo, np.tile(seen.astype(np.float32), (32, 32, 1)))


def test_a_surface_is_pushed_from_the_nadir_by_its_height() -> None:
    assert EYE.flat(26.0, 16.0, 16.0) == pytest.approx((16.0 + 10 * 160 / 144, 16.0))


@given(h=st.integers(1, 15), x=st.integers(2, 28), y=st.integers(2, 28))
def test_a_top_covers_its_area_grown_by_the_push_squared(h: int, x: int, y: int) -> None:
    box = Box(x, y, x + 2, y + 2, h)
    covered = top_coverage(box, EYE, window_of(box, EYE, SHAPE, 0.5)).sum()
    assert covered == pytest.approx(4 * PX**2 * EYE.push(h) ** 2, rel=1e-3)


@pytest.mark.parametrize(
    ("box", "walls"),
    [
        (Box(15, 15, 17, 17, 9), 0),  # right under the lens
        (Box(20, 15, 22, 17, 9), 1),  # beside it: the side towards it
        (Box(20, 20, 22, 22, 9), 2),  # off both axes
    ],
)
def test_only_walls_that_face_the_lens_are_seen(box: Box, walls: int) -> None:
    assert len(visible_walls(box, EYE)) == walls


@pytest.mark.parametrize(("h", "levels"), [(1, [0, 1]), (3, [0, 3]), (6, [0, 3, 6]), (7, [0, 7])])
def test_walls_may_change_colour_brick_by_brick(h: int, levels: list[int]) -> None:
    assert brick_levels(h) == levels


def test_a_tall_stack_hides_the_board_behind_it_and_not_before_it() -> None:
    seen = bare_studs(Board(32, 32), EYE, [Box(28, 16, 29, 18, 12)])
    assert not seen[16, 29]
    assert seen[16, 27]


@pytest.mark.parametrize("name", BRICK_COLOURS)
@pytest.mark.parametrize("glare", [0.0, 0.1])
@pytest.mark.parametrize("cast", [(0.8, 0.8, 0.8), (0.9, 0.8, 0.7)])
def test_a_colour_is_named_through_cast_and_glare(
    name: str, glare: float, cast: tuple[float, float, float]
) -> None:
    light = lamp(cast, "light_bluish_grey", glare)
    albedo = linear(np.array(PALETTE[name], float))
    seen = np.minimum(np.array(cast) * (albedo + SHEEN + glare), 1.0)
    names, _ = classify_linear(seen[None], light, np.array([[10.0, 10.0]]))
    assert names[0] == name


def test_the_margin_is_small_between_two_greys_and_large_for_red() -> None:
    light = lamp((0.8, 0.8, 0.8), "green", 0.0)
    grey = linear(np.array([[125.0, 125.0, 125.0], PALETTE["red"]]))
    _, margins = classify_linear(0.8 * (grey + SHEEN), light, np.array([[10.0, 10.0]] * 2))
    assert margins[0] < margins[1]


def test_light_is_read_off_a_board_of_known_colour() -> None:
    albedo = linear(np.array(PALETTE["tan"], float))
    seen = np.tile((np.array([1.1, 1.0, 0.9]) * (albedo + SHEEN)).astype(np.float32), (8, 8, 1))
    light = light_from(seen, np.ones((8, 8), bool), "tan")
    assert light.cast == pytest.approx([1.1, 1.0, 0.9], rel=1e-3)


@pytest.mark.parametrize("tall", [Box(49, 26, 50, 28, 9), Box(5, 20, 7, 24, 12), Box(30, 3, 34, 4, 6)])
def test_what_was_taken_for_a_flat_plate_may_be_a_tall_stack_with_its_walls(tall: Box) -> None:
    eye = Eye(32.5, 15.7, 150.0)
    xs, ys = zip(*outline(tall, eye), strict=True)
    flat = Box(round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys)), 1)
    near = [b for b in same_outline(flat, eye) if b.h == tall.h]
    assert len(near) == 1
    assert max(abs(getattr(near[0], side) - getattr(tall, side)) for side in ("x0", "y0", "x1", "y1")) <= 1
