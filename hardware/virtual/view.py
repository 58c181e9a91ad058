"""Table points -> pixels: the pinhole camera with Brown's distortion that the virtual table is seen through.

Millimetres inside; outside the table's frame: x right and y down in studs, heights up in plates.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
Array32 = NDArray[np.float32]

STUD_MM = 8.0
PLATE_MM = 3.2
UNDISTORT_STEPS = 12  # fixed-point steps; below 1e-5 px for a webcam's lens


@dataclass(frozen=True, slots=True)
class Lens:
    """What stays with a camera wherever it is put: picture size, focal length, centre, distortion."""

    width: int
    height: int
    fx: float
    fy: float
    cx: float
    cy: float
    dist: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)  # k1 k2 p1 p2 k3

    def distort(self, x: Array, y: Array) -> Array:
        """Pixels (…, 2) of ideal image coordinates."""
        k1, k2, p1, p2, k3 = self.dist
        r2 = x * x + y * y
        radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        xd = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
        yd = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
        return np.stack([self.fx * xd + self.cx, self.fy * yd + self.cy], -1)

    def undistort(self, u: Array, v: Array) -> tuple[Array, Array]:
        """Ideal image coordinates of pixels."""
        k1, k2, p1, p2, k3 = self.dist
        xd, yd = (u - self.cx) / self.fx, (v - self.cy) / self.fy
        x, y = xd, yd
        if not any(self.dist):
            return x, y
        for _ in range(UNDISTORT_STEPS):
            r2 = x * x + y * y
            radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
            x, y = (
                (xd - 2 * p1 * x * y - p2 * (r2 + 2 * x * x)) / radial,
                (yd - p1 * (r2 + 2 * y * y) - 2 * p2 * x * y) / radial,
            )
        return x, y


@dataclass(frozen=True)
class View:
    """A lens and where it hangs: OpenCV's rotation vector and translation in mm, heights pointing to −z."""

    lens: Lens
    rotation: tuple[float, float, float]
    translation: tuple[float, float, float]

    @cached_property
    def R(self) -> Array:  # noqa: N802 - the literature's name
        """The rotation as a 3 × 3 matrix."""
        return np.asarray(cv2.Rodrigues(np.array(self.rotation, float))[0], float)

    @cached_property
    def eye_mm(self) -> Array:
        """The lens's place: x, y and height in millimetres."""
        place: Array = -self.R.T @ np.array(self.translation)
        return place * [1, 1, -1]

    @property
    def eye(self) -> tuple[float, float, float]:
        """The lens's place: x and y in studs, height in plates."""
        x, y, h = self.eye_mm
        return float(x) / STUD_MM, float(y) / STUD_MM, float(h) / PLATE_MM

    def seen(self, mm: ArrayLike) -> Array:
        """Table points in mm (x, y, height) -> the camera's own frame in mm (x right, y down, z away)."""
        points: Array = np.asarray(mm, float) * [1, 1, -1]
        seen: Array = points @ self.R.T + np.array(self.translation)
        return seen

    def project(self, points: ArrayLike) -> Array:
        """Pixels (…, 2) of table points (…, 3): x and y in studs, height in plates."""
        return self.project_mm(np.asarray(points, float) * [STUD_MM, STUD_MM, PLATE_MM])

    def project_mm(self, mm: ArrayLike) -> Array:
        """Pixels (…, 2) of table points (…, 3) in millimetres."""
        q = self.seen(mm)
        return self.lens.distort(q[..., 0] / q[..., 2], q[..., 1] / q[..., 2])

    def knocked(self, turn_deg: tuple[float, float, float], shift_mm: tuple[float, float, float]) -> "View":
        """The same camera after a knock: turned in its own frame, and shifted."""
        turn = np.asarray(cv2.Rodrigues(np.radians(np.array(turn_deg, float)))[0])
        rotation = cv2.Rodrigues(turn @ self.R)[0].ravel()
        translation = turn @ np.array(self.translation) + np.array(shift_mm)
        return replace(self, rotation=_triple(rotation), translation=_triple(translation))

    def as_truth(self) -> dict[str, Any]:
        """The camera as tablebench's truth has it (K, dist, R, t)."""
        lens = self.lens
        return {
            "width": lens.width,
            "height": lens.height,
            "K": [[lens.fx, 0.0, lens.cx], [0.0, lens.fy, lens.cy], [0.0, 0.0, 1.0]],
            "dist": list(lens.dist),
            "R": self.R.tolist(),
            "t": list(self.translation),
        }


def look_at(lens: Lens, eye_mm: ArrayLike, target_mm: ArrayLike, turn_deg: float = 0.0) -> View:
    """A camera at `eye_mm` looking at `target_mm` (x, y, height), picture-up along −y, then turned."""
    flip = np.array([1.0, 1.0, -1.0])
    eye, target = np.asarray(eye_mm, float) * flip, np.asarray(target_mm, float) * flip
    ahead = (target - eye) / np.linalg.norm(target - eye)
    right = np.cross([0.0, 1.0, 0.0], ahead)  # the table's y is the picture's downwards
    right /= np.linalg.norm(right)
    R = np.stack([right, np.cross(ahead, right), ahead])
    turn = np.asarray(cv2.Rodrigues(np.radians([0.0, 0.0, turn_deg]))[0])
    R = turn @ R
    return View(lens, _triple(cv2.Rodrigues(R)[0].ravel()), _triple(-R @ eye))


def rays(lens: Lens, samples: float, pad: int) -> tuple[Array32, Array32]:
    """Ideal coordinates (x, y at z = 1) of every sub-pixel, padded right and below."""
    if any(lens.dist):
        return _bent_rays(lens, samples, pad)
    u, v = _sub_pixels(lens, samples, pad)  # a lamp's view, new in each frame: not worth keeping
    shape = (v.size, u.size)
    x = np.broadcast_to(((u - lens.cx) / lens.fx).astype(np.float32), shape)
    return x, np.broadcast_to(((v - lens.cy) / lens.fy).astype(np.float32)[:, None], shape)


def _sub_pixels(lens: Lens, samples: float, pad: int) -> tuple[Array, Array]:
    wide, deep = (
        np.arange(round(side * samples) + pad, dtype=np.float64) for side in (lens.width, lens.height)
    )
    return (wide + 0.5) / samples - 0.5, (deep + 0.5) / samples - 0.5


@lru_cache(maxsize=4)
def _bent_rays(lens: Lens, samples: float, pad: int) -> tuple[Array32, Array32]:
    u, v = _sub_pixels(lens, samples, pad)
    x, y = np.empty((v.size, u.size), np.float32), np.empty((v.size, u.size), np.float32)
    band = 64  # rows at a time: the iteration stays in the cache
    for top in range(0, v.size, band):
        uu, vv = np.meshgrid(u, v[top : top + band])
        x[top : top + band], y[top : top + band] = lens.undistort(uu, vv)
    return x, y


def _triple(v: NDArray[Any]) -> tuple[float, float, float]:
    return float(v[0]), float(v[1]), float(v[2])
