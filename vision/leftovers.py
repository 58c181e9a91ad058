"""A cost per pixel that nothing explained yet -> the connected patches of it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.backdrop import Plane
from vision.boxes import Window
from vision.foreground import SMOOTHED, SUSPECT
from vision.plan import PX

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
    suspect = (cv2.blur(cost, (SMOOTHED, SMOOTHED)) > SUSPECT).astype(np.uint8)
    closed = cv2.morphologyEx(suspect, cv2.MORPH_CLOSE, np.ones((CLOSED, CLOSED), np.uint8))
    odd = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((THIN, THIN), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(odd, connectivity=8)
    found = []
    for k in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[k])
        window = Window(x, y, x + w, y + h)
        mask = labels[window.cut] == k
        found.append(Leftover(window, mask, area / PX**2, float(cost[window.cut][mask].sum())))
    return sorted(found, key=lambda patch: -patch.weight)
