"""Slabs found one by one -> the heap of them that explains a patch best as a whole.

All slabs are painted, the lowest first, tops and walls each as one even face; a slab is raised, lowered,
slid along its line of sight, cut or dropped while that explains the picture better. So a wall is not taken
for a top, and a top that could lie low or, a stud nearer to the lens, high, lies where the rest bears it out.
"""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boxes import Box, Eye, visible_walls
from vision.plan import MARGIN, PX
from vision.slabs import HIGHEST, Patch, Slab

STEP = 2  # pixels: every other one is looked at
SPREAD = 4.5
FACE_PRICE = 15.0  # chi-square a face must earn (three numbers, and that pixels hang together)
UNSUPPORTED = 60.0  # price of a slab that nothing seen bears
ROUNDS = 3
LIFTS = (-2, -1, 1, 2)  # plates by which a slab is tried higher or lower
DEPTHS = (1, 3, 6, HIGHEST)  # plates a wall may reach down from the top
MISFIT = 0.3  # studs by which a slid slab's face may lie off

Polygon = NDArray[np.int32]


@dataclass(frozen=True)
class Canvas:
    """A patch's pixels ready for painting, thinned out."""

    eye: Eye
    corner: tuple[int, int]  # plan pixels of the window's left and top
    shape: tuple[int, int]
    cost: NDArray[np.float64]  # what leaving each pixel unexplained costs
    layers: NDArray[np.float64]  # 3 colours and their square, over the spread of a face
    drawn: dict[tuple[Box, int], list[Polygon]] = field(default_factory=dict)  # polygons already worked out


def canvas_of(patch: Patch) -> Canvas:
    """The patch as a canvas."""
    thin = patch.seen[::STEP, ::STEP]
    seen = thin.reshape(-1, 3).astype(np.float64) / (np.sqrt(3) * SPREAD)
    layers = np.concatenate([seen.T, (seen * seen).sum(-1)[None]])
    cost = patch.cost[::STEP, ::STEP].ravel().astype(np.float64)
    return Canvas(patch.eye, (patch.window.left, patch.window.top), thin.shape[:2], cost, layers)


def polygons(canvas: Canvas, slab: Slab) -> list[Polygon]:
    """A slab's visible walls and its top as cv2's fixed-point polygons."""
    key = (slab.box, slab.low)
    if key not in canvas.drawn:
        box, eye = slab.box, canvas.eye
        foot = ((box.x0, box.y0), (box.x1, box.y0), (box.x1, box.y1), (box.x0, box.y1))
        shapes = [
            [eye.flat(*a, slab.low), eye.flat(*b, slab.low), eye.flat(*b, box.h), eye.flat(*a, box.h)]
            for a, b in visible_walls(box, eye)
        ]
        shapes.append([eye.flat(x, y, box.h) for x, y in foot])
        px = ((np.array(shapes) + MARGIN) * PX - 0.5 - canvas.corner) / STEP
        canvas.drawn[key] = list(np.round(px * 16).astype(np.int32))
    return canvas.drawn[key]


def score(canvas: Canvas, slabs: list[Slab]) -> float:
    """Chi-square that the heap wins over leaving the patch unexplained."""
    painted = np.zeros(canvas.shape, np.uint8)
    count = 0
    for slab in sorted(slabs, key=lambda s: s.box.h):
        for polygon in polygons(canvas, slab):
            count += 1
            cv2.fillConvexPoly(painted, polygon, count, cv2.LINE_8, 4)
    labels = painted.ravel()
    on = np.flatnonzero(labels)
    which = labels[on]
    sums = np.array([np.bincount(which, layer[on], count + 1) for layer in canvas.layers])
    size = np.bincount(which, minlength=count + 1)
    uneven = sums[3] - (sums[:3] ** 2).sum(0) / np.maximum(size, 1)
    bare = sum(not supported(slab, slabs) for slab in slabs)
    return float(canvas.cost[on].sum() - uneven.sum() - FACE_PRICE * (size > 0).sum() - UNSUPPORTED * bare)


def supported(slab: Slab, slabs: list[Slab]) -> bool:
    """Whether something seen can bear a slab: the ground, or a slab a brick lower or less that meets it."""
    box = slab.box
    return box.h <= 3 or any(
        0 < box.h - other.box.h <= 3 and meets(box, other.box) for other in slabs if other is not slab
    )


def meets(a: Box, b: Box) -> bool:
    """Whether two footprints overlap or share a side."""
    across = min(a.x1, b.x1) - max(a.x0, b.x0)
    down = min(a.y1, b.y1) - max(a.y0, b.y0)
    return across >= 0 and down >= 0 and across + down > 0


def variants(slab: Slab, eye: Eye) -> list[Slab | None]:
    """A slab raised, lowered, slid along its line of sight, cut or dropped."""
    box = slab.box
    out: list[Slab | None] = [None]
    boxes = [replace(box, h=box.h + lift) for lift in LIFTS if 1 <= box.h + lift <= HIGHEST]
    out += [replace(slab, box=b, low=max(0, slab.low + b.h - box.h)) for b in [*boxes, *slid(box, eye)]]
    out += [replace(slab, low=low) for low in {max(0, box.h - d) for d in DEPTHS} - {slab.low}]
    return out


def slid(box: Box, eye: Eye) -> list[Box]:
    """Other lattice rectangles whose faces, at another height, lie where this one's does."""
    near, far = np.array(eye.flat(box.x0, box.y0, box.h)), np.array(eye.flat(box.x1, box.y1, box.h))
    here = np.array([eye.x, eye.y])
    best: dict[tuple[int, int], tuple[float, Box]] = {}
    for h in range(1, HIGHEST + 1):
        push = eye.push(h)
        low, high = here + (near - here) / push, here + (far - here) / push
        a, b = np.round(low).astype(int), np.round(high).astype(int)
        off = float(max(np.abs(low - a).max(), np.abs(high - b).max()))
        place = (int(a[0]), int(a[1]))
        if off < MISFIT and (b > a).all() and place != (box.x0, box.y0):
            best[place] = min(
                best.get(place, (np.inf, box)), (off, Box(*place, int(b[0]), int(b[1]), h)), key=lambda t: t[0]
            )
    return [b for _, b in best.values()]


def settled(patch: Patch, slabs: list[Slab]) -> list[Slab]:
    """The slabs after every change that explains the patch better."""
    canvas = canvas_of(patch)
    heap = list(slabs)
    best = score(canvas, heap)
    for _ in range(ROUNDS):
        before = best
        for slab in sorted(heap, key=lambda s: -s.box.h):
            others = [s for s in heap if s is not slab]
            tried = [(score(canvas, [*others, v] if v else others), v) for v in variants(slab, canvas.eye)]
            won, change = max(tried, key=lambda pair: pair[0])
            if won > best:
                best, heap = won, [*others, change] if change else others
        if best == before:
            break
    return heap
