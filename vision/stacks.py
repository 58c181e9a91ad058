"""Pixels that don't show bare board -> the boxes that explain them, best explanation first.

Coarse: every lattice rectangle at every height, scored from integral images by how even its colour is.
Fine: the best few are rendered and compared, and moved a stud or a plate at a time while that helps.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import STUD_MM
from vision.backdrop import Backdrop, Plane, board_cost
from vision.boxes import Box, Eye, Window, corners_px, coverage, outline, top_coverage, window_of
from vision.boxfit import Fit, fit_box
from vision.plan import MARGIN, PX

HIGHEST = 15  # plates; taller stacks are walls people don't build on a gaming table
LONGEST = 16  # studs; the longest common brick
COARSE_HEIGHTS = (1, 2, 3, 5, 6, 8, 9, 11, 12, 14)
LEAST_GAIN = 900.0  # chi-square a box must win to be believed: a seventh of a stud fully explained
LEAST_PIXELS = PX * PX // 4  # a quarter of a stud
COMPONENT_COST = 3.5  # smoothed chi-square from which a pixel is suspected of not showing board
UNCAST_SHADOW = 0.07  # 1 sigma of how dark a shadow may be that no stack casts: the room's, a person's
STUD_SHADING = 1.6  # studs shade a face: how much rougher than noise it may be in the coarse score
SEEDS = 3
LEAST_EXPLAINED = 0.4  # share of what looked odd that a box must account for: mirrored light has no edges
LEAST_FREE = 0.7  # share of a top that must not be explained already
UNUSUAL = 0.02  # stacks are bricks or a few plates: other heights must be better by this share of the gain
UNUSUAL_FLOOR = 150.0
BRICK_GAP = 0.1 / STUD_MM  # studs each side by which moulded bricks, unlike drawn ones, are smaller
# of a table's boxes that must fit better with a gap: of gapless ones up to 0.56 did, of others 0.77
MOST_BOXES = 0.75
USUAL_HEIGHTS = (1, 2, 3, 6, 9, 12, 15)


@dataclass(frozen=True)
class Stack:
    """A box that was believed, and how sure its top and its footprint are (chi-square to the runner-up)."""

    fit: Fit
    runner_up: Box
    margin: float

    @property
    def box(self) -> Box:
        """The box itself."""
        return self.fit.box

    @property
    def confidence(self) -> float:
        """0–1: the margin against what such fits are usually wrong by."""
        return float(1 - np.exp(-self.margin / (0.01 * max(self.fit.gain, 1.0) + 100)))


@dataclass(frozen=True)
class Scene:
    """The backdrop with what is still unexplained: `cost` of showing board, `free` 0 where a box explains."""

    drop: Backdrop
    cost: Plane
    free: Plane


def find_stacks(drop: Backdrop) -> list[Stack]:
    """All boxes worth believing, the largest unexplained patch first."""
    return stacks_in(
        Scene(drop, board_cost(drop.seen, drop.bare, drop.noise), np.ones(drop.shape, np.float32))
    )


def block_gap(drop: Backdrop, boxes: list[Box]) -> float:
    """By how much blocks are smaller than their cells: 0.1 mm each side, if most boxes found fit better so.

    Bricks are, to be put side by side; near the nadir it is as much as a plate of height makes.
    """
    free = np.ones(drop.shape, np.float32)
    cost = board_cost(drop.seen, drop.bare, drop.noise)
    gaps = (0.0, BRICK_GAP)
    tight, loose = (
        [best_fit(replace(drop, gap=gap), cost, free, around(box)) for box in boxes] for gap in gaps
    )
    better = sum(b > a for a, b in zip(tight, loose, strict=True))
    return BRICK_GAP if better > 0 and better >= MOST_BOXES * len(boxes) else 0.0


def around(box: Box) -> list[Box]:
    """A box, and as high a plate less and more."""
    return [replace(box, h=h) for h in (box.h - 1, box.h, box.h + 1) if h]


def best_fit(drop: Backdrop, cost: Plane, free: Plane, boxes: list[Box]) -> float:
    """What the best of some boxes gains."""
    return max(fit_box(drop, cost, free, box).gain for box in boxes)


def find_faint(drop: Backdrop, known: list[Box], shade: NDArray[np.bool_]) -> list[Stack]:
    """Stacks that pass for the board in a shadow, though nothing known casts one there: grey upon grey."""
    cost = board_cost(drop.seen, drop.bare, drop.noise, UNCAST_SHADOW)
    free = np.asarray(~shade, np.float32)
    for box in known:
        cover_px(free, box, drop.eye)
    return stacks_in(Scene(drop, cost, free))


def stacks_in(scene: Scene) -> list[Stack]:
    """The boxes worth believing of what is still unexplained."""
    drop = scene.drop
    given_up = np.zeros(drop.shape, bool)
    stacks: list[Stack] = []
    while True:
        patch = largest_patch(scene, given_up)
        if patch is None:
            return stacks
        window, mask = patch
        stack = explain(scene, window)
        if stack is None or not overlaps(stack.box, drop.eye, window, mask):
            given_up[window.cut] |= mask
            continue
        stacks.append(stack)
        cover_px(scene.free, stack.box, drop.eye)


def largest_patch(scene: Scene, given_up: NDArray[np.bool_]) -> tuple[Window, NDArray[np.bool_]] | None:
    """The connected patch with most left to explain, with its pixels; None when nothing is left."""
    smooth = cv2.blur(scene.cost * scene.free, (5, 5))
    odd = ((smooth > COMPONENT_COST) & ~given_up).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(odd, connectivity=4)
    if count < 2:
        return None
    weight = np.bincount(labels.ravel(), (scene.cost * scene.free).ravel(), count)
    weight[0] = 0
    weight[stats[:, cv2.CC_STAT_AREA] < LEAST_PIXELS] = 0
    best = int(np.argmax(weight))
    if weight[best] < LEAST_GAIN:
        return None
    x, y, w, h = (int(v) for v in stats[best, :4])
    window = Window(x, y, x + w, y + h)
    return window, labels[window.cut] == best


def overlaps(box: Box, eye: Eye, window: Window, mask: NDArray[np.bool_]) -> bool:
    """Whether the box explains any of the patch, so that each round gets somewhere."""
    paint = np.zeros(window.shape, np.uint8)
    cv2.fillConvexPoly(paint, corners_px(outline(box, eye), window), 1, cv2.LINE_8, 4)
    return bool((paint.astype(bool) & mask).sum() > LEAST_PIXELS // 2)


def cover_px(free: Plane, box: Box, eye: Eye) -> None:
    """Mark what the box and the blur around it explain."""
    whole = Window(0, 0, free.shape[1], free.shape[0])
    corners = corners_px(outline(box, eye), whole)
    cv2.fillConvexPoly(free, corners, 0.0, cv2.LINE_8, 4)
    cv2.polylines(free, [corners], True, 0.0, 4, cv2.LINE_8, 4)


def explain(scene: Scene, window: Window) -> Stack | None:
    """The best box for a patch, or None when none is worth believing."""
    tried: dict[Box, Fit] = {}

    def score(box: Box) -> float:
        if box not in tried:
            tried[box] = fit_box(scene.drop, scene.cost, scene.free, box)
        return usual_gain(tried[box])

    seeds = sorted(coarse_boxes(scene, window), key=score, reverse=True)[:SEEDS]
    if not seeds:
        return None
    best = max((climb(seed, score) for seed in seeds), key=score)
    others = [*same_outline(best, scene.drop.eye), *(best.grown(*step) for step in ASKEW)]
    for other in sorted(set(others) - set(tried), key=score, reverse=True)[:SEEDS]:
        best = max(best, climb(other, score), key=score)
    for h in range(1, HIGHEST + 1):
        score(replace(best, h=h))
    order = sorted(tried, key=score, reverse=True)
    best = order[0]
    if tried[best].gain < LEAST_GAIN or free_share(scene, best) < LEAST_FREE:
        return None
    if tried[best].gain < LEAST_EXPLAINED * unexplained(scene, best):
        return None
    runner_up = order[1] if len(order) > 1 else best
    return Stack(tried[best], runner_up, score(best) - score(runner_up))


def free_share(scene: Scene, box: Box) -> float:
    """How much of the box's top no other box explains: crumbs beside a stack are no stack."""
    window = window_of(box, scene.drop.eye, scene.drop.shape, 0.0)
    top = top_coverage(box, scene.drop.eye, window)
    return float((top * scene.free[window.cut]).sum() / max(float(top.sum()), 1.0))


