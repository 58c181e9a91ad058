"""MechaTon seen on the table: mechs moved by hands, dice typed, everything else said."""

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.virtual.scene import Block, Board, Built, Die, Part, Scene
from referee.law.mechaton.claims import Aim, Assign, Attack, Hold, Lose
from referee.law.ruling import Verdict
from referee.law.setup import Entry, GridLaid, Player, Setup
from referee.live.book import Book
from referee.live.recognise import grid_of
from referee.record import broken_links
from referee.show import AcceptTable, Answer, Appeal, Measure, Pause, Say, Shown, TypeRoll, Undo, Weight
from tests.referee.live.pretend import Match, open_match

SAWS = [{"name": "saw", "hand": 1}, {"name": "jets", "green": 1}]
SETUP = Setup(
    "mechaton",
    (Player("Ann"), Player("Bob")),
    (
        Entry("Saw", "Ann", {"name": "Saw", "things": SAWS},
              cell=(1, 1), colours=("red", "yellow", "white")),
        Entry("Owl", "Bob", {"name": "Owl", "things": [{"name": "rifle", "short": 1}]},
              cell=(1, 5), colours=("blue", "lime")),
    ),
    GridLaid("hex", 6.0, 7, 8, (4.0, 4.0)),
)  # fmt: skip
GRID = grid_of(SETUP)
assert GRID is not None


def mech(name: str, cell: tuple[int, int], body: str, **things: str) -> Built:
    assert GRID is not None
    x, y = GRID.middle(cell)
    parts = [Part("body", Block(-1, -1, 2, 2, 0, 6, body))]
    parts += [Part(thing, Block(-1, -1, 1, 1, 6 + i, 1, c)) for i, (thing, c) in enumerate(things.items())]
    return Built(name, x, y, tuple(parts))


SCENE = Scene(
    Board(48, 48),
    models=(
        mech("Saw", (1, 1), "red", saw="yellow", jets="white"),
        mech("Owl", (1, 5), "blue", rifle="lime"),
    ),
)


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return open_match(SETUP, SCENE, tmp_path / "match.studeye")


def put(match: Match, name: str, cell: tuple[int, int], aside: tuple[float, float] = (0.0, 0.0)) -> Shown:
    assert GRID is not None
    x, y = GRID.middle(cell)
    match.table.move(name, x + aside[0], y + aside[1])
    return match.settle()


def troubles(shown: Shown) -> list[str]:
    return [each.what for each in shown.troubles if each.weight is Weight.WAITS]


def to_saws_move(match: Match) -> Shown:
    """Initiative, no target, a roll, and a 4 to move with."""
    values = {"Saw": (1,), "Owl": (9,)}
    for name in ("Saw", "Owl"):
        due = match.session.shown.due
        assert due is not None
        match.say(TypeRoll(values[name] * sum(kind.count for kind in due.dice)))
    match.say(Say(Aim("Ann", "Saw", "Owl", "hand")))
    due = match.session.shown.due
    assert due is not None
    shown = match.say(TypeRoll((4,) * sum(kind.count for kind in due.dice)))
    action = match.session.match.state.mech("Saw").action
    white = [die for die in action.dice if die.colour == "white"]
    del shown
    return match.say(Say(Assign("Ann", "Saw", white[0], replace(white[1], value=4))))


def test_a_table_set_up_as_the_match_file_says_is_agreed_on_at_once(match: Match) -> None:
    shown = match.session.shown
    assert troubles(shown) == []
    assert shown.due is not None
    assert shown.due.dice


@pytest.mark.rule("MT-8")
def test_a_mech_seen_in_another_hex_within_her_move_has_moved(match: Match) -> None:
    to_saws_move(match)
    shown = put(match, "Saw", (1, 3))
    assert match.session.rulings[-1].ruling.legal
    assert match.session.match.state.mech("Saw").cell == (1, 3)
    assert troubles(shown) == []
    assert shown.way is not None
    assert shown.way.length is not None
    assert shown.way.length.error <= 0.3
    assert shown.evidence.before
    assert shown.evidence.after


@pytest.mark.rule("MT-8")
def test_a_mech_moved_too_far_has_to_go_back_and_then_play_goes_on(match: Match) -> None:
    to_saws_move(match)
    shown = put(match, "Saw", (1, 6))
    assert match.session.rulings[-1].ruling.verdict is Verdict.ILLEGAL
    assert len(match.session.rulings) == 6
    assert troubles(shown) == ["Saw may not stay there"]
    assert shown.troubles[0].to == GRID.middle((1, 1)) if GRID else False
    shown = match.say(Say(Attack("Ann", "Saw")))
    assert len(match.session.rulings) == 6  # nothing is ruled while she stands there
    shown = put(match, "Saw", (1, 1))
    assert troubles(shown) == []
    shown = put(match, "Saw", (2, 2))
    assert match.session.rulings[-1].ruling.legal


@pytest.mark.rule("MT-9")
def test_a_mech_moved_out_of_turn_is_refused(match: Match) -> None:
    to_saws_move(match)
    put(match, "Owl", (1, 4))
    ruled = match.session.rulings[-1]
    assert ruled.claim.mech == "Owl"
    assert ruled.ruling.verdict is Verdict.ILLEGAL


