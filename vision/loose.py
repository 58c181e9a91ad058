"""What neither figures nor constructs explain -> small pieces that lie loose on the table."""

import numpy as np

from vision.backdrop import Plane
from vision.boxes import Eye
from vision.colour import ANY_FACING, classify
from vision.foreground import Foreground
from vision.leftovers import Leftover, leftovers
from vision.observation import Loose
from vision.plan import MARGIN, PX
from vision.terrain import Terrain

SMALLEST, LARGEST = 0.5, 4.5  # studs² that a head or a hat shows, its shadow included
LEAST_MEAN = 7.0  # mean chi-square: a fainter patch is a shadow
LEAST_ODD = 0.4  # share of it that is left when shadows are let off
LEAST_FILLED = 0.45  # share of its upright rectangle that a lump fills; a sword's is less
LUMP_PLATES = 2.0  # how high the middle of what shows of a lying piece is
BESIDE = PX // 2  # plan pixels from what a model explains within which a patch is its own


def loose_pieces(terrain: Terrain, fore: Foreground, cost: Plane, eye: Eye) -> tuple[Loose, ...]:
    """Every lump of what is left over that stands apart from all models."""
    return tuple(piece(left, terrain, fore, eye) for left in leftovers(cost) if is_lump(left, fore, cost))


def is_lump(left: Leftover, fore: Foreground, cost: Plane) -> bool:
    """Whether a patch is a small solid thing by itself, and not a shadow."""
    if not SMALLEST <= left.studs <= LARGEST:
        return False
    pixels = int(left.mask.sum())
    odd = float(fore.odd_cost[left.window.cut][left.mask].sum())
    if left.weight < LEAST_MEAN * pixels or odd < LEAST_ODD * left.weight:
        return False
    w = left.window
    around = (
        slice(max(0, w.top - BESIDE), w.bottom + BESIDE),
        slice(max(0, w.left - BESIDE), w.right + BESIDE),
    )
    beside = fore.mask[around] & (cost[around] == 0)
    return pixels >= LEAST_FILLED * w.shape[0] * w.shape[1] and int(beside.sum()) < BESIDE


def piece(left: Leftover, terrain: Terrain, fore: Foreground, eye: Eye) -> Loose:
    """A lump's place on the table and its colour."""
    rows, cols = np.nonzero(left.mask)
    flat = np.array([left.window.left + cols.mean() + 0.5, left.window.top + rows.mean() + 0.5]) / PX - MARGIN
    c, r = (int(np.clip(v, 0, n - 1)) for v, n in zip(flat, terrain.tops.shape[::-1], strict=True))
    push = eye.push(float(terrain.tops[r, c]) + LUMP_PLATES)
    x, y = eye.x + (flat[0] - eye.x) / push, eye.y + (flat[1] - eye.y) / push
    seen = np.median(fore.seen[left.window.cut][left.mask], axis=0)
    names, _ = classify(seen[None].astype(float), terrain.light, np.array([[x, y]]), facing=ANY_FACING)
    return Loose(float(x), float(y), str(names[0]))
