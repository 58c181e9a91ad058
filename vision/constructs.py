"""What neither the background nor a figure explains -> the constructs that stand there.

Patches of unexplained pixels are explained by slabs on the lattice (vision/slabs.py); slabs whose feet touch
are one construct. Its place and footprint are those of its slabs, its height the highest of them.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.backdrop import Plane, eye_of
from vision.boxes import Box, Eye, Window
from vision.colour import ANY_FACING, UP_FACING, classify
from vision.heap import settled
from vision.foreground import SMOOTHED, SUSPECT, Foreground
from vision.observation import Construct, Piece
from vision.plan import MARGIN, PX
from vision.slabs import Patch, Slab, find_slabs
from vision.terrain import Terrain

CLOSED = PX // 2 + 1  # plan pixels: gaps so narrow inside a patch are bridged
LEAST_PATCH = 2.8  # studs²: what is smaller is a loose piece or a crumb
FAINT, PLAIN, REWARD, BLANK, CALMED, POWER = 3.0, 7.0, 20.0, 2.0, 5, 0.6
SURE = 3000.0
BRICK = 4  # plates: a brick, and one of doubt
TINTS, SLIVER, FACING = 10, 0.08, UP_FACING
AROUND = PX // 2  # plan pixels looked at around a patch


@dataclass(frozen=True)
class Leftover:
    """A connected patch of what is still unexplained."""

    window: Window
    mask: NDArray[np.bool_]  # of the window
    studs: float  # its area
    weight: float  # its chi-square


def leftovers(cost: Plane) -> list[Leftover]:
    """The connected patches of unexplained pixels, largest first."""
    odd = (cv2.blur(cost, (SMOOTHED, SMOOTHED)) > SUSPECT).astype(np.uint8)
    odd = cv2.morphologyEx(odd, cv2.MORPH_CLOSE, np.ones((CLOSED, CLOSED), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(odd, connectivity=8)
    found = []
    for k in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[k])
        window = Window(x, y, x + w, y + h)
        mask = labels[window.cut] == k
        found.append(Leftover(window, mask, area / PX**2, float(cost[window.cut][mask].sum())))
    return sorted(found, key=lambda patch: -patch.weight)


def read_constructs(terrain: Terrain, fore: Foreground, cost: Plane, eye: Eye) -> tuple[Construct, ...]:
    """Every construct; `cost` is the background's with what figures explain set to 0."""
    slabs: list[Slab] = []
    for left in leftovers(cost):
        if left.studs >= LEAST_PATCH:
            patch = patch_of(left, fore, cost, eye)
            slabs += find_slabs(patch)
    return tuple(construct(borne(group), terrain, fore, eye) for group in touching(slabs))


def patch_of(left: Leftover, fore: Foreground, cost: Plane, eye: Eye) -> Patch:
    """A leftover with a little around it, ready to be explained."""
    rows, cols = cost.shape
    w = left.window
    window = Window(
        max(0, w.left - AROUND),
        max(0, w.top - AROUND),
        min(cols, w.right + AROUND),
        min(rows, w.bottom + AROUND),
    )
    own = np.zeros(window.shape, np.float32)
    top, start = w.top - window.top, w.left - window.left
    own[top : top + w.shape[0], start : start + w.shape[1]] = left.mask
    smooth = cv2.blur(cost[window.cut], (SMOOTHED, SMOOTHED))
    smooth = cv2.morphologyEx(smooth, cv2.MORPH_CLOSE, np.ones((CLOSED, CLOSED), np.uint8))
    share = np.clip((smooth - FAINT) / (PLAIN - FAINT), 0, 1) * own
    calm = cv2.medianBlur(np.clip(fore.seen[window.cut], 0, 255).astype(np.uint8), CALMED)
    even = np.power(calm.astype(np.float32) / 255, POWER) * 255
    return Patch(eye, window, np.asarray(even, np.float32), np.asarray(share * REWARD - BLANK, np.float32))


def touching(slabs: list[Slab]) -> list[list[Slab]]:
    """Slabs whose footprints share at least a side, together."""
    groups: list[list[Slab]] = []
    for slab in slabs:
        near = [g for g in groups if any(share_a_side(slab.box, other.box) for other in g)]
        groups = [g for g in groups if all(g is not n for n in near)]
        groups.append([slab, *(s for g in near for s in g)])
    return groups


