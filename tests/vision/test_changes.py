"""What changed between two settled frames: the pixels have the first word, the readings the second."""

from dataclasses import replace
from typing import Literal

import numpy as np
import pytest

from calibration.table import Table
from hardware.virtual.render import Renderer
from hardware.virtual.scene import Built, Minifig, Scene
from hardware.virtual.sensor import Picture, Sensor
from hardware.virtual.view import View
from vision.changes import Settled, compare, first
from vision.observation import Change, Construct, Figure, Hat, Observation


class Shots:
    """A table photographed again and again, and what a perfect reader would say of it."""

    def __init__(self, view: View, table: Table) -> None:
        self._renderer = Renderer(view, Sensor(samples=1))
        self._camera = table.camera
        self._count = 0

    def of(self, scene: Scene) -> Picture:
        self._count += 1
        return self._renderer.picture(scene, self._count)

    def read(self, scene: Scene) -> Observation:
        figures = tuple(_figure(m) for m in scene.models if isinstance(m, Minifig))
        constructs = tuple(_construct(m) for m in scene.models if not isinstance(m, Minifig))
        return Observation(self._camera, np.zeros((24, 24), np.int16), figures=figures, constructs=constructs)


def _figure(m: Minifig) -> Figure:
    hat: Hat | Literal[False] = Hat(m.hat.colour) if m.hat else False
    return Figure("", m.x, m.y, int(m.base), m.facing, m.lying, m.head, hat, m.torso, m.skin, m.legs, 0.9)


def _construct(m: Built) -> Construct:
    x, y = int(m.x), int(m.y)
    return Construct("", m.x, m.y, 0, 13, (x - 3, y - 3, x + 3, y + 3), ("red", "tan"))


@pytest.fixture(scope="module")
def shots(small_view: View, small_table: Table) -> Shots:
    return Shots(small_view, small_table)


@pytest.fixture
def start(shots: Shots, small_scene: Scene) -> Settled:
    return first(shots.read(small_scene), shots.of(small_scene))


def minifig(scene: Scene, name: str) -> Minifig:
    model = scene.model(name)
    assert isinstance(model, Minifig)
    return model


def told(now: Settled) -> list[Change]:
    return list(now.seen.changes)


def after(shots: Shots, start: Settled, scene: Scene) -> Settled:
    return compare(start, shots.read(scene), shots.of(scene))


def test_a_first_observation_names_every_model_and_claims_nothing(start: Settled) -> None:
    assert [f.track for f in start.seen.figures] == ["f1", "f2"]
    assert [c.track for c in start.seen.constructs] == ["c3"]
    assert told(start) == []


def test_nothing_happened_and_nothing_is_claimed(shots: Shots, start: Settled, small_scene: Scene) -> None:
    now = after(shots, start, small_scene)
    assert told(now) == []
    assert now.seen.figures == start.seen.figures


def test_a_move_is_told_with_its_name_and_ways(shots: Shots, start: Settled, small_scene: Scene) -> None:
    moved = small_scene.with_model(replace(small_scene.model("ann"), x=9.0, y=12.5))
    assert told(after(shots, start, moved)) == [Change("moved", "f1", (6.0, 5.5), (9.0, 12.5))]


def test_a_moved_construct_is_told(shots: Shots, start: Settled, small_scene: Scene) -> None:
    moved = small_scene.with_model(replace(small_scene.model("mek"), x=18.0, y=18.0))
    assert told(after(shots, start, moved)) == [Change("moved", "c3", (12, 17), (18.0, 18.0))]


def test_a_turn_is_told(shots: Shots, start: Settled, small_scene: Scene) -> None:
    turned = small_scene.with_model(replace(small_scene.model("bob"), facing=270))
    assert told(after(shots, start, turned)) == [Change("turned", "f2", 90, 270)]


def test_a_lost_hat_and_its_return_are_told(shots: Shots, start: Settled, small_scene: Scene) -> None:
    bare = small_scene.with_model(replace(minifig(small_scene, "ann"), hat=None))
    now = after(shots, start, bare)
    assert told(now) == [Change("lost", "f1", what="hat")]
    assert told(after(shots, now, small_scene)) == [Change("gained", "f1", what="hat")]


