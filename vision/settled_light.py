"""What board and pieces show -> the board's colour, the light and the pieces' colours that agree best.

A grey board under an unknown lamp could be any grey, and a green one says nothing of the lamp's red and
blue. But the pieces' colours are of the palette: in a wrong light they fit none of it.
"""

from itertools import product
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from calibration.palette import BOARD_COLOURS, PALETTE, linear
from vision.colour import BRICK_COLOURS, UP_FACING, classify_linear, costs
from vision.light import Light, light_from, telling

Tint = tuple[float, float, float]

WORST_MISFIT = 30.0  # chi-square; one odd piece must not decide the board's colour
OTHER_BOARD = 0.5  # chi-square a piece must gain on average before the board is called another colour
HUE = 0.15  # 1 sigma of the logarithm of a lamp's red and of its blue over its green
# what a lamp may be in channels that a board is too dark in to tell; all of a black one's, and how bright
TINTS = (0.65, 0.72, 0.8, 0.87, 0.93, 1.0, 1.07, 1.15, 1.24, 1.35, 1.5)
BRIGHTNESSES = (0.4, 0.5, 0.63, 0.8, 1.0, 1.25, 1.6, 2.0, 2.5, 3.2, 4.0, 5.0)
SPREAD_BRIGHT = 0.7  # of the logarithm: a black board mirrors the room as much as it is lit


def settled_light(
    flat: NDArray[np.float32],
    shown: NDArray[np.bool_],
    board: str | None,
    tops: NDArray[np.float64],
    places: NDArray[np.float64],
) -> tuple[str, Light, NDArray[np.str_]]:
    """The board's colour, the light, and the colour of each piece.

    `flat` is what the board shows at each stud where it is `shown`, linear; `tops` (n, 3) what the pieces'
    tops show at their `places` (n, 2).
    """
    guess = light_from(flat, shown, board)
    named = board or next(
        n for n in BOARD_COLOURS if np.allclose(linear(np.array(PALETTE[n], float)), guess.board_albedo)
    )
    tried = [
        (price + OTHER_BOARD * len(tops) * (name != named), name, light_from(flat, shown, name, tint))
        for name in (BOARD_COLOURS if len(tops) else (named,))
        for price, tint in tints(name)
    ]

    def cost(price: float, light: Light) -> float:
        """Chi-square of the pieces and of the lamp's hue."""
        red, green, blue = np.log(light.cast)
        price += ((red - green) ** 2 + (blue - green) ** 2) / HUE**2
        if not len(tops):
            return price
        misfit = costs(tops, light, places, BRICK_COLOURS, UP_FACING).min(axis=1)
        return price + float(np.minimum(misfit, WORST_MISFIT).sum())

    _, name, light = min(
        ((cost(price, light), name, light) for price, name, light in tried), key=itemgetter(0)
    )
    return name, light, classify_linear(tops, light, places)[0]


def tints(board: str) -> list[tuple[float, Tint]]:
    """The tints of a lamp that a board of this colour doesn't tell, each with its price in chi-square."""
    told = telling(linear(np.array(PALETTE[board], float)))
    if told.all():
        return [(0.0, (1.0, 1.0, 1.0))]
    brights = (1.0,) if told.any() else BRIGHTNESSES
    reds, blues = (((1.0,) if t else TINTS) for t in told[[0, 2]])  # brightness stands for green
    return [
        (float((np.log(bright) / SPREAD_BRIGHT) ** 2), (bright * r, bright, bright * b))
        for bright, r, b in product(brights, reds, blues)
    ]
