"""Grappling, one grappler or several (MO-7 to MO-9)."""

from typing import Any

import pytest

from referee.law import momentum
from referee.law.momentum.claims import Attack, Move, Pass, Release, Seize, Support, Take
from referee.law.momentum.state import State
from tests.referee.law.momentum.matches import goes, passing, play, refused, rolled, started, thing, words

SWORD = {"name": "sword", "dice": 2}


def until(state: State, attacker: str, target: str) -> State:
    """Others let their chances go by until `attacker` may attack `target`."""
    while (state.entries[0].attacker, state.entries[0].target) != (attacker, target):
        due = momentum.due(state)
        assert due is not None
        state, _ = play(state, Pass(due.player, due.models[0]))
    return state


def behind(**settings: object) -> State:
    """A, at Speed 3, has come up behind B, at Speed 1 in the same Direction."""
    b = thing("B", "Bob", (9, 10), speed=1, max_speed=2)
    return goes(started(thing("A", "Ann", (5, 10), speed=3), b, **settings), "A", (8, 10))


def holding() -> State:
    """A holds B, both at Speed 3 in Direction 0; B's turn is due."""
    state, _ = play(behind(), Attack("Ann", "A", "B", grapple=True))
    state, _ = rolled(rolled(state, 6, 6, 1)[0], 2)
    return passing(play(state, Seize("Ann", "A", "B"))[0])


@pytest.mark.rule("MO-8")
def test_in_the_same_direction_both_roll_and_the_winner_may_grapple() -> None:
    state, ruling = play(behind(), Attack("Ann", "A", "B", grapple=True))
    assert ruling.due is not None
    assert (ruling.due.player, ruling.due.dice[0].count) == ("Ann", 3)
    state, ruling = rolled(state, 6, 6, 1)
    assert ruling.due is not None
    assert (ruling.due.player, ruling.due.dice[0].count) == ("Bob", 1)
    state, ruling = rolled(state, 2)
    assert "12 against 2: A wins" in ruling.sentence
    assert state.body("B").integrity == 20  # a contest by itself costs nothing
    state, ruling = play(state, Seize("Ann", "A", "B"))
    assert (state.body("B").direction, state.body("B").speed) == (0, 3)
    assert "MO-8" in ruling.rules


@pytest.mark.rule("MO-8")
def test_the_other_may_win_too_and_a_tie_is_nobodys() -> None:
    state, _ = play(behind(), Attack("Ann", "A", "B", grapple=True))
    lost, _ = rolled(rolled(state, 2, 1, 1)[0], 6)
    assert momentum.legal_claims(lost) == [Seize("Bob", "B", "A"), Pass("Bob", "B")]
    refused(lost, Seize("Ann", "A", "B"), "MO-8")
    grabbed, _ = play(lost, Seize("Bob", "B", "A"))
    assert (grabbed.grips[0].grappler, grabbed.body("A").speed) == ("B", 1)
    tied, ruling = rolled(rolled(state, 2, 1, 1)[0], 3)
    assert "nobody wins" in ruling.sentence
    assert not tied.grips


@pytest.mark.rule("MO-8")
def test_with_the_setting_the_overkill_of_a_contest_is_damage() -> None:
    state, _ = play(behind(contest_damage="overkill"), Attack("Ann", "A", "B", grapple=True))
    state, _ = rolled(rolled(state, 6, 6, 1)[0], 2)
    assert state.body("B").integrity == 10


@pytest.mark.rule("MO-7")
@pytest.mark.rule("MO-8")
def test_the_other_may_answer_a_contest_with_a_melee_weapon() -> None:
    b = thing("B", "Bob", (9, 10), speed=1, equipment=[SWORD])
    state = goes(started(thing("A", "Ann", (5, 10), speed=3), b), "A", (8, 10))
    state, ruling = play(state, Attack("Ann", "A", "B", grapple=True))
    assert state.phase == "answer"
    refused(state, Attack("Bob", "B", "A", "axe"), "MO-7")
    state, _ = play(state, Attack("Bob", "B", "A", "sword"))
    state, ruling = rolled(state, 1, 1, 1)
    assert ruling.due is not None
    assert ruling.due.dice[0].count == 2
    assert rolled(state, 6, 6)[0].body("B").rct == 0


