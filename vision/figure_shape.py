"""A minifig's geometry -> the solids of its parts, for every pose it can stand or lie in.

Sizes are LDraw's (1 LDU = 1/20 stud = 1/8 plate), rounded; hats, heads, arms and hands were set by laying
the outlines over photographs whose truth is known. In the figure's own frame: forward and sideways in studs,
up in plates, from the middle of the stud pair on the surface it stands on.
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

import numpy as np

from calibration.camera import Array


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
    HAIR = 2
    """Hair sits a little further back; to a player it is a hat like any other."""
    HEAD = 3
    NOTHING = 4


HATS = (Worn.HAT, Worn.PEAKED_HAT, Worn.HAIR)


ARM_ANGLES = (-85.0, -62.0, -36.0, -12.0, 14.0, 42.0)  # degrees above the horizon that the hand is held
SHOULDER_UP = 8.0  # plates
ARM_RADIUS = 0.25  # studs
HAND_RADIUS = 0.27
HEAD_RADIUS = 0.63
HAT_RADIUS = 0.80
PLATES_A_STUD = 2.5
LAID = -1  # the variant of a part that lies


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


def worn_disc(forward: float, radius: float, up: float) -> Array:
    """A round hat, rounded off on top."""
    return np.concatenate(
        [disc(forward, 0, 10.2, radius), disc(forward, 0, up, radius), disc(forward, 0, up + 0.9, 0.4)]
    )


TORSO = np.concatenate(
    [box((-0.45, 0.45), (-0.98, 0.98), (5.0, 5.1)), box((-0.45, 0.45), (-0.68, 0.68), (8.9, 9.0))]
)
STANDING = {
    Part.LEGS: [box((-0.48, 0.55), (-0.98, 0.98), (0.0, 3.6)), box((-0.45, 0.45), (-0.98, 0.98), (3.0, 5.0))],
    Part.TORSO: [TORSO],
    Part.HEAD: [np.concatenate([disc(0, 0, 9.5, HEAD_RADIUS), disc(0, 0, 12.1, HEAD_RADIUS)])],
    Part.HAT: [worn_disc(0.03, HAT_RADIUS, 12.0)],
}
HAIR = worn_disc(-0.09, 0.78, 11.5)
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
    Worn.HAIR: (),
    Worn.HEAD: (Part.HAT,),
    Worn.NOTHING: (Part.HAT, Part.HEAD),
}


def turned(points: Array, facing: float) -> Array:
    """Figure-frame points in the table's directions."""
    a = np.deg2rad(facing)
    f, s = points[:, 0], points[:, 1]
    return np.stack([f * np.cos(a) - s * np.sin(a), f * np.sin(a) + s * np.cos(a), points[:, 2]], -1)


@lru_cache(maxsize=1)
def solids() -> dict[tuple[Part, int], list[Array]]:
    """Every part in every variant: hats by what is worn, arms by their angle, all that lies as LAID."""
    out: dict[tuple[Part, int], list[Array]] = {(part, 0): solids for part, solids in STANDING.items()}
    out[Part.HAT, int(Worn.PEAKED_HAT)] = [*STANDING[Part.HAT], PEAK]
    out[Part.HAT, int(Worn.HAIR)] = [HAIR]
    for k, angle in enumerate(ARM_ANGLES):
        out[Part.LEFT_ARM, k], out[Part.LEFT_HAND, k] = arm(-1, angle)
        out[Part.RIGHT_ARM, k], out[Part.RIGHT_HAND, k] = arm(1, angle)
    return out | {(part, LAID): solids for part, solids in LYING.items()}


def variants(pose: Pose) -> list[tuple[Part, int]]:
    """The parts that a pose shows, in the order they are painted, and how each is held."""
    held = {
        Part.LEFT_ARM: pose.left,
        Part.LEFT_HAND: pose.left,
        Part.RIGHT_ARM: pose.right,
        Part.RIGHT_HAND: pose.right,
        Part.HAT: int(pose.worn),
    }
    shown = [part for part in Part if part not in HIDDEN[pose.worn]]
    return [(part, LAID if pose.lying else held.get(part, 0)) for part in shown]


SKIN_PARTS = (Part.LEFT_HAND, Part.RIGHT_HAND, Part.HEAD)
ARMS = (Part.LEFT_ARM, Part.RIGHT_ARM)
GROUPS = ((Part.LEGS,), (Part.TORSO, *ARMS), SKIN_PARTS[:2], SKIN_PARTS[2:], (Part.HAT,))
LEGS, TORSO_AND_ARMS, HANDS, HEAD, HAT = range(5)  # parts that go together: the index in GROUPS
GROUP_OF = np.array([-1, *(next(g for g, ps in enumerate(GROUPS) if part in ps) for part in Part)], np.int8)
