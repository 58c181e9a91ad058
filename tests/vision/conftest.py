"""A small rendered table that the tests of changing tables share."""

import pytest

from calibration.camera import Camera, Lens
from calibration.table import Board, Table
from hardware.virtual.models import mech
from hardware.virtual.scene import Board as VirtualBoard
from hardware.virtual.scene import Hat, Minifig, Scene
from hardware.virtual.view import Lens as VirtualLens
from hardware.virtual.view import View, look_at

STUDS = 24


@pytest.fixture(scope="session")
def small_view() -> View:
    lens = VirtualLens(640, 480, 620.0, 620.0, 322.0, 238.0)
    return look_at(lens, (98.0, 93.0, 330.0), (96.0, 96.0, 0.0), 1.0)


@pytest.fixture(scope="session")
def small_table(small_view: View) -> Table:
    v = small_view.lens
    lens = Lens(v.width, v.height, v.fx, v.fy, v.cx, v.cy)
    return Table(Board(STUDS, STUDS), Camera(lens, small_view.rotation, small_view.translation))


@pytest.fixture(scope="session")
def small_scene() -> Scene:
    """Two figures and a construct on a bare board."""
    ann = Minifig("ann", 6.0, 5.5, facing=90, torso="red", legs="blue", hat=Hat("black"))
    bob = Minifig("bob", 17.0, 6.5, facing=90, torso="yellow", legs="black", hat=Hat("green"))
    return Scene(VirtualBoard(STUDS, STUDS), models=(ann, bob, mech("mek", 12, 17, "red", "tan", "black")))
