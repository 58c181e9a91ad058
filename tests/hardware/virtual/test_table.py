"""Hands change the virtual table, frame by frame, and its camera shows it or its trouble."""

from dataclasses import replace

import numpy as np
import pytest

from hardware.camera import Watched
from hardware.problems import HardwareTrouble
from hardware.virtual.models import mech
from hardware.virtual.scene import Board, Hat, Minifig, Scene, Tray
from hardware.virtual.sensor import Sensor
from hardware.virtual.table import Pace, VirtualCamera, VirtualTable
from hardware.virtual.view import Lens, look_at

VIEW = look_at(Lens(240, 180, 220.0, 220.0, 120.0, 90.0), [70, 64, 210], [72, 64, 0])
SCENE = Scene(
    Board(16, 16),
    models=(Minifig("ann", 4.5, 4.0, hat=Hat("red")), mech("bob", 11, 10, "red", "tan", "black")),
    tray=Tray(18, 2, 8, 12),
)


def table() -> VirtualTable:
    return VirtualTable(SCENE, VIEW, seed=3, pace=Pace(1, 1, 1, 1))


def camera(of: VirtualTable) -> VirtualCamera:
    return VirtualCamera(of, lambda: 0.0, Sensor(samples=1))


def frames(of: VirtualTable) -> list[Scene]:
    seen = []
    while of.busy:
        of.step()
        seen.append(of.now)
    return seen


def test_a_hand_comes_carries_the_model_and_leaves() -> None:
    t = table()
    t.move("ann", 9.5, 3.0, facing=180)
    run = frames(t)
    assert all(scene.hands for scene in run[:-1])
    assert any(scene.model("ann").lift > 0 for scene in run)
    assert not run[-1].hands
    there = run[-1].model("ann")
    assert (there.x, there.y, there.facing, there.lift) == (9.5, 3.0, 180, 0)
    assert run[-1] == t.truth_for_tests


@pytest.mark.parametrize(
    ("name", "piece"), [("ann", "hat"), ("ann", "head"), ("ann", "torso"), ("bob", "gun")]
)
def test_a_piece_taken_off_is_gone_and_nothing_else_is(name: str, piece: str) -> None:
    t = table()
    t.lose(name, piece)
    after = frames(t)[-1]
    assert after.model(name) != SCENE.model(name)
    assert after.with_model(SCENE.model(name)) == SCENE


def test_pointing_changes_nothing() -> None:
    t = table()
    t.point(8, 8)
    assert frames(t)[-1] == SCENE


def test_tumbled_dice_lie_in_the_tray_apart_and_by_their_seed() -> None:
    t, again = table(), table()
    for each in (t, again):
        each.tumble(["white", "red", "green", "blue"])
    dice = t.truth_for_tests.dice
    assert dice == again.truth_for_tests.dice
    assert [d.colour for d in dice] == ["white", "red", "green", "blue"]
    assert all(18 <= d.x <= 26 and 2 <= d.y <= 14 for d in dice)
    gaps = [np.hypot(a.x - b.x, a.y - b.y) for i, a in enumerate(dice) for b in dice[:i]]
    assert min(gaps) > 2


def test_the_tower_lets_fall_what_was_loaded_and_counts_it() -> None:
    t = table()
    t.load(["red", "white", "white"])
    assert not t.truth_for_tests.dice
    assert t.tower(2)[0] == 3, "whatever was asked for, three dice were loaded"
    assert [die.colour for die in t.truth_for_tests.dice] == ["red", "white", "white"]


def test_a_hand_that_never_leaves_stays_until_it_is_cleared() -> None:
    t = table()
    t.leave_hand(8, 8)
    t.move("ann", 6.5, 4.0)
    assert frames(t)[-1].hands
    t.clear_hands()
    assert not frames(t)[-1].hands


def test_a_cat_moves_every_model() -> None:
    t = table()
    t.cat()
    after = frames(t)[-1]
    assert after.cats
    assert all((m.x, m.y) != (SCENE.model(m.name).x, SCENE.model(m.name).y) for m in after.models)


def test_a_knock_moves_the_picture_and_not_the_table() -> None:
    t = table()
    c = camera(t)
    before = c.read().picture.astype(int)
    t.knock((0.0, 0.0, 2.0), (3.0, 0.0, 0.0))
    assert np.abs(c.read().picture - before).mean() > 3
    assert t.truth_for_tests == SCENE


def read_many(of: Watched, count: int) -> None:
    for _ in range(count):
        of.read()


@pytest.mark.parametrize(
    ("trouble", "word"),
    [("black", "black"), ("covered", "black"), ("frozen", "frozen"), ("unplugged", "unplugged")],
)
def test_a_camera_in_trouble_is_named(trouble: str, word: str) -> None:
    t = table()
    watched = Watched(camera(t))
    for _ in range(3):
        watched.read()
    setattr(t, trouble, True)
    with pytest.raises(HardwareTrouble, match=word):
        read_many(watched, 30)


def test_a_still_table_is_not_taken_for_a_frozen_camera() -> None:
    watched = Watched(camera(table()))
    assert [watched.read().number for _ in range(30)] == list(range(30))


def test_a_model_in_the_hand_is_seen_and_the_table_after_it_too() -> None:
    t = table()
    c = camera(t)
    before = c.read().picture.astype(int)
    t.take("bob")
    under_hand = np.abs(c.read().picture - before).mean()
    while t.busy:
        after = c.read().picture.astype(int)
    gone = VirtualTable(replace(SCENE, models=SCENE.models[:1]), VIEW)
    assert under_hand > 3
    assert np.abs(after - camera(gone).read().picture).mean() < 4