def test_a_mech_moved_while_another_moves_is_a_fault_and_the_move_waits(match: Match) -> None:
    to_saws_move(match)
    before = len(match.session.rulings)
    match.table.move("Owl", *GRID.middle((1, 4)))  # type: ignore[union-attr]
    match.table._coming.clear()  # both hands were there at once
    shown = put(match, "Saw", (1, 3))
    assert [fault.model for fault in match.session.faults] == ["Owl"]
    assert len(match.session.rulings) == before
    assert troubles(shown) == ["Owl stands elsewhere"]
    put(match, "Owl", (1, 5))
    assert match.session.rulings[-1].ruling.legal
    assert match.session.rulings[-1].claim.mech == "Saw"


@pytest.mark.rule("HR-7")
def test_a_middle_on_a_border_is_asked_about_and_the_answer_is_ruled(match: Match) -> None:
    to_saws_move(match)
    shown = put(match, "Saw", (1, 2), (3.0, 0.0))
    assert match.session.rulings[-1].ruling.verdict is Verdict.TOO_CLOSE
    assert shown.question is not None
    which = shown.question.answers.index("hex (2, 2)")
    shown = match.say(Answer(shown.question.number, which))
    assert match.session.match.state.mech("Saw").cell == (2, 2)
    assert troubles(shown) == []
    assert shown.question is None


@pytest.mark.rule("MT-13")
def test_a_lost_thing_that_stays_on_is_a_fault_once_somebody_goes_on(match: Match) -> None:
    shown = shoot(match)
    shown = match.say(Say(Lose("Bob", "Owl", "rifle")))
    assert troubles(shown) == ["Owl still has rifle, which is lost"]
    assert match.session.faults == []
    match.say(TypeRoll((3,) * 8))
    assert [fault.kind for fault in match.session.faults] == ["piece kept"]
    match.table.lose("Owl", "rifle")
    assert troubles(match.settle()) == []


@pytest.mark.rule("MT-13")
def test_a_thing_taken_off_when_one_is_to_be_lost_is_the_claim_itself(match: Match) -> None:
    shoot(match)
    shown = match.session.shown
    assert next(model.colours for model in shown.models if model.name == "Owl") == ("blue", "lime")
    match.table.lose("Owl", "rifle")
    shown = match.settle()
    assert next(model.colours for model in shown.models if model.name == "Owl") == ("blue",)  # as it is now
    assert match.session.rulings[-1].claim == Lose("Bob", "Owl", "rifle")
    assert match.session.rulings[-1].ruling.legal


def test_a_thing_taken_off_that_is_not_lost_is_a_fault(match: Match) -> None:
    match.table.lose("Saw", "jets")
    shown = match.settle()
    assert [fault.kind for fault in match.session.faults] == ["piece taken"]
    assert troubles(shown) == ["jets was taken off Saw and is not lost"]


def test_a_model_taken_away_is_missed_and_its_place_is_lit(match: Match) -> None:
    match.table.take("Owl")
    shown = match.settle()
    assert troubles(shown) == ["Owl is not to be seen"]
    assert shown.troubles[0].to == GRID.middle((1, 5)) if GRID else False


def test_a_pointer_beside_a_target_is_a_claim(match: Match) -> None:
    for name in ("Saw", "Owl"):
        due = match.session.shown.due
        assert due is not None
        match.say(TypeRoll((1 if name == "Saw" else 9,) * sum(kind.count for kind in due.dice)))
    x, y = match.table.truth_for_tests.model("Owl").x, match.table.truth_for_tests.model("Owl").y
    match.table.put(Built("pointer", x + 3, y, (Part("arm", Block(-1, 0, 2, 1, 0, 1, "tan")),)))
    shown = match.settle()
    assert match.session.rulings[-1].claim == Aim("Ann", "Saw", "Owl", "hand")
    assert troubles(shown) == ["the pointer has said what it should"]
    match.table.take("pointer")
    assert troubles(match.settle()) == []


def test_undo_asks_for_the_table_to_follow(match: Match) -> None:
    to_saws_move(match)
    put(match, "Saw", (1, 3))
    shown = match.say(Undo())
    assert shown.told == "taken back: Saw moves 2 of 4 hexes to (1, 3)"
    assert shown.ruling is None  # it stands no more
    assert match.session.match.state.mech("Saw").cell == (1, 1)
    assert troubles(shown) == ["Saw stands elsewhere"]
    assert troubles(put(match, "Saw", (1, 1))) == []


def test_an_upheld_appeal_against_a_refusal_lets_the_table_stand(match: Match) -> None:
    to_saws_move(match)
    put(match, "Saw", (1, 6))
    shown = match.say(Appeal("Ann", "the table was bumped", True))
    assert match.session.match.state.mech("Saw").cell == (1, 6)
    assert troubles(shown) == []


