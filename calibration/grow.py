"""A seed of lattice -> every stud of the board it belongs to: place by place, outwards, until none follow.

A stud shows as a circle: along it the brightness changes across, never along, whether it is lit from the
left or the right. Doubling the angle of the gradient makes both signs alike, so one linear filter sees
studs of any colour under any light.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lattice import Grey
from calibration.warp import Array, Warp, affine, fit

FINE = 9  # samples a stud in the levelled picture
NODE = 3  # samples between the nodes of the mapping
STUD_RADIUS = 0.3  # studs: 2.4 mm
SEED_REACH = 3  # studs around the seed that fix the first phase
SEARCH = 0.33  # studs: how far from its predicted place a stud is looked for
LOOSE = 0.06  # studs: a residual beyond this counts little
KEPT = 0.15  # studs: a stud farther off its lattice is something else
PRESENT = 0.30  # radial coherence of a stud; clutter scatters around 0 ± 0.15
GROWTH = 0.35  # of the reach so far, by which the next round looks farther
LARGEST = 150  # studs either way
ROUNDS = 18
SOFT = 0.5  # of a sample's width
FEWEST = 12  # studs that make a lattice


@dataclass(frozen=True, slots=True)
class Care:
    """How much a stud's neighbours must agree with it before it has a say."""

    astray: float  # studs from where its neighbours say it is
    company: int  # such neighbours among 5 × 5


STRICT = Care(0.13, 8)  # keeps clutter out of a sharp picture
EASY = Care(0.2, 6)  # hears the studs of a noisy one


@dataclass(frozen=True)
class Grown:
    """A lattice followed through a picture; arrays over the places (i, j) of a box."""

    warp: Warp
    low: tuple[int, int]  # (i, j) of the arrays' [0, 0]
    coherence: Array  # (nj, ni): how much like a stud each place looks, -1 to 1
    px: Array  # (nj, ni, 2): where the stud was seen
    off: Array  # (nj, ni): how far from the lattice that is, in studs

    @property
    def present(self) -> NDArray[np.bool_]:
        """Where there is a stud on this lattice."""
        return np.asarray((self.coherence > PRESENT) & (self.off < KEPT))


@cache
def _ring(fine: int) -> tuple[Grey, Grey, Grey]:
    """Filters over a levelled picture of `fine` samples a stud: cos 2θ, sin 2θ and 1 on a stud's circle."""
    reach = int(np.ceil((STUD_RADIUS + 0.12) * fine))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1] / fine
    width = 0.065  # studs: shadow and blur spread the circle
    ring = np.exp(-0.5 * ((np.hypot(x, y) - STUD_RADIUS) / width) ** 2)
    ring /= ring.sum()
    angle = 2 * np.arctan2(y, x)
    return tuple((ring * w).astype(np.float32) for w in (np.cos(angle), np.sin(angle), 1 + 0 * x))


def levelled(grey: Grey, warp: Warp, low: Array, high: Array) -> Grey:
    """The picture as the lattice has it, FINE samples a stud; place (i, j) is the middle of its cell."""
    i = np.arange(int(high[0] - low[0] + 1) * FINE)
    j = np.arange(int(high[1] - low[1] + 1) * FINE)
    x = low[0] - 0.5 + (i + 0.5) / FINE
    y = low[1] - 0.5 + (j + 0.5) / FINE
    coarse_x, coarse_y = x[::NODE], y[::NODE]
    grid = np.stack(
        np.meshgrid(
            np.append(coarse_x, coarse_x[-1] + NODE / FINE), np.append(coarse_y, coarse_y[-1] + NODE / FINE)
        ),
        -1,
    )
    px = warp.to_px(grid)
    px[~warp.before_horizon(grid)] = -1e4
    return _sampled(grey, px, NODE, (len(j), len(i)))