def head_on(mine: int, theirs: int) -> State:
    """A and B come upon each other in opposite Directions."""
    things = thing("A", "Ann", (8 - mine, 10), speed=mine), thing("B", "Bob", (9, 10), 3, speed=theirs)
    return goes(started(*things), "A", (8, 10))


@pytest.mark.rule("MO-8")
def test_in_opposite_directions_the_difference_of_speeds_is_rolled_uncontested() -> None:
    state, ruling = play(head_on(4, 1), Attack("Ann", "A", "B", grapple=True))
    assert ruling.due is not None
    assert ruling.due.dice[0].count == 3
    assert "4 Speed of A − 1 Speed of B = 3" in words(ruling)
    state, ruling = rolled(state, 5, 4, 1)
    assert state.body("B").integrity == 11
    assert (state.body("B").direction, state.body("B").speed) == (0, 4)
    assert state.grips[0].grappler == "A"


@pytest.mark.rule("MO-8")
@pytest.mark.parametrize(("mine", "theirs"), [(2, 2), (1, 4)])
def test_no_difference_no_dice_no_grapple(mine: int, theirs: int) -> None:
    ruling = refused(head_on(mine, theirs), Attack("Ann", "A", "B", grapple=True), "MO-8")
    assert "leaves no dice" in ruling.sentence
    assert "attack B" in ruling.legal_instead


@pytest.mark.rule("MO-8")
@pytest.mark.parametrize("direction", [1, 2, 4, 5])
def test_in_other_directions_there_is_no_grapple(direction: int) -> None:
    b = thing("B", "Bob", (9, 10), direction, speed=1)
    state = goes(started(thing("A", "Ann", (5, 10), speed=3), b), "A", (8, 10))
    ruling = refused(state, Attack("Ann", "A", "B", grapple=True), "MO-8")
    assert "neither the same nor opposite" in ruling.sentence


@pytest.mark.rule("MO-8")
def test_the_grappled_cannot_break_free_and_goes_where_its_grappler_goes() -> None:
    state = holding()
    refused(state, Release("Bob", "B", "A"), "MO-8")
    refused(state, Release("Bob", "B", "B"), "MO-8")
    refused(state, Take("Bob", "B", 2, 0), "MO-8")
    refused(state, Take("Bob", "B", 3, 1), "MO-2")
    state, _ = play(state, Take("Bob", "B", 3, 0))
    refused(state, Move("Bob", "B", (12, 10)), "MO-2")
    state = passing(state)
    assert state.body("B").speed == 3  # above its Max, but not its own
    state, _ = play(state, Take("Ann", "A", 4, 1), Move("Ann", "A", (8, 14)))
    assert (state.body("B").cell, state.body("B").speed, state.body("B").direction) == ((9, 14), 4, 1)


@pytest.mark.rule("MO-8")
def test_the_grappler_may_let_go_at_any_time() -> None:
    state, _ = play(holding(), Release("Ann", "A", "B"))
    assert not state.grips
    refused(state, Release("Ann", "A", "B"), "MO-8")
    state = goes(state, "B", (12, 10))
    assert state.body("B").speed == 2  # it keeps the Speed it was given, and slows to its Max


@pytest.mark.rule("MO-7")
def test_those_in_a_grapple_may_attack_each_other_once_a_turn() -> None:
    state, _ = play(holding(), Take("Bob", "B", 3, 0))
    state, _ = rolled(play(state, Attack("Bob", "B", "A"))[0], 6, 5, 1)
    assert state.body("A").integrity == 9
    assert state.phase == "turn"
    state, _ = play(state, Take("Ann", "A", 3, 0))
    state, _ = rolled(play(state, Attack("Ann", "A", "B"))[0], 1, 1, 1)
    refused(state, Attack("Ann", "A", "B"), "MO-7")


