"""A duel: board, power, moves, damage, ends."""

import random
from dataclasses import replace
from typing import Any

import pytest

from referee.law import duelchess
from referee.law.dice import Roll, Rolled, roll_of
from referee.law.duelchess.board import damage, hazard_damage, moves, targets
from referee.law.duelchess.state import Act, CallStalemate, CallTime, EndTurn, Place, Settings, Surrender
from referee.law.ruling import Dice, Verdict
from referee.problems import BadInput
from tests.referee.law.duelchess.duels import changed, duel, piece, play, refused, rolled, setup


@pytest.mark.rule("DC-11")
@pytest.mark.parametrize(("lost", "dice", "gain"), [(0, (4, 3), 70), (2, (6, 6), 160)])
def test_the_documents_two_p_rolls(lost: int, dice: tuple[int, int], gain: int) -> None:
    state = duel((0, 7), (0, 0), (1, 7), (1, 0), (2, 7), (2, 0))
    for name in ("p2", "p4")[:lost]:
        state = changed(state, name, destroyed=True, cell=None)
    assert rolled(state, *dice).power[0] - state.power[0] == gain


@pytest.mark.rule("DC-11")
def test_every_act_costs_the_value_and_none_is_made_without_the_power() -> None:
    state = rolled(duel((0, 7), (0, 0)))
    moved, _ = play(state, Act("Ann", "p0", (0, 6)))
    assert moved.power[0] == state.power[0] - 23
    again, _ = play(moved, Act("Ann", "p0", (0, 5)))
    assert again.power[0] == state.power[0] - 46
    poor = replace(state, power=(22, 300))
    refused(poor, Act("Ann", "p0", (0, 6)), "DC-11")
    play(replace(state, power=(23, 300)), Act("Ann", "p0", (0, 6)))
    refused(state, Act("Ann", "p0"), "DC-11")


@pytest.mark.rule("DC-11")
@pytest.mark.parametrize(
    "dice", [(Rolled(9), Rolled(1)), (Rolled(3),), (Rolled(3), Rolled(3, 8)), (Rolled(0), Rolled(1))]
)
def test_a_p_roll_that_cannot_be_is_refused(dice: tuple[Rolled, ...]) -> None:
    refused(duel((0, 7), (0, 0)), Roll("Ann", dice), "DC-11")


@pytest.mark.rule("DC-13")
def test_friends_are_jumped_enemies_and_obstacles_are_not() -> None:
    state = duel((0, 7), (1, 7), (0, 6), (7, 0))
    assert moves(state, piece(state, "p0")) == [(0, 5)]
    slow = replace(piece(state, "p0"), movement=1)
    assert moves(state.put(slow), slow) == []
    walled = duel((0, 7), (7, 0), obstacles=[[0, 6]])
    assert moves(walled, piece(walled, "p0")) == [(1, 7), (2, 7)]
    refused(rolled(state), Act("Ann", "p0", (1, 7)), "DC-13")
    refused(rolled(state), Act("Ann", "p0", (0, 4)), "DC-13")


@pytest.mark.rule("DC-13")
def test_a_destroyed_pieces_square_is_not_taken_over() -> None:
    state = rolled(changed(duel((0, 5), (0, 4), (7, 7), (7, 0)), "p1", health=1))
    after, _ = play(state, Act("Ann", "p0", None, "p1"))
    assert (piece(after, "p0").cell, piece(after, "p1").cell) == ((0, 5), None)


@pytest.mark.rule("DC-14")
def test_damage_is_attack_less_defence_and_never_below_none() -> None:
    state = rolled(duel((0, 5), (0, 4)))
    attacker, target = state.pieces
    assert damage(state, attacker, target).total == 49
    after, ruling = play(state, Act("Ann", "p0", None, "p1"))
    assert piece(after, "p1").health == 7
    assert "62 Attack − 13 Defence = 49" in [each.text() for each in ruling.arithmetic]
    assert damage(state, attacker, replace(target, defence=70)).total == 0


@pytest.mark.rule("DC-14")
@pytest.mark.parametrize(
    ("mine", "theirs", "dealt"),
    [("Fire", "Wood", 98), ("Wood", "Fire", 25), ("Wind", "Wind", 49), ("Fire", "Fire", 49)],
)
def test_the_elements_double_and_halve_and_cancel_out(mine: str, theirs: str, dealt: int) -> None:
    state = duel((0, 5), (0, 4))
    attacker, target = (replace(p, element=e) for p, e in zip(state.pieces, (mine, theirs), strict=True))
    assert damage(state, attacker, target).total == dealt


@pytest.mark.rule("DC-8")
def test_an_attack_reaches_its_range_in_its_direction_past_others() -> None:
    state = duel((0, 5), (0, 3), (0, 4), (2, 3))
    far = replace(piece(state, "p0"), range=2)
    assert targets(state, far, (0, 5)) == ["p1"]
    assert targets(state, piece(state, "p0"), (0, 5)) == []
    assert targets(state, replace(far, aims="×"), (0, 5)) == ["p3"]
    assert targets(state, replace(far, aims="*"), (0, 5)) == ["p1", "p3"]
    refused(rolled(state), Act("Ann", "p0", None, "p1"), "DC-8")


