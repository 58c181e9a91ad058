"""Momentum attacks, weapons, and who may attack when (MO-6, MO-7)."""

from typing import Any

import pytest

from referee.law import momentum
from referee.law.dice import Roll, Rolled
from referee.law.momentum.claims import Attack, Pass, Take
from referee.law.momentum.state import State
from tests.referee.law.momentum.matches import goes, passing, play, refused, rolled, started, thing, words

SWORD = {"name": "sword", "dice": 3, "kept": 2}
BOW = {"name": "bow", "kind": "ranged", "dice": 2, "reach": 4}


def closing(**sheet: Any) -> State:
    """A has moved two hexes towards B, which stands still and faces another way, and come into its reach."""
    state = started(
        thing("A", "Ann", (5, 10), **sheet),
        thing("B", "Bob", (8, 10), 1, speed=0),
    )
    return goes(state, "A", (5 + state.body("A").speed, 10))


@pytest.mark.rule("MO-7")
def test_it_may_attack_what_enters_its_threat_and_not_before() -> None:
    state = closing()
    assert (state.phase, state.entries[0].attacker, state.entries[0].target) == ("react", "A", "B")
    _, ruling = play(state, Attack("Ann", "A", "B"))
    assert "MO-7" in ruling.rules
    assert ruling.due is not None
    assert ruling.due.dice[0].count == 2
    far = started(thing("A", "Ann", (5, 10)), thing("B", "Bob", (9, 10), 1, speed=0))
    assert goes(far, "A", (7, 10)).phase == "turn"
    refused(far, Attack("Ann", "A", "B"), "MO-1")


@pytest.mark.rule("MO-7")
def test_staying_within_a_threat_is_not_entering_it() -> None:
    state = started(thing("A", "Ann", (8, 9), 2, speed=1), thing("B", "Bob", (8, 10), 1, speed=0, threat=2))
    state = goes(state, "A", (7, 10))
    assert state.phase == "turn"


@pytest.mark.rule("MO-7")
def test_the_one_whose_threat_is_entered_interrupts_the_mover() -> None:
    things = thing("A", "Ann", (2, 10), speed=4), thing("B", "Bob", (5, 11), 1, speed=3)
    state = goes(started(*things), "A", (6, 10))
    assert state.body("A").cell == (5, 10)
    assert next(each.cell for each in momentum.visible(state) if each.model == "A") == (
        6,
        10,
    )  # as it was put
    state, _ = play(state, Pass("Ann", "A"))
    assert (state.phase, state.entries[0].attacker) == ("react", "B")
    refused(state, Attack("Ann", "A", "B"), "MO-7")
    hit, _ = rolled(play(state, Attack("Bob", "B", "A"))[0], 6, 5, 1)
    assert hit.body("A").integrity == 9  # two of the three dice are kept
    assert hit.body("A").cell == (6, 10)  # and A goes on
    alone = goes(started(*things, attackers="turn"), "A", (6, 10))
    assert passing(alone).body("B").speed == 3
    assert [entry.attacker for entry in alone.entries] == ["A"]


@pytest.mark.rule("MO-7")
@pytest.mark.rule("HR-5")
def test_a_mover_destroyed_on_its_way_goes_no_further() -> None:
    things = thing("A", "Ann", (2, 10), speed=4, integrity=3), thing("A2", "Ann", (0, 0), speed=0)
    state = goes(started(*things, thing("B", "Bob", (5, 11), 1, speed=3)), "A", (6, 10))
    state, ruling = rolled(play(state, Pass("Ann", "A"), Attack("Bob", "B", "A"))[0], 2, 1, 1)
    assert state.body("A").cell is None
    assert "3 Integrity − 3 damage = 0" in words(ruling)
    assert state.phase == "turn"


@pytest.mark.rule("MO-6")
@pytest.mark.parametrize(
    ("weight", "values", "damage"), [(1, (2, 6, 3), 6), (2, (2, 6, 3), 9), (5, (2, 6, 3), 11)]
)
def test_speed_dice_are_rolled_and_the_highest_kept_as_weight_says(
    weight: int, values: tuple[int, ...], damage: int
) -> None:
    state = started(
        thing("A", "Ann", (4, 10), speed=3, weight=weight), thing("B", "Bob", (8, 10), 1, speed=0)
    )
    state = goes(state, "A", (7, 10))
    state, ruling = rolled(play(state, Attack("Ann", "A", "B"))[0], *values)
    assert state.body("B").integrity == 20 - damage
    assert f"20 Integrity − {damage} damage = {20 - damage}" in words(ruling)


def at_speed_8(**settings: object) -> State:
    b = thing("B", "Bob", (11, 10), 1, speed=0, integrity=50)
    state = started(thing("A", "Ann", (2, 10), speed=8, max_speed=8), b, **settings)
    return play(goes(state, "A", (10, 10)), Attack("Ann", "A", "B"))[0]


