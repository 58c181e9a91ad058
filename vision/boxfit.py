"""A hypothesis (a box on the lattice) -> how well it explains the pixels, and the colours it would have.

Predict the top with its studs, the walls brick by brick and the board around; compare; keep the best. The
gain over "nothing stands here" is in chi-square, so hypotheses compare across sizes and heights.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.backdrop import CEILING, Backdrop, Plane
from vision.boxes import Box, Window, brick_levels, coverage, top_coverage, wall_strips, window_of
from vision.plan import MARGIN, PX

BLUR_SIGMA = 0.7  # plan pixels; lens, demosaicing and resampling
BORDER_STUDS = 0.25  # the blur reaches no further than this around a box
WHOLE = 0.95  # coverage from which a pixel counts as belonging to one face only
# how dark the board may be where a box meets it, and what assuming so costs
CONTACT_SHADOWS = (
    (1.0, 0.0),
    (0.75, 1.0),
    (0.5, 2.0),
    (0.25, 3.0),
)
FEWEST_PIXELS = 8
RIDGE = 1.0  # squared grey levels; keeps a flat pattern from being blown up
STRONGEST = 4.0  # a dark top shows glare up to so many times stronger in grey levels than a bright board
PENALTY_STRIP = 12.0  # chi-square a further wall colour must earn (three numbers)


@dataclass(frozen=True)
class Fit:
    """A box, what it gains in chi-square over bare board, and its top's mean colour."""

    box: Box
    gain: float
    top_bgr: NDArray[np.float32]


def blurred(mask: Plane) -> Plane:
    """A coverage mask as the camera shows it."""
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), BLUR_SIGMA), np.float32)


def stud_pattern_at(drop: Backdrop, plates: float, window: Window) -> Plane:
    """The stud pattern as it would lie on a surface so high up."""
    s = drop.eye.push(plates)
    ox, oy = (drop.eye.x + MARGIN) * PX - 0.5, (drop.eye.y + MARGIN) * PX - 0.5
    # plan pixel X at height h shows the lattice point nadir + (X − nadir) / s
    affine = np.array(
        [
            [1 / s, 0, ox + (window.left - ox) / s],
            [0, 1 / s, oy + (window.top - oy) / s],
        ]
    )
    size = (window.shape[1], window.shape[0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    out = cv2.warpAffine(drop.studs, affine, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(out, np.float32)


def whole_pixels(mask: Plane) -> NDArray[np.bool_]:
    """Pixels that belong to one face only, or mostly where it is very thin."""
    whole = mask > WHOLE
    return whole if whole.sum() >= FEWEST_PIXELS else mask > 0.5


def even_face(seen: Plane, mask: Plane) -> NDArray[np.float32]:
    """A wall's colour: the mean of its pixels."""
    whole = whole_pixels(mask)
    return np.asarray(seen[whole].mean(axis=0) if whole.any() else np.zeros(3), np.float32)


def studded_face(seen: Plane, mask: Plane, pattern: Plane, tone: Plane) -> tuple[Plane, NDArray[np.float32]]:
    """A top's picture: its mean colour, the stud pattern and the glare, each as strong as they are there."""
    whole = whole_pixels(mask)
    if not whole.any():
        return np.zeros((1, 1, 3), np.float32), np.zeros(3, np.float32)
    values = seen[whole]
    mean = values.mean(axis=0)
    basis = np.stack([pattern, tone], -1)
    centre = basis[whole].mean(axis=0)
    shape = basis[whole] - centre
    normal = shape.T @ shape + RIDGE * len(shape) * np.eye(2, dtype=np.float32)
    strength = np.clip(np.linalg.solve(normal, shape.T @ (values - mean)), 0, STRONGEST)
    return np.asarray(mean + (basis - centre) @ strength, np.float32), mean


def fit_box(drop: Backdrop, null_cost: Plane, free: Plane, box: Box, window: Window | None = None) -> Fit:
    """How much better the box explains the window than bare board; `free` is 0 where others explain it."""
    where = window or window_of(box, drop.eye, drop.shape, BORDER_STUDS)
    seen, bare = drop.seen[where.cut], drop.bare[where.cut]
    top = blurred(top_coverage(box, drop.eye, where, drop.gap))
    picture, mean = studded_face(seen, top, stud_pattern_at(drop, box.h, where), drop.tone[where.cut])
    predicted = picture * top[..., None]
    left = 1 - top
    strips = wall_strips(box, drop.eye, brick_levels(box.h), drop.gap)
    price = 0.0
    for polygon in strips:
        mask = np.minimum(blurred(coverage(polygon, where)), left)
        if mask.max() < 0.3:
            continue
        predicted = predicted + even_face(seen, mask) * mask[..., None]
        left = left - mask
        price += PENALTY_STRIP
    board = np.maximum(left, 0)
    covered = board < 1 - 1e-3
    cost = null_cost[where.cut].copy()
    rest = (seen - predicted)[covered]
    ground = (bare * board[..., None])[covered]
    alone, both, under = (
        (a * b).sum(-1) / drop.noise**2 for a, b in ((rest, rest), (rest, ground), (ground, ground))
    )
    tries = [alone - 2 * f * both + f * f * under + p for f, p in CONTACT_SHADOWS]
    cost[covered] = np.minimum(np.min(tries, axis=0), CEILING)
    gain = float(((null_cost[where.cut] - cost) * free[where.cut]).sum())
    return Fit(box, gain - price, mean)
