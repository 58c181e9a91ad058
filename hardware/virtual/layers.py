"""A scene and a view -> light at every sub-pixel, in layers: what stays, what rests on it, hands over it.

What stays (board, terrain) is drawn once. What rests (models, dice) is drawn in windows, finely, for that is
what is read. Hands and what they hold are drawn at half the resolution and their shadows at a quarter:
nothing is read under them, their edges are out of focus and their shadows soft.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual.bricks import block_solids, board_solids, tray_solids
from hardware.virtual.light import Index, ShadowMap, lit_share, shade, shadow_map, sight, turns
from hardware.virtual.raster import Canvas, Window, blank, draw
from hardware.virtual.scene import Lamp, Scene, Thing
from hardware.virtual.solids import Solids, together
from hardware.virtual.view import STUD_MM, Array32, View
from hardware.virtual.windows import thing_solids

STILL_SHADOW_PX = 1536  # a lamp's picture of a whole table: about three to a millimetre of a 48-stud board
RESTING_SHADOW = (2.5, 96, 384)  # pixels to a millimetre, at least, at most
ALOFT_SHADOW = (1.0, 64, 192)  # hands are large and their shadows soft
COARSE = 2  # sub-pixels to a coarse one's side: hands
SHADOW_STEP = 2  # coarse ones to a side of their shadow's
CORES = 2
BAND = 32_768  # sub-pixels shaded at once

Half = NDArray[np.float16]


@dataclass(frozen=True)
class Layer:
    """Depth, light and the lamps' share of it, for every sub-pixel of a whole (padded) picture."""

    depth: Array32
    light: Half
    lamp_share: Half

    def copy(self) -> "Layer":
        """The same, to be drawn over."""
        return Layer(self.depth.copy(), self.light.copy(), self.lamp_share.copy())

    def put(self, window: Window, patch: "Layer") -> None:
        """Lay a patch of the window's own size over it."""
        for mine, new in (
            (self.depth, patch.depth),
            (self.light, patch.light),
            (self.lamp_share, patch.lamp_share),
        ):
            mine[window.inside] = new

    def cut(self, window: Window) -> "Layer":
        """A window of it."""
        at = window.inside
        return Layer(self.depth[at], self.light[at], self.lamp_share[at])


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


def still_layer(view: View, scene: Scene, samples: int) -> Layer:
    """Board, tray and terrain, drawn."""
    lens = view.lens
    canvas = blank(view, Window(0, 0, lens.width, lens.height, samples))
    draw(canvas, view, still_solids(scene))
    maps = [[m] for m in still_shadows(scene)]
    light = np.zeros((canvas.depth.size, 3), np.float16)
    share = np.zeros(canvas.depth.size, np.float16)

    def brighten(index: Index) -> None:
        lit = shade(canvas, view, scene.light, scene.ground, maps, index)
        light[index], share[index] = lit.light, lit.lamp_share

    _on_both_cores(brighten, np.arange(canvas.depth.size))
    shape = canvas.depth.shape
    return Layer(canvas.depth, light.reshape(*shape, 3), share.reshape(shape))


def resting_patch(view: View, still: Scene, under: Layer, window: Window, things: tuple[Thing, ...]) -> Layer:
    """A window with things that stand on the table and their shadows."""
    solids = together(thing_solids(t) for t in things)
    canvas = blank(view, window)
    behind = under.depth[window.padded]
    canvas.depth[:] = behind
    draw(canvas, view, solids)
    cast = _cast(still.light.lamps, solids, RESTING_SHADOW)
    light = under.light[window.padded].astype(np.float32).reshape(-1, 3)
    share = under.lamp_share[window.padded].astype(np.float32).ravel()
    inside = np.zeros(canvas.depth.shape, bool)
    inside[: window.shape[0], : window.shape[1]] = True
    new = (canvas.depth < behind) & inside

    def darken(some: Index) -> None:
        stopped = _stopped(canvas, view, some, still.light.lamps, cast)
        dark = np.flatnonzero(stopped)
        light[some[dark]] *= (1 - share[some[dark]] * stopped[dark])[:, None]
        # the lamps' part of what is left
        kept = share[some[dark]] * (1 - stopped[dark])
        share[some[dark]] = kept / np.maximum(1 - share[some[dark]] * stopped[dark], 1e-6)

    def brighten(some: Index) -> None:
        lit = shade(canvas, view, still.light, still.ground, maps, some)
        light[some], share[some] = lit.light, lit.lamp_share

    maps = [[stays, rests] for stays, rests in zip(still_shadows(still), cast, strict=True)]
    _on_both_cores(darken, np.flatnonzero((inside & ~new).ravel()))
    _on_both_cores(brighten, np.flatnonzero(new.ravel()))
    rows, cols = window.shape
    shape = canvas.depth.shape
    return Layer(
        canvas.depth[:rows, :cols],
        light.reshape(*shape, 3)[:rows, :cols].astype(np.float16),
        share.reshape(shape)[:rows, :cols].astype(np.float16),
    )


