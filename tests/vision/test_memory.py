"""What is kept from one settled frame to the next without reading it again."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.table import Table
from vision.changes import Settled, overlapping
from vision.memory import Memory, dice_kept, half_covered, untouched
from vision.observation import Construct, Die, Figure, Observation
from vision.plan import Picture, View
from vision.sameness import Model

RNG = np.random.default_rng(3)
DICE = (Die(560.0, 60.0, 30.0, "white", 4),)
FIGURE = Figure("f1", 10.0, 10.5, 0, 90, False, True, False, "red", "yellow")
WAGON = Construct("c2", 12.0, 12.0, 0, 6, (9, 9, 15, 15), ("red",))


def tray_picture(pips: int, gain: float = 1.0) -> Picture:
    """A die with some pips in the tray, under a sensor's noise."""
    frame = np.full((480, 640, 3), 120.0)
    frame[45:75, 545:575] = 230
    for k in range(pips):
        frame[50 + 8 * (k // 2) : 56 + 8 * (k // 2), 549 + 15 * (k % 2) : 556 + 15 * (k % 2)] = 20
    return np.clip(frame * gain + RNG.normal(0, 3, frame.shape), 0, 255).astype(np.uint8)


@pytest.fixture
def memory(small_table: Table) -> Memory:
    table = replace(small_table, tray_px=((500.0, 20.0), (620.0, 20.0), (620.0, 160.0), (500.0, 160.0)))
    seen = Observation(table.camera, np.zeros((24, 24), np.int16), dice=DICE)
    return Memory(table, last=Settled(seen, tray_picture(4)))


def test_dice_that_lie_as_they_lay_are_not_read_again(memory: Memory) -> None:
    assert dice_kept(memory, tray_picture(4)) == DICE
    assert dice_kept(memory, tray_picture(4, 0.9)) == DICE  # another exposure


def test_dice_that_were_touched_are_read(memory: Memory) -> None:
    assert dice_kept(memory, tray_picture(5)) is None
    assert dice_kept(replace(memory, last=None), tray_picture(4)) is None


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        (FIGURE, WAGON, True),
        (replace(FIGURE, base=6), WAGON, False),  # it stands on the wagon
        (replace(FIGURE, x=4.0), WAGON, False),
        (WAGON, replace(WAGON, footprint=(12, 9, 18, 15)), False),  # half of each is its own
        (WAGON, replace(WAGON, footprint=(8, 8, 15, 15)), True),
    ],
)
def test_two_models_cannot_stand_on_the_same_studs(a: Model, b: Model, same: bool) -> None:
    assert overlapping(a, b) == overlapping(b, a) == same


@pytest.mark.parametrize(
    ("changed", "covered"),
    [
        ((slice(30, 60), slice(0, 25)), True),  # something stands before its left side
        ((slice(0, 0), slice(0, 0)), False),  # nothing changed
        ((slice(30, 60), slice(0, 50)), False),  # nearly all of it changed
        ((slice(40, 50), slice(20, 60)), False),  # through its middle: it was shifted
    ],
)
def test_a_model_is_half_covered_only_from_one_side(changed: tuple[slice, slice], covered: bool) -> None:
    own = np.zeros((90, 90), bool)
    own[30:60, 15:65] = True
    step = np.zeros_like(own)
    step[changed] = True
    assert half_covered(own, step) == covered


def noisy(frame: Picture) -> Picture:
    return np.clip(frame + RNG.normal(0, 3, frame.shape), 0, 255).astype(np.uint8)


def dot_at(frame: Picture, table: Table, x: float, y: float) -> Picture:
    """The frame with something small and new at a place of the board."""
    out = frame.copy()
    u, v = np.round(table.camera.project([x, y, 4.0])).astype(int)
    out[v - 2 : v + 3, u - 2 : u + 3] = 250
    return out


def test_only_models_whose_pictures_and_neighbours_are_the_same_are_kept(small_table: Table) -> None:
    near = replace(FIGURE, track="f3", x=7.0)  # what hides one of the two may hide the other
    models = (FIGURE, near, replace(FIGURE, track="f4", x=20.0, y=3.5))
    plain = np.full((480, 640, 3), 120, np.uint8)
    seen = Observation(small_table.camera, np.zeros((24, 24), np.int16), figures=models)
    view = View(small_table.camera, small_table.board)
    frame = noisy(plain)
    memory = Memory(small_table, last=Settled(seen, frame), plan=view.plan(frame))
    known = untouched(memory, view.plan(noisy(plain)))
    assert known is not None
    assert known.models == models
    less = untouched(memory, view.plan(noisy(dot_at(plain, small_table, 10.0, 10.5))))
    assert less is not None
    assert [model.track for model in less.models] == ["f4"]
    assert less.pixels.sum() < known.pixels.sum()
    other_light = untouched(memory, view.plan(noisy(np.full_like(plain, 160))))
    assert other_light is not None
    assert other_light.models == ()  # all is read again
