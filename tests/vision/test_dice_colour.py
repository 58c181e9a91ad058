"""What the body of a die is called, in the table's light."""

import numpy as np
import pytest

from vision.dice.colour import colour_name

WARM = (1.35, 1.0, 0.6)  # a lamp's gain of R, G, B


@pytest.mark.parametrize(
    ("bgr", "light", "name"),
    [
        ((200, 200, 200), (1.0, 1.0, 1.0), "white"),
        ((150, 195, 225), WARM, "white"),  # a white die as a warm lamp shows it
        ((250, 250, 250), WARM, "white"),  # overexposed: the sensor's limit is no tint
        ((30, 30, 180), (1.0, 1.0, 1.0), "red"),
        ((170, 80, 30), (1.0, 1.0, 1.0), "blue"),
        ((25, 25, 25), (1.0, 1.0, 1.0), "black"),
    ],
)
def test_a_body_is_named_by_its_colour_in_the_light(
    bgr: tuple[int, int, int], light: tuple[float, float, float], name: str
) -> None:
    picture = np.full((40, 40, 3), bgr, np.uint8)
    assert colour_name(picture, 20.0, 20.0, 20.0, light) == name
