"""A picture and a rough mapping -> where the stud tops really are, block by block, shading taken out.

Studs of a block of the board look alike, so their pictures are laid over one another; the sum has little
noise. A small model of a stud under a lamp is fitted to it: ground, top, visible wall, cast shadow, dim
halo. The top's place in that model is free of the pull towards the light that blob detectors suffer.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from calibration.grow import STUD_RADIUS, coherence
from calibration.lattice import Grey
from calibration.warp import Array

FINE = 12  # samples a stud
BLOCK = 4  # studs a side: small enough to share one light, large enough to average the noise away
LIKENESS = 3.0  # a cell that differs from its block's median this many times more than most is covered
FEWEST_CELLS = 6
BLUR_PX = 0.85  # px: lens, demosaicing and JPEG together, as a Gaussian's sigma
BLUR_STUDS = 0.02  # studs: the studs' own rounded rims, and the sampling of the levelled picture
LONGEST_SHADOW = 0.5  # studs
FIRST_STEPS, LAST_STEPS = 5, 4  # Gauss-Newton steps before and after neighbours are heard
FIRST_SHADOW = 0.12  # studs
PULL = 0.8  # of the shadow, by which a dark crescent draws the circle to itself
NUDGE = 0.004  # studs, for derivatives
FEWEST_NEIGHBOURS = 8
SHOWN = 0.15  # coherence of a block's circle that makes it worth fitting
ROUGH = 0.05  # studs: how far light pulls a circle
FLOOR = 0.004  # studs: no block is surer than this
SHADOW_PRIOR = 0.15  # studs: a cast shadow's usual spread about what its neighbours show
LEE = 1.5  # how quickly a round wall turns from lit to dark
HALO = 0.07  # studs: how far the dimness around a stud's foot reaches
QUICK, QUICK_STEPS = 24, 1  # blocks and steps of a quick look
FAR = 0.4  # studs: farther from its prediction is another stud

ToPixels = Callable[[Array], Array]


@dataclass(frozen=True)
class Measured:
    """Blocks of studs, measured: arrays over the n blocks in which studs were seen."""

    places: Array  # (n, 2): the block's middle stud lattice place, in board studs
    px: Array  # (n, 2): where that place lies in the picture, at stud-top height
    sigma: Array  # (n,): 1-sigma of px, in studs
    shadow: Array  # (n, 2): the cast shadow's reach, in studs


def sample_cells(grey: Grey, to_px: ToPixels, cols: int, rows: int) -> Grey:
    """The levelled picture cut into cells: (rows, cols, FINE, FINE); -1 outside the picture."""
    corners = to_px(np.stack(np.meshgrid(np.arange(cols + 1.0), np.arange(rows + 1.0)), -1)).astype(
        np.float32
    )
    t = ((np.arange(FINE) + 0.5) / FINE).astype(np.float32)
    # between its corners a cell is as good as bilinear; cv2.remap would round such weights to 1/32
    left = corners[:-1, None] + t[None, :, None, None] * (corners[1:, None] - corners[:-1, None])
    across = left[:, :, :-1, None] + t[:, None] * (left[:, :, 1:, None] - left[:, :, :-1, None])
    both = across.reshape(rows * FINE, cols * FINE, 2)
    level = cv2.remap(
        grey, both[..., 0], both[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=-1
    )
    return np.asarray(level.reshape(rows, FINE, cols, FINE).transpose(0, 2, 1, 3), np.float32)


def fold(cells: Grey, block: int = BLOCK) -> tuple[Grey, NDArray[np.int64], Array]:
    """One mean cell per block (n, FINE, FINE), how many studs it holds, and the blocks' middles."""
    rows, cols = cells.shape[:2]
    down, across = rows // block, cols // block
    top, left = (rows - down * block) // 2, (cols - across * block) // 2
    used = cells[top : top + down * block, left : left + across * block]
    parts = used.reshape(down, block, across, block, FINE, FINE).transpose(0, 2, 1, 3, 4, 5)
    mean, number = _overlaid(parts.reshape(down * across, block * block, FINE, FINE))
    r, c = np.divmod(np.arange(down * across), across)
    middles = np.stack([left + (c + 0.5) * block, top + (r + 0.5) * block], -1)
    return mean, number, middles