@pytest.mark.rule("MO-8")
def test_one_who_is_held_grapples_nobody() -> None:
    b, c = thing("B", "Bob", (9, 10), speed=1), thing("C", "Cat", (3, 11), speed=5)
    state = goes(started(thing("A", "Ann", (5, 10), speed=3), b, c), "A", (8, 10))
    state, _ = play(state, Attack("Ann", "A", "B", grapple=True))
    state, _ = rolled(rolled(state, 6, 6, 1)[0], 2)
    state = passing(play(state, Seize("Ann", "A", "B"))[0])
    state = goes(state, "C", (8, 11))
    state = until(state, "B", "C")
    assert Attack("Bob", "B", "C") in momentum.legal_claims(state)
    ruling = refused(state, Attack("Bob", "B", "C", grapple=True), "MO-8")
    assert "held already" in ruling.sentence


def pulled_both_ways(middle: dict[str, Any], speed: int = 5) -> State:
    """A holds B at Speed 3 in Direction 0; C has run into B head-on and holds it too: they are to roll."""
    b = thing("B", "Bob", (9, 10), speed=1, integrity=60, **middle)
    c = thing("C", "Cat", (15, 10), 3, speed=speed)
    state = goes(started(thing("A", "Ann", (5, 10), speed=3), b, c), "A", (8, 10))
    state, _ = play(state, Attack("Ann", "A", "B", grapple=True))
    if state.phase == "answer":
        state, _ = play(state, Attack("Bob", "B", "A"))
    state, _ = rolled(rolled(state, 6, 6, 1)[0], 2)
    state = passing(play(state, Seize("Ann", "A", "B"))[0])
    state, _ = play(state, Take("Cat", "C", speed, 3), Move("Cat", "C", (15 - speed, 10)))
    state, _ = play(state, Attack("Cat", "C", "B", grapple=True))
    return rolled(state, *[1] * (speed - 3))[0]


@pytest.mark.rule("MO-9")
def test_grapplers_of_different_directions_contest_overkill_to_the_loser_lower_to_the_middle() -> None:
    state = pulled_both_ways({})
    assert [grip.grappler for grip in state.grips] == ["A", "C"]
    before = state.body("B").integrity
    state, ruling = rolled(state, 6, 5, 1, 1, 1)  # C, with Speed 5
    assert ruling.due is not None
    assert (ruling.due.player, ruling.due.dice[0].count) == ("Ann", 3)
    state, ruling = rolled(state, 2, 2, 1)
    assert "11 against 4" in ruling.sentence
    assert (state.body("A").integrity, state.body("C").integrity) == (20 - 7, 20)
    assert state.body("B").integrity == before - 4
    assert len(state.grips) == 2  # nobody has to let go


@pytest.mark.rule("MO-9")
def test_the_middle_one_may_support_a_side_for_an_rct_point() -> None:
    state = pulled_both_ways({"equipment": [SWORD]})
    assert state.phase == "support"
    refused(state, Support("Bob", "B", "B", "sword"), "MO-9")
    state, _ = play(state, Support("Bob", "B", "A", "sword"))
    assert state.body("B").rct == 0
    state, _ = rolled(rolled(state, 6, 5, 1, 1, 1)[0], 2, 2, 1)
    state, ruling = rolled(state, 6, 6)
    assert "4 A + 12 B's support = 16" in words(ruling)
    assert (state.body("A").integrity, state.body("C").integrity) == (20, 20 - 5)
    assert "11 damage" in ruling.sentence


@pytest.mark.rule("MO-9")
def test_without_a_point_there_is_no_support() -> None:
    assert pulled_both_ways({"equipment": [SWORD], "rct": 0}).phase == "roll"


