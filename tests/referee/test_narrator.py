"""What the referee says aloud: every ruling once, troubles with their cure, and no swagger when plain."""

import pickle
from dataclasses import replace

import pytest

from referee.law.ruling import Outcome
from referee.narrator import FLOURISHES, OPENINGS, Narrator
from tests.referee.display.scenes import mechs, waiting


def test_a_ruling_is_told_once_with_its_rules() -> None:
    narrator, first = Narrator("mechaton", plain=True), mechs()
    told = narrator.lines(None, first)
    assert any("Ripsaw hits Owl" in line and "MT-13" in line for line in told)
    assert narrator.lines(first, replace(first, number=8)) == ()
    sent = pickle.loads(pickle.dumps(replace(first, number=8)))  # as a window in its own process gets it
    assert narrator.lines(first, sent) == ()


def test_a_trouble_is_told_with_its_cure_and_its_end() -> None:
    narrator, stuck = Narrator("minifigs", plain=True), waiting()
    assert any("Put it back" in line for line in narrator.lines(None, stuck))
    assert narrator.lines(stuck, replace(stuck, troubles=()))[0].startswith("That is in order again")


def test_an_illegal_claim_is_called_so() -> None:
    assert any(line.startswith("Illegal. Too far") for line in Narrator("minifigs").lines(None, waiting()))


@pytest.mark.parametrize("game", sorted(OPENINGS))
def test_each_game_has_its_tone_and_plain_has_none(game: str) -> None:
    shown = replace(mechs(), game=game, number=9, outcome=Outcome("Ann", "the end", ()))
    told, dry = Narrator(game).lines(None, shown), Narrator(game, plain=True).lines(None, shown)
    assert OPENINGS[game] in told
    assert set(FLOURISHES[game]["end"]) <= set(told)
    assert set(dry) < set(told)


def test_the_turn_s_end_gives_the_record_s_head() -> None:
    before = mechs()
    here = tuple(replace(player, here=not player.here) for player in before.players)
    told = Narrator("mechaton", plain=True).lines(before, replace(before, players=here))
    assert told == ("Bob's turn. The record stands at 9f2c9f2c9f2c.",)