def unexplained(scene: Scene, box: Box) -> float:
    """Chi-square that the box's picture holds before it is explained."""
    window = window_of(box, scene.drop.eye, scene.drop.shape, 0.0)
    inside = coverage(outline(box, scene.drop.eye), window)
    return float((inside * scene.free[window.cut] * scene.cost[window.cut]).sum())


def usual_gain(fit: Fit) -> float:
    """The gain, less what a height that people seldom build must make up for."""
    box = fit.box
    thin = min(box.x1 - box.x0, box.y1 - box.y0) == 1
    usual = box.h in USUAL_HEIGHTS and not (thin and box.h < 3)
    return fit.gain if usual else fit.gain - UNUSUAL * max(fit.gain, 0) - UNUSUAL_FLOOR


def climb(start: Box, score: Callable[[Box], float]) -> Box:
    """The best box reachable by moving a side, the whole box or its top a step at a time."""
    here = start
    while True:
        near = [here.grown(*step) for step in STEPS]
        fair = [b for b in near if b.x1 > b.x0 and b.y1 > b.y0 and 1 <= b.h <= HIGHEST]
        best = max(fair, key=score)
        if score(best) <= score(here):
            return here
        here = best


def same_outline(box: Box, eye: Eye) -> list[Box]:
    """Boxes of other heights pictured about as large: what was taken for a top may be walls."""
    out = []
    for h in USUAL_HEIGHTS:
        push = eye.push(box.h) / eye.push(h)
        x0, x1 = same_span(box.x0, box.x1, eye.x, push)
        y0, y1 = same_span(box.y0, box.y1, eye.y, push)
        if x1 > x0 and y1 > y0:
            out.append(Box(x0, y0, x1, y1, h))
    return out


