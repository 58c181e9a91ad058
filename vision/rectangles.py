"""A patch of a plan -> what every lattice rectangle at every height wins, all heights at once.

Lattice lines fall between pixels, so sums come from integral images read between their pixels. Heights
differ by a line or two in how many the patch shows: rows are filled up, what the rest bounds wins nothing.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.backdrop import Plane
from vision.boxes import Box, Eye, Window
from vision.plan import MARGIN, PX

LONGEST = 8  # studs; longer faces are found in parts
FACE_SPREAD = 4.0  # 1 sigma a channel: studs and gloss shade a face
HIDDEN_PRICE = 1.5  # chi-square a pixel that a face would have under others: a face that shows needs none
REACH = 0.3  # studs outside the patch at which an edge may lie
RIM = 0.75  # plan pixels at a face's edge that the blur mixes with what lies beside
FREE, WON = 4, 5  # of the layers (colour, its square, free pixels, what they win): the last two

Layers = NDArray[np.float32]  # 6 × rows × cols
Values = NDArray[np.float32]
Lines = NDArray[np.float64]
Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Patch:
    """What is to be explained: a window of the plan, its picture, and what explaining each pixel wins."""

    eye: Eye
    window: Window
    seen: Plane  # of the window: brightness evened out, studs calmed
    cost: Plane  # of the window: chi-square that explaining a pixel wins


@dataclass(frozen=True)
class Crossings:
    """Where lines cross in an integral image, at each height: the place before each, and how far past it."""

    before: Numbers  # heights × rows × columns, into the flattened image
    width: int  # of the image
    across: Values  # heights × 1 × columns
    down: Values  # heights × rows × 1

    def at(self, k: Numbers) -> "Crossings":
        """The same at some of the heights."""
        return Crossings(self.before[k], self.width, self.across[k], self.down[k])


@dataclass(frozen=True)
class Lattice:
    """Lattice lines at some heights, and what rectangles between them can be summed from."""

    heights: Numbers
    xs: Numbers  # heights × columns: the lines' numbers
    ys: Numbers  # heights × rows
    edges: Crossings  # of the lines
    rims: Crossings  # of the lines moved a rim on, then a rim back
    price: Values  # heights × spans down × spans across: of what is hidden; infinite outside the patch

    def at(self, heights: list[int]) -> "Lattice":
        """The same at some of its heights, of which it holds all from the first on."""
        k = np.array(heights) - self.heights[0]
        return Lattice(
            self.heights[k], self.xs[k], self.ys[k], self.edges.at(k), self.rims.at(k), self.price[k]
        )


def layers_of(patch: Patch) -> Layers:
    """What rectangles sum: colour (3), its square, ones, what a free pixel wins over a hidden one."""
    seen = np.moveaxis(patch.seen - patch.seen.mean(axis=(0, 1)), -1, 0) / np.float32(
        np.sqrt(3) * FACE_SPREAD
    )
    square = (seen * seen).sum(axis=0)
    return np.stack([*seen, square, np.ones_like(square), patch.cost + HIDDEN_PRICE])


def integrals(layers: Layers, free: Plane) -> Layers:
    """Integral images of the layers over free pixels."""
    count, rows, cols = layers.shape
    out = np.empty((count, rows + 1, cols + 1), np.float32)
    for layer, place in zip(layers, out, strict=True):
        place[:] = cv2.integral(cv2.multiply(layer, free), sdepth=cv2.CV_64F)
    return out


def lattice_of(patch: Patch, highest: int) -> Lattice:
    """The lattice as a patch shows it from 1 plate up to the highest."""
    heights = np.arange(1, highest + 1)
    eye, window = patch.eye, patch.window
    push = (eye.z / (eye.z - heights))[:, None]
    xs, wide = lines_within(eye.x, push, window.left, window.right)
    ys, tall = lines_within(eye.y, push, window.top, window.bottom)
    (_, j), (_, m) = spans(xs.shape[1]), spans(ys.shape[1])
    return lattice(patch, heights, xs, ys, tall[:, m, None] & wide[:, None, j])


def lines_within(
    eye: float, push: NDArray[np.floating], low: int, high: int
) -> tuple[Numbers, NDArray[np.bool_]]:
    """Lattice lines that fall on plan pixels [low, high], a row for each push, filled up; which do."""
    first, last = (eye + (edge / PX - MARGIN - eye) / push for edge in (low - REACH * PX, high + REACH * PX))
    start, stop = np.ceil(first).astype(np.int64), np.floor(last).astype(np.int64)
    numbers = start + np.arange(max(2, int((stop - start).max()) + 1))
    return numbers, numbers <= stop


def lattice_around(patch: Patch, boxes: list[Box]) -> Lattice:
    """The sides of some faces, each at its height, as a lattice that has no other lines."""
    sides = np.array([(b.x0, b.x1, b.y0, b.y1, b.h) for b in boxes])
    return lattice(patch, sides[:, 4], sides[:, :2], sides[:, 2:4], np.ones((len(boxes), 1, 1), bool))


def lattice(patch: Patch, heights: Numbers, xs: Numbers, ys: Numbers, shown: NDArray[np.bool_]) -> Lattice:
    """Lines at some heights as they fall on a patch; what is not `shown` can't be won."""
    eye, window, (rows, cols) = patch.eye, patch.window, patch.window.shape
    push = (eye.z / (eye.z - heights))[:, None]
    across = ((eye.x + (xs - eye.x) * push + MARGIN) * PX - window.left).clip(0, cols)
    down = ((eye.y + (ys - eye.y) * push + MARGIN) * PX - window.top).clip(0, rows)
    (i, j), (k, m) = spans(xs.shape[1]), spans(ys.shape[1])
    area = (down[:, m] - down[:, k])[:, :, None] * (across[:, j] - across[:, i])[:, None]
    price = np.where(shown, HIDDEN_PRICE * area, np.inf).astype(np.float32)
    size = (rows + 1, cols + 1)
    return Lattice(
        heights, xs, ys, crossings(across, down, size), crossings(rims(across), rims(down), size), price
    )


