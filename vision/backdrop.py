"""Plans of the bare board and of the terrain -> how far each pixel is from showing bare board.

Gain and cast are taken out first; a shadow may darken the board, at a price, so that soft shadows are not
taken for black pieces.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.table import Board
from vision.boxes import Eye
from vision.plan import MARGIN, PX, Picture, View

Plane = NDArray[np.float32]

LEAST_NOISE = 4.0  # grey levels; JPEG and resampling never do better
CEILING = 25.0  # chi-square at which a pixel is simply "something else": 5 sigma
SHADOW_SPREAD = 0.15  # 1-sigma of how much a soft shadow darkens
DEEPEST_SHADOW = 0.4
STUDS_AVERAGED = 3  # the stud pattern is the mean over so many neighbours each way
CALM_PERCENTILE = 30
CLIPPED = 250  # grey levels from which the sensor may have met its ceiling: the light was so or brighter
REGISTRATION = 0.6  # plan pixels, 1 sigma: how far off an edge may lie in a later frame
TONE_SIGMA = PX * 0.75  # pixels; anything slower is tone, anything faster is the stud pattern


@dataclass(frozen=True)
class Backdrop:
    """What the terrain is compared with, all in plan pixels and float32 grey levels."""

    eye: Eye
    seen: Plane  # rows × cols × 3: the terrain shot
    bare: Plane  # the bare board, in the terrain shot's light
    studs: Plane  # rows × cols: the board's stud pattern (luma, zero mean), noise averaged away
    tone: Plane  # rows × cols: the board's slow luma; where it rises the lamp glares
    noise: float  # grey levels, 1 sigma over three channels
    inside: NDArray[np.bool_]  # pixels that show the board's area and lie in the picture
    framed: NDArray[np.bool_]  # pixels that lie in the picture, what surrounds the board included
    gap: float = 0.0  # studs by which a block is smaller than its cells, each side
    lightest: Plane | None = None  # rows × cols: how much brighter each may get; None where no shadow lies

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the plans."""
        return self.studs.shape

    @cached_property
    def by_stud(self) -> Plane:
        """The mean colour of each stud of the terrain shot, the plan's margin included."""
        size = (self.shape[1] // PX, self.shape[0] // PX)
        return np.asarray(cv2.resize(self.seen, size, interpolation=cv2.INTER_AREA), np.float32)

    @cached_property
    def framed_studs(self) -> NDArray[np.bool_]:
        """Studs, the plan's margin included, that lie in the picture."""
        size = (self.shape[1] // PX, self.shape[0] // PX)
        whole = cv2.resize(self.framed.astype(np.float32), size, interpolation=cv2.INTER_AREA)
        return np.asarray(whole > 0.9, np.bool_)

    @cached_property
    def calm(self) -> NDArray[np.float32]:
        """The board's colour (BGR) where the lamp does not glare: glare only ever adds light."""
        return np.asarray(np.percentile(self.bare[self.inside][::37], CALM_PERCENTILE, axis=0), np.float32)

    @cached_property
    def clipped(self) -> NDArray[np.int64]:
        """Channels of the terrain shot, counted one by one, that may have met the sensor's ceiling."""
        return np.flatnonzero(self.seen >= CLIPPED)

    @cached_property
    def square(self) -> Plane:
        """The terrain shot's squared brightness."""
        return np.asarray(np.maximum(channel_sum(cv2.multiply(self.seen, self.seen)), 1.0), np.float32)

    @cached_property
    def variance(self) -> Plane:
        """Squared grey levels by which a later frame may differ: noise, and edges that lie a little off."""
        across, down = (cv2.Sobel(self.seen, cv2.CV_32F, dx, 1 - dx, scale=1 / 8) for dx in (1, 0))
        steep = channel_sum(cv2.multiply(across, across) + cv2.multiply(down, down))
        return np.asarray(self.noise**2 + REGISTRATION**2 * steep, np.float32)

    @cached_property
    def precision(self) -> Plane:
        """One over the variance; nought where nothing is seen that could differ."""
        return np.asarray(self.framed / self.variance, np.float32)


def channel_sum(plane: NDArray[Any]) -> Plane:
    """The sum over a plane's three channels."""
    return np.asarray(cv2.transform(plane, np.ones((1, 3), np.float32)), np.float32)


def channel_max(plane: NDArray[Any]) -> NDArray[Any]:
    """The largest of a plane's three channels."""
    blue, green, red = cv2.split(plane)
    return np.asarray(cv2.max(cv2.max(blue, green), red))


def eye_of(camera: Camera) -> Eye:
    """The lens's place as plain numbers."""
    x, y, z = (float(v) for v in camera.eye)
    return Eye(x, y, z)


def make_backdrop(bare: Picture, terrain: Picture, camera: Camera, board: Board) -> Backdrop:
    """Both shots as plans, in one light, with their noise."""
    view = View(camera, board)
    before, after = (view.plan(shot).astype(np.float32) for shot in (bare, terrain))
    inside = np.zeros(before.shape[:2], bool)
    edge = MARGIN * PX
    inside[edge:-edge, edge:-edge] = True
    framed = view.seen()
    inside &= framed
    gain = np.median(after[inside][::17] / np.maximum(before[inside][::17], 8), axis=0)
    before = np.minimum(before * gain, 255)
    spread = np.median(np.abs(after[inside][::17] - before[inside][::17])) * 1.4826
    noise = max(LEAST_NOISE, float(spread)) * float(np.sqrt(3))
    studs, tone = stud_pattern(before), tone_of(before)
    return Backdrop(eye_of(camera), after, before, studs, tone, noise, inside, framed)


def stud_pattern(plan: Plane) -> Plane:
    """The board's shading by its studs: luma less its tone, averaged over the neighbours, lattice kept."""
    luma = cv2.cvtColor(plan, cv2.COLOR_BGR2GRAY)
    fast = luma - cv2.GaussianBlur(luma, (0, 0), TONE_SIGMA)
    reach = STUDS_AVERAGED // 2
    kernel = np.zeros(2 * reach * PX + 1, np.float32)
    kernel[::PX] = 1 / STUDS_AVERAGED
    return np.asarray(cv2.sepFilter2D(fast, -1, kernel, kernel, borderType=cv2.BORDER_REFLECT), np.float32)


def tone_of(plan: Plane) -> Plane:
    """The slow part of a plan's luma."""
    return np.asarray(cv2.GaussianBlur(cv2.cvtColor(plan, cv2.COLOR_BGR2GRAY), (0, 0), PX), np.float32)


def board_cost(seen: Plane, bare: Plane, noise: float, spread: float = SHADOW_SPREAD) -> Plane:
    """Chi-square of each pixel showing the board, in shadow (of 1-sigma depth) or not, at most CEILING."""
    dot = (seen * bare).sum(-1)
    square = np.maximum((bare * bare).sum(-1), 1.0)
    shade = np.clip(dot / square, DEEPEST_SHADOW, 1.0)
    error = ((seen - shade[..., None] * bare) ** 2).sum(-1) / noise**2
    # of a dark board the noise alone is a fair share of its light
    dark = (1 - shade) ** 2 / (spread**2 + noise**2 / (3 * square))
    return np.asarray(np.minimum(error + dark, CEILING), np.float32)
