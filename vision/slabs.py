"""Pixels that no background and no figure explains -> the slabs (tops of pieces) that do, best first.

A construct is a heap of blocks on the lattice. Each shows the camera an even, upright rectangle whose sides,
h plates up, fall where the lattice at that height falls: so every lattice rectangle at every height is tried
at once from integral images, the best is kept, what it covers is taken as explained, and so on.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.backdrop import Plane
from vision.boxes import Box, Eye, corners_px
from vision.plan import PX
from vision.rectangles import Lattice, Layers, Patch, best_of_each, integrals, lattice_of, layers_of, of_faces
from vision.walls import wall_foot

HIGHEST = 24  # plates; a mech stands 19 high
LEAST_GAIN = 900.0  # chi-square a slab must win: a seventh of a stud fully explained
LEAST_PIXEL_GAIN = 5.0  # chi-square a pixel of it: shadows that were not let off are no slabs
ODD, EVEN = [*range(1, HIGHEST + 1, 2)], {*range(2, HIGHEST + 1, 2)}
LOW = 3  # plates: feet and chassis, which what stands on them hides
LEAST_FREE_LOW, LEAST_FREE = 0.15, 0.4  # share of a face that must show, low down and higher up
SAME_FACE = 0.6  # share of two faces that lie on each other from which they are one
REFINED = 3  # of the odd heights, the best so many are looked at a plate up and down
CLOSE = 0.85  # share of what a rectangle wins from which another is nearly as good
RIVAL = 0.5  # a rectangle must win so much of what the best one does
MOST_TRIES = 16


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
class Face:
    """A rectangle that wins much, what it would win a plate up or down, and whether it looks like a piece."""

    gain: float
    box: Box
    rival: float
    sound: bool


def find_slabs(patch: Patch, least: float = 0.0) -> list[Slab]:
    """The slabs that explain a patch, the most telling first; given up once they can't win that share."""
    worth = np.maximum(patch.cost, 0)
    wanted = least * float(worth.sum())
    free = np.ones(patch.window.shape, np.float32)
    layers, lattice = layers_of(patch), lattice_of(patch, HIGHEST)
    odd = lattice.at(ODD)
    found: list[Slab] = []
    for _ in range(MOST_TRIES):
        if sum(slab.gain for slab in found) + float(np.vdot(worth, free)) < wanted:
            break
        sums = integrals(layers, free)
        faces = faces_of(sums, patch, best_rectangles(sums, lattice, odd))
        if not faces:
            break
        face = next((f for f in faces if f.sound), faces[0])
        foot, others = wall_foot(sums, patch, face.box), rivals(face, faces, patch)
        slab = Slab(face.box, foot, face.gain, face.rival, rivals=others)
        if face.sound:
            found.append(slab)
        cover(free, slab, patch)
    share = explained(patch, found)
    return [replace(slab, share=share) for slab in found]


def best_rectangles(sums: Layers, lattice: Lattice, odd: Lattice) -> list[tuple[float, Box]]:
    """The best rectangle of every other height and of those beside the best of them, most winning first."""
    best = sorted(best_of_each(sums, odd), key=lambda pair: -pair[0])
    near = {box.h + step for _, box in best[:REFINED] for step in (-1, 1)} & EVEN
    return sorted([*best, *best_of_each(sums, lattice.at(sorted(near)))], key=lambda pair: -pair[0])


def faces_of(sums: Layers, patch: Patch, tried: list[tuple[float, Box]]) -> list[Face]:
    """The rectangles that win enough, as they were tried, and a closer look at each.

    One looks like a piece if all of it wins and enough of it shows.
    """
    fair = [(gain, box) for gain, box in tried if gain >= max(LEAST_GAIN, RIVAL * tried[0][0])]
    if not fair:
        return []
    near = [(box, replace(box, h=box.h - 1 or 2), replace(box, h=box.h + 1)) for _, box in fair]
    won, pixels = of_faces(sums, patch, [box for boxes in near for box in boxes])
    rival, shown = won.reshape(-1, 3)[:, 1:].max(axis=1).tolist(), pixels[::3].tolist()
    return [
        Face(gain, box, r, gain >= LEAST_PIXEL_GAIN * px and px >= least_free(box) * box.studs * PX * PX)
        for (gain, box), r, px in zip(fair, rival, shown, strict=True)
    ]


def least_free(box: Box) -> float:
    """The share of a face that must show."""
    return LEAST_FREE_LOW if box.h <= LOW else LEAST_FREE


def rivals(face: Face, faces: list[Face], patch: Patch) -> tuple[tuple[float, Box], ...]:
    """The same face at any height at which it wins nearly as much."""
    near = (f for f in faces if f.gain >= CLOSE * face.gain)
    return tuple((f.gain, f.box) for f in near if shared(patch.eye, f.box, face.box) > SAME_FACE)


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
