"""The whole pipeline once: rendered frames in, rulings out, with the device's dice and a record."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from calibration import save
from hardware.virtual.models import pointer
from hardware.virtual.table import Pace, VirtualCamera, VirtualTable
from referee.law.mechaton.claims import Aim
from referee.law.ruling import Verdict
from referee.live import opening
from referee.live.book import Book
from referee.live.opening import Wanted, open_wanted
from referee.live.virtual import Played, Seen, open_virtual, see_table, staged
from referee.match_file import read_match
from referee.players.stage import Stage
from referee.record import broken_links
from referee.show import RollNow, Shown, TypeRoll, Weight

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
QUICK = Pace(1, 1, 1, 3)


def settle(played: Played) -> Shown:
    for _ in range(120):
        shown = played.session.step()
        if played.session.waiting and not played.table.busy:
            return shown
    raise AssertionError(f"never settled: {played.session.shown.troubles}")


def waits(shown: Shown) -> list[str]:
    return [each.what for each in shown.troubles if each.weight is Weight.WAITS]


DUEL = EXAMPLES / "duelchess" / "match.toml"


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> tuple[Stage, Seen]:
    """A stage and its calibrated table, once."""
    book = Book.open(read_match(DUEL), tmp_path_factory.mktemp("stage") / "m.studeye")
    there = staged(book, 5, 720)
    return there, see_table(there, 5)


@pytest.fixture
def played(tmp_path: Path, there: tuple[Stage, Seen]) -> Played:
    book = Book.open(read_match(DUEL), tmp_path / "duel.studeye")
    played = open_virtual(book, there[0], seed=5, pace=QUICK, seen=there[1])
    settle(played)
    return played


def test_figures_on_their_squares_are_found_rolled_for_and_moved(played: Played) -> None:
    session, table = played.session, played.table
    assert waits(session.shown) == []
    table.load(["white", "white"])
    session.wish(RollNow())
    settle(played)
    truth = sorted(die.value for die in table.truth_for_tests.dice)
    assert sorted(die.value for die in session.shown.dice) == truth
    ada = table.truth_for_tests.model("Ada")

    table.move("Ada", ada.x, ada.y - 4.0)  # a square on
    shown = settle(played)
    ruled = session.rulings[-1]
    assert ruled.ruling.legal
    assert ruled.claim.to == (2, 6)
    assert waits(shown) == []
    assert shown.evidence.before
    assert shown.evidence.after
    assert ruled.settled_to_ruled_ms is not None

    table.move("Ada", ada.x + 8.0, ada.y - 16.0)  # much too far
    shown = settle(played)
    assert session.rulings[-1].ruling.verdict is Verdict.ILLEGAL
    assert waits(shown) == ["Ada may not stay there"]
    table.move("Ada", ada.x, ada.y - 4.0)
    assert waits(settle(played)) == []

    table.nudge_die(0, 7 - table.truth_for_tests.dice[0].value)
    settle(played)
    assert [fault.kind for fault in session.faults] == ["dice"]
    assert broken_links(session.judge.book.record) == []


def test_a_pointer_that_the_camera_sees_beside_a_target_is_a_claim(tmp_path: Path) -> None:
    book = Book.open(read_match(EXAMPLES / "mechaton" / "match.toml"), tmp_path / "m.studeye")
    on = staged(book, 3, 720)
    played = open_virtual(book, on, seed=3, pace=QUICK, seen=see_table(on, 3))
    session, table, shown = played.session, played.table, settle(played)
    for value in (1, 3, 5, 7):  # Initiative: Ripsaw's is the least, she is first
        assert shown.due is not None
        session.wish(TypeRoll((value,) * sum(kind.count for kind in shown.due.dice)))
        shown = settle(played)
    owl = table.truth_for_tests.model("Owl")
    table.put(pointer("pointer", round(owl.x) + 5.0, float(round(owl.y))))
    assert waits(settle(played)) == ["the pointer has said what it should"]
    assert session.rulings[-1].claim == Aim("Ann", "Ripsaw", "Owl", "hand")
    table.take("pointer")
    assert waits(settle(played)) == []


def test_a_resumed_match_is_staged_as_it_stood(tmp_path: Path) -> None:
    book = Book.open(read_match(EXAMPLES / "mechaton" / "match.toml"), tmp_path / "m.studeye")
    state = book.match.state
    mech = state.mechs[0]
    moved = state.put(replace(mech, cell=(3, 3), lost=(mech.things[0].name,)))
    book.correct(moved, "for the test")
    fresh = {model.name: model for model in staged(book, 1, 720).set_up.models}[mech.name]
    assert mech.things[0].name not in [part.name for part in fresh.parts]  # type: ignore[union-attr]
    first = Book.open(read_match(EXAMPLES / "mechaton" / "match.toml"), tmp_path / "n.studeye")
    before = {model.name: model for model in staged(first, 1, 720).set_up.models}[mech.name]
    assert (fresh.x, fresh.y) != (before.x, before.y)


def test_a_real_tables_wiring_needs_a_camera_and_a_table_file_only(
    tmp_path: Path, there: tuple[Stage, Seen], monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, (table, _, _) = there
    save(table, tmp_path / "table.toml")
    world = VirtualTable(stage.terrain, stage.view, 5, QUICK)
    monkeypatch.setattr(opening, "Webcam", lambda *_: VirtualCamera(world, time.monotonic))
    wanted = Wanted(DUEL, tmp_path / "m.studeye", table=tmp_path / "table.toml", port="/dev/nowhere")
    opened = open_wanted(wanted)
    assert "rolls are typed" in opened.notes[0]
    for _ in range(8):
        opened.step()
    assert set(waits(opened.session.shown)) >= {"Ada is not to be seen", "Ben is not to be seen"}
    for model in stage.set_up.models:
        world.put(model)
    while world.busy or not opened.session.waiting:
        opened.step()
    assert waits(opened.session.shown) == []
    opened.session.wish(TypeRoll((3, 4)))
    opened.step()
    assert opened.session.rulings[-1].ruling.legal
    opened.close()
