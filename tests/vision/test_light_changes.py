"""A lamp that is switched is told from exposure that wobbles."""

import numpy as np
import pytest

from calibration.camera import Camera, Lens
from vision.light_changes import light_changed
from vision.observation import Observation

CAMERA = Camera(Lens(64, 48, 60.0, 60.0, 32.0, 24.0), (0.0, 0.0, 0.0), (0.0, 0.0, 500.0))


def lit(light: tuple[float, float, float] | None) -> Observation:
    return Observation(CAMERA, np.zeros((2, 2), np.int16), light=light)


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        ((0.0, 0.0, 0.0), (0.02, 0.02, 0.021), False),  # automatic exposure
        ((0.0, 0.0, 0.0), (0.14, 0.15, 0.16), True),  # a lamp more
        ((0.1, 0.1, 0.1), (-0.1, -0.1, -0.1), True),  # a lamp less
        ((0.0, 0.0, 0.0), (0.013, 0.002, 0.019), True),  # another lamp, as bright but warmer
        (None, (0.3, 0.3, 0.3), False),  # nothing to compare with
    ],
)
def test_a_switched_lamp_is_a_change_and_a_wobble_is_none(
    before: tuple[float, float, float] | None, after: tuple[float, float, float], changed: bool
) -> None:
    assert [c.kind for c in light_changed(lit(before), lit(after))] == (["light"] if changed else [])