def same_span(low: int, high: int, eye: float, push: float) -> tuple[int, int]:
    """The sides of a box that is pushed otherwise: those that face the eye show their foot, which stays."""
    first, last = (round(eye + (side - eye) * push) for side in (low, high))
    return low if low > eye else first, high if high < eye else last


_SIDES = [
    (1, 0, 0, 0),
    (-1, 0, 0, 0),
    (0, 1, 0, 0),
    (0, -1, 0, 0),
    (0, 0, 1, 0),
    (0, 0, -1, 0),
    (0, 0, 0, 1),
    (0, 0, 0, -1),
]
_SLIDES = [(1, 0, 1, 0), (-1, 0, -1, 0), (0, 1, 0, 1), (0, -1, 0, -1)]
ASKEW = [(dx, dy, dx, dy, 0) for dx in (-1, 1) for dy in (-1, 1)]  # what was taken for a top was a wall
STEPS = [(*side, 0) for side in _SIDES + _SLIDES] + [(0, 0, 0, 0, dh) for dh in (-3, -1, 1, 3)]


def coarse_boxes(scene: Scene, window: Window) -> list[Box]:
    """For each height the most even-coloured lattice rectangle that explains most of the patch."""
    drop = scene.drop
    pad = Window(
        max(0, window.left - PX),
        max(0, window.top - PX),
        min(drop.shape[1], window.right + PX),
        min(drop.shape[0], window.bottom + PX),
    )
    free = scene.free[pad.cut]
    seen = drop.seen[pad.cut]
    layers = np.dstack(
        [seen * free[..., None], (seen * seen).sum(-1) * free, scene.cost[pad.cut] * free, free]
    )
    planes = [cv2.integral(np.ascontiguousarray(layers[..., k]), sdepth=cv2.CV_64F) for k in range(6)]
    sums = np.array(planes, dtype=np.float64)
    boxes = []
    for h in COARSE_HEIGHTS:
        box = best_rectangle(sums, pad, drop, h)
        if box is not None:
            boxes.append(box)
    return boxes


def lattice_px(eye_v: float, push: float, low: int, high: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Lattice lines at one height that fall on plan pixels [low, high], and those pixels."""
    first = int(np.floor(eye_v + (low / PX - MARGIN - eye_v) / push)) - 1
    last = int(np.ceil(eye_v + (high / PX - MARGIN - eye_v) / push)) + 1
    lines = np.arange(first, last + 1)
    px = np.round((eye_v + (lines - eye_v) * push + MARGIN) * PX).astype(np.int64)
    keep = (px >= low) & (px <= high)
    return lines[keep], px[keep]


def best_rectangle(sums: NDArray[np.float64], pad: Window, drop: Backdrop, h: int) -> Box | None:
    """The lattice rectangle h plates up that gains most, from integral images of the padded patch."""
    push = drop.eye.push(h)
    xs, px = lattice_px(drop.eye.x, push, pad.left, pad.right)
    ys, py = lattice_px(drop.eye.y, push, pad.top, pad.bottom)
    if len(xs) < 2 or len(ys) < 2:
        return None
    at = sums[:, (py - pad.top)[:, None], (px - pad.left)[None, :]]
    i, j = np.triu_indices(len(xs), 1)
    k, m = np.triu_indices(len(ys), 1)
    i, j = i[j - i <= LONGEST], j[j - i <= LONGEST]
    k, m = k[m - k <= LONGEST], m[m - k <= LONGEST]
    columns = at[:, :, j] - at[:, :, i]
    total = columns[:, m] - columns[:, k]
    count = np.maximum(total[5], 1)
    rough = total[3] - (total[:3] ** 2).sum(0) / count
    gain = total[4] - rough / (STUD_SHADING * drop.noise) ** 2
    row, col = np.unravel_index(int(np.argmax(gain)), gain.shape)
    return Box(int(xs[i[col]]), int(ys[k[row]]), int(xs[j[col]]), int(ys[m[row]]), h)
