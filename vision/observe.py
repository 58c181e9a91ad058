"""A frame, a Table and its terrain -> an Observation. So far: the lattice, heights, pieces and dice."""

import numpy as np
from numpy.typing import NDArray

from calibration import Table, refit
from calibration.camera import Camera
from calibration.table import Board
from vision.dice import read_dice
from vision.observation import UNKNOWN, Change, Observation
from vision.terrain import Terrain

LATTICE_STEP = 8  # studs between the lattice points that a reading states


def observe(table: Table, terrain: Terrain | None, frame: NDArray[np.uint8]) -> tuple[Table, Observation]:
    """What one settled frame shows, and the Table as it is now: a knock is corrected by the studs first."""
    now, fit = refit(table, frame)
    board = table.board
    heights = terrain.heights if terrain else np.full((board.rows, board.cols), UNKNOWN, np.int16)
    dice = read_dice(frame, table.tray_px, now.camera, table.light) if table.tray_px else ()
    return now, Observation(
        camera=now.camera,
        heights=heights,
        pieces=terrain.pieces if terrain else (),
        dice=dice,
        changes=(Change("knocked", studs=fit.moved_studs),) if fit.knocked else (),
    )


def lattice_px(camera: Camera, board: Board) -> NDArray[np.float64]:
    """Where every eighth lattice point lies in the picture, row by row, far edges included."""
    x, y = np.meshgrid(np.arange(0, board.cols + 1, LATTICE_STEP), np.arange(0, board.rows + 1, LATTICE_STEP))
    return camera.project(np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], -1))
