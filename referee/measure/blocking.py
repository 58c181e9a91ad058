"""Straight lines between points in space -> which of them terrain or bodies block."""

import numpy as np
from numpy.typing import NDArray

from referee.measure.bodies import Prism
from referee.measure.walls import Floats

Flags = NDArray[np.bool_]

GRAZE = 1e-6  # plates or shares of a line; a line that only touches an edge passes


def blocked_by_terrain(plates: Floats, starts: Floats, ends: Floats) -> Flags:
    """Which lines (N × 3 points: studs, studs, plates) pass below the surface of some stud."""
    delta = ends - starts
    cuts = np.concatenate([_crossings(starts, delta, 0), _crossings(starts, delta, 1)], axis=1)
    cuts = np.sort(np.concatenate([np.zeros((len(cuts), 1)), cuts, np.ones((len(cuts), 1))], axis=1), axis=1)
    middle = (cuts[:, :-1] + cuts[:, 1:]) / 2
    column = np.floor(starts[:, None, 0] + middle * delta[:, None, 0]).astype(np.intp)
    row = np.floor(starts[:, None, 1] + middle * delta[:, None, 1]).astype(np.intp)
    on = (row >= 0) & (row < plates.shape[0]) & (column >= 0) & (column < plates.shape[1])
    surface = np.where(on, plates[np.where(on, row, 0), np.where(on, column, 0)], 0.0)
    heights = starts[:, None, 2] + cuts * delta[:, None, 2]
    lowest = np.minimum(heights[:, :-1], heights[:, 1:])
    longer = cuts[:, 1:] - cuts[:, :-1] > GRAZE
    result: Flags = (longer & (lowest < surface - GRAZE)).any(axis=1)
    return result


def blocked_by(prism: Prism, starts: Floats, ends: Floats) -> Flags:
    """Which lines pass through the inside of a prism: clipped by its walls, bottom and top in turn."""
    delta = ends - starts
    enter, leave = np.zeros(len(starts)), np.ones(len(starts))
    outside = np.zeros(len(starts), bool)
    corners = np.asarray(prism.outline)
    edges = np.roll(corners, -1, axis=0) - corners
    x, y = corners.T
    turn = 1.0 if x @ np.roll(y, -1) - y @ np.roll(x, -1) > 0 else -1.0  # which way round it is given
    normals = turn * np.column_stack([edges[:, 1], -edges[:, 0], np.zeros(len(edges))])  # outward
    planes = [(normal, float(normal[:2] @ corner)) for normal, corner in zip(normals, corners, strict=True)]
    planes += [(np.array([0.0, 0.0, 1.0]), prism.top), (np.array([0.0, 0.0, -1.0]), -prism.bottom)]
    for normal, offset in planes:
        before, along = starts @ normal - offset, delta @ normal
        still = np.abs(along) < 1e-12
        outside |= still & (before >= -1e-9)
        share = -before / np.where(still, 1.0, along)
        enter = np.where(~still & (along < 0), np.maximum(enter, share), enter)
        leave = np.where(~still & (along > 0), np.minimum(leave, share), leave)
    result: Flags = ~outside & (leave - enter > GRAZE)
    return result


def _crossings(starts: Floats, delta: Floats, axis: int) -> Floats:
    """Where along each line it crosses a whole stud, padded with 1 (the end)."""
    low = np.minimum(starts[:, axis], starts[:, axis] + delta[:, axis])
    high = np.maximum(starts[:, axis], starts[:, axis] + delta[:, axis])
    first, last = np.ceil(low), np.floor(high)
    most = int(max((last - first).max() + 1, 0)) if len(starts) else 0
    whole = first[:, None] + np.arange(most)[None, :]
    step = np.where(delta[:, axis] == 0, 1.0, delta[:, axis])
    share = (whole - starts[:, None, axis]) / step[:, None]
    inside = (whole <= last[:, None]) & (delta[:, None, axis] != 0)
    return np.where(inside, np.clip(share, 0.0, 1.0), 1.0)
