"""How far down the walls below a slab show."""

import cv2
import numpy as np
import pytest

from vision.boxes import Box, Eye, Window, wall_strips
from vision.plan import MARGIN, PX
from vision.rectangles import Patch, integrals, layers_of
from vision.walls import foot_of, wall_foot

EYE = Eye(10.0, 16.0, 150.0)
WINDOW = Window(22 * PX, 15 * PX, 32 * PX, 27 * PX)


def walled(box: Box, down_to: int) -> Patch:
    """A patch that shows the walls of a box, red from its top to a height and plain board below."""
    seen = np.full((*WINDOW.shape, 3), 120.0, np.float32)
    cost = np.full(WINDOW.shape, -2.0, np.float32)
    for strip in wall_strips(box, EYE, [down_to, box.h]):
        px = (np.array(strip) + MARGIN) * PX - 0.5 - [WINDOW.left, WINDOW.top]
        corners = np.round(px * 16).astype(np.int32)
        cv2.fillConvexPoly(seen, corners, (40, 30, 180), cv2.LINE_8, 4)
        cv2.fillConvexPoly(cost, corners, 18.0, cv2.LINE_8, 4)
    return Patch(EYE, WINDOW, seen, cost)


@pytest.mark.parametrize("down_to", [0, 3, 9, 12])
def test_a_wall_is_followed_to_where_it_ends(down_to: int) -> None:
    box = Box(21, 18, 23, 20, 15)
    patch = walled(box, down_to)
    foot = wall_foot(integrals(layers_of(patch), np.ones(WINDOW.shape, np.float32)), patch, box)
    assert abs(foot - down_to) <= 2  # a plate is little more than a pixel there


def test_a_slab_under_the_lens_shows_no_walls_and_may_reach_down_to_the_ground() -> None:
    box = Box(21, 18, 23, 20, 9)
    patch = Patch(Eye(22.0, 19.0, 150.0), WINDOW, *(walled(box, 0).seen, walled(box, 0).cost))
    assert wall_foot(integrals(layers_of(patch), np.ones(WINDOW.shape, np.float32)), patch, box) == 0


def test_a_seam_does_not_end_a_wall_and_a_long_gap_does() -> None:
    assert foot_of(np.array([200.0, 200, -60, 200, 200])) == 0
    assert foot_of(np.array([200.0, 200, -300, -300, 900])) == 3
    assert foot_of(np.array([-10.0, -10, -10])) == 2
