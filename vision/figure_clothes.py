"""A figure that was found -> the colours of its torso and legs, as a person would name them.

The front of a torso may be printed, so a standing figure's arms are asked; the brighter half of them faces up
to the lamp as the board does. Legs stand in the torso's shade, where white passes for grey: only lying ones
are named.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.colour import BRICK_COLOURS, UP_FACING, classify_linear, costs, linear_rgb
from vision.figure_colour import COLOURS
from vision.figure_search import Scene, Score
from vision.figure_shape import ARMS, TORSO_AND_ARMS, Part
from vision.figure_stencil import EDGE, REACH
from vision.light import Light

LIT = (50, 95)  # percentiles of brightness: the half that faces the lamp, less its highlights
FEWEST_PIXELS = 20
TOSS_UP = 1.5  # chi-square between two colours below which the search, which weighed every pixel, decides


def torso_colour(scene: Scene, found: Score, light: Light) -> str:
    """The name of the torso's colour."""
    seen = lit_median(scene, found, (Part.TORSO,) if found.spot.pose.lying else ARMS)
    if seen is None:
        return COLOURS[found.colours[TORSO_AND_ARMS]]
    cost = costs(linear_rgb(seen), light, None, BRICK_COLOURS, UP_FACING)[0]
    first, second = np.argsort(cost)[:2]
    searched = COLOURS[found.colours[TORSO_AND_ARMS]]
    if cost[second] - cost[first] < TOSS_UP and searched == BRICK_COLOURS[int(second)]:
        return searched
    return BRICK_COLOURS[int(first)]


def leg_colour(scene: Scene, found: Score, light: Light) -> str | None:
    """The name of the legs' colour, of a figure whose legs lie in the light."""
    seen = lit_median(scene, found, (Part.LEGS,)) if found.spot.pose.lying else None
    if seen is None:
        return None
    names, _ = classify_linear(linear_rgb(seen), light, None, BRICK_COLOURS, UP_FACING)
    return str(names[0])


def lit_median(scene: Scene, found: Score, parts: tuple[Part, ...]) -> NDArray[np.float64] | None:
    """The median BGR (1, 3) of the brighter half of some parts, other figures' pixels left out."""
    labels = scene.labels(found.spot)
    rows, cols = np.nonzero((cv2.erode(labels, EDGE) == cv2.dilate(labels, EDGE)) & np.isin(labels, parts))
    top, left = (cut.start for cut in scene.window(found.spot))
    rows, cols = rows + top - REACH, cols + left - REACH
    height, width = scene.seen.shape[:2]
    inside = (rows >= 0) & (cols >= 0) & (rows < height) & (cols < width)
    if inside.sum() < FEWEST_PIXELS:
        return None
    seen = scene.seen[rows[inside], cols[inside]].astype(float)
    bright = seen.sum(axis=1)
    low, high = np.percentile(bright, LIT)
    return np.asarray(np.median(seen[(bright >= low) & (bright <= high)], axis=0)[None])
