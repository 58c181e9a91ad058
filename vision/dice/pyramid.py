"""A picture → the dice the network sees in it, at any size it may have."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.network import NOTHING, PLACE, STRIDE, VALUES, answer, prepared, probabilities, trained

SMALLEST_SIDE_PX, LARGEST_SIDE_PX = 14.0, 28.0  # of a top face, as the network sees it: one octave
TYPICAL_SIDE_PX = 20.0
LIKELY = 0.3  # an answer that says "die" more weakly is no seed of one
OVERLAP = 0.62  # of the mean side: top faces cannot be nearer
SAME_DIE = 0.3  # of the side: answers this near speak of the same die


@dataclass(frozen=True, slots=True)
class Sighting:
    """A top face: middle and side in pixels, how likely it is one, and how likely each value."""

    x: float
    y: float
    side: float
    score: float
    values: NDArray[np.float64]  # of 1 to 6, summing to one


def sightings(picture: NDArray[np.uint8], scales: tuple[float, ...]) -> list[Sighting]:
    """Every top face seen in a BGR picture shrunk or enlarged by each of `scales`, the best first."""
    found = np.concatenate([answers(picture, scale) for scale in scales])
    found = found[np.argsort(-found[:, 3])]
    dice: list[Sighting] = []
    free = np.ones(len(found), bool)
    for i, (x, y, side, score) in enumerate(found[:, :4]):
        if score < LIKELY:
            break
        if not free[i]:
            continue
        far = np.hypot(found[:, 0] - x, found[:, 1] - y)
        same = (far < SAME_DIE * side) & (np.abs(np.log(found[:, 2] / side)) < 0.35)
        weight = found[same, 3]
        x, y, side = weight @ found[same, :3] / weight.sum()
        values = weight @ found[same, 4:] / weight.sum()
        dice.append(Sighting(x, y, side, float(score), values / values.sum()))
        free &= np.hypot(found[:, 0] - x, found[:, 1] - y) > OVERLAP * (side + found[:, 2]) / 2
    return dice


def answers(picture: NDArray[np.uint8], scale: float) -> NDArray[np.float64]:
    """One row for every answer that could be a die: x, y, side, score, then the six values."""
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    size = (max(8, round(picture.shape[1] * scale)), max(8, round(picture.shape[0] * scale)))
    small = picture if scale == 1 else cv2.resize(picture, size, interpolation=method)
    raw = answer(prepared(np.asarray(small, np.uint8)[None]), trained())[:, 0]
    p = probabilities(raw)
    rows, cols = np.nonzero(p[NOTHING] < 1 - LIKELY / 3)
    p, place = p[:, rows, cols], raw[PLACE, rows, cols]
    x = cols * STRIDE + place[0] * TYPICAL_SIDE_PX
    y = rows * STRIDE + place[1] * TYPICAL_SIDE_PX
    side = TYPICAL_SIDE_PX * np.exp(np.clip(place[2], -1, 1))
    fx, fy = picture.shape[1] / small.shape[1], picture.shape[0] / small.shape[0]
    values = p[VALUES] / p[VALUES].sum(0)
    found = np.stack(
        [(x + 0.5) * fx - 0.5, (y + 0.5) * fy - 0.5, side * np.sqrt(fx * fy), 1 - p[NOTHING], *values], -1
    )
    return found.astype(np.float64)
