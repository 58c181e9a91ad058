"""The camera: where it hangs, how it bends straight lines, and the way from a pinhole picture to its own."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.pathtraced.parts import STUD
from tests.pathtraced.solids import Array

FLIP = np.diag([1.0, 1.0, -1.0])  # truth counts heights up, the camera's frame counts them down
ROUNDS = 12  # of undoing the lens; it gains about a digit a round
EDGE_PX = 12  # how far inside a lens shot the board's corners stay

Map = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Pinhole:
    """For cv2.remap: where each pixel lies in a pinhole picture of that size, its axis in the middle."""

    x: Map
    y: Map
    width: int
    height: int


@dataclass(frozen=True, eq=False)
class Camera:
    """A camera as the truth writes it; millimetres, pixels counted from the first one's middle."""

    width: int
    height: int
    focal: float
    centre: tuple[float, float]
    dist: tuple[float, float, float, float, float]  # k1, k2, p1, p2, k3 as in OpenCV
    turn: Array
    shift: Array

    @property
    def matrix(self) -> list[list[float]]:
        """K of the literature."""
        return [[self.focal, 0.0, self.centre[0]], [0.0, self.focal, self.centre[1]], [0.0, 0.0, 1.0]]

    def truth(self) -> dict[str, Any]:
        """This camera as JSON."""
        return {
            "width": self.width,
            "height": self.height,
            "K": self.matrix,
            "dist": list(self.dist),
            "R": self.turn.tolist(),
            "t": self.shift.tolist(),
        }

    def framed(self, points: Any) -> Array:
        """Table points (x right, y down, height up) in the camera's own frame."""
        framed: Array = np.asarray(points, float).reshape(-1, 3) @ FLIP @ self.turn.T + self.shift
        return framed

    def project(self, points: Any) -> Array:
        """Pixels of table points."""
        still, matrix = np.zeros(3), np.array(self.matrix)
        at = cv2.projectPoints(self.framed(points), still, still, matrix, np.array(self.dist))[0]
        return np.asarray(at, float).reshape(-1, 2)

    def flat(self, points: Any) -> Array:
        """Pixels of table points before the lens bends them, from the optical axis."""
        p = self.framed(points)
        flat: Array = p[:, :2] / p[:, 2:] * self.focal
        return flat

    def world(self) -> Array:
        """Blender's camera-to-world matrix (x right, y away from the viewer's down, z up; millimetres)."""
        flip = np.diag([1.0, -1.0, -1.0])
        turn, shift = flip @ self.turn @ flip, flip @ self.shift
        out = np.eye(4)
        out[:3, :3], out[:3, 3] = turn.T, -turn.T @ shift
        return out

    @cached_property
    def pinhole(self) -> Pinhole:
        """The pinhole picture that holds all this camera sees."""
        v, u = np.mgrid[0 : self.height, 0 : self.width].astype(np.float64)
        x, y = self._straight((u - self.centre[0]) / self.focal, (v - self.centre[1]) / self.focal)
        wide = 2 * int(np.ceil(np.abs(x).max() * self.focal + 4))
        tall = 2 * int(np.ceil(np.abs(y).max() * self.focal + 4))
        map_x, map_y = x * self.focal + wide / 2 - 0.5, y * self.focal + tall / 2 - 0.5
        return Pinhole(map_x.astype(np.float32), map_y.astype(np.float32), wide, tall)

    def _straight(self, x0: Array, y0: Array) -> tuple[Array, Array]:
        """The lens undone."""
        k1, k2, p1, p2, k3 = self.dist
        x, y = x0.copy(), y0.copy()
        for _ in range(ROUNDS):
            r2 = x * x + y * y
            radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
            x = (x0 - 2 * p1 * x * y - p2 * (r2 + 2 * x * x)) / radial
            y = (y0 - p1 * (r2 + 2 * y * y) - 2 * p2 * x * y) / radial
        return x, y


