"""A rendered evening with models and terrain: each thing a hand does is told, with names and places."""

from dataclasses import replace

import pytest

from calibration.camera import Camera, Lens
from calibration.table import Board, Table
from hardware.virtual.models import mech
from hardware.virtual.render import render
from hardware.virtual.scene import Block, Hat, Minifig, Scene
from hardware.virtual.scene import Board as VirtualBoard
from hardware.virtual.table import Pace, VirtualCamera, VirtualTable
from hardware.virtual.view import Lens as VirtualLens
from hardware.virtual.view import look_at
from vision.observation import Change, Observation
from vision.terrain import read_terrain
from vision.watcher import Watcher

STUDS = 32
VIEW = look_at(
    VirtualLens(1280, 720, 1200.0, 1200.0, 640.0, 360.0), (125.0, 131.0, 500.0), (128.0, 128.0, 0.0), 2.0
)
BLOCKS = (
    Block(25, 5, 2, 2, 0, 3, "blue"),
    Block(25, 5, 2, 2, 3, 3, "yellow"),
    Block(5, 24, 4, 4, 0, 1, "white"),
)
ANN = Minifig("ann", 6.0, 8.5, facing=90, torso="red", legs="blue", hat=Hat("black"))
BOB = Minifig("bob", 20.5, 14.0, facing=0, torso="yellow", legs="black", hat=Hat("green"))
SCENE = Scene(
    VirtualBoard(STUDS, STUDS), blocks=BLOCKS, models=(ANN, BOB, mech("mek", 13, 22, "red", "tan", "black"))
)


class Evening:
    """Hands, a camera and a watcher; the story goes on from test to test."""

    def __init__(self) -> None:
        v = VIEW.lens
        lens = Lens(v.width, v.height, v.fx, v.fy, v.cx, v.cy)
        table = Table(Board(STUDS, STUDS, "light_bluish_grey"), Camera(lens, VIEW.rotation, VIEW.translation))
        built = render(replace(SCENE, models=()), VIEW, 2)
        terrain = read_terrain(table, render(replace(SCENE, models=(), blocks=()), VIEW, 1), built)
        self.hands = VirtualTable(SCENE, VIEW, pace=Pace(1, 1, 1, 3))
        self._camera = VirtualCamera(self.hands, lambda: 0.0)
        self.watcher = Watcher(table, terrain, free=built)

    def seen(self) -> Observation:
        """The one settled observation after the hands are done."""
        found = []
        for _ in range(20):
            found += [e.observation for e in self.watcher.see(self._camera.read().picture) if e.observation]
            if not self.hands.busy and found:
                break
        assert len(found) == 1
        return found[0]


@pytest.fixture(scope="module")
def evening() -> Evening:
    """The table settled for the first time: two figures and a construct are named."""
    out = Evening()
    first = out.seen()
    assert {(f.x, f.y, f.facing, f.torso) for f in first.figures} == {
        (6.0, 8.5, 90, "red"),
        (20.5, 14.0, 0, "yellow"),
    }
    assert len(first.constructs) == 1
    assert first.changes == ()
    return out


def name_of(evening: Evening, torso: str) -> str:
    seen = evening.watcher.observation
    assert seen is not None
    return next(f.track for f in seen.figures if f.torso == torso)


def test_a_hand_that_points_changes_nothing(evening: Evening) -> None:
    before = evening.watcher.observation
    evening.hands.point(16, 16)
    seen = evening.seen()
    assert seen.changes == ()
    assert before is not None
    assert seen.figures == before.figures


def test_a_carried_figure_moved_from_stud_to_stud(evening: Evening) -> None:
    ann = name_of(evening, "red")
    evening.hands.move("ann", 10.0, 14.5)
    assert evening.seen().changes == (Change("moved", ann, (6.0, 8.5), (10.0, 14.5)),)


def test_a_hat_taken_off_is_lost(evening: Evening) -> None:
    bob = name_of(evening, "yellow")
    evening.hands.lose("bob", "hat")
    assert evening.seen().changes == (Change("lost", bob, what="hat"),)


def test_a_carried_construct_moved(evening: Evening) -> None:
    evening.hands.move("mek", 23.0, 25.0)
    (change,) = evening.seen().changes
    assert change.kind == "moved"
    assert isinstance(change.start, tuple)
    assert isinstance(change.end, tuple)
    assert change.start == pytest.approx((13, 22), abs=1.2)
    assert change.end == pytest.approx((23, 25), abs=1.2)


@pytest.mark.parametrize(("x", "y"), [(20.5, 25.0), (21.5, 25.0)])
def test_a_figure_put_against_a_construct_is_no_part_of_it(evening: Evening, x: float, y: float) -> None:
    bob, before = name_of(evening, "yellow"), evening.watcher.observation
    evening.hands.move("bob", x, y)
    seen = evening.seen()
    assert [(c.track, c.end) for c in seen.changes if c.kind != "turned"] == [(bob, (x, y))]
    assert before is not None
    assert [c.footprint for c in seen.constructs] == [c.footprint for c in before.constructs]


def test_a_figure_laid_down_keeps_its_name(evening: Evening) -> None:
    ann = name_of(evening, "red")
    evening.hands.lay_down("ann")
    seen = evening.seen()
    assert [f.track for f in seen.figures if f.lying] == [ann]
