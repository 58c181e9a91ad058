"""A rendered table is watched: hands, rests, knocks and mishaps are told, once each, and nothing else."""

from dataclasses import replace

import numpy as np
import pytest

from calibration import CannotRead
from calibration.table import Table
from hardware.virtual.scene import Lamp, Light, Scene
from hardware.virtual.table import Pace, VirtualCamera, VirtualTable
from hardware.virtual.view import View
from vision.settle import FROZEN_FRAMES
from vision.watcher import Event, State, Watcher


class Evening:
    """A virtual table, its camera, and a watcher of it."""

    def __init__(self, scene: Scene, view: View, table: Table) -> None:
        self.table = VirtualTable(scene, view, seed=2, pace=Pace(2, 2, 2, 1))
        self.camera = VirtualCamera(self.table, lambda: 0.0)
        self.watcher = Watcher(table, free=VirtualCamera(self.table, lambda: 0.0).read().picture)

    def watch(self, frames: int) -> list[Event]:
        """What is said while the hands work and for some frames after."""
        said: list[Event] = []
        while self.table.busy or frames > 0:
            frames -= not self.table.busy
            said += self.watcher.see(self.camera.read().picture)
        return said

    def states(self, frames: int = 4) -> list[State]:
        return [event.state for event in self.watch(frames)]


@pytest.fixture
def evening(small_scene: Scene, small_view: View, small_table: Table) -> Evening:
    out = Evening(small_scene, small_view, small_table)
    assert out.states() == ["settled"]
    return out


def test_a_hand_is_told_while_it_works_and_the_rest_after_it(evening: Evening) -> None:
    evening.table.move("ann", 9.0, 12.5)
    hands, settled = evening.watch(4)
    assert (hands.state, settled.state) == ("hands", "settled")
    assert settled.observation is not None
    assert settled.frame - hands.frame >= 6  # the hand worked that long, and nothing was said meanwhile


def test_nothing_is_said_while_nothing_happens(evening: Evening) -> None:
    assert evening.states(10) == []


def test_a_hand_that_stays_is_no_settled_table_however_still_it_is(evening: Evening) -> None:
    evening.table.leave_hand(12, 12)
    assert evening.states(12) == ["hands"]
    evening.table.clear_hands()
    assert evening.states()[-1] == "settled"


def test_a_knock_is_told_and_corrected(evening: Evening) -> None:
    evening.table.knock((0.1, 0.1, 0.4), (2.0, 1.0, 0.0))
    assert evening.states(5)[-2:] == ["knocked", "settled"]
    want, shown = evening.table.view, evening.watcher.table.camera
    assert np.allclose(shown.rotation, want.rotation, atol=0.004)
    seen = evening.watcher.observation
    assert seen is not None
    assert [c.kind for c in seen.changes] == ["knocked"]


def test_another_lamp_is_no_hand(evening: Evening) -> None:
    evening.table.switch_light(Light(lamps=(Lamp(x=30, y=-10),)))
    assert evening.states(5)[-1] == "settled"


def test_a_cat_covers_the_table(evening: Evening) -> None:
    evening.table.cat()
    said = evening.states(5)
    assert said[-1] == "covered"
    assert "settled" not in said


@pytest.mark.parametrize(("mishap", "frames"), [("black", 3), ("covered", 3), ("frozen", FROZEN_FRAMES + 2)])
def test_a_blind_camera_is_named_and_recovers(evening: Evening, mishap: str, frames: int) -> None:
    setattr(evening.table, mishap, True)
    said = evening.watch(frames)
    assert [event.state for event in said] == ["frozen" if mishap == "frozen" else "black"]
    assert said[0].why.startswith("the camera's picture is")
    setattr(evening.table, mishap, False)
    assert evening.states(5)[-1] == "settled"


def test_asked_to_it_reads_a_still_table_again(evening: Evening) -> None:
    evening.watcher.look_again()
    assert evening.states(4) == ["settled"]


def test_a_correction_becomes_what_is_believed(evening: Evening) -> None:
    seen = evening.watcher.observation
    assert seen is not None
    evening.watcher.correct(replace(seen, loose=()))
    assert evening.watcher.observation == replace(seen, loose=())


def test_frames_of_another_size_are_refused_in_a_sentence(evening: Evening) -> None:
    with pytest.raises(CannotRead, match="frames are 320 × 240 pixels but the table was calibrated at 640"):
        evening.watcher.see(np.zeros((240, 320, 3), np.uint8))
