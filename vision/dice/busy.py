"""A picture → the parts of it where dice may lie: everything that is not plain, nor only an edge.

Pips make a picture change in every direction; a bare tray, wood, shadows and walls don't. What changes too
little is not shown to the networks: a part of a tray with dice, and almost all of an empty one.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

BUSY = 20.0  # squared grey levels, in the direction of least change: dice of the first photos had over 60
AROUND_PX = 15  # over what the change is measured: about half a die as the finder knows it


@dataclass(frozen=True)
class Part:
    """A box of a picture, in cells: its first row and column, and which of its cells are busy."""

    top: int
    left: int
    busy: NDArray[np.bool_]


def busy_parts(picture: NDArray[np.uint8], cell_px: int, near: int, seen: int) -> list[Part]:
    """Boxes around what is busy in a BGR picture of whole cells; one box if many would hold more.

    Cells up to `near` away from busy pixels count as busy; the boxes hold `seen` more on every side.
    """
    change = least_change(picture)[cell_px // 2 :: cell_px, cell_px // 2 :: cell_px]
    busy = cv2.dilate((change > BUSY).astype(np.uint8), np.ones((2 * near + 1, 2 * near + 1), np.uint8))
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(busy)
    parts = []
    for label, (left, top, wide, high, _) in zip(range(1, count), boxes[1:].tolist(), strict=True):
        first, low = max(0, top - seen), max(0, left - seen)
        there = labels[first : top + high + seen, low : left + wide + seen] == label
        parts.append(Part(first, low, there))
    if sum(part.busy.size for part in parts) > busy.size:
        return [Part(0, 0, np.asarray(busy, bool))]
    return parts


def least_change(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How much the liveliest channel changes in the direction of its least change (Shi, Tomasi 1994)."""
    changes = [cv2.cornerMinEigenVal(channel, AROUND_PX) for channel in cv2.split(picture)]
    return np.asarray(np.max(changes, 0) * np.float32(255**2))
