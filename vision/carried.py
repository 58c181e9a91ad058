"""A construct that was put elsewhere -> where it stands and stood, by its slabs as they were known before.

Read by itself, a construct in a new place may lose a side that hides there, or gain one that is its shadow.
But it is the same body: its known slabs, turned by quarters and set on the lattice around, are pictured as
this camera would see them there, and where the frame looks most like that is where it stands.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Array, Camera
from vision.boxes import Box
from vision.observation import Construct
from vision.plan import Picture
from vision.sameness import PATCH_PX_A_STUD, patch, shadow_of

Footprint = tuple[int, int, int, int]  # x0, y0, x1, y1 in studs
Labels = NDArray[np.int16]
Tints = NDArray[np.float32]

ROOM = 3.0  # studs around the new reading that are shown
NOTHING, WALL = -1, 0  # labels: where the body is not seen, and its walls, which each lamp shades otherwise
FEWEST = 6  # pixels of a top that tell its tint
SPREAD = 18.0  # grey levels, 1 sigma: how much a top's tint differs from place to place
MISS = 9.0  # chi-square at which a pixel simply shows something else
LIGHT = (0.8, 1.25)  # how much brighter or darker a place may be lit than another
STAYED = 12.0  # grey levels up to which a pixel shows what it showed before anything was put there
UNEXPLAINED = 0.4  # of MISS: what a changed pixel costs that the body leaves alone; it may be its shadow
LEAST_ALIKE = -1.2  # 1 is just so; right places had -0.7 at least: worse, and the body was never read
LEAST_BETTER = 0.01  # of a perfect likeness, by which a place must look better than any other
CERTAIN = 0.1  # studs, 1 sigma, up to which a body's size was confirmed: no reading is larger or smaller
ASTRAY = 1  # studs by which the reading of a body of certain size may be off


@dataclass(frozen=True)
class Shot:
    """A settled frame and the camera as it hung then."""

    picture: Picture
    camera: Camera


@dataclass(frozen=True)
class Place:
    """Where a body may have been put: its footprint there, and by how many quarters it was turned."""

    footprint: Footprint
    quarters: int


@dataclass(frozen=True)
class Carried:
    """A construct in its new place, and the middle of where it stood, by what is known of its size now."""

    there: Construct
    start: tuple[float, float]


def carried(before: Construct, was: Shot, after: Construct, now: Shot) -> Carried:
    """The new reading as the known body says, where it and the reading are of different sizes."""
    slabs = [Box(p.x, p.y, p.x + p.w, p.y + p.d, p.top or 0) for p in before.pieces]
    certain = before.error <= CERTAIN
    if certain and slabs:  # studs of which no piece was made out are its own all the same
        slabs = [Box(*before.footprint, min(slab.h for slab in slabs)), *slabs]
    places = list(around(before, after, ASTRAY if certain else 0))
    as_read = Carried(after, (before.x, before.y))
    if not slabs or not places:
        return as_read
    ground = room_around(after, now.camera)
    shown, empty = patch(now.picture, now.camera, ground), patch(was.picture, was.camera, ground)
    changed = np.abs(shown - empty).max(axis=-1) > STAYED
    tints = tints_of(before, slabs, was)

    def likeness(place: Place) -> float:
        labels = paint(moved(slabs, before, place, after), ground, now.camera, changed.shape)
        return alike(labels, shown, changed, tints)

    likes = {place: likeness(place) for place in places}
    best = max(places, key=lambda place: likes[place])
    others = [likes[place] for place in places if place.footprint != best.footprint]
    if likes[best] < LEAST_ALIKE or (others and likes[best] - max(others) < LEAST_BETTER):
        return as_read
    whole = best.footprint if certain else known_by_both(best.footprint, after.footprint)
    (x, y), (px, py) = middle(whole), middle(best.footprint)
    dx, dy = x - px, y - py
    for _ in range(best.quarters):  # back by as many quarters
        dx, dy = dy, -dx
    error = min(before.error, after.error)
    there = replace(after, x=x, y=y, footprint=whole, plates=before.plates, error=error)
    return Carried(there, (before.x + dx, before.y + dy))


def known_by_both(body: Footprint, read: Footprint) -> Footprint:
    """What body and reading cover together, if one has but a row that the other lacks; else the body.

    A side that hides is commoner than one that is made up.
    """
    x0, y0, x1, y1 = (pick(a, b) for pick, a, b in zip((min, min, max, max), body, read, strict=True))
    more = max(x1 - x0 - (body[2] - body[0]), y1 - y0 - (body[3] - body[1]))
    return (x0, y0, x1, y1) if more <= 1 else body


def middle(footprint: Footprint) -> tuple[float, float]:
    """The middle of a footprint."""
    x0, y0, x1, y1 = footprint
    return (x0 + x1) / 2, (y0 + y1) / 2


def fits(body: tuple[int, int], read: tuple[int, int], astray: int = 0) -> bool:
    """Whether, along one axis, one of two spans lies within the other, or sticks out but so far."""
    low, high = body[0] - read[0], body[1] - read[1]
    return (low <= astray and -high <= astray) or (-low <= astray and high <= astray)


def around(before: Construct, after: Construct, astray: int = 0) -> Iterator[Place]:
    """Every way to set the known body down so that it and what was read there lie within one another.

    Either may stick out of the other by `astray` studs.
    """
    x0, y0, x1, y1 = before.footprint
    a0, b0, a1, b1 = after.footprint
    size = (x1 - x0, y1 - y0)
    for quarters in range(4):
        w, d = size if quarters % 2 == 0 else size[::-1]
        for left, top in product(range(a0 - w, a1 + 1), range(b0 - d, b1 + 1)):
            if fits((left, left + w), (a0, a1), astray) and fits((top, top + d), (b0, b1), astray):
                yield Place((left, top, left + w, top + d), quarters)


def moved(slabs: list[Box], before: Construct, place: Place, after: Construct) -> list[Box]:
    """The slabs of a body as they lie once it was put there."""
    x0, y0, x1, y1 = before.footprint
    a0, b0, _, _ = place.footprint
    up = (after.base or 0) - (before.base or 0)
    out = []
    for s in slabs:
        left, top, right, bottom = s.x0 - x0, s.y0 - y0, s.x1 - x0, s.y1 - y0
        w, d = x1 - x0, y1 - y0
        for _ in range(place.quarters):  # a quarter to the right: x becomes d − y
            left, top, right, bottom = d - bottom, left, d - top, right
            w, d = d, w
        out.append(Box(a0 + left, b0 + top, a0 + right, b0 + bottom, s.h + up))
    return out


def room_around(model: Construct, camera: Camera) -> Array:
    """The rectangle of the table, at the model's level, that shows it and all about it."""
    x0, y0, x1, y1 = model.footprint
    base = model.base or 0
    sides = product((x0 - ROOM, x1 + ROOM), (y0 - ROOM, y1 + ROOM), (base, base + (model.plates or 3)))
    return shadow_of(np.array(list(sides), float), camera)


