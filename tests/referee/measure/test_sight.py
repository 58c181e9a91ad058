"""Sight, exposure and cover over terrain and models, and how sure they are."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.law.measured import Doubt, Measured
from referee.law.ruling import Verdict
from referee.measure.blocking import blocked_by_terrain
from referee.measure.bodies import Body, construct_body, figure_body, rectangle
from referee.measure.sight import exposure, sight
from referee.measure.walls import Floats

SIZE = 24


def flat() -> Floats:
    return np.zeros((SIZE, SIZE))


def walled(height: float) -> Floats:
    """A wall right across, between x = 11 and 12."""
    plates = flat()
    plates[:, 11] = height
    return plates


def figure(name: str, x: float, y: float, level: float = 0.0, sigma: float = 0.0) -> Body:
    return figure_body(name, (x, y), level, sigma=sigma)


def block(name: str, x: float, y: float, side: float, top: float, sigma: float = 0.0) -> Body:
    return construct_body(name, rectangle((x, y), side, side), 0.0, top, sigma)


def test_on_flat_ground_everyone_sees_everyone_whole() -> None:
    a, b = figure("a", 3, 12), figure("b", 20, 9.5)
    found = sight(flat(), a, b)
    assert found.seen
    assert found.sure
    share = exposure(flat(), a, b)
    assert share.share == Measured(1.0, 0.0)
    assert share.cover().cover == "none"


@pytest.mark.parametrize(
    ("height", "seen", "cover"),
    [
        (0, True, "none"),
        (3, True, "none"),
        (9, True, "soft"),
        (10.5, True, "soft"),
        (11, True, "hard"),
        (12.5, False, "hard"),
    ],
)
def test_a_wall_hides_from_the_feet_up(height: float, seen: bool, cover: str) -> None:
    a, b = figure("a", 3, 12), figure("b", 20, 12)
    assert sight(walled(height), a, b).seen == seen
    assert exposure(walled(height), a, b).cover().cover == cover


def test_half_a_wall_hides_half_a_body() -> None:
    plates = flat()
    plates[12:, 11] = 30  # everything on one side of the line of the eyes
    a = figure("a", 3, 12)
    b = figure_body("b", (20, 12), 0.0, facing=0.0)  # shoulders across the line
    share = exposure(plates, a, b).share
    assert share.value == pytest.approx(0.5, abs=0.1)


def test_from_a_tower_one_looks_over_a_wall() -> None:
    a, b = figure("a", 3, 12, level=30), figure("b", 20, 12)
    plates = walled(9)
    plates[11:13, 1:5] = 30
    assert exposure(plates, a, b).share.value > 0.95
    assert exposure(plates, b, a).past_terrain.value < 1.0  # directional: from below the tower's rim hides


def test_a_model_in_between_is_soft_cover_never_hard() -> None:
    a, b = figure("a", 3, 12), figure("b", 20, 12)
    share = exposure(flat(), a, b, [block("c", 12, 12, 6, 30)])
    assert share.share.value == 0.0
    assert share.past_terrain.value == pytest.approx(1.0)
    assert share.cover().cover == "soft"
    assert not sight(flat(), a, b, [block("c", 12, 12, 6, 30)]).seen
    assert sight(flat(), a, b, [block("c", 12, 20, 6, 30)]).seen


def test_the_line_that_shows_it_is_free() -> None:
    plates = walled(11)
    a, b = figure("a", 3, 12), figure("b", 20, 12)
    start, end = sight(plates, a, b).line
    share = (11.5 - start[0]) / (end[0] - start[0])
    assert start[2] + share * (end[2] - start[2]) > 11


@pytest.mark.rule("HR-7")
def test_a_corner_inside_the_error_is_doubt() -> None:
    plates = flat()
    plates[0:11, 8:16] = 40
    plates[13:, 8:16] = 40
    a = figure("a", 3, 12)
    sharp, unsure = figure("b", 20, 14.1), figure("b", 20, 14.1, sigma=0.4)
    sure, doubtful = sight(plates, a, sharp), sight(plates, a, unsure)
    assert sure.sure
    assert not doubtful.sure
    assert doubtful.verdict(Doubt.MOVER) is Verdict.LEGAL
    assert doubtful.verdict(Doubt.CALL) is Verdict.TOO_CLOSE
    assert sure.verdict(Doubt.CALL) in (Verdict.LEGAL, Verdict.ILLEGAL)


def test_an_unsure_place_makes_an_unsure_exposure() -> None:
    plates = flat()
    plates[12:, 11] = 30
    a = figure("a", 3, 12)
    sharp = exposure(plates, a, figure_body("b", (20, 12), 0.0, 0.0)).share
    vague = exposure(plates, a, figure_body("b", (20, 12), 0.0, 0.0, sigma=0.3)).share
    assert vague.error > sharp.error > 0
    assert not exposure(plates, a, figure_body("b", (20, 12), 0.0, 0.0, sigma=0.3)).cover(0.05, 0.5).sure


def share_by_many_points(plates: Floats, a: Body, b: Body, across: int = 12) -> float:
    """The slow, obviously right exposure: a fine lattice of points through each part of the target."""
    shares, volumes = [], []
    for part in b.parts:
        corners = np.asarray(part.outline)
        low, high = corners.min(axis=0), corners.max(axis=0)
        steps = (np.arange(across) + 0.5) / across
        x, y, z = np.meshgrid(
            low[0] + steps * (high[0] - low[0]),
            low[1] + steps * (high[1] - low[1]),
            part.bottom + steps * (part.top - part.bottom),
        )
        points = np.column_stack([x.ravel(), y.ravel(), z.ravel()])
        hidden = blocked_by_terrain(plates, np.broadcast_to(np.asarray(a.eye), points.shape), points)
        shares.append(1 - hidden.mean())
        volumes.append((high - low).prod() * (part.top - part.bottom))
    return float(np.average(shares, weights=volumes))


def test_the_exposure_is_within_its_error_of_what_many_points_say() -> None:
    inside = []
    for seed in range(60):
        rng = np.random.default_rng(seed)
        plates = flat()
        for _ in range(8):
            x, y = rng.integers(6, SIZE - 6, 2)
            plates[y : y + rng.integers(1, 6), x : x + rng.integers(1, 3)] = rng.integers(3, 12)
        a, b = figure("a", 3, float(rng.integers(4, 20))), figure("b", 21, float(rng.integers(4, 20)))
        true, said = share_by_many_points(plates, a, b), exposure(plates, a, b).share
        if 0 < true < 1:
            inside.append(abs(said.value - true) <= said.error)
    assert len(inside) > 15
    assert np.mean(inside) >= 0.9


places = st.tuples(st.floats(1.5, SIZE - 1.5), st.floats(1.5, SIZE - 1.5))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), places, places, st.sampled_from([0.0, 0.1]))
def test_sight_is_the_same_both_ways(
    seed: int, at: tuple[float, float], to: tuple[float, float], sigma: float
) -> None:
    rng = np.random.default_rng(seed)
    plates = flat()
    for _ in range(5):
        x, y = rng.integers(0, SIZE - 5, 2)
        plates[y : y + rng.integers(1, 8), x : x + rng.integers(1, 4)] = rng.integers(1, 20)
    a = figure("a", *at, level=plates[int(at[1]), int(at[0])], sigma=sigma)
    b = block("b", *to, side=2.0, top=float(plates[int(to[1]), int(to[0])] + 9), sigma=sigma)
    x, y = rng.uniform(3, SIZE - 3, 2)
    others = [block("c", x, y, 3.0, 20.0, sigma)]
    there, back = sight(plates, a, b, others), sight(plates, b, a, others)
    assert (there.seen, there.sure) == (back.seen, back.sure)
    assert there.line == (back.line[1], back.line[0])
