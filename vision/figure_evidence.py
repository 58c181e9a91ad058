"""A figure that explains some pixels -> what speaks for its being a figure at all.

Anything of one colour can pass for a torso. But a figure shows skin where head and hands are, and background
around it: a wall of a construct does neither.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.figure_colour import OTHER_COLOURS, SCALE
from vision.figure_search import RING_CALM, SKIN_SURE, Scene, Score
from vision.figure_shape import EDGE, HANDS, SKIN_PARTS

Cut = tuple[slice, slice]

WIDE = np.ones((25, 25), np.uint8)  # plan pixels: the surroundings that should be background, less BLURRED
BLURRED = np.ones((5, 5), np.uint8)
LEAST_SKIN = 0.2  # parts (head and hands, each 0–1 by its share of skin) that must be seen
CROWDED = 0.06  # share of the surroundings that may be no background: a weapon, an edge
SKIN_WHEN_CROWDED = 14.0  # parts that must be seen more for the square of what is beyond
FAINT_GAIN = 2500.0  # a figure worth less must show more skin: so much a thousand
SKIN_WHEN_FAINT = 0.35
LONELY_GAIN = 4000.0  # what a figure is worth that stands so clear that it needs no skin
LONELY = 0.98


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a figure being one at all."""

    skin: float  # parts seen to be skin, 0–3
    crowded: float  # share of the surroundings that shows neither background nor shadow
    alone: float  # share of the surroundings that shows background without any shadow

    def credible(self, gain: float) -> bool:
        """Whether this is a figure rather than a part of something else."""
        if gain > LONELY_GAIN and self.alone > LONELY:
            return True
        crowd, faint = max(0.0, self.crowded - CROWDED), max(0.0, FAINT_GAIN - gain) / 1000
        return self.skin > LEAST_SKIN + SKIN_WHEN_CROWDED * crowd**2 + SKIN_WHEN_FAINT * faint


def evidence(scene: Scene, found: Score) -> Evidence:
    """Whether a figure's head and hands show skin and its surroundings background."""
    labels = scene.stencil(found.spot).labels
    window = scene.window(found.spot)
    inner = cv2.erode(labels, EDGE) == cv2.dilate(labels, EDGE)
    skin = sum(shown_skin(scene, window, inner & (labels == part), found) for part in SKIN_PARTS)
    solid = np.minimum(labels, 1)
    wide = cv2.dilate(solid, WIDE) > cv2.dilate(solid, BLURRED)
    crowded, alone = scene.odd[window][wide] > 1, scene.ground[window][wide] < RING_CALM + 2
    return Evidence(skin, float(crowded.mean()), float(alone.mean()))


def shown_skin(scene: Scene, window: Cut, part: NDArray[np.bool_], found: Score) -> float:
    """The share of a part that shows the figure's skin rather than anything else, or the background."""
    if not part.any():
        return 0.0
    costs = scene.costs[scene.cell[window][part]]
    own, other = costs[:, found.colours[HANDS]], costs[:, OTHER_COLOURS].min(axis=1)
    new = scene.ground[window][part] > RING_CALM
    return float(((own < SKIN_SURE * SCALE) & (own < other + SCALE) & new).mean())
