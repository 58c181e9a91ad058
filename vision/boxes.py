"""A stack of blocks as a box on the lattice -> where its top and walls lie in a plan.

In a plan of the board's plane a rectangle h plates up stays an upright rectangle, pushed away from the
nadir and grown by Z / (Z − h); the walls that face the nadir fill the gap between it and its foot.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plan import MARGIN, PX

Mask = NDArray[np.float32]

SUBPIXEL_BITS = 4  # cv2's fixed-point corners


@dataclass(frozen=True, slots=True)
class Box:
    """A stack: lattice rectangle (x0, y0)–(x1, y1) in studs, its top h plates up."""

    x0: int
    y0: int
    x1: int
    y1: int
    h: int

    @property
    def studs(self) -> int:
        """How many studs its top carries."""
        return (self.x1 - self.x0) * (self.y1 - self.y0)

    def grown(self, dx0: int, dy0: int, dx1: int, dy1: int, dh: int) -> "Box":
        """The box with its sides and top shifted."""
        return replace(
            self, x0=self.x0 + dx0, y0=self.y0 + dy0, x1=self.x1 + dx1, y1=self.y1 + dy1, h=self.h + dh
        )


@dataclass(frozen=True, slots=True)
class Eye:
    """Where the lens hangs: x, y in studs, z in plates. All the geometry a plan needs."""

    x: float
    y: float
    z: float

    def push(self, plates: float) -> float:
        """How much larger a plan shows things so high up, seen from the nadir."""
        return self.z / (self.z - plates)

    def flat(self, x: float, y: float, plates: float) -> tuple[float, float]:
        """Board-plane studs on which the point (x, y, plates) is pictured."""
        s = self.push(plates)
        return self.x + (x - self.x) * s, self.y + (y - self.y) * s


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of plan pixels: rows [top, bottom), columns [left, right)."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.bottom - self.top, self.right - self.left

    @property
    def cut(self) -> tuple[slice, slice]:
        """The index that cuts it out of a plan."""
        return slice(self.top, self.bottom), slice(self.left, self.right)


def window_of(box: Box, eye: Eye, shape: tuple[int, int], border: float) -> Window:
    """The part of a plan of `shape` that shows the box with `border` studs around it."""
    corners = [eye.flat(x, y, z) for x in (box.x0, box.x1) for y in (box.y0, box.y1) for z in (0, box.h)]
    xs, ys = [c[0] for c in corners], [c[1] for c in corners]
    left, top = (int((v - border + MARGIN) * PX) for v in (min(xs), min(ys)))
    right, bottom = (int(np.ceil((v + border + MARGIN) * PX)) for v in (max(xs), max(ys)))
    return Window(max(0, left), max(0, top), min(shape[1], right), min(shape[0], bottom))


def corners_px(points: list[tuple[float, float]], window: Window) -> NDArray[np.int32]:
    """Board-plane studs as cv2's fixed-point pixels inside the window."""
    px = (np.array(points) + MARGIN) * PX - 0.5 - [window.left, window.top]
    return np.round(px * (1 << SUBPIXEL_BITS)).astype(np.int32)


def coverage(points: list[tuple[float, float]], window: Window) -> Mask:
    """How much of each pixel a convex polygon of board-plane studs covers, 0–1."""
    mask = np.zeros(window.shape, np.uint8)
    cv2.fillConvexPoly(mask, corners_px(points, window), 255, cv2.LINE_AA, SUBPIXEL_BITS)
    return np.asarray(mask / np.float32(255), np.float32)


def span_coverage(low: float, high: float, start: int, count: int) -> Mask:
    """How much of each of `count` pixels from `start` the span [low, high] of plan pixels covers."""
    edge = np.arange(start, start + count + 1, dtype=np.float32) - 0.5
    reach = np.clip(edge, low, high)
    return np.asarray(np.diff(reach), np.float32)


def top_coverage(box: Box, eye: Eye, window: Window, gap: float = 0.0) -> Mask:
    """How much of each pixel the top face, `gap` studs within its cells, covers: exact, it is upright."""
    x0, y0 = eye.flat(box.x0 + gap, box.y0 + gap, box.h)
    x1, y1 = eye.flat(box.x1 - gap, box.y1 - gap, box.h)
    to_px = [(v + MARGIN) * PX - 0.5 for v in (x0, x1, y0, y1)]
    across = span_coverage(to_px[0], to_px[1], window.left, window.shape[1])
    down = span_coverage(to_px[2], to_px[3], window.top, window.shape[0])
    return np.asarray(down[:, None] * across[None, :], np.float32)


def visible_walls(box: Box, eye: Eye) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The feet of the walls that face the lens, each as its two ends in studs."""
    walls = []
    if eye.x < box.x0:
        walls.append(((box.x0, box.y0), (box.x0, box.y1)))
    elif eye.x > box.x1:
        walls.append(((box.x1, box.y0), (box.x1, box.y1)))
    if eye.y < box.y0:
        walls.append(((box.x0, box.y0), (box.x1, box.y0)))
    elif eye.y > box.y1:
        walls.append(((box.x0, box.y1), (box.x1, box.y1)))
    return walls


def wall_strips(box: Box, eye: Eye, levels: list[int], gap: float = 0.0) -> list[list[tuple[float, float]]]:
    """The visible walls cut at `levels` (plates, from 0 to h), as polygons of board-plane studs."""

    def inside(x: int, y: int) -> tuple[float, float]:
        return x + (gap if x == box.x0 else -gap), y + (gap if y == box.y0 else -gap)

    strips = []
    for a, b in ((inside(*a), inside(*b)) for a, b in visible_walls(box, eye)):
        for low, high in pairwise(levels):
            strips.append([eye.flat(*a, low), eye.flat(*b, low), eye.flat(*b, high), eye.flat(*a, high)])
    return strips


def brick_levels(h: int) -> list[int]:
    """Where colours may change on the walls of a stack so high: brick by brick from the top, or one band."""
    return [*range(h % 3 if h > 3 else 0, h, 3), h] if h > 3 and h % 3 == 0 else [0, h]


def outline(box: Box, eye: Eye) -> list[tuple[float, float]]:
    """The convex outline of the whole box in board-plane studs."""
    foot = ((box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1))
    points = [eye.flat(x, y, z) for z in (0, box.h) for x, y in foot]
    hull = cv2.convexHull(np.array(points, np.float32))
    return [(float(x), float(y)) for x, y in hull[:, 0]]


def apart(a: Box, b: Box) -> int:
    """Studs between two footprints, the larger of across and down; 0 when they meet."""
    across = max(a.x0, b.x0) - min(a.x1, b.x1)
    down = max(a.y0, b.y0) - min(a.y1, b.y1)
    corner = across == 0 and down == 0  # corners alone don't hold
    return max(across, down, 0) + corner
