"""Straight lines over the studs -> the walls each crosses and what they cost."""

import numpy as np
from numpy.typing import NDArray

from referee.measure.walls import Floats, Walls

# A line that runs along a wall or through a corner is moved aside by this much, both ways, and the
# cheaper counts: the limit of the ways beside it. Two unlike shares, so that no lattice line is parallel.
ASIDE = np.array([1e-7, 0.618034e-7])


def line_costs(walls: Walls, starts: Floats, ends: Floats) -> Floats:
    """Length plus wall prices of each straight line from `starts` to `ends` (N × 2, studs), N costs."""
    length = np.hypot(*(ends - starts).T)
    prices = [_crossed(walls, starts + aside, ends + aside) for aside in (ASIDE, -ASIDE)]
    result: Floats = length + np.minimum(*prices)
    return result


def _crossed(walls: Walls, starts: Floats, ends: Floats) -> Floats:
    """The summed prices of the walls that each line crosses."""
    across = _one_way(walls.east, walls.west, starts[:, 0], starts[:, 1], ends[:, 0], ends[:, 1])
    along = _one_way(walls.south.T, walls.north.T, starts[:, 1], starts[:, 0], ends[:, 1], ends[:, 0])
    result: Floats = across + along
    return result


def _one_way(up: Floats, back: Floats, u0: Floats, v0: Floats, u1: Floats, v1: Floats) -> Floats:
    """Prices of the walls at whole u; `up[v, u]` is the wall from u to u + 1, `back` the way back."""
    if up.shape[1] == 0:
        return np.zeros(len(u0))
    low, high = np.minimum(u0, u1), np.maximum(u0, u1)
    first = np.clip(np.ceil(low), 1, up.shape[1] + 1).astype(np.intp)
    last = np.clip(np.floor(high), 0, up.shape[1]).astype(np.intp)
    counts = np.maximum(last - first + 1, 0)
    owner = np.repeat(np.arange(len(u0)), counts)
    if owner.size == 0:
        return np.zeros(len(u0))
    within = np.arange(owner.size) - np.repeat(np.cumsum(counts) - counts, counts)
    wall = first[owner] + within
    slope = (v1 - v0) / np.where(u1 == u0, 1.0, u1 - u0)
    v = v0[owner] + (wall - u0[owner]) * slope[owner]
    row = np.clip(np.floor(v).astype(np.intp), 0, up.shape[0] - 1)
    forth: NDArray[np.bool_] = (u1 > u0)[owner]
    price = np.where(forth, up[row, wall - 1], back[row, wall - 1])
    return np.bincount(owner, weights=price, minlength=len(u0)).astype(np.float64)
