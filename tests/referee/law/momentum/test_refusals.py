"""Claims that don't stand say why and change nothing; and the rarer turns of a fight."""

from dataclasses import replace
from typing import Any

import pytest

from referee.law import momentum
from referee.law.momentum import chain
from referee.law.momentum.claims import Attack, Move, Pass, Reel, Seize, Support, Take
from referee.law.momentum.state import Grip, Link, State
from referee.law.setup import Entry
from referee.problems import BadInput
from tests.referee.law.momentum.matches import goes, play, refused, rolled, setup, started, thing
from tests.referee.law.momentum.test_grapples import SWORD, behind, pulled_both_ways, until


@pytest.mark.rule("MO-3")
@pytest.mark.parametrize(
    ("to", "way", "rule_id"),
    [
        ((7, 10), (0, 0), "MO-2"),  # too short, and not at the edge
        ((9, 10), (0, 0, 0, 0), "MO-2"),
        ((8, 10), (0, 0, 9), "MO-3"),  # no such heading
        ((7, 10), (0, 0, 7), "MO-2"),  # below the ground
        ((8, 11), (0, 0, 1), "MO-3"),  # ends elsewhere
    ],
)
def test_a_way_said_aloud_is_checked(to: tuple[int, int], way: tuple[int, ...], rule_id: str) -> None:
    state = started(thing("A", "Ann", (5, 10), speed=3), thing("B", "Bob", (0, 29)))
    state, _ = play(state, Take("Ann", "A", 3, 0))
    refused(state, Move("Ann", "A", to, way=way), rule_id)


@pytest.mark.rule("MO-5")
def test_an_autonomous_object_at_speed_1_may_say_its_way() -> None:
    state = started(thing("A", "Ann", (5, 10), speed=1, autonomous=True), thing("B", "Bob", (0, 29)))
    state, _ = play(state, Take("Ann", "A", 1, 0), Move("Ann", "A", (4, 10), way=(3,)))
    assert state.body("A").cell == (4, 10)


@pytest.mark.rule("MO-7")
def test_an_attack_is_on_the_one_that_came_near_by_the_one_it_came_near_to() -> None:
    state = behind()
    assert "attack B" in refused(state, Attack("Ann", "A", "A"), "MO-7").legal_instead
    refused(state, Attack("Ann", "Ghost", "B"), "MO-7")
    refused(state, Attack("Bob", "B", "A"), "MO-7")
    refused(state, Seize("Ann", "A", "B"), "MO-8")
    slow = thing("A", "Ann", (7, 10), 1, speed=0, equipment=[SWORD])
    near = goes(started(slow, thing("B", "Bob", (10, 10), 3)), "B", (8, 10))
    near = until(near, "A", "B")
    refused(near, Attack("Ann", "A", "B"), "MO-6")  # Speed 0 has no dice, its sword has


@pytest.mark.rule("MO-8")
def test_the_winner_grapples_the_loser_and_nobody_else() -> None:
    state, _ = play(behind(), Attack("Ann", "A", "B", grapple=True))
    state, _ = rolled(rolled(state, 6, 6, 1)[0], 2)
    refused(state, Seize("Ann", "A", "C"), "MO-8")
    assert not play(state, Pass("Ann", "A"))[0].grips


@pytest.mark.rule("MO-8")
def test_one_who_is_held_wins_nothing_by_winning() -> None:
    b, c = thing("B", "Bob", (9, 10), speed=1, integrity=60), thing("C", "Cat", (3, 11), speed=5)
    state = goes(started(thing("A", "Ann", (5, 10), speed=3), b, c), "A", (8, 10))
    state, _ = rolled(rolled(play(state, Attack("Ann", "A", "B", grapple=True))[0], 6, 6, 1)[0], 2)
    state, _ = play(state, Seize("Ann", "A", "B"))
    while state.phase != "turn":
        due = momentum.due(state)
        assert due is not None
        state, _ = play(state, Pass(due.player, due.models[0]))
    state = until(goes(state, "C", (8, 11)), "C", "B")
    state, _ = play(state, Attack("Cat", "C", "B", grapple=True))
    state, ruling = rolled(rolled(state, 1, 1, 1, 1, 1)[0], 6, 6, 6)
    assert "B wins" in ruling.sentence
    assert [grip.grappler for grip in state.grips] == ["A"]


