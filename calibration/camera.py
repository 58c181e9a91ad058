"""Pixels <-> studs: the one mapping that every distance goes through.

The table's frame is x right, y down in studs and heights up in plates; the camera's own is in
millimetres, as OpenCV has it: x right, y down, z away from the lens.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

STUD_MM = 8.0
PLATE_MM = 3.2
STUD_TOP_PLATES = 0.5  # stud tops stand 1.6 mm above what they grow from
UNDISTORT_STEPS = 12  # fixed-point steps; a webcam's lens converges to 1e-6 px in fewer


@dataclass(frozen=True, slots=True)
class Lens:
    """What stays with a camera wherever it is put: picture size, focal length, centre, distortion."""

    width: int
    height: int
    fx: float
    fy: float
    cx: float
    cy: float
    k1: float = 0.0
    k2: float = 0.0
    p1: float = 0.0
    p2: float = 0.0
    k3: float = 0.0

    @property
    def matrix(self) -> Array:
        """OpenCV's camera matrix."""
        return np.array([[self.fx, 0, self.cx], [0, self.fy, self.cy], [0, 0, 1]], float)

    @property
    def distortion(self) -> Array:
        """OpenCV's five distortion coefficients."""
        return np.array([self.k1, self.k2, self.p1, self.p2, self.k3], float)


@dataclass(frozen=True)
class Camera:
    """A lens and where it hangs over the table (OpenCV's rotation vector and translation, millimetres)."""

    lens: Lens
    rotation: tuple[float, float, float]
    translation: tuple[float, float, float]

    @cached_property
    def R(self) -> Array:  # noqa: N802 - the literature's name
        """The rotation as a 3 × 3 matrix."""
        return np.asarray(cv2.Rodrigues(np.array(self.rotation, float))[0], float)

    @cached_property
    def eye(self) -> Array:
        """The lens's place: x and y in studs, height in plates."""
        place = -self.R.T @ np.array(self.translation)
        return np.array([place[0] / STUD_MM, place[1] / STUD_MM, -place[2] / PLATE_MM])

    def project(self, points: ArrayLike) -> Array:
        """Pixels (…, 2) of table points (…, 3): x and y in studs, height in plates."""
        table = np.asarray(points, float)
        mm = table * [STUD_MM, STUD_MM, -PLATE_MM]
        seen = mm @ self.R.T + np.array(self.translation)
        x, y = seen[..., 0] / seen[..., 2], seen[..., 1] / seen[..., 2]
        x, y = distort(self.lens, x, y)
        return np.stack([self.lens.fx * x + self.lens.cx, self.lens.fy * y + self.lens.cy], -1)

    def to_table(self, pixels: ArrayLike, plates: ArrayLike = 0.0) -> Array:
        """Table points (…, 2) in studs of pixels (…, 2), taken to lie `plates` above the board."""
        px = np.asarray(pixels, float)
        x = (px[..., 0] - self.lens.cx) / self.lens.fx
        y = (px[..., 1] - self.lens.cy) / self.lens.fy
        x, y = undistort(self.lens, x, y)
        ray = np.stack([x, y, np.ones_like(x)], -1) @ self.R  # R.T applied to each ray
        place = -self.R.T @ np.array(self.translation)
        depth = (-np.asarray(plates, float) * PLATE_MM - place[2]) / ray[..., 2]
        mm: Array = place[:2] + ray[..., :2] * depth[..., None]
        return mm / STUD_MM


def distort(lens: Lens, x: Array, y: Array) -> tuple[Array, Array]:
    """Ideal to distorted image coordinates (Brown's model, as OpenCV's)."""
    r2 = x * x + y * y
    radial = 1 + r2 * (lens.k1 + r2 * (lens.k2 + r2 * lens.k3))
    return (
        x * radial + 2 * lens.p1 * x * y + lens.p2 * (r2 + 2 * x * x),
        y * radial + lens.p1 * (r2 + 2 * y * y) + 2 * lens.p2 * x * y,
    )


def undistort(lens: Lens, xd: Array, yd: Array) -> tuple[Array, Array]:
    """Distorted to ideal image coordinates, by fixed-point iteration on Brown's model."""
    x, y = xd, yd
    for _ in range(UNDISTORT_STEPS):
        r2 = x * x + y * y
        radial = 1 + r2 * (lens.k1 + r2 * (lens.k2 + r2 * lens.k3))
        x, y = (
            (xd - 2 * lens.p1 * x * y - lens.p2 * (r2 + 2 * x * x)) / radial,
            (yd - lens.p1 * (r2 + 2 * y * y) - 2 * lens.p2 * x * y) / radial,
        )
    return x, y
