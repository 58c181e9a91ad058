"""A bare board and the size it is taken to have -> whether its outermost studs are there and none beyond.

Each cell of an outer line is compared with what the same column (or row) shows a few studs further in: a stud
looks like its neighbours, a table top does not.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from calibration.lattice import Grey
from calibration.problems import CannotRead
from calibration.studs import FINE, sample_cells
from calibration.warp import Array

BEYOND = 1  # lines of cells looked at outside the board
INSIDE = 8  # and inside it
MODEL = (2, 6)  # lines inside the board that show what a stud looks like here
LIKE = 0.35  # correlation from which a cell shows a stud
MOST = 0.6  # share of a line's cells that must show studs
BARE = 0.4  # of how like studs the board's inner lines are: a line below shows none
FAINTEST = 0.2  # mean correlation of the inner lines below which studs are too faint to miss any
LOOKS = 4  # until the corner stays
FEWEST_SEEN = 8  # cells of a line inside the picture, below which nothing is said
HUB = 0.44  # studs: farther from a cell's middle its neighbours show
RIM = 0.26  # studs: farther out than this the board's own edge may show

_V, _U = (np.mgrid[0:FINE, 0:FINE].reshape(2, -1) + 0.5) / FINE - 0.5


def edge_shift(grey: Grey, to_px: Callable[[Array], Array], cols: int, rows: int) -> tuple[int, int]:
    """By how many studs the board lies beside where the lattice has it: (0, 0) when it is right.

    As many lines as one side lacks go on beyond the other: the size is right and the corner is not. One look
    may see only a part of that, where glare takes the studs or the table's grain passes for some.
    """
    x, y = 0, 0
    for _ in range(LOOKS):
        dx, dy = _seen_shift(grey, partial(_beside, to_px, (x, y)), cols, rows)
        if (dx, dy) == (0, 0):
            break
        x, y = x + dx, y + dy
    return x, y


def _beside(to_px: Callable[[Array], Array], shift: tuple[int, int], places: Array) -> Array:
    """Pixels of places counted from a corner so many studs further on."""
    return to_px(places + shift)


def _seen_shift(grey: Grey, to_px: Callable[[Array], Array], cols: int, rows: int) -> tuple[int, int]:
    """What one look at the four sides shows of that."""
    found = []
    for _, _, near, far in _sides(grey, to_px, cols, rows):
        start, end = _missing(near), _missing(far)
        right = start if start and far[0] and not end else 0
        left = end if end and near[0] and not start else 0
        found.append(right - left)
    return found[1], found[0]


def check_edges(grey: Grey, to_px: Callable[[Array], Array], cols: int, rows: int) -> None:
    """Raise CannotRead when the board has fewer or more lines of studs than it is taken to have."""
    for name, said, *shown in _sides(grey, to_px, cols, rows):
        lacking = sum(_missing(lines) for lines in shown)
        if lacking:
            raise CannotRead(
                f"the board seems to have {said - lacking} {name}, not {said}; count its studs and"
                " give the right --board, or take the bare shot without anything on the board"
            )
        if any(lines[0] for lines in shown):
            raise CannotRead(
                f"studs go on beyond {said} {name}; give the size of all baseplates together,"
                " or clear away what lies beside the board"
            )


def _sides(
    grey: Grey, to_px: Callable[[Array], Array], cols: int, rows: int
) -> list[tuple[str, int, list[bool | None], list[bool | None]]]:
    """Rows, then columns: their name, how many there are said to be, and the lines of either side."""
    cells = sample_cells(grey, lambda places: to_px(places - BEYOND), cols + 2 * BEYOND, rows + 2 * BEYOND)
    turned = cells.transpose(1, 0, 2, 3)
    return [
        (name, said, _lines(view, outward > -RIM), _lines(view[::-1], outward < RIM))
        for name, said, view, outward in (("rows", rows, cells, _V), ("columns", cols, turned, _U))
    ]


def _lines(cells: Grey, inner: NDArray[np.bool_]) -> list[bool | None]:
    """For each line from outside inwards: does it show studs? None where too little of it is seen."""
    used = (np.hypot(_U, _V) < HUB) & inner
    slopes = np.linalg.qr(np.stack([np.ones(used.sum()), _U[used], _V[used]], -1))[0]
    looks = cells[: BEYOND + INSIDE].reshape(-1, cells.shape[1], FINE * FINE)[..., used].astype(float)
    looks = looks - (looks @ slopes) @ slopes.T  # light that changes across a cell is no stud
    looks /= np.maximum(looks.std(-1, keepdims=True), 0.5)
    model = looks[BEYOND + MODEL[0] : BEYOND + MODEL[1]].mean(0)
    model /= np.maximum(model.std(-1, keepdims=True), 1e-6)
    like = np.mean(looks * model, -1)
    seen = cells[: BEYOND + INSIDE].min((2, 3)) >= 0
    seen[:, [0, -1]] = False  # corners belong to the other two sides
    known = [row[at] if at.sum() >= FEWEST_SEEN else None for row, at in zip(like, seen, strict=True)]
    deep = [float(row.mean()) for row in known[BEYOND + MODEL[1] :] if row is not None]
    usual = float(np.mean(deep)) if deep else 0.0  # lines that the model was not made of
    return [None if row is None else _studded(row, usual) for row in known]


def _studded(like: Array, usual: float) -> bool | None:
    """Whether a line whose cells correlate so with studs shows them; None where that can't be told.

    Blur and noise make all studs less alike: a line is bare only beside inner lines that are not.
    """
    if float((like > LIKE).mean()) > MOST:
        return True
    return False if usual > FAINTEST and float(like.mean()) < BARE * usual else None


def _missing(lines: list[bool | None]) -> int:
    """How many lines of the board, counted from outside, show no studs."""
    count = 0
    for shown in lines[BEYOND:]:
        if shown is not False:
            break
        count += 1
    return count
