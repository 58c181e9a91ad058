"""Measured studs of several pictures -> one lens and a pose for each picture, with their covariance."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import PLATE_MM, STUD_MM, STUD_TOP_PLATES, Camera, Lens
from calibration.studs import Measured
from calibration.warp import Array, Warp

TOP_MM = STUD_TOP_PLATES * PLATE_MM
LOOSE = 2.5  # sigmas: a block farther off counts little
STEPS = 30
CENTRE_SPREAD = 0.02  # of the width: how far a webcam's optical centre strays from the picture's
K1_SPREAD, K2_SPREAD, TANGENTIAL_SPREAD = 0.2, 0.12, 0.0015
HALF_X, HALF_Y = np.array([0.5, 0, 0]), np.array([0, 0.5, 0])
FREE = 7  # f, cx, cy, k1, k2, p1, p2


@dataclass(frozen=True)
class Solved:
    """The lens, the poses and how sure they are."""

    cameras: tuple[Camera, ...]
    covariance: Array  # of (f, cx, cy, k1, k2, p1, p2, then 6 a pose)
    residuals: tuple[Array, ...]  # studs, each block of each picture
    rms_studs: float
    pose_covariance: Array  # 6 × 6 of the first picture's pose, the lens given


def first_focal(warps: Sequence[Warp]) -> float | None:
    """The focal length in pixels that the pictures' perspective asks for (Zhang's two constraints)."""
    rows, right = [], []
    for warp in warps:
        H = np.diag([warp.scale, warp.scale, 1]) @ warp.H
        h1, h2 = H[:, 0], H[:, 1]
        size = np.linalg.norm(h1[:2]) * np.linalg.norm(h2[:2])
        rows += [
            (h1[0] * h2[0] + h1[1] * h2[1]) / size,
            (h1[0] ** 2 + h1[1] ** 2 - h2[0] ** 2 - h2[1] ** 2) / size,
        ]
        right += [-h1[2] * h2[2] / size, -(h1[2] ** 2 - h2[2] ** 2) / size]
    a, b = np.array(rows), np.array(right)
    with np.errstate(invalid="ignore"):
        inverse = float(a @ b / max(a @ a, 1e-30))
    return float(1 / np.sqrt(inverse)) if inverse > 0 else None


def pose_of(lens: Lens, places: Array, px: Array) -> Camera:
    """The pose that puts stud-top places where the pixels are."""
    mm = np.column_stack([places * STUD_MM, np.zeros(len(places))])
    _, rvec, tvec = cv2.solvePnP(
        mm, np.ascontiguousarray(px), lens.matrix, lens.distortion, flags=cv2.SOLVEPNP_IPPE
    )
    R = cv2.Rodrigues(rvec)[0]
    board = tvec.ravel() + TOP_MM * R[:, 2]  # the tops lie at z = -TOP_MM of the board's own frame
    return camera_of(lens, np.asarray(rvec, float).ravel(), board)


def camera_of(lens: Lens, rvec: Array, tvec: Array) -> Camera:
    """A camera from plain arrays."""
    r, t = [float(v) for v in rvec], [float(v) for v in tvec]
    return Camera(lens, (r[0], r[1], r[2]), (t[0], t[1], t[2]))


def _tops(places: Array) -> Array:
    return np.column_stack([places * STUD_MM, np.full(len(places), -TOP_MM)])


def _rays(lens: Lens, camera: Camera, places: Array) -> tuple[Array, Array, Array]:
    """Pixels of stud tops, and their derivatives by the lens's seven and the pose's six numbers."""
    seen, slopes = cv2.projectPoints(
        _tops(places), np.array(camera.rotation), np.array(camera.translation), lens.matrix, lens.distortion
    )
    px, J = np.asarray(seen, np.float64), np.asarray(slopes, np.float64)
    focal = J[:, 6:7] + J[:, 7:8]
    return px.reshape(-1, 2), np.hstack([focal, J[:, 8:10], J[:, 10:14]]), J[:, :6]


def solve(
    lens: Lens, cameras: Sequence[Camera], shots: Sequence[Measured], focal_sigma: float | None = None
) -> Solved:
    """Lens and poses by robust least squares; `focal_sigma` (px) holds a focal length that was typed in."""
    start = np.array([lens.fx, lens.cx, lens.cy, lens.k1, lens.k2, lens.p1, lens.p2])
    middle = np.array([start[0], (lens.width - 1) / 2, (lens.height - 1) / 2, 0, 0, 0, 0])
    stray = CENTRE_SPREAD * lens.width
    spread = np.array([focal_sigma or np.inf, stray, stray, K1_SPREAD, K2_SPREAD, *(TANGENTIAL_SPREAD,) * 2])
    prior = np.diag(1 / spread**2)
    theta = np.concatenate([start, *(np.append(c.rotation, c.translation) for c in cameras)])
    pitches = [_pitch(c, m.places) for c, m in zip(cameras, shots, strict=True)]
    damp, best = 1e-6, np.inf
    kept = theta
    for _ in range(STEPS):
        normal, slope, cost, _ = _normal(lens, theta, shots, pitches)
        normal[:FREE, :FREE] += prior
        slope[:FREE] += prior @ (theta[:FREE] - middle)
        cost += float((theta[:FREE] - middle) @ prior @ (theta[:FREE] - middle))
        if cost <= best:
            done = best - cost < 1e-7 * cost
            kept, best, damp = theta, cost, damp / 5
            held = (normal, slope)
            if done:
                break
        else:
            damp *= 20
        normal, slope = held
        scale = np.sqrt(np.diag(normal))
        step = (
            np.linalg.solve(normal / np.outer(scale, scale) + damp * np.eye(len(scale)), -slope / scale)
            / scale
        )
        theta = kept + step
    normal, _, _, left = _normal(lens, kept, shots, pitches)
    normal[:FREE, :FREE] += prior
    scale = np.sqrt(np.diag(normal))
    inverse = np.linalg.inv(normal / np.outer(scale, scale)) / np.outer(scale, scale)
    fitted = _lens(lens, kept)
    out = tuple(camera_of(fitted, kept[k : k + 3], kept[k + 3 : k + 6]) for k in range(FREE, len(kept), 6))
    every = np.concatenate(left)
    sound = every < 3 * np.median(every)
    inflate = max(
        1.0, float(np.median(np.concatenate([r / m.sigma for r, m in zip(left, shots, strict=True)])) / 1.18)
    )
    first = normal[FREE : FREE + 6, FREE : FREE + 6]
    rms = float(np.sqrt(np.mean(every[sound] ** 2)))
    return Solved(
        out, inverse * inflate**2, tuple(left), rms, np.asarray(np.linalg.inv(first) * inflate**2, float)
    )


def _lens(lens: Lens, theta: Array) -> Lens:
    f, cx, cy, k1, k2, p1, p2 = (float(v) for v in theta[:FREE])
    return Lens(lens.width, lens.height, f, f, cx, cy, k1, k2, p1, p2)


def _pitch(camera: Camera, places: Array) -> Array:
    """Pixels a stud at each place."""
    at = np.column_stack([places, np.full(len(places), STUD_TOP_PLATES)])
    dx = camera.project(at + HALF_X) - camera.project(at - HALF_X)
    dy = camera.project(at + HALF_Y) - camera.project(at - HALF_Y)
    return np.sqrt(np.abs(dx[:, 0] * dy[:, 1] - dx[:, 1] * dy[:, 0]))


def _normal(
    lens: Lens, theta: Array, shots: Sequence[Measured], pitches: Sequence[Array]
) -> tuple[Array, Array, float, list[Array]]:
    """Normal equations, slope, robust cost and residuals in studs."""
    now = _lens(lens, theta)
    size = len(theta)
    normal, slope, cost = np.zeros((size, size)), np.zeros(size), 0.0
    left: list[Array] = []
    for k, (shot, pitch) in enumerate(zip(shots, pitches, strict=True)):
        at = FREE + 6 * k
        camera = camera_of(now, theta[at : at + 3], theta[at + 3 : at + 6])
        px, by_lens, by_pose = _rays(now, camera, shot.places)
        off = px - shot.px
        sigma_px = shot.sigma * pitch
        far2 = np.sum(off**2, 1) / sigma_px**2
        cost += float(np.sum(np.log1p(far2 / LOOSE**2)) * LOOSE**2)
        weight = np.repeat(1 / (1 + far2 / LOOSE**2) / sigma_px**2, 2)
        J = np.hstack([by_lens, by_pose])
        index = np.r_[0:FREE, at : at + 6]
        JW = J * weight[:, None]
        normal[np.ix_(index, index)] += JW.T @ J
        slope[index] += JW.T @ off.ravel()
        left.append(np.linalg.norm(off, axis=1) / pitch)
    return normal, slope, cost, left


def fixed_lens_pose(camera: Camera, shot: Measured) -> tuple[Camera, Array, Array]:
    """The pose alone, its 6 × 6 covariance, and the residuals in studs: the lens is known."""
    pitch = _pitch(camera, shot.places)
    theta = np.append(camera.rotation, camera.translation)
    for _ in range(8):
        now = camera_of(camera.lens, theta[:3], theta[3:])
        px, _, J = _rays(camera.lens, now, shot.places)
        off = px - shot.px
        sigma_px = shot.sigma * pitch
        far2 = np.sum(off**2, 1) / sigma_px**2
        loose2 = LOOSE**2 * max(1.0, float(np.median(far2)))
        weight = np.repeat(1 / (1 + far2 / loose2) / sigma_px**2, 2)
        JW = J * weight[:, None]
        normal = JW.T @ J
        step = np.linalg.solve(normal, -JW.T @ off.ravel())
        theta = theta + step
        if np.abs(step).max() < 1e-7:
            break
    now = camera_of(camera.lens, theta[:3], theta[3:])
    left = np.linalg.norm(_rays(camera.lens, now, shot.places)[0] - shot.px, axis=1) / pitch
    inflate = max(1.0, float(np.median(left / shot.sigma) / 1.18))
    return now, np.linalg.inv(normal) * inflate**2, left


def as_rows(covariance: NDArray[np.float64]) -> tuple[tuple[float, ...], ...]:
    """A matrix as a Table keeps it."""
    return tuple(tuple(float(v) for v in row) for row in covariance)
