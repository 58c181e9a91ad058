"""A minifig's geometry -> the labelled picture a camera has of it, for every pose it can stand or lie in.

Sizes are LDraw's (1 LDU = 1/20 stud = 1/8 plate), rounded; hats, heads, arms and hands were set by laying
the outlines over photographs whose truth is known. In the figure's own frame: forward and sideways in studs,
up in plates, from the middle of the stud pair on the surface it stands on.
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Array, Camera
from vision.plan import PX, project


class Part(IntEnum):
    """What a pixel of a figure shows; later ones hide earlier ones when seen from above."""

    LEGS = 1
    TORSO = 2
    LEFT_ARM = 3
    RIGHT_ARM = 4
    LEFT_HAND = 5
    RIGHT_HAND = 6
    HEAD = 7
    HAT = 8


class Worn(IntEnum):
    """What stands on the shoulders."""

    HAT = 0
    PEAKED_HAT = 1
    """A hat whose peak reaches forward: a cap."""
    HEAD = 2
    NOTHING = 3


ARM_ANGLES = (-85.0, -62.0, -36.0, -12.0, 14.0, 42.0)  # degrees above the horizon that the hand is held
SHOULDER_UP = 8.0  # plates
ARM_RADIUS = 0.25  # studs
HAND_RADIUS = 0.27
HEAD_RADIUS = 0.62
HAT_RADIUS = 0.78
PLATES_A_STUD = 2.5
REACH = 64  # plan pixels around the anchor that a template may cover (4 studs)


@dataclass(frozen=True, slots=True)
class Pose:
    """One way a figure can stand: what is worn and how each hand is held."""

    facing: int  # degrees
    lying: bool = False
    worn: Worn = Worn.HAT
    left: int = 3  # index in ARM_ANGLES
    right: int = 3


def box(forward: tuple[float, float], side: tuple[float, float], up: tuple[float, float]) -> Array:
    """The eight corners of a box."""
    corners = [(f, s, u) for f in forward for s in side for u in up]
    return np.array(corners, float)


def disc(forward: float, side: float, up: float, radius: float) -> Array:
    """A level circle's outline."""
    turn = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    return np.stack([forward + radius * np.cos(turn), side + radius * np.sin(turn), np.full(16, up)], -1)


def ball(centre: Array, radius: float) -> Array:
    """Points on a small sphere, enough for its outline from any side."""
    up = radius * PLATES_A_STUD
    return np.concatenate(
        [
            disc(centre[0], centre[1], centre[2], radius),
            disc(centre[0], centre[1], centre[2] + 0.7 * up, 0.7 * radius),
            disc(centre[0], centre[1], centre[2] - 0.7 * up, 0.7 * radius),
        ]
    )


def swung(forward: float, side: float, down: float, angle: float) -> Array:
    """A point of the arm, given where it is with the arm level, swung about the shoulder."""
    a = np.deg2rad(angle)
    ahead, above = forward, -down / PLATES_A_STUD
    return np.array(
        [
            ahead * np.cos(a) - above * np.sin(a),
            side,
            SHOULDER_UP + (ahead * np.sin(a) + above * np.cos(a)) * PLATES_A_STUD,
        ]
    )


def arm(side: int, angle: float) -> tuple[list[Array], list[Array]]:
    """Hulls of one arm (shoulder to elbow, elbow to wrist) and of its hand; `side` is −1 for the left."""
    shoulder = swung(0.0, 0.78 * side, 0.0, angle)
    elbow = swung(0.55, 1.16 * side, 0.5, angle)
    wrist = swung(1.05, 1.16 * side, 0.0, angle)
    hand = swung(1.45, 1.16 * side, 0.0, angle)
    upper = np.concatenate([ball(shoulder, ARM_RADIUS), ball(elbow, ARM_RADIUS)])
    lower = np.concatenate([ball(elbow, ARM_RADIUS), ball(wrist, 0.8 * ARM_RADIUS)])
    return [upper, lower], [np.concatenate([ball(hand, HAND_RADIUS), ball(wrist, 0.15)])]


