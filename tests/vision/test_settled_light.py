"""Board and pieces under a lamp of known colour: the light found must be that lamp's."""

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.light import SHEEN
from calibration.palette import PALETTE, linear
from vision.settled_light import settled_light

PIECES = ("red", "light_bluish_grey", "yellow", "white", "dark_bluish_grey", "tan", "blue", "reddish_brown")


def shown(name: str, lamp: tuple[float, float, float]) -> NDArray[np.float64]:
    return np.asarray(np.array(lamp) * (linear(np.array(PALETTE[name], float)) + SHEEN))


def table(board: str, lamp: tuple[float, float, float]) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    flat = np.tile(shown(board, lamp).astype(np.float32), (16, 16, 1))
    return flat, np.stack([shown(name, lamp) for name in PIECES])


@pytest.mark.parametrize("board", ["green", "blue", "light_bluish_grey"])
@pytest.mark.parametrize("lamp", [(0.95, 0.8, 0.56), (0.8, 0.8, 0.8), (0.62, 0.8, 0.98)])
def test_pieces_tell_what_hue_a_lamp_has(board: str, lamp: tuple[float, float, float]) -> None:
    flat, tops = table(board, lamp)
    name, light, names = settled_light(
        flat, np.ones((16, 16), bool), board, tops, np.full((len(tops), 2), 8.0)
    )
    assert name == board
    assert names.tolist() == list(PIECES)
    assert light.cast == pytest.approx(lamp, rel=0.12)


def test_pieces_tell_how_bright_a_lamp_over_a_black_board_is() -> None:
    flat, tops = table("black", (0.7, 0.7, 0.7))
    flat = flat * np.float32(1.8)  # a board that mirrors the room looks brighter than it is
    _, light, names = settled_light(
        flat, np.ones((16, 16), bool), "black", tops, np.full((len(tops), 2), 8.0)
    )
    assert names.tolist() == list(PIECES)
    assert light.cast == pytest.approx((0.7, 0.7, 0.7), rel=0.2)


def test_a_bare_board_is_lit_as_it_looks() -> None:
    flat, _ = table("green", (0.8, 0.8, 0.8))
    _, light, names = settled_light(
        flat, np.ones((16, 16), bool), "green", np.zeros((0, 3)), np.zeros((0, 2))
    )
    assert len(names) == 0
    assert light.tint == (1.0, 1.0, 1.0)
