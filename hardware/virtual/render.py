"""A scene and a view -> the picture a camera there would take.

What stays (board, terrain, light) is drawn once and kept; what moves is drawn over it in small windows,
each with the shadows it casts, and a window in which nothing changed is kept as well.
"""

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from hardware.virtual.bodies import cat_solids, hand_solids, loose_solids, minifig_solids
from hardware.virtual.bricks import (
    BOARD_MM,
    block_solids,
    board_solids,
    built_solids,
    die_solids,
    tray_solids,
)
from hardware.virtual.light import Index, ShadowMap, lit_share, shade, shadow_map, sight, turns
from hardware.virtual.raster import Canvas, Window, blank, draw
from hardware.virtual.scene import Built, Cat, Die, Hand, Lamp, Loose, Minifig, Scene, Thing
from hardware.virtual.sensor import Picture, Sensor, develop, read_out
from hardware.virtual.solids import Solids, together
from hardware.virtual.view import PLATE_MM, STUD_MM, Array, Array32, View

STILL_SHADOW_PX = 1536  # a lamp's picture of a whole table: about three to a millimetre of a 48-stud board
MOVING_SHADOW_PX_PER_MM = 2.5
MOVING_SHADOW_RANGE = (96, 384)
WINDOW_MARGIN_PX = 6  # around moving things: room for blur
KEPT_WINDOWS = 64
CORES = 2
BAND = 32_768  # sub-pixels shaded at once


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


@lru_cache(maxsize=4)
def still_solids(scene: Scene) -> Solids:
    """Board, tray and terrain."""
    covered = [
        (int(b.x) + i, int(b.y) + j)
        for b in scene.blocks
        if b.base == 0
        for i in range(b.w)
        for j in range(b.d)
    ]
    return together([board_solids(scene.board, covered), tray_solids(scene.tray), block_solids(scene.blocks)])


@lru_cache(maxsize=4)
def still_shadows(scene: Scene) -> tuple[ShadowMap, ...]:
    """Each lamp's picture of what stays."""
    high = np.array([scene.board.cols, scene.board.rows]) * STUD_MM
    return tuple(
        shadow_map(lamp, still_solids(scene), STILL_SHADOW_PX, np.zeros(2), high)
        for lamp in scene.light.lamps
    )


@dataclass(frozen=True)
class Backdrop:
    """What stays, drawn: depth and light of every sub-pixel, the lamps' share, and the picture."""

    scene: Scene
    depth: Array32
    light: np.ndarray[tuple[int, ...], np.dtype[np.float16]]
    lamp_share: np.ndarray[tuple[int, ...], np.dtype[np.float16]]
    picture: Picture


