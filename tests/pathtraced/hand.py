"""A bare forearm and hand over the table, and its way in, about and out."""

from dataclasses import dataclass

import numpy as np

from tests.pathtraced.parts import PLATE, STUD
from tests.pathtraced.solids import Array, Solid, tube

Place = tuple[float, float]  # studs
FINGERS = ((-22, 0.82), (-8, 0.97), (7, 1.0), (21, 0.93))  # place across the palm in mm, length
FOREFINGER = 2
CURLED = 26.0  # millimetres a bent finger's tip lies further back
LIFTED = 9.0  # plates a carried figure is raised by at most


def gripping() -> Solid:
    """A hand with all fingertips together at the origin, its arm reaching back along x and up."""
    return _hand((0.0, 0.0, 0.0, 0.0))


def pointing() -> Solid:
    """A hand with its forefinger's tip at the origin."""
    return _hand(tuple(0.0 if i == FOREFINGER else CURLED for i in range(len(FINGERS))))


def _hand(curls: tuple[float, ...]) -> Solid:
    arm = tube([(-118, 0, 52), (-170, 0, 66), (-330, 2, 96), (-620, 4, 150)], [23, 25, 34, 42], 24, 6)
    palm = tube([(-104, -1, 48), (-84, 0, 46), (-58, 0, 40)], [25, 33, 26], 22, 6)
    arm.join(palm.reshaped(_flattened))
    for (y, long), curl in zip(FINGERS, curls, strict=True):
        arm.join(_finger(y, long, curl))
    thumb = [(-88, -30, 40), (-52, -36, 32), (-24, -24, 16), (-9, -9, 5)]
    return arm.join(tube(thumb, [11, 10.5, 9.5, 8.0], 16, 5))


def _flattened(points: Array) -> Array:
    return np.column_stack([points[:, :2], 44 + (points[:, 2] - 44) * 0.55])


def _finger(y: float, long: float, curl: float) -> Solid:
    tip = (-4 - 22 * (1 - long) - curl, y * 0.42, 4 + 10 * (1 - long))
    joints = [(-60, y, 44), (-34 - 0.4 * curl, y * 0.95, 40), (-14 - curl, y * 0.62, 24), tip]
    return tube(joints, [10.5, 9.2, 8.4, 7.0], 16, 5)


@dataclass(frozen=True, slots=True)
class Pose:
    """One frame: the fingertips' place, the arm's way (radians), what is carried."""

    tip_mm: tuple[float, float, float]
    way: float
    carried: Place | None = None  # the carried figure's place
    lift: float = 0.0  # plates

    def points(self, hand: Solid) -> Array:
        """The hand's vertices over the table in millimetres, x right, y down, height up."""
        cos, sin = np.cos(self.way), np.sin(self.way)
        turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
        placed: Array = hand.points() * [1, -1, 1] @ turn.T + np.array(self.tip_mm)
        return placed


@dataclass(frozen=True, slots=True)
class _Way:
    """From where a hand comes in a visit, and how far off it is when it cannot be seen."""

    rng: np.random.Generator
    turn: float
    size_mm: float

    @property
    def along(self) -> Array:
        return np.array([np.cos(self.turn), np.sin(self.turn), 0.0])

    def pose(self, tip: Array, carried: Place | None = None, lift: float = 0.0) -> Pose:
        x, y, z = tip.tolist()
        return Pose((x, y, z), self.turn, carried, lift)

    def off(self, at: Array, least: float, most: float) -> Array:
        """A place that far away along the arm, in sizes of what is seen."""
        return at - self.along * (self.size_mm * self.rng.uniform(least, most)) + [0, 0, 30]

    def glide(self, start: Array, end: Array) -> list[Pose]:
        return [self.pose(tip) for tip in eased(start, end, int(self.rng.integers(3, 5)))]


def eased(start: Array, end: Array, frames: int) -> list[Array]:
    """Places on the way, the last one being the end."""
    return [start + (end - start) * (3 * s**2 - 2 * s**3) for s in np.linspace(0, 1, frames + 1)[1:]]


def carry(
    rng: np.random.Generator, size_mm: float, source: Place, target: Place, grip_mm: float
) -> list[Pose]:
    """A hand's visit that carries the figure at `source` to `target`, gripped at that height."""
    way = _way(rng, size_mm)
    at, end = (np.array([place[0] * STUD, place[1] * STUD, grip_mm]) for place in (source, target))
    poses = way.glide(way.off(at, 0.95, 1.15), at)
    poses += [way.pose(at + rng.normal(0, 0.4, 3)) for _ in range(int(rng.integers(1, 3)))]
    path = eased(at, end, int(rng.integers(4, 7)))
    for i, (x, y, _) in enumerate(path):
        lift = float(LIFTED * np.sin(np.pi * (i + 1) / len(path)))
        poses.append(way.pose(np.array([x, y, grip_mm + lift * PLATE]), (x / STUD, y / STUD), lift))
    return [*poses, way.pose(end, target), *way.glide(end, way.off(end, 1.0, 1.2))]


def point(rng: np.random.Generator, size_mm: float, source: Place, grip_mm: float) -> list[Pose]:
    """A hand's visit that only points at the figure at `source`."""
    way = _way(rng, size_mm)
    at = np.array([source[0] * STUD, source[1] * STUD, grip_mm])
    at = at - way.along * rng.uniform(8, 30) + [0, 0, rng.uniform(4, 16)]
    poses = way.glide(way.off(at, 0.95, 1.15), at)
    poses += [way.pose(at + rng.normal(0, 1.5, 3)) for _ in range(int(rng.integers(3, 6)))]
    return [*poses, *way.glide(at, way.off(at, 1.0, 1.2))]


def _way(rng: np.random.Generator, size_mm: float) -> _Way:
    return _Way(rng, float(rng.choice([0, 0.5, 1.0, 1.5]) * np.pi + rng.normal(0, 0.18)), size_mm)
