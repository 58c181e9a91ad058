"""The top of a slab -> how far down the walls below it show, its own and those of what bears it.

A wall that stands across the picture shows each of its heights in a line of pixels of its own; so its sums,
plate by plate, are sums of such lines between its two ends, read off the integral images of its patch.
"""

import numpy as np
from numpy.typing import NDArray

from vision.boxes import Box
from vision.plan import MARGIN, PX
from vision.rectangles import FREE, HIDDEN_PRICE, WON, Layers, Patch, before

WALL_PRICE = 10.0  # chi-square that a plate's height of wall must earn
WALL_SEAM = 60.0  # chi-square that a seam between two colours may cost a wall
WALL_ENDS = 450.0  # chi-square lost in a row after which a wall has ended
FEWEST = 4  # pixels of a plate's height of wall that tell anything

Sums = NDArray[np.float64]


def wall_foot(sums: Layers, patch: Patch, box: Box) -> int:
    """How far down walls show below a slab: as long as they explain."""
    eye, window = patch.eye, patch.window
    x_walls = [x for x, seen in ((box.x0, eye.x < box.x0), (box.x1, eye.x > box.x1)) if seen]
    y_walls = [y for y, seen in ((box.y0, eye.y < box.y0), (box.y1, eye.y > box.y1)) if seen]
    across, down = (eye.x, window.left), (eye.y, window.top)
    turned = sums.transpose(0, 2, 1)
    walls = [by_plate(turned, x, (box.y0, box.y1), across, down, eye.z, box.h) for x in x_walls]
    walls += [by_plate(sums, y, (box.x0, box.x1), down, across, eye.z, box.h) for y in y_walls]
    won = sum((np.maximum(even_gain(wall), -WALL_SEAM) for wall in walls), np.zeros(box.h))
    return foot_of(won[::-1])


def foot_of(won: Sums) -> int:
    """The lowest plate of a wall, by what each of its plates wins from the top down."""
    total = np.cumsum(won)
    best = np.maximum.accumulate(np.maximum(total, 0.0))
    ends = np.flatnonzero(total < best - WALL_ENDS)
    total = total[: ends[0]] if len(ends) else total
    so_far = np.flatnonzero(total >= np.maximum.accumulate(np.maximum(total, 0.0)))
    return len(won) - 1 - (int(so_far[-1]) if len(so_far) else 0)


def even_gain(wall: Sums) -> Sums:
    """What each plate's height of a wall wins: the cost it explains less how uneven it is."""
    pixels = wall[:, FREE]
    uneven = wall[:, 3] - (wall[:, :3] ** 2).sum(axis=1) / np.maximum(pixels, 1)
    won = wall[:, WON] - HIDDEN_PRICE * pixels - uneven - WALL_PRICE
    return np.where(pixels < FEWEST, 0.0, won)


def by_plate(
    sums: Layers,
    wall: int,
    ends: tuple[int, int],
    through: tuple[float, int],
    along: tuple[float, int],
    z: float,
    h: int,
) -> Sums:
    """The layers summed over one wall, for each plate of its height from the ground up.

    `through` the wall and `along` it: where the eye is in studs, and the first pixel of the patch. The rows
    of the integral images run along the wall.
    """
    (eye, first), (eye_along, first_along) = through, along
    foot, top = sorted((eye + (wall - eye) * push + MARGIN) * PX - first for push in (1.0, z / (z - h)))
    lines = np.arange(max(0, int(np.floor(foot))), min(sums.shape[1] - 1, int(np.ceil(top))))
    push = ((lines + 0.5 + first) / PX - MARGIN - eye) / (wall - eye)
    plate = np.floor(z * (1 - 1 / np.maximum(push, 1e-6))).astype(np.int64)
    inside = (plate >= 0) & (plate < h)
    lines, push, plate = lines[inside], push[inside], plate[inside]
    out = np.zeros((h, len(sums)))
    if not len(lines):
        return out
    ends_px = (eye_along + (np.array(ends) - eye_along) * push[:, None] + MARGIN) * PX - first_along
    at = np.minimum(np.maximum(ends_px, 0), sums.shape[2] - 1)
    pixel = before(at, sums.shape[2])
    line = lines[:, None]
    first_sum, last_sum = (sums[:, line + 1, p] - sums[:, line, p] for p in (pixel, pixel + 1))
    at_ends = first_sum + (last_sum - first_sum) * (at - pixel)
    np.add.at(out, plate, (at_ends[:, :, 1] - at_ends[:, :, 0]).T)
    return out
