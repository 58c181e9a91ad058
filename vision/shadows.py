"""Stacks and the board they darken -> where the lamps hang, and so where the shadow of anything falls.

A lamp is an eye that sees what is lit: the shadow of a box is its outline as that eye would picture it on the
board. The lamps are those whose shadows fall where the board is dark, and nowhere else.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.backdrop import Backdrop, Plane, channel_sum
from vision.boxes import Box, Eye, Window, corners_px, coverage, outline
from vision.plan import MARGIN, PX

Mask = NDArray[np.bool_]

COARSE = 4  # plan pixels a side that are looked at as one
DIM = 0.1  # share of the light that is missing from which a place counts as dark
OTHER_HUE = 6.0  # chi-square from which a place is no shaded board, however deep the shade
LIT_PRICE = 0.12  # what a shadow that should fall on a place, which is lit, speaks against a lamp
LEAST_DARKNESS = 1.5  # studs² of full darkness that a lamp's shadows must explain
MOST_LAMPS = 2
MOST_CASTERS = 16
SLOPES = np.linspace(-0.6, 0.6, 13)  # studs that a shadow reaches for every plate of height
LAMP_HEIGHTS = (150.0, 400.0)  # plates
STEPS = (0.05, 0.02)  # studs a plate, of the finer searches
PENUMBRA = PX // 2 + 1  # plan pixels: lamps have a size
CLOSE_BY, FAR = PX + 1, 4 * PX + 1  # plan pixels, across, that a box may darken around it, lamps known or not
BLURRED = np.ones((5, 5), np.uint8)  # plan pixels around a thing that it colours too
FEWEST = 24  # plan pixels that tell anything
UMBRA = 3  # percentile of the light in shadows that counts as their darkest: rims are lighter
DARKER = 0.1  # share of the light by which a thing must be darker than that to be more than a shadow
ITS_SHADOW = 0.6  # share of what shows of a thing that must lie in shadows for it to be nothing else


@dataclass(frozen=True)
class Lamps:
    """Where the light comes from, as far as shadows tell, and how dark they are."""

    eyes: tuple[Eye, ...] = ()
    umbra: float = 0.0  # share of the light that is left in the darkest of them

    def cast(self, boxes: Iterable[Box], shape: tuple[int, int]) -> Mask:
        """Plan pixels on which the shadows of some boxes may fall, their soft rims included."""
        out = np.zeros(shape, np.uint8)
        for box, eye in product(boxes, self.eyes):
            if box.h < eye.z:
                fill(out, box, eye, 1)
        return cv2.dilate(out, np.ones((PENUMBRA, PENUMBRA), np.uint8)) > 0

    def may_darken(self, boxes: Sequence[Box], drop: Backdrop) -> Mask:
        """Where boxes may take light away: their shadows and close by; unknown lamps may hang anywhere."""
        close = np.zeros(drop.shape, np.uint8)
        for box in boxes:
            fill(close, box, drop.eye, 1)
        reach = CLOSE_BY if self.eyes else FAR
        return self.cast(boxes, drop.shape) | (cv2.dilate(close, np.ones((reach, reach), np.uint8)) > 0)

    def explain(self, shade: Mask, light: Plane) -> bool:
        """Whether what shows of a thing, so lit, is no darker than the shadows it lies in."""
        return float(shade.mean()) > ITS_SHADOW and float(light.mean()) > self.umbra - DARKER


NO_LAMPS = Lamps()


def without_shadows(drop: Backdrop, boxes: Sequence[Box]) -> tuple[list[bool], Lamps]:
    """Which boxes are more than the shadows of the others, and the lamps that cast those."""
    if not boxes:
        return [], NO_LAMPS
    light, other = shaded(drop)
    own = [own_pixels(boxes, k, drop.eye, drop.shape) for k in range(len(boxes))]
    dark = [only_shade(light, other, shown) for shown in own]
    solid = [box for box, d in zip(boxes, dark, strict=True) if not d]
    lamps = find_lamps(darkness(drop, light, other, solid), solid, drop)
    shade = lamps.cast(solid, drop.shape)
    plain = shade & ~np.logical_or.reduce(own) & drop.inside & (other < OTHER_HUE)
    if plain.any():
        lamps = replace(lamps, umbra=float(np.percentile(light[plain], UMBRA)))
    kept = [not (d and lamps.explain(shade[px], light[px])) for px, d in zip(own, dark, strict=True)]
    return kept, lamps


def find_lamps(worth: Plane, casters: Sequence[Box], drop: Backdrop) -> Lamps:
    """The lamps over a table whose stacks are known; none when no stack's shadow shows."""
    tall = sorted(casters, key=lambda box: -box.h * box.studs)[:MOST_CASTERS]
    lamps: list[Eye] = []
    while tall and len(lamps) < MOST_LAMPS:
        lamp, won = best_lamp(worth, tall, drop)
        if won < LEAST_DARKNESS * (PX // COARSE) ** 2:
            break
        lamps.append(lamp)
        worth = np.where(cast_coarse(tall, lamp, worth.shape), np.minimum(worth, 0), worth)
    return Lamps(tuple(lamps))


def shaded(drop: Backdrop) -> tuple[Plane, Plane]:
    """The share of the bare board's light that each pixel shows, and the chi-square that is left then."""
    dot = channel_sum(cv2.multiply(drop.seen, drop.bare))
    square = np.maximum(channel_sum(cv2.multiply(drop.bare, drop.bare)), 1.0)
    light = np.clip(dot / square, 0.0, 1.0)
    rest = drop.seen - light[..., None] * drop.bare
    return np.asarray(light, np.float32), channel_sum(cv2.multiply(rest, rest)) / np.float32(drop.noise**2)


def own_pixels(boxes: Sequence[Box], k: int, eye: Eye, shape: tuple[int, int]) -> Mask:
    """What a box alone is pictured on; all of it where others hide or blur all of it."""
    own = coverage(outline(boxes[k], eye), Window(0, 0, shape[1], shape[0])) > 0.5
    others = np.zeros(shape, np.uint8)
    for other in (*boxes[:k], *boxes[k + 1 :]):
        fill(others, other, eye, 1)
    alone = own & (cv2.dilate(others, BLURRED) == 0)
    return alone if alone.sum() >= FEWEST else own


def only_shade(light: Plane, other: Plane, shown: Mask) -> bool:
    """Whether pixels show the board but for brightness: a dark piece, or a shadow."""
    return (
        bool(shown.any()) and float(light[shown].mean()) < 1 - DIM and float(other[shown].mean()) < OTHER_HUE
    )


def darkness(drop: Backdrop, light: Plane, other: Plane, casters: Sequence[Box]) -> Plane:
    """What each coarse place says of a shadow that should fall on it: for it if dark, against it if lit."""
    known = drop.inside.astype(np.float32)
    for box in casters:
        fill(known, box, drop.eye, 0)
    size = (known.shape[1] // COARSE, known.shape[0] // COARSE)
    dark, hue, sure = (cv2.resize(v, size, interpolation=cv2.INTER_AREA) for v in (1 - light, other, known))
    worth = np.where(dark > DIM, dark, -LIT_PRICE)
    return np.asarray(np.where((hue < OTHER_HUE) & (sure > 0.9), worth, 0.0), np.float32)


def best_lamp(worth: Plane, casters: Sequence[Box], drop: Backdrop) -> tuple[Eye, float]:
    """The lamp whose shadows say most, and what they say."""
    middle = np.array(drop.shape[::-1]) / PX / 2 - MARGIN

    def lamp(across: float, down: float, up: float) -> Eye:
        return Eye(float(middle[0] - across * up), float(middle[1] - down * up), up)

    def won(slope: tuple[float, float, float]) -> float:
        return float(worth[cast_coarse(casters, lamp(*slope), worth.shape)].sum())

    best = max(product(SLOPES.tolist(), SLOPES.tolist(), LAMP_HEIGHTS), key=won)
    for step in STEPS:
        while True:
            across, down, up = best
            near = [
                (across + i * step, down + j * step, up * k)
                for i, j, k in product((-1, 0, 1), (-1, 0, 1), (0.8, 1.0, 1.25))
            ]
            better = max(near, key=won)
            if won(better) <= won(best):
                break
            best = better
    return lamp(*best), won(best)


def cast_coarse(boxes: Iterable[Box], lamp: Eye, shape: tuple[int, int]) -> Mask:
    """Coarse places on which the shadows of some boxes fall."""
    out = np.zeros(shape, np.uint8)
    scale = PX / COARSE * 16
    for box in boxes:
        if box.h < lamp.z:
            corners = (np.array(outline(box, lamp)) + MARGIN) * scale - 8
            cv2.fillConvexPoly(out, np.round(corners).astype(np.int32), 1, cv2.LINE_8, 4)
    return out > 0


def fill(mask: NDArray[np.uint8] | Plane, box: Box, eye: Eye, value: int) -> None:
    """Paint what an eye sees of a box into a mask of the whole plan."""
    whole = Window(0, 0, mask.shape[1], mask.shape[0])
    cv2.fillConvexPoly(mask, corners_px(outline(box, eye), whole), value, cv2.LINE_8, 4)
