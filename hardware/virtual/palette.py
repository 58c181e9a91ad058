"""A colour's name (LDraw's, or #rrggbb) -> the light it reflects.

The values are facts of LDraw's colour definition file; hardware may not know calibration, so it
keeps the ones it paints with.
"""

from functools import cache

RGB = tuple[int, int, int]

PALETTE: dict[str, RGB] = {
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
BRICK_COLOURS = tuple(name for name in PALETTE if name != "light_nougat")
BOARD_COLOURS = ("green", "light_bluish_grey", "dark_bluish_grey", "tan", "blue", "black", "white")
DICE_RGB: dict[str, RGB] = {
    "white": (240, 240, 236),
    "green": (0, 110, 45),
    "red": (190, 8, 10),
    "blue": (20, 45, 190),
}


@cache
def rgb(colour: str) -> RGB:
    """The sRGB values of a palette name or of "#rrggbb"."""
    if colour.startswith("#"):
        return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
    return PALETTE[colour]