def _sampled(grey: Grey, nodes: Array, every: int, shape: tuple[int, int]) -> Grey:
    """The picture at pixels given on nodes `every` samples apart, the rest by interpolation."""
    rows, cols = shape
    at = np.arange(max(rows, cols), dtype=np.float32) / every
    mx, my = np.meshgrid(at[:cols], at[:rows])
    both = cv2.remap(nodes.astype(np.float32), mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    out = cv2.remap(
        grey, both[..., 0], both[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=-1
    )
    return np.asarray(out, np.float32)


def coherence(level: Grey, fine: int) -> Grey:
    """How much each sample of a levelled picture looks like a stud's middle: -1 to 1."""
    ring = _ring(fine)
    outside = cv2.dilate((level < 0).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    smooth = cv2.GaussianBlur(level, (0, 0), 0.05 * fine)
    gx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3)
    gy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3)
    gx[outside] = 0
    gy[outside] = 0
    strength = np.sqrt(gx * gx + gy * gy) + 1e-3
    # the square root keeps one bright rim from outshouting the rest of the circle
    even, odd = (gx * gx - gy * gy) / strength, 2 * gx * gy / strength
    border = cv2.BORDER_CONSTANT
    along = cv2.filter2D(even, -1, ring[0], borderType=border) + cv2.filter2D(
        odd, -1, ring[1], borderType=border
    )
    total = cv2.filter2D(strength, -1, ring[2], borderType=border)
    return np.asarray(along / (total + 1.0), np.float32)


def _phase(grey: Grey, warp: Warp) -> tuple[float, float, float]:
    """Where in the cell the studs of a seed sit, and how well they show."""
    reach = np.array([SEED_REACH, SEED_REACH])
    seen = coherence(levelled(grey, warp, -reach, reach), FINE)
    cells = 2 * SEED_REACH + 1
    folded = seen.reshape(cells, FINE, cells, FINE)[1:-1, :, 1:-1].mean((0, 2))
    j, i = np.unravel_index(np.argmax(folded), folded.shape)
    return (i + 0.5) / FINE - 0.5, (j + 0.5) / FINE - 0.5, float(folded[j, i])


def _look(grey: Grey, warp: Warp, low: NDArray[np.int64], high: NDArray[np.int64]) -> tuple[Array, Array]:
    """Coherence and offset (in studs) of the best stud near each place of a box."""
    seen = coherence(levelled(grey, warp, low.astype(float), high.astype(float)), FINE)
    ni, nj = high - low + 1
    cells = seen.reshape(nj, FINE, ni, FINE).transpose(0, 2, 1, 3)
    middle = (FINE - 1) / 2
    edge = int(np.floor(middle - SEARCH * FINE))
    inner = cells[:, :, edge : FINE - edge, edge : FINE - edge]
    flat = inner.reshape(nj, ni, -1)
    best = np.argmax(flat, -1)
    value = np.take_along_axis(flat, best[..., None], -1)[..., 0]
    v, u = np.divmod(best, FINE - 2 * edge)
    v, u = v + edge, u + edge
    jj, ii = np.mgrid[0:nj, 0:ni]

    def vertex(dv: int, du: int) -> Array:
        before = cells[jj, ii, np.clip(v - dv, 0, FINE - 1), np.clip(u - du, 0, FINE - 1)]
        after = cells[jj, ii, np.clip(v + dv, 0, FINE - 1), np.clip(u + du, 0, FINE - 1)]
        bend = np.minimum(before - 2 * value + after, -1e-4)
        return np.asarray(np.clip(0.5 * (before - after) / bend, -0.6, 0.6), float)

    offset = np.stack([(u + vertex(0, 1) - middle) / FINE, (v + vertex(1, 0) - middle) / FINE], -1)
    return value.astype(float), offset


def softened(grey: Grey, pitch_px: float) -> Grey:
    """The picture blurred to what FINE samples a stud can carry."""
    sigma = SOFT * pitch_px / FINE
    return grey if sigma < 0.5 else np.asarray(cv2.GaussianBlur(grey, (0, 0), sigma), np.float32)


def grow(picture: Grey, centre_px: Array, steps: Array, care: Care) -> Grown | None:
    """The whole lattice that a seed belongs to, or None if no studs stand on it."""
    grey = softened(picture, float(np.sqrt(abs(np.linalg.det(steps)))))
    warp = affine(centre_px, steps, grey.shape)
    di, dj, shown = _phase(grey, warp)
    if shown < PRESENT / 2:
        return None
    warp = warp.moved(np.array([[1, 0, di], [0, 1, dj], [0, 0, 1.0]]))
    low, high = np.array([-SEED_REACH, -SEED_REACH]), np.array([SEED_REACH, SEED_REACH])
    found = 0
    for _ in range(ROUNDS):
        value, offset = _look(grey, warp, low, high)
        jj, ii = np.mgrid[low[1] : high[1] + 1, low[0] : high[0] + 1]
        places = np.stack([ii, jj], -1).astype(float)
        known = _connected(_supported(value, offset, care) & warp.before_horizon(places))
        if known.sum() < FEWEST:
            return None
        warp, _ = fit(warp, places[known], warp.to_px(places + offset)[known], LOOSE)
        rows, cols = np.nonzero(known.any(1))[0], np.nonzero(known.any(0))[0]
        if len(rows) < 2 or len(cols) < 2:
            return None
        span = np.array([cols[-1] - cols[0], rows[-1] - rows[0]]) + 1
        margin = np.maximum(3, np.ceil(GROWTH * span)).astype(int)
        fresh_low = low + np.array([cols[0], rows[0]]) - margin
        fresh_high = low + np.array([cols[-1], rows[-1]]) + margin
        count = int(known.sum())
        if count <= found * 1.01 and np.all(fresh_low >= low) and np.all(fresh_high <= high):
            break
        found = max(found, count)
        low, high = _in_picture(warp, np.maximum(fresh_low, -LARGEST), np.minimum(fresh_high, LARGEST), grey)
    value, offset = _look(grey, warp, low, high)
    jj, ii = np.mgrid[low[1] : high[1] + 1, low[0] : high[0] + 1]
    places = np.stack([ii, jj], -1).astype(float)
    value[~warp.before_horizon(places)] = -1
    px = warp.to_px(places + offset)
    value[~_supported(value, offset, care)] = -1
    return Grown(warp, (int(low[0]), int(low[1])), value, px, np.hypot(offset[..., 0], offset[..., 1]))


def _supported(value: Array, offset: Array, care: Care) -> NDArray[np.bool_]:
    """Places that look like studs and lie off the prediction by as much as their neighbours do."""
    seen = (value > PRESENT).astype(np.float32)
    number = cv2.boxFilter(seen, -1, (5, 5), normalize=False, borderType=cv2.BORDER_CONSTANT)
    total = cv2.boxFilter(
        (offset * seen[..., None]).astype(np.float32),
        -1,
        (5, 5),
        normalize=False,
        borderType=cv2.BORDER_CONSTANT,
    )
    astray = np.linalg.norm(offset - total / np.maximum(number, 1)[..., None], axis=-1)
    near = (seen > 0) & (astray < care.astray)
    company = cv2.boxFilter(
        near.astype(np.float32), -1, (5, 5), normalize=False, borderType=cv2.BORDER_CONSTANT
    )
    return np.asarray(near & (company >= care.company))


def _in_picture(
    warp: Warp, low: NDArray[np.int64], high: NDArray[np.int64], grey: Grey
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The box without the rows and columns that lie outside the picture."""
    jj, ii = np.mgrid[low[1] : high[1] + 1, low[0] : high[0] + 1]
    places = np.stack([ii, jj], -1).astype(float)
    px = warp.to_px(places)
    inside = warp.before_horizon(places) & np.all((px > 0) & (px < [grey.shape[1], grey.shape[0]]), -1)
    rows, cols = np.nonzero(inside.any(1))[0], np.nonzero(inside.any(0))[0]
    if not len(rows):
        return low, high
    return low + np.array([cols[0], rows[0]]), low + np.array([cols[-1], rows[-1]])


def _connected(kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The largest patch of places that touch, bridging gaps of one (a brick's edge, a shadow)."""
    bridged = cv2.dilate(kept.astype(np.uint8), np.ones((3, 3), np.uint8))
    count, label = cv2.connectedComponents(bridged)
    if count <= 1:
        return kept
    sizes = np.bincount(label[kept], minlength=count)
    sizes[0] = 0
    return np.asarray(kept & (label == int(np.argmax(sizes))))
