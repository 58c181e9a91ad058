"""Block Duel Chess seen on the table: squares, questions about attacks, two pieces at once."""

from pathlib import Path

import pytest

from hardware.virtual.scene import Board, Minifig, Scene
from referee.law.duelchess.state import Act, EndTurn, Surrender
from referee.law.ruling import Verdict
from referee.live.recognise import grid_of
from referee.match_file import read_match
from referee.show import Answer, Measure, Pause, Say, Shown, TypeRoll, Undo, Wish
from tests.referee.live.pretend import Match, open_match
from tests.referee.live.test_mechaton_live import troubles

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "duelchess" / "match.toml"
SETUP = read_match(EXAMPLE)


@pytest.fixture
def match(tmp_path: Path) -> Match:
    grid = grid_of(SETUP)
    assert grid is not None
    models = tuple(
        Minifig(entry.name, *grid.middle(entry.cell), torso=entry.colours[0], legs=entry.colours[1])
        for entry in SETUP.models
        if entry.cell
    )
    match = open_match(SETUP, Scene(Board(32, 32), models=models), tmp_path / "duel.studeye")
    match.say(TypeRoll((6, 6)))
    return match


def put(match: Match, name: str, cell: tuple[int, int]) -> Shown:
    grid = grid_of(SETUP)
    assert grid is not None
    match.table.move(name, *grid.middle(cell))
    return match.settle()


@pytest.mark.rule("DC-13")
def test_a_piece_moved_within_its_movement_stands(match: Match) -> None:
    shown = put(match, "Ada", (2, 6))
    assert match.session.rulings[-1].claim == Act("Ann", "Ada", (2, 6))
    assert troubles(shown) == []


@pytest.mark.rule("DC-13")
def test_a_piece_moved_too_far_must_go_back(match: Match) -> None:
    shown = put(match, "Ada", (7, 1))
    assert match.session.rulings[-1].ruling.verdict is Verdict.ILLEGAL
    assert troubles(shown) == ["Ada may not stay there"]
    assert troubles(put(match, "Ada", (2, 7))) == []


@pytest.mark.rule("DC-12")
def test_the_other_players_piece_may_not_be_moved(match: Match) -> None:
    put(match, "Bea", (2, 1))
    assert match.session.rulings[-1].ruling.verdict is Verdict.ILLEGAL


def near(match: Match) -> None:
    """Walk Ada towards Bea until an attack after the move would be in range."""
    piece = match.session.match.state.piece("Ada")
    for row in range(6, 0, -1):
        shown = put(match, "Ada", (2, row))
        if shown.question is not None:
            return
        match.say(Say(EndTurn("Ann")), TypeRoll((6, 6)), Say(EndTurn("Bob")), TypeRoll((6, 6)))
    raise AssertionError(f"{piece} never came into range")


@pytest.mark.rule("DC-11")
def test_a_move_that_ends_in_range_is_asked_about_and_paid_once(match: Match) -> None:
    near(match)
    question = match.session.shown.question
    assert question is not None
    assert question.answers[0] == "only moves"
    power = match.session.match.state.power[0]
    shown = match.say(Answer(question.number, 1))
    claim = match.session.rulings[-1].claim
    assert claim.target is not None
    assert claim.to is not None
    value = match.session.match.state.piece("Ada").value
    assert match.session.match.state.power[0] == power - value
    assert shown.question is None


def test_two_own_pieces_moved_in_one_visit_are_two_acts(match: Match) -> None:
    before = len(match.session.rulings)
    grid = grid_of(SETUP)
    assert grid is not None
    match.table.move("Alf", *grid.middle((5, 6)))
    match.table._coming.clear()
    put(match, "Ada", (2, 6))
    assert len(match.session.rulings) == before + 2
    assert all(ruled.ruling.legal for ruled in match.session.rulings)


def test_the_end_itself_can_be_taken_back(match: Match) -> None:
    shown = match.say(Say(Surrender("Ann")))
    assert shown.outcome is not None
    assert match.session.over
    shown = match.say(Undo())
    assert shown.outcome is None
    assert not match.session.over
    put(match, "Ada", (2, 6))
    assert match.session.rulings[-1].ruling.legal


def test_all_tools_work_during_a_question_and_under_a_hand(match: Match) -> None:
    near(match)
    match.table.leave_hand(10, 10)
    for _ in range(3):
        shown = match.session.step()
    assert shown.hands
    assert shown.question is not None

    def said(wish: Wish) -> Shown:
        match.session.wish(wish)
        return match.session.step()

    assert "squares" in said(Measure("Ada", "Bea")).measured
    assert said(Pause(True)).paused
    assert said(Pause(False)).question is not None  # nothing was forgotten
    shown = said(Undo())
    assert shown.told.startswith("taken back: ")
    assert shown.question is None
