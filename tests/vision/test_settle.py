"""When a picture has come to rest, and when it is black or frozen."""

import numpy as np
import pytest

from vision.plan import Picture
from vision.settle import FROZEN_FRAMES, Run, run_at

RNG = np.random.default_rng(5)
STILL = RNG.integers(60, 200, (45, 80, 3)).repeat(8, 0).repeat(8, 1).astype(np.uint8)


def noisy(frame: Picture, gain: float = 1.0) -> Picture:
    return np.clip(frame * gain + RNG.normal(0, 4, frame.shape), 0, 255).astype(np.uint8)


def with_thing(frame: Picture, x: int) -> Picture:
    out = frame.copy()
    out[100:140, x : x + 30] = (20, 30, 220)
    return out


def ran(frames: list[Picture], frames_per_s: float = 10.0) -> Run:
    run = run_at(frames_per_s)
    for frame in frames:
        run = run.then(frame)
    return run


def test_three_still_frames_make_a_rest_at_ten_a_second() -> None:
    assert not ran([noisy(STILL)] * 2).rested
    assert ran([noisy(STILL) for _ in range(3)]).rested


@pytest.mark.parametrize(("frames_per_s", "frames"), [(5, 3), (10, 3), (30, 8), (120, 9)])
def test_a_rest_is_a_quarter_of_a_second_but_never_fewer_than_three_frames(
    frames_per_s: float, frames: int
) -> None:
    assert run_at(frames_per_s).enough == frames


def test_a_small_thing_that_moves_starts_the_rest_anew() -> None:
    run = ran([noisy(STILL), noisy(STILL), noisy(with_thing(STILL, 50))])
    assert run.moved
    assert run.calm == 1
    for _ in range(2):
        run = run.then(noisy(with_thing(STILL, 50)))
    assert run.rested
    assert not run.then(noisy(with_thing(STILL, 75))).rested


def test_noise_and_automatic_exposure_are_no_motion() -> None:
    assert ran([noisy(STILL, gain) for gain in (0.9, 1.0, 0.95, 1.03)]).calm == 4


def test_the_average_is_quieter_than_its_frames() -> None:
    frames = [noisy(STILL) for _ in range(8)]
    run = ran(frames, 30.0)
    one, mean = (np.std(frame.astype(float) - STILL) for frame in (frames[-1], run.average()))
    assert mean < 0.5 * one


def test_a_black_picture_is_named() -> None:
    assert ran([np.full_like(STILL, 2)]).black
    assert not ran([STILL]).black


def test_a_picture_that_never_changes_by_a_bit_is_frozen() -> None:
    assert ran([STILL] * (FROZEN_FRAMES + 1)).frozen
    assert not ran([STILL] * FROZEN_FRAMES).frozen
    assert not ran([noisy(STILL) for _ in range(FROZEN_FRAMES + 1)]).frozen
