"""Rulings a second of each game, and the least costly way beside scikit-image's on the same map."""

import random
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from skimage.graph import route_through_array

from referee.law.game import GAMES, load
from referee.match_file import read_match
from referee.measure.lines import line_costs
from referee.measure.walls import Walls, climbing
from referee.measure.ways import INSET, least_way
from tests.bench.row import Row, median_ms
from tests.random_matches import choose, set_ups

CLAIMS = 1500  # a game
BOARD = 96  # studs a side
WAYS = 4
PIXELS = 4  # a stud, in the raster that scikit-image searches

Floats = NDArray[np.float64]


def rows() -> Iterator[Row]:
    """Rulings of every game, then both ways over one board."""
    for game_name in GAMES:
        claims, seconds = _timed_claims(game_name)
        yield Row(
            f"{game_name}: rulings, measures given",
            claims / seconds,
            "/s",
            f"{claims} random legal claims, processor time",
        )
    yield from _ways()


def _timed_claims(game_name: str) -> tuple[int, float]:
    """Random matches one after another; only `apply` is timed, in processor time."""
    game, chance = load(game_name), random.Random(0)
    files = set_ups(game_name)
    setups = [read_match(path) for path in files]
    state: Any = game.start(setups[0])
    seconds, started = 0.0, 0
    for _ in range(CLAIMS):
        legal = game.legal_claims(state)
        if not legal:
            started += 1
            state = game.start(setups[started % len(setups)])
            legal = game.legal_claims(state)
        claim = choose(legal, chance)
        begun = time.process_time()
        state, _ = game.apply(state, claim)
        seconds += time.process_time() - begun
    return CLAIMS, seconds


def hills(seed: int = 5) -> Floats:
    """A board of 96 × 96 studs with forty blocks of one to nine plates."""
    rng = np.random.default_rng(seed)
    plates = np.zeros((BOARD, BOARD))
    for _ in range(40):
        x, y = rng.integers(0, BOARD - 8, 2)
        w, d = rng.integers(2, 10, 2)
        plates[y : y + d, x : x + w] = rng.integers(1, 10)
    return plates


def _ways() -> Iterator[Row]:
    plates = hills()
    walls = climbing(plates)
    rng = np.random.default_rng(9)
    ends = rng.uniform(2, BOARD - 2, (WAYS, 2, 2))
    pairs = [((float(a[0]), float(a[1])), (float(b[0]), float(b[1]))) for a, b in ends]
    raster = _raster(plates)
    true = [_true_cost(plates, walls, a, b) for a, b in pairs]
    ours = [way.cost for a, b in pairs if (way := least_way(walls, a, b)) is not None]
    theirs = [_routed(raster, a, b) for a, b in pairs]
    over = f"overcharge {_over(ours, true):.2f} % mean, {_worst(ours, true):.2f} % worst"
    yield Row(
        "least way, 96 × 96 with terrain", _each(lambda a, b: least_way(walls, a, b), pairs), "ms", over
    )
    over = f"overcharge {_over(theirs, true):.2f} % mean, {_worst(theirs, true):.2f} % worst"
    yield Row(
        "  route_through_array, 4 pixels a stud", _each(lambda a, b: _routed(raster, a, b), pairs), "ms", over
    )


def _true_cost(plates: Floats, walls: Walls, start: tuple[float, float], end: tuple[float, float]) -> float:
    """Dijkstra over every corner at which heights differ, on each of its four sides; nothing is left out."""
    around = np.stack([plates[:-1, :-1], plates[:-1, 1:], plates[1:, :-1], plates[1:, 1:]])
    rows_, columns = np.nonzero(np.ptp(around, axis=0) > 0)
    corners = np.column_stack([columns + 1.0, rows_ + 1.0])
    sides = [corners + INSET * side for side in ((1, 1), (1, -1), (-1, 1), (-1, -1))]
    points = np.vstack([[start, end], *sides])
    cost = np.full(len(points), np.inf)
    cost[0] = 0.0
    done = np.zeros(len(points), bool)
    while True:
        here = int(np.argmin(np.where(done, np.inf, cost)))
        if here == 1:
            return float(cost[1])
        done[here] = True
        near = np.flatnonzero(~done & (np.hypot(*(points - points[here]).T) + cost[here] < cost))
        reached = line_costs(walls, np.broadcast_to(points[here], (near.size, 2)), points[near])
        cost[near] = np.minimum(cost[near], cost[here] + reached)


def _raster(plates: Floats) -> Floats:
    """Cost a pixel: its share of a stud, and on either side of a wall half its climb."""
    fine = np.kron(plates, np.ones((PIXELS, PIXELS)))
    cost = np.full(fine.shape, 1.0 / PIXELS)
    for axis in (0, 1):
        climb = 0.4 * np.abs(np.diff(fine, axis=axis)) / 2
        pad = [(0, 1), (0, 0)] if axis == 0 else [(0, 0), (0, 1)]
        cost += np.pad(climb, pad) + np.pad(climb, [side[::-1] for side in pad])
    return cost


def _routed(raster: Floats, start: tuple[float, float], end: tuple[float, float]) -> float:
    at = [(int(y * PIXELS), int(x * PIXELS)) for x, y in (start, end)]
    _, cost = route_through_array(raster, at[0], at[1], fully_connected=True, geometric=True)  # type: ignore[no-untyped-call]
    return float(cost)


def _each(call: Any, pairs: list[Any]) -> float:
    return median_ms(lambda: [call(a, b) for a, b in pairs], 3) / len(pairs)


def _over(costs: list[float], true: list[float]) -> float:
    return float(np.mean([100 * (c / t - 1) for c, t in zip(costs, true, strict=True)]))


def _worst(costs: list[float], true: list[float]) -> float:
    return float(max(100 * (c / t - 1) for c, t in zip(costs, true, strict=True)))
