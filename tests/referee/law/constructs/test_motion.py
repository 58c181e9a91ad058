"""Constructs move, and figures ride, pull and carry (CN-7, CN-8, CN-11, CN-12)."""

from dataclasses import replace
from typing import Any

import pytest

from referee.law.constructs.claims import Board, Drive, Fly, Leave, Pull, TurnJoint
from referee.law.constructs.state import State
from referee.law.measured import Measured
from referee.law.minifigs.state import EndTurn, Move
from referee.law.ruling import Verdict
from tests.referee.law.constructs.matches import (
    CAR,
    FAR,
    NEAR,
    WALL,
    built,
    device,
    duel,
    entry,
    figure_entry,
    legal,
    man,
    match,
    refused,
    ruled,
    without,
)

FILL = device("fill", "armour", 36)  # CAR and this are 50 pieces: 10 studs for each wheel


def drive(through: int, studs: float, **more: Any) -> Drive:
    return Drive("Ann", "car", (10.0 + studs, 10.0), Measured(studs), through, **more)


@pytest.mark.rule("CN-11")
@pytest.mark.parametrize(
    ("through", "studs", "fair"), [(1, 10.0, True), (1, 10.1, False), (4, 40.0, True), (4, 40.1, False)]
)
def test_land_motion_is_500_p_over_size(through: int, studs: float, fair: bool) -> None:
    state = duel(*CAR, FILL)
    claim = drive(through, studs)
    if fair:
        after = legal(state, claim)
        assert built(after).at == claim.to
        said = ruled(state, claim)
        assert f"500 × {through} / 50 pieces" in said.arithmetic[0].text()
        assert said.arithmetic[0].total == 10 * through
    else:
        refused(state, claim, "CN-11")


@pytest.mark.rule("CN-11")
def test_land_motion_takes_one_input_and_a_push_a_piece() -> None:
    after = legal(duel(*CAR, FILL), drive(3, 30.0))
    used = built(after).spent
    assert sum(piece.startswith("motors") for piece in used) == 3
    assert "antenna" in used
    refused(after, drive(1, 1.0), "CN-18")  # the antenna has worked
    refused(duel(*CAR, FILL), drive(5, 1.0), "CN-11")
    refused(duel(*CAR, FILL), drive(0, 0.0), "CN-11")


@pytest.mark.rule("CN-11")
def test_a_lighter_wreck_goes_farther() -> None:
    state = duel(*CAR, FILL)
    half = without(state, "car", *(f"fill {n}" for n in range(1, 26)))
    legal(half, drive(1, 20.0))
    refused(half, drive(1, 20.1), "CN-11")


@pytest.mark.rule("CN-11")
def test_flight_takes_two_push_a_piece() -> None:
    plane = (*CAR, device("wings", "flight mobility", 3), device("fill", "armour", 33))
    state = duel(*plane)
    claim = Fly("Ann", "car", (30.0, 10.0), Measured(20.0), 2)
    after = legal(state, claim)
    assert sum(piece.startswith("motors") for piece in built(after).spent) == 4
    refused(state, replace(claim, through=3), "CN-18")
    refused(state, replace(claim, length=Measured(20.1)), "CN-11")


@pytest.mark.rule("CN-12")
def test_a_flier_comes_to_rest() -> None:
    state = duel(*CAR, device("wings", "flight mobility", 2))
    claim = Fly("Ann", "car", (12.0, 10.0), Measured(2.0), 1, at_rest=False)
    refused(state, claim, "CN-12")
    legal(state, replace(claim, at_rest=True))


@pytest.mark.rule("CN-12")
@pytest.mark.parametrize(
    ("up", "down", "fair"), [(2, 4, True), (3, 0, False), (0, 5, False), (2.2, 0, False), (1, 4, True)]
)
def test_four_wheels_go_up_two_plates_and_down_four(up: float, down: float, fair: bool) -> None:
    claim = drive(1, 1.0, step_up=Measured(up), step_down=Measured(down))
    if fair:
        legal(duel(), claim)
    else:
        refused(duel(), claim, "CN-12")


