"""A frame beside its background: light and shadow are let off, what came later is not."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.backdrop import Backdrop, stud_pattern, tone_of
from vision.boxes import Eye
from vision.foreground import foreground
from vision.plan import MARGIN, PX

COLS, ROWS = 16, 12
SHAPE = ((ROWS + 2 * MARGIN) * PX, (COLS + 2 * MARGIN) * PX)
MODEL = (slice(120, 170), slice(150, 190))  # about three studs by two and a half


def studded() -> NDArray[np.float32]:
    """A grey board with a shaded bump on every stud."""
    y, x = np.mgrid[: SHAPE[0], : SHAPE[1]]
    bump = np.cos(2 * np.pi * x / PX) * np.cos(2 * np.pi * y / PX)
    return np.asarray((140 + 12 * bump)[..., None] * np.array([1.0, 1.02, 0.98]), np.float32)


@pytest.fixture(scope="module")
def drop() -> Backdrop:
    board = studded()
    everywhere = np.ones(SHAPE, bool)
    return Backdrop(
        Eye(8, 6, 250), board, board, stud_pattern(board), tone_of(board), 7.0, everywhere, everywhere
    )


def pictured(plan: NDArray[np.floating]) -> NDArray[np.uint8]:
    noise = np.random.default_rng(5).normal(0, 3, plan.shape)
    return np.clip(np.round(plan + noise), 0, 255).astype(np.uint8)


def test_the_same_table_shows_nothing_new(drop: Backdrop) -> None:
    assert foreground(pictured(studded()), drop).mask.mean() < 0.001


def test_a_lamp_that_brightens_one_side_and_tints_it_shows_nothing_new(drop: Backdrop) -> None:
    lamp = np.linspace(0.8, 1.3, SHAPE[1])[None, :, None] * np.array([0.95, 1.0, 1.08])
    seen = foreground(pictured(studded() * lamp), drop)
    assert seen.mask.mean() < 0.001
    assert seen.gain[8, 3] == pytest.approx(lamp[0, 3 * PX + PX // 2], rel=0.04)


def test_a_soft_shadow_costs_less_than_a_thing_of_the_same_darkness(drop: Backdrop) -> None:
    shaded, covered = studded(), studded()
    shaded[MODEL] *= 0.75
    covered[MODEL] = np.array([60, 110, 140])
    shadow, thing = (foreground(pictured(p), drop).background_cost[MODEL].mean() for p in (shaded, covered))
    assert shadow < 4.5 < 15 < thing


def test_what_came_later_is_masked_and_its_surroundings_are_not(drop: Backdrop) -> None:
    plan = studded()
    plan[MODEL] = np.array([20, 30, 200])
    mask = foreground(pictured(plan), drop).mask
    assert mask[MODEL].mean() > 0.99
    around = np.ones(SHAPE, bool)
    around[MODEL[0].start - 4 : MODEL[0].stop + 4, MODEL[1].start - 4 : MODEL[1].stop + 4] = False
    assert mask[around].mean() < 0.002


def test_nothing_is_said_of_what_the_frame_never_held(drop: Backdrop) -> None:
    plan = studded()
    plan[:20] = 0
    framed = np.ones(SHAPE, bool)
    framed[:20] = False
    partly = Backdrop(drop.eye, drop.seen, drop.bare, drop.studs, drop.tone, 7.0, drop.inside, framed)
    assert not foreground(pictured(plan), partly).mask[:15].any()


def glare(x: int, y: int, strength: float) -> NDArray[np.float32]:
    """A soft highlight, eight studs across, as bright on a dark board as on a light one."""
    rows, cols = np.mgrid[: SHAPE[0], : SHAPE[1]]
    far = ((cols - x) ** 2 + (rows - y) ** 2) / (4.0 * PX) ** 2
    return np.asarray(strength * np.exp(-far)[..., None], np.float32)


def test_a_glare_that_moved_is_followed_and_said_and_a_thing_on_it_is_still_seen(drop: Backdrop) -> None:
    plan = studded() + glare(60, 60, 70)
    plan[MODEL] = np.array([20, 30, 200])
    seen = foreground(pictured(plan), drop)
    assert seen.relit
    assert seen.mask[MODEL].mean() > 0.99
    assert seen.mask[30:90, 30:90].mean() < 0.1


def test_a_model_alone_is_no_moved_glare(drop: Backdrop) -> None:
    plan = studded()
    plan[MODEL] = np.array([110, 110, 115])
    assert not foreground(pictured(plan), drop).relit


def test_where_the_sensor_met_its_ceiling_a_dimmer_lamp_shows_nothing_new(drop: Backdrop) -> None:
    bright = np.asarray(
        np.minimum(studded() * 1.9, 255), np.float32
    )  # clipped all over but between the studs
    over = Backdrop(drop.eye, bright, bright, drop.studs, drop.tone, 7.0, drop.inside, drop.framed)
    assert foreground(pictured(studded() * 1.75), over).mask.mean() < 0.01


def test_a_channel_that_is_clipped_leaves_the_others_to_tell_the_light(drop: Backdrop) -> None:
    lamp = np.ones((1, SHAPE[1], 1)) * np.array([1.1, 1.1, 1.1])
    lamp[:, SHAPE[1] // 2 :] = [1.3, 1.3, 2.2]  # red meets the ceiling on one side
    seen = foreground(pictured(studded() * lamp), drop)
    assert seen.gain[8, -4][:2] == pytest.approx([1.3, 1.3], rel=0.03)
    assert len(seen.clipped) > 0
    assert set((seen.clipped % 3).tolist()) == {2}
