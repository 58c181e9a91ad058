"""Walls, a start and an end -> the least costly way at any angle, and how sure its length is (MF-13).

Between walls a least costly way is straight, and it bends only where walls turn: at corners. So the
way is sought among straight lines between corners, each charged for the walls it crosses, which is
exact. A cheap search over the studs, eight ways, first tells which corners can matter at all.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

from referee.law.measured import Measured
from referee.measure.lines import line_costs
from referee.measure.walls import SHUT, Floats, Walls

Point = tuple[float, float]

OVERCHARGE = 1.0824  # eight ways cost at most this much more than the straight line: 1 / cos(22.5°)
SLACK = 2.0  # studs; a stud's middle is up to 0.7 from its corner, at either end of the search
CANDIDATES = 220  # corners considered at most, the likeliest first
INSET = np.array([1.0e-3, 1.37e-3])  # a bend lies just beside its corner, on a known side of each wall
SIGMAS_95 = 1.96


@dataclass(frozen=True, slots=True)
class Way:
    """A way over the table: its bends (ends included), what it costs, and how much of that is climbing."""

    points: tuple[Point, ...]
    cost: float

    @property
    def length(self) -> float:
        """Studs on the level."""
        return sum(math.dist(a, b) for a, b in zip(self.points, self.points[1:], strict=False))

    @property
    def climb(self) -> float:
        """Studs up and down."""
        return max(self.cost - self.length, 0.0)


def least_way(walls: Walls, start: Point, end: Point) -> Way | None:
    """The least costly way from `start` to `end` (studs), or None where everything is shut."""
    there = _over_studs(walls, start)
    back = _over_studs(walls.reversed(), end)
    points = np.vstack([[start, end], _candidates(walls, start, end, there, back)])
    rows, columns = _cells(points, walls.shape)
    rest = np.maximum(
        np.hypot(*(points - np.asarray(end)).T), back[rows, columns] / OVERCHARGE - SLACK
    )  # never more than what is left to go
    cost, before = _search(walls, points, rest)
    if cost[1] >= SHUT:
        return None
    chain = [1]
    while chain[-1] != 0:
        chain.append(int(before[chain[-1]]))
    bends = tuple((float(x), float(y)) for x, y in points[chain[::-1]])
    return Way(bends, float(cost[1]))


def reach_map(walls: Walls, start: Point, allowance: float) -> Floats:
    """What the middle of every stud costs from `start`; infinite beyond `allowance`."""
    there = _over_studs(walls, start)
    rows, columns = walls.shape
    near = there / OVERCHARGE - SLACK <= allowance
    corners = _corners(walls)
    corners = corners[near[_cells(corners, walls.shape)]]
    cells = np.argwhere(near)
    points = np.vstack([[start], corners, cells[:, ::-1] + 0.5])
    cost = np.full(len(points), np.inf)
    cost[0] = 0.0
    waiting = np.zeros(len(points), bool)
    waiting[0] = True
    while waiting.any():
        here = int(np.argmin(np.where(waiting, cost, np.inf)))
        waiting[here] = False
        far = np.flatnonzero(cost > cost[here] + np.hypot(*(points - points[here]).T))
        if far.size == 0:
            continue
        reached = cost[here] + line_costs(walls, np.broadcast_to(points[here], (far.size, 2)), points[far])
        better = (reached < cost[far] - 1e-9) & (reached <= allowance)
        cost[far[better]] = reached[better]
        improved = far[better]
        waiting[improved[improved <= len(corners)]] = True  # only corners lead on
    out = np.full((rows, columns), np.inf)
    out[cells[:, 0], cells[:, 1]] = cost[1 + len(corners) :]
    return out


def flight(start: Point, end: Point, climb_studs: float) -> Way:
    """A flier's way: straight, and the difference of levels once (house ruling)."""
    return Way((start, end), math.dist(start, end) + abs(climb_studs))


def way_length(way: Way, start_sigma: float, end_sigma: float, bend_sigma: float = 0.0) -> Measured:
    """The way's cost with its 95 % error.

    An end that is off by e changes the length by at most e; a bend round something that is off by e (a
    model, `bend_sigma`; terrain is built on the studs and is not) by 2 sin(half the turn) · e.
    """
    variance = start_sigma**2 + end_sigma**2
    points = way.points if bend_sigma else ()
    for before, at, after in zip(points, points[1:], points[2:], strict=False):
        turned = math.atan2(after[1] - at[1], after[0] - at[0]) - math.atan2(
            at[1] - before[1], at[0] - before[0]
        )
        variance += (2 * math.sin(turned / 2) * bend_sigma) ** 2
    return Measured(way.cost, SIGMAS_95 * math.sqrt(variance))


def _search(walls: Walls, points: Floats, rest: Floats) -> tuple[Floats, NDArray[np.intp]]:
    """Costs from point 0 until that of point 1 is settled, and each point's predecessor (A*)."""
    cost = np.full(len(points), np.inf)
    before = np.zeros(len(points), np.intp)
    cost[0] = 0.0
    waiting = np.zeros(len(points), bool)
    waiting[0] = True
    while True:
        bound = np.where(waiting, cost + rest, np.inf)
        here = int(np.argmin(bound))
        if bound[here] >= cost[1] - 1e-9 or not np.isfinite(bound[here]):
            return cost, before
        waiting[here] = False
        least = cost[here] + np.hypot(*(points - points[here]).T)
        far = np.flatnonzero((least < cost - 1e-9) & (least + rest < cost[1] + 1e-9))
        if far.size == 0:
            continue
        reached = cost[here] + line_costs(walls, np.broadcast_to(points[here], (far.size, 2)), points[far])
        better = reached < cost[far] - 1e-9
        cost[far[better]] = reached[better]
        before[far[better]] = here
        waiting[far[better]] = True


