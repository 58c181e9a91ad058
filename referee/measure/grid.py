"""A hex or square grid laid over the studs: points in studs <-> cells, and doubts at a border (HR-7)."""

import math
from dataclasses import dataclass
from typing import Literal

from referee.measure import hexes

Cell = tuple[int, int]
Point = tuple[float, float]

_ROOT3 = math.sqrt(3.0)


@dataclass(frozen=True, slots=True)
class Placed:
    """The cell a middle lies in, how far it is from the nearest border, and the cell across it."""

    cell: Cell
    to_border: float  # studs
    beyond: Cell

    def in_doubt(self, error: float) -> bool:
        """Is the middle nearer to the border than its error?"""
        return self.to_border < error


@dataclass(frozen=True, slots=True)
class Grid:
    """`size` is a square's side or a hex's width from flat to flat, in studs; `turned` in degrees."""

    kind: Literal["hex", "square"]
    size: float
    columns: int
    rows: int
    origin: Point = (0.0, 0.0)  # the middle of cell (0, 0)
    turned: float = 0.0

    def holds(self, cell: Cell) -> bool:
        """Is `cell` on the map? Hex rows are shifted by half a hex so that the map is a rectangle."""
        column = cell[0] + cell[1] // 2 if self.kind == "hex" else cell[0]
        return 0 <= column < self.columns and 0 <= cell[1] < self.rows

    def cells(self) -> list[Cell]:
        """Every cell of the map, row by row."""
        shift = 1 if self.kind == "hex" else 0
        return [
            (column - shift * (row // 2), row) for row in range(self.rows) for column in range(self.columns)
        ]

    def middle(self, cell: Cell) -> Point:
        """The middle of `cell` in studs."""
        u, v = self._flat(cell)
        cos, sin = math.cos(math.radians(self.turned)), math.sin(math.radians(self.turned))
        return self.origin[0] + u * cos - v * sin, self.origin[1] + u * sin + v * cos

    def place(self, point: Point) -> Placed:
        """Where a middle lies. The nearest border is half-way to the nearest other cell's middle."""
        u, v = self._unturned(point)
        cell = self._cell(u, v)
        u0, v0 = self._flat(cell)
        nearest, across = math.inf, cell
        offsets = hexes.NEIGHBOURS if self.kind == "hex" else ((1, 0), (0, 1), (-1, 0), (0, -1))
        for dq, dr in offsets:
            other = (cell[0] + dq, cell[1] + dr)
            u1, v1 = self._flat(other)
            along = ((u - u0) * (u1 - u0) + (v - v0) * (v1 - v0)) / self.size
            if self.size / 2 - along < nearest:
                nearest, across = self.size / 2 - along, other
        return Placed(cell, max(nearest, 0.0), across)

    def outline(self, cell: Cell) -> list[Point]:
        """The corners of `cell` in studs, for drawing and for LEDs."""
        x, y = self.middle(cell)
        count = 6 if self.kind == "hex" else 4
        radius = self.size / _ROOT3 if self.kind == "hex" else self.size / math.sqrt(2.0)
        angles = [self.turned + 180.0 / count + 360.0 / count * i for i in range(count)]
        return [
            (x + radius * math.cos(math.radians(a)), y + radius * math.sin(math.radians(a))) for a in angles
        ]

    def _unturned(self, point: Point) -> Point:
        dx, dy = point[0] - self.origin[0], point[1] - self.origin[1]
        cos, sin = math.cos(math.radians(self.turned)), math.sin(math.radians(self.turned))
        return dx * cos + dy * sin, dy * cos - dx * sin

    def _flat(self, cell: Cell) -> Point:
        if self.kind == "square":
            return cell[0] * self.size, cell[1] * self.size
        return self.size * (cell[0] + cell[1] / 2.0), self.size * cell[1] * _ROOT3 / 2.0

    def _cell(self, u: float, v: float) -> Cell:
        if self.kind == "square":
            return math.floor(u / self.size + 0.5), math.floor(v / self.size + 0.5)
        r = v / (self.size * _ROOT3 / 2.0)
        return hexes.nearest_cell(u / self.size - r / 2.0, r)
