"""Energy is a flow: what a turn's units pay for, and what is missing (CN-6, CN-7, CN-18)."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.law.constructs.claims import Board, Drive, Fire, TurnJoint
from referee.law.constructs.energy import Need, acts_left, affordable, available, pay
from referee.law.constructs.state import State, Supply
from referee.law.measured import Measured
from referee.law.minifigs.state import EndTurn
from referee.law.refusal import Refused
from tests.referee.law.constructs.matches import NEAR, built, device, duel, legal, man, refused, without

LAB = (
    device("fuel", "generator", 4),
    device("antenna", "antenna"),
    device("computer", "computer", 2),
    device("dial", "interface", 2),
    device("motor", "motor", 3),
    device("sail", "environment motor"),
    device("seat", "seat"),
)


def lab(*aboard: str, **settings: bool) -> State:
    return duel(*LAB, aboard={name: ["car", "seat"] for name in aboard}, **settings)


def spent(state: State) -> set[str]:
    return set(built(state).spent)


def taken(state: State, need: Need, saving: str = "power") -> State:
    return pay(state, built(state), need, saving).state  # type: ignore[arg-type]


@pytest.mark.rule("CN-6")
@pytest.mark.parametrize(
    ("need", "used"),
    [
        (Need(power=2), {"fuel 1", "fuel 2"}),
        (Need(input=1), {"antenna"}),
        (Need(push=1), {"sail"}),
        (Need(push=2), {"sail", "motor 1", "fuel 1"}),
        (Need(input=2), {"antenna", "computer 1", "fuel 1", "fuel 2"}),
    ],
)
def test_each_device_converts_one_unit_a_piece(need: Need, used: set[str]) -> None:
    assert spent(taken(lab(), need)) == used


@pytest.mark.rule("CN-6")
def test_an_antenna_and_a_sail_work_only_while_exposed() -> None:
    covered = duel(
        device("antenna", "antenna"),
        device("sail", "environment motor"),
        device("roof", "armour", 1, "antenna", "sail"),
    )
    assert available(covered, built(covered)) == Need()
    bare = without(covered, "car", "roof")
    assert available(bare, built(bare)) == Need(input=1, push=1)


@pytest.mark.rule("CN-6")
def test_without_air_the_seated_give_nothing_where_it_matters() -> None:
    assert sum(n for _, n in acts_left(lab("ash"), built(lab("ash")))) == 2
    airless = lab("ash", airless=True)
    assert acts_left(airless, built(airless)) == ()
    tank = duel(*LAB, device("tank", "air tank"), aboard={"ash": ["car", "seat"]}, airless=True)
    assert acts_left(tank, built(tank)) == (("ash", 2),)


@pytest.mark.rule("CN-7", "CN-8", "HR-3")
def test_a_seated_figure_gives_two_acts_and_a_hitcher_none() -> None:
    state = lab("ash")
    after = taken(state, Need(input=3))
    assert spent(after) == {"antenna", "dial 1", "dial 2"}
    assert man(after, "ash").acts == 2
    assert spent(taken(state, Need(input=3), "acts")) == {
        "antenna", "computer 1", "computer 2", "fuel 1", "fuel 2", "fuel 3", "fuel 4"
    }  # fmt: skip
    hitching = duel(*LAB, aboard={"ash": ["car", ""]})
    assert available(hitching, built(hitching)).input == 3


@pytest.mark.rule("CN-18")
def test_a_refusal_says_what_is_missing_and_changes_nothing() -> None:
    state = duel(
        device("wheels", "land mobility", 4), device("motors", "motor", 3), device("fuel", "generator", 4)
    )
    claim = Drive("Ann", "car", (12.0, 10.0), Measured(2.0), 4)
    assert "needs 1 input and 4 push: 1 input and 1 push missing" in refused(state, claim, "CN-18")
    fed = duel(
        device("gun", "line-of-sight weapon", 3), device("fuel", "generator", 2), device("a", "antenna")
    )
    assert "1 power missing" in refused(fed, Fire("Ann", "car", "gun", "wall", 3), "CN-18")


@pytest.mark.rule("CN-18")
def test_power_for_a_computer_is_not_there_for_a_motor() -> None:
    state = duel(
        device("wheels", "land mobility", 2),
        device("motors", "motor", 2),
        device("fuel", "generator", 3),
        device("cpu", "computer"),
    )
    here = Measured(1.0)
    refused(
        state, Drive("Ann", "car", (11.0, 10.0), here, 2), "CN-18"
    )  # 2 for the computer, 2 for the motors
    after = legal(state, Drive("Ann", "car", (11.0, 10.0), here, 1))
    refused(after, Drive("Ann", "car", (11.0, 10.0), here, 1), "CN-18")
    legal(after, EndTurn("Ann"), EndTurn("Bob"), Drive("Ann", "car", (11.0, 10.0), here, 1))


@pytest.mark.rule("CN-18")
def test_saving_acts_falls_back_to_acts_where_power_is_short() -> None:
    state = duel(*LAB[3:4], *LAB[6:], device("hinge", "joint"), aboard={"ash": ["car", "seat"]})
    after = legal(state, TurnJoint("Ann", "car", "hinge", "up", saving="acts"))
    assert man(after, "ash").acts == 1


@pytest.mark.rule("CN-18")
@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.booleans()), max_size=6),
    st.booleans(),
)
def test_no_unit_of_energy_is_spent_twice(needs: list[tuple[int, int, int, bool]], manned: bool) -> None:
    """Whatever is paid, each piece has worked at most once, and the books of the whole turn balance."""
    state = lab("ash") if manned else lab()
    state = state.with_construct(replace(built(state), supply=Supply(1, 1, 1.0)))
    total = [0, 0, 0]
    for inputs, power, push, acts in needs:
        before = spent(state)
        try:
            after = taken(state, Need(inputs, power, push), "acts" if acts else "power")
        except Refused:
            assert not affordable(state, built(state), Need(inputs, power, push))
            continue
        assert before <= spent(after)
        total = [total[0] + inputs, total[1] + power, total[2] + push]
        state = after
    used = spent(state)
    count = {
        name: sum(piece.startswith(name) for piece in used) for name in ("fuel", "computer", "dial", "motor")
    }
    given_by = built(state).supply
    passed = (1 - given_by.input, 1 - given_by.power, 1 - given_by.push)
    assert min(given_by.input, given_by.power, given_by.push) >= 0
    assert total[0] == passed[0] + ("antenna" in used) + count["dial"] + count["computer"]
    assert total[2] == passed[2] + ("sail" in used) + count["motor"]
    assert count["fuel"] + passed[1] == total[1] + count["motor"] + 2 * count["computer"]
    assert man(state, "ash").acts == count["dial"] <= 2


@pytest.mark.rule("CN-8")
def test_only_the_seated_act_for_the_vehicle() -> None:
    state = duel(*LAB[3:4], device("seat", "seat"), device("hinge", "joint"))
    claim = TurnJoint("Ann", "car", "hinge", "up")
    hitched = legal(state, Board("Ann", "ash", "car", "", NEAR))
    refused(hitched, claim, "CN-18")
    legal(state, Board("Ann", "ash", "car", "seat", NEAR), claim)
