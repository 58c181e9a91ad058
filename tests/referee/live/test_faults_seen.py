"""Everything that can fail a match, through the whole pipeline: rendered frames, the real watcher."""

from pathlib import Path
from typing import Any

import pytest

from hardware.virtual.table import Pace
from referee.live.book import Book
from referee.live.troubles import HAND_STAYS_S
from referee.live.virtual import Played, Seen, open_virtual, see_table, staged
from referee.match_file import read_match
from referee.players.stage import Stage
from referee.record import CannotWrite
from referee.show import RollNow, Shown, TypeRoll, Weight
from tests.referee.live.pretend import Clock

DUEL = Path(__file__).resolve().parents[3] / "examples" / "duelchess" / "match.toml"
QUICK = Pace(1, 1, 1, 3)
FRAME_S = 0.1


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> tuple[Stage, Seen]:
    """A stage and its calibrated table, once."""
    book = Book.open(read_match(DUEL), tmp_path_factory.mktemp("stage") / "m.studeye")
    there = staged(book, 5, 720)
    return there, see_table(there, 5)


class Evening:
    """A match on the virtual table whose clock a test drives, its first sight taken."""

    def __init__(self, path: Path, there: tuple[Stage, Seen]) -> None:
        self.clock = Clock()
        book = Book.open(read_match(DUEL), path)
        self.played: Played = open_virtual(
            book, there[0], seed=5, pace=QUICK, seen=there[1], clock=self.clock
        )
        self.session, self.table = self.played.session, self.played.table
        self.settle()

    def step(self, frames: int = 1) -> Shown:
        for _ in range(frames):
            self.clock.now += FRAME_S
            shown = self.session.step()
        return shown

    def settle(self) -> Shown:
        for _ in range(150):
            shown = self.step()
            if self.session.waiting and not self.table.busy:
                return shown
        raise AssertionError(f"never settled: {waits(self.session.shown)}")


def waits(shown: Shown) -> list[str]:
    return [each.what for each in shown.troubles if each.weight is Weight.WAITS]


@pytest.fixture
def evening(tmp_path: Path, there: tuple[Stage, Seen]) -> Evening:
    return Evening(tmp_path / "duel.studeye", there)


@pytest.mark.parametrize(
    ("switch", "said"),
    [
        ("unplugged", "the camera is unplugged"),
        ("black", "the camera's picture is black"),
        ("covered", "the camera's picture is black"),
        ("frozen", "the camera's picture is frozen"),
    ],
)
def test_a_blind_camera_is_named_and_what_happened_meanwhile_is_read_when_it_sees_again(
    evening: Evening, switch: str, said: str
) -> None:
    setattr(evening.table, switch, True)
    shown = evening.step(40)
    assert [words for words in waits(shown) if words.startswith(said)], shown.troubles
    assert not shown.health.camera_well
    evening.session.wish(TypeRoll((3, 4)))
    evening.step(3)
    assert evening.session.rulings == []
    setattr(evening.table, switch, False)
    shown = evening.settle()
    assert (waits(shown), shown.health.camera_well, evening.session.faults) == ([], True, [])


def test_a_hand_that_never_leaves_is_named(evening: Evening) -> None:
    evening.table.leave_hand(16.0, 16.0)
    assert evening.step(10).hands
    evening.clock.now += HAND_STAYS_S
    shown = evening.step()
    assert waits(shown)[0].startswith("a hand has been over the table for 20 s")
    assert evening.session.rulings == []
    evening.table.clear_hands()
    assert waits(evening.settle()) == []
    assert evening.session.faults == []


def test_what_a_cat_pushed_about_is_no_move_and_goes_back(evening: Evening) -> None:
    evening.session.wish(TypeRoll((3, 4)))
    evening.settle()
    ruled = len(evening.session.rulings)
    before = {model.name: (model.x, model.y) for model in evening.table.truth_for_tests.models}
    evening.table.cat()
    assert waits(evening.step(12))
    evening.table.clear_hands()
    shown = evening.settle()
    after = {model.name: (model.x, model.y) for model in evening.table.truth_for_tests.models}
    pushed = {name for name in before if before[name] != after[name]}
    assert pushed
    assert waits(shown)
    for name in pushed:
        evening.table.move(name, *before[name])
        evening.settle()
    assert waits(evening.session.shown) == []
    assert len(evening.session.rulings) == ruled


def test_the_device_may_go_and_come_back(evening: Evening) -> None:
    cable = evening.played.cable
    assert cable is not None
    cable.pull()
    evening.table.load(["white", "white"])
    evening.session.wish(RollNow())
    shown = evening.settle()
    assert not shown.health.device_well
    assert evening.session.rulings == []
    cable.put_back()
    evening.table.set_dice(())
    evening.settle()
    evening.table.load(["white", "white"])
    evening.session.wish(RollNow())
    shown = evening.settle()
    assert shown.health.device_well
    assert evening.session.rulings[-1].ruling.legal


def test_nothing_is_announced_while_the_disk_is_full(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.session.wish(TypeRoll((3, 4)))
    evening.settle()
    ruled = len(evening.session.rulings)
    ada = evening.table.truth_for_tests.model("Ada")

    def full(*_: Any) -> None:
        raise CannotWrite("the disk is full: make room, the ruling waits")

    with monkeypatch.context() as patched:
        patched.setattr(evening.session.judge.book.record, "append", full)
        evening.table.move("Ada", ada.x, ada.y - 4.0)
        shown = evening.step(40)
        assert "the disk is full: make room, the ruling waits" in waits(shown)
        assert len(evening.session.rulings) == ruled
    evening.step(20)
    assert len(evening.session.rulings) == ruled + 1
    assert evening.session.rulings[-1].ruling.legal


def test_a_camera_that_was_knocked_is_found_again_and_nothing_is_ruled(evening: Evening) -> None:
    evening.table.knock((0.4, -0.3, 0.5))
    evening.step(10)
    shown = evening.settle()
    assert waits(shown) == []
    assert (evening.session.rulings, evening.session.faults) == ([], [])
