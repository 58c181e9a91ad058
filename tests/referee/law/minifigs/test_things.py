"""What lies about, what hands hold, and putting together again."""

from dataclasses import replace
from typing import Any

import pytest

from referee.law import minifigs as game
from referee.law.measured import Measured
from referee.law.minifigs.acts import reach_now
from referee.law.minifigs.sheet import Piece
from referee.law.minifigs.state import Allot, Attack, Drop, EndTurn, Move, PickUp, Reassemble, State, Thing
from referee.law.minifigs.things import hands_left, room
from tests.referee.law.minifigs.matches import HELM, NEAR, hit, legal, match, on, refused, skirmish

SHIELD = {"armour": [{"name": "shield", "covers": "shield", "ac": 2}]}
FLAGS = {"Ann": [1.0, 1.5], "Bob": [3.0, 1.5]}


def figure(state: State, name: str) -> Any:
    found = state.figure(name)
    assert found is not None
    return found


@pytest.mark.rule("MF-12")
def test_a_fallen_shield_is_equipment_picked_up_anywhere_and_shields_from_the_next_turn() -> None:
    state = legal(hit(match(target=SHIELD, damage=2), "shield"), EndTurn("Ann"))
    state = legal(state, PickUp("Bob", "bo", "bo's shield"))
    refused(state, Move("Bob", "bo", (4.0, 1.5), Measured(1.0)), "MF-12")
    assert "shield" in on(state)
    strike = Attack("Ann", "ash", "sword", "bo", NEAR)
    assert Allot("Bob", "shield") not in game.legal_claims(legal(state, EndTurn("Bob"), strike))
    later = legal(state, EndTurn("Bob"), EndTurn("Ann"), EndTurn("Bob"), strike)
    assert Allot("Bob", "shield") in game.legal_claims(later)
    dropped = legal(state, Drop("Bob", "bo", "shield"))
    assert "shield" not in on(dropped)
    assert "bo's shield" in {thing.name for thing in dropped.loose}


@pytest.mark.rule("MF-12")
def test_another_models_weapon_can_be_used_from_the_next_turn() -> None:
    state = legal(match(), Drop("Ann", "ash", "sword"), EndTurn("Ann"), PickUp("Bob", "bo", "ash's sword"))
    refused(state, Attack("Bob", "bo", "ash's sword", "ash", NEAR), "MF-12")
    state = legal(state, EndTurn("Bob"), EndTurn("Ann"))
    state = legal(state, Attack("Bob", "bo", "ash's sword", "ash", NEAR), Allot("Ann", "head"))
    assert "head" not in on(state, "ash")
    assert reach_now(figure(state, "bo")).total == 13


@pytest.mark.rule("MF-12")
def test_another_sword_just_picked_up_does_not_stop_ones_own() -> None:
    blade = {"weapons": [{"name": "sword", "reach": 3, "accuracy": 0}]}
    state = legal(match(target=blade), Drop("Ann", "ash", "sword"), EndTurn("Ann"))
    state = legal(state, PickUp("Bob", "bo", "ash's sword"))
    refused(state, Attack("Bob", "bo", "ash's sword", "ash", NEAR), "MF-12")
    legal(state, Attack("Bob", "bo", "sword", "ash", NEAR))


@pytest.mark.rule("MF-12")
def test_a_thing_out_of_reach_is_not_picked_up() -> None:
    state = legal(match(), Drop("Ann", "ash", "sword"), EndTurn("Ann"))
    away = legal(state, Move("Bob", "bo", (9.0, 1.5), Measured(6.0)))
    refused(away, PickUp("Bob", "bo", "ash's sword"), "MF-12")


@pytest.mark.rule("MF-9")
def test_a_lost_torso_drops_what_its_hands_held_and_lost_legs_all_that_was_left() -> None:
    sheet = {**SHIELD, "weapons": [{"name": "axe", "reach": 2}]}
    state = hit(hit(match(target=sheet), "head"), "torso")
    assert on(state) == {"legs"}
    assert {"bo's shield", "bo's axe", "bo's torso"} <= {thing.name for thing in state.loose}
    empty = hit(match(target=HELM, penetrating=True, cascading=True, damage=9), "head")
    state = legal(legal(empty, Allot("Bob", "torso")), Allot("Bob", "legs"))
    assert on(state) == set()
    assert "bo's helmet" in {thing.name for thing in state.loose}


@pytest.mark.rule("MF-5")
def test_ac_0_legs_lie_and_are_carried_as_one_thing_with_the_torso() -> None:
    state = hit(hit(match(target={"composition": "undead"}), "head"), "torso")
    assert [thing.name for thing in state.loose] == ["bo's head", "bo's torso"]


@pytest.mark.rule("MF-8")
def test_what_fell_lies_where_its_model_stood_and_stays_there() -> None:
    state = legal(hit(match(), "head"), EndTurn("Ann"), Move("Bob", "bo", (13.0, 1.5), Measured(10.0)))
    assert [(thing.name, thing.at) for thing in state.loose] == [("bo's head", (3.0, 1.5))]


def loose(state: State, *names: str) -> State:
    """Heads of these names at ash's feet."""
    piece = next(p for p in figure(state, "ash").body.pieces if p.part == "head")
    at = figure(state, "ash").at
    return replace(state, loose=tuple(Thing(name, name, at, piece) for name in names))


