"""Figures on a rendered table: where they stand, which way they face, what they wear."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.camera import Camera, Lens
from calibration.table import Board, Table
from hardware.virtual.models import mech
from hardware.virtual.render import Renderer
from hardware.virtual.scene import Block, Hat, Light, Minifig, Scene
from hardware.virtual.scene import Board as VirtualBoard
from hardware.virtual.sensor import Sensor
from hardware.virtual.view import Lens as VirtualLens
from hardware.virtual.view import look_at
from vision.figures import Reading, read_figures
from vision.foreground import foreground
from vision.observation import Figure
from vision.observation import Hat as SeenHat
from vision.plan import View
from vision.terrain import Terrain, read_terrain

STUDS = 32
SCENE = Scene(
    board=VirtualBoard(STUDS, STUDS),
    blocks=(Block(20, 8, 4, 4, 0, 3, "green"), Block(6, 20, 2, 4, 0, 3, "red")),
)
FIGURES = (
    Minifig("capped", 5.0, 6.5, 0, 90, "blue", "black", "yellow", Hat("red", "cap"), armed=True),
    Minifig("helmeted", 27.5, 27.0, 0, 180, "red", "white", "light_nougat", Hat("dark_blue", "castle")),
    Minifig("bare", 14.0, 15.5, 0, 270, "dark_red", "tan", "yellow"),
    Minifig("headless", 27.5, 18.0, 0, 0, "white", "blue", "yellow", head=False),
    Minifig("raised", 21.5, 10.0, 3, 0, "orange", "green", "yellow", Hat("white", "hair")),
    Minifig("fallen", 9.5, 28.0, 0, 180, "purple", "lime", "yellow", Hat("black", "modern"), lying=True),
)
CONSTRUCT = mech("walker", 16, 22, "yellow", "tan", "orange", 90.0)


class Table1:
    """One table under one camera, its terrain read, and whatever is put on it pictured."""

    def __init__(self) -> None:
        lens = VirtualLens(1280, 720, 1200.0, 1200.0, 640.0, 360.0)
        self.view = look_at(lens, (120.0, 134.0, 480.0), (128.0, 128.0, 0.0), 2.0)
        own = Lens(lens.width, lens.height, lens.fx, lens.fy, lens.cx, lens.cy)
        camera = Camera(own, self.view.rotation, self.view.translation)
        self.table = Table(Board(STUDS, STUDS), camera)
        self.renderer = Renderer(self.view, Sensor(samples=1))
        bare = self.renderer.picture(replace(SCENE, blocks=()), 1)
        self.terrain: Terrain = read_terrain(self.table, bare, self.renderer.picture(SCENE, 2))

    def read(self, scene: Scene, seed: int) -> Reading:
        plan = View(self.table.camera, self.table.board).plan(self.picture(scene, seed))
        return read_figures(foreground(plan, self.terrain.drop), self.terrain, self.table.camera)

    def picture(self, scene: Scene, seed: int) -> NDArray[np.uint8]:
        return self.renderer.picture(scene, seed)


@pytest.fixture(scope="module")
def table() -> Table1:
    return Table1()


@pytest.fixture(scope="module")
def reading(table: Table1) -> Reading:
    return table.read(replace(SCENE, models=(*FIGURES, CONSTRUCT)), 3)


def nearest(reading: Reading, figure: Minifig) -> Figure:
    return min(reading.figures, key=lambda f: np.hypot(f.x - figure.x, f.y - figure.y))


def test_every_figure_is_found_and_a_construct_of_skin_colours_is_none(reading: Reading) -> None:
    places = sorted((f.x, f.y) for f in reading.figures if not f.lying)
    assert places == sorted((f.x, f.y) for f in FIGURES if not f.lying)
    assert len(reading.figures) == len(FIGURES)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda f: str(f.name))
def test_a_figure_is_read_as_it_stands(reading: Reading, figure: Minifig) -> None:
    seen = nearest(reading, figure)
    assert np.hypot(seen.x - figure.x, seen.y - figure.y) <= 0.75
    assert (seen.base, seen.facing, seen.lying) == (figure.base, figure.facing, figure.lying)
    assert seen.head == figure.head
    assert seen.hat == (SeenHat(figure.hat.colour) if figure.hat else False)
    assert (seen.torso, seen.skin) == (figure.torso, figure.skin)
    assert seen.legs == (figure.legs if figure.lying else None)
    assert 0.5 < seen.confidence <= 1


def test_what_no_figure_explains_is_left_over(table: Table1, reading: Reading) -> None:
    view = View(table.table.camera, table.table.board)

    def left(x: float, y: float, plates: float) -> float:
        col, row = np.round(view.project([x, y, plates])).astype(int)
        return float(reading.leftover[row - 8 : row + 9, col - 8 : col + 9].mean())

    assert left(CONSTRUCT.x, CONSTRUCT.y, 10) > 10
    assert left(14.0, 15.5, 11) == 0


def test_a_lost_hat_and_another_light_change_nothing_else(table: Table1, reading: Reading) -> None:
    lamps = tuple(replace(lamp, strength=1.2 * lamp.strength) for lamp in SCENE.light.lamps)
    light = Light(lamps, SCENE.light.ambient, (1.04, 1.0, 0.95))
    bareheaded = tuple(replace(f, hat=None) for f in FIGURES)
    later = table.read(replace(SCENE, models=(*bareheaded, CONSTRUCT), light=light), 4)
    for figure in FIGURES:
        before, after = nearest(reading, figure), nearest(later, figure)
        assert after.hat is False
        assert (after.x, after.y, after.facing, after.head) == (
            before.x,
            before.y,
            before.facing,
            before.head,
        )


def test_an_empty_table_shows_no_figure(table: Table1) -> None:
    nothing = table.read(SCENE, 5)
    assert nothing.figures == ()
    assert not (nothing.leftover > 12).mean() > 0.001


def test_a_reading_says_what_it_was_decided_on(reading: Reading) -> None:
    assert len(reading.explained) == len(reading.figures)
    assert all({"gain", "skin", "runner_up", "margin"} <= set(why) for why in reading.explained)
