"""Two places on the table -> the least way between them, its error, and the words that say so."""

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from referee.law.arithmetic import number
from referee.law.measured import Measured
from referee.live.sighting import Body
from referee.live.table_side import TableSide
from referee.measure import hexes, squares
from referee.measure.walls import climbing
from referee.measure.ways import SIGMAS_95, Way, least_way, way_length
from referee.problems import BadInput
from referee.show import Measure

Point = tuple[float, float]
Heights = NDArray[np.int16]

BODY_RADIUS = 0.9  # studs around a figure's middle that nobody passes


def ground(heights: Heights) -> NDArray[np.float64]:
    """The height map for walking: what was never seen counts as board (the mover's favour)."""
    return np.maximum(heights, 0).astype(np.float64)


def occupied(shape: tuple[int, int], others: Iterable[Body]) -> NDArray[np.bool_]:
    """Studs taken by other models."""
    rows, columns = np.mgrid[0 : shape[0], 0 : shape[1]] + 0.5
    taken = np.zeros(shape, bool)
    for body in others:
        if body.footprint is not None and not body.figure:
            x0, y0, x1, y1 = body.footprint
            taken[max(y0, 0) : max(y1, 0), max(x0, 0) : max(x1, 0)] = True
        else:
            near = np.maximum(np.abs(columns - body.at[0]), np.abs(rows - body.at[1]))
            taken |= near < BODY_RADIUS
    return taken


def walked(
    heights: Heights, start: Point, end: Point, sigmas: tuple[float, float], others: Iterable[Body]
) -> tuple[Way | None, Measured]:
    """The least costly way past other models (MF-13) and its length with the 95 % error."""
    shut = occupied((heights.shape[0], heights.shape[1]), others)
    for x, y in (start, end):  # nobody is shut in by her own feet
        row, column = int(np.clip(y, 0, shut.shape[0] - 1)), int(np.clip(x, 0, shut.shape[1] - 1))
        shut[max(row - 1, 0) : row + 1, max(column - 1, 0) : column + 1] = False
    way = least_way(climbing(ground(heights), shut), start, end)
    if way is None:
        way = least_way(climbing(ground(heights)), start, end)
    if way is None:
        return None, Measured(math.dist(start, end), SIGMAS_95 * math.hypot(*sigmas))
    return way, way_length(way, *sigmas)


def measure(wish: Measure, side: TableSide) -> tuple[str, tuple[Point, ...]]:
    """What "just measure" says, and the way it means."""
    if side.sight is None:
        raise BadInput("the table was not seen yet: wait until it is settled")
    (start, start_error, from_name), (end, end_error, to_name) = (
        _place(side, each) for each in (wish.start, wish.end)
    )
    heights = side.sight.observation.heights
    way, length = walked(heights, start, end, (start_error, end_error), ())
    words = f"{from_name} to {to_name}: {length.text()} studs"
    if way is not None and way.climb > 0.05:
        words += f", {number(round(way.climb, 1))} of it climbing"
    words += f"; {number(round(math.dist(start, end), 1))} straight"
    if side.grid is not None:
        cells = side.grid.place(start).cell, side.grid.place(end).cell
        steps = (hexes if side.grid.kind == "hex" else squares).distance(*cells)
        words += f"; {steps} {'hexes' if side.grid.kind == 'hex' else 'squares'}"
    return words, way.points if way is not None else (start, end)


def _place(side: TableSide, what: str | Point) -> tuple[Point, float, str]:
    if not isinstance(what, str):
        return what, 0.0, f"({what[0]:.1f}, {what[1]:.1f})"
    body = side.roll_call.seen.get(what)
    if body is None:
        raise BadInput(f"{what} was not seen on the table")
    return body.at, body.error, what
