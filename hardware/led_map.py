"""Where each LED sits → which LEDs a place on the table lights.

LEDs under a translucent board light the place above them. LEDs in strips along the rim point at rows and
columns: one beside the board stands for its row, one above or below for its column.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

Point = tuple[float, float]
Array = npt.NDArray[np.float64]


class Side(Enum):
    """Where an LED sits."""

    UNDER = "under"
    """Below the board, shining up at its own place."""
    ROW = "row"
    """At the left or right rim: points along its row."""
    COLUMN = "column"
    """At the top or bottom rim: points along its column."""


@dataclass(frozen=True)
class LedMap:
    """Every LED's place in studs and what it points at, in the order of the strip."""

    places: tuple[Point, ...]
    sides: tuple[Side, ...]
    reach: float = 1.0
    """Half the distance between two LEDs: how far from a polygon one still belongs to it."""

    def __len__(self) -> int:
        return len(self.places)

    def under(self, polygon: Sequence[Point]) -> list[int]:
        """LEDs that show `polygon` (studs): inside it, or the nearest one; on rims by row and column."""
        corners = np.asarray(polygon, float)
        places = np.asarray(self.places, float).reshape(-1, 2)
        below = np.array([side is Side.UNDER for side in self.sides], bool)
        lit = below & inside(places, corners)
        if below.any() and not lit.any():
            away = np.where(below, np.hypot(*(places - corners.mean(0)).T), np.inf)
            lit[int(np.argmin(away))] = True
        low, high = corners.min(0) - self.reach, corners.max(0) + self.reach
        for side, axis in ((Side.COLUMN, 0), (Side.ROW, 1)):
            there = np.array([kind is side for kind in self.sides], bool)
            lit |= there & (places[:, axis] > low[axis]) & (places[:, axis] < high[axis])
        return [int(i) for i in np.flatnonzero(lit)]


def inside(points: Array, corners: Array) -> npt.NDArray[np.bool_]:
    """Which points lie in a polygon (even-odd rule)."""
    x, y = points[:, 0, None], points[:, 1, None]
    x0, y0 = corners.T
    x1, y1 = np.roll(corners, -1, 0).T
    with np.errstate(divide="ignore", invalid="ignore"):
        cross = x0 + (y - y0) / (y1 - y0) * (x1 - x0)
    hits = ((y0 > y) != (y1 > y)) & (x < cross)
    return np.asarray(hits.sum(1) % 2 == 1)


def serpentine(columns: int, rows: int, width: float, height: float) -> LedMap:
    """A grid under a board of width × height studs, wired back and forth from the top left."""
    dx, dy = width / columns, height / rows
    order = [
        (column if row % 2 == 0 else columns - 1 - column, row)
        for row in range(rows)
        for column in range(columns)
    ]
    places = tuple(((column + 0.5) * dx, (row + 0.5) * dy) for column, row in order)
    return LedMap(places, (Side.UNDER,) * len(places), min(dx, dy) / 2)


def rim(columns: int, rows: int, width: float, height: float) -> LedMap:
    """A strip round the board, clockwise from the top left: top, right, bottom, left."""
    dx, dy = width / columns, height / rows
    across = [(i + 0.5) * dx for i in range(columns)]
    down = [(i + 0.5) * dy for i in range(rows)]
    places = (
        [(x, 0.0) for x in across]
        + [(width, y) for y in down]
        + [(x, height) for x in reversed(across)]
        + [(0.0, y) for y in reversed(down)]
    )
    sides = [Side.COLUMN] * columns + [Side.ROW] * rows + [Side.COLUMN] * columns + [Side.ROW] * rows
    return LedMap(tuple(places), tuple(sides), min(dx, dy) / 2)
