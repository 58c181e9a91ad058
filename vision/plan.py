"""Frames seen through any lens -> plans: pictures of the board's plane at a fixed number of pixels a stud.

In a plan the lens is gone: a point h plates up lies on the straight line from the camera's nadir, pushed
outwards by Z / (Z − h). A knocked camera gives the same plan of the same table, and neighbouring studs are
a whole number of pixels apart, so that a template is moved from one to the next by an index.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.camera import Array, Camera
from calibration.table import Board

PX = 16  # pixels a stud: half studs are whole pixels, and a hand is still six pixels wide
MARGIN = 3  # studs shown around the board: a head near the edge is pictured outside it
MAP_STEP = 8  # pixels between exactly mapped points; a lens bends less than 0.02 px between them

Picture = NDArray[np.uint8]


@dataclass(frozen=True)
class View:
    """How one camera's frames become plans of one board."""

    camera: Camera
    board: Board

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of a plan, in pixels."""
        return (self.board.rows + 2 * MARGIN) * PX, (self.board.cols + 2 * MARGIN) * PX

    def plan(self, frame: Picture) -> Picture:
        """The frame as a plan."""
        x, y = _maps(self.camera, self.board)
        return np.asarray(
            cv2.remap(frame, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8
        )

    def seen(self) -> NDArray[np.bool_]:
        """Where a plan shows what was inside the frame at all."""
        x, y = _exact(self.camera, self.board)
        inside = (x >= 0) & (y >= 0) & (x <= self.camera.lens.width - 1) & (y <= self.camera.lens.height - 1)
        return np.asarray(inside, dtype=np.bool_)

    def project(self, points: ArrayLike) -> Array:
        """Plan pixels (…, 2) of table points (…, 3): x and y in studs, height in plates."""
        return project(self.camera, points)


def project(camera: Camera, points: ArrayLike) -> Array:
    """Plan pixels (…, 2) of table points (…, 3) as seen by `camera`."""
    p = np.asarray(points, float)
    eye = camera.eye
    push = eye[2] / (eye[2] - p[..., 2:3])
    flat = eye[:2] + (p[..., :2] - eye[:2]) * push
    return np.asarray((flat + MARGIN) * PX - 0.5)


def to_studs(pixels: ArrayLike) -> Array:
    """Board-plane studs (…, 2) of plan pixels (…, 2)."""
    return (np.asarray(pixels, float) + 0.5) / PX - MARGIN


def _exact(camera: Camera, board: Board) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Frame pixels of every plan pixel: mapped exactly on a coarse grid, straight lines between."""
    rows, cols = (board.rows + 2 * MARGIN) * PX, (board.cols + 2 * MARGIN) * PX
    ys = np.arange(0, rows + MAP_STEP, MAP_STEP, dtype=float)
    xs = np.arange(0, cols + MAP_STEP, MAP_STEP, dtype=float)
    grid = np.stack(np.meshgrid(xs, ys), -1)
    studs = to_studs(grid)
    px = camera.project(np.concatenate([studs, np.zeros((*studs.shape[:2], 1))], -1)).astype(np.float32)
    return _upsample(px[..., 0], (cols, rows)), _upsample(px[..., 1], (cols, rows))


def _upsample(values: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    """Linear interpolation with coarse sample k exactly at fine pixel k · MAP_STEP."""
    affine = np.array([[1 / MAP_STEP, 0, 0], [0, 1 / MAP_STEP, 0]], float)
    out = cv2.warpAffine(
        values, affine, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(out, dtype=np.float32)


@lru_cache(maxsize=4)
def _maps(camera: Camera, board: Board) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """The same in cv2.remap's fast fixed-point form."""
    fixed, fraction = cv2.convertMaps(*_exact(camera, board), cv2.CV_16SC2)
    return np.asarray(fixed), np.asarray(fraction)
