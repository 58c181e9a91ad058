"""The whole pipeline once: rendered frames in, rulings out, with the device's dice and a record."""

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.virtual.table import Pace
from referee.law.ruling import Verdict
from referee.live.book import Book
from referee.live.virtual import Played, open_virtual, staged
from referee.match_file import read_match
from referee.record import broken_links
from referee.show import RollNow, Shown, Weight

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


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    path = tmp_path_factory.mktemp("duel") / "duel.studeye"
    book = Book.open(read_match(EXAMPLES / "duelchess" / "match.toml"), path)
    played = open_virtual(book, staged(book, 5, 720), seed=5, pace=QUICK)
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
