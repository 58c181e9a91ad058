"""A mech's own turn: aiming, rolling, assigning, moving; and whose turn it is."""

from dataclasses import replace
from typing import Any

import pytest

from referee.law import mechaton
from referee.law.dice import Roll, Rolled
from referee.law.mechaton.claims import Aim, Assign, Attack, Hold, Lose, Move, Place
from referee.law.mechaton.ground import reachable
from referee.law.mechaton.sheet import account, read_sheet
from referee.law.mechaton.state import Action, State
from referee.law.mechaton.turn import pool
from referee.law.ruling import Verdict
from referee.measure.grid import Grid
from tests.referee.law.mechaton.matches import (
    CHAINSAW,
    RIFLE,
    aimed,
    die,
    in_fight,
    play,
    refused,
    rolled,
    setup,
    started,
)


def kinds(state: State) -> list[tuple[int, int, str]]:
    """The dice that are due: how many, sides, colour."""
    due = mechaton.due(state)
    assert due is not None
    return [(kind.count, kind.sides, kind.colour) for kind in due.dice]


@pytest.mark.rule("MT-1")
@pytest.mark.parametrize(
    "things",
    [
        [{"name": "a", "green": 3}],
        [{"name": "a", "blue": 2}, {"name": "b", "blue": 1}],
        [{"name": "a", "long": 3}],
        [{"name": "a", "white": 3}],
        [{"name": "a", "white": 1}],
    ],
)
def test_two_white_and_at_most_two_of_every_other_colour(things: list[dict[str, Any]]) -> None:
    assert [f.rule for f in account(read_sheet({"name": "m", "things": things}, "m")).faults] == ["MT-1"]


@pytest.mark.rule("MT-2")
def test_the_highest_die_is_kept_the_lowest_goes_first_and_damage_changes_no_dice() -> None:
    state = mechaton.start(setup())
    assert kinds(state) == [(4, 10, "any")]
    state = rolled(rolled(state, 2, 9, 1, 3), 8, 8, 1, 1)
    assert [mech.initiative for mech in state.mechs] == [9, 8]
    assert state.current == "B"
    hurt = state.put(replace(state.mech("A"), lost=("rifle", "chainsaw"), initiative=0))
    assert kinds(replace(hurt, phase="initiative", pending=("A",))) == [(4, 10, "any")]


@pytest.mark.rule("MT-2")
def test_a_second_tie_is_rolled_off_again() -> None:
    state = rolled(rolled(started(5, 5), 4), 4)
    assert state.phase == "rolloff"
    assert rolled(rolled(state, 3), 2).current == "B"


@pytest.mark.rule("MT-3")
def test_no_target_no_red_and_hand_to_hand_is_open_to_all() -> None:
    state = started(1, 2, things=(RIFLE,))
    assert kinds(play(state, Aim("Ann", "A"))[0]) == [(2, 6, "white")]
    assert kinds(play(state, Aim("Ann", "A", "B", "hand"))[0]) == [(2, 6, "white")]
    assert kinds(play(state, Aim("Ann", "A", "B", "short"))[0]) == [(2, 6, "white"), (1, 6, "red")]


@pytest.mark.rule("MT-3")
def test_a_weapon_too_poor_for_a_die_attacks_with_white() -> None:
    scope = {"name": "scope", "weapon": ["long"]}
    state = started(1, 2, things=(scope,))
    state, _ = play(state, Aim("Ann", "A", "B", "long"))
    assert kinds(state) == [(2, 6, "white")]
    state, _ = play(rolled(state, 6, 1), Assign("Ann", "A", attack=die(6, "white")))
    refused(started(1, 2), Aim("Ann", "A", "B", "long"), "MT-3")


@pytest.mark.rule("MT-3")
def test_hands_are_a_hand_to_hand_weapon_of_one_die() -> None:
    state = started(1, 2, things=({"name": "hands", "hand": 1},))
    dice = kinds(play(state, Aim("Ann", "A", "B", "hand"))[0])
    assert (1, 6, "red") in dice


@pytest.mark.rule("MT-3")
def test_a_friend_nobody_and_oneself_are_no_targets() -> None:
    state = started(1, 2)
    for target in ("A", "Z"):
        refused(state, Aim("Ann", "A", target, "short"), "MT-3")
    refused(state, Aim("Ann", "A", None, "short"), "MT-3")
    refused(state, Aim("Ann", "A", "B"), "MT-3")


