"""A Table and a later frame -> the Table as it is now: knocked, refocused or shifted is noticed and put right."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import FEWEST_BLOCKS, tops_of
from calibration.camera import Camera
from calibration.find import find
from calibration.lattice import Grey, grey_of
from calibration.problems import CannotRead
from calibration.solve import as_rows, fixed_lens_pose, pose_of
from calibration.studs import Measured, measure
from calibration.table import Table
from calibration.warp import Array

MOVED = 0.12  # studs: less is the measure's own noise
SOUND = 0.08  # studs: the median residual of a lattice that really is the board's
RIM_STUDS = 0.3  # how far to either side of the rim the picture is compared


@dataclass(frozen=True)
class Fit:
    """How a frame sits on its Table."""

    moved_studs: float  # the farthest any corner of the board moved in the picture, in studs
    knocked: bool  # whether that is more than noise
    residual_studs: float  # median distance of the studs from the lattice
    blocks: int  # blocks of studs that had a say


def refit(table: Table, frame: NDArray[np.uint8]) -> tuple[Table, Fit]:
    """The Table with its pose corrected to this frame, and what was corrected.

    Raises CannotRead when the board can't be found again.
    """
    lens = table.camera.lens
    if frame.shape[:2] != (lens.height, lens.width):
        raise CannotRead(
            f"this picture is {frame.shape[1]} × {frame.shape[0]} pixels but the table was calibrated at"
            f" {lens.width} × {lens.height}; use the same camera settings or calibrate again"
        )
    grey = grey_of(frame)
    cols, rows = table.board.cols, table.board.rows
    near = _fitted(grey, table.camera, cols, rows)
    if near is None or rim_contrast(grey, near[0], cols, rows) < 0.8 * best_rim(grey, near[0], cols, rows):
        found = find(frame, (cols, rows))
        grid = np.stack(np.meshgrid(np.linspace(0, cols, 9), np.linspace(0, rows, 9)), -1).reshape(-1, 2)
        start = pose_of(lens, grid, found.warp.to_px(grid))
        near = _fitted(grey, start, cols, rows)
        if near is None:
            raise CannotRead("the board can't be found again in this picture; clear the view or calibrate again")
    camera, covariance, left, shot = near
    corners = np.array([[0, 0, 0], [cols, 0, 0], [cols, rows, 0], [0, rows, 0]], float)
    pitch = np.linalg.norm(camera.project(corners[0]) - camera.project(corners[1])) / cols
    moved = float(np.linalg.norm(camera.project(corners) - table.camera.project(corners), axis=1).max() / pitch)
    fit = Fit(moved, moved > MOVED, float(np.median(left)), len(shot.places))
    return replace(table, camera=camera, covariance=as_rows(covariance)), fit


def _fitted(grey: Grey, start: Camera, cols: int, rows: int) -> tuple[Camera, Array, Array, Measured] | None:
    """The pose from the studs around where `start` expects them, or None if they aren't there."""
    camera = start
    for _ in range(2):
        shot = measure(grey, tops_of(camera), tops_of(camera, 0.0), cols, rows)
        if len(shot.places) < FEWEST_BLOCKS:
            return None
        fresh, covariance, left = fixed_lens_pose(camera, shot)
        small = np.linalg.norm(np.array(fresh.translation) - camera.translation) < 0.2
        camera = fresh
        if small:
            break
    return (camera, covariance, left, shot) if np.median(left) < SOUND else None


def rim_contrast(grey: Grey, camera: Camera, cols: int, rows: int, shift: tuple[float, float] = (0, 0)) -> float:
    """How much the picture changes across the board's rim: grey levels, the median along all four sides."""
    along_x, along_y = np.arange(0.5, cols, 0.5), np.arange(0.5, rows, 0.5)
    inner, outer = [], []
    for fixed, sign in ((0.0, -1), (float(rows), 1)):
        line = np.column_stack([along_x, np.full(len(along_x), fixed)])
        inner.append(line - [0, sign * RIM_STUDS / 2])
        outer.append(line + [0, sign * RIM_STUDS])
    for fixed, sign in ((0.0, -1), (float(cols), 1)):
        line = np.column_stack([np.full(len(along_y), fixed), along_y])
        inner.append(line - [sign * RIM_STUDS / 2, 0])
        outer.append(line + [sign * RIM_STUDS, 0])
    values = []
    for side_in, side_out in zip(inner, outer, strict=True):
        a, b = (_at(grey, tops_of(camera, 0.0)(np.asarray(s) + shift)) for s in (side_in, side_out))
        values.append(float(np.median(np.abs(a - b))))
    return float(np.mean(values))


def best_rim(grey: Grey, camera: Camera, cols: int, rows: int) -> float:
    """The best contrast of the rim if the lattice were off by one stud any way."""
    return max(
        rim_contrast(grey, camera, cols, rows, (dx, dy)) for dx in (-1.0, 0.0, 1.0) for dy in (-1.0, 0.0, 1.0)
    )


def _at(grey: Grey, px: Array) -> Array:
    """Nearest pixels' values."""
    x = np.clip(np.rint(px[:, 0]).astype(int), 0, grey.shape[1] - 1)
    y = np.clip(np.rint(px[:, 1]).astype(int), 0, grey.shape[0] - 1)
    return np.asarray(grey[y, x], float)
