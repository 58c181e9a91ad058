"""A still picture and one of the free table -> what is over it: a reaching hand, something large, or nothing.

An arm always comes from outside the picture, so what it hides touches the picture's edge. The light may
have changed in between: only differences with a sharp outline count, which glare and shade don't have.
"""

from collections.abc import Sequence
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.settle import Small

Over = Literal["hands", "covered"]
Mask = NDArray[np.bool_]

FOREIGN = 0.13  # log of the brightness ratio, any channel: clearly another surface
STEP = 0.12  # how much it changes across a thing's outline, where shade and glare change slowly
OUTLINE_PX = 5  # small pixels over which that step is measured
DARK = 12.0  # grey levels added to both: ratios of nearly black are noise
SHARP_SHARE = 0.5  # of a blob's outline that must be sharp
LEAST_REACH = 0.008  # of the picture, that touches its edge: half a hand; a die cut by the edge is less
EDGE_PX = 2  # small pixels within which something touches the picture's edge
MOSTLY = 0.6  # of a thing within the tray, and of the tray that dice may fill
LARGEST_HAND = 0.22  # of the picture, arm and shadow included
LARGEST_MODEL = 0.09  # of the picture: what covers more is no model that was put down


def over_table(now: Small, free: Small, tray: Mask | None = None) -> Over | None:
    """What is over the table in `now`, that was not in `free`; dice in the tray are nothing strange."""
    foreign = foreign_to(now, free)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(foreign.astype(np.uint8))
    rows, cols = foreign.shape
    for k in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[k])
        if tray is not None and float(tray[labels == k].mean()) > MOSTLY and area < MOSTLY * tray.sum():
            continue
        share = area / foreign.size
        touches = x <= EDGE_PX or y <= EDGE_PX or x + w >= cols - EDGE_PX or y + h >= rows - EDGE_PX
        if share >= (LARGEST_HAND if touches else LARGEST_MODEL):
            return "covered"
        if touches and share >= LEAST_REACH:
            return "hands"
    return None


def tray_mask(corners_px: Sequence[tuple[float, float]], width_px: int, like: Small) -> Mask | None:
    """Where a small picture shows the tray, whose corners are given in pixels of the whole one."""
    if not corners_px:
        return None
    mask = np.zeros(like.shape[:2], np.uint8)
    corners = np.array(corners_px, float) * like.shape[1] / width_px
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1)
    return np.asarray(mask > 0)


def foreign_to(now: Small, free: Small) -> Mask:
    """Where another surface shows than in `free`, whatever the light does."""
    ratio = np.log(now + DARK) - np.log(free + DARK)
    ratio -= np.median(ratio[::3, ::3], axis=(0, 1))
    kernel = np.ones((OUTLINE_PX, OUTLINE_PX), np.uint8)
    step = (cv2.dilate(ratio, kernel) - cv2.erode(ratio, kernel)).max(axis=-1)
    apart = np.abs(ratio).max(axis=-1)
    seed = (step > STEP) & (apart > FOREIGN)
    # a thing's inside has no outline: it counts where it hangs together with one
    body = ((apart > FOREIGN) | seed).astype(np.uint8)
    count, labels = cv2.connectedComponents(body)
    outlined = np.bincount(labels[seed], minlength=count)
    whole = np.bincount(labels.ravel(), minlength=count)
    # a blob of area a has an outline of at least its circle's
    sharp = outlined >= SHARP_SHARE * 2 * np.sqrt(np.pi * np.maximum(whole, 1))
    sharp[0] = False
    return np.asarray(sharp[labels])