@pytest.mark.rule("MF-10")
@pytest.mark.parametrize(("container", "fits"), [(0, 1), (2, 3)])
def test_one_piece_a_free_hand_and_more_in_an_open_container(container: int, fits: int) -> None:
    state = loose(match(attacker={"container": container}), "a", "b", "c", "d")
    for name in "abcd"[:fits]:
        state = legal(state, PickUp("Ann", "ash", name))
    refused(state, PickUp("Ann", "ash", "d"), "MF-10")
    assert room(figure(state, "ash")) == 0
    assert reach_now(figure(state, "ash")).total == 16 - 3 - fits


@pytest.mark.rule("MF-10")
def test_picking_up_a_piece_costs_no_act_and_leaves_the_movement() -> None:
    state = legal(loose(match(), "a"), PickUp("Ann", "ash", "a"))
    legal(state, Move("Ann", "ash", (1.0, 9.5), Measured(8.0)), Drop("Ann", "ash", "a"))


@pytest.mark.rule("MF-10")
def test_full_hands_leave_the_container_and_a_container_takes_no_weapon() -> None:
    state = match(attacker={"container": 2, "weapons": [{"name": "sword", "two_handed": True}]})
    assert (hands_left(figure(state, "ash")), room(figure(state, "ash"))) == (0, 2)
    legal(loose(state, "a", "b"), PickUp("Ann", "ash", "a"), PickUp("Ann", "ash", "b"))
    state = legal(state, Drop("Ann", "ash", "sword"))
    assert hands_left(figure(state, "ash")) == 2


@pytest.mark.rule("MF-11")
def test_any_model_by_the_flag_takes_any_piece_that_fits() -> None:
    state = match(attacker={"weapons": []})
    bare = replace(figure(state, "ash"), body=replace(figure(state, "ash").body, pieces=()))
    whole = figure(state, "bo").body.pieces
    things = tuple(
        Thing(f"cy's {p.name}", "cy", None, replace(p)) for p in whole if p.part in ("torso", "head")
    )
    legs = tuple(p for p in whole if p.part == "legs")
    friend = replace(bare, name="al", at=(2.0, 1.5), body=replace(bare.body, pieces=legs))
    carrier = replace(figure(state, "ash"), carried=things)
    state = replace(state, figures=(carrier, friend, figure(state, "bo")))
    refused(state, Reassemble("Ann", "ash", ("cy's head",), "al"), "MF-11")
    refused(state, Reassemble("Ann", "ash", ("cy's head", "cy's torso"), "al"), "MF-11")
    refused(state, Reassemble("Ann", "ash", ("cy's torso", "cy's head", "x"), "al"), "MF-11")
    both = Reassemble("Ann", "ash", ("cy's torso", "cy's head"), "al")
    assert both in game.legal_claims(state)
    after = legal(state, both)
    assert on(after, "al") == {"legs", "torso", "head"}
    assert figure(after, "ash").carried == ()
    assert next(p for p in figure(after, "al").body.pieces if p.part == "head").of == "cy"
    seen = {standing.model: standing.pieces_lost for standing in game.visible(state)}
    assert seen["al"] == ("torso", "head")
    assert {standing.model: standing.pieces_lost for standing in game.visible(after)}["al"] == ()
    refused(state, Reassemble("Ann", "ash", ("cy's torso",), "bo"), "MF-11")
    late = state.with_figure(replace(carrier, began_by_flag=False))
    refused(late, Reassemble("Ann", "ash", ("cy's torso",), "al"), "MF-11")
    far = state.with_figure(replace(friend, at=(9.0, 1.5)))
    refused(far, Reassemble("Ann", "ash", ("cy's torso",), "al"), "MF-11")


@pytest.mark.rule("MF-11")
def test_a_hook_hand_attaches_nothing() -> None:
    state = match(attacker={"weapons": [], "hook": {"name": "hook"}})
    hat, cape = Piece("hat", "headgear", 1), Piece("cape", "neckwear", 1)
    ash = replace(
        figure(state, "ash"), carried=(Thing("hat", "a", None, hat), Thing("cape", "b", None, cape))
    )
    state = state.with_figure(ash)
    refused(state, Reassemble("Ann", "ash", ("hat", "cape"), "ash"), "MF-11")
    assert "hat" in on(legal(state, Reassemble("Ann", "ash", ("hat",), "ash")), "ash")


@pytest.mark.rule("MF-10", "MF-11")
@pytest.mark.parametrize(("special", "stands"), [(True, True), (False, False)])
def test_away_from_the_flag_only_special_equipment_puts_together(special: bool, stands: bool) -> None:
    state = skirmish({}, {"reassembles_anywhere": special})
    bo = figure(state, "f1")
    head = next(p for p in bo.body.pieces if p.part == "head")
    rest = tuple(p for p in bo.body.pieces if p.part != "head")
    bo = replace(bo, body=replace(bo.body, pieces=rest), carried=(Thing("f1's head", "f1", None, head),))
    state = legal(state.with_figure(bo), EndTurn("Ann"))
    _, ruling = game.apply(state, Reassemble("Bob", "f1", ("f1's head",), "f1"))
    assert ruling.legal is stands


@pytest.mark.rule("MF-17")
def test_a_hook_goes_with_the_torso_and_slows_as_a_weapon() -> None:
    state = match(target={"hook": {"name": "hook", "reach": 1, "accuracy": 0}})
    assert reach_now(figure(state, "bo")).total == 15
    torn = hit(hit(state, "head"), "torso")
    assert figure(torn, "bo").weapon("hook") is None
    assert reach_now(figure(torn, "bo")).total == 16
    theirs = legal(state, EndTurn("Ann"))
    legal(theirs, Attack("Bob", "bo", "hook", "ash", NEAR), Allot("Ann", "head"))