@pytest.mark.rule("DC-10")
@pytest.mark.parametrize(
    ("cell", "damage"), [((3, 3), 10), ((3, 4), 0), ((6, 6), 5), ((6, 4), 5), ((5, 5), 0), ((6, 3), 0)]
)
def test_hazards_hurt_who_ends_on_them_or_within_their_range(cell: tuple[int, int], damage: int) -> None:
    hazards = [{"cell": [3, 3], "damage": 10}, {"cell": [6, 6], "damage": 5, "range": 2, "ways": "+"}]
    assert hazard_damage(duel((0, 7), (0, 0), hazards=hazards).settings, cell) == damage


@pytest.mark.rule("DC-10")
def test_a_hazard_is_felt_on_moving_and_can_destroy_before_the_attack() -> None:
    mine = [{"cell": [0, 5], "damage": 60}]
    state = rolled(duel((0, 7), (0, 4), (7, 7), (7, 0), hazards=mine))
    after, ruling = play(state, Act("Ann", "p0", (0, 5), "p1"))
    assert piece(after, "p0").destroyed
    assert piece(after, "p1").health == 56
    assert "DC-10" in ruling.rules


@pytest.mark.rule("DC-10")
@pytest.mark.parametrize(("element", "change"), [("Fire", 5), ("Water", -5), ("Wood", 0)])
def test_a_place_boosts_its_element_and_weakens_what_it_beats(element: str, change: int) -> None:
    state = duel((0, 5), (0, 4), places=[[[0, 5], element]])
    attacker = replace(piece(state, "p0"), element="Fire")
    target = replace(piece(state, "p1"), element="Fire")
    assert damage(state, attacker, target).total == 49 + change


@pytest.mark.rule("DC-10")
@pytest.mark.parametrize(
    ("obstacles", "base", "stands"),
    [
        ([[c, 3] for c in range(8)], "legs", False),
        ([[c, 3] for c in range(7)], "legs", True),
        ([[c, 3] for c in range(8) if c % 2] + [[c, 4] for c in range(8) if c % 2 == 0], "legs", False),
        ([[c, 3] for c in range(8) if c % 2] + [[c, 4] for c in range(8) if c % 2 == 0], "plate", True),
    ],
)
def test_no_side_is_walled_off_for_the_pieces_in_play(obstacles: Any, base: str, stands: bool) -> None:
    start = setup((0, 7), (0, 0), sheet={"name": "x", "base": base}, obstacles=obstacles)
    if stands:
        duelchess.start(start)
    else:
        with pytest.raises(BadInput, match="DC-10"):
            duelchess.start(start)


@pytest.mark.rule("DC-10")
def test_a_square_holds_one_piece_on_the_board_and_no_obstacle() -> None:
    for wrong in (
        setup((0, 7), (0, 0), (0, 7), (1, 0)),
        setup((0, 8), (0, 0)),
        setup((0, 7), (0, 0), obstacles=[[0, 7]]),
    ):
        with pytest.raises(BadInput, match="DC-10"):
            duelchess.start(wrong)