def _overlaid(parts: Grey) -> tuple[Grey, NDArray[np.int64]]:
    """The mean of each block's cells (n, k, FINE, FINE) that look like most of them, and their number."""
    bare = parts - parts.mean((2, 3), keepdims=True)
    middle = np.median(bare, 1, keepdims=True)
    differs = np.mean((bare - middle) ** 2, (2, 3))
    usual = np.median(differs, 1, keepdims=True)
    good = (differs <= LIKENESS * np.minimum(usual, 2 * np.median(usual)) + 1e-6) & (parts.min((2, 3)) >= 0)
    number = good.sum(1)
    mean = np.einsum("ncij,nc->nij", parts, good.astype(np.float32)) / np.maximum(number, 1)[:, None, None]
    return mean.astype(np.float32), number


def _ring_offset(mean: Grey) -> tuple[Array, Array]:
    """A first place of the stud in each mean cell by its circle alone, in studs, and its coherence."""
    tiled = np.concatenate([mean, mean, mean], 2)
    stacked = np.concatenate([tiled, tiled, tiled], 1).reshape(-1, 3 * FINE)
    seen = coherence(np.ascontiguousarray(stacked), FINE).reshape(len(mean), 3 * FINE, 3 * FINE)
    inner = seen[:, FINE : 2 * FINE, FINE : 2 * FINE].reshape(len(mean), -1)
    best = np.argmax(inner, 1)
    v, u = np.divmod(best, FINE)
    return np.stack([(u + 0.5) / FINE - 0.5, (v + 0.5) / FINE - 0.5], -1), inner.max(1).astype(float)


Y, X = ((np.mgrid[0:FINE, 0:FINE].reshape(2, -1) + 0.5) / FINE - 0.5).astype(np.float32)


def _to_segment(x: Grey, y: Grey, s: Grey) -> Grey:
    """Distance of points (n, m) to the segments from the origin to s (n, 2)."""
    length2 = np.maximum(np.sum(s * s, 1), 1e-8)[:, None]
    along = np.clip((x * s[:, :1] + y * s[:, 1:]) / length2, 0, 1)
    return np.asarray(np.sqrt((x - along * s[:, :1]) ** 2 + (y - along * s[:, 1:]) ** 2 + 1e-12))


def _basis(at: Array, cast_to: Array, wall_to: Array, blur: Array) -> Grey:
    """What the model is a mixture of, (n, 6, m): ground, top, lit wall, dark, halo, glow.

    `at` is the top's place in the cell, `wall_to` from the foot's middle to the top's as the camera sees it,
    `cast_to` from the foot's middle to its shadow's far end; the cell repeats in all directions. A wall
    that looks the way the shadow falls is as dark as the shadow: the two are one part.
    """
    d, shadow, wall = (v.astype(np.float32) for v in (at, cast_to, wall_to))
    soft = (1 / blur[:, None]).astype(np.float32)
    out = np.empty((len(d), 6, FINE * FINE), np.float32)
    x = X - d[:, :1]
    y = Y - d[:, 1:]
    x -= np.rint(x)
    y -= np.rint(y)
    fx, fy = x + wall[:, :1], y + wall[:, 1:]  # relative to the foot
    foot = np.sqrt(fx * fx + fy * fy) + np.float32(1e-6)
    top = ndtr((STUD_RADIUS - np.sqrt(x * x + y * y)) * soft)
    body = ndtr((STUD_RADIUS - _to_segment(fx, fy, wall)) * soft)
    cast = ndtr((STUD_RADIUS - _to_segment(fx, fy, shadow)) * soft)
    length = np.hypot(shadow[:, 0], shadow[:, 1])[:, None] + np.float32(0.02)
    lee = np.clip(0.5 + LEE * (fx * shadow[:, :1] + fy * shadow[:, 1:]) / (length * foot), 0, 1)
    side = np.maximum(body - top, 0)
    out[:, 0] = 1
    out[:, 1] = top
    out[:, 2] = side * (1 - lee)
    out[:, 3] = np.maximum(cast - body, 0) + side * lee
    out[:, 4] = np.exp(np.maximum(foot - STUD_RADIUS, 0) * (-1 / HALO)) * (1 - body)
    out[:, 5] = out[:, 4] * (1 - lee)
    return out


# Top and ground face the same lamp: they differ little. A part that hardly shows gets hardly any say.
RIDGE = np.diag([1e-6, 20.0, 2.0, 0.1, 0.5, 0.5])
ONLY = ((3, -1), (4, -1), (5, 1))  # shadow and halo only ever darken, light thrown back by the wall brightens


def _left(basis: Grey, cells: Grey) -> Grey:
    """What the best mixture of each cell leaves over."""
    normal = (basis @ basis.transpose(0, 2, 1)).astype(float) + RIDGE
    right = (basis @ cells[..., None]).astype(float)
    amount = np.linalg.solve(normal, right)[..., 0]
    for part, sign in ONLY:
        wrong = sign * amount[:, part] < 0
        if wrong.any():
            normal[wrong, part, part] += 1e6
            amount[wrong] = np.linalg.solve(normal[wrong], right[wrong])[..., 0]
    return np.asarray(cells - (amount[:, None].astype(np.float32) @ basis)[:, 0])


