"""A hat's kind -> its solid in place on a minifig's head: smooth shapes of our own, no part's scan."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from tests.pathtraced.solids import Array, Solid, slab, tube, turned

NECK, CROWN = 28.8, 38.4  # millimetres above a figure's soles


def _cap() -> Solid:
    solid = _stretched(_dome(5.75, CROWN - 4.6, CROWN + 2.6), 1.0, 1.08, 1.0)
    for a, b in pairwise(np.linspace(-np.pi / 2, np.pi / 2, 13)):  # the peak, piece by piece
        inner = [(1.0, 5.5 * np.sin(t)) for t in (a, b)]
        outer = [(4.2 + 6.9 * np.cos(t), 5.6 * np.sin(t)) for t in (a, b)]
        solid.join(slab([inner[0], *outer, inner[1]], CROWN - 4.3, CROWN - 3.2))
    return solid.join(turned([(1.1, CROWN + 2.2), (1.0, CROWN + 2.9), (0, CROWN + 3.1)], 14))


def _modern() -> Solid:
    solid = _open_faced(_stretched(_dome(6.6, NECK - 0.2, CROWN + 2.5, 2.2), 1.06, 1.12, 1.0), 6.2, 2.0)
    turns = np.linspace(-1.25, 1.25, 7)
    brow = [(6.3 * np.cos(t) * 1.16, 6.5 * np.sin(t), CROWN - 1.8 - 0.9 * np.cos(2 * t)) for t in turns]
    return solid.join(tube(brow, [1.0, 1.15, 1.25, 1.3, 1.25, 1.15, 1.0]))


def _castle() -> Solid:
    solid = _open_faced(_stretched(_dome(6.05, NECK + 1.8, CROWN + 2.3, 2.1), 1.0, 1.05, 0.98), 4.6, 2.5)
    rim = [(6.2 * np.cos(t), 6.1 * np.sin(t), CROWN - 2.9) for t in np.linspace(-1.9, 1.9, 9)]
    return solid.join(tube(rim, [0.65] * 9))


def _helmet() -> Solid:
    solid = _open_faced(_stretched(_dome(6.45, NECK - 0.2, CROWN + 2.2, 2.5), 1.0, 1.02, 1.0), 5.4, 2.2)
    chin = [(6.2 * np.cos(t), 6.2 * np.sin(t), NECK + 0.8) for t in np.linspace(-1.2, 1.2, 7)]
    return solid.join(tube(chin, [0.8] * 7))


def _hair() -> Solid:
    solid = _open_faced(_stretched(_dome(6.1, NECK + 2.0, CROWN + 2.1, 2.4), 1.02, 1.12, 1.02), 4.0, 2.0)
    for y in (-3.6, -1.2, 1.4, 3.8):
        lock = [
            (-6.0, y * 1.1, NECK + 2.6),
            (-5.4, y, CROWN - 2.0),
            (-2.8, y * 0.8, CROWN + 0.9),
            (2.0, y * 0.9 + 0.6, CROWN + 0.9),
            (5.0, y + 0.8, CROWN - 3.0),
        ]
        solid.join(tube(lock, [0.7, 1.2, 1.3, 1.3, 0.9], 10, 4))
    return solid


HATS: dict[str, Callable[[], Solid]] = {
    "cap": _cap,
    "modern": _modern,
    "castle": _castle,
    "helmet": _helmet,
    "hair": _hair,
}


def _dome(radius: float, low: float, top: float, power: float = 2.3) -> Solid:
    """A hollow-looking dome: straight wall, then a superellipse to the crown."""
    start = low + 0.35 * (top - low)
    turns = np.linspace(0, np.pi / 2, 9)[:-1]
    profile = [(0.0, low), (radius - 0.9, low), (radius - 0.15, low + 0.1), (radius, low + 0.4)]
    across, up = radius * np.cos(turns) ** (2 / power), start + (top - start) * np.sin(turns) ** (2 / power)
    return turned([*profile, *zip(across.tolist(), up.tolist(), strict=True), (0.0, top)], 32)


def _stretched(solid: Solid, front: float, back: float, side: float) -> Solid:
    """A shape made longer forward and backward, and wider."""

    def stretch(points: Array) -> Array:
        points[:, 0] *= np.where(points[:, 0] > 0, front, back)
        points[:, 1] *= side
        return points

    return solid.reshaped(stretch)


def _open_faced(solid: Solid, lift: float, start: float) -> Solid:
    """A dome with its lower edge raised towards the front so that the face shows."""

    def raised(points: Array) -> Array:
        low, high = points[:, 2].min(), points[:, 2].max()
        share = 1 - (points[:, 2] - low) / (high - low)
        forward = 1 / (1 + np.exp(-(points[:, 0] - start) * 2.5))
        points[:, 2] += forward * share * lift
        return points

    return solid.reshaped(raised)
