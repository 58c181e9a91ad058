"""The colours bricks come in: LDraw names and their sRGB values (LDraw's colour definition file)."""

import numpy as np
from numpy.typing import NDArray

PALETTE: dict[str, tuple[int, int, int]] = {
    "black": (27, 42, 52),
    "blue": (30, 90, 168),
    "green": (0, 133, 43),
    "red": (180, 0, 0),
    "yellow": (250, 200, 10),
    "white": (244, 244, 244),
    "tan": (176, 160, 111),
    "orange": (214, 121, 35),
    "reddish_brown": (95, 49, 9),
    "light_bluish_grey": (150, 150, 150),
    "dark_bluish_grey": (100, 100, 100),
    "dark_blue": (25, 50, 90),
    "lime": (165, 202, 24),
    "purple": (103, 31, 129),
    "dark_red": (114, 0, 18),
    "light_nougat": (255, 201, 149),
}

BOARD_COLOURS = ("green", "light_bluish_grey", "dark_bluish_grey", "tan", "blue", "black", "white")
DICE_COLOURS = ("white", "green", "red", "blue")


def linear(srgb: NDArray[np.float64]) -> NDArray[np.float64]:
    """sRGB values 0–255 as linear light 0–1 (IEC 61966-2-1)."""
    v = srgb / 255.0
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)
