"""A colour's name -> the linear light its plastic throws back.

Names are the reader's (calibration/palette.py), shades are not: they lie off LDraw's, as real plastic's do,
so that the reader is not handed its own table.
"""

import numpy as np

from calibration.palette import DICE_COLOURS, PALETTE, linear

Tone = tuple[float, float, float]  # red, green, blue: linear light, 0 to 1

BLOCKS = tuple(name for name in PALETTE if name != "light_nougat")  # which is skin only
DICE = DICE_COLOURS

SHADES = {
    "black": "0b151c",
    "blue": "0d55b5",
    "green": "13803a",
    "red": "bf1008",
    "yellow": "f4c81c",
    "white": "f6f6f4",
    "tan": "dfc592",
    "orange": "ee8122",
    "reddish_brown": "5a2c12",
    "light_bluish_grey": "9c9fa2",
    "dark_bluish_grey": "686a67",
    "dark_blue": "123460",
    "lime": "b2da12",
    "purple": "6f1a86",
    "dark_red": "720e12",
    "light_nougat": "f8d0ac",
    "flat_silver": "8a8c90",
    "pip_white": "f2f2f0",
    "pip_black": "101010",
    "print": "241a14",
    "die_white": "f0efec",
    "die_green": "0c7a34",
    "die_red": "b4121a",
    "die_blue": "1c3fa8",
}
SKINS = ("c68f6e", "8d5a41", "e0b497", "5b3a2c", "f0c9b0")  # of hands over the table


def tone(code: str) -> Tone:
    """The linear light of an sRGB hex code."""
    red, green, blue = linear(np.array([int(code[i : i + 2], 16) for i in (0, 2, 4)], float)).tolist()
    return red, green, blue


def colour(name: str) -> Tone:
    """The linear light of a named colour; dice colours are `die_red` and so on."""
    return tone(SHADES[name])
