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
LOW = 3  # plates: feet and chassis, which what stands on them hides
LEAST_FREE_LOW, LEAST_FREE = 0.15, 0.4  # share of a face that must show, low down and higher up
SAME_FACE = 0.6  # share of two faces that lie on each other from which they are one
REFINED = 3  # of the odd heights, the best so many are looked at a plate up and down
CLOSE = 0.85  # share of what a rectangle wins from which another is nearly as good
RIVAL = 0.5  # a rectangle must win so much of what the best one does
MOST_TRIES = 16
HIDDEN_PRICE = 1.5  # chi-square a pixel that a face would have under others: a face that shows needs none
WALL_PRICE = 10.0  # chi-square that a plate's height of wall must earn
WALL_SEAM = 60.0  # chi-square that a seam between two colours may cost a wall
WALL_ENDS = 450.0  # chi-square lost in a row after which a wall has ended
WALL_DEPTHS = (1, 3, 6, HIGHEST)  # plates a wall may reach down: a plate, a brick, two, to the ground
REACH = 0.3  # studs outside the patch at which an edge may lie

RIM = 0.75  # plan pixels at a face's edge that the blur mixes with what lies beside

FREE, WON = 4, 5  # which of the layers count free pixels, and what they win

Layers = NDArray[np.float32]
Line = NDArray[np.float64]
Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]


@dataclass(frozen=True)
class Slab:
    """A piece seen from above: its lattice rectangle and top (`box`), and how far down its walls show."""

    box: Box
    low: int
    gain: float  # chi-square won
    rival: float  # what the better of the next heights up and down would win
    shadowy: bool = False  # it is the background but for brightness: a dark piece, or a shadow
    rivals: tuple[tuple[float, Box], ...] = ()  # the same face at other heights, winning nearly as much
    share: float = 1.0  # how much of what there was to win in its patch all its slabs explain


@dataclass(frozen=True)
class Patch:
    """What is to be explained: a window of the plan, its picture, and what explaining each pixel wins."""

    eye: Eye
    window: Window
    seen: Plane  # of the window: brightness evened out, studs calmed
    cost: Plane  # of the window: chi-square that explaining a pixel wins


@dataclass(frozen=True)
class Lines:
    """Where lines cross an integral image: the pixel before each, and how far past it they lie."""

    before: NDArray[np.int64]
    past: NDArray[np.float32]


@dataclass(frozen=True)
class Grid:
    """The lattice h plates up: its lines' numbers, where the window shows them, the spans between them."""

    h: int
    xs: NDArray[np.int64]
    ys: NDArray[np.int64]
    columns: Lines
    rows: Lines
    across: Pairs
    down: Pairs


def find_slabs(patch: Patch, least: float = 0.0) -> list[Slab]:
    """The slabs that explain a patch, the most telling first; given up once they can't win that share."""
    worth = np.maximum(patch.cost, 0)
    wanted = least * float(worth.sum())
    free = np.ones(patch.window.shape, np.float32)
    grids = {h: grid_at(patch, h) for h in range(1, HIGHEST + 1)}
    found: list[Slab] = []
    for _ in range(MOST_TRIES):
        if sum(slab.gain for slab in found) + float((worth * free).sum()) < wanted:
            break
        sums = integrals(patch, free)
        tried = best_rectangles(sums, grids)
        if not tried or tried[0][0] < LEAST_GAIN:
            break
        fair = [(gain, box) for gain, box in tried if gain >= max(LEAST_GAIN, RIVAL * tried[0][0])]
        sound = next(((g, b) for g, b in fair if is_sound(g, b, sums, patch)), None)
        gain, box = sound or fair[0]
        beside = [one_face(sums, patch, replace(box, h=h)) for h in (box.h - 1, box.h + 1) if h]
        rivals = tuple((g, b) for g, b in fair if g >= CLOSE * gain and shared(patch.eye, b, box) > SAME_FACE)
        slab = Slab(box, wall_foot(patch, free, box), gain, max(beside), rivals=rivals)
        if sound:
            found.append(slab)
        cover(free, slab, patch)
    share = explained(patch, found)
    return [replace(slab, share=share) for slab in found]


def explained(patch: Patch, slabs: list[Slab]) -> float:
    """How much of what there is to win in a patch slabs and their walls cover, 0–1."""
    free = np.ones(patch.window.shape, np.float32)
    for slab in slabs:
        cover(free, slab, patch)
    worth = np.maximum(patch.cost, 0)
    return float(1 - (worth * free).sum() / max(float(worth.sum()), 1.0))