def rims(lines: Lines) -> Lines:
    """The lines moved a rim on, then a rim back."""
    return np.concatenate([lines + RIM, lines - RIM], axis=1)


def crossings(across: Lines, down: Lines, size: tuple[int, int]) -> Crossings:
    """Where lines (heights × N) across and down cross in an integral image."""
    j, i = before(down, size[0]), before(across, size[1])
    b, a = (down - j).astype(np.float32), (across - i).astype(np.float32)
    return Crossings((size[1] * j)[:, :, None] + i[:, None], size[1], a[:, None], b[:, :, None])


def before(lines: Lines, size: int) -> Numbers:
    """The places of an integral image before some lines."""
    return np.minimum(np.maximum(lines.astype(np.int64), 0), size - 2)


@lru_cache(maxsize=64)
def spans(count: int) -> tuple[Numbers, Numbers]:
    """Pairs of lines that bound something at most LONGEST studs long."""
    i, j = np.triu_indices(count, 1)
    short = j - i <= LONGEST
    return i[short], j[short]


def sums_at(sums: Layers, where: Crossings) -> Values:
    """Integral images between their pixels: layers × heights × rows × columns."""
    flat = sums.reshape(len(sums), -1)
    steps = (0, 1, where.width, where.width + 1)
    above, right, below, beyond = (flat.take(where.before + step, axis=1) for step in steps)
    above += (right - above) * where.across
    below += (beyond - below) * where.across
    above += (below - above) * where.down
    return above


def gains(sums: Layers, lattice: Lattice) -> Values:
    """What rectangles win (heights × spans down × spans across): cost explained, less how uneven they are.

    Of their blurred rims only the cost is looked at. What the patch doesn't show wins minus infinity.
    """
    n, m = lattice.xs.shape[1], lattice.ys.shape[1]
    (i, j), (k, bottom) = spans(n), spans(m)
    colour = sums_at(sums[: FREE + 1], lattice.rims)
    strips = colour.take(m + bottom, axis=2) - colour.take(k, axis=2)
    blue, green, red, square, pixels = strips.take(n + j, axis=3) - strips.take(i, axis=3)
    uneven = square - (blue * blue + green * green + red * red) / np.maximum(pixels, 1)
    reward = sums_at(sums[WON:], lattice.edges)[0]
    strip = reward.take(bottom, axis=1) - reward.take(k, axis=1)
    won = strip.take(j, axis=2) - strip.take(i, axis=2)
    return np.asarray(won - lattice.price - uneven, np.float32)


def best_of_each(sums: Layers, lattice: Lattice) -> list[tuple[float, Box]]:
    """The lattice rectangle of each height that wins most, and what it wins."""
    gain = gains(sums, lattice)
    count, _, width = gain.shape
    flat = gain.reshape(count, -1)
    best = flat.argmax(axis=1)
    (i, j), (k, m) = spans(lattice.xs.shape[1]), spans(lattice.ys.shape[1])
    row, col, each = best // width, best % width, np.arange(count)
    xs, ys = lattice.xs, lattice.ys
    sides = (xs[each, i[col]], ys[each, k[row]], xs[each, j[col]], ys[each, m[row]], lattice.heights)
    boxes = [Box(*box) for box in np.stack(sides, axis=1).tolist()]
    return list(zip(flat[each, best].tolist(), boxes, strict=True))


def of_faces(sums: Layers, patch: Patch, boxes: list[Box]) -> tuple[Values, Values]:
    """What some faces win, and how many pixels of each nothing explains yet."""
    lattice = lattice_around(patch, boxes)
    free = sums_at(sums[FREE : FREE + 1], lattice.edges)[0]
    pixels = free[:, 1, 1] - free[:, 0, 1] - free[:, 1, 0] + free[:, 0, 0]
    return gains(sums, lattice)[:, 0, 0], np.asarray(pixels, np.float32)
