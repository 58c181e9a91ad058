"""A figure that explains some pixels -> what speaks for its being a figure at all.

Anything of one colour can pass for a torso. But a figure shows skin where head and hands are, and background
around it: a wall of a construct does neither.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.figure_colour import COLOURS, OTHER_COLOURS, SCALE, SKINS
from vision.figure_search import RING_CALM, SKIN_SURE, Scene, Score
from vision.figure_shape import HANDS, HAT, HATS, SKIN_PARTS, TORSO_AND_ARMS
from vision.figure_stencil import EDGE

Cut = tuple[slice, slice]

WIDE = np.ones((25, 25), np.uint8)  # plan pixels: the surroundings that should be background, less BLURRED
NEAR = np.ones((13, 13), np.uint8)  # plan pixels: what is beside a hand
BLURRED = np.ones((5, 5), np.uint8)
LEAST_SKIN = 0.1  # parts (head and hands, each 0–1 by its share of skin) that must be seen
LEAST_SKIN_WHEN_PLAIN = 1.0  # the same of a figure all of one colour, as a block of that colour is
CROWDED = 0.06  # share of the surroundings that may be no background: a weapon, an edge
SKIN_WHEN_CROWDED = 50.0  # parts that must be seen more for the square of what is beyond
SURE_GAIN, SURENESS = 8000.0, 4000.0  # a figure worth so much may stand close to others: less skin will do
LEAST_WARY = 0.25
FAINT_GAIN = 2500.0  # a figure worth less must show more skin: so much a thousand
SKIN_WHEN_FAINT = 0.4
LONELY_GAIN = 4000.0  # what a figure is worth that stands so clear that it needs no skin
LONELY, LESS_LONELY = 0.98, 0.04  # how clear that is, and by how much less a thousand more
LEAST_LONELY = 0.85
# what a figure must be worth, and how clear it must stand, that looks just like one that is missing
KNOWN_GAIN, KNOWN_CROWDED, KNOWN_ALONE = 2000.0, 0.15, 0.6


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a figure being one at all."""

    skin: float  # parts seen to be skin, 0–3
    crowded: float  # share of the surroundings that shows neither background nor shadow
    alone: float  # share of the surroundings that shows background without any shadow
    plain: bool = False  # whether all but skin is of skin's or the board's colour, as a block or a glare is

    def credible(self, gain: float) -> bool:
        """Whether this is a figure rather than a part of something else."""
        more = (gain - LONELY_GAIN) / 1000
        if more > 0 and self.alone > max(LEAST_LONELY, LONELY - LESS_LONELY * more):
            return True
        crowd, faint = max(0.0, self.crowded - CROWDED), max(0.0, FAINT_GAIN - gain) / 1000
        wary = float(np.clip((SURE_GAIN - gain) / SURENESS, LEAST_WARY, 1.0))
        least = LEAST_SKIN_WHEN_PLAIN if self.plain else LEAST_SKIN
        return self.skin > least + wary * SKIN_WHEN_CROWDED * crowd**2 + SKIN_WHEN_FAINT * faint

    def could_be_known(self, gain: float) -> bool:
        """Whether this will do for a figure whose looks are those of one that is missing: skin or no skin."""
        return gain > KNOWN_GAIN and self.crowded < KNOWN_CROWDED and self.alone > KNOWN_ALONE


def evidence(scene: Scene, found: Score) -> Evidence:
    """Whether head and hands show skin, unlike what is beside them, and the surroundings background."""
    labels = scene.labels(found.spot)
    window = scene.window(found.spot)
    inner = cv2.erode(labels, EDGE) == cv2.dilate(labels, EDGE)
    outside = cv2.dilate(np.minimum(labels, 1), BLURRED) == 0
    skin = np.zeros(len(SKINS))
    for part in SKIN_PARTS:
        own = labels == part
        beside = (cv2.dilate(own.astype(np.uint8), NEAR) > 0) & outside
        here, there = (shares_of_skin(scene, window, where) for where in (inner & own, beside))
        skin += np.maximum(0.0, here - there)
    wide = (cv2.dilate(np.minimum(labels, 1), WIDE) > 0) & outside
    crowded, alone = scene.odd[window][wide] > 1, scene.ground[window][wide] < RING_CALM + 2
    torso, hat = (found.colours[k] for k in (TORSO_AND_ARMS, HAT))
    hatted = found.spot.pose.worn in HATS and COLOURS[hat] != scene.board
    plain = torso == found.colours[HANDS] or (COLOURS[torso] == scene.board and not hatted)
    return Evidence(float(skin.max()), float(crowded.mean()), float(alone.mean()), plain)


def shares_of_skin(scene: Scene, window: Cut, where: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How much of some pixels shows each colour of skin rather than anything else, or the background.

    Of either, not of the one that fits best: beside a tan board the rim of a yellow hand passes for nougat.
    """
    if not where.any():
        return np.zeros(len(SKINS))
    costs = scene.costs[scene.cell[window][where]]
    own, other = costs[:, SKINS], costs[:, OTHER_COLOURS].min(axis=1)[:, None]
    new = (scene.ground[window][where] > RING_CALM)[:, None]
    return np.asarray(((own < SKIN_SURE * SCALE) & (own < other + SCALE) & new).mean(axis=0))
