"""A grey picture -> local lattices: where something repeats in two directions, and with which steps.

Studs repeat every 8 mm both ways; wood, cloth and walls do not. The autocorrelation of a small window
of a lattice peaks at its two steps, their sum and their difference, whatever the colour or the light.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import scipy.fft
from numpy.typing import NDArray

Array = NDArray[np.float64]
Grey = NDArray[np.float32]

WINDOW = 64  # px a side: holds at least four steps of a lattice both ways
STRIDE = 32
SHORTEST, LONGEST = 5.5, 17.0  # px: the steps looked for at one scale; the next scale halves the picture
PEAKS = 8  # candidates for a step per window
FLATTEST = 0.5  # sine of the least angle between a lattice's two steps: a board at 60° still shows 0.5
LOPSIDED = 2.2  # the longer step over the shorter
SMALL_CELL = 0.7  # a smaller cell is the true one if it scores this much of the best
SURE = 1.5 * SHORTEST  # px: of a lattice this wide no diagonal can pass for a step
CANDIDATES = 250
FINER = 0.5  # of a window's score that a finer lattice nearby needs to be believed instead
FLAT = 0.6  # grey levels: a window with less contrast than JPEG's own noise holds nothing
SMALLEST_PICTURE = 96  # px


@dataclass(frozen=True, slots=True)
class Seeds:
    """Windows in which a lattice was seen, best first; all in pixels of the full picture."""

    centre: Array  # (n, 2)
    steps: Array  # (n, 2, 2): rows are the two steps
    score: Array  # (n,) 0 to 1: how lattice-like


def grey_of(picture: NDArray[np.uint8]) -> Grey:
    """One channel in which studs show: the plain mean, since their shading is in all three."""
    if picture.ndim == 2:
        return picture.astype(np.float32)
    return cv2.transform(picture, np.full((1, 3), 1 / 3, np.float32)).astype(np.float32)


def flattened(grey: Grey, radius: float) -> Grey:
    """The picture without slow light: local mean taken away, local contrast set to one."""
    size = 2 * int(radius) + 1
    mean = cv2.blur(grey, (size, size))
    high = grey - mean
    power = cv2.blur(high * high, (size, size))
    return np.asarray(high / np.sqrt(power + FLAT**2), np.float32)


def seeds(grey: Grey) -> Seeds:
    """Windows of every scale in which something repeats like studs, best first."""
    found: list[Seeds] = []
    level, scale = grey, 1.0
    while min(level.shape) >= SMALLEST_PICTURE:
        here = _seeds_at(level, 2 * STRIDE if scale == 1 else STRIDE)
        sure = (np.linalg.norm(here.steps, axis=2).min(1) > SURE) | (scale == 1)
        found.append(
            Seeds((here.centre[sure] + 0.5) * scale - 0.5, here.steps[sure] * scale, here.score[sure])
        )
        level = np.asarray(cv2.resize(level, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)
        scale *= 2
    if not found:
        return Seeds(np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0))
    centre, steps, score = (
        np.concatenate([getattr(s, k) for s in found]) for k in ("centre", "steps", "score")
    )
    order = np.argsort(-score, kind="stable")[:CANDIDATES]
    return _smallest(Seeds(centre[order], steps[order], score[order]))


def _smallest(all_: Seeds) -> Seeds:
    """Without the seeds whose lattice is only every second place of a finer one seen nearby."""
    area = np.abs(np.linalg.det(all_.steps))
    reach = np.linalg.norm(all_.steps, axis=2).max(1) * WINDOW / LONGEST
    near = np.linalg.norm(all_.centre[:, None] - all_.centre, axis=2) < reach[:, None]
    finer = near & (area < 0.7 * area[:, None]) & (all_.score > FINER * all_.score[:, None])
    keep = ~finer.any(1)
    return Seeds(all_.centre[keep], all_.steps[keep], all_.score[keep])


def _seeds_at(grey: Grey, stride: int) -> Seeds:
    """The windows of one scale."""
    flat = flattened(grey, LONGEST)
    views = np.lib.stride_tricks.sliding_window_view(flat, (WINDOW, WINDOW))[::stride, ::stride]
    down, across = views.shape[:2]
    hann = np.hanning(WINDOW).astype(np.float32)
    windows = views.reshape(-1, WINDOW, WINDOW) * (hann[:, None] * hann)
    spectrum = scipy.fft.rfft2(windows, workers=2)
    power = (spectrum.real**2 + spectrum.imag**2).astype(np.float32)
    power[:, 0, 0] = 0
    same = scipy.fft.irfft2(power, s=(WINDOW, WINDOW), workers=2)
    same = np.fft.fftshift(same, axes=(1, 2)) / np.maximum(same[:, :1, :1], 1e-6)
    overlap = np.fft.fftshift(_overlap(hann))  # the window itself makes far steps look weak
    steps, score = _steps(same / overlap)
    rows, cols = np.divmod(np.arange(down * across), across)
    middle = (WINDOW - 1) / 2
    centre = np.stack([cols * stride + middle, rows * stride + middle], -1).astype(float)
    keep = score > 0
    return Seeds(centre[keep], steps[keep], score[keep])


def _overlap(hann: Grey) -> Grey:
    """How much of a Hann window still lies on itself after a shift, both ways, at most 1."""
    power = np.abs(np.fft.fft(hann)) ** 2
    line = np.fft.ifft(power).real
    line = np.maximum(line / line[0], 0.15)
    return np.asarray(line[:, None] * line, np.float32)


def _steps(same: Grey) -> tuple[Array, Array]:
    """The best pair of steps of each autocorrelation (n, W, W), and how lattice-like it is (0: not)."""
    half = WINDOW // 2
    y, x = np.mgrid[-half:half, -half:half]
    reach = np.hypot(x, y)
    wanted = (reach >= SHORTEST) & (reach <= LONGEST) & ((y > 0) | ((y == 0) & (x > 0)))
    kernel = np.ones((3, 3), np.uint8)
    stacked = np.ascontiguousarray(same.reshape(-1, WINDOW), np.float32)  # windows above one another
    peak = (cv2.dilate(stacked, kernel).reshape(same.shape) <= same) & wanted
    value = np.where(peak, same, -1).reshape(len(same), -1)
    best = np.argpartition(-value, PEAKS, axis=1)[:, :PEAKS]
    height = np.take_along_axis(value, best, 1)
    real = height > 0
    px, py = np.where(real, x.ravel()[best], 0), np.where(real, y.ravel()[best], 0)
    i, j = np.triu_indices(PEAKS, 1)
    ax, ay, bx, by = px[:, i], py[:, i], px[:, j], py[:, j]
    la, lb = np.hypot(ax, ay), np.hypot(bx, by)
    sine = np.abs(ax * by - ay * bx) / np.maximum(la * lb, 1)
    rows = np.arange(len(same))[:, None]

    def at(u: NDArray[np.int64], v: NDArray[np.int64]) -> Array:
        inside = (np.abs(u) < half - 1) & (np.abs(v) < half - 1)
        uu, vv = np.where(inside, u, 0) + half, np.where(inside, v, 0) + half
        around = [same[rows, vv + dv, uu + du] for dv in (-1, 0, 1) for du in (-1, 0, 1)]
        return np.where(inside, np.max(around, 0), 0)

    lowest = np.minimum(
        np.minimum(height[:, i], height[:, j]), np.minimum(at(ax + bx, ay + by), at(ax - bx, ay - by))
    )
    fair = (sine > FLATTEST) & (np.maximum(la, lb) < LOPSIDED * np.minimum(la, lb))
    score = np.where(fair, np.maximum(lowest, 0), 0)
    # the smallest, squarest cell that explains the window: doubled and skewed steps score as high
    good = score >= np.maximum(SMALL_CELL * score.max(1, keepdims=True), 1e-3)
    pick = np.argmin(np.where(good, sine * la * lb + 0.5 * (la + lb), np.inf), 1)
    rows = rows[:, 0]
    a = _subpixel(same, ax[rows, pick], ay[rows, pick])
    b = _subpixel(same, bx[rows, pick], by[rows, pick])
    return _reduced(a, b), np.maximum(score[rows, pick], 0)


def _reduced(a: Array, b: Array) -> Array:
    """The shortest two steps of each lattice (Gauss's reduction): +i most to the right, +j clockwise."""
    for _ in range(3):
        swap = np.sum(a * a, 1) > np.sum(b * b, 1)
        a, b = np.where(swap[:, None], b, a), np.where(swap[:, None], a, b)
        turns = np.round(np.sum(a * b, 1) / np.maximum(np.sum(a * a, 1), 1e-9))
        b = b - turns[:, None] * a
    upright = np.abs(a[:, 0]) < np.abs(b[:, 0])
    a, b = np.where(upright[:, None], b, a), np.where(upright[:, None], a, b)
    a = np.where(a[:, :1] < 0, -a, a)
    b = np.where((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])[:, None] < 0, -b, b)
    return np.stack([a, b], 1)


def _subpixel(same: Grey, u: NDArray[np.int64], v: NDArray[np.int64]) -> Array:
    """A peak's place by the parabola through it and its neighbours, each way."""
    half, rows = WINDOW // 2, np.arange(len(same))
    mid = same[rows, v + half, u + half]

    def vertex(before: Grey, after: Grey) -> Array:
        bend = before - 2 * mid + after
        return np.where(bend < -1e-6, np.clip(0.5 * (before - after) / np.minimum(bend, -1e-6), -0.5, 0.5), 0)

    dx = vertex(same[rows, v + half, u + half - 1], same[rows, v + half, u + half + 1])
    dy = vertex(same[rows, v + half - 1, u + half], same[rows, v + half + 1, u + half])
    return np.stack([u + dx, v + dy], -1)
