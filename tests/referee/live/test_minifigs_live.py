"""Minifigs seen on the table: ways over terrain measured, hats that fall, attacks with their gap."""

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.virtual.scene import Block, Board, Hat, Minifig, Scene
from referee.law.minifigs.state import Allot, Attack
from referee.law.ruling import Verdict
from referee.law.setup import Entry, Player, Setup
from referee.show import Answer, Say, Select, Shown, TypeRoll
from tests.referee.live.pretend import Match, open_match
from tests.referee.live.test_mechaton_live import troubles

SWORD = {"name": "sword", "reach": 3, "accuracy": 1}
CAP = {"name": "cap", "covers": "head"}
SETUP = Setup(
    "minifigs",
    (Player("Ann"), Player("Bob")),
    (
        Entry("Kay", "Ann", {"name": "Kay", "weapons": [SWORD], "armour": [CAP]}, studs=(6.0, 6.5)),
        Entry("Lou", "Bob", {"name": "Lou", "weapons": [SWORD], "armour": [CAP]}, studs=(6.0, 20.5)),
    ),
)
SCENE = Scene(
    Board(32, 32),
    (Block(0, 12, 12, 2, plates=6, colour="tan"),),
    (
        Minifig("Kay", 6.0, 6.5, facing=90, hat=Hat("yellow")),
        Minifig("Lou", 6.0, 20.5, facing=270, torso="blue", hat=Hat("lime")),
    ),
)
ALLOWED = 16 - 1 - 3  # a cap and a sword (MF-14)


def opened(tmp_path: Path, setup: Setup = SETUP) -> Match:
    return open_match(setup, SCENE, tmp_path / "figs.studeye")


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return opened(tmp_path)


def put(match: Match, name: str, x: float, y: float, base: float = 0) -> Shown:
    match.table.move(name, x, y, base)
    return match.settle()


@pytest.mark.rule("MF-13", "MF-14")
def test_a_move_is_measured_over_the_terrain_with_its_error(match: Match) -> None:
    shown = put(match, "Kay", 6.0, 12.5, 6)
    ruled = match.session.rulings[-1]
    assert ruled.claim.length.value == pytest.approx(6.0 + 6 * 0.4, abs=0.01)
    assert 0 < ruled.claim.length.error <= 0.3
    assert ruled.ruling.legal
    assert shown.way is not None
    assert shown.way.limit == ALLOWED


@pytest.mark.rule("MF-13")
def test_a_move_too_far_is_refused_and_told_by_how_much(match: Match) -> None:
    put(match, "Kay", 19.0, 6.5)
    ruling = match.session.rulings[-1].ruling
    assert ruling.verdict is Verdict.ILLEGAL
    assert "13 ± 0.08" in ruling.sentence


@pytest.mark.rule("MF-13")
def test_feet_at_two_levels_are_refused(match: Match) -> None:
    put(match, "Kay", 12.0, 12.5, 6)
    assert match.session.rulings[-1].claim.feet_level is False
    assert match.session.rulings[-1].ruling.verdict is Verdict.ILLEGAL


@pytest.mark.rule("HR-7")
def test_a_limit_inside_the_error_favours_the_mover_or_is_asked_about(tmp_path: Path) -> None:
    believed, called = tmp_path / "a", tmp_path / "b"
    believed.mkdir()
    called.mkdir()
    mover = opened(believed)
    put(mover, "Kay", 6.0 + ALLOWED + 0.05, 6.5)
    assert mover.session.rulings[-1].ruling.legal
    asked = opened(called, replace(SETUP, doubt="call"))
    shown = put(asked, "Kay", 6.0 + ALLOWED + 0.05, 6.5)
    assert asked.session.rulings[-1].ruling.verdict is Verdict.TOO_CLOSE
    assert shown.question is not None
    shown = asked.say(Answer(shown.question.number, 0))
    assert asked.session.rulings[-1].ruling.legal
    assert troubles(shown) == []


@pytest.mark.rule("HR-2")
def test_attacks_are_offered_with_their_measured_gap_only_in_reach(match: Match) -> None:
    assert not [c for c in match.session.shown.choices if isinstance(c.claim, Attack)]
    close(match)
    offered = [c.claim for c in match.session.shown.choices if isinstance(c.claim, Attack)]
    assert [claim.target for claim in offered] == ["Lou"]
    assert offered[0].gap.value == pytest.approx(0.75, abs=0.05)  # heads are wider than feet


@pytest.mark.rule("HR-2")
def test_a_said_attack_is_measured_by_the_referee_and_not_by_who_says_it(match: Match) -> None:
    from referee.law.measured import Measured

    match.say(Say(Attack("Ann", "Kay", "sword", "Lou", Measured(0.0))))
    assert match.session.rulings[-1].ruling.verdict is Verdict.ILLEGAL


@pytest.mark.rule("MF-1", "MF-4")
def test_the_hat_taken_off_is_the_piece_that_takes_the_hit(match: Match) -> None:
    strike(match)
    match.table.lose("Lou", "hat")
    shown = match.settle()
    assert match.session.rulings[-1].claim == Allot("Bob", "cap")
    assert troubles(shown) == []


@pytest.mark.rule("MF-3")
def test_a_second_piece_taken_is_a_fault(match: Match) -> None:
    strike(match)
    match.say(Say(Allot("Bob", "cap")))
    match.table.lose("Lou", "head")
    match.settle()
    assert [fault.kind for fault in match.session.faults] == ["piece taken"]


@pytest.mark.rule("MF-3")
def test_a_lost_hat_that_stays_on_stops_the_next_claim(match: Match) -> None:
    strike(match)
    match.say(Say(Allot("Bob", "cap")))
    put(match, "Kay", 7.0, 17.5)
    assert [fault.kind for fault in match.session.faults] == ["piece kept"]


def test_a_selected_figure_shows_its_reach_and_its_sights(match: Match) -> None:
    shown = match.say(Select("Kay"))
    assert shown.reach
    assert [each.cover for each in shown.sights] == ["none"]


def close(match: Match) -> None:
    """Kay goes round the wall and stands two studs from Lou."""
    put(match, "Lou", 6.0, 20.5)
    from referee.law.minifigs.state import EndTurn

    put(match, "Kay", 13.0, 10.5)
    match.say(Say(EndTurn("Ann")), Say(EndTurn("Bob")))
    put(match, "Kay", 6.0, 18.5)


def strike(match: Match) -> None:
    """Kay hits Lou."""
    close(match)
    offered = next(c.claim for c in match.session.shown.choices if isinstance(c.claim, Attack))
    match.say(Say(offered))
    due = match.session.shown.due
    assert due is not None
    match.say(TypeRoll((2,) * sum(kind.count for kind in due.dice)))
