"""Lamps found by the shadows of boxes; what a shadow explains is no piece and no construct."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.backdrop import Backdrop, stud_pattern, tone_of
from vision.boxes import Box, Eye, Window, corners_px, outline
from vision.plan import MARGIN, PX
from vision.shadows import Lamps, without_shadows

COLS, ROWS = 32, 24
SHAPE = ((ROWS + 2 * MARGIN) * PX, (COLS + 2 * MARGIN) * PX)
EYE = Eye(16.0, 12.0, 250.0)
LAMP = Eye(40.0, -30.0, 320.0)
UMBRA = 0.5
STACKS = (
    Box(4, 4, 8, 6, 9),
    Box(20, 14, 22, 18, 12),
    Box(10, 15, 14, 17, 6),
    Box(24, 5, 26, 7, 12),
)
RED = np.array([20.0, 20.0, 170.0])
WHOLE = Window(0, 0, SHAPE[1], SHAPE[0])


def painted(boxes: tuple[Box, ...], eye: Eye, onto: NDArray[np.float32], value: float) -> NDArray[np.float32]:
    out = onto.copy()
    for box in boxes:
        cv2.fillConvexPoly(out, corners_px(outline(box, eye), WHOLE), value, cv2.LINE_8, 4)
    return out


def table(stacks: tuple[Box, ...], black: tuple[Box, ...] = ()) -> Backdrop:
    """A grey board with red stacks and black plates under one lamp."""
    light = cv2.GaussianBlur(painted(stacks, LAMP, np.ones(SHAPE, np.float32), UMBRA), (0, 0), 1.5)
    bare = np.full((*SHAPE, 3), 140.0, np.float32)
    seen = bare * light[..., None]
    for boxes, colour in ((stacks, RED), (black, np.full(3, 28.0))):
        where = painted(boxes, EYE, np.zeros(SHAPE, np.float32), 1.0) > 0
        seen[where] = colour
    everywhere = np.ones(SHAPE, bool)
    noise = np.random.default_rng(3).normal(0, 3, seen.shape).astype(np.float32)
    return Backdrop(EYE, seen + noise, bare, stud_pattern(bare), tone_of(bare), 7.0, everywhere, everywhere)


def shadow_tip(box: Box, lamp: Eye) -> tuple[float, float]:
    return lamp.flat(box.x0, box.y1, box.h)


def test_the_lamp_is_found_by_where_shadows_fall() -> None:
    _, lamps = without_shadows(table(STACKS), STACKS)
    assert len(lamps.eyes) == 1
    for box in STACKS:
        assert shadow_tip(box, lamps.eyes[0]) == pytest.approx(shadow_tip(box, LAMP), abs=0.3)
    assert lamps.umbra == pytest.approx(UMBRA, abs=0.05)


def test_a_box_that_is_but_a_shadow_goes_and_a_black_plate_of_that_shade_stays() -> None:
    shadow = Box(20, 18, 22, 20, 1)  # behind the tallest stack
    plate = Box(26, 18, 29, 20, 1)  # where no shadow falls
    kept, _ = without_shadows(table(STACKS, (plate,)), (*STACKS, shadow, plate))
    assert kept == [True, True, True, True, False, True]


def test_a_thing_much_darker_than_the_shadow_it_lies_in_is_more_than_that() -> None:
    lamps = Lamps((LAMP,), UMBRA)
    inside = np.ones((8, 8), bool)
    assert lamps.explain(inside, np.full((8, 8), 0.55, np.float32))
    assert not lamps.explain(inside, np.full((8, 8), 0.2, np.float32))
    assert not lamps.explain(~inside, np.full((8, 8), 0.55, np.float32))


def test_without_shadows_no_lamp_is_claimed() -> None:
    lit = table(())
    kept, lamps = without_shadows(lit, (Box(4, 4, 8, 6, 9),))
    assert (kept, lamps.eyes) == ([True], ())
    assert without_shadows(lit, ())[1].eyes == ()
