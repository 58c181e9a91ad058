"""Mounted weapons: hand-to-hand, line of sight and lobbed (CN-13 to CN-16)."""

from dataclasses import replace
from typing import Any

import pytest

from referee.law import constructs as game
from referee.law.constructs.claims import Fire, Land, Lob, Pick, Reflip, Strike, Touched
from referee.law.constructs.state import State
from referee.law.measured import Measured
from referee.law.minifigs.state import Allot, EndTurn
from referee.law.ruling import Verdict
from tests.referee.law.constructs.matches import (
    built,
    coins,
    device,
    duel,
    legal,
    man,
    picks,
    refused,
    ruled,
    without,
)

POWER = (device("fuel", "generator", 6), device("antenna", "antenna", 3), device("motor", "motor", 6))


def armed(kind: str, pieces: int = 3, **more: Any) -> State:
    return duel(device("it", kind, pieces, **more), *POWER)


@pytest.mark.rule("CN-13")
def test_a_weapon_is_lost_whole() -> None:
    state = armed("line-of-sight weapon", 5)
    assert "it" in built(state).left
    assert not any(name.startswith("it ") for name in built(state).left)
    refused(without(state, "car", "it"), Fire("Ann", "car", "it", "wall", 1), "CN-13")
    refused(state, Strike("Ann", "car", "it", 1, (Touched("wall"),)), "CN-13")


STRIKE = Strike("Ann", "car", "it", 2, (Touched("wall"), Touched("ash"), Touched("bo")))


@pytest.mark.rule("CN-14")
def test_every_model_touched_is_hit_once_friend_or_foe_and_owners_pick() -> None:
    state = legal(armed("hand-to-hand weapon"), STRIKE)
    assert picks(state)[0] == "Bob"
    state = legal(state, Pick("Bob", "bricks 1"), Pick("Bob", "bricks 2"))
    state = legal(state, Allot("Ann", "head"), Allot("Bob", "cap"))
    assert not state.busy
    assert not man(state, "ash").body.has("head")
    assert man(state, "bo").body.has("head")  # nothing cascades
    refused(state, replace(STRIKE, touched=(Touched("wall"),)), "CN-14")  # not twice a turn
    again = legal(state, EndTurn("Ann"), EndTurn("Bob"), replace(STRIKE, touched=(Touched("wall"),)))
    assert again.hits


@pytest.mark.rule("CN-14")
@pytest.mark.parametrize(("push", "damage"), [(1, 1), (3, 3), (5, 3)])
def test_damage_is_the_push_up_to_the_pieces(push: int, damage: int) -> None:
    state = legal(armed("hand-to-hand weapon"), replace(STRIKE, push=push, touched=(Touched("wall"),)))
    assert state.hits[0].damage == damage
    assert sum(name.startswith("motor") for name in built(state).spent) == push


@pytest.mark.rule("CN-14")
def test_a_strike_needs_push_and_contact() -> None:
    state = armed("hand-to-hand weapon")
    refused(state, replace(STRIKE, touched=()), "CN-14")
    refused(state, replace(STRIKE, push=0), "CN-14")
    refused(state, replace(STRIKE, touched=(Touched("wall", Measured(0.5)),)), "CN-14")
    refused(state, replace(STRIKE, touched=(Touched("car"),)), "CN-14")
    refused(state, replace(STRIKE, touched=(Touched("wall"), Touched("wall"))), "CN-14")
    refused(state, replace(STRIKE, push=7), "CN-18")


FIRE = Fire("Ann", "car", "it", "wall", 2)


@pytest.mark.rule("CN-15")
@pytest.mark.parametrize(("coin", "who"), [(2, "Ann"), (1, "Bob")])
def test_a_mounted_gun_flips_one_coin_and_barely_misses_with_tails(coin: int, who: str) -> None:
    state = legal(armed("line-of-sight weapon"), FIRE)
    due = game.due(state)
    assert due is not None
    assert due.dice[0].count == 1
    state = legal(state, coins("Ann", coin))
    assert picks(state)[0] == who
    assert state.hits[0].damage == 2
    assert built(state).spent == {"fuel 1", "fuel 2", "antenna 1"}


