"""Lattice places <-> pixels before the camera is known: a homography seen through one radial bend.

Good enough to follow a lattice across a picture to a tenth of a stud; the camera model proper comes after.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

STEPS = 7  # Gauss-Newton steps; the fit starts close and settles in fewer
MOST = 350  # points that have a say: more change nothing
LARGEST_BEND = 0.35  # |k1| beyond this is no lens anyone puts over a table
BEND_NEEDS = 9.0  # studs: over a smaller patch bend and perspective can't be told apart


@dataclass(frozen=True)
class Warp:
    """Lattice (i, j) -> pixel: p = c + s·q·(1 + k1·|q|²), q the homography of (i, j)."""

    H: Array  # 3 × 3, lattice to normalised picture, H[2, 2] = 1
    k1: float
    middle: tuple[float, float]  # px
    scale: float  # px

    def to_px(self, places: Array) -> Array:
        """Pixels (…, 2) of lattice places (…, 2)."""
        return self._bent(self.flat(places))

    def flat(self, places: Array) -> Array:
        """Normalised picture coordinates before the bend."""
        i, j = places[..., 0], places[..., 1]
        H = self.H
        w = H[2, 0] * i + H[2, 1] * j + H[2, 2]
        w = np.where(np.abs(w) < 1e-9, 1e-9, w)
        return np.stack(
            [(H[0, 0] * i + H[0, 1] * j + H[0, 2]) / w, (H[1, 0] * i + H[1, 1] * j + H[1, 2]) / w], -1
        )

    def _bent(self, q: Array) -> Array:
        r2 = np.sum(q * q, -1, keepdims=True)
        return np.asarray(np.asarray(self.middle) + self.scale * q * (1 + self.k1 * r2))

    def slopes(self, places: Array) -> Array:
        """Derivatives (n, 2, 9) of the pixels by H's first eight numbers and the bend."""
        i, j = places[:, 0], places[:, 1]
        w = self.H[2, 0] * i + self.H[2, 1] * j + self.H[2, 2]
        w = np.where(np.abs(w) < 1e-9, 1e-9, w)
        q = self.flat(places)
        lattice = np.stack([i, j, np.ones_like(i)], -1) / w[:, None]
        by_h = np.zeros((len(places), 2, 9))
        by_h[:, 0, 0:3] = by_h[:, 1, 3:6] = lattice
        by_h[:, :, 6:8] = -q[:, :, None] * lattice[:, None, :2]
        r2 = np.sum(q * q, -1)
        bend = 2 * self.k1 * q[:, :, None] * q[:, None, :]
        bend[:, [0, 1], [0, 1]] += (1 + self.k1 * r2)[:, None]
        out = bend @ by_h
        out[:, :, 8] = q * r2[:, None]
        return np.asarray(self.scale * out)

    def steps_px(self, places: Array) -> Array:
        """The two local steps (…, 2, 2) in pixels: rows are +i and +j."""
        half = np.array([[0.5, 0.0], [0.0, 0.5]])
        return np.stack([self.to_px(places + h) - self.to_px(places - h) for h in half], -2)

    def before_horizon(self, places: Array) -> NDArray[np.bool_]:
        """Which places lie in front of the camera, given that the lattice's origin does."""
        return np.asarray(
            (self.H[2, 0] * places[..., 0] + self.H[2, 1] * places[..., 1] + self.H[2, 2]) > 0.15
        )

    def moved(self, to_old: Array) -> "Warp":
        """The same mapping for renamed places: new (i, j, 1) -> old by the 3 × 3 `to_old`."""
        H = self.H @ to_old
        return Warp(H / H[2, 2], self.k1, self.middle, self.scale)


def affine(centre_px: Array, steps: Array, shape: tuple[int, ...]) -> Warp:
    """The warp whose origin is at `centre_px` and whose steps are the rows of `steps`, in pixels."""
    middle = ((shape[1] - 1) / 2, (shape[0] - 1) / 2)
    scale = float(max(shape[:2]))
    H = np.eye(3)
    H[:2, 0], H[:2, 1] = steps[0] / scale, steps[1] / scale
    H[:2, 2] = (centre_px - np.array(middle)) / scale
    return Warp(H, 0.0, middle, scale)


def fit(start: Warp, places: Array, px: Array, loose: float) -> tuple[Warp, Array]:
    """`start` bent to carry `places` to `px`, distances beyond `loose` steps counting little.

    Returns the warp and each point's distance from it, in steps.
    """
    few = slice(None, None, max(1, len(places) // MOST))
    warp = _fit(start, places[few], px[few], loose)
    steps = np.sqrt(np.abs(np.linalg.det(warp.steps_px(places))))
    return warp, np.linalg.norm(warp.to_px(places) - px, axis=1) / steps


def _fit(start: Warp, places: Array, px: Array, loose: float) -> Warp:
    """Gauss-Newton from `start`."""
    free = 9 if min(np.ptp(places, axis=0)) >= BEND_NEEDS else 8
    pitch = np.sqrt(np.abs(np.linalg.det(start.steps_px(places))))[:, None]
    reach = np.maximum(np.ptp(places, axis=0).max(), 1.0)
    unit = np.array([1, 1, reach, 1, 1, reach, 1, 1, reach**1]) / reach  # parameters of like effect
    theta = np.append(start.H.ravel()[:8], start.k1)

    def built(t: Array) -> Warp:
        return Warp(np.append(t[:8], 1.0).reshape(3, 3), float(t[8]), start.middle, start.scale)

    for _ in range(STEPS):
        warp = built(theta)
        here = (warp.to_px(places) - px) / pitch
        J = (warp.slopes(places)[..., :free] * unit[:free] / pitch[..., None]).reshape(-1, free)
        weight = np.repeat(1 / (1 + np.sum(here * here, -1) / loose**2), 2)  # Cauchy's
        JW = J * weight[:, None]
        step = np.linalg.solve(JW.T @ J + 1e-9 * np.eye(free), -JW.T @ here.ravel())
        theta[:free] += step * unit[:free]
        theta[8] = np.clip(theta[8], -LARGEST_BEND, LARGEST_BEND)
        if np.abs(step).max() < 1e-7:
            break
    return built(theta)
