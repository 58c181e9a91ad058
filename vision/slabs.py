"""Pixels that no background and no figure explains -> the slabs (tops of pieces) that do, best first.

A construct is a heap of blocks on the lattice. Each shows the camera an even, upright rectangle whose sides,
h plates up, fall where the lattice at that height falls: so every lattice rectangle at every height is tried
at once from integral images, the best is kept, what it covers is taken as explained, and so on.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.backdrop import Plane
from vision.boxes import Box, Eye, Window, corners_px, coverage, wall_strips
from vision.plan import MARGIN, PX

HIGHEST = 24  # plates; a mech stands 19 high
LONGEST = 8  # studs; longer faces are found in parts
FACE_SPREAD = 4.0  # 1 sigma a channel: studs and gloss shade a face
LEAST_GAIN = 900.0  # chi-square a slab must win: a seventh of a stud fully explained
LEAST_PIXEL_GAIN = 5.0  # chi-square a pixel of it: shadows that were not let off are no slabs
LEAST_FREE = 0.3  # share of a face that is not explained already
RIVAL = 0.5  # a rectangle must win so much of what the best one does
MOST_TRIES = 16
WALL_PRICE = 60.0  # chi-square a further wall must earn (three numbers)
WALL_DEPTHS = (1, 3, 6, HIGHEST)  # plates a wall may reach down: a plate, a brick, two, to the ground
REACH = 0.3  # studs outside the patch at which an edge may lie

RIM = 0.75  # plan pixels at a face's edge that the blur mixes with what lies beside

Layers = NDArray[np.float64]
Line = NDArray[np.float64]
Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]


@dataclass(frozen=True)
class Slab:
    """A piece seen from above: its lattice rectangle and top (`box`), and how far down its walls show."""

    box: Box
    low: int
    gain: float  # chi-square won
    profile: NDArray[np.float64]  # gain at every height 0 … HIGHEST of the same rectangle; −inf untried


@dataclass(frozen=True)
class Patch:
    """What is to be explained: a window of the plan, its picture, and what explaining each pixel wins."""

    eye: Eye
    window: Window
    seen: Plane  # of the window: brightness evened out, studs calmed
    cost: Plane  # of the window: chi-square that explaining a pixel wins


def find_slabs(patch: Patch) -> list[Slab]:
    """The slabs that explain a patch, the most telling first."""
    free = np.ones(patch.window.shape, np.float32)
    found: list[Slab] = []
    for _ in range(MOST_TRIES):
        sums = integrals(patch, free)
        tried = sorted(best_rectangles(sums, patch), key=lambda pair: -pair[0])
        tried = [(gain, box) for gain, box in tried if gain >= max(LEAST_GAIN, RIVAL * tried[0][0])]
        if not tried:
            break
        sound = next(((g, b) for g, b in tried if is_sound(g, b, sums, patch)), None)
        gain, box = sound or tried[0]
        slab = Slab(box, wall_foot(patch, free, box), gain, profile(sums, patch, box))
        if sound:
            found.append(slab)
        cover(free, slab, patch)
    return found


def best_rectangles(sums: Layers, patch: Patch) -> list[tuple[float, Box]]:
    """The best rectangle of every height, and what it wins."""
    tried = [best_rectangle(sums, patch, h) for h in range(1, HIGHEST + 1)]
    return [pair for pair in tried if pair is not None]


def is_sound(gain: float, box: Box, sums: Layers, patch: Patch) -> bool:
    """Whether a rectangle looks like a piece: all of it wins, and enough of it shows."""
    pixels = face_pixels(sums, patch, box)
    return gain >= LEAST_PIXEL_GAIN * pixels and pixels >= LEAST_FREE * box.studs * PX * PX


def profile(sums: Layers, patch: Patch, box: Box) -> NDArray[np.float64]:
    """What the rectangle wins at every height from 0 (never) to HIGHEST."""
    wins = [rectangle_gain(sums, patch, replace(box, h=h)) for h in range(1, HIGHEST + 1)]
    return np.array([-np.inf, *wins])


def integrals(patch: Patch, free: Plane) -> Layers:
    """Integral images over free pixels: colour (3), its square, their number, and what they win."""
    spread = np.sqrt(3) * FACE_SPREAD
    layers = [patch.seen[..., k] * free / spread for k in range(3)]
    layers += [(patch.seen * patch.seen).sum(-1) * free / spread**2, free, patch.cost * free]
    planes = [cv2.integral(np.ascontiguousarray(layer), sdepth=cv2.CV_64F) for layer in layers]
    return np.stack([np.asarray(p, np.float64) for p in planes])


def gain_of(inner: Layers, whole: Layers) -> NDArray[np.float64]:
    """What faces win: the cost they explain less how uneven they are inside their blurred rims."""
    even = (inner[0] ** 2 + inner[1] ** 2 + inner[2] ** 2) / np.maximum(inner[4], 1)
    return np.asarray(whole[5] - (inner[3] - even))


def at_lines(sums: Layers, x: NDArray[np.float64], y: NDArray[np.float64]) -> Layers:
    """Integral images at every crossing of fractional columns x and rows y."""
    i = np.clip(np.floor(x).astype(int), 0, sums.shape[2] - 2)
    j = np.clip(np.floor(y).astype(int), 0, sums.shape[1] - 2)
    a, b = x - i, (y - j)[:, None]
    rows = sums[:, j] * (1 - b) + sums[:, j + 1] * b
    return np.asarray(rows[:, :, i] * (1 - a) + rows[:, :, i + 1] * a)


def between(sums: Layers, px: Line, py: Line, across: Pairs, down: Pairs, rim: float) -> Layers:
    """The layers summed over every rectangle of pairs of columns and pairs of rows, a rim of it left out."""
    (i, j), (k, m) = across, down
    n, r = len(px), len(py)
    at = at_lines(sums, np.concatenate([px + rim, px - rim]), np.concatenate([py + rim, py - rim]))
    columns = at[:, :, n + j] - at[:, :, i]
    return np.asarray(columns[:, r + m] - columns[:, k])


def lattice_lines(
    eye: float, push: float, low: int, high: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Lattice lines at one height that fall on plan pixels [low, high], and where they do, from `low`."""
    first = int(np.floor(eye + (low / PX - MARGIN - eye) / push)) - 1
    last = int(np.ceil(eye + (high / PX - MARGIN - eye) / push)) + 1
    lines = np.arange(first, last + 1)
    px = (eye + (lines - eye) * push + MARGIN) * PX - low
    keep = (px >= -REACH * PX) & (px <= high - low + REACH * PX)
    return lines[keep], np.clip(px[keep], 0.0, high - low)