@pytest.mark.rule("DC-12")
@pytest.mark.parametrize(
    ("cells", "settings"),
    [
        (((0, 7), (0, 0)), {"most_value": 22}),
        (((0, 7), (0, 0), (1, 7), (1, 0)), {"most_pieces": 1}),
        (((0, 5), (0, 0)), {}),
        (((0, 7), (0, 2)), {}),
        (((0, 7),), {}),
        (tuple((i // 2 % 8, 7 - i // 16 if i % 2 == 0 else i // 16) for i in range(22)), {"most_pieces": 11}),
    ],
)
def test_a_set_up_against_the_agreement_is_refused(cells: Any, settings: Any) -> None:
    with pytest.raises(BadInput, match="DC-12"):
        duelchess.start(setup(*cells, **settings))


@pytest.mark.rule("DC-11")
@pytest.mark.parametrize(("power", "stands"), [(199, False), (200, True), (400, True), (401, False)])
def test_power_starts_within_200_and_400(power: int, stands: bool) -> None:
    if stands:
        assert duelchess.start(setup((0, 7), (0, 0), power=power)).power == (power, power)
    else:
        with pytest.raises(BadInput, match="DC-11"):
            duelchess.start(setup((0, 7), (0, 0), power=power))


@pytest.mark.rule("DC-12")
def test_the_second_player_places_first_in_the_two_bottom_rows() -> None:
    state = duelchess.start(setup(None, None, None, None))
    refused(state, Place("Ann", "p0", (0, 7)), "DC-12")
    refused(state, Place("Bob", "p1", (0, 2)), "DC-12")
    state, _ = play(state, Place("Bob", "p1", (0, 1)), Place("Bob", "p3", (1, 0)))
    refused(state, Place("Ann", "p0", (0, 5)), "DC-12")
    state, ruling = play(state, Place("Ann", "p0", (0, 6)), Place("Ann", "p2", (1, 7)))
    assert ruling.due is not None
    assert (ruling.due.player, ruling.due.what) == ("Ann", "make the P-roll")


@pytest.mark.rule("DC-15")
def test_a_surrender_ends_it_and_out_of_turn_nothing_happens() -> None:
    state = duel((0, 7), (0, 0))
    refused(state, Surrender("Bob"), "DC-12")
    _, ruling = play(rolled(state), Surrender("Ann"))
    assert ruling.outcome is not None
    assert ruling.outcome.winner == "Bob"


@pytest.mark.rule("DC-15")
def test_who_loses_all_pieces_loses() -> None:
    state = rolled(changed(duel((0, 5), (0, 4)), "p1", health=49))
    after, ruling = play(state, Act("Ann", "p0", None, "p1"))
    assert ruling.outcome is not None
    assert ruling.outcome.winner == "Ann"
    refused(after, EndTurn("Bob"), "DC-15")


@pytest.mark.rule("DC-15")
def test_on_time_both_complete_their_turns_and_most_power_and_health_wins() -> None:
    state, _ = play(rolled(duel((0, 7), (0, 0), timed=True), 6, 6), CallTime("Ann"), EndTurn("Ann"))
    assert duelchess.outcome(state) is None
    state = rolled(state, 1, 1)
    _, ruling = play(state, EndTurn("Bob"))
    assert ruling.outcome is not None
    assert ruling.outcome.winner == "Ann"
    assert dict(ruling.outcome.scores) == {"Ann": 300 + 120 + 56, "Bob": 300 + 20 + 56}
    refused(rolled(duel((0, 7), (0, 0))), CallTime("Ann"), "DC-15")


@pytest.mark.rule("DC-15")
def test_a_stalemate_takes_both_and_no_time_limit() -> None:
    state, _ = play(rolled(duel((0, 7), (0, 0))), CallStalemate("Ann"), EndTurn("Ann"))
    _, ruling = play(rolled(state), CallStalemate("Bob"))
    assert ruling.outcome is not None
    assert ruling.outcome.winner is None
    refused(rolled(duel((0, 7), (0, 0), timed=True)), CallStalemate("Ann"), "DC-15")


@pytest.mark.rule("DC-15")
@pytest.mark.parametrize(
    ("mine", "power", "theirs", "must"),
    [
        ((0, 7), 0, (0, 6), True),  # no Power, an enemy at her throat who can strike twice
        ((0, 7), 0, (7, 0), False),  # the other is too far away to pay for the way and two strikes
        ((0, 7), 300, (0, 6), False),  # she can destroy the enemy first
    ],
)
def test_surrender_is_mandatory_when_the_last_piece_is_lost_whatever_one_does(
    mine: tuple[int, int], power: int, theirs: tuple[int, int], must: bool
) -> None:
    state = duel(mine, theirs, mandatory_surrender=True)
    state = replace(state, power=(power - 20, 100))
    state, ruling = duelchess.apply(state, roll_of("Ann", (Dice(2),), (1, 1)))
    assert state.lost is must
    if must:
        assert duelchess.legal_claims(state) == [Surrender("Ann")]
        refused(state, EndTurn("Ann"), "DC-15")
        assert "DC-15" in ruling.rules
    relaxed = replace(state, settings=replace(state.settings, mandatory_surrender=False), lost=False)
    assert len(duelchess.legal_claims(relaxed)) > 1


@pytest.mark.rule("HR-7")
def test_a_middle_near_a_border_is_asked_about_unless_the_mover_is_believed() -> None:
    state = rolled(duel((0, 7), (0, 0)))
    claim = Act("Ann", "p0", (0, 5), doubt=(0, 4))
    after, ruling = duelchess.apply(state, claim)
    assert ruling.verdict is Verdict.TOO_CLOSE
    assert after is state
    moved, _ = play(replace(state, believe=True), claim)
    assert piece(moved, "p0").cell == (0, 5)
    across, _ = play(replace(state, believe=True), Act("Ann", "p0", (0, 4), doubt=(0, 5)))
    assert piece(across, "p0").cell == (0, 5)
    placing = duelchess.start(setup(None, None))
    near = Place("Bob", "p1", (0, 1), doubt=(0, 2))
    assert duelchess.apply(placing, near)[1].verdict is Verdict.TOO_CLOSE
    play(replace(placing, believe=True), near)


def test_settings_default_to_the_documents() -> None:
    assert (Settings().most_pieces, Settings().deploy_rows) == (10, 2)


def test_random_duels_end() -> None:
    chance = random.Random(1)
    for _ in range(20):
        state = duelchess.start(setup((0, 7), (0, 0), (3, 7), (3, 0)))
        while legal := duelchess.legal_claims(state):
            state, ruling = duelchess.apply(state, legal[chance.randrange(len(legal))])
            assert ruling.legal, ruling.sentence
        assert duelchess.outcome(state)