@pytest.mark.rule("CN-12")
def test_lost_wheels_lower_the_step_and_pushing_few_does_not() -> None:
    step = Measured(2.0)
    legal(duel(), drive(1, 1.0, step_up=step))
    refused(without(duel(), "car", "wheels 1"), drive(1, 1.0, step_up=step), "CN-12")


@pytest.mark.rule("HR-7")
def test_doubt_favours_the_mover_unless_the_match_says_otherwise() -> None:
    legal(duel(*CAR, FILL), replace(drive(1, 10.1), length=Measured(10.1, 0.2)))
    asked = duel(*CAR, FILL, doubt="call")
    refused(asked, replace(drive(1, 10.1), length=Measured(10.1, 0.2)), "HR-7", Verdict.TOO_CLOSE)


@pytest.mark.rule("HR-1")
def test_only_the_owner_moves_a_construct_on_her_turn() -> None:
    refused(duel(), replace(drive(1, 1.0), player="Bob"), "HR-1")
    refused(duel(), replace(drive(1, 1.0), model="wall"), "HR-1")
    refused(duel(), replace(drive(1, 1.0), model="nobody"), "HR-1")


@pytest.mark.rule("CN-8")
def test_anyone_in_contact_hitches_and_is_carried_along() -> None:
    state = duel()
    refused(state, Board("Ann", "ash", "car", "", FAR), "CN-8")
    state = legal(state, Board("Ann", "ash", "car", "", NEAR), drive(1, 5.0, level=2))
    assert man(state, "ash").at == (15.0, 10.0)
    assert man(state, "ash").level == 2
    state = legal(state, EndTurn("Ann"), Board("Bob", "bo", "car", "", NEAR))  # an enemy's, too
    assert built(state).place_of("bo") == ""
    assert legal(state, Leave("Bob", "bo")).ride_of("bo") is None


@pytest.mark.rule("CN-7", "CN-8")
def test_a_seat_is_for_one_of_the_owners_side() -> None:
    car = (*CAR, device("seat", "seat"))
    state = legal(duel(*car), Board("Ann", "ash", "car", "seat", NEAR))
    refused(legal(duel(*car), EndTurn("Ann")), Board("Bob", "bo", "car", "seat", NEAR), "CN-8")
    refused(duel(*car), Board("Ann", "ash", "car", "sofa", NEAR), "CN-7")
    two = match(
        entry("car", "Ann", (10.0, 10.0), *car),
        figure_entry("ash", "Ann", (4.0, 10.5)),
        figure_entry("abe", "Ann", (4.0, 14.5)),
        entry("wall", "Bob", (20.0, 10.0), *WALL),
        aboard={"abe": ["car", "seat"]},
    )
    refused(two, Board("Ann", "ash", "car", "seat", NEAR), "CN-7")
    moved = legal(state, Move("Ann", "ash", (12.0, 14.5), Measured(3.0)))
    assert moved.ride_of("ash") is None


@pytest.mark.rule("CN-9")
def test_nobody_gets_through_a_closed_roof() -> None:
    slab = [{"name": "shut", "slab": ["roof"], "over": ["seat"]}]
    car = (*CAR, device("seat", "seat"), device("hinge", "joint", positions=slab), device("roof", "armour"))
    state = legal(duel(*car), TurnJoint("Ann", "car", "hinge", "shut"))
    refused(state, Board("Ann", "ash", "car", "seat", NEAR), "CN-9")
    inside = legal(
        duel(*car), Board("Ann", "ash", "car", "seat", NEAR), TurnJoint("Ann", "car", "hinge", "shut")
    )
    refused(inside, Leave("Ann", "ash"), "CN-9")
    refused(inside, Move("Ann", "ash", (12.0, 14.5), Measured(3.0)), "CN-9")