def shared(eye: Eye, a: Box, b: Box) -> float:
    """How much of what either of two faces covers in the plan both do, 0–1."""
    (ax0, ay0), (ax1, ay1) = eye.flat(a.x0, a.y0, a.h), eye.flat(a.x1, a.y1, a.h)
    (bx0, by0), (bx1, by1) = eye.flat(b.x0, b.y0, b.h), eye.flat(b.x1, b.y1, b.h)
    both = max(0.0, min(ax1, bx1) - max(ax0, bx0)) * max(0.0, min(ay1, by1) - max(ay0, by0))
    either = (ax1 - ax0) * (ay1 - ay0) + (bx1 - bx0) * (by1 - by0) - both
    return both / either


def best_rectangles(sums: Layers, grids: dict[int, Grid]) -> list[tuple[float, Box]]:
    """The best rectangle of every other height and of those beside the best of them, most winning first."""
    tried = {h: best_rectangle(sums, grids[h]) for h in range(1, HIGHEST + 1, 2)}
    best = sorted(tried, key=lambda h: -tried[h][0])[:REFINED]
    near = {h + step for h in best for step in (-1, 1)} & grids.keys() - tried.keys()
    tried |= {h: best_rectangle(sums, grids[h]) for h in near}
    return sorted(tried.values(), key=lambda pair: -pair[0])


def is_sound(gain: float, box: Box, sums: Layers, patch: Patch) -> bool:
    """Whether a rectangle looks like a piece: all of it wins, and enough of it shows."""
    pixels = free_pixels(sums, patch, box)
    least = LEAST_FREE_LOW if box.h <= LOW else LEAST_FREE
    return gain >= LEAST_PIXEL_GAIN * pixels and pixels >= least * box.studs * PX * PX


def integrals(patch: Patch, free: Plane) -> Layers:
    """Integral images over free pixels: colour (3), its square, their number, and what they win."""
    spread = np.float32(np.sqrt(3) * FACE_SPREAD)
    seen = (patch.seen - patch.seen.mean(axis=(0, 1))) / spread
    layers = [seen[..., 0], seen[..., 1], seen[..., 2], (seen * seen).sum(-1), free]
    wins = patch.cost * free - HIDDEN_PRICE * (1 - free)
    planes = [cv2.integral(layer, sdepth=cv2.CV_64F) for layer in (*(v * free for v in layers), wins)]
    return np.stack([np.asarray(p, np.float32) for p in planes])


def lines_at(px: Line, size: int) -> Lines:
    """Lines at fractional pixels, first a rim further, then a rim less far, then as they are."""
    where = np.concatenate([px + RIM, px - RIM, px])
    before = np.minimum(np.maximum(where.astype(np.int64), 0), size - 1)
    return Lines(before, (where - before).astype(np.float32))


def at_lines(sums: Layers, columns: Lines, rows: Lines) -> Layers:
    """Integral images at every crossing of columns and rows."""
    j, b = rows.before, rows.past[:, None]
    i, a = columns.before, columns.past
    across = sums[:, j] * (1 - b) + sums[:, j + 1] * b
    return np.asarray(across[:, :, i] * (1 - a) + across[:, :, i + 1] * a, np.float32)


def gains(sums: Layers, grid: Grid) -> NDArray[np.float32]:
    """What rectangles win: the cost they explain less how uneven they are inside their blurred rims."""
    n, r = len(grid.xs), len(grid.ys)
    (i, j), (k, m) = grid.across, grid.down
    at = at_lines(sums, grid.columns, grid.rows)
    colour = at[: FREE + 1, : 2 * r, n + j] - at[: FREE + 1, : 2 * r, i]
    inner = colour[:, r + m] - colour[:, k]
    reward = at[WON][2 * r :, 2 * n :]
    won = reward[:, j] - reward[:, i]
    whole = won[m] - won[k]
    even = (inner[0] ** 2 + inner[1] ** 2 + inner[2] ** 2) / np.maximum(inner[FREE], 1)
    return np.asarray(whole - (inner[3] - even), np.float32)


def grid_at(patch: Patch, h: int) -> Grid:
    """The lattice as the window shows it h plates up."""
    push, window = patch.eye.push(h), patch.window
    xs, px = lattice_lines(patch.eye.x, push, window.left, window.right)
    ys, py = lattice_lines(patch.eye.y, push, window.top, window.bottom)
    rows, columns = lines_at(py, window.shape[0]), lines_at(px, window.shape[1])
    return Grid(h, xs, ys, columns, rows, spans(len(xs)), spans(len(ys)))