class Renderer:
    """Draws one view's pictures, keeping what stays from one to the next."""

    def __init__(self, view: View, sensor: Sensor | None = None) -> None:
        self.view = view
        self.sensor = sensor or Sensor()
        self._backdrop: Backdrop | None = None
        self._windows: OrderedDict[tuple[Thing, ...], tuple[Window, Picture]] = OrderedDict()

    def picture(self, scene: Scene, seed: int = 0) -> Picture:
        """The scene as this camera sees it (BGR); the same seed gives the same noise."""
        return read_out(self.clean(scene), self.sensor, seed)

    def clean(self, scene: Scene) -> Picture:
        """The same without noise."""
        backdrop = self._stay(scene.still)
        out = backdrop.picture.copy()
        for window, things in self._groups(scene):
            kept = self._windows.get(things)
            if kept is None:
                kept = (window, self._window_picture(backdrop, window, things))
                self._windows[things] = kept
                if len(self._windows) > KEPT_WINDOWS:
                    self._windows.popitem(last=False)
            self._windows.move_to_end(things)
            w, part = kept
            out[w.y0 + 2 : w.y1 - 2, w.x0 + 2 : w.x1 - 2] = part[
                2:-2, 2:-2
            ]  # the rim lacks neighbours to blur with
        return out

    def _stay(self, still: Scene) -> Backdrop:
        if self._backdrop is None or self._backdrop.scene != still:
            self._windows.clear()
            self._backdrop = self._draw_backdrop(still)
        return self._backdrop

    def _draw_backdrop(self, scene: Scene) -> Backdrop:
        lens = self.view.lens
        window = Window(0, 0, lens.width, lens.height, self.sensor.samples)
        canvas = blank(self.view, window)
        draw(canvas, self.view, still_solids(scene))
        maps = [[m] for m in still_shadows(scene)]
        light = np.zeros((canvas.depth.size, 3), np.float16)
        share = np.zeros(canvas.depth.size, np.float16)

        def brighten(index: Index) -> None:
            lit = shade(canvas, self.view, scene.light, scene.ground, maps, index)
            light[index], share[index] = lit.light, lit.lamp_share

        _on_both_cores(brighten, np.arange(canvas.depth.size))
        shape = canvas.depth.shape
        whole = light.reshape(*shape, 3)
        rows, cols = window.shape
        picture = develop(whole[:rows, :cols].astype(np.float32), self.sensor, lens, 0, 0)
        return Backdrop(scene, canvas.depth, whole, share.reshape(shape), picture)

    def _groups(self, scene: Scene) -> list[tuple[Window, tuple[Thing, ...]]]:
        """Moving things whose windows (their shadows included) overlap, together."""
        groups: list[tuple[Array, tuple[Thing, ...]]] = []
        for thing in scene.moving:
            bounds = _bounds(self.view, thing, scene.light.lamps)
            if bounds is None:
                continue
            things: tuple[Thing, ...] = (thing,)
            while near := [i for i, (other, _) in enumerate(groups) if _overlap(other, bounds)]:
                other, others = groups.pop(near[0])
                bounds = np.array([*np.minimum(bounds[:2], other[:2]), *np.maximum(bounds[2:], other[2:])])
                things = (*others, *things)
            groups.append((bounds, things))
        return [
            (Window(int(b[0]), int(b[1]), int(b[2]), int(b[3]), self.sensor.samples), things)
            for b, things in groups
        ]

    def _window_picture(self, backdrop: Backdrop, window: Window, things: tuple[Thing, ...]) -> Picture:
        solids = together(thing_solids(t) for t in things)
        scene = backdrop.scene
        canvas = blank(self.view, window)
        behind = backdrop.depth[window.padded]
        canvas.depth[:] = behind
        draw(canvas, self.view, solids)
        low, high = solids.corners().min(0)[:2], solids.corners().max(0)[:2]
        size = int(np.clip(np.linalg.norm(high - low) * MOVING_SHADOW_PX_PER_MM, *MOVING_SHADOW_RANGE))
        cast = [shadow_map(lamp, solids, size, low, high) for lamp in scene.light.lamps]
        light = backdrop.light[window.padded].astype(np.float32).reshape(-1, 3)
        share = backdrop.lamp_share[window.padded].astype(np.float32).ravel()
        inside = np.zeros(canvas.depth.shape, bool)
        inside[: window.shape[0], : window.shape[1]] = True
        new = (canvas.depth < behind) & inside

        def darken(some: Index) -> None:
            self._darken(canvas, some, scene.light.lamps, cast, light, share)

        _on_both_cores(darken, np.flatnonzero((inside & ~new).ravel()))
        index = np.flatnonzero(new.ravel())
        if len(index):
            maps = [[still, moving] for still, moving in zip(still_shadows(scene), cast, strict=True)]

            def brighten(some: Index) -> None:
                light[some] = shade(canvas, self.view, scene.light, scene.ground, maps, some).light

            _on_both_cores(brighten, index)
        rows, cols = window.shape
        whole = light.reshape(*canvas.depth.shape, 3)[:rows, :cols]
        return develop(np.ascontiguousarray(whole), self.sensor, self.view.lens, window.x0, window.y0)

    def _darken(
        self,
        canvas: Canvas,
        index: Index,
        lamps: tuple[Lamp, ...],
        cast: list[ShadowMap],
        light: Array32,
        share: Array32,
    ) -> None:
        """Take from what stays the lamps' light that moving things stop; lamps taken as equal."""
        _, places = sight(canvas, self.view, index, canvas.depth.ravel()[index])
        up = np.broadcast_to(np.array([0, 0, 1], np.float32), places.shape)
        stopped = np.zeros(len(index), np.float32)
        for lamp, shadow in zip(lamps, cast, strict=True):
            stopped += (1 - lit_share(shadow, lamp, places, up, turns(index))) / np.float32(len(lamps))
        dark = np.flatnonzero(stopped)
        light[index[dark]] *= (1 - share[index[dark]] * stopped[dark])[:, None]


def _on_both_cores(work: Callable[[Index], None], index: Index) -> None:
    """`work` done on sub-pixels in runs that fit the cache; runs share nothing they write."""
    runs = [index[start : start + BAND] for start in range(0, len(index), BAND)]
    if len(runs) < 2:
        for run in runs:
            work(run)
        return
    with ThreadPoolExecutor(CORES) as pool:
        list(pool.map(work, runs))


def _overlap(a: Array, b: Array) -> bool:
    return bool((a[:2] < b[2:]).all() and (b[:2] < a[2:]).all())


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
    limit = np.array([lens.width, lens.height])
    low = np.clip(np.floor(px.min(0)) - WINDOW_MARGIN_PX, 0, limit)
    high = np.clip(np.ceil(px.max(0)) + WINDOW_MARGIN_PX, 0, limit)
    if (high - low < 5).any():
        return None
    return np.array([*low, *high])


@lru_cache(maxsize=2)
def _renderer(view: View, sensor: Sensor) -> Renderer:
    return Renderer(view, sensor)


def render(scene: Scene, view: View, seed: int = 0, sensor: Sensor | None = None) -> Picture:
    """The picture (BGR, uint8) that a camera at `view` takes of `scene`."""
    return _renderer(view, sensor or Sensor()).picture(scene, seed)