@pytest.mark.rule("MO-9")
def test_in_a_tie_nobody_loses_but_the_middle() -> None:
    state = pulled_both_ways({})
    before = state.body("B").integrity
    state, _ = rolled(rolled(state, 2, 2, 1, 1, 1)[0], 2, 2, 1)
    assert (state.body("A").integrity, state.body("C").integrity) == (20, 20)
    assert state.body("B").integrity == before - 4


@pytest.mark.rule("MO-9")
def test_they_keep_their_speed_may_accelerate_and_move_by_the_vector_sum() -> None:
    state = passing(rolled(rolled(pulled_both_ways({}), 1, 1, 1, 1, 1)[0], 1, 1, 1)[0])
    assert [state.body(name).speed for name in "AC"] == [3, 5]
    assert (state.body("B").speed, state.body("B").direction) == (2, 3)  # 3 one way, 5 the other
    state = passing(play(state, Take("Bob", "B", 2, 3))[0])
    assert state.round == 2
    cells = {name: state.body(name).cell for name in "ABC"}
    state, _ = play(state, Take("Ann", "A", 4, 1))  # accelerates, and turns
    state, _ = rolled(rolled(state, 1, 1, 1, 1)[0], 1, 1, 1, 1, 1)
    # 4 in Direction 1 is (0, 4), 5 in Direction 3 is (−5, 0)
    a = cells["A"]
    assert a is not None
    assert [c.to for c in momentum.legal_claims(state) if isinstance(c, Move)] == [(a[0] - 5, a[1] + 4)]
    refused(state, Move("Ann", "A", (a[0], a[1] + 4)), "MO-9")
    state, ruling = play(state, Move("Ann", "A", (a[0] - 5, a[1] + 4)))
    assert "MO-9" in ruling.rules
    for name, cell in cells.items():
        assert cell is not None
        assert state.body(name).cell == (cell[0] - 5, cell[1] + 4)
    state = passing(state)
    state, _ = play(state, Take("Cat", "C", 5, 3))
    state, _ = rolled(rolled(state, 1, 1, 1, 1, 1)[0], 1, 1, 1, 1)
    assert not [c for c in momentum.legal_claims(state) if isinstance(c, Move)]  # once a round


@pytest.mark.rule("MO-9")
def test_either_grappler_may_let_go_and_the_contest_is_off() -> None:
    state = pulled_both_ways({"equipment": [SWORD]})
    refused(state, Release("Bob", "B", "A"), "MO-8")
    state, _ = play(state, Release("Ann", "A", "B"))
    assert state.strike is None
    assert (state.body("B").speed, state.body("B").direction) == (5, 3)


@pytest.mark.rule("MO-9")
def test_grapplers_of_one_direction_hold_as_usual() -> None:
    b, c = thing("B", "Bob", (9, 10), speed=1, integrity=60), thing("C", "Cat", (6, 12), 0, speed=2)
    state = goes(started(thing("A", "Ann", (5, 10), speed=3), b, c), "A", (8, 10))
    state, _ = play(state, Attack("Ann", "A", "B", grapple=True))
    state, _ = rolled(rolled(state, 6, 6, 1)[0], 2)
    state = passing(play(state, Seize("Ann", "A", "B"))[0])
    state, _ = play(state, Take("Cat", "C", 3, 0), Move("Cat", "C", (9, 11), way=(0, 0, 5)))
    state = until(state, "C", "B")
    state, _ = play(state, Attack("Cat", "C", "B", grapple=True))
    state, _ = rolled(rolled(state, 6, 6, 6)[0], 1, 1, 1)
    state, ruling = play(state, Seize("Cat", "C", "B"))
    assert [grip.grappler for grip in state.grips] == ["A", "C"]
    assert state.strike is None
    assert "MO-9" not in ruling.rules
