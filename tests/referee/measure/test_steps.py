"""The highest steps of a way."""

import numpy as np
import pytest

from referee.measure.steps import highest_steps
from referee.measure.walls import stepping
from referee.measure.ways import least_way


@pytest.mark.rule("CN-12")
def test_each_step_counts_by_itself_up_and_down() -> None:
    plates = np.zeros((4, 12))
    plates[:, 3:6], plates[:, 6:8] = 2, 5
    assert highest_steps(plates, ((0.5, 0.5), (11.5, 3.5))) == (3, 5)
    assert highest_steps(plates, ((11.5, 3.5), (0.5, 0.5))) == (5, 3)
    assert highest_steps(plates, ((0.5, 0.5), (2.5, 3.5))) == (0, 0)
    assert highest_steps(plates, ((0.5, 0.5), (4.5, 0.5), (5.5, 3.5))) == (2, 0)


@pytest.mark.rule("CN-12")
@pytest.mark.parametrize("seed", range(12))
def test_a_way_found_within_limits_keeps_them_and_one_found_without_breaks_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    plates = np.zeros((14, 14))
    for _ in range(8):
        x, y, w, d = *rng.integers(0, 11, 2), *rng.integers(1, 6, 2)
        plates[y : y + d, x : x + w] = rng.integers(1, 9)
    start, end = (tuple(at) for at in rng.uniform(0.5, 13.5, (2, 2)))
    within = least_way(stepping(plates, 2, 4), start, end)
    if within is not None:
        up, down = highest_steps(plates, within.points)
        assert up <= 2
        assert down <= 4
    else:
        anyhow = least_way(stepping(plates, np.inf, np.inf), start, end)
        assert anyhow is not None
        up, down = highest_steps(plates, anyhow.points)
        assert up > 2 or down > 4
