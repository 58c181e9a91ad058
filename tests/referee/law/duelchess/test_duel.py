"""A duel: power, moves, damage, ends."""

import random

import pytest

from referee.law import duelchess
from referee.law.dice import roll_of
from referee.law.duelchess.law import damage, moves
from referee.law.duelchess.state import Act, Surrender
from referee.law.ruling import Dice, Verdict
from referee.law.setup import Entry, GridLaid, Player, Setup
from referee.problems import BadInput


def duel(*cells: tuple[int, int], **settings: object) -> Setup:
    """Ann's and Bob's minifigs in turn on these squares."""
    models = tuple(
        Entry(f"p{i}", ("Ann", "Bob")[i % 2], {"name": "m", "minifig": True}, cell=cell)
        for i, cell in enumerate(cells)
    )
    return Setup("duelchess", (Player("Ann"), Player("Bob")), models, GridLaid("square"), settings)


@pytest.mark.rule("DC-11")
@pytest.mark.parametrize(("lost", "dice", "gain"), [(0, (4, 3), 70), (2, (6, 6), 160)])
def test_the_documents_two_p_rolls(lost: int, dice: tuple[int, int], gain: int) -> None:
    from dataclasses import replace

    state = duelchess.start(duel((0, 7), (0, 0), (1, 7), (1, 0), (2, 7), (2, 0)))
    for name in ("p2", "p4")[:lost]:
        piece = state.piece(name)
        assert piece is not None
        state = state.put(replace(piece, destroyed=True, cell=None))
    after, ruling = duelchess.apply(state, roll_of("Ann", (Dice(2),), dice))
    assert ruling.legal
    assert after.power[0] - state.power[0] == gain


@pytest.mark.rule("DC-13")
def test_friends_are_jumped_enemies_and_obstacles_are_not() -> None:
    state = duelchess.start(duel((0, 7), (1, 7), (0, 6), (7, 0)))
    piece = state.piece("p0")
    assert piece is not None
    assert moves(state, piece) == [(0, 5)]


@pytest.mark.rule("DC-14")
def test_damage_is_attack_less_defence_and_costs_the_value() -> None:
    state = duelchess.start(duel((0, 5), (0, 4)))
    state, _ = duelchess.apply(state, roll_of("Ann", (Dice(2),), (1, 1)))
    attacker, target = state.pieces
    assert damage(state, attacker, target).total == 49
    after, ruling = duelchess.apply(state, Act("Ann", "p0", None, "p1"))
    assert ruling.legal
    assert after.pieces[1].health == 7
    assert after.power[0] == state.power[0] - 23


@pytest.mark.rule("DC-10")
@pytest.mark.rule("DC-12")
@pytest.mark.parametrize(
    "settings", [{"obstacles": [[c, 3] for c in range(8)]}, {"most_value": 22}, {"power": 500}]
)
def test_a_set_up_against_the_rules_is_refused(settings: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="DC-1"):
        duelchess.start(duel((0, 7), (0, 0), **settings))


@pytest.mark.rule("DC-15")
def test_a_surrender_ends_it_and_out_of_turn_nothing_happens() -> None:
    state = duelchess.start(duel((0, 7), (0, 0)))
    assert duelchess.apply(state, Surrender("Bob"))[1].verdict is Verdict.ILLEGAL
    state, _ = duelchess.apply(state, roll_of("Ann", (Dice(2),), (1, 1)))
    _, ruling = duelchess.apply(state, Surrender("Ann"))
    assert ruling.outcome is not None
    assert ruling.outcome.winner == "Bob"


def test_random_duels_end() -> None:
    chance = random.Random(1)
    for _ in range(20):
        state = duelchess.start(duel((0, 7), (0, 0), (3, 7), (3, 0)))
        while legal := duelchess.legal_claims(state):
            state, ruling = duelchess.apply(state, legal[chance.randrange(len(legal))])
            assert ruling.legal, ruling.sentence
        assert duelchess.outcome(state)
