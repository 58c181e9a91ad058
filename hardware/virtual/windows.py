"""Things on a table -> their solids, and the windows of the picture that they and their shadows touch."""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from hardware.virtual.bodies import cat_solids, hand_solids, loose_solids, minifig_solids
from hardware.virtual.bricks import BOARD_MM, built_solids, die_solids
from hardware.virtual.raster import Window
from hardware.virtual.scene import Built, Cat, Die, Hand, Lamp, Loose, Minifig, Thing
from hardware.virtual.solids import Solids
from hardware.virtual.view import PLATE_MM, STUD_MM, Array, View

WINDOW_MARGIN_PX = 6  # around moving things: room for blur
EVEN_PX = 2  # windows begin and end on even pixels, so that they can be drawn at half the resolution


def thing_solids(thing: Thing) -> Solids:
    """Anything that moves, as solids where it is."""
    match thing:
        case Minifig():
            return minifig_solids(thing)
        case Built():
            return built_solids(thing)
        case Die():
            return die_solids(thing)
        case Loose():
            return loose_solids(thing)
        case Hand():
            return hand_solids(thing)
        case Cat():
            return cat_solids(thing)


def aloft(thing: Thing) -> bool:
    """Whether it is a hand, a cat, or held in a hand."""
    return isinstance(thing, (Hand, Cat)) or (not isinstance(thing, Loose) and thing.lift > 0)


def windows(
    view: View, things: Iterable[Thing], lamps: tuple[Lamp, ...], samples: int
) -> list[tuple[Window, tuple[Thing, ...]]]:
    """Things whose windows (their shadows included) overlap, together."""
    groups: list[tuple[Array, tuple[Thing, ...]]] = []
    for thing in things:
        bounds = _bounds(view, thing, lamps)
        if bounds is None:
            continue
        joined: tuple[Thing, ...] = (thing,)
        while near := [i for i, (other, _) in enumerate(groups) if _overlap(other, bounds)]:
            other, others = groups.pop(near[0])
            bounds = np.array([*np.minimum(bounds[:2], other[:2]), *np.maximum(bounds[2:], other[2:])])
            joined = (*others, *joined)
        groups.append((bounds, joined))
    return [(Window(int(b[0]), int(b[1]), int(b[2]), int(b[3]), samples), joined) for b, joined in groups]


def _overlap(a: Array, b: Array) -> bool:
    return bool((a[:2] < b[2:]).all() and (b[:2] < a[2:]).all())


@lru_cache(maxsize=512)
def _bounds(view: View, thing: Thing, lamps: tuple[Lamp, ...]) -> Array | None:
    """The pixels (x0, y0, x1, y1) that a thing and its shadows may touch; None where the picture has none."""
    corners = thing_solids(thing).corners()
    points = [corners]
    for lamp in lamps:
        place = np.array([lamp.x * STUD_MM, lamp.y * STUD_MM, lamp.height * PLATE_MM])
        for dx in (-lamp.radius_mm, lamp.radius_mm):
            for dy in (-lamp.radius_mm, lamp.radius_mm):
                source = place + np.array([dx, dy, 0.0])
                tall = np.minimum(corners[:, 2:], source[2] * 0.8)
                points.append(corners + (corners - source) * (tall + BOARD_MM) / (source[2] - tall))
    lens = view.lens
    every = np.concatenate(points)
    every = every[view.seen(every)[:, 2] > 1.0]
    if not len(every):
        return None
    px = view.project_mm(every)
    # far outside the picture Brown's model folds back: such points are bounded by where they leave it
    limit = np.array([lens.width, lens.height]) // EVEN_PX
    low = np.clip(np.floor((px.min(0) - WINDOW_MARGIN_PX) / EVEN_PX), 0, limit) * EVEN_PX
    high = np.clip(np.ceil((px.max(0) + WINDOW_MARGIN_PX) / EVEN_PX), 0, limit) * EVEN_PX
    if (high - low < 5).any():
        return None
    return np.array([*low, *high])