def aim(eye: Array, target: Array, roll: float) -> tuple[Array, Array]:
    """Turn and shift of a camera at `eye` (heights up) that looks at `target`, rolled by radians."""
    e, t = FLIP @ eye, FLIP @ target
    ahead = (t - e) / np.linalg.norm(t - e)
    right = np.array([np.cos(roll), -np.sin(roll), 0.0])
    right -= ahead * (right @ ahead)
    right /= np.linalg.norm(right)
    turn = np.stack([right, np.cross(ahead, right), ahead])
    return turn, -turn @ e


def mounted(rng: np.random.Generator, cols: int, rows: int, size: tuple[int, int]) -> Camera:
    """A camera that hangs over the board and sees all of it and the tray beside it."""
    width, height = size
    focal = float(width * rng.uniform(0.70, 1.0))
    fill = rng.uniform(0.80, 0.90) if rows == cols else rng.uniform(0.72, 0.85)
    far = max(rows * STUD * focal / (height * fill), cols * STUD * focal / (width * fill))
    middle = np.array([cols * STUD / 2, rows * STUD / 2, 0.0])
    eye = middle + np.array([rng.uniform(-18, 18), rng.uniform(-14, 14), far])
    roll = float(np.radians(np.clip(rng.normal(0, 2.0), -4, 4)))
    turn, shift = aim(eye, middle + np.array([rng.uniform(-14, 14), rng.uniform(-6, 6), 0]), roll)
    centre = (width / 2 + round(rng.uniform(-24, 24), 1), height / 2 + round(rng.uniform(-10, 10), 1))
    k1, k2 = float(rng.uniform(-0.105, 0.08)), float(rng.uniform(-0.025, 0.055))
    p1, p2 = np.round(rng.uniform(-0.0008, 0.0008, 2), 6).tolist()
    return Camera(width, height, focal, centre, (k1, k2, p1, p2, 0.0), turn, shift)


def hand_held(
    rng: np.random.Generator, camera: Camera, cols: int, rows: int, count: int = 6
) -> Iterator[Camera]:
    """The same lens held by hand at a slant, from all sides in turn."""
    start = rng.uniform(0, 2 * np.pi)
    for number in range(count):
        yield _slanted(rng, camera, cols, rows, float(start + number * 2 * np.pi / count))


def _slanted(rng: np.random.Generator, camera: Camera, cols: int, rows: int, way: float) -> Camera:
    """A view from the side `way` (radians), as near as the whole board allows."""
    middle, size = np.array([cols * STUD / 2, rows * STUD / 2, 0.0]), np.hypot(cols, rows) * STUD
    corners = [(x, y, 0) for x in (0, cols * STUD) for y in (0, rows * STUD)]
    for shrink in np.arange(1.0, 4.0, 0.04):
        lean = np.radians(rng.uniform(20, 38))
        far = size * camera.focal / camera.width * rng.uniform(0.95, 1.15) * shrink
        eye = middle + far * np.array([np.sin(lean) * np.cos(way), np.sin(lean) * np.sin(way), np.cos(lean)])
        target = middle + np.append(rng.uniform(-0.12, 0.12, 2) * size, 0)
        turn, shift = aim(eye, target, float(np.radians(rng.uniform(-14, 14))))
        held = replace(camera, turn=turn, shift=shift)
        at = held.project(corners)
        if ((at > EDGE_PX) & (at < [camera.width - EDGE_PX, camera.height - EDGE_PX])).all():
            return held
    raise ValueError(f"no slanted view of a {cols}x{rows} board fits {camera.width}x{camera.height} pixels")


def knocked(rng: np.random.Generator, camera: Camera) -> Camera:
    """The camera after a bump: some millimetres and about a degree off."""
    turn = cv2.Rodrigues(np.radians(rng.normal(0, 0.7, 3)))[0] @ camera.turn
    eye = -camera.turn.T @ camera.shift + rng.normal(0, 1.8, 3)
    return replace(camera, turn=turn, shift=-turn @ eye)


def bent(light: NDArray[np.float32], camera: Camera) -> NDArray[np.float32]:
    """A pinhole picture as that camera's pixels."""
    pinhole = camera.pinhole
    return np.asarray(cv2.remap(light, pinhole.x, pinhole.y, cv2.INTER_CUBIC), np.float32)