def paint(slabs: list[Box], ground: Array, camera: Camera, shape: tuple[int, int]) -> Labels:
    """Which top each pixel of a patch shows, counted from 1; the highest hide the others."""
    labels = np.full(shape, NOTHING, np.int16)
    corner, eye = ground[0], camera.eye
    for k in sorted(range(len(slabs)), key=lambda k: slabs[k].h):
        box = slabs[k]
        foot = np.array([(x, y) for x in (box.x0, box.x1) for y in (box.y0, box.y1)], float)
        tops, feet = (
            (eye[:2] + (foot - eye[:2]) * (eye[2] - corner[2]) / (eye[2] - z) - corner[:2]) * PATCH_PX_A_STUD
            for z in (float(box.h), float(corner[2]))
        )
        for points, label in ((np.concatenate([tops, feet]), WALL), (tops, k + 1)):
            hull = cv2.convexHull(points.astype(np.float32))
            cv2.fillConvexPoly(labels, np.round((hull - 0.5) * 16).astype(np.int32), label, cv2.LINE_8, 4)
    return labels


def tints_of(before: Construct, slabs: list[Box], was: Shot) -> Tints:
    """The colour that each top showed where it stood, in the order of the slabs; NaN where too little did."""
    ground = room_around(before, was.camera)
    seen = patch(was.picture, was.camera, ground)
    labels = paint(slabs, ground, was.camera, seen.shape[:2])
    out = np.full((len(slabs), 3), np.nan, np.float32)
    for k in range(len(slabs)):
        own = seen[labels == k + 1]
        if len(own) >= FEWEST:
            out[k] = np.median(own, axis=0)
    return out


def alike(labels: Labels, shown: NDArray[np.float32], changed: NDArray[np.bool_], tints: Tints) -> float:
    """How much a patch looks as the painted body would: 1 is just so; what is left unexplained costs."""
    tops = labels > WALL
    want = tints[labels[tops] - 1]
    known = ~np.isnan(want[:, 0])
    if not known.any():
        return 0.0
    here, want = shown[tops][known], want[known]
    light = np.clip(np.median(here / np.maximum(want, 8.0), axis=0), *LIGHT)
    error = ((here - light * want) ** 2).sum(axis=-1) / (3 * SPREAD**2)
    won = float((MISS - 2 * np.minimum(error, MISS)).sum())
    left = float((changed & (labels == NOTHING)).sum()) * UNEXPLAINED * MISS
    return (won - left) / (MISS * float(known.sum()))
