"""The board's colour under lamps of several casts: the least coloured lamp that explains it wins."""

import numpy as np
import pytest

from calibration.light import SHEEN, board_colour
from calibration.palette import PALETTE, linear


@pytest.mark.parametrize("name", ["tan", "green", "blue"])
@pytest.mark.parametrize("lamp", [(1.7, 1.7, 1.7), (1.36, 1.7, 2.0), (1.9, 1.65, 1.3), (1.0, 1.0, 1.0)])
def test_a_coloured_board_keeps_its_name_under_any_lamp(name: str, lamp: tuple[float, ...]) -> None:
    seen = (linear(np.array(PALETTE[name], float)) + SHEEN) * lamp
    assert board_colour(np.tile(np.minimum(seen, 1.0), (50, 1))) == name


def test_a_grey_board_in_warm_light_is_no_tan_one() -> None:
    seen = (linear(np.array(PALETTE["dark_bluish_grey"], float)) + SHEEN) * (1.34, 1.18, 0.82)
    assert board_colour(np.tile(seen, (50, 1))) == "dark_bluish_grey"
