"""Plans of the bare board and of the terrain -> how far each pixel is from showing bare board.

Gain and cast are taken out first; a shadow may darken the board, at a price, so that soft shadows are not
taken for black pieces.
"""

from dataclasses import dataclass

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

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the plans."""
        return self.studs.shape


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
    inside &= view.seen()
    gain = np.median(after[inside][::17] / np.maximum(before[inside][::17], 8), axis=0)
    before = np.minimum(before * gain, 255)
    spread = np.median(np.abs(after[inside][::17] - before[inside][::17])) * 1.4826
    noise = max(LEAST_NOISE, float(spread)) * float(np.sqrt(3))
    return Backdrop(eye_of(camera), after, before, stud_pattern(before), tone_of(before), noise, inside)


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


def board_cost(seen: Plane, bare: Plane, noise: float) -> Plane:
    """Chi-square of each pixel showing the board, in shadow or not, at most CEILING."""
    dot = (seen * bare).sum(-1)
    square = np.maximum((bare * bare).sum(-1), 1.0)
    shade = np.clip(dot / square, DEEPEST_SHADOW, 1.0)
    error = ((seen - shade[..., None] * bare) ** 2).sum(-1) / noise**2
    dark = ((1 - shade) / SHADOW_SPREAD) ** 2
    return np.asarray(np.minimum(error + dark, CEILING), np.float32)
