"""A height map and a way -> the highest single step up and down on it, in plates (CN-12)."""

import itertools
from collections.abc import Sequence

import numpy as np

from referee.measure.walls import Floats

Point = tuple[float, float]


def highest_steps(plates: Floats, points: Sequence[Point]) -> tuple[float, float]:
    """The most that is stepped up, and down, between two neighbouring studs of the way; 0 where none is."""
    heights = np.concatenate([_heights(plates, a, b) for a, b in itertools.pairwise(points)])
    rises = np.diff(heights)
    return float(max(rises.max(initial=0.0), 0.0)), float(max((-rises).max(initial=0.0), 0.0))


def _heights(plates: Floats, start: Point, end: Point) -> Floats:
    """The surface along a straight line, stud by stud."""
    a, delta = np.asarray(start), np.asarray(end) - np.asarray(start)
    cuts = [np.array([0.0, 1.0])]
    for axis in (0, 1):
        low, high = sorted((a[axis], a[axis] + delta[axis]))
        whole = np.arange(np.ceil(low), np.floor(high) + 1)
        if delta[axis]:
            cuts.append((whole - a[axis]) / delta[axis])
    shares = np.unique(np.clip(np.concatenate(cuts), 0.0, 1.0))
    middles = (shares[:-1] + shares[1:]) / 2 if len(shares) > 1 else shares
    column = np.clip(np.floor(a[0] + middles * delta[0]), 0, plates.shape[1] - 1).astype(np.intp)
    row = np.clip(np.floor(a[1] + middles * delta[1]), 0, plates.shape[0] - 1).astype(np.intp)
    found: Floats = np.asarray(plates, float)[row, column]
    return found
