"""The least costly way: what it charges, and what must always hold (MF-13, CN-12)."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.measure.lines import line_costs
from referee.measure.walls import SHUT, Floats, Walls, climbing, stepping
from referee.measure.ways import INSET, Way, flight, least_way, reach_map, way_length

SIZE = 12


def bricks(seed: int) -> Floats:
    """A board of a few blocks of random heights."""
    rng = np.random.default_rng(seed)
    plates = np.zeros((SIZE, SIZE))
    for _ in range(6):
        x, y, w, d = rng.integers(0, 9), rng.integers(0, 9), rng.integers(1, 5), rng.integers(1, 5)
        plates[y : y + d, x : x + w] = rng.integers(1, 10)
    return plates


def cost(plates: Floats, a: tuple[float, float], b: tuple[float, float]) -> float:
    way = least_way(climbing(plates), a, b)
    assert way is not None
    return way.cost


@pytest.mark.rule("MF-13")
def test_flat_ground_costs_the_straight_line_at_any_angle() -> None:
    assert cost(np.zeros((40, 40)), (1.0, 0.5), (31.0, 12.5)) == pytest.approx(math.hypot(30, 12))


@pytest.mark.rule("MF-13")
def test_a_wall_is_climbed_where_that_is_cheaper_and_walked_round_where_not() -> None:
    plates = np.zeros((41, 20))
    plates[:, 10] = 5  # right across: up and down cost 2 studs each
    assert cost(plates, (5.0, 20.5), (15.0, 20.5)) == pytest.approx(10 + 4)
    plates[:] = 0
    plates[18:23, 10] = 30  # a tower: 2.5 studs either way is a small detour
    round_it = 2 * math.hypot(5, 2.5) + 1
    assert cost(plates, (5.0, 20.5), (16.0, 20.5)) == pytest.approx(round_it, abs=0.02)


@pytest.mark.rule("MF-13")
def test_the_way_leads_round_other_models_and_never_through() -> None:
    shut = np.zeros((21, 21), bool)
    shut[8:13, 10] = True
    way = least_way(climbing(np.zeros((21, 21)), shut), (5.0, 10.5), (16.0, 10.5))
    assert way is not None
    assert way.cost == pytest.approx(2 * math.hypot(5, 2.5) + 1, abs=0.02)
    shut[:, 10] = True
    assert least_way(climbing(np.zeros((21, 21)), shut), (5.0, 10.5), (16.0, 10.5)) is None


places = st.tuples(st.floats(0.3, SIZE - 0.3), st.floats(0.3, SIZE - 0.3))


@pytest.mark.rule("MF-13")
@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), places, places, places)
def test_the_distance_is_symmetric_and_obeys_the_triangle_inequality(
    seed: int, a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]
) -> None:
    plates = bricks(seed)
    assert cost(plates, a, b) == pytest.approx(cost(plates, b, a), abs=1e-6)
    assert cost(plates, a, c) <= cost(plates, a, b) + cost(plates, b, c) + 0.02


@pytest.mark.rule("CN-12")
def test_a_construct_pays_no_climb_but_each_step_has_a_limit_up_and_down() -> None:
    plates = np.zeros((9, 20))
    plates[:, 10:] = 3
    low, high = (5.0, 4.5), (15.0, 4.5)
    free = least_way(stepping(plates, up=3, down=4), low, high)
    assert free is not None
    assert free.cost == pytest.approx(10)
    walls = stepping(plates, up=2, down=4)
    assert least_way(walls, low, high) is None
    assert least_way(walls, high, low) is not None


def test_the_reach_map_agrees_with_the_way_to_every_stud() -> None:
    walls = climbing(bricks(3))
    reach = reach_map(walls, (6.0, 6.5), 6.0)
    for row, column in np.argwhere(np.isfinite(reach))[::7]:
        way = least_way(walls, (6.0, 6.5), (column + 0.5, row + 0.5))
        assert way is not None
        assert reach[row, column] == pytest.approx(way.cost, abs=0.02)


def true_cost(walls: Walls, start: tuple[float, float], end: tuple[float, float]) -> float:
    """The slow, obviously right way: every corner of the board may be a bend, on each of its sides."""
    rows, columns = walls.shape
    corners = np.array([(x, y) for x in range(1, columns) for y in range(1, rows)], float)
    sides = [corners + INSET * side for side in ((1, 1), (1, -1), (-1, 1), (-1, -1))]
    points = np.vstack([[start, end], *sides])
    cost = np.full(len(points), np.inf)
    cost[0] = 0.0
    done = np.zeros(len(points), bool)
    while True:
        here = int(np.argmin(np.where(done, np.inf, cost)))
        if here == 1 or not np.isfinite(cost[here]):
            return float(cost[1])
        done[here] = True
        reached = line_costs(walls, np.broadcast_to(points[here], points.shape), points)
        cost = np.minimum(cost, cost[here] + reached)


@pytest.mark.rule("MF-13", "CN-12")
@pytest.mark.parametrize("seed", range(24))
def test_the_way_is_within_one_percent_of_the_true_shortest(seed: int) -> None:
    rng = np.random.default_rng(seed)
    plates = bricks(seed)
    shut = rng.random((SIZE, SIZE)) < (0.12 if seed % 3 == 0 else 0.0)
    start, end = rng.uniform(0.5, SIZE - 0.5, (2, 2))
    for x, y in (start, end):
        shut[int(y), int(x)] = False
    walls = climbing(plates, shut) if seed % 2 else stepping(plates, 3, 6, shut)
    way, true = least_way(walls, tuple(start), tuple(end)), true_cost(walls, tuple(start), tuple(end))
    if true >= SHUT:
        assert way is None
        return
    assert way is not None
    assert true - 1e-6 <= way.cost <= 1.01 * true
    legs = np.array(way.points)
    assert way.cost == pytest.approx(float(line_costs(walls, legs[:-1], legs[1:]).sum()))


@pytest.mark.rule("HR-7")
def test_the_error_of_a_way_comes_from_its_ends_and_from_what_it_bends_round() -> None:
    way = Way(((0.0, 0.0), (3.0, 0.0), (3.0, 4.0)), 7.0)
    assert way_length(way, 0.1, 0.0).error == pytest.approx(1.96 * 0.1)
    assert way_length(way, 0.0, 0.0, bend_sigma=0.1).error == pytest.approx(1.96 * 0.1 * math.sqrt(2))


def test_a_flier_goes_straight_and_pays_the_level_once() -> None:
    way = flight((0.0, 0.0), (3.0, 4.0), 1.2)
    assert way.points == ((0.0, 0.0), (3.0, 4.0))
    assert way.cost == pytest.approx(6.2)
    assert way.climb == pytest.approx(1.2)