def test_a_model_that_left_comes_back_under_its_name(
    shots: Shots, start: Settled, small_scene: Scene
) -> None:
    without = replace(small_scene, models=tuple(m for m in small_scene.models if m.name != "bob"))
    now = after(shots, start, without)
    assert told(now) == [Change("gone", "f2")]
    assert told(after(shots, now, small_scene)) == [Change("appeared", "f2")]


def test_a_stranger_gets_a_new_name(shots: Shots, start: Settled, small_scene: Scene) -> None:
    eve = Minifig("eve", 19.0, 14.5, torso="white", legs="green")
    now = after(shots, start, small_scene.with_model(eve))
    assert told(now) == [Change("appeared", "f4")]


WAVERED = (
    {"x": 7.0},  # a pair of studs to the right
    {"x": 6.5, "y": 5.0, "facing": 0},  # turned on the spot
    {"hat": False},
    {"torso": "dark_red"},
    {"lying": True},
)


@pytest.mark.parametrize("wavered", WAVERED)
def test_another_reading_of_the_same_pixels_is_no_change(
    shots: Shots, start: Settled, small_scene: Scene, wavered: dict[str, object]
) -> None:
    seen = shots.read(small_scene)
    other = tuple(replace(f, **wavered) if f.torso == "red" else f for f in seen.figures)  # type: ignore[arg-type]
    now = compare(start, replace(seen, figures=other), shots.of(small_scene))
    assert told(now) == []
    assert now.seen.figures == start.seen.figures


def test_a_model_missed_for_once_stays_and_one_found_late_did_not_come(
    shots: Shots, start: Settled, small_scene: Scene
) -> None:
    seen = shots.read(small_scene)
    blind = compare(start, replace(seen, figures=seen.figures[1:]), shots.of(small_scene))
    assert told(blind) == []
    assert {f.track for f in blind.seen.figures} == {"f1", "f2"}

    late = first(replace(seen, figures=seen.figures[1:]), start.picture)
    now = compare(late, seen, shots.of(small_scene))
    assert told(now) == []
    assert len(now.seen.figures) == 2


def test_a_surer_reading_of_the_same_pixels_corrects_a_place_without_a_move(
    shots: Shots, start: Settled, small_scene: Scene
) -> None:
    seen = shots.read(small_scene)
    doubtful = first(
        replace(seen, figures=(replace(seen.figures[0], x=7.0, confidence=0.4), seen.figures[1])),
        start.picture,
    )
    now = compare(doubtful, seen, shots.of(small_scene))
    assert told(now) == []
    assert now.seen.figures[0].x == 6.0


def test_a_lost_head_beside_a_wavering_place_is_no_move(
    shots: Shots, start: Settled, small_scene: Scene
) -> None:
    headless = small_scene.with_model(replace(minifig(small_scene, "ann"), head=False, hat=None))
    seen = shots.read(headless)
    other = tuple(replace(f, x=f.x + 1) if f.torso == "red" else f for f in seen.figures)
    now = compare(start, replace(seen, figures=other), shots.of(headless))
    assert {(c.kind, c.what) for c in told(now)} == {("lost", "head"), ("lost", "hat")}


def test_what_the_reading_itself_says_is_kept(shots: Shots, start: Settled, small_scene: Scene) -> None:
    knocked = Change("knocked", studs=1.5)
    seen = replace(shots.read(small_scene), changes=(knocked,))
    assert told(compare(start, seen, shots.of(small_scene))) == [knocked]


def test_a_construct_that_looks_otherwise_under_a_moved_lamp_is_not_gone(
    shots: Shots, start: Settled, small_scene: Scene
) -> None:
    without = replace(small_scene, models=tuple(m for m in small_scene.models if not isinstance(m, Built)))
    picture, seen = shots.of(without), shots.read(without)
    assert any(c.kind == "gone" for c in compare(start, seen, picture).seen.changes)
    relit = compare(start, replace(seen, relit=True), picture)
    assert not [c for c in relit.seen.changes if c.kind == "gone"]
    assert relit.seen.constructs == start.seen.constructs
