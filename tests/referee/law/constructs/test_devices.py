"""Joints, claws and containers (CN-7, CN-9)."""

from dataclasses import replace

import pytest

from referee.law.constructs.claims import Board, Grip, Keep, Release, Stow, TurnJoint, Unload
from referee.law.constructs.state import State
from referee.law.measured import Measured
from referee.law.minifigs.state import Attack, Drop, EndTurn, PickUp
from tests.referee.law.constructs.matches import FAR, NEAR, built, device, duel, legal, man, refused


@pytest.mark.rule("CN-9")
def test_a_joint_takes_one_input() -> None:
    state = duel(device("antenna", "antenna"), device("hinge", "joint", 1))
    after = legal(state, TurnJoint("Ann", "car", "hinge", "45 degrees"))
    assert built(after).position("hinge") == "45 degrees"
    refused(after, TurnJoint("Ann", "car", "hinge", "natural"), "CN-18")
    refused(state, TurnJoint("Ann", "car", "hinge", "natural"), "CN-9")  # it starts in its natural position
    refused(state, TurnJoint("Ann", "car", "hinge", "up", at_rest=False), "CN-9")
    refused(state, TurnJoint("Ann", "car", "antenna", "up"), "CN-9")
    refused(state, TurnJoint("Ann", "wall", "hinge", "up"), "HR-1")  # not hers to give input


@pytest.mark.rule("CN-9", "HR-3")
def test_anyones_figure_in_contact_pushes_a_joint_with_one_act() -> None:
    state = duel()
    push = TurnJoint("Ann", "wall", "hinge", "open", by="ash", gap=NEAR)
    after = legal(state, push)
    assert built(after, "wall").position("hinge") == "open"
    assert man(after, "ash").acts == 1
    refused(state, replace(push, gap=FAR), "CN-9")
    refused(legal(after, replace(push, position="half")), replace(push, position="natural"), "HR-3")
    headless = man(state, "ash")
    body = replace(headless.body, pieces=tuple(p for p in headless.body.pieces if p.part != "head"))
    refused(state.with_figure(replace(headless, body=body)), push, "MF-9")


@pytest.mark.rule("CN-9")
def test_a_system_moves_as_one() -> None:
    joints = (device("a", "joint"), device("b", "joint", 1, "a"))
    state = duel(device("antenna", "antenna", 2), *joints)
    apart = legal(state, TurnJoint("Ann", "car", "a", "up"), TurnJoint("Ann", "car", "b", "up"))
    assert dict(built(apart).joints) == {"a": "up", "b": "up"}
    car = built(state)
    one = state.with_construct(replace(car, sheet=replace(car.sheet, systems=(("a", "b"),))))
    moved = legal(one, TurnJoint("Ann", "car", "a", "up"), TurnJoint("Ann", "car", "b", "left"))
    assert dict(built(moved).joints) == {"b": "left"}  # the whole system has one position


def crane() -> State:
    """Ann's crane with a claw; ash's sword lies beside it."""
    state = duel(device("arm", "claw"), device("fuel", "generator", 2), device("antenna", "antenna", 2))
    return legal(state, Drop("Ann", "ash", "sword"))


@pytest.mark.rule("CN-7")
def test_a_claw_grips_with_power_and_input_and_fights_with_what_it_holds() -> None:
    state = crane()
    refused(state, Grip("Ann", "car", "arm", "sword", FAR), "CN-7")
    refused(state, Grip("Ann", "car", "arm", "spoon", NEAR), "CN-7")
    held = legal(state, Grip("Ann", "car", "arm", "sword", NEAR))
    assert not held.loose
    assert {"fuel 1", "antenna 1", "arm"} == built(held).spent
    strike = Attack("Ann", "car", "sword", "wall", NEAR)
    refused(held, strike, "CN-7")  # the claw has acted this turn
    later = legal(held, EndTurn("Ann"))
    after = legal(later, EndTurn("Bob"), strike)
    assert after.hits
    refused(legal(later, EndTurn("Bob")), replace(strike, gap=Measured(4.0)), "HR-2")


@pytest.mark.rule("CN-7")
def test_a_claw_without_power_lets_go_at_the_turns_end() -> None:
    held = legal(crane(), Grip("Ann", "car", "arm", "sword", NEAR), EndTurn("Ann"), EndTurn("Bob"))
    assert [each.thing.name for each in built(held).held] == ["ash's sword"]
    dropped = legal(held, EndTurn("Ann"))
    assert not built(dropped).held
    assert [thing.name for thing in dropped.loose] == ["ash's sword"]
    kept = legal(held, Keep("Ann", "car", "arm"), EndTurn("Ann"))
    assert built(kept).held
    assert legal(held, Release("Ann", "car", "arm")).loose
    refused(legal(held, Release("Ann", "car", "arm")), Keep("Ann", "car", "arm"), "CN-7")


@pytest.mark.rule("CN-7")
def test_a_container_carries_a_thing_a_piece_that_a_figure_puts_in() -> None:
    state = duel(device("box", "container"))
    stow = Stow("Ann", "ash", "car", "box", "sword", NEAR)
    refused(state, replace(stow, gap=FAR), "CN-7")
    refused(state, replace(stow, thing="spoon"), "MF-12")
    full = legal(state, stow)
    assert not man(full, "ash").wielded
    assert not full.loose
    refused(full, stow, "CN-7")
    refused(full, replace(stow, container="bag"), "CN-7")
    out = legal(full, Unload("Ann", "ash", "car", "sword", NEAR), PickUp("Ann", "ash", "sword"))
    assert [thing.name for thing in man(out, "ash").wielded] == ["ash's sword"]
    refused(state, Unload("Ann", "ash", "car", "sword", NEAR), "CN-7")


@pytest.mark.rule("CN-7", "HR-3")
def test_a_seated_figures_acts_are_its_vehicles() -> None:
    state = duel(device("seat", "seat"), device("dial", "interface", 2), device("hinge", "joint"))
    state = legal(state, Board("Ann", "ash", "car", "seat", NEAR), TurnJoint("Ann", "car", "hinge", "up"))
    state = legal(state, Attack("Ann", "ash", "sword", "bo", NEAR))
    assert man(state, "ash").acts == 2
