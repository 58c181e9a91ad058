"""What can go wrong around a match: each is named, the match waits, and nothing false is ruled."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration import Table
from hardware.camera import Frame
from hardware.problems import HardwareTrouble, LinkLost
from hardware.tower import DiceTower, TrayDie
from hardware.virtual.scene import Die
from referee.law.mechaton.claims import Aim
from referee.live.eyes import Eyes
from referee.live.rolling import Roller
from referee.record import CannotWrite
from referee.show import RollNow, Say, Shown, TypeRoll
from tests.referee.live.pretend import BLANK, Clock, Match, observed, open_match
from tests.referee.live.test_mechaton_live import SCENE, SETUP, put, to_saws_move, troubles
from tests.referee.live.test_minifigs_live import SCENE as FIGURES
from tests.referee.live.test_minifigs_live import SETUP as FIGURE_SETUP
from vision.observation import Observation
from vision.terrain import Terrain


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return open_match(SETUP, SCENE, tmp_path / "match.studeye")


@pytest.mark.parametrize("state", ["gone", "black", "frozen", "covered"])
def test_a_camera_that_sees_nothing_is_named_and_the_match_waits(match: Match, state: str) -> None:
    match.eyes.trouble = (state, f"the camera is {state}")
    shown = match.session.step()
    assert troubles(shown) == [f"the camera is {state}"]
    assert not shown.health.camera_well
    match.session.wish(TypeRoll((3, 3)))
    match.session.step()
    assert match.session.rulings == []
    match.eyes.trouble = None
    shown = match.settle()
    assert troubles(shown) == []
    assert shown.health.camera_well


def test_what_was_moved_while_the_camera_was_away_is_ruled_when_it_is_back(match: Match) -> None:
    to_saws_move(match)
    ruled = len(match.session.rulings)
    match.eyes.trouble = ("gone", "unplugged")
    match.table.move("Saw", 40.0, 40.0)
    for _ in range(30):
        match.session.step()
        match.table.step()
    assert len(match.session.rulings) == ruled
    match.eyes.trouble = None
    match.settle()
    assert not match.session.rulings[-1].ruling.legal


def test_a_hand_that_never_leaves_is_named_and_nothing_is_ruled(match: Match) -> None:
    match.table.leave_hand(10, 10)
    shown: Shown | None = None
    for _ in range(250):
        shown = match.session.step()
    assert shown is not None
    assert troubles(shown)[0].startswith("a hand has been over the table for 20 s")
    assert match.session.rulings == []
    match.table.clear_hands()
    assert troubles(match.settle()) == []


def test_a_cat_moves_everything_and_nothing_of_it_is_taken_for_a_move(tmp_path: Path) -> None:
    match = open_match(FIGURE_SETUP, FIGURES, tmp_path / "cat.studeye")
    before = {model.name: (model.x, model.y) for model in match.table.truth_for_tests.models}
    match.table.cat()
    for _ in range(10):
        shown = match.session.step()
    assert troubles(shown) == ["something covers the table"]
    match.table.clear_hands()
    match.settle()
    assert match.session.rulings == []
    assert {fault.model for fault in match.session.faults} == {"Kay", "Lou"}
    for name, (x, y) in before.items():
        match.table.move(name, x, y)
        match.settle()
    assert troubles(match.session.shown) == []
    assert match.session.rulings == []


def test_a_full_disk_announces_nothing_and_goes_on_when_there_is_room(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    to_saws_move(match)
    ruled, state = len(match.session.rulings), match.session.match.state
    record = match.session.judge.book.record

    def full(*_: Any) -> None:
        raise CannotWrite("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(record, "append", full)
        match.table.move("Saw", *SPOT)
        for _ in range(60):
            shown = match.session.step()
        assert "the disk is full" in troubles(shown)
        assert len(match.session.rulings) == ruled
        assert match.session.match.state is state
    for _ in range(20):
        shown = match.session.step()
    assert troubles(shown) == []
    assert len(match.session.rulings) == ruled + 1
    assert match.session.rulings[-1].ruling.legal


def test_a_device_that_is_gone_is_named_and_the_roll_can_be_typed(match: Match) -> None:
    class Gone(DiceTower):
        def roll_chip(self, *_: Any, **__: Any) -> Any:
            raise LinkLost("the device went away: plug it in again")

    match.session._roller = Roller(Gone(None), None)
    shown = match.say(RollNow())
    assert not shown.health.device_well
    assert "the device went away: plug it in again" in [each.what for each in shown.troubles]
    assert match.session.rulings == []
    assert shown.due is not None
    shown = match.say(TypeRoll((4,) * sum(kind.count for kind in shown.due.dice)))
    assert match.session.rulings[-1].ruling.legal
    assert shown.health.device_well


def test_dice_of_a_roll_that_failed_are_no_turned_dice(match: Match) -> None:
    class Jammed(DiceTower):
        def roll_chip(self, *_: Any, **__: Any) -> Any:
            raise HardwareTrouble("3 dice fell, the tray shows 2: roll again")

        roll_tower = roll_chip

    match.table.set_dice([Die(52, 20, "white", 2)])
    match.settle()
    match.session.judge.after((TrayDie("white", 2),))  # what was rolled before lies there
    match.session._roller = Roller(Jammed(None), None)
    match.say(RollNow())
    match.table.set_dice([Die(52, 20, "white", 5)])
    shown = match.settle()
    assert match.session.faults == []
    assert troubles(shown) == []


def test_dice_that_are_not_due_and_wrong_counts_are_told_in_a_sentence(match: Match) -> None:
    shown = match.say(TypeRoll((1, 2, 3, 4, 5, 6, 1)))
    assert any("values were typed" in each.what for each in shown.troubles)
    assert match.session.rulings == []


def test_nobody_claims_anything_while_a_model_is_out_of_place(match: Match) -> None:
    put(match, "Owl", (3, 3))
    ruled = len(match.session.rulings)
    shown = match.say(Say(Aim("Ann", "Saw")))
    assert len(match.session.rulings) == ruled
    assert any(each.what == "first put right what is wrong" for each in shown.troubles)


SPOT = (4.0 + 6.0 * 2.5, 4.0 + 3 * 5.19615)  # the middle of hex (1, 3)


# --- the eyes themselves


class Flaky:
    """A camera that a test unplugs."""

    def __init__(self) -> None:
        self.here = True
        self.count = 0

    def read(self) -> Frame:
        if not self.here:
            raise HardwareTrouble("camera 0 gives no picture any more: plug it in again")
        self.count += 1
        return Frame(np.full_like(BLANK, self.count % 250), 0.0, self.count)

    def close(self) -> None:
        """Nothing to let go of."""


class Unimpressed:
    """A watcher that never says anything, but notes what it is told."""

    def __init__(self) -> None:
        self.again = 0
        self.observation: Observation | None = None

    def see(self, picture: Any) -> Sequence[Any]:
        del picture
        return ()

    def look_again(self) -> None:
        self.again += 1

    def correct(self, observation: Observation) -> None:
        self.observation = observation

    @property
    def table(self) -> Table:
        raise AssertionError("nothing of this is asked for without terrain")

    @property
    def terrain(self) -> None:
        return None

    def correct_terrain(self, terrain: Terrain) -> None:
        raise AssertionError(f"there is no terrain to be {terrain}")


def test_a_camera_that_comes_back_is_opened_again_and_the_table_read_anew() -> None:
    clock, first, second, watcher = Clock(), Flaky(), Flaky(), Unimpressed()
    eyes = Eyes(first, watcher, clock, lambda: second)
    assert eyes.look().state == "moving"
    first.here = False
    assert eyes.look().state == "gone"
    assert eyes.look().why == "camera 0 gives no picture any more: plug it in again"
    clock.now = 2.0
    assert eyes.look().state == "moving"
    assert second.count == 1
    assert watcher.again == 1


def test_what_is_known_better_is_told_to_the_watcher_unless_it_saw_something_newer(match: Match) -> None:
    watcher = Unimpressed()
    eyes = Eyes(Flaky(), watcher, Clock())
    seen = observed(SCENE, match.eyes.camera)
    watcher.observation, better = seen, replace(seen, hands=True)
    eyes.believe(replace(seen), better)
    assert watcher.observation is seen
    eyes.believe(seen, better)
    assert watcher.observation is better
