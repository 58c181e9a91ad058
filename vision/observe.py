"""One frame, a Table and its terrain -> a Reading: what that frame shows by itself, nameless."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration import Table, refit
from calibration.camera import Camera
from calibration.table import Board
from vision.backdrop import eye_of
from vision.constructs import plainly_built, read_constructs
from vision.dice import read_dice
from vision.figures import read_figures
from vision.foreground import Foreground, foreground
from vision.light_changes import light_of
from vision.observation import UNKNOWN, Change, Die, Figure, Observation
from vision.plan import Picture, View
from vision.sameness import Model
from vision.terrain import Terrain
from vision.terrain_changes import update_terrain

LATTICE_STEP = 8  # studs between the lattice points that a reading states


@dataclass(frozen=True)
class Reading:
    """What one frame shows, and the Table and terrain as they are now. Models carry no names yet."""

    table: Table
    terrain: Terrain | None
    seen: Observation  # its changes are those that need no memory of models: knocked, terrain, light


@dataclass(frozen=True)
class Known:
    """Models that did not move, and the plan pixels that they account for."""

    models: tuple[Model, ...]
    pixels: NDArray[np.bool_]


def observe(table: Table, terrain: Terrain | None, frame: Picture) -> Reading:
    """What one settled frame shows: a knock is corrected by the studs first."""
    now, knocked = found_again(table, frame)
    reading = read(now, terrain, frame, View(now.camera, now.board).plan(frame))
    return replace(reading, seen=replace(reading.seen, changes=(*knocked, *reading.seen.changes)))


def found_again(table: Table, frame: Picture) -> tuple[Table, tuple[Change, ...]]:
    """The Table as the frame's camera hangs, and the knock that brought it there."""
    now, fit = refit(table, frame)
    return now, (Change("knocked", studs=fit.moved_studs),) if fit.knocked else ()


def read(
    now: Table,
    terrain: Terrain | None,
    frame: Picture,
    plan: Picture,
    dice: tuple[Die, ...] | None = None,
    known: Known | None = None,
    missing: tuple[Figure, ...] = (),
) -> Reading:
    """What a frame shows whose camera hangs as `now` says, and whose plan is given.

    `dice` that lie as they lay and models that are `known` to stand where they stood need not be read;
    figures that are `missing` are looked for.
    """
    if dice is not None or not now.tray_px:
        reading = _read_board(now, terrain, plan, known, missing)
        return replace(reading, seen=replace(reading.seen, dice=dice or ()))
    with ThreadPoolExecutor(1) as other_core:  # the networks are matrix products, which free the interpreter
        rolled = other_core.submit(read_dice, frame, now.tray_px, now.camera, now.light)
        reading = _read_board(now, terrain, plan, known, missing)
        return replace(reading, seen=replace(reading.seen, dice=rolled.result()))


def _read_board(
    now: Table,
    terrain: Terrain | None,
    plan: Picture,
    known: Known | None,
    missing: tuple[Figure, ...],
) -> Reading:
    """What stands on the board, the dice beside it left out."""
    if terrain is None:
        unknown = np.full((now.board.rows, now.board.cols), UNKNOWN, np.int16)
        return Reading(now, None, Observation(now.camera, unknown))
    fore, current, changed = _beside(now, terrain, plan, known)
    fore = fore if known is None else _without(fore, known.pixels)
    plain, rest = plainly_built(current, fore, now.camera)
    found = read_figures(rest, current, now.camera, missing)
    standing = known.models if known else ()
    built = read_constructs(current, fore, plain, found, now.camera, standing)
    seen = Observation(
        camera=now.camera,
        heights=current.heights,
        pieces=current.pieces,
        figures=found.figures,
        constructs=built.constructs,
        loose=built.loose,
        changes=changed,
        light=light_of(fore),
        relit=fore.relit,
        explained={"figures": list(found.explained), "constructs": list(built.explained)},
    )
    return Reading(now, current, seen)


def _beside(
    table: Table, terrain: Terrain, plan: Picture, known: Known | None
) -> tuple[Foreground, Terrain, tuple[Change, ...]]:
    """The frame beside the terrain as it is now, blocks taken off or put on first."""
    fore = foreground(plan, terrain.drop)
    if fore.relit:  # every stack looks odd in another light; whether one changed is told by the next frame
        return fore, terrain, ()
    new = fore if known is None else _without(fore, known.pixels)  # what stands on a stack is no change of it
    current, changed = update_terrain(terrain, table.board, new, eye_of(table.camera))
    return (foreground(plan, current.drop) if changed else fore), current, changed


def _without(fore: Foreground, known: NDArray[np.bool_]) -> Foreground:
    """The foreground with known pixels taken for background."""
    left = ~known
    return replace(
        fore,
        background_cost=fore.background_cost * left,
        odd_cost=fore.odd_cost * left,
        mask=fore.mask & left,
    )


def lattice_px(camera: Camera, board: Board) -> NDArray[np.float64]:
    """Where every eighth lattice point lies in the picture, row by row, far edges included."""
    x, y = np.meshgrid(np.arange(0, board.cols + 1, LATTICE_STEP), np.arange(0, board.rows + 1, LATTICE_STEP))
    return camera.project(np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], -1))
