"""The terrain and what differs from it -> the places and facings where a figure may be, likeliest first.

A glance only: running sums over upright boxes around torso, head and hands, for every pair of level studs at
once. Which of them it is, `figure_search` tells by looking properly.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.figure_colour import SCALE, SKINS
from vision.figure_search import RING_CALM, SKIN_SURE, UNEXPLAINED, Scene, Spot
from vision.figure_shape import Pose
from vision.figure_stencil import REACH
from vision.plan import MARGIN, PX

Array = NDArray[np.float64]
Box = tuple[float, float, float, float, float]  # forward, side, up of its middle; half sizes forward, side

FACINGS = {0: (90, 270), 1: (0, 180)}  # a pair along x faces along y, and the other way round
TORSO_BOX: Box = (0.0, 0.0, 7.0, 0.5, 0.95)
HEAD_BOX: Box = (0.0, 0.0, 11.0, 0.6, 0.6)
HAND_BOXES: tuple[Box, Box] = ((1.15, -1.15, 6.5, 0.5, 0.3), (1.15, 1.15, 6.5, 0.5, 0.3))
LYING_BOX: Box = (0.3, 0.0, 2.0, 2.0, 0.9)
LYING_HEAD_BOX: Box = (-1.5, 0.0, 2.5, 0.5, 0.5)
LYING_HAND_BOXES: tuple[Box, Box] = ((0.6, -1.16, 3.0, 0.4, 0.3), (0.6, 1.16, 3.0, 0.4, 0.3))
GLANCE = 2  # pixels between the samples of a glance
HAND_SHARE = 0.4  # of the box a hand may move in that the hand fills
LEAST_COVERED = 0.15  # of the torso's box: below, nothing stands there
LEAST_COVERED_LYING = 0.55  # of a lying body's: a standing figure covers half of it too
LEAST_PROMISE = 1.2  # of 4: below, a place isn't looked at


@dataclass(frozen=True)
class Area:
    """An upright rectangle of the board, studs."""

    x0: float
    y0: float
    x1: float
    y1: float

    def holds(self, places: Array) -> NDArray[np.bool_]:
        """Which places (…, 2) lie in it."""
        x, y = places[..., 0], places[..., 1]
        return np.asarray((self.x0 < x) & (x < self.x1) & (self.y0 < y) & (y < self.y1))


@dataclass(frozen=True)
class Sums:
    """Running sums over the padded plan: of what is no background, and of what looks like skin."""

    odd: Array
    skin: Array


def sums_of(scene: Scene) -> Sums:
    """The sums a glance needs."""
    ground, cell = (v[::GLANCE, ::GLANCE] for v in (scene.ground, scene.cell))
    skin = np.zeros_like(ground)
    some = ground > RING_CALM + 1
    near = scene.costs[cell[some]][:, SKINS].min(axis=1)
    skin[some] = near < SKIN_SURE * SCALE
    odd, shown = (cv2.integral(v, sdepth=cv2.CV_64F) for v in (ground / np.float32(UNEXPLAINED), skin))
    return Sums(np.asarray(odd), np.asarray(shown))


def places(tops: NDArray[np.int16], along: int) -> tuple[Array, NDArray[np.int64]]:
    """Middles (N, 2) of all level stud pairs along x (0) or y (1), and the plates they are up."""
    pair = tops[:, 1:] == tops[:, :-1] if along == 0 else tops[1:] == tops[:-1]
    r, c = np.nonzero(pair)
    middle = np.stack([c + 1.0, r + 0.5], -1) if along == 0 else np.stack([c + 0.5, r + 1.0], -1)
    return middle, tops[r, c].astype(np.int64)


def likely_spots(scene: Scene, tops: NDArray[np.int16], areas: list[Area]) -> list[Spot]:
    """Every place and facing within some areas that deserves a look, the most promising first."""
    sums = sums_of(scene)
    spots: list[tuple[float, Spot]] = []
    for along, facings in FACINGS.items():
        middles, base = places(tops, along)
        near = np.any([area.holds(middles) for area in areas], axis=0)
        middles, base = middles[near], base[near]
        for facing in facings:
            for lying in (False, True):
                worth = promise(scene, sums, middles, base, Pose(facing, lying))
                for i in np.nonzero(worth > LEAST_PROMISE)[0]:
                    x, y = middles[i].tolist()
                    spots.append((float(worth[i]), Spot(x, y, int(base[i]), Pose(facing, lying))))
    return [spot for _, spot in sorted(spots, key=lambda pair: -pair[0])]


def promise(scene: Scene, sums: Sums, middles: Array, base: NDArray[np.int64], pose: Pose) -> Array:
    """How likely each place looks, 0–4: torso and head show no background, head or hands show skin."""
    torso, head = (LYING_BOX, LYING_HEAD_BOX) if pose.lying else (TORSO_BOX, HEAD_BOX)
    out = share(scene, sums.odd, middles, base, torso, pose.facing)
    some = np.nonzero(out > (LEAST_COVERED_LYING if pose.lying else LEAST_COVERED))[0]
    at, up = middles[some], base[some]
    skin = share(scene, sums.skin, at, up, head, pose.facing)
    for hand in LYING_HAND_BOXES if pose.lying else HAND_BOXES:
        skin = skin + np.minimum(share(scene, sums.skin, at, up, hand, pose.facing) / HAND_SHARE, 1.0)
    worth = out[some] + share(scene, sums.odd, at, up, head, pose.facing) + np.minimum(skin, 2.0)
    out[:] = 0
    out[some] = worth
    return out


def share(
    scene: Scene, total: Array, middles: Array, base: NDArray[np.int64], box: Box, facing: int
) -> Array:
    """The mean of what `total` sums, over one box of a figure at each place."""
    forward, side, up, half_forward, half_side = box
    ahead = np.array([np.cos(np.deg2rad(facing)), np.sin(np.deg2rad(facing))]).round()
    aside = np.array([-ahead[1], ahead[0]])
    eye = np.array([scene.eye.x, scene.eye.y])
    push = (scene.eye.z / (scene.eye.z - base - up))[:, None]
    flat = eye + (middles + forward * ahead + side * aside - eye) * push
    middle = ((flat + MARGIN) * PX - 0.5 + REACH) / GLANCE
    half = np.abs(half_forward * ahead + half_side * aside) * PX / GLANCE
    most = np.array(total.shape[::-1]) - 1
    low, high = (np.clip(np.round(middle + k * half).astype(int), 0, most) for k in (-1, 1))
    (x0, y0), (x1, y1) = low.T, high.T
    inside = total[y1, x1] - total[y0, x1] - total[y1, x0] + total[y0, x0]
    return np.asarray(inside / np.maximum((high - low).prod(axis=1), 1))
