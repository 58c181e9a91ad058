"""Turns in any order, moving, bending, falling (MO-1 to MO-5, HR-6, HR-7)."""

import pytest

from referee.law import momentum
from referee.law.measured import Measured
from referee.law.momentum.claims import Move, Take
from referee.law.momentum.state import State
from referee.law.ruling import Verdict
from tests.referee.law.momentum.matches import goes, play, refused, setup, started, thing, words


def two(direction: int = 0, **sheet: object) -> State:
    """A in the middle of the map, B far away."""
    return started(thing("A", "Ann", (5, 10), direction, **sheet), thing("B", "Bob", (0, 29)))


def ends(state: State) -> set[tuple[int, int]]:
    """Hexes in which the object on turn may end."""
    return {claim.to for claim in momentum.legal_claims(state) if isinstance(claim, Move)}


@pytest.mark.rule("MO-1")
def test_objects_take_their_turns_in_any_order_once_a_round() -> None:
    state = started(
        thing("A", "Ann", (5, 10)), thing("A2", "Ann", (5, 12)), thing("B", "Bob", (0, 29), speed=0)
    )
    openings = {claim.object for claim in momentum.legal_claims(state) if isinstance(claim, Take)}
    assert openings == {"A", "A2", "B"}
    state = goes(goes(state, "A2", (7, 12)), "A", (7, 10))  # Ann twice in a row
    ruling = refused(state, Take("Ann", "A", 2, 0), "MO-1")
    assert ruling.legal_instead == ("B",)
    assert state.round == 1
    state, _ = play(state, Take("Bob", "B", 0, 0))
    assert state.round == 2
    assert not any(body.gone for body in state.bodies)


@pytest.mark.rule("MO-1")
def test_no_object_is_skipped_and_nobody_moves_anothers() -> None:
    state, _ = play(two(), Take("Ann", "A", 2, 0))
    refused(state, Take("Bob", "B", 2, 0), "MO-2")  # A is to finish first
    refused(two(), Take("Bob", "A", 2, 0), "MO-1")
    refused(two(), Take("Ann", "Nobody", 2, 0), "MO-1")


@pytest.mark.rule("MO-2")
def test_it_moves_its_speed_in_its_direction() -> None:
    state, _ = play(two(), Take("Ann", "A", 2, 0))
    assert ends(state) == {(7, 10)}
    refused(state, Move("Ann", "A", (6, 10)), "MO-2")
    assert play(state, Move("Ann", "A", (7, 10)))[0].body("A").cell == (7, 10)


@pytest.mark.rule("MO-2")
@pytest.mark.parametrize(
    ("speed", "acceleration", "most", "allowed"),
    [(2, 3, 6, [2, 3, 4, 5]), (5, 3, 6, [5, 6]), (7, 3, 6, [7]), (0, 1, 6, [0, 1])],
)
def test_it_adds_up_to_its_acceleration_up_to_its_max_speed(
    speed: int, acceleration: int, most: int, allowed: list[int]
) -> None:
    state = two(speed=speed, acceleration=acceleration, max_speed=most)
    stand = [value for value in range(13) if momentum.apply(state, Take("Ann", "A", value, 0))[1].legal]
    assert stand == allowed


@pytest.mark.rule("MO-2")
@pytest.mark.rule("HR-6")
@pytest.mark.parametrize(
    ("speed", "sides"), [(0, 3), (1, 3), (2, 3), (3, 3), (4, 2), (5, 2), (6, 2), (7, 1), (12, 1)]
)
def test_it_turns_by_six_over_speed_rounded_down_and_one_more(speed: int, sides: int) -> None:
    state = two(direction=2, speed=speed, max_speed=speed)
    turned = {
        claim.direction
        for claim in momentum.legal_claims(state)
        if isinstance(claim, Take) and claim.object == "A"
    }
    assert turned == {(2 + side) % 6 for side in range(-sides, sides + 1)}


@pytest.mark.rule("HR-6")
def test_the_division_is_taken_after_acceleration() -> None:
    state = two(speed=3, acceleration=1)
    play(state, Take("Ann", "A", 3, 3))
    ruling = refused(state, Take("Ann", "A", 4, 3), "HR-6")
    assert "(6 / Speed 4, rounded down) + 1 = 2" in ruling.sentence


@pytest.mark.rule("HR-6")
def test_speed_0_does_not_move() -> None:
    state, _ = play(two(speed=0, acceleration=0), Take("Ann", "A", 0, 4))
    assert state.body("A").gone
    assert (state.body("A").cell, state.body("A").direction) == ((5, 10), 4)


@pytest.mark.rule("MO-2")
def test_an_autonomous_object_neither_accelerates_nor_turns() -> None:
    state = two(autonomous=True, acceleration=2)
    assert [claim for claim in momentum.legal_claims(state) if claim.player == "Ann"] == [
        Take("Ann", "A", 2, 0)
    ]
    refused(state, Take("Ann", "A", 3, 0), "MO-2")
    refused(state, Take("Ann", "A", 2, 1), "MO-2")


@pytest.mark.rule("MO-3")
def test_more_of_the_way_goes_in_direction_than_in_any_other() -> None:
    state, _ = play(two(speed=3), Take("Ann", "A", 3, 0))
    play(state, Move("Ann", "A", (7, 11), way=(0, 1, 0)))
    ruling = refused(state, Move("Ann", "A", (6, 12), way=(0, 1, 1)), "MO-3")
    assert "1 steps go in Direction 0 and 2 1" in ruling.sentence
    refused(state, Move("Ann", "A", (6, 11), way=(0, 1, 6)), "MO-3")  # one each is not more
    faster, _ = play(two(speed=4), Take("Ann", "A", 4, 0))
    play(faster, Move("Ann", "A", (7, 11), way=(1, 0, 6, 0)))


