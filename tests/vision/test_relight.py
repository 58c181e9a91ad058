"""A lamp is put elsewhere: nothing moved, and what moves afterwards is read in the new light."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.table import Table
from hardware.virtual.render import Renderer
from hardware.virtual.scene import Lamp, Light, Scene
from hardware.virtual.sensor import Picture, Sensor
from hardware.virtual.view import View
from vision.memory import Memory, read_next
from vision.terrain import read_terrain

OVER_HERE = Light((Lamp(4.0, 4.0, 140.0, 0.9),), 0.25)
OVER_THERE = Light((Lamp(20.0, 18.0, 140.0, 0.9),), 0.25)


class Story:
    """Frames of one table, one after the other, and what is believed after each."""

    def __init__(self, view: View, table: Table, scene: Scene) -> None:
        self._renderer = Renderer(view, Sensor(samples=1))
        self._count = 0
        bare = replace(scene, models=(), light=OVER_HERE)
        self.memory = Memory(table, read_terrain(table, self.shot(bare), self.shot(bare)))

    def shot(self, scene: Scene) -> Picture:
        self._count += 1
        return self._renderer.picture(scene, self._count)

    def next(self, scene: Scene) -> list[str]:
        """The kinds of change that the next frame tells."""
        self.memory = read_next(self.memory, self.shot(scene))
        assert self.memory.seen is not None
        return sorted(change.kind for change in self.memory.seen.changes)


@pytest.fixture(params=["black", "blue", "dark_bluish_grey"])
def scene(request: pytest.FixtureRequest, small_scene: Scene) -> Scene:
    """The small table with a board that glares."""
    return replace(small_scene, board=replace(small_scene.board, colour=request.param), light=OVER_HERE)


@pytest.fixture
def story(small_view: View, small_table: Table, scene: Scene) -> Story:
    told = Story(small_view, small_table, scene)
    told.next(scene)
    return told


def test_a_lamp_put_elsewhere_moves_nothing(story: Story, scene: Scene) -> None:
    assert story.memory.seen is not None
    before = story.memory.seen
    assert story.next(replace(scene, light=OVER_THERE)) == ["light"]
    assert [f.track for f in story.memory.seen.figures] == [f.track for f in before.figures]
    assert [c.track for c in story.memory.seen.constructs] == [c.track for c in before.constructs]


def test_the_new_light_becomes_the_background(story: Story, scene: Scene) -> None:
    there = replace(scene, light=OVER_THERE)
    story.next(there)
    assert story.next(there) == []
    assert story.next(there.with_model(replace(there.model("ann"), x=9.0, y=12.5))) == ["moved"]
    assert story.memory.seen is not None
    assert not story.memory.seen.relit
    assert {(f.x, f.y) for f in story.memory.seen.figures} == {(9.0, 12.5), (17.0, 6.5)}
    assert len(story.memory.seen.constructs) == 1  # where ann stood is board again


def test_a_background_in_another_light_keeps_its_heights(story: Story, scene: Scene) -> None:
    assert story.memory.terrain is not None
    before = story.memory.terrain
    story.next(replace(scene, light=OVER_THERE))
    assert story.memory.terrain is not before  # it was taken anew
    assert np.array_equal(story.memory.terrain.heights, before.heights)