@pytest.mark.rule("CN-15")
def test_against_a_figure_tails_is_a_miss() -> None:
    state = legal(armed("line-of-sight weapon"), replace(FIRE, target="bo"))
    assert not legal(state, coins("Ann", 1)).busy
    hit = legal(state, coins("Ann", 2), Allot("Bob", "cap"))
    assert not man(hit, "bo").body.has("headgear")
    refused(state, coins("Ann", 1, 2), "HR-2")
    refused(state, coins("Bob", 2), "HR-1")


@pytest.mark.rule("CN-15")
def test_a_gun_takes_its_pieces_in_power_a_turn() -> None:
    state = armed("line-of-sight weapon")
    refused(state, replace(FIRE, power=4), "CN-15")
    refused(state, replace(FIRE, power=0), "CN-15")
    state = legal(state, replace(FIRE, target="bo"), coins("Ann", 1))
    assert "2 before + 2 now = 4" in refused(state, FIRE, "CN-15")
    legal(state, replace(FIRE, power=1))


@pytest.mark.rule("CN-15", "HR-7")
def test_a_gun_must_point_at_what_it_sees() -> None:
    state = armed("line-of-sight weapon")
    refused(state, replace(FIRE, aim=Measured(0.5, 0.2)), "CN-15")
    legal(state, replace(FIRE, aim=Measured(0.1, 0.2)))
    refused(state, replace(FIRE, seen=False), "CN-15")
    refused(state, replace(FIRE, target="car"), "HR-2")
    asked = duel(device("it", "line-of-sight weapon", 3), *POWER, doubt="call")
    refused(asked, replace(FIRE, aim=Measured(0.1, 0.2)), "CN-15", Verdict.TOO_CLOSE)


MORTAR = {"damage": 2, "template": 4}
LOB = Lob("Ann", "car", "it", 3, 2)


@pytest.mark.rule("CN-16")
def test_each_head_is_eight_studs_and_tails_may_be_reflipped() -> None:
    state = legal(armed("lobbed weapon", **MORTAR), LOB, coins("Ann", 2, 1, 1))
    refused(state, Reflip("Ann", 3), "CN-16")
    state = legal(state, Reflip("Ann", 1), coins("Ann", 2))
    land = Land("Ann", (26.0, 10.0), Measured(16.0), touched=(Touched("wall"), Touched("bo")))
    assert ruled(state, land).arithmetic[0].text() == "16 8 × 2 heads = 16"
    refused(state, replace(land, distance=Measured(24.0)), "CN-16")
    refused(state, replace(land, aim=Measured(2.0)), "CN-16")
    refused(state, replace(land, touched=(Touched("wall", Measured(1.0)),)), "CN-16")
    refused(state, EndTurn("Ann"), "CN-16")
    state = legal(state, land)
    assert picks(state)[0] == "Ann"
    state = legal(state, Pick("Ann", "antenna"), Pick("Bob", "hinge"), Allot("Bob", "cap"))
    assert not state.busy


@pytest.mark.rule("CN-16")
def test_reflips_run_out_and_are_paid_with_input() -> None:
    state = legal(armed("lobbed weapon", **MORTAR), LOB)
    assert sum(name.startswith("antenna") for name in built(state).spent) == 2
    state = legal(state, coins("Ann", 1, 1, 1), Reflip("Ann", 2), coins("Ann", 1, 1))
    refused(state, Reflip("Ann", 1), "CN-16")
    state = legal(state, Land("Ann", (10.0, 10.0), Measured(0.0)))
    refused(state, LOB, "CN-16")  # one attack a turn
    refused(armed("lobbed weapon", **MORTAR), replace(LOB, push=0), "CN-16")
    refused(armed("lobbed weapon", **MORTAR), replace(LOB, push=7), "CN-18")
