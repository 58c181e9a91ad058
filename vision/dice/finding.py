"""A picture → where dice may lie in it, at any size they may have."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.busy import busy_parts
from vision.dice.network import Floats, Layer, answers, prepared, softmax, trained

FINDER = (
    Layer(3, 16, 5, step=2),
    Layer(16, 32, 3, step=2),
    Layer(32, 48, 3),
    Layer(48, 48, 3),
    Layer(48, 48, 3, spacing=2),
    Layer(48, 48, 1),
    Layer(48, 10, 1),  # no die, the values 1–6, then x, y and log side of the top face
)
STRIDE = 4  # pixels from one answer to the next
SEEN = 5  # strides: an answer knows nothing of what is farther away
NEAR = 2  # strides between an answer that says "die" and what is busy about that die
NOTHING, KINDS, PLACE = 0, slice(0, 7), slice(7, 10)
SMALLEST_SIDE_PX, LARGEST_SIDE_PX = 14.0, 28.0  # of a top face, as the network sees it: one octave
TYPICAL_SIDE_PX = 20.0
EDGE_PX = 24  # pictures are continued by this much, so that a die at the rim has surroundings
LIKELY = 0.3  # a place that says "die" more weakly is not looked at
OVERLAP = 0.62  # of the mean side: top faces cannot be nearer to each other
SAME_DIE, SAME_SIZE = 0.3, 0.35  # answers so near (in sides) and so alike (in log side) speak of one die


@dataclass(frozen=True, slots=True)
class Sighting:
    """A place that may be a top face: its middle and side in pixels, and how likely it is one.

    `stretch` (2, 2) is how the picture is stretched there, if that is known.
    """

    x: float
    y: float
    side: float
    score: float
    stretch: NDArray[np.float64] | None = None


def sightings(picture: NDArray[np.uint8], scales: tuple[float, ...]) -> list[Sighting]:
    """Top faces seen in a BGR picture at each of `scales`, the likeliest first."""
    found = np.concatenate([places(picture, scale) for scale in scales])
    found = found[np.argsort(-found[:, 3])]
    dice: list[Sighting] = []
    free = np.ones(len(found), bool)
    for i, (x, y, side, score) in enumerate(found):
        if not free[i]:
            continue
        near = np.hypot(found[:, 0] - x, found[:, 1] - y) < SAME_DIE * side
        same = near & (np.abs(np.log(found[:, 2] / side)) < SAME_SIZE)
        x, y, side = found[same, 3] @ found[same, :3] / found[same, 3].sum()
        dice.append(Sighting(float(x), float(y), float(side), float(score)))
        free &= np.hypot(found[:, 0] - x, found[:, 1] - y) > OVERLAP * (side + found[:, 2]) / 2
    return dice


def places(picture: NDArray[np.uint8], scale: float) -> NDArray[np.float64]:
    """A row (x, y, side, score) for every answer that says "die"."""
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = picture if scale == 1 else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=method)
    raw, rows, cols = answered(edged(np.asarray(small, np.uint8)))
    score = 1 - softmax(raw[KINDS])[NOTHING]
    likely = score > LIKELY
    rows, cols, score, place = rows[likely], cols[likely], score[likely], raw[PLACE, likely].astype(float)
    x = cols * STRIDE - EDGE_PX + place[0] * TYPICAL_SIDE_PX
    y = rows * STRIDE - EDGE_PX + place[1] * TYPICAL_SIDE_PX
    side = TYPICAL_SIDE_PX * np.exp(np.clip(place[2], -1, 1))
    fx, fy = picture.shape[1] / small.shape[1], picture.shape[0] / small.shape[0]
    return np.stack([(x + 0.5) * fx - 0.5, (y + 0.5) * fy - 0.5, side * np.sqrt(fx * fy), score], -1)


def edged(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture continued on every side, and to whole strides."""
    right, below = (EDGE_PX + -length % STRIDE for length in picture.shape[1::-1])
    return np.asarray(
        cv2.copyMakeBorder(picture, EDGE_PX, below, EDGE_PX, right, cv2.BORDER_REPLICATE), np.uint8
    )


def answered(picture: NDArray[np.uint8]) -> tuple[Floats, NDArray[np.intp], NDArray[np.intp]]:
    """The raw answers (answer, place) wherever a picture is busy, and their rows and columns."""
    said, down, across = [np.zeros((10, 0), np.float32)], [np.zeros(0, int)], [np.zeros(0, int)]
    for part in busy_parts(picture, STRIDE, NEAR, SEEN):
        high, wide = part.busy.shape
        top, left = part.top * STRIDE, part.left * STRIDE
        shown = picture[top : top + high * STRIDE, left : left + wide * STRIDE]
        raw = answers(prepared(shown[None]), FINDER, trained("finder"))[:, 0]
        rows, cols = np.nonzero(part.busy)
        said.append(raw[:, rows, cols])
        down.append(rows + part.top)
        across.append(cols + part.left)
    return np.concatenate(said, 1), np.concatenate(down), np.concatenate(across)