def test_an_appeal_that_is_heard_is_told_and_the_ruling_stands(match: Match) -> None:
    to_saws_move(match)
    ruled = put(match, "Saw", (1, 3)).ruling
    shown = match.say(Appeal("Bob", "too far", False))
    assert shown.told == "Bob appeals and is heard: the ruling stands"
    assert shown.ruling == ruled


def test_undoing_a_correction_is_told_too(match: Match) -> None:
    put(match, "Owl", (2, 5))
    match.say(AcceptTable("we set it up wrong"))
    shown = match.say(Undo())
    assert shown.told == "taken back: the table is right: we set it up wrong"
    assert troubles(shown) == ["Owl stands elsewhere"]


def test_accepting_the_table_corrects_the_state(match: Match) -> None:
    put(match, "Owl", (2, 5))
    shown = match.say(AcceptTable("we set it up wrong"))
    assert match.session.match.state.mech("Owl").cell == (2, 5)
    assert troubles(shown) == []


def test_nothing_is_ruled_while_paused(match: Match) -> None:
    to_saws_move(match)
    match.say(Pause(True))
    ruled = len(match.session.rulings)
    put(match, "Saw", (1, 3))
    assert len(match.session.rulings) == ruled
    match.say(Pause(False))
    assert match.session.match.state.mech("Saw").cell == (1, 3)


def test_just_measure_says_studs_and_hexes(match: Match) -> None:
    shown = match.say(Measure("Saw", "Owl"))
    assert "4 hexes" in shown.measured
    assert len(shown.ruler) >= 2
    assert "±" in shown.measured


def test_a_die_turned_after_the_roll_is_named_and_the_roll_stands(match: Match) -> None:
    from hardware.tower import TrayDie

    match.table.set_dice([Die(52, 20, "white", 2)])
    match.settle()
    match.session.judge.after((TrayDie("white", 2),))
    match.table.nudge_die(0, 6)
    shown = match.settle()
    assert [fault.kind for fault in match.session.faults] == ["dice"]
    match.table.nudge_die(0, 2)
    assert troubles(match.settle()) == []
    assert troubles(shown)[0].startswith("the tray shows white 6 where white 2 fell")


def test_a_resumed_match_goes_on_where_it_was(match: Match, tmp_path: Path) -> None:
    to_saws_move(match)
    put(match, "Saw", (1, 3))
    state = match.session.match.state
    again = Book.resume(tmp_path / "match.studeye")
    assert again.match.state == state
    assert broken_links(again.record) == []
    resumed = open_match(SETUP, match.table.truth_for_tests, tmp_path / "unused", again)
    assert troubles(resumed.session.shown) == []
    resumed.say(Say(Hold("Ann", "Saw")))
    assert resumed.session.rulings[-1].ruling.legal


def shoot(match: Match) -> Shown:
    """Saw stands beside Owl, hits her and the damage die shows a six."""
    to_saws_move(match)
    put(match, "Saw", (1, 4))
    match.say(Say(Attack("Ann", "Saw")))
    match.say(Say(Aim("Bob", "Owl")))
    due = match.session.shown.due
    assert due is not None
    match.say(TypeRoll((1,) * sum(kind.count for kind in due.dice)))
    match.say(Say(Assign("Bob", "Owl")))
    due = match.session.shown.due
    assert due is not None
    return match.say(TypeRoll((6,) + (1,) * (sum(kind.count for kind in due.dice) - 1)))


@pytest.mark.rule("MT-8")
def test_models_without_a_place_are_put_down_one_after_another_and_so_registered(tmp_path: Path) -> None:
    unplaced = replace(SETUP, models=tuple(replace(entry, cell=None) for entry in SETUP.models))
    match = open_match(unplaced, replace(SCENE, models=()), tmp_path / "match.studeye")
    assert troubles(match.session.shown) == []
    assert match.session.shown.due is not None
    assert match.session.shown.due.models == ("Saw",)
    match.table.put(mech("Saw", (1, 4), "red", saw="yellow", jets="white"))
    shown = match.settle()
    assert match.session.rulings[-1].ruling.verdict is Verdict.ILLEGAL  # not on her side of the map
    assert troubles(shown) == ["Saw may not stay there"]
    put(match, "Saw", (1, 1))
    assert match.session.match.state.mech("Saw").cell == (1, 1)
    match.table.put(mech("Owl", (1, 6), "blue", rifle="lime"))
    shown = match.settle()
    assert match.session.match.state.mech("Owl").cell == (1, 6)
    assert troubles(shown) == []
    assert shown.due is not None
    assert shown.due.dice


def test_a_full_disk_keeps_only_the_newest_table_waiting(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.record import CannotWrite

    to_saws_move(match)

    def full(*_: object) -> None:
        raise CannotWrite("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(match.session.judge.book.record, "append", full)
        for cell in ((1, 3), (1, 2), (2, 2)):
            match.table.move("Saw", *GRID.middle(cell))  # type: ignore[union-attr]
            for _ in range(30):
                match.session.step()
        assert len(match.session._inbox) == 1
    for _ in range(20):
        match.session.step()
    assert match.session.match.state.mech("Saw").cell == (2, 2)
