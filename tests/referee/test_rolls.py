"""The dice of a match judged from its record."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.law.dice import roll_of
from referee.law.duelchess.state import EndTurn
from referee.law.match import Match
from referee.law.ruling import Dice
from referee.record import Record
from referee.rolls import rolled_dice
from tests.referee.law.duelchess.duels import setup as duel_setup
from tests.referee.law.mechaton.matches import setup


def match_of_rolls(path: Path, turns: int, die: Callable[[], int]) -> Record:
    """A duel in which nothing happens but P-rolls, kept in a record written at one go."""
    match = Match(duel_setup((0, 7), (0, 0), mandatory_surrender=False))
    record = Record.create(path)
    record._db.execute("PRAGMA synchronous = OFF")  # a test may be quick
    opening = match.opening()
    record.append(opening.kind, opening.body)
    for _ in range(turns):
        name = match.state.players[match.state.turn].name
        for claim in (roll_of(name, (Dice(2),), (die(), die())), EndTurn(name)):
            state, ruling, event = match.consider(claim)
            assert ruling.legal
            record.append(event.kind, event.body)
            match.settle(state)
    return record


def test_dice_are_kept_apart_by_colour_and_sides_and_refused_rolls_left_out(tmp_path: Path) -> None:
    match, chance = Match(setup()), random.Random(2)
    record = Record.create(tmp_path / "r.studeye")
    for event in (match.opening(), match.consider(roll_of("Ann", (Dice(1),), (9,)))[2]):
        record.append(event.kind, event.body)
    while {"white d6", "red d6"} - set(rolled_dice(record)):
        legal = match.game.legal_claims(match.state)
        state, _, event = match.consider(legal[chance.randrange(len(legal))])
        record.append(event.kind, event.body)
        match.settle(state)
    found = rolled_dice(record)
    assert found["d10"][0] == 10
    assert len(found["d10"][1]) == 8
    assert all(1 <= value <= 6 for value in found["white d6"][1])


def test_a_fair_match_passes_and_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(3)
    record = match_of_rolls(tmp_path / "r.studeye", 150, lambda: chance.randint(1, 6))
    plot = tmp_path / "plot.svg"
    assert main(["roll", "--record", str(record.path), "--plot", str(plot), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["rolls"], told["fair"]) == ("d6", 300, True)
    assert "d6: 300 dice" in plot.read_text(encoding="utf-8")


def test_a_loaded_die_is_found_out(tmp_path: Path) -> None:
    chance = random.Random(3)
    record = match_of_rolls(tmp_path / "r.studeye", 150, lambda: chance.choice((1, 2, 3, 4, 5, 6, 6, 6)))
    assert main(["roll", "--record", str(record.path)]) == 1


def test_too_few_rolls_say_nothing_and_none_at_all_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few = match_of_rolls(tmp_path / "few.studeye", 3, lambda: 6)
    assert main(["roll", "--record", str(few.path)]) == 0
    assert "too few rolls to say" in capsys.readouterr().out
    none = match_of_rolls(tmp_path / "none.studeye", 0, lambda: 6)
    assert main(["roll", "--record", str(none.path)]) == 2