@pytest.mark.rule("MO-3")
def test_an_autonomous_object_bends_once_at_most() -> None:
    state, _ = play(two(speed=5, autonomous=True), Take("Ann", "A", 5, 0))
    play(state, Move("Ann", "A", (8, 12), way=(0, 0, 0, 1, 1)))
    refused(state, Move("Ann", "A", (8, 12), way=(0, 1, 0, 1, 0)), "MO-3")
    refused(state, Move("Ann", "A", (8, 12), way=(1, 1, 0, 0, 0)), "MO-3")  # off it and back again
    assert (8, 12) in ends(state)
    assert (7, 12) not in ends(state)  # 0 0 0 1 2 would be two bends
    free, _ = play(two(speed=5), Take("Ann", "A", 5, 0))
    assert (7, 12) in ends(free)


@pytest.mark.rule("MO-3")
def test_movement_may_be_spent_on_elevation() -> None:
    state, _ = play(two(speed=3, elevation=6), Take("Ann", "A", 3, 0))
    state, _ = play(state, Move("Ann", "A", (7, 10), elevation=7))
    assert state.body("A").elevation == 7
    state, _ = play(two(speed=3), Take("Ann", "A", 3, 0))
    refused(state, Move("Ann", "A", (7, 10), elevation=0), "MO-3")  # not below the ground


@pytest.mark.rule("MO-4")
@pytest.mark.rule("HR-6")
@pytest.mark.parametrize(("elevation", "after"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 5), (9, 9)])
def test_at_the_end_elevation_falls_by_four_over_itself(elevation: int, after: int) -> None:
    state, _ = play(two(elevation=elevation), Take("Ann", "A", 2, 0))
    state, ruling = play(state, Move("Ann", "A", (7, 10)))
    assert state.body("A").elevation == after
    if elevation == 3:
        assert "3 Elevation − 1 (4 / 3, rounded down) = 2" in words(ruling)
        assert "MO-4" in ruling.rules


@pytest.mark.rule("MO-4")
@pytest.mark.parametrize(("speed", "after"), [(9, 6), (6, 5), (5, 5), (4, 4)])
def test_speed_above_max_falls_by_acceleration_but_not_below_max(speed: int, after: int) -> None:
    state = two(speed=speed, max_speed=5, acceleration=3)
    state, _ = play(state, Take("Ann", "A", speed, 0))
    assert play(state, Move("Ann", "A", (5 + speed, 10)))[0].body("A").speed == after


@pytest.mark.rule("MO-5")
def test_an_autonomous_object_at_speed_1_enters_any_adjacent_hex() -> None:
    state, _ = play(two(speed=1, autonomous=True), Take("Ann", "A", 1, 0))
    assert ends(state) == {(6, 10), (5, 11), (4, 11), (4, 10), (5, 9), (6, 9)}
    after, ruling = play(state, Move("Ann", "A", (4, 10)))
    assert ruling.rules[0] == "MO-5"
    assert after.body("A").direction == 0
    refused(state, Move("Ann", "A", (5, 10), way=(6,)), "MO-5")
    guided, _ = play(two(speed=1), Take("Ann", "A", 1, 0))
    assert ends(guided) == {(6, 10)}
    refused(guided, Move("Ann", "A", (5, 11), way=(1,)), "MO-3")


@pytest.mark.rule("MO-2")
@pytest.mark.parametrize("edge", ["stop", "lost"])
def test_at_the_edge_of_the_map_it_stops_or_is_lost(edge: str) -> None:
    state = started(
        thing("A", "Ann", (1, 0), speed=4), thing("A2", "Ann", (0, 2)), thing("B", "Bob", (0, 3)),
        columns=4, rows=4, edge=edge,
    )  # fmt: skip
    state, _ = play(state, Take("Ann", "A", 4, 0), Move("Ann", "A", (3, 0), way=(0, 0)))
    body = state.body("A")
    assert (body.cell, body.speed) == ((3, 0), 0) if edge == "stop" else body.cell is None


@pytest.mark.rule("HR-7")
def test_a_middle_nearer_to_a_border_than_its_error_is_asked_about() -> None:
    near, far = Measured(0.1, 0.2), Measured(0.3, 0.2)
    state, _ = play(two(), Take("Ann", "A", 2, 0))
    claim = Move("Ann", "A", (7, 10), doubt=(8, 10), to_border=near)
    ruling = refused(state, claim, "HR-7")
    assert ruling.verdict is Verdict.TOO_CLOSE
    assert "0.1 ± 0.2" in ruling.sentence
    assert ruling.legal_instead == ("(7, 10)",)
    play(state, Move("Ann", "A", (7, 10), doubt=(8, 10), to_border=far))
    refused(state, Move("Ann", "A", (7, 10), doubt=(8, 10)), "HR-7")
    things = thing("A", "Ann", (5, 10)), thing("B", "Bob", (0, 29))
    believing, _ = play(momentum.start(setup(*things, doubt="mover")), Take("Ann", "A", 2, 0))
    after, _ = play(believing, Move("Ann", "A", (8, 10), doubt=(7, 10), to_border=near))
    assert after.body("A").cell == (7, 10)
