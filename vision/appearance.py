"""A model that came or went between two frames -> its colours as a histogram, and how far two such lie apart.

Where a model stands in one frame and not in the other, the pixels that differ are the model's own: no outline
is needed to tell them from the table. Turning it changes its histogram little, another model's is far away.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from vision.colour import to_lab
from vision.light import LINEAR
from vision.plan import Picture
from vision.sameness import Model, body, patch, shadow_of

Histogram = NDArray[np.float32]

BINS = (5, 12, 12)  # lightness coarsely, since a turned model is lit otherwise; hue and saturation finely
OWN = 18.0  # grey levels from which a pixel that differs is the model's
FEWEST = 12  # pixels: of fewer nothing is said


def appearance(
    model: Model, shown: Picture, camera: Camera, without: Picture, other: Camera
) -> Histogram | None:
    """The colours of `model` in the frame `shown`, told by the frame `without` it; None if alike."""
    ground = shadow_of(body(model), camera)
    here, bare = patch(shown, camera, ground), patch(without, other, ground)
    own = np.abs(here - bare).max(axis=-1) > OWN
    if own.sum() < FEWEST:
        return None
    # our own CIELAB: at its first call OpenCV's builds tables, for which the first move would have to wait
    lab = to_lab(LINEAR[here.astype(np.uint8)[..., ::-1]].astype(float)).astype(np.float32)
    ranges = [0.0, 100.01, -80.0, 80.0, -80.0, 80.0]
    counts = cv2.calcHist([lab], [0, 1, 2], own.astype(np.uint8), list(BINS), ranges)
    smooth = _smoothed(np.asarray(counts, np.float32))
    return np.asarray(smooth / max(float(smooth.sum()), 1e-6), np.float32)


def apart(a: Histogram | None, b: Histogram | None) -> float:
    """Hellinger's distance, 0 (the same colours) to 1 (none in common); half of it when one is unknown."""
    if a is None or b is None:
        return 0.5
    return float(np.sqrt(max(0.0, 1 - float(np.sqrt(a * b).sum()))))


def _smoothed(counts: Histogram) -> Histogram:
    """Colours near a bin's edge count for its neighbour too."""
    for axis in range(3):
        line = np.swapaxes(counts, 0, axis)
        wide = 0.5 * line
        wide[1:] += 0.25 * line[:-1]
        wide[:-1] += 0.25 * line[1:]
        counts = np.swapaxes(wide, 0, axis)
    return counts