@dataclass(frozen=True)
class Looks:
    """Mean cells ready to be fitted: what they show and how the camera sees them."""

    cells: Grey  # (n, FINE²), contrast one
    wall: Array  # (n, 2): the top's shift against its foot as the camera sees it, in studs
    blur: Array  # (n,): studs

    @classmethod
    def of(cls, mean: Grey, wall: Array, pitch_px: Array) -> "Looks":
        """From mean cells (n, FINE, FINE) and the pixels a stud there."""
        cells = mean.reshape(len(mean), -1)
        cells = cells - cells.mean(1, keepdims=True)
        cells = cells / np.maximum(cells.std(1), 0.3)[:, None]
        return cls(cells.astype(np.float32), wall, np.hypot(BLUR_PX / pitch_px, BLUR_STUDS))

    def left(self, d: Array, shadow: Array) -> Grey:
        """What the model leaves unexplained."""
        return _left(_basis(d, shadow, self.wall, self.blur), self.cells)


def fit_studs(looks: Looks, d: Array, shadow: Array, steps: int) -> tuple[Array, Array, Array]:
    """Top's place in each mean cell, its 1-sigma, and the shadow, in studs, from first guesses of both."""
    theta = np.concatenate([d, shadow], 1)
    prior = np.array([0, 0, 1, 1]) / SHADOW_PRIOR**2 * 0.05 * FINE
    for _ in range(steps):
        left = looks.left(theta[:, :2], theta[:, 2:])
        columns = []
        for k in range(4):
            t = theta.copy()
            t[:, k] += NUDGE
            columns.append((looks.left(t[:, :2], t[:, 2:]) - left) / NUDGE)
        J = np.stack(columns, 1)
        normal = (J @ J.transpose(0, 2, 1)).astype(float) + np.diag(prior) + 1e-3 * np.eye(4)
        slope = (J @ left[..., None])[..., 0].astype(float)
        slope[:, 2:] += prior[2] * (theta[:, 2:] - shadow)
        theta = theta + np.clip(-np.linalg.solve(normal, slope[..., None])[..., 0], -0.06, 0.06)
        length = np.hypot(theta[:, 2], theta[:, 3])[:, None]
        theta[:, 2:] *= np.minimum(1, LONGEST_SHADOW / np.maximum(length, 1e-9))
    noise = np.mean(left**2, 1)
    spread = np.linalg.inv(normal)
    sigma = np.sqrt(noise * (spread[:, 0, 0] + spread[:, 1, 1]) / 2)
    return theta[:, :2], sigma, theta[:, 2:]


def _first(looks: Looks, ring: Array) -> tuple[Array, Array]:
    """The best of a few places and shadows tried, all blocks at once.

    Tried are the prediction, the circle's place, and that less the pull of the shadow.
    """
    shadows = [FIRST_SHADOW * np.array([np.cos(a), np.sin(a)]) for a in np.arange(8) * np.pi / 4]
    tried = [(d, s) for s in shadows for d in (np.zeros_like(ring), ring, ring - PULL * s)]
    left = [np.sum(looks.left(d, np.broadcast_to(s, d.shape)) ** 2, 1) for d, s in tried]
    best, every = np.argmin(left, 0), np.arange(len(ring))
    return np.array([d for d, _ in tried])[best, every], np.array([s for _, s in tried])[best]


def _seen(grey: Grey, to_px: ToPixels, cols: int, rows: int) -> tuple[Grey, Array, Array]:
    """Mean cells of the blocks in which a stud's circle shows, their middles, and the circles' places."""
    mean, number, middles = fold(sample_cells(grey, to_px, cols, rows))
    ring, shown = _ring_offset(mean)
    keep = (number >= FEWEST_CELLS) & (shown > SHOWN)
    return mean[keep], middles[keep], ring[keep]


def measure_roughly(grey: Grey, to_px: ToPixels, cols: int, rows: int) -> Measured:
    """Where the studs' circles show, the light's pull included: good to a twentieth of a stud."""
    mean, middles, ring = _seen(grey, to_px, cols, rows)
    n = len(mean)
    return Measured(middles, to_px(middles + ring), np.full(n, ROUGH), np.zeros((n, 2)))