@pytest.mark.rule("MO-6")
def test_an_autonomous_object_answers_and_supports_with_its_weapon() -> None:
    b = thing("B", "Bob", (9, 10), speed=1, equipment=[SWORD], autonomous=True)
    state = goes(started(thing("A", "Ann", (5, 10), speed=3), b), "A", (8, 10))
    state, _ = play(state, Attack("Ann", "A", "B", grapple=True))
    assert momentum.legal_claims(state) == [Attack("Bob", "B", "A", "sword")]
    refused(state, Attack("Bob", "B", "A"), "MO-6")
    middle = pulled_both_ways({"equipment": [SWORD]})
    sheet = replace(middle.body("B").sheet, autonomous=True)
    middle = middle.put(replace(middle.body("B"), sheet=sheet))
    refused(middle, Pass("Bob", "B"), "MO-6")
    assert Pass("Bob", "B") not in momentum.legal_claims(middle)


@pytest.mark.rule("MO-9")
def test_the_middle_one_may_support_nobody() -> None:
    state = pulled_both_ways({"equipment": [SWORD]})
    sides = [claim.side for claim in momentum.legal_claims(state) if isinstance(claim, Support)]
    assert sides == ["C", "A"]
    state, _ = play(state, Pass("Bob", "B"))
    assert (state.phase, state.body("B").rct) == ("roll", 1)


def locked(columns: int, a_speed: int, c_speed: int, **sheet: Any) -> State:
    """A and C hold B between them, pulling 0 and 3, in the top row of a narrow map; A's turn is due."""
    state = started(
        thing("A", "Ann", (3, 0), 0, speed=a_speed, **sheet),
        thing("B", "Bob", (4, 0), 0, speed=1, integrity=50),
        thing("C", "Cat", (5, 0), 3, speed=c_speed, **sheet),
        columns=columns,
        rows=1,
    )
    return replace(state, grips=(Grip("A", "B"), Grip("C", "B")))


@pytest.mark.rule("MO-9")
def test_a_group_that_is_pulled_stops_at_the_edge() -> None:
    state, _ = play(locked(7, 1, 6), Take("Ann", "A", 1, 0))
    state, _ = rolled(rolled(state, 1)[0], 1, 1, 1, 1, 1, 1)
    assert [claim.to for claim in momentum.legal_claims(state) if isinstance(claim, Move)] == [(0, 0)]
    state, _ = play(state, Move("Ann", "A", (0, 0)))
    assert [state.body(name).cell for name in "ABC"] == [(0, 0), (1, 0), (2, 0)]


@pytest.mark.rule("MO-9")
def test_equal_pulls_go_nowhere() -> None:
    state, _ = play(locked(9, 2, 2), Take("Ann", "A", 2, 0))
    state, _ = rolled(rolled(state, 1, 1)[0], 1, 1)
    assert state.body("B").speed == 0
    assert not [claim for claim in momentum.legal_claims(state) if isinstance(claim, Move)]


@pytest.mark.rule("HR-5")
def test_when_nobody_has_an_object_left_nobody_wins() -> None:
    state = locked(9, 2, 2, integrity=1)
    state = state.put(replace(state.body("B"), integrity=2), replace(state.body("A"), cell=None))
    state = replace(state, grips=())
    gone = state.put(replace(state.body("B"), cell=None), replace(state.body("C"), cell=None))
    ended = momentum.outcome(gone)
    assert ended is not None
    assert ended.winner is None


@pytest.mark.rule("MO-10")
def test_a_chain_cut_beyond_what_it_holds_goes_on_holding() -> None:
    w = thing("W", "Ann", (5, 10), speed=0, equipment=[{"name": "chain", "kind": "chain"}])
    state = started(w, thing("B", "Bob", (8, 11), 1))
    state = state.put(replace(state.body("W"), chain=(Link((8, 10)), Link((8, 12)), Link((8, 14)))))
    state = replace(state, grips=(Grip("W", "B", 2),))
    cut = chain.cut(state, state.body("W"), 3)
    assert cut.grips == (Grip("W", "B", 0),)
    cut = chain.cut(state, state.body("W"), 6)
    assert cut.grips == (Grip("W", "B", 2),)  # a minor end has become major
    state, _ = play(state, Take("Ann", "W", 0, 0))
    refused(state, Reel("Ann", "W", "out", ((8, 10), (8, 12), (8, -1))), "MO-10")
    refused(state, Seize("Ann", "W", "B"), "MO-8")  # it has it already


def test_a_model_of_nobody_is_refused() -> None:
    stray = Entry("C", "Nobody", thing("C", "Ann", (0, 0)).sheet, cell=(1, 1))
    lawful = setup(thing("A", "Ann", (0, 0)), thing("B", "Bob", (3, 3)))
    with pytest.raises(BadInput, match="no player"):
        momentum.start(replace(lawful, models=(*lawful.models, stray)))