def pack(*more: dict[str, Any], rig: str = "minifig rig", **carrier: Any) -> State:
    """Ann's ash with a cap, hanging on a construct of eight pieces by a rig."""
    return match(
        entry("pack", "Ann", (4.0, 10.5), device("rig", rig), device("fill", "armour", 7), *more),
        figure_entry("ash", "Ann", (4.0, 10.5), **{"armour": [{"name": "cap", "covers": "head"}], **carrier}),
        entry("wall", "Bob", (20.0, 10.0), *WALL),
        aboard={"ash": ["pack", "rig"]},
    )


@pytest.mark.rule("CN-7")
def test_a_rig_slows_its_wearer_by_a_quarter_of_the_size_and_goes_along() -> None:
    state = pack()
    move = Move("Ann", "ash", (17.0, 10.5), Measured(13.0))
    said = ruled(state, move)
    assert said.legal  # 16 − 1 cap − 8 / 4
    assert "carries pack, 8 pieces / 4" in said.arithmetic[0].text()
    assert built(legal(state, move), "pack").at == (17.0, 10.5)
    refused(state, replace(move, length=Measured(13.1)), "MF-13")


@pytest.mark.rule("CN-7")
def test_the_wearer_is_carried_when_the_construct_moves_and_works_it() -> None:
    jets = (
        device("jets", "flight mobility"),
        device("fuel", "generator", 2),
        device("motor", "motor", 2),
        device("grip", "interface"),
    )
    state = pack(*jets)
    after = legal(state, Fly("Ann", "pack", (10.0, 20.0), Measured(11.0), 1, level=3))
    assert man(after, "ash").at == (10.0, 20.0)
    assert man(after, "ash").acts == 1


@pytest.mark.rule("CN-7")
def test_a_rig_connects_to_worn_gear() -> None:
    state = legal(pack(), Leave("Ann", "ash"))
    legal(state, Board("Ann", "ash", "pack", "rig", NEAR))
    bare = legal(pack(armour=[]), Leave("Ann", "ash"))
    refused(bare, Board("Ann", "ash", "pack", "rig", NEAR), "CN-7")


@pytest.mark.rule("CN-7")
def test_a_beast_bears_and_the_saddled_works_the_construct() -> None:
    howdah = (device("rig", "beast rig"), device("fill", "armour", 11))
    state = match(
        entry("howdah", "Ann", (4.0, 10.0), *howdah),
        figure_entry("beast", "Ann", (4.0, 10.5), composition="monstrous"),
        figure_entry("ash", "Ann", (8.0, 10.5)),
        entry("wall", "Bob", (20.0, 10.0), *WALL),
        aboard={"beast": ["howdah", "rig"], "ash": ["howdah", "rig"]},
    )
    refused(state, Move("Ann", "ash", (5.0, 10.5), Measured(1.0)), "CN-7")
    after = legal(state, Move("Ann", "beast", (20.0, 20.5), Measured(16.0)))  # 19 − 12 / 4
    assert man(after, "ash").at == built(after, "howdah").at == (20.0, 20.5)
    refused(state, Move("Ann", "beast", (20.0, 20.5), Measured(16.1)), "MF-13")


@pytest.mark.rule("CN-7")
def test_a_harnessed_figure_gives_its_studs_as_push() -> None:
    cart = (*CAR[:2], CAR[4], device("shaft", "harness"))
    state = duel(*cart)
    refused(state, Pull("Ann", "ash", "car", "shaft"), "CN-7")
    state = legal(state, Board("Ann", "ash", "car", "shaft", NEAR), Pull("Ann", "ash", "car", "shaft"))
    assert built(state).supply.push == 13  # 16 − 3 sword
    after = legal(state, drive(4, 1.0))
    assert built(after).supply.push == 9
    assert man(after, "ash").at == (11.0, 10.0)
    refused(state, Pull("Ann", "ash", "car", "shaft"), "HR-3")
    assert built(legal(state, EndTurn("Ann"))).supply.push == 0