def spans(count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pairs of lines that bound something at most LONGEST studs long."""
    i, j = np.triu_indices(count, 1)
    short = j - i <= LONGEST
    return i[short], j[short]


def best_rectangle(sums: Layers, patch: Patch, h: int) -> tuple[float, Box] | None:
    """The lattice rectangle h plates up that wins most."""
    push, window = patch.eye.push(h), patch.window
    xs, px = lattice_lines(patch.eye.x, push, window.left, window.right)
    ys, py = lattice_lines(patch.eye.y, push, window.top, window.bottom)
    if len(xs) < 2 or len(ys) < 2:
        return None
    (i, j), (k, m) = spans(len(xs)), spans(len(ys))
    inner, whole = (between(sums, px, py, (i, j), (k, m), rim) for rim in (RIM, 0.0))
    gain = gain_of(inner, whole)
    row, col = np.unravel_index(int(np.argmax(gain)), gain.shape)
    return float(gain[row, col]), Box(int(xs[i[col]]), int(ys[k[row]]), int(xs[j[col]]), int(ys[m[row]]), h)


def face_px(patch: Patch, box: Box) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The columns and rows of the window at which a face's sides lie."""
    push, window = patch.eye.push(box.h), patch.window
    x = (patch.eye.x + (np.array([box.x0, box.x1]) - patch.eye.x) * push + MARGIN) * PX - window.left
    y = (patch.eye.y + (np.array([box.y0, box.y1]) - patch.eye.y) * push + MARGIN) * PX - window.top
    return np.clip(x, 0, window.shape[1]), np.clip(y, 0, window.shape[0])


def face_sums(sums: Layers, patch: Patch, box: Box, rim: float) -> Layers:
    """The layers summed over one face, a rim of it left out."""
    x, y = face_px(patch, box)
    only = (np.array([0]), np.array([1]))
    return between(sums, x, y, only, only, rim)[:, 0, 0]


def rectangle_gain(sums: Layers, patch: Patch, box: Box) -> float:
    """What one face wins."""
    return float(gain_of(face_sums(sums, patch, box, RIM), face_sums(sums, patch, box, 0.0)))


def face_pixels(sums: Layers, patch: Patch, box: Box) -> float:
    """How many free pixels a face covers."""
    return float(face_sums(sums, patch, box, 0.0)[4])


def wall_foot(patch: Patch, free: Plane, box: Box) -> int:
    """How far down the walls of a slab show: where an even wall explains most."""
    best = (0.0, max(0, box.h - 1))
    for low in sorted({max(0, box.h - depth) for depth in WALL_DEPTHS}, reverse=True):
        gain = sum(wall_gain(patch, free, strip) for strip in wall_strips(box, patch.eye, [low, box.h]))
        best = max(best, (gain, low), key=lambda pair: pair[0])
    return best[1]


def wall_gain(patch: Patch, free: Plane, strip: list[tuple[float, float]]) -> float:
    """What one even wall wins."""
    weight = (coverage(strip, patch.window) > 0.5) * free
    count = float(weight.sum())
    if count < 4:
        return 0.0
    mean = (patch.seen * weight[..., None]).sum((0, 1)) / count
    uneven = ((patch.seen - mean) ** 2).sum(-1) / (3 * FACE_SPREAD**2)
    return float((weight * (patch.cost - uneven)).sum()) - WALL_PRICE


def cover(free: Plane, slab: Slab, patch: Patch) -> None:
    """Mark what a slab and the blur around it explain."""
    box, eye = slab.box, patch.eye
    foot: Iterable[tuple[int, int]] = (
        (box.x0, box.y0),
        (box.x1, box.y0),
        (box.x1, box.y1),
        (box.x0, box.y1),
    )
    points = np.array([eye.flat(x, y, z) for x, y in foot for z in (slab.low, box.h)], np.float32)
    hull = [(float(x), float(y)) for x, y in cv2.convexHull(points)[:, 0]]
    corners = corners_px(hull, patch.window)
    cv2.fillConvexPoly(free, corners, 0.0, cv2.LINE_8, 4)
    cv2.polylines(free, [corners], True, 0.0, 3, cv2.LINE_8, 4)