TORSO = np.concatenate(
    [box((-0.45, 0.45), (-0.98, 0.98), (5.0, 5.1)), box((-0.45, 0.45), (-0.68, 0.68), (8.9, 9.0))]
)
STANDING = {
    Part.LEGS: [box((-0.48, 0.55), (-0.98, 0.98), (0.0, 3.6)), box((-0.45, 0.45), (-0.98, 0.98), (3.0, 5.0))],
    Part.TORSO: [TORSO],
    Part.HEAD: [
        np.concatenate([disc(0, 0, 9.0, HEAD_RADIUS), disc(0, 0, 11.4, HEAD_RADIUS), disc(0, 0, 12.2, 0.35)])
    ],
    Part.HAT: [
        np.concatenate([disc(-0.03, 0, 9.8, HAT_RADIUS), disc(-0.03, 0, 11.5, 0.74), disc(0, 0, 12.8, 0.4)])
    ],
}
PEAK = np.concatenate([disc(0.6, 0, 10.6, 0.62), disc(0.0, 0, 11.0, 0.72)])
LYING = {  # on its back, feet forward; the middle of the body is the origin
    Part.LEGS: [box((0.55, 2.55), (-0.98, 0.98), (0.5, 2.9))],
    Part.TORSO: [box((-1.05, 0.55), (-0.9, 0.9), (0.5, 2.9))],
    Part.LEFT_ARM: [box((-0.9, 0.35), (-1.35, -0.8), (1.0, 3.3))],
    Part.RIGHT_ARM: [box((-0.9, 0.35), (0.8, 1.35), (1.0, 3.3))],
    Part.LEFT_HAND: [ball(np.array([0.6, -1.16, 3.0]), 0.3)],
    Part.RIGHT_HAND: [ball(np.array([0.6, 1.16, 3.0]), 0.3)],
    Part.HEAD: [box((-2.1, -1.05), (-0.6, 0.6), (0.6, 3.2))],
    Part.HAT: [box((-2.5, -1.65), (-0.7, 0.7), (0.4, 3.4))],
}
HIDDEN: dict[Worn, tuple[Part, ...]] = {
    Worn.HAT: (),
    Worn.PEAKED_HAT: (),
    Worn.HEAD: (Part.HAT,),
    Worn.NOTHING: (Part.HAT, Part.HEAD),
}


def hulls(pose: Pose) -> dict[Part, list[Array]]:
    """The convex solids of each part, in the figure's own frame, in the order they are painted."""
    shape = dict(LYING if pose.lying else STANDING)
    if not pose.lying:
        shape[Part.LEFT_ARM], shape[Part.LEFT_HAND] = arm(-1, ARM_ANGLES[pose.left])
        shape[Part.RIGHT_ARM], shape[Part.RIGHT_HAND] = arm(1, ARM_ANGLES[pose.right])
        if pose.worn == Worn.PEAKED_HAT:
            shape[Part.HAT] = [*shape[Part.HAT], PEAK]
    return {part: shape[part] for part in Part if part not in HIDDEN[pose.worn]}


def turned(points: Array, facing: float) -> Array:
    """Figure-frame points in the table's directions."""
    a = np.deg2rad(facing)
    f, s = points[:, 0], points[:, 1]
    return np.stack([f * np.cos(a) - s * np.sin(a), f * np.sin(a) + s * np.cos(a), points[:, 2]], -1)


SKIN_PARTS = (Part.LEFT_HAND, Part.RIGHT_HAND, Part.HEAD)
GROUPS = ((Part.LEGS,), (Part.TORSO, Part.LEFT_ARM, Part.RIGHT_ARM), SKIN_PARTS, (Part.HAT,))
LEGS, TORSO_AND_ARMS, SKIN, HAT = range(4)  # parts that share a colour: the index in GROUPS


