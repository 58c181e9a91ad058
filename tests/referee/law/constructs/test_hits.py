"""Hits on constructs: who picks, what is exposed, what falls (CN-1 to CN-4, CN-2, HR-2)."""

from dataclasses import replace

import pytest

from referee.law.constructs.claims import Pick, TurnJoint
from referee.law.constructs.state import Held, State
from referee.law.measured import Measured
from referee.law.minifigs.sheet import Weapon
from referee.law.minifigs.state import Allot, Attack, EndTurn, Thing
from referee.law.ruling import Verdict
from tests.referee.law.constructs.matches import (
    NEAR,
    WALL,
    built,
    coins,
    device,
    duel,
    entry,
    figure_entry,
    legal,
    man,
    match,
    picks,
    refused,
)


def siege(*devices: dict[str, object], accuracy: int = 2, damage: int = 1, **settings: object) -> State:
    """Ann's ash with an axe beside Bob's tower of these devices, and Bob's bo."""
    axe = {"name": "axe", "reach": 2, "accuracy": accuracy, "damage": damage}
    return match(
        figure_entry("ash", "Ann", (4.0, 10.5), weapons=[axe]),
        entry("tower", "Bob", (8.0, 10.0), *(devices or WALL)),
        figure_entry("bo", "Bob", (30.0, 10.5), armour=[{"name": "cap", "covers": "head"}]),
        **settings,
    )


SWING = Attack("Ann", "ash", "axe", "tower", NEAR)


@pytest.mark.rule("CN-1", "HR-2")
@pytest.mark.parametrize(
    ("thrown", "who"), [((2, 2), "Ann"), ((2, 1), "Bob"), ((1, 2), "Bob"), ((1, 1), None)]
)
def test_a_hit_is_the_attackers_pick_a_barely_miss_the_owners(
    thrown: tuple[int, ...], who: str | None
) -> None:
    state = legal(siege(), SWING, coins("Ann", *thrown))
    if who is None:
        assert not state.busy
        return
    assert picks(state) == (who, {"bricks 1", "bricks 2", "bricks 3", "antenna", "hinge"})
    refused(state, Pick("Bob" if who == "Ann" else "Ann", "antenna"), "CN-1")
    after = legal(state, Pick(who, "antenna"))
    assert "antenna" not in built(after, "tower").left
    assert not after.busy


@pytest.mark.rule("CN-1")
def test_only_an_exposed_piece_can_be_picked() -> None:
    state = siege(device("seat", "seat"), device("roof", "armour", 1, "seat"), accuracy=0)
    state = legal(state, SWING)
    assert picks(state) == ("Ann", {"roof"})
    refused(state, Pick("Ann", "seat"), "CN-1")
    refused(state, EndTurn("Ann"), "CN-1")


@pytest.mark.rule("CN-2")
def test_a_carried_weapon_is_not_exposed_and_falls_with_its_claw() -> None:
    state = siege(device("arm", "claw"), device("body", "armour"), accuracy=0)
    tower = built(state, "tower")
    mace = Thing("bo's mace", "bo", weapon=Weapon("mace"))
    state = legal(state.with_construct(replace(tower, held=(Held("arm", mace),))), SWING)
    refused(state, Pick("Ann", "mace"), "CN-2")
    after = legal(state, Pick("Ann", "arm"))
    assert [(thing.name, thing.at) for thing in after.loose] == [("bo's mace", (8.0, 10.0))]


@pytest.mark.rule("CN-2")
def test_the_seated_are_part_of_the_model_and_hitchers_are_not() -> None:
    seat = (device("seat", "seat"), device("body", "armour"))
    seated = siege(*seat, accuracy=0, aboard={"bo": ["tower", "seat"]})
    refused(seated, Attack("Ann", "ash", "axe", "bo", NEAR), "CN-2")
    seated = legal(seated, SWING)
    assert picks(seated) == ("Ann", {"body", "bo's cap"})  # whoever sits there covers the seat
    after = legal(seated, Pick("Ann", "bo's cap"))
    assert not man(after, "bo").body.has("headgear")
    assert not after.busy
    hitching = siege(*seat, accuracy=0, aboard={"bo": ["tower", ""]})
    assert picks(legal(hitching, SWING)) == ("Ann", {"body", "seat"})
    assert legal(hitching, Attack("Ann", "ash", "axe", "bo", NEAR)).shot is not None


