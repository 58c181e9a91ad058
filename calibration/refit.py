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
LEAST_ZOOM = 0.002  # a smaller change of scale moves no stud by a tenth of its pitch
ZOOM_AS_GOOD, ZOOM_SLACK = 1.3, 0.005  # times the knock's residual, and studs: as good an explanation
STILL_CORNER = 0.045  # studs: what a turn or a change of scale may move a corner by, unnoticed
SOUND = 0.08  # studs: the median residual of a lattice that really is the board's


@dataclass(frozen=True)
class Fit:
    """How a frame sits on its Table."""

    moved_studs: float  # the farthest any corner of the board moved in the picture, in studs
    knocked: bool  # whether that is more than noise
    residual_studs: float  # median distance of the studs from the lattice
    blocks: int  # blocks of studs that had a say
    refocused: bool = False  # whether the lens, not the camera's place, changed


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
    # a lattice that lies where it lay wasn't knocked by whole studs: the rim looks otherwise in another light
    if near is not None and _corners_moved(table.camera, near[0], cols, rows) > STILL_CORNER:
        shift = rim_shift(frame, tops_of(near[0], 0.0), cols, rows)
        near = _fitted(grey, shifted(near[0], shift), cols, rows) if shift != (0, 0) else near
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
    zoomed = _zoomed(table.camera, shot, float(np.median(left)))
    camera = zoomed or camera
    moved = _corners_moved(table.camera, camera, cols, rows)
    fit = Fit(moved, moved > MOVED, float(np.median(left)), len(shot.places), zoomed is not None)
    return replace(table, camera=camera, covariance=as_rows(covariance), lamp=lamp_of(shot)), fit


def _corners_moved(before: Camera, now: Camera, cols: int, rows: int) -> float:
    """The farthest any corner of the board moved in the picture, in studs."""
    corners = np.array([[0, 0, 0], [cols, 0, 0], [cols, rows, 0], [0, rows, 0]], float)
    pitch = np.linalg.norm(now.project(corners[0]) - now.project(corners[1])) / cols
    return float(np.linalg.norm(now.project(corners) - before.project(corners), axis=1).max() / pitch)


def _zoomed(before: Camera, shot: Measured, best_studs: float) -> Camera | None:
    """The same pose with another focal length, if that alone explains what was measured as well as a knock.

    A lens that refocuses scales the picture about its centre; a knock hardly ever does just that.
    """
    places = np.column_stack([shot.places, np.full(len(shot.places), STUD_TOP_PLATES)])
    middle = np.array([before.lens.cx, before.lens.cy])
    was, now = before.project(places) - middle, shot.px - middle
    scale = float(np.sum(was * now) / np.sum(was * was))
    if abs(scale - 1) < LEAST_ZOOM:
        return None
    pitch = float(np.linalg.norm(before.project(places[0] + [1.0, 0, 0]) - before.project(places[0])))
    left = float(np.median(np.linalg.norm(now - scale * was, axis=1))) / pitch
    if left > ZOOM_AS_GOOD * best_studs + ZOOM_SLACK:
        return None
    lens = replace(before.lens, fx=before.lens.fx * scale, fy=before.lens.fy * scale)
    return replace(before, lens=lens)


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
    if moved > STILL or scatter > STILL or _corner_shift(off, shot.places, cols, rows) > STILL_CORNER:
        return None
    return Fit(moved, False, float(scatter), len(shot.places))


def _corner_shift(off: Array, places: Array, cols: int, rows: int) -> float:
    """How far the board's corners went, if the blocks' offsets are a turn or a change of scale."""
    middle = np.array([cols / 2, rows / 2])
    at = np.column_stack([np.ones(len(places)), places - middle])
    weight = np.ones(len(off))
    for _ in range(3):  # what stands on the studs must not turn the board: Cauchy's weights
        slope = np.linalg.lstsq(at * weight[:, None], off * weight[:, None], rcond=None)[0]
        far2 = np.sum((off - at @ slope) ** 2, axis=1)
        weight = np.sqrt(1 / (1 + far2 / STILL**2))
    corners = np.array([[1, x, y] for x in (-cols / 2, cols / 2) for y in (-rows / 2, rows / 2)])
    return float(np.linalg.norm(corners @ slope, axis=1).max())


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
