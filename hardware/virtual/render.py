"""A scene and a view -> the picture a camera there would take.

Layers (what stays, what rests, hands) are kept from one picture to the next, and only what changed is drawn.
"""

from collections import OrderedDict
from functools import lru_cache

import numpy as np

from hardware.virtual.layers import Layer, aloft_light, resting_patch, still_layer
from hardware.virtual.raster import Window
from hardware.virtual.scene import Scene, Thing
from hardware.virtual.sensor import Picture, Sensor, develop, read_out
from hardware.virtual.view import View
from hardware.virtual.windows import aloft, windows

KEPT_PATCHES = 64
RIM_PX = 2  # a window's rim lacks neighbours to blur with

Group = tuple[Window, tuple[Thing, ...]]


class Renderer:
    """Draws one view's pictures, keeping what stays from one to the next."""

    def __init__(self, view: View, sensor: Sensor | None = None) -> None:
        self.view = view
        self.sensor = sensor or Sensor()
        self._still: tuple[Scene, Layer, Picture] | None = None
        self._resting: tuple[list[Group], Layer, Picture] | None = None
        self._patches: OrderedDict[tuple[Thing, ...], Layer] = OrderedDict()

    def picture(self, scene: Scene, seed: int = 0) -> Picture:
        """The scene as this camera sees it (BGR); the same seed gives the same noise."""
        return read_out(self.clean(scene), self.sensor, seed)

    def clean(self, scene: Scene) -> Picture:
        """The same without noise."""
        lamps, samples = scene.light.lamps, self.sensor.samples
        under, picture = self._rest(scene)
        over = windows(self.view, [t for t in scene.moving if aloft(t)], lamps, samples)
        if not over:
            return picture
        out = picture.copy()
        for window, things in over:
            light = aloft_light(self.view, scene.still, under, window, things)
            self._lay(out, window, develop(light, self.sensor, self.view.lens, window.x0, window.y0))
        return out

    def _stay(self, still: Scene) -> tuple[Layer, Picture]:
        if self._still is None or self._still[0] != still:
            layer = still_layer(self.view, still, self.sensor.samples)
            lens = self.view.lens
            whole = Window(0, 0, lens.width, lens.height, self.sensor.samples)
            self._still = (still, layer, self._developed(layer, whole))
            self._resting = None
            self._patches.clear()
        return self._still[1:]

    def _rest(self, scene: Scene) -> tuple[Layer, Picture]:
        """What stays with what rests on it; windows that changed are drawn anew."""
        still, bare = self._stay(scene.still)
        resting = [t for t in scene.moving if not aloft(t)]
        groups = windows(self.view, resting, scene.light.lamps, self.sensor.samples)
        if self._resting is None:
            self._resting = ([], still.copy(), bare.copy())
        before, layer, picture = self._resting
        if groups != before:
            picture = picture.copy()  # the one before may be in somebody's hands
            for window, _ in (gone for gone in before if gone not in groups):
                layer.put(window, still.cut(window))
                self._lay(picture, window, bare[window.y0 : window.y1, window.x0 : window.x1])
            for window, things in (new for new in groups if new not in before):
                layer.put(window, self._patch(scene.still, still, window, things))
                self._lay(picture, window, self._developed(layer, window))
            self._resting = (groups, layer, picture)
        return layer, picture

    def _patch(self, still: Scene, under: Layer, window: Window, things: tuple[Thing, ...]) -> Layer:
        patch = self._patches.get(things)
        if patch is None:
            patch = self._patches[things] = resting_patch(self.view, still, under, window, things)
            if len(self._patches) > KEPT_PATCHES:
                self._patches.popitem(last=False)
        self._patches.move_to_end(things)
        return patch

    def _developed(self, layer: Layer, window: Window) -> Picture:
        light = layer.light[window.inside].astype(np.float32)
        return develop(light, self.sensor, self.view.lens, window.x0, window.y0)

    def _lay(self, picture: Picture, window: Window, part: Picture) -> None:
        rim = RIM_PX
        picture[window.y0 + rim : window.y1 - rim, window.x0 + rim : window.x1 - rim] = part[
            rim:-rim, rim:-rim
        ]


@lru_cache(maxsize=2)
def _renderer(view: View, sensor: Sensor) -> Renderer:
    return Renderer(view, sensor)


def render(scene: Scene, view: View, seed: int = 0, sensor: Sensor | None = None) -> Picture:
    """The picture (BGR, uint8) that a camera at `view` takes of `scene`."""
    return _renderer(view, sensor or Sensor()).picture(scene, seed)