def measure(grey: Grey, to_px: ToPixels, feet_px: ToPixels, cols: int, rows: int) -> Measured:
    """Where the tops of the board's studs are: `to_px` and `feet_px` carry places to pixels, top and foot."""
    mean, middles, ring = _seen(grey, to_px, cols, rows)
    h = np.array([[0.5, 0.0], [0.0, 0.5]])
    steps = np.stack([to_px(middles + v) - to_px(middles - v) for v in h], -1)  # columns are +x and +y
    pitch = np.sqrt(np.abs(np.linalg.det(steps)))
    wall = np.linalg.solve(steps, (to_px(middles) - feet_px(middles))[..., None])[..., 0]
    looks = Looks.of(mean, np.asarray(wall, float), pitch)
    d, shadow = _first(looks, ring)
    d, sigma, shadow = fit_studs(looks, d, shadow, FIRST_STEPS)
    if len(d) >= FEWEST_NEIGHBOURS:  # neighbours share a lamp: its shadows change slowly across the board
        d, sigma, shadow = fit_studs(looks, d, _smooth(middles, shadow), LAST_STEPS)
    near = np.hypot(d[:, 0], d[:, 1]) < FAR
    return Measured(middles[near], to_px(middles + d)[near], np.hypot(sigma, FLOOR)[near], shadow[near])


def sample_blocks(grey: Grey | NDArray[np.uint8], to_px: ToPixels, middles: Array) -> Grey:
    """The cells of a few blocks only: (n, BLOCK², FINE, FINE)."""
    reach = np.arange(BLOCK + 1) - BLOCK / 2
    corners = to_px(middles[:, None, None] + np.stack(np.meshgrid(reach, reach), -1)).astype(np.float32)
    t = ((np.arange(FINE) + 0.5) / FINE).astype(np.float32)
    left = corners[:, :-1, None] + t[None, :, None, None] * (corners[:, 1:, None] - corners[:, :-1, None])
    both = left[:, :, :, :-1, None] + t[:, None] * (left[:, :, :, 1:, None] - left[:, :, :, :-1, None])
    side = BLOCK * FINE
    both = both.reshape(len(middles) * side, side, 2)
    level = cv2.remap(
        grey, both[..., 0], both[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=-1
    )
    cells = level.reshape(len(middles), BLOCK, FINE, BLOCK, FINE).transpose(0, 1, 3, 2, 4)
    return np.asarray(cells.reshape(-1, BLOCK * BLOCK, FINE, FINE), np.float32)


def measure_few(
    grey: Grey | NDArray[np.uint8], camera: ToPixels, feet_px: ToPixels, cols: int, rows: int, lamp: Array
) -> Measured:
    """Some blocks spread over the board, under the lamp they were last seen under: quick, not thorough."""
    across, down = cols // BLOCK, rows // BLOCK
    every = np.stack(np.meshgrid(np.arange(across), np.arange(down)), -1).reshape(-1, 2)
    few = every[(np.arange(QUICK) + 0.5).astype(int) * len(every) // QUICK] if len(every) > QUICK else every
    middles: Array = np.asarray((few + 0.5) * BLOCK, np.float64)
    mean, number = _overlaid(sample_blocks(grey, camera, middles))
    keep = number >= FEWEST_CELLS
    mean, middles = mean[keep], middles[keep]
    h = np.array([[0.5, 0.0], [0.0, 0.5]])
    steps = np.stack([camera(middles + v) - camera(middles - v) for v in h], -1)
    wall = np.linalg.solve(steps, (camera(middles) - feet_px(middles))[..., None])[..., 0]
    looks = Looks.of(mean, np.asarray(wall, float), np.sqrt(np.abs(np.linalg.det(steps))))
    shadow = _plane(middles) @ lamp
    d, sigma, shadow = fit_studs(looks, np.zeros_like(middles), shadow, QUICK_STEPS)
    return Measured(middles, camera(middles + d), np.hypot(sigma, FLOOR), shadow)


def lamp_of(shot: Measured) -> tuple[float, ...]:
    """How studs' shadows fall across the board, as a Table keeps it."""
    plane, *_ = np.linalg.lstsq(_plane(shot.places), shot.shadow, rcond=None)
    return tuple(float(v) for v in plane.ravel())


def _plane(places: Array) -> Array:
    return np.column_stack([np.ones(len(places)), places / 32.0])


def _smooth(places: Array, values: Array) -> Array:
    """Values by the robust plane through them."""
    A = _plane(places)
    weight = np.ones(len(places))
    for _ in range(6):
        W = A * weight[:, None]
        plane = np.linalg.solve(W.T @ A + 1e-6 * np.eye(3), W.T @ values)
        off = np.linalg.norm(values - A @ plane, axis=1)
        weight = 1 / (1 + (off / 0.06) ** 2)
    return np.asarray(A @ plane)
