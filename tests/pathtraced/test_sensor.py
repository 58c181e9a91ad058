"""What a cheap webcam makes of light."""

import numpy as np
import pytest

from tests.pathtraced.sensor import Sensor, develop, encode, exposed

GREY = np.full((90, 160, 3), 0.2, np.float32)
CLEAN = Sensor(cast=(1.0, 1.0, 1.0), vignette=0.0, noise=0.0, blur_px=0.5)


def test_the_curve_is_srgb() -> None:
    assert encode(np.array([0.0, 0.001, 0.2140, 1.0, 3.0])) * 255 == pytest.approx(
        [0, 3.29, 127.5, 255, 255], abs=0.1
    )


def test_exposure_gives_the_mean_asked_for() -> None:
    picture = develop(GREY, exposed(CLEAN, GREY, 0.54), np.random.default_rng(0))
    assert picture.mean() / 255 == pytest.approx(0.54, abs=0.01)


def test_a_warm_cast_is_more_red_than_blue() -> None:
    blue, _, red = develop(GREY, Sensor((1.1, 1.0, 0.8), 0.0, 0.0, 0.5), np.random.default_rng(0))[40, 80]
    assert red > blue


def test_corners_are_darker_under_a_vignette() -> None:
    picture = develop(GREY, Sensor((1.0, 1.0, 1.0), 0.3, 0.0, 0.5), np.random.default_rng(0))
    assert picture[0, 0].mean() < picture[45, 80].mean() - 10


def test_noise_follows_its_seed() -> None:
    noisy = Sensor((1.0, 1.0, 1.0), 0.0, 0.04, 0.7)
    first, again, other = (develop(GREY, noisy, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()