def share_a_side(a: Box, b: Box) -> bool:
    """Whether two footprints overlap or share a side, not just a corner."""
    across = min(a.x1, b.x1) - max(a.x0, b.x0)
    down = min(a.y1, b.y1) - max(a.y0, b.y0)
    return across >= -1 and down >= -1 and across + down > -1


def borne(slabs: list[Slab]) -> list[Slab]:
    """The slabs without those that float: what stands a brick above all it meets has nothing to stand on."""
    if len(slabs) == 1:
        return slabs
    kept = [s for s in slabs if s.gain > SURE or any(s.box.h - o.box.h <= BRICK and meets(s.box, o.box) for o in slabs if o is not s)]
    return kept if len(kept) == len(slabs) or not kept else borne(kept)


def meets(a: Box, b: Box) -> bool:
    """Whether two footprints overlap or share a side."""
    across = min(a.x1, b.x1) - max(a.x0, b.x0)
    down = min(a.y1, b.y1) - max(a.y0, b.y0)
    return across >= 0 and down >= 0 and across + down > 0


def construct(slabs: list[Slab], terrain: Terrain, fore: Foreground, eye: Eye) -> Construct:
    """What a group of slabs says of its construct."""
    x0, y0 = min(s.box.x0 for s in slabs), min(s.box.y0 for s in slabs)
    x1, y1 = max(s.box.x1 for s in slabs), max(s.box.y1 for s in slabs)
    base = base_under((x0, y0, x1, y1), terrain)
    pieces = tuple(piece(s, terrain, fore, eye) for s in sorted(slabs, key=lambda s: -s.box.h))
    top = max(s.box.h for s in slabs)
    colours = colours_of(slabs, terrain, fore, eye)
    return Construct(
        "", (x0 + x1) / 2, (y0 + y1) / 2, base, top - base, (x0, y0, x1, y1), colours, pieces=pieces
    )


def base_under(footprint: tuple[int, int, int, int], terrain: Terrain) -> int:
    """The level that most of a footprint stands over."""
    x0, y0, x1, y1 = footprint
    under = terrain.tops[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)]
    return int(np.argmax(np.bincount(under.ravel()))) if under.size else 0


def piece(slab: Slab, terrain: Terrain, fore: Foreground, eye: Eye) -> Piece:
    """A slab as a piece of its construct, with its colour."""
    box = slab.box
    (x0, y0), (x1, y1) = eye.flat(box.x0, box.y0, box.h), eye.flat(box.x1, box.y1, box.h)
    left, top, right, bottom = (round((v + MARGIN) * PX) for v in (x0, y0, x1, y1))
    face = fore.seen[max(0, top + 2) : bottom - 2, max(0, left + 2) : right - 2].reshape(-1, 3)
    if not len(face):
        return Piece(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0, box.h, None, 0.0)
    middle = np.array([[(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2]])
    names, margins = classify(np.median(face, axis=0)[None].astype(float), terrain.light, middle)
    return Piece(
        box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0, box.h, str(names[0]), float(margins[0])
    )


def colours_of(slabs: list[Slab], terrain: Terrain, fore: Foreground, eye: Eye) -> tuple[str, ...]:
    """The colours that a construct's tops show, those of a mere sliver left out."""
    shown = np.zeros(fore.mask.shape, np.uint8)
    for slab in slabs:
        box = slab.box
        (x0, y0), (x1, y1) = eye.flat(box.x0, box.y0, box.h), eye.flat(box.x1, box.y1, box.h)
        left, top, right, bottom = (max(0, round((v + MARGIN) * PX)) for v in (x0, y0, x1, y1))
        shown[top + 1 : bottom - 1, left + 1 : right - 1] = 1
    where = np.flatnonzero((shown > 0) & fore.mask)[::3]
    if len(where) < TINTS:
        return ()
    seen = fore.seen.reshape(-1, 3)[where]
    cv2.setRNGSeed(1)
    stop = (cv2.TERM_CRITERIA_MAX_ITER + cv2.TERM_CRITERIA_EPS, 10, 1.0)
    _, labels, centres = cv2.kmeans(seen, TINTS, None, stop, 2, cv2.KMEANS_PP_CENTERS)
    share = np.bincount(labels.ravel(), minlength=TINTS) / len(where)
    place = np.array([[np.mean([s.box.x0 for s in slabs]), np.mean([s.box.y0 for s in slabs])]])
    names, _ = classify(np.asarray(centres, float), terrain.light, np.repeat(place, TINTS, 0), facing=FACING)
    return tuple(sorted(n for n in set(names.tolist()) if share[names == n].sum() >= SLIVER))
