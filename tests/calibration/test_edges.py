"""A board's outermost lines of studs: a corner that is off is told from a size that is wrong."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from calibration.edges import check_edges, edge_shift
from calibration.lattice import Grey, grey_of
from calibration.problems import CannotRead
from calibration.warp import Array

COLS, ROWS, PITCH, LEFT = 24, 16, 20, 120.0


def a_board(blur: float = 0.8) -> Grey:
    """Studs lit from one side on a flat board, plain table around."""
    picture = np.full((ROWS * PITCH + 240, COLS * PITCH + 240, 3), 90, np.uint8)
    for r in range(ROWS):
        for c in range(COLS):
            at = (round(LEFT + (c + 0.5) * PITCH), round(LEFT + (r + 0.5) * PITCH))
            cv2.circle(picture, (at[0] + 2, at[1] + 2), 6, (60, 60, 60), -1, cv2.LINE_AA)
            cv2.circle(picture, at, 6, (120, 120, 120), -1, cv2.LINE_AA)
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    soft = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), blur)
    return grey_of(np.clip(soft + noise, 0, 255).astype(np.uint8))


def off_by(dx: int, dy: int) -> Callable[[Array], Array]:
    """Places to pixels, from a corner that lies so many studs beside the true one."""
    return lambda places: np.asarray((np.asarray(places, float) - [dx, dy]) * PITCH + LEFT)


@pytest.mark.parametrize("off", [(0, 0), (3, 0), (-2, 0), (0, 1), (-1, 2), (5, 0), (0, -4)])
def test_a_corner_that_is_off_is_put_right(off: tuple[int, int]) -> None:
    assert edge_shift(a_board(), off_by(*off), COLS, ROWS) == off


def test_a_wrong_size_is_no_shift() -> None:
    board = a_board()
    assert edge_shift(board, off_by(0, 0), COLS + 2, ROWS) == (0, 0)
    with pytest.raises(CannotRead, match=f"seems to have {COLS} columns, not {COLS + 2}"):
        check_edges(board, off_by(0, 0), COLS + 2, ROWS)


def test_a_blurred_board_keeps_its_size() -> None:
    check_edges(a_board(blur=4.0), off_by(0, 0), COLS, ROWS)
