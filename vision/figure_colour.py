"""The light over a table -> for any pixel, how far it is from each colour a figure's parts can have.

What a part shows is its palette colour, lit more or less as it faces the lamp, with some gloss on top. The
nearest such colour in CIELAB is found beforehand for every pixel value, so that a look-up answers it.
"""

from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.palette import PALETTE, linear
from vision.backdrop import Plane
from vision.colour import to_lab
from vision.light import DARKEST_ALBEDO, LINEAR, Light

COLOURS = tuple(PALETTE)
SKINS = tuple(COLOURS.index(name) for name in ("yellow", "light_nougat"))
WORN_COLOURS = tuple(k for k, name in enumerate(COLOURS) if name != "light_nougat")
OTHER_COLOURS = [k for k in range(len(COLOURS)) if k not in SKINS]
BITS = 5  # a channel; a step of eight grey levels is the camera's own noise
STEPS = 1 << BITS
SHIFT = 8 - BITS
CEILING = 15.0  # chi-square from which a pixel is simply not of that colour: a print, an edge, a highlight
SCALE = 16.0  # costs are kept as whole sixteenths
SPREAD_LAB = 6.0  # 1-sigma of CIELAB error: noise, palette, the light's fall-off
DIFFUSE = (0.3, 0.4, 0.5, 0.6, 0.72, 0.85, 1.0, 1.15, 1.3)  # how much of the lamp's light a face catches
SPREAD_DIFFUSE = 0.6  # 1-sigma of its logarithm
UNSURE_DIFFUSE = (*DIFFUSE, 1.5, 1.75, 2.0, 2.3)  # a black board hardly tells how bright the lamp is
UNSURE_SPREAD = 1.0
GLOSS = (0.0, 0.03, 0.08, 0.16, 0.3)  # mirrored light on top, in the lamp's own colour
SPREAD_GLOSS = 0.12

Costs = NDArray[np.uint8]


def colour_costs(light: Light) -> Costs:
    """(STEPS³ + 1, colours): sixteenths of chi-square of every BGR value being each of COLOURS in this light.

    The last row is all noughts, for pixels that need no explanation.
    """
    cast = tuple(float(v) for v in light.cast)
    if light.board_albedo.max() < DARKEST_ALBEDO:
        return _costs(cast, UNSURE_DIFFUSE, UNSURE_SPREAD)
    return _costs(cast, DIFFUSE, SPREAD_DIFFUSE)


@lru_cache(maxsize=4)
def _costs(cast: tuple[float, ...], lit: tuple[float, ...], spread: float) -> Costs:
    seen = _cell_colours()
    far_from_nought = (seen[:-1] ** 2).sum(axis=0)
    albedo = linear(np.array([PALETTE[name] for name in COLOURS], float))
    diffuse, gloss = (v.ravel() for v in np.meshgrid(lit, GLOSS))
    shown = albedo[:, None] * diffuse[:, None] + gloss[:, None]
    ideal = to_lab(np.minimum(shown * np.array(cast), 1.0)).astype(np.float32)
    price = (np.log(diffuse) / spread) ** 2 + (gloss / SPREAD_GLOSS) ** 2
    out = np.zeros((seen.shape[1] + 1, len(COLOURS)), np.uint8)
    for k, model in enumerate(ideal):
        # |a − b|² of all pairs, and their price, in one product: all but |a|², which a pixel has in common
        own = (model**2).sum(-1) + price.astype(np.float32) * np.float32(SPREAD_LAB**2)
        far = np.column_stack([-2 * model, own]) @ seen
        best = (far.min(axis=0) + far_from_nought) / np.float32(SPREAD_LAB**2)
        out[:-1, k] = np.round(np.clip(best, 0, CEILING) * SCALE)
    return out


@cache
def _cell_colours() -> NDArray[np.float32]:
    """CIELAB of every BGR value looked up, and a row of ones."""
    middle = (np.arange(STEPS) << SHIFT) + (1 << SHIFT) // 2
    b, g, r = np.meshgrid(middle, middle, middle, indexing="ij")
    lab = to_lab(np.asarray(LINEAR[np.stack([r, g, b], -1).reshape(-1, 3)], float))
    return np.vstack([lab.T, np.ones(len(lab))]).astype(np.float32)


def cells(seen: Plane) -> NDArray[np.uint16]:
    """The row of `colour_costs` that each pixel (… × 3, grey levels, BGR) falls into."""
    blue, green, red = (np.asarray(v, np.uint16) >> SHIFT for v in cv2.split(cv2.convertScaleAbs(seen)))
    return np.asarray((blue << (2 * BITS)) | (green << BITS) | red, np.uint16)