@pytest.mark.rule("MO-6")
def test_above_six_each_speed_adds_a_ud6_that_is_always_kept() -> None:
    state = at_speed_8()
    due = momentum.due(state)
    assert due is not None
    assert [(kind.count, kind.colour) for kind in due.dice] == [(6, "white"), (2, "red")]
    after, ruling = rolled(state, 5, 6, 4, 4, 4, 4, 1, 2)
    assert after.body("B").integrity == 50 - (6 + 5 + 1 + 2)
    assert "6 d6 + 5 d6 + 1 ud6 + 2 ud6 = 14" in words(ruling)
    plain, _ = rolled(at_speed_8(ud6="plain"), 5, 6, 4, 4, 4, 4, 1, 2)
    assert plain.body("B").integrity == 50 - (6 + 5)


@pytest.mark.rule("MO-6")
def test_dice_that_cannot_be_are_refused() -> None:
    state = at_speed_8()
    refused(state, Roll("Ann", (Rolled(9),)), "MO-6")
    refused(state, Roll("Bob", (Rolled(3),)), "MO-6")


@pytest.mark.rule("MO-6")
def test_without_speed_there_are_no_dice_and_no_attack() -> None:
    state = started(thing("A", "Ann", (7, 10), 1, speed=0), thing("B", "Bob", (10, 10), 3))
    state = goes(state, "B", (8, 10))
    assert [entry.attacker for entry in state.entries] == ["B", "A"]
    assert play(state, Pass("Bob", "B"))[0].phase == "turn"  # A has nothing to attack with


@pytest.mark.rule("MO-6")
def test_an_autonomous_object_that_can_use_a_weapon_does() -> None:
    state = closing(autonomous=True, equipment=[SWORD], rct=1)
    assert list(momentum.legal_claims(state)) == [Attack("Ann", "A", "B", "sword")]
    refused(state, Pass("Ann", "A"), "MO-6")
    refused(state, Attack("Ann", "A", "B"), "MO-6")
    spent = closing(autonomous=True, equipment=[SWORD], rct=0)
    assert Pass("Ann", "A") in momentum.legal_claims(spent)


@pytest.mark.rule("MO-7")
def test_a_melee_weapon_may_stand_in_for_momentum_at_an_rct_point() -> None:
    state = closing(equipment=[SWORD, BOW])
    refused(state, Attack("Ann", "A", "B", "bow"), "MO-7")
    refused(state, Attack("Ann", "A", "B", "axe"), "MO-7")
    state, ruling = play(state, Attack("Ann", "A", "B", "sword"))
    assert state.body("A").rct == 0
    state, ruling = rolled(state, 1, 5, 4)
    assert state.body("B").integrity == 11
    assert "5 sword + 4 sword = 9" in words(ruling)


@pytest.mark.rule("HR-5")
def test_rct_points_come_back_every_round() -> None:
    state = closing(equipment=[SWORD])
    state, _ = rolled(play(state, Attack("Ann", "A", "B", "sword"))[0], 1, 1, 1)
    state, _ = play(state, Take("Bob", "B", 0, 1))
    assert state.round == 2
    assert state.body("A").rct == 1


@pytest.mark.rule("MO-7")
def test_a_ranged_weapon_shoots_on_its_own_turn() -> None:
    near, far = thing("B", "Bob", (9, 10), 1, speed=0), thing("B2", "Bob", (14, 10), 1, speed=0)
    state = goes(started(thing("A", "Ann", (4, 10), equipment=[BOW]), near, far), "A", (6, 10))
    assert state.phase == "act"
    assert momentum.legal_claims(state) == [Attack("Ann", "A", "B", "bow"), Pass("Ann", "A")]
    refused(state, Attack("Ann", "A", "B2", "bow"), "MO-7")
    state, _ = rolled(play(state, Attack("Ann", "A", "B", "bow"))[0], 3, 4)
    assert (state.body("B").integrity, state.phase) == (13, "turn")


@pytest.mark.rule("MO-7")
def test_a_level_is_as_far_as_a_hex_and_friends_are_not_attacked() -> None:
    def flown_over(**settings: bool) -> State:
        things = thing("A", "Ann", (5, 10), elevation=6), thing("B", "Bob", (7, 10), 1, elevation=7, speed=0)
        return goes(started(*things, thing("A2", "Ann", (7, 11), 1, elevation=6), **settings), "A", (7, 10))

    assert [(e.attacker, e.target) for e in flown_over().entries] == [("A", "B"), ("B", "A")]
    assert flown_over().body("A").cell == (7, 10)
    assert flown_over(elevation_counts=False).body("A").cell == (6, 10)
    assert ("A", "A2") in [(e.attacker, e.target) for e in flown_over(friendly_fire=True).entries]
