"""Terrain on rendered tables: what is built is read, and a brick taken off is noticed."""

import numpy as np
import pytest

from calibration.camera import Camera, Lens
from calibration.table import Board, Table
from hardware.virtual.render import render
from hardware.virtual.scene import Block, Hat, Minifig, Scene
from hardware.virtual.scene import Board as VirtualBoard
from hardware.virtual.view import Lens as VirtualLens
from hardware.virtual.view import View, look_at
from vision.backdrop import eye_of
from vision.foreground import foreground
from vision.observation import Change
from vision.plan import View as Plans
from vision.terrain import Terrain, read_terrain
from vision.terrain_changes import update_terrain

STUDS = 32
BLOCKS = (
    Block(3, 4, 4, 2, 0, 3, "red"),
    Block(25, 5, 2, 2, 0, 3, "blue"),
    Block(25, 5, 2, 2, 3, 3, "yellow"),
    Block(5, 24, 4, 4, 0, 1, "white"),
    Block(26, 26, 1, 4, 0, 3, "lime"),
)
TOPS = {(3, 4, 4, 2, 3), (25, 5, 2, 2, 6), (5, 24, 4, 4, 1), (26, 26, 1, 4, 3)}


@pytest.fixture(scope="module")
def view() -> View:
    lens = VirtualLens(1280, 720, 1200.0, 1200.0, 640.0, 360.0)
    return look_at(lens, (125.0, 131.0, 500.0), (128.0, 128.0, 0.0), 2.0)


@pytest.fixture(scope="module")
def table(view: View) -> Table:
    v = view.lens
    lens = Lens(v.width, v.height, v.fx, v.fy, v.cx, v.cy)
    return Table(Board(STUDS, STUDS), Camera(lens, view.rotation, view.translation))


def shot(view: View, blocks: tuple[Block, ...], seed: int) -> np.ndarray:
    return render(Scene(board=VirtualBoard(STUDS, STUDS), blocks=blocks), view, seed)


def test_built_stacks_are_read_and_a_brick_taken_off_is_noticed(view: View, table: Table) -> None:
    terrain = read_terrain(table, shot(view, (), 1), shot(view, BLOCKS, 2))
    assert {(p.x, p.y, p.w, p.d, p.top) for p in terrain.pieces} == TOPS
    assert {p.colour for p in terrain.pieces} == {"red", "yellow", "white", "lime"}

    same, none = later(terrain, table, shot(view, BLOCKS, 3))
    assert none == ()
    assert same is terrain

    without = tuple(b for b in BLOCKS if b.colour != "yellow")
    now, changes = later(terrain, table, shot(view, without, 4))
    assert [c.area for c in changes] == [(25, 5, 2, 2)]
    assert now.tops[5, 25] == 3
    assert next(p.colour for p in now.pieces if p.x == 25) == "blue"
    assert terrain.tops[5, 25] == 6  # what was read before is not touched

    _, again = later(now, table, shot(view, without, 5))
    assert again == ()


def test_a_figure_that_steps_on_a_stack_is_no_change_of_the_terrain(view: View, table: Table) -> None:
    terrain = read_terrain(table, shot(view, (), 1), shot(view, BLOCKS, 2))
    stands = Minifig("ann", 6.0, 26.5, base=1, facing=90, torso="blue", hat=Hat("black"))
    scene = Scene(board=VirtualBoard(STUDS, STUDS), blocks=BLOCKS, models=(stands,))
    _, changes = later(terrain, table, render(scene, view, 6))
    assert changes == ()


def later(terrain: Terrain, table: Table, frame: np.ndarray) -> tuple[Terrain, tuple[Change, ...]]:
    seen = foreground(Plans(table.camera, table.board).plan(frame), terrain.drop)
    return update_terrain(terrain, table.board, seen, eye_of(table.camera))


def test_bricks_that_are_smaller_than_their_cells_are_told(view: View, table: Table) -> None:
    terrain = read_terrain(table, shot(view, (), 1), shot(view, BLOCKS, 2))
    assert terrain.drop.gap == pytest.approx(0.1 / 8)  # that of hardware/virtual; tablebench's have none