@pytest.mark.rule("MT-4")
def test_one_die_each_by_colour() -> None:
    shield = {"name": "shield", "blue": 1}
    jets = {"name": "jets", "green": 1}
    state = aimed(things=(RIFLE, shield, jets))
    state = rolled(state, 6, 5, 4, 3, 2)  # white, white, green, red, blue
    white, green, red, blue = die(6, "white"), die(4, "green"), die(3, "red"), die(2, "blue")
    for wrong in (
        Assign("Ann", "A", attack=green),
        Assign("Ann", "A", move=blue),
        Assign("Ann", "A", shield=red),
        Assign("Ann", "A", move=white, attack=white),
        Assign("Ann", "A", move=die(1, "white")),
    ):
        refused(state, wrong, "MT-4")
    play(state, Assign("Ann", "A", move=green, attack=red, shield=white))
    play(state, Assign("Ann", "A", move=white, attack=die(5, "white"), shield=blue))
    assert Assign("Ann", "A", move=green, attack=red, shield=blue) in mechaton.legal_claims(state)


@pytest.mark.rule("MT-4")
def test_without_a_target_nothing_is_an_attack() -> None:
    state = rolled(play(started(1, 2), Aim("Ann", "A"))[0], 6, 5)
    refused(state, Assign("Ann", "A", attack=die(6, "white")), "MT-4")


@pytest.mark.rule("MT-5")
@pytest.mark.parametrize(("attack", "move", "defend"), [(6, 1, 2), (1, 6, 3)])
def test_the_documents_two_current_defends(attack: int, move: int, defend: int) -> None:
    state = rolled(aimed(things=(RIFLE, {"name": "shield", "blue": 1})), move, 2, attack, 3)
    claim = Assign("Ann", "A", die(move, "white"), die(attack, "red"), die(3, "blue"))
    state, ruling = play(state, claim)
    action = state.mech("A").action
    assert action is not None
    assert action.defend == defend
    assert ruling.arithmetic[0].total == defend


@pytest.mark.rule("MT-6")
def test_the_higher_goes_first_and_equal_is_a_choice() -> None:
    refused(in_fight(attack=6, move=2), Move("Ann", "A", (0, 0)), "MT-6")
    refused(in_fight(attack=2, move=6), Attack("Ann", "A"), "MT-6")
    even = in_fight(attack=3, move=3)
    play(even, Move("Ann", "A", (0, 0)))
    play(even, Attack("Ann", "A"))
    held, _ = play(even, Hold("Ann", "A"))
    refused(held, Attack("Ann", "A"), "MT-6")


@pytest.mark.rule("MT-8")
def test_a_mech_moves_up_to_move_hexes_round_walls_and_mechs_and_faces_anywhere() -> None:
    state = in_fight(attack=1, move=2)
    refused(state, Move("Ann", "A", (3, 0)), "MT-8")
    refused(state, Move("Ann", "A", (2, 0), facing=6), "MT-8")
    turned, _ = play(state, Move("Ann", "A", (2, 0), facing=3))
    assert (turned.mech("A").cell, turned.mech("A").facing) == ((2, 0), 3)
    refused(replace(state, phase="act").put(turned.mech("A")), Move("Ann", "A", (0, 0)), "MT-8")
    walled = mechaton.start(setup(hard=[[1, 0]]))
    assert (1, 0) not in reachable(walled, "A", 6)
    assert reachable(walled, "A", 6)[(2, 0)] == 3
    assert (4, 0) not in reachable(walled, "A", 6)
    assert max(reachable(state, "A", 2).values()) == 2


@pytest.mark.rule("MT-8")
def test_mechs_are_set_up_on_their_side_of_the_map() -> None:
    start = setup()
    bare = replace(start, models=tuple(replace(model, cell=None) for model in start.models))
    state = mechaton.start(bare)
    refused(state, Place("Ann", "A", (0, 4)), "MT-8")
    refused(state, Place("Bob", "B", (0, 8)), "MT-9")
    state, _ = play(state, Place("Ann", "A", (0, 1), 2))
    refused(state, Place("Bob", "B", (0, 1)), "MT-8")
    state, ruling = play(state, Place("Bob", "B", (-3, 7)))
    assert ruling.due is not None
    assert ruling.due.what == "roll Initiative for A"


@pytest.mark.rule("HR-7")
@pytest.mark.parametrize(("believe", "verdict"), [(False, Verdict.TOO_CLOSE), (True, Verdict.LEGAL)])
def test_a_middle_nearer_to_a_border_than_its_error_is_asked_about(believe: bool, verdict: Verdict) -> None:
    grid = Grid("hex", 4.0, 9, 9)
    near, error = grid.place((9.9, 0.0)), 0.3
    assert near.cell == (2, 0)
    assert near.in_doubt(error)
    assert not grid.place((8.4, 0.1)).in_doubt(error)
    state = replace(in_fight(attack=1, move=2), believe=believe)
    claim = Move("Ann", "A", near.cell, doubt=near.beyond)
    after, ruling = mechaton.apply(state, claim)
    assert ruling.verdict is verdict
    assert (after is state) is (verdict is Verdict.TOO_CLOSE)
    start = setup()
    bare = mechaton.start(replace(start, models=tuple(replace(m, cell=None) for m in start.models)))
    placed = mechaton.apply(replace(bare, believe=believe), Place("Ann", "A", (0, 1), doubt=(0, 2)))
    assert placed[1].verdict is verdict


