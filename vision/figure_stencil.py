"""Poses at a place -> where the camera pictures their parts, as steps from an anchor in a plan.

The poses that compete for one place share most of their parts: they are painted and outlined together, one
below the other on one canvas, because a hundred small pictures cost far more than one of their size.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Array
from vision.boxes import Eye
from vision.figure_shape import GROUP_OF, GROUPS, Part, Pose, solids, turned, variants
from vision.plan import MARGIN, PX

REACH = 64  # plan pixels around the anchor that a figure may cover (4 studs)
CANVAS = 2 * REACH + 1
# studs that the eye may be off, every so many pixels looked at: 1.5 shift a hat by a tenth of a stud
LEAN_STEP = {1: 1.5, 2: 3.0}
EDGE = np.ones((3, 3), np.uint8)
RING_OUTER, RING_INNER = np.ones((9, 9), np.uint8), np.ones((5, 5), np.uint8)  # plan pixels
APART = 10  # rows and columns around a picture that its ring stays within, even for any step

Labels = NDArray[np.uint8]
Steps = NDArray[np.int32]
Variant = tuple[Part, int]  # a part, and how it is held


@dataclass(frozen=True)
class Stencils:
    """Where each of some poses is pictured, as steps from their anchor in a plan laid out row by row."""

    poses: int
    pixels: Steps  # those that show one part only: pose by pose, and within a pose group by group
    counts: NDArray[np.int64]  # poses × GROUPS: how many of `pixels` are each pose's and group's
    ring: Steps  # pixels just outside, pose by pose: what should show background again
    ring_counts: NDArray[np.int64]


def anchor(eye: Eye, x: float, y: float, base: float) -> tuple[int, int]:
    """The plan pixel (column, row) a figure's stencil hangs on."""
    u, v = eye.flat(x, y, base)
    return round((u + MARGIN) * PX - 0.5), round((v + MARGIN) * PX - 0.5)


def labels(eye: Eye, pose: Pose, x: float, y: float, base: int) -> Labels:
    """(2·REACH + 1)²: which part each pixel around the anchor shows, 0 for none."""
    return np.asarray(_labels((pose,), _lean(eye, x, y, 1), round(eye.z), base)[0])


def stencils(
    eye: Eye, poses: tuple[Pose, ...], x: float, y: float, base: int, step: int, width: int
) -> Stencils:
    """Where a figure in each of some poses is pictured in a plan so wide, every `step`-th pixel of it."""
    return _stencils(poses, _lean(eye, x, y, step), round(eye.z), base, step, width)


def _lean(eye: Eye, x: float, y: float, step: int) -> tuple[float, float]:
    fine = LEAN_STEP[step]
    return round((eye.x - x) / fine) * fine, round((eye.y - y) / fine) * fine


@lru_cache(maxsize=8192)
def _stencils(
    poses: tuple[Pose, ...], lean: tuple[float, float], eye_up: int, base: int, step: int, width: int
) -> Stencils:
    canvas = _labels(poses, lean, eye_up, base)
    x, y, w, h = cv2.boundingRect(canvas.max(axis=0))  # most of the canvas is empty
    left, top = (max(0, v - APART) // step * step for v in (x, y))
    right, bottom = min(CANVAS, x + w + APART), min(CANVAS, y + h + APART)
    each, across = (-(-(far - near) // step) for near, far in ((top, bottom), (left, right)))
    shown = np.zeros((len(poses), each * step, right - left), np.uint8)
    shown[:, : bottom - top] = canvas[:, top:bottom, left:right]
    stacked = shown.reshape(-1, right - left)
    solid = np.minimum(stacked, 1)
    ring = cv2.dilate(solid, RING_OUTER) - cv2.dilate(solid, RING_INNER)
    # pixels on the border of two parts show a mixture: they tell nothing
    inner = solid & (cv2.erode(stacked, EDGE) == cv2.dilate(stacked, EDGE))
    looked_at = (len(poses), each, across)
    pose, row, col = np.nonzero(inner[::step, ::step].reshape(looked_at))
    which = (pose * len(GROUPS) + GROUP_OF[shown[pose, row * step, col * step]]).astype(np.uint8)
    order = np.argsort(which, kind="stable")
    ring_pose, ring_row, ring_col = np.nonzero(ring[::step, ::step].reshape(looked_at))
    start = (top - REACH) * width + left - REACH
    return Stencils(
        len(poses),
        (start + step * (row * width + col))[order].astype(np.int32),
        np.bincount(which, minlength=len(poses) * len(GROUPS)).reshape(len(poses), len(GROUPS)),
        (start + step * (ring_row * width + ring_col)).astype(np.int32),
        np.bincount(ring_pose, minlength=len(poses)),
    )


@lru_cache(maxsize=2048)
def _labels(poses: tuple[Pose, ...], lean: tuple[float, float], eye_up: int, base: int) -> Labels:
    """The labels of poses that face one way, seen by an eye `lean` studs away and `eye_up` plates up.

    What they have in common below the first part in which they differ is painted once.
    """
    outlines = _outlines(poses[0].facing, lean, eye_up, base)
    parts = [variants(pose) for pose in poses]
    common = 0
    while common < min(map(len, parts)) and len({shown[common] for shown in parts}) == 1:
        common += 1
    canvas = np.zeros((len(poses), CANVAS, CANVAS), np.uint8)
    _paint(canvas[0], parts[0][:common], outlines)
    canvas[1:] = canvas[0]
    for each, shown in zip(canvas, parts, strict=True):
        _paint(each, shown[common:], outlines)
    return canvas


def _paint(canvas: Labels, shown: list[Variant], outlines: "Outlines") -> None:
    for key in shown:
        for outline in outlines[key]:
            cv2.fillConvexPoly(canvas, outline, int(key[0]), lineType=cv2.LINE_8, shift=4)


class Outlines(dict[Variant, list[NDArray[np.int32]]]):
    """What each part in each variant is pictured as, in cv2's fixed-point pixels of the labels.

    Most places are looked at in few variants: a hull is only drawn round a part when it is asked for.
    """

    def __init__(self, px: NDArray[np.int32]) -> None:
        super().__init__()
        self._px = px  # of every point of `_points`

    def __missing__(self, key: Variant) -> list[NDArray[np.int32]]:
        ranges = _points()[1][key]
        self[key] = [np.asarray(cv2.convexHull(self._px[a:b]), np.int32) for a, b in ranges]
        return self[key]


@lru_cache(maxsize=2048)
def _outlines(facing: int, lean: tuple[float, float], eye_up: int, base: int) -> Outlines:
    p = turned(_points()[0], facing)
    eye = np.array(lean)
    push = eye_up / (eye_up - base - p[:, 2:3])
    flat = eye + (p[:, :2] - eye) * push - eye * (1 - eye_up / (eye_up - base))
    return Outlines(np.round((flat * PX + REACH) * 16).astype(np.int32))


@lru_cache(maxsize=1)
def _points() -> tuple[Array, dict[Variant, list[tuple[int, int]]]]:
    """The points of all solids one after the other, and where those of each part's variant lie among them."""
    ranges: dict[Variant, list[tuple[int, int]]] = {}
    start = 0
    for key, hulls in solids().items():
        ends = start + np.cumsum([len(hull) for hull in hulls])
        ranges[key] = list(pairwise([start, *ends.tolist()]))
        start = int(ends[-1])
    return np.concatenate([hull for hulls in solids().values() for hull in hulls]), ranges
