"""A cost per pixel that nothing explained yet -> the connected patches of it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.backdrop import Plane
from vision.boxes import Window
from vision.foreground import SUSPECT
from vision.plan import PX

HALF = 2  # patches are found at half the plan's fineness
SMOOTHED_HALF = 3  # half pixels a side over which the cost is averaged
CLOSED = PX // 2 + 1  # plan pixels: gaps so narrow inside a patch are bridged
THIN = 7  # plan pixels: what is narrower (a sword, an antenna) does not join two things


@dataclass(frozen=True)
class Leftover:
    """A connected patch of what is still unexplained."""

    window: Window
    mask: NDArray[np.bool_]  # of the window
    studs: float  # its area
    weight: float  # its chi-square


def leftovers(cost: Plane) -> list[Leftover]:
    """The connected patches of unexplained pixels, the most telling first."""
    rows, cols = cost.shape
    half = cv2.resize(cost, (cols // HALF, rows // HALF), interpolation=cv2.INTER_AREA)
    suspect = (cv2.blur(half, (SMOOTHED_HALF, SMOOTHED_HALF)) > SUSPECT).astype(np.uint8)
    closed = cv2.morphologyEx(suspect, cv2.MORPH_CLOSE, np.ones((CLOSED // HALF + 1,) * 2, np.uint8))
    odd = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((THIN // HALF,) * 2, np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(odd, connectivity=8)
    found = []
    for k in range(1, count):
        x, y, w, h, area = (int(v) * HALF for v in stats[k])
        window = Window(x, y, x + w, y + h)
        part = labels[y // HALF : (y + h) // HALF, x // HALF : (x + w) // HALF] == k
        mask = np.asarray(part.repeat(HALF, axis=0).repeat(HALF, axis=1))
        weight = float(cost[window.cut][mask].sum())
        found.append(Leftover(window, mask, area * HALF / PX**2, weight))
    return sorted(found, key=lambda patch: -patch.weight)