@pytest.mark.rule("CN-2", "CN-9")
def test_a_closed_roof_covers_the_seated_too() -> None:
    slab = [{"name": "shut", "slab": ["roof"], "over": ["seat"]}]
    seat = (device("seat", "seat"), device("hinge", "joint", positions=slab), device("roof", "armour"))
    state = siege(*seat, device("dial", "interface"), accuracy=0, aboard={"bo": ["tower", "seat"]})
    assert "bo's cap" in picks(legal(state, SWING))[1]
    closed = legal(state, EndTurn("Ann"), TurnJoint("Bob", "tower", "hinge", "shut"), EndTurn("Bob"))
    assert picks(legal(closed, SWING)) == ("Ann", {"hinge", "roof", "dial"})


@pytest.mark.rule("CN-3")
def test_pieces_that_cover_each_other_go_together() -> None:
    knot = (device("a", "armour", 1, "b"), device("b", "armour", 1, "c"), device("c", "seat", 1, "a"))
    state = legal(siege(*knot, device("d", "antenna"), accuracy=0), SWING)
    assert picks(state)[1] == {"d", "c"}  # one of the three stands for all
    after = legal(state, Pick("Ann", "b"))
    assert built(after, "tower").left == {"d"}


@pytest.mark.rule("CN-4")
def test_of_more_damage_the_attacker_picks_the_first_the_owner_the_rest() -> None:
    state = legal(siege(accuracy=0, damage=3), SWING)
    assert picks(state)[0] == "Ann"
    state = legal(state, Pick("Ann", "antenna"))
    assert picks(state) == ("Bob", {"bricks 1", "bricks 2", "bricks 3", "hinge"})
    state = legal(state, Pick("Bob", "bricks 1"), Pick("Bob", "bricks 3"))
    assert built(state, "tower").left == {"bricks 2", "hinge"}
    assert not state.busy


@pytest.mark.rule("CN-4")
def test_of_a_barely_miss_the_owner_picks_all_and_no_more_than_there_is() -> None:
    state = siege(device("a", "antenna"), device("b", "armour"), accuracy=1, damage=5)
    state = legal(state, SWING, coins("Ann", 1))
    assert picks(state)[0] == "Bob"
    state = legal(state, Pick("Bob", "a"), Pick("Bob", "b"))
    assert built(state, "tower").left == frozenset()
    assert not state.busy
    assert state.construct("tower") is None


@pytest.mark.rule("CN-2")
def test_riders_of_a_lost_construct_stand_where_it_was() -> None:
    state = siege(device("seat", "seat"), accuracy=0, aboard={"bo": ["tower", ""]})
    state = legal(state, SWING, Pick("Ann", "seat"))
    assert state.ride_of("bo") is None
    assert man(state, "bo").at == (8.0, 10.0)
    assert legal(state, Attack("Ann", "ash", "axe", "bo", NEAR), Allot("Bob", "cap"))


@pytest.mark.rule("HR-2", "HR-7")
def test_reach_and_sight_of_a_construct_are_checked() -> None:
    state = siege()
    refused(state, replace(SWING, gap=Measured(2.5)), "HR-2")
    refused(state, replace(SWING, seen=False), "HR-2")
    legal(state, replace(SWING, gap=Measured(2.1, 0.2)))
    asked = siege(doubt="call")
    refused(asked, replace(SWING, gap=Measured(2.1, 0.2)), "HR-7", Verdict.TOO_CLOSE)
    refused(duel(), Attack("Ann", "ash", "sword", "car", NEAR), "HR-2")  # one's own side is no target


@pytest.mark.rule("CN-8")
def test_a_hitcher_attacks_with_one_flip_more() -> None:
    car = entry("car", "Ann", (6.0, 10.0), device("seat", "seat"))
    axe = {"name": "axe", "reach": 2, "accuracy": 1}
    for place, flips in (("seat", 1), ("", 2)):
        state = match(
            car,
            figure_entry("ash", "Ann", (4.0, 10.5), weapons=[axe]),
            entry("tower", "Bob", (9.0, 10.0), *WALL),
            figure_entry("bo", "Bob", (9.0, 14.5)),
            aboard={"ash": ["car", place]},
        )
        at_tower = legal(state, SWING)
        assert at_tower.aimed is not None
        assert at_tower.aimed.flips == flips
        at_bo = legal(state, Attack("Ann", "ash", "axe", "bo", NEAR))
        assert at_bo.shot is not None
        assert at_bo.shot.flips == flips
