"""One frame, a Table and its terrain -> a Reading: what that frame shows by itself, nameless."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration import Table, refit
from calibration.camera import Camera
from calibration.table import Board
from vision.dice import read_dice
from vision.figures import read_figures
from vision.foreground import Foreground, foreground
from vision.observation import UNKNOWN, Change, Observation
from vision.plan import View
from vision.terrain import Terrain

LATTICE_STEP = 8  # studs between the lattice points that a reading states


@dataclass(frozen=True)
class Reading:
    """What one frame shows, and the Table and terrain as they are now. Models carry no names yet."""

    table: Table
    terrain: Terrain | None
    seen: Observation  # its changes are those that need no memory of models: knocked, terrain, light


def observe(table: Table, terrain: Terrain | None, frame: NDArray[np.uint8]) -> Reading:
    """What one settled frame shows: a knock is corrected by the studs first."""
    now, fit = refit(table, frame)
    board = table.board
    heights = terrain.heights if terrain else np.full((board.rows, board.cols), UNKNOWN, np.int16)
    found = read_figures(_beside(now, terrain, frame), terrain, now.camera) if terrain else None
    dice = read_dice(frame, table.tray_px, now.camera, table.light) if table.tray_px else ()
    seen = Observation(
        camera=now.camera,
        heights=heights,
        pieces=terrain.pieces if terrain else (),
        figures=found.figures if found else (),
        dice=dice,
        changes=(Change("knocked", studs=fit.moved_studs),) if fit.knocked else (),
        explained={"figures": list(found.explained)} if found else {},
    )
    return Reading(now, terrain, seen)


def _beside(table: Table, terrain: Terrain, frame: NDArray[np.uint8]) -> Foreground:
    """The frame beside the terrain it shows."""
    return foreground(View(table.camera, table.board).plan(frame), terrain.drop)


def lattice_px(camera: Camera, board: Board) -> NDArray[np.float64]:
    """Where every eighth lattice point lies in the picture, row by row, far edges included."""
    x, y = np.meshgrid(np.arange(0, board.cols + 1, LATTICE_STEP), np.arange(0, board.rows + 1, LATTICE_STEP))
    return camera.project(np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], -1))