@pytest.mark.rule("MT-9")
def test_a_destroyed_target_is_not_next_and_the_lowest_left_is() -> None:
    state = started(1, 2, 3)
    state, _ = play(state, Aim("Ann", "A", "C", "short"))
    state, _ = play(rolled(state, 1, 1, 6), Assign("Ann", "A", move=die(1, "white"), attack=die(6, "red")))
    doomed = replace(state.mech("C"), lost=("rifle", "chainsaw", "legs"))
    state = replace(state.put(doomed), phase="lose", actor="C", sixes=1)
    state = state.put(replace(state.mech("A"), action=replace(state.mech("A").action, fought=True)))  # type: ignore[type-var]
    state, _ = play(state, Lose("Cat", "C", "body"), Move("Ann", "A", (0, 0)))
    assert state.current == "B"


@pytest.mark.rule("MT-9")
def test_out_of_turn_nothing_happens() -> None:
    state = started(1, 2)
    refused(state, Aim("Bob", "B"), "MT-9")
    refused(state, Aim("Bob", "A"), "MT-9")
    refused(state, Aim("Ann", "B"), "MT-9")
    refused(state, Hold("Ann", "A"), "MT-3")


@pytest.mark.rule("MT-14")
def test_a_missile_flies_once_and_only_where_the_match_allows_it() -> None:
    missile = {"name": "missile", "missile": True, "weapon": ["short"]}
    state = started(1, 2, things=(missile,))
    refused(state, Aim("Ann", "A", "B", "hand", "missile"), "MT-14")
    refused(
        started(1, 2, things=(missile,), missiles=False), Aim("Ann", "A", "B", "short", "missile"), "MT-14"
    )
    state, _ = play(state, Aim("Ann", "A", "B", "short", "missile"))
    assert kinds(state) == [(2, 6, "white"), (1, 8, "red")]
    state = rolled(state, 1, 1, 8)
    assert "missile" not in [thing.name for thing in state.mech("A").things]


@pytest.mark.rule("MT-3", "MT-14")
def test_a_missile_that_is_not_launched_is_no_weapon_at_its_range() -> None:
    missile = {"name": "missile", "missile": True, "weapon": ["short"]}
    refused(started(1, 2, things=(missile,)), Aim("Ann", "A", "B", "short"), "MT-3")
    play(started(1, 2, things=(missile,), missiles=False), Aim("Ann", "A", "B", "short"))  # a plain gun there


@pytest.mark.rule("MT-13", "MT-14")
def test_one_whose_last_die_flies_with_a_missile_is_out_of_dice() -> None:
    missile = {"name": "missile", "missile": True, "weapon": ["short"]}
    state = started(1, 2, 3, things=(missile,))
    state = state.put(replace(state.mech("A"), lost=("legs", "body")))
    state, _ = play(state, Aim("Ann", "A", "B", "short", "missile"))
    launched = rolled(state, 8)
    state, _ = play(launched, Assign("Ann", "A", attack=Rolled(8, 8, "red")), Hold("Ann", "A"))
    state, ruling = play(state, Move("Ann", "A", (0, 0)))
    assert state.mech("A").destroyed
    assert "A, out of dice, is destroyed" in ruling.sentence
    hit = replace(launched, phase="damage", actor="A", current="B", damage_dice=2)
    hit = hit.put(replace(hit.mech("B"), action=Action(None, None, assigned=True)))
    struck, ruling = play(hit, Roll("Ann", (Rolled(6), Rolled(6))))
    assert struck.mech("A").destroyed
    assert (struck.phase, struck.current) == ("act", "B")


@pytest.mark.rule("MT-15")
def test_the_charging_die_moves_comes_when_the_guns_are_gone_and_no_damage_takes_it() -> None:
    state = started(1, 2, things=(CHAINSAW, RIFLE))
    mech = replace(play(state, Aim("Ann", "A"))[0].mech("A"), lost=("rifle",))
    assert (1, 8, "green") in [(kind.count, kind.sides, kind.colour) for kind in pool(mech)]
    unarmed = replace(mech, lost=("rifle", "chainsaw"))
    assert (1, 8, "green") not in [(kind.count, kind.sides, kind.colour) for kind in pool(unarmed)]
    losing = replace(state.put(replace(state.mech("B"), lost=("rifle",))), phase="lose", actor="B", sixes=1)
    assert [c.thing for c in mechaton.legal_claims(losing) if isinstance(c, Lose)] == [
        "legs",
        "body",
        "chainsaw",
    ]