def aloft_light(view: View, still: Scene, under: Layer, window: Window, things: tuple[Thing, ...]) -> Array32:
    """The light (rows, columns, RGB) of a window with hands, and what they hold, over it."""
    solids = together(thing_solids(t) for t in things)
    coarse = Window(window.x0, window.y0, window.x1, window.y1, window.samples / COARSE)
    rows, cols = coarse.shape
    canvas = blank(view, coarse)
    below = under.cut(window)
    behind = np.full_like(canvas.depth, -np.inf)  # nothing is drawn into the padding
    behind[:rows, :cols] = below.depth[::COARSE, ::COARSE]
    canvas.depth[:] = behind
    draw(canvas, view, solids)
    cast = _cast(still.light.lamps, solids, ALOFT_SHADOW)
    over = np.zeros((*canvas.depth.shape, 4), np.float32)  # light times cover, and cover
    maps = [[shadow] for shadow in cast]  # high above the terrain: only its own shadow falls on it

    def brighten(some: Index) -> None:
        over.reshape(-1, 4)[some, :3] = shade(canvas, view, still.light, still.ground, maps, some).light
        over.reshape(-1, 4)[some, 3] = 1

    _on_both_cores(brighten, np.flatnonzero((canvas.depth < behind).ravel()))
    full = window.shape[::-1]
    fine = np.asarray(cv2.resize(over[:rows, :cols], full, interpolation=cv2.INTER_LINEAR), np.float32)
    canvas.depth[:] = behind
    places = np.arange(canvas.depth.size).reshape(canvas.depth.shape)[:rows:SHADOW_STEP, :cols:SHADOW_STEP]
    dark = _stopped(canvas, view, places.ravel(), still.light.lamps, cast).reshape(places.shape)
    if dark.any():
        smooth = cv2.blur(dark, (3, 3))  # each place looks at the lamp another way: even that out
        stopped = np.asarray(cv2.resize(smooth, full, interpolation=cv2.INTER_LINEAR), np.float32)
        stopped *= below.lamp_share
        left = 1 - stopped
    else:
        left = np.ones(window.shape, np.float32)
    left *= 1 - fine[..., 3]
    light = below.light.astype(np.float32)
    light *= left[..., None]
    light += fine[..., :3]
    return light


def _cast(lamps: Sequence[Lamp], solids: Solids, detail: tuple[float, int, int]) -> list[ShadowMap]:
    """Each lamp's picture of moving things."""
    per_mm, least, most = detail
    low, high = solids.corners().min(0)[:2], solids.corners().max(0)[:2]
    size = int(np.clip(np.linalg.norm(high - low) * per_mm, least, most))
    return [shadow_map(lamp, solids, size, low, high) for lamp in lamps]


def _stopped(
    canvas: Canvas, view: View, index: Index, lamps: tuple[Lamp, ...], cast: list[ShadowMap]
) -> Array32:
    """The share of the lamps' light that moving things stop; lamps taken as equal."""
    _, places = sight(canvas, view, index, canvas.depth.ravel()[index])
    up = np.broadcast_to(np.array([0, 0, 1], np.float32), places.shape)
    stopped = np.zeros(len(index), np.float32)
    for lamp, shadow in zip(lamps, cast, strict=True):
        stopped += (1 - lit_share(shadow, lamp, places, up, turns(index))) / np.float32(len(lamps))
    return stopped


def _on_both_cores(work: Callable[[Index], None], index: Index) -> None:
    """`work` done on sub-pixels in runs that fit the cache; runs share nothing they write."""
    runs = [index[start : start + BAND] for start in range(0, len(index), BAND)]
    if len(runs) < 2:
        for run in runs:
            work(run)
        return
    with ThreadPoolExecutor(CORES) as pool:
        list(pool.map(work, runs))
