"""A Table and a later frame -> the Table as it is now: a knock or a shift is noticed and put right."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.calibrate import FEWEST_BLOCKS, tops_of
from calibration.camera import STUD_TOP_PLATES, Camera
from calibration.find import find
from calibration.lattice import Grey, grey_of
from calibration.problems import CannotRead
from calibration.rim import rim_shift, shifted
from calibration.solve import as_rows, fixed_lens_pose, pose_of
from calibration.studs import Measured, lamp_of, measure, measure_few
from calibration.table import Table
from calibration.warp import Array

MOVED = 0.12  # studs: less is the measure's own noise
STILL = 0.02  # studs: a lattice found this close to where it was has not moved
SOUND = 0.08  # studs: the median residual of a lattice that really is the board's


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
    cols, rows = table.board.cols, table.board.rows
    if table.lamp:
        quick = _unmoved(table, frame)
        if quick is not None:
            return table, quick
    grey = grey_of(frame)
    near = _fitted(grey, table.camera, cols, rows)
    shift = rim_shift(frame, tops_of(near[0], 0.0), cols, rows) if near else (0, 0)
    if near is not None and shift != (0, 0):
        near = _fitted(grey, shifted(near[0], shift), cols, rows)
    if near is None:
        found = find(frame, (cols, rows))
        grid = np.stack(np.meshgrid(np.linspace(0, cols, 9), np.linspace(0, rows, 9)), -1).reshape(-1, 2)
        start = pose_of(lens, grid, found.warp.to_px(grid))
        start = shifted(start, rim_shift(frame, tops_of(start, 0.0), cols, rows))
        near = _fitted(grey, start, cols, rows)
        if near is None:
            raise CannotRead(
                "the board can't be found again in this picture; clear the view or calibrate again"
            )
    camera, covariance, left, shot = near
    corners = np.array([[0, 0, 0], [cols, 0, 0], [cols, rows, 0], [0, rows, 0]], float)
    pitch = np.linalg.norm(camera.project(corners[0]) - camera.project(corners[1])) / cols
    moved = float(
        np.linalg.norm(camera.project(corners) - table.camera.project(corners), axis=1).max() / pitch
    )
    fit = Fit(moved, moved > MOVED, float(np.median(left)), len(shot.places))
    return replace(table, camera=camera, covariance=as_rows(covariance), lamp=lamp_of(shot)), fit


def _unmoved(table: Table, frame: NDArray[np.uint8]) -> Fit | None:
    """The quick answer when the lattice is where it was and the light too; None to look properly."""
    camera = table.camera
    cols, rows = table.board.cols, table.board.rows
    # eight bits do, sixteen cells being averaged; floats of the whole picture cost more than the rest
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8) if frame.ndim == 3 else frame
    lamp = np.array(table.lamp).reshape(3, 2)
    shot = measure_few(grey, tops_of(camera), tops_of(camera, 0.0), cols, rows, lamp)
    if len(shot.places) < FEWEST_BLOCKS:
        return None
    off = camera.to_table(shot.px, STUD_TOP_PLATES) - shot.places
    drift, scatter = np.median(off, axis=0), np.median(np.abs(off - np.median(off, axis=0)))
    moved = float(np.hypot(drift[0], drift[1]))
    if moved > STILL or scatter > STILL:
        return None
    return Fit(moved, False, float(scatter), len(shot.places))


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