@dataclass(frozen=True)
class Stencil:
    """Where a pose is pictured: plan pixels (rows, columns) from the anchor, sorted by the parts' groups."""

    rows: NDArray[np.int32]
    cols: NDArray[np.int32]
    starts: tuple[int, ...]  # of each group in `rows`, and the end
    ring: tuple[NDArray[np.int32], NDArray[np.int32]]  # just outside: what should show background again
    labels: NDArray[np.uint8]  # (2·REACH + 1)²: which part each pixel shows, 0 for none

    def steps(self, width: int) -> NDArray[np.int32]:
        """The pixels as steps in a picture so wide, counted row by row."""
        return np.asarray(self.rows * width + self.cols, np.int32)

    def ring_steps(self, width: int) -> NDArray[np.int32]:
        """The same of the ring."""
        return np.asarray(self.ring[0] * width + self.ring[1], np.int32)


LEAN_STEP = 1.5  # studs: moving the eye by as much shifts a hat by a tenth of a stud
EDGE = np.ones((3, 3), np.uint8)


def anchor(camera: Camera, x: float, y: float, base: float) -> NDArray[np.int64]:
    """The plan pixel (column, row) a figure's stencil hangs on."""
    return np.asarray(np.round(project(camera, [x, y, base])), np.int64)


def stencil(camera: Camera, pose: Pose, x: float, y: float, base: int, step: int = 1) -> Stencil:
    """Where a figure in this pose is pictured, every `step`-th pixel of it."""
    eye = camera.eye
    lean = np.round((eye[:2] - (x, y)) / LEAN_STEP) * LEAN_STEP
    return _stencil(pose, (float(lean[0]), float(lean[1])), float(round(eye[2])), base, step)


@lru_cache(maxsize=16384)
def _stencil(pose: Pose, lean: tuple[float, float], eye_up: float, base: int, step: int) -> Stencil:
    labels = _painted(pose, lean, eye_up, base)
    # pixels on the border of two parts show a mixture: they tell nothing
    inner = cv2.erode(labels, EDGE) == cv2.dilate(labels, EDGE)
    rows, cols, starts = [], [], [0]
    for group in GROUPS:
        r, c = np.nonzero(inner & np.isin(labels, group))
        on = (r % step == 0) & (c % step == 0)
        rows.append(r[on])
        cols.append(c[on])
        starts.append(starts[-1] + int(on.sum()))
    solid = (labels > 0).astype(np.uint8)
    around = cv2.dilate(solid, np.ones((9, 9), np.uint8)) - cv2.dilate(solid, np.ones((5, 5), np.uint8))
    r, c = np.nonzero(around)
    on = (r % step == 0) & (c % step == 0)
    ring = (np.asarray(r[on] - REACH, np.int32), np.asarray(c[on] - REACH, np.int32))
    out = [np.asarray(np.concatenate(v) - REACH, np.int32) for v in (rows, cols)]
    return Stencil(out[0], out[1], tuple(starts), ring, labels)


@lru_cache(maxsize=8192)
def _painted(pose: Pose, lean: tuple[float, float], eye_up: float, base: int) -> NDArray[np.uint8]:
    """The labels of a pose seen by an eye `lean` studs away and `eye_up` plates above the board."""
    canvas = np.zeros((2 * REACH + 1, 2 * REACH + 1), np.uint8)
    eye = np.array(lean)
    at_base = eye * (1 - eye_up / (eye_up - base))
    for part, solids in hulls(pose).items():
        for solid in solids:
            p = turned(solid, pose.facing)
            push = eye_up / (eye_up - base - p[:, 2:3])
            flat = eye + (p[:, :2] - eye) * push - at_base
            outline = cv2.convexHull(np.round((flat * PX + REACH) * 16).astype(np.int32))
            cv2.fillConvexPoly(canvas, outline, int(part), lineType=cv2.LINE_8, shift=4)
    return canvas
