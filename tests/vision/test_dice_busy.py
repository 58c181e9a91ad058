"""What is plain is not shown to the finder, and what is busy is answered as if all were."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice import finding
from vision.dice.busy import busy_parts
from vision.dice.drawing import draw_patch
from vision.dice.finding import FINDER, NEAR, SEEN, STRIDE, answered, edged
from vision.dice.lessons import whole
from vision.dice.network import answers, prepared, trained


def a_picture(seed: int) -> NDArray[np.uint8]:
    """Dice in one corner of an otherwise bare table."""
    patch, _ = draw_patch(np.random.default_rng(seed), 96, (18, 24))
    picture = np.full((240, 300, 3), 150, np.uint8)
    picture[20:116, 30:126] = patch
    return picture


@pytest.mark.parametrize("seed", range(4))
def test_busy_parts_are_answered_as_if_the_whole_picture_were_looked_at(seed: int) -> None:
    picture = edged(a_picture(seed))
    raw, rows, cols = answered(picture)
    every = answers(prepared(picture[None]), FINDER, trained("finder"))[:, 0]
    assert raw == pytest.approx(every[:, rows, cols], abs=1e-3)
    assert 0 < len(rows) < 0.6 * every[0].size
    assert len(set(zip(rows.tolist(), cols.tolist(), strict=True))) == len(rows)


def test_a_bare_table_its_noise_and_the_wall_of_a_tray_are_not_looked_at() -> None:
    random = np.random.default_rng(2)
    picture = np.full((160, 200, 3), 90.0)
    picture[:, 120:] = 160
    noisy = np.clip(picture + random.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)
    assert busy_parts(noisy, STRIDE, NEAR, SEEN) == []


def test_a_picture_that_is_busy_all_over_is_looked_at_once() -> None:
    random = np.random.default_rng(3)
    picture = np.full((160, 200, 3), 90, np.uint8)
    for x, y in random.integers(10, 150, (60, 2)).tolist():
        cv2.circle(picture, (x, y), 2, (250, 250, 250), -1)
    assert sum(part.busy.size for part in busy_parts(picture, STRIDE, NEAR, SEEN)) <= 40 * 50


def test_nothing_is_asked_of_the_networks_about_an_empty_tray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "answers", None)
    assert finding.sightings(np.full((160, 200, 3), 90, np.uint8), (1.0,)) == []


def test_the_middle_of_almost_every_drawn_die_is_busy() -> None:
    random, dice, missed = np.random.default_rng(7), 0, 0
    for _ in range(60):
        picture, drawn = draw_patch(random, 96, (14, 28))
        seen = np.zeros((24, 24), bool)
        for part in busy_parts(picture, STRIDE, NEAR, SEEN):
            high, wide = part.busy.shape
            seen[part.top : part.top + high, part.left : part.left + wide] |= part.busy
        for die in (die for die in drawn if whole(die, picture)):
            dice += 1
            missed += not seen[min(23, round(die.y / STRIDE)), min(23, round(die.x / STRIDE))]
    assert dice > 80
    assert missed <= 0.01 * dice
