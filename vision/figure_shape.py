"""A minifig's geometry -> the labelled picture a camera has of it, for every pose it can stand or lie in.

Sizes follow LDraw (1 LDU = 1/20 stud = 1/8 plate) from memory, rounded and unchecked; the place of the
hands was measured on photographs. In the figure's own frame: forward and sideways in studs, up in plates,
from the middle of the stud pair on the surface it stands on. Nothing calls it yet.
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
    HEAD = 1
    NOTHING = 2


ARM_ANGLES = (-55.0, -22.0, 12.0)  # degrees above the horizon that the hand is held: low, forward, raised
SHOULDER_UP = 7.9  # plates
ARM_RADIUS = 0.24  # studs
HAND_RADIUS = 0.24
HEAD_RADIUS = 0.64
HAT_RADIUS = 0.80
PLATES_A_STUD = 2.5
REACH = 64  # plan pixels around the anchor that a template may cover (4 studs)


@dataclass(frozen=True, slots=True)
class Pose:
    """One way a figure can stand: what is worn and how each hand is held."""

    facing: int  # degrees
    lying: bool = False
    worn: Worn = Worn.HAT
    left: int = 1  # index in ARM_ANGLES
    right: int = 1


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
    elbow = swung(0.55, 1.08 * side, 0.5, angle)
    wrist = swung(1.02, 1.12 * side, 0.0, angle)
    hand = swung(1.38, 1.12 * side, 0.0, angle)
    upper = np.concatenate([ball(shoulder, ARM_RADIUS), ball(elbow, ARM_RADIUS)])
    lower = np.concatenate([ball(elbow, ARM_RADIUS), ball(wrist, 0.8 * ARM_RADIUS)])
    return [upper, lower], [np.concatenate([ball(hand, HAND_RADIUS), ball(wrist, 0.15)])]


TORSO = np.concatenate(
    [box((-0.45, 0.45), (-0.98, 0.98), (5.0, 5.1)), box((-0.45, 0.45), (-0.68, 0.68), (8.9, 9.0))]
)
STANDING = {
    Part.LEGS: [box((-0.48, 0.55), (-0.98, 0.98), (0.0, 3.6)), box((-0.45, 0.45), (-0.98, 0.98), (3.0, 5.0))],
    Part.TORSO: [TORSO],
    Part.HEAD: [np.concatenate([disc(0, 0, 9.0, HEAD_RADIUS), disc(0, 0, 12.0, HEAD_RADIUS)])],
    Part.HAT: [
        np.concatenate(
            [disc(0.0, 0, 10.0, HAT_RADIUS), disc(0.0, 0, 12.0, HAT_RADIUS), disc(0, 0, 13.2, 0.5)]
        )
    ],
}
LYING = {  # on its back, feet forward; the middle of the body is the origin
    Part.LEGS: [box((0.4, 2.4), (-0.98, 0.98), (0.5, 2.9))],
    Part.TORSO: [box((-1.2, 0.4), (-0.9, 0.9), (0.5, 2.9))],
    Part.LEFT_ARM: [box((-0.9, 0.1), (-1.3, -0.8), (1.0, 3.6))],
    Part.RIGHT_ARM: [box((-0.9, 0.1), (0.8, 1.3), (1.0, 3.6))],
    Part.LEFT_HAND: [ball(np.array([-0.1, -1.12, 4.4]), HAND_RADIUS)],
    Part.RIGHT_HAND: [ball(np.array([-0.1, 1.12, 4.4]), HAND_RADIUS)],
    Part.HEAD: [box((-2.2, -1.2), (-0.6, 0.6), (0.6, 3.2))],
    Part.HAT: [box((-2.7, -1.75), (-0.75, 0.75), (0.4, 3.6))],
}
HIDDEN = {Worn.HAT: (), Worn.HEAD: (Part.HAT,), Worn.NOTHING: (Part.HAT, Part.HEAD)}


def hulls(pose: Pose) -> dict[Part, list[Array]]:
    """The convex solids of each part, in the figure's own frame, in the order they are painted."""
    shape = dict(LYING if pose.lying else STANDING)
    if not pose.lying:
        shape[Part.LEFT_ARM], shape[Part.LEFT_HAND] = arm(-1, ARM_ANGLES[pose.left])
        shape[Part.RIGHT_ARM], shape[Part.RIGHT_HAND] = arm(1, ARM_ANGLES[pose.right])
    return {part: shape[part] for part in Part if part not in HIDDEN[pose.worn]}


def turned(points: Array, facing: float) -> Array:
    """Figure-frame points in the table's directions."""
    a = np.deg2rad(facing)
    f, s = points[:, 0], points[:, 1]
    return np.stack([f * np.cos(a) - s * np.sin(a), f * np.sin(a) + s * np.cos(a), points[:, 2]], -1)


def anchor(camera: Camera, x: float, y: float, base: float) -> NDArray[np.int64]:
    """The plan pixel (column, row) a figure's template hangs on."""
    return np.asarray(np.round(project(camera, [x, y, base])), np.int64)


@lru_cache(maxsize=8192)
def _painted(pose: Pose, lean: tuple[float, float], eye_up: float, base: int) -> NDArray[np.uint8]:
    """The template of a pose seen by an eye `lean` studs away and `eye_up` plates above the board."""
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


LEAN_STEP = 1.5  # studs: moving the eye by as much shifts a hat by a tenth of a stud


def template(camera: Camera, pose: Pose, x: float, y: float, base: int) -> NDArray[np.uint8]:
    """Labels (2·REACH + 1)² around the anchor: which part each plan pixel shows, 0 for none."""
    eye = camera.eye
    lean = np.round((eye[:2] - (x, y)) / LEAN_STEP) * LEAN_STEP
    return _painted(pose, (float(lean[0]), float(lean[1])), float(round(eye[2])), base)