def lattice_lines(eye: float, push: float, low: int, high: int) -> tuple[NDArray[np.int64], Line]:
    """Lattice lines at one height that fall on plan pixels [low, high], and where they do, from `low`."""
    first = int(np.floor(eye + (low / PX - MARGIN - eye) / push)) - 1
    last = int(np.ceil(eye + (high / PX - MARGIN - eye) / push)) + 1
    lines = np.arange(first, last + 1)
    px = (eye + (lines - eye) * push + MARGIN) * PX - low
    keep = (px >= -REACH * PX) & (px <= high - low + REACH * PX)
    return lines[keep], np.clip(px[keep], 0.0, high - low)


def spans(count: int) -> Pairs:
    """Pairs of lines that bound something at most LONGEST studs long."""
    i, j = np.triu_indices(count, 1)
    short = j - i <= LONGEST
    return i[short], j[short]


def best_rectangle(sums: Layers, grid: Grid) -> tuple[float, Box]:
    """The lattice rectangle of one height that wins most."""
    (i, j), (k, m) = grid.across, grid.down
    if not len(i) or not len(k):
        return -np.inf, Box(0, 0, 0, 0, grid.h)
    gain = gains(sums, grid)
    row, col = np.unravel_index(int(np.argmax(gain)), gain.shape)
    x0, x1, y0, y1 = grid.xs[i[col]], grid.xs[j[col]], grid.ys[k[row]], grid.ys[m[row]]
    return float(gain[row, col]), Box(int(x0), int(y0), int(x1), int(y1), grid.h)


def lone(patch: Patch, box: Box) -> Grid:
    """A grid of one face only."""
    push, window = patch.eye.push(box.h), patch.window
    x, y = np.array([box.x0, box.x1]), np.array([box.y0, box.y1])
    px = (patch.eye.x + (x - patch.eye.x) * push + MARGIN) * PX - window.left
    py = (patch.eye.y + (y - patch.eye.y) * push + MARGIN) * PX - window.top
    rows = lines_at(py.clip(0, window.shape[0]), window.shape[0])
    columns = lines_at(px.clip(0, window.shape[1]), window.shape[1])
    return Grid(box.h, x, y, columns, rows, spans(2), spans(2))


def one_face(sums: Layers, patch: Patch, box: Box) -> float:
    """What one face wins."""
    return float(gains(sums, lone(patch, box))[0, 0])


def free_pixels(sums: Layers, patch: Patch, box: Box) -> float:
    """How many pixels of a face nothing explains yet."""
    grid = lone(patch, box)
    at = at_lines(sums[FREE : FREE + 1], grid.columns, grid.rows)[0, 4:, 4:]
    return float(at[1, 1] - at[0, 1] - at[1, 0] + at[0, 0])


def wall_foot(patch: Patch, free: Plane, box: Box) -> int:
    """How far down walls show below a slab, its own and those of what bears it: as long as they explain."""
    best, low, total = 0.0, max(0, box.h - 1), 0.0
    for foot in range(box.h - 1, -1, -1):
        strips = wall_strips(box, patch.eye, [foot, foot + 1])
        total += sum(max(wall_gain(patch, free, strip), -WALL_SEAM) for strip in strips)
        if total >= best:
            best, low = total, foot
        if total < best - WALL_ENDS:
            break
    return low


def wall_gain(patch: Patch, free: Plane, strip: list[tuple[float, float]]) -> float:
    """What one even wall wins."""
    px = (np.array(strip) + MARGIN) * PX - [patch.window.left, patch.window.top]
    x0, y0 = np.maximum(np.floor(px.min(axis=0)).astype(int), 0)
    x1, y1 = np.ceil(px.max(axis=0)).astype(int) + 1
    left, top = patch.window.left, patch.window.top
    part = (slice(y0, min(y1, patch.window.shape[0])), slice(x0, min(x1, patch.window.shape[1])))
    window = Window(left + x0, top + y0, left + part[1].stop, top + part[0].stop)
    if min(window.shape) < 1:
        return 0.0
    on = (coverage(strip, window) > 0.5) & (free[part] > 0)
    if on.sum() < 4:
        return 0.0
    seen = patch.seen[part][on]
    uneven = ((seen - seen.mean(axis=0)) ** 2).sum() / (3 * FACE_SPREAD**2)
    return float(patch.cost[part][on].sum() - uneven) - WALL_PRICE


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