def _candidates(walls: Walls, start: Point, end: Point, there: Floats, back: Floats) -> Floats:
    """The corners that a least costly way can touch."""
    corners = _corners(walls)
    if not len(corners):
        return corners
    direct = line_costs(walls, np.array([start]), np.array([end]))[0]
    rows, columns = _cells(np.array([start, end]), walls.shape)
    most = min(direct, there[rows[1], columns[1]] + SLACK)
    through = (there + back)[_cells(corners, walls.shape)]
    straight = np.hypot(*(corners - start).T) + np.hypot(*(corners - end).T)
    through = np.where(straight <= most, through, np.inf)
    likely = np.argsort(through, kind="stable")[:CANDIDATES]
    kept: Floats = corners[likely[through[likely] / OVERCHARGE - SLACK <= most]]
    return kept


def _corners(walls: Walls) -> Floats:
    """A point beside every corner at which walls turn or end, in each part that a way can bend in."""
    across, along = walls.east + walls.west, walls.south + walls.north
    one_way_across, one_way_along = walls.east - walls.west, walls.south - walls.north
    up, down, left, right = across[:-1], across[1:], along[:, :-1], along[:, 1:]
    straight = ((up == down) & (left == 0) & (right == 0)) | ((left == right) & (up == 0) & (down == 0))
    straight &= (one_way_across[:-1] == one_way_across[1:]) & (one_way_along[:, :-1] == one_way_along[:, 1:])
    one_way = (one_way_across[:-1] != 0) | (one_way_across[1:] != 0)
    one_way |= (one_way_along[:, :-1] != 0) | (one_way_along[:, 1:] != 0)
    rows, columns = np.nonzero(~straight)
    at = np.column_stack([columns + 1.0, rows + 1.0])
    found = []
    quadrants = [(-1, -1, up, left), (1, -1, up, right), (-1, 1, down, left), (1, 1, down, right)]
    free = [
        ((a == 0).astype(int) + (b == 0).astype(int))[rows, columns] for _, _, a, b in quadrants
    ]  # open walls around each quadrant
    most = np.max(free, axis=0) if len(rows) else np.zeros(0, int)
    for (dx, dy, _, _), open_walls in zip(quadrants, free, strict=True):
        # round a wall that is open one way only, a way may bend on any side
        found.append(at[(open_walls == most) | one_way[rows, columns]] + INSET * (dx, dy))
    return np.vstack(found)


def _cells(points: Floats, shape: tuple[int, int]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    rows = np.clip(np.floor(points[:, 1]), 0, shape[0] - 1).astype(np.intp)
    columns = np.clip(np.floor(points[:, 0]), 0, shape[1] - 1).astype(np.intp)
    return rows, columns


def _over_studs(walls: Walls, start: Point) -> Floats:
    """Costs from the stud under `start` to every stud, in eight directions."""
    e, w, s, n = walls.east, walls.west, walls.south, walls.north
    diagonal = math.sqrt(2)
    prices = [
        1 + e, 1 + w, 1 + s, 1 + n,
        diagonal + np.minimum(e[:-1] + s[:, 1:], s[:, :-1] + e[1:]),  # south-east
        diagonal + np.minimum(w[1:] + n[:, :-1], n[:, 1:] + w[:-1]),  # north-west
        diagonal + np.minimum(w[:-1] + s[:, :-1], s[:, 1:] + w[1:]),  # south-west
        diagonal + np.minimum(e[1:] + n[:, 1:], n[:, :-1] + e[:-1]),  # north-east
    ]  # fmt: skip
    order, indices, starts = _graph(walls.shape)
    data = np.concatenate([price.ravel() for price in prices])[order]
    size = walls.shape[0] * walls.shape[1]
    row, column = _cells(np.array([start]), walls.shape)
    graph = csr_matrix((data, indices, starts), shape=(size, size))
    costs: Floats = dijkstra(graph, indices=int(row[0]) * walls.shape[1] + int(column[0]))
    return costs.reshape(walls.shape)


@lru_cache(maxsize=8)
def _graph(shape: tuple[int, int]) -> tuple[NDArray[np.intp], NDArray[np.int32], NDArray[np.int32]]:
    """The eight-way graph of a board: how prices are sorted into its rows, and its columns."""
    at = np.arange(shape[0] * shape[1]).reshape(shape)
    ends = [
        (at[:, :-1], at[:, 1:]), (at[:, 1:], at[:, :-1]), (at[:-1], at[1:]), (at[1:], at[:-1]),
        (at[:-1, :-1], at[1:, 1:]), (at[1:, 1:], at[:-1, :-1]),
        (at[:-1, 1:], at[1:, :-1]), (at[1:, :-1], at[:-1, 1:]),
    ]  # fmt: skip
    sources = np.concatenate([a.ravel() for a, _ in ends])
    targets = np.concatenate([b.ravel() for _, b in ends])
    order = np.lexsort((targets, sources))
    starts = np.searchsorted(sources[order], np.arange(at.size + 1))
    return order, targets[order].astype(np.int32), starts.astype(np.int32)
