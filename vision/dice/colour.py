"""The pixels of a top face → the name of the die's colour."""

import numpy as np
from numpy.typing import NDArray

from calibration.palette import linear

REACH = 0.42  # of the side: a disc that stays inside the face however it is turned
GREY_CHROMA = 0.22  # (max − min) / max of linear light below this has no hue
PALE, PALE_CHROMA = 0.1, 0.45  # bright bodies are white even when ivory or under a warm lamp
WHITE, BLACK = 0.16, 0.035  # linear light of a grey body
HUES = (  # the upper end of each name's hue, degrees
    (18, "red"),
    (42, "orange"),
    (68, "yellow"),
    (85, "lime"),
    (185, "green"),
    (262, "blue"),
    (322, "purple"),
    (360, "red"),
)
FULL = 240.0  # grey levels: where all channels are as bright as the sensor counts, the light's tint is lost
BROWN = 0.22  # orange darker than this is called brown


def colour_name(
    picture: NDArray[np.uint8], x: float, y: float, side: float, light: tuple[float, float, float]
) -> str | None:
    """What colour the body of a die is; None if it lies outside the picture."""
    reach = max(2.0, REACH * side)
    left, top = max(0, round(x - reach)), max(0, round(y - reach))
    part = picture[top : round(y + reach) + 1, left : round(x + reach) + 1]
    if part.size == 0:
        return None
    rows, cols = np.mgrid[: part.shape[0], : part.shape[1]]
    disc = np.hypot(cols + left - x, rows + top - y) <= reach
    pixels = part[disc] if disc.any() else part.reshape(-1, 3)
    body = np.median(pixels, axis=0)[::-1]  # pips cover less than half of any face
    return "white" if body.min() >= FULL else named(linear(body.astype(float)) / np.asarray(light))


def named(rgb: NDArray[np.float64]) -> str:
    """The colour name of linear light R, G, B."""
    high, low = float(rgb.max()), float(rgb.min())
    if high < BLACK:
        return "black"
    if (high - low) / high < (PALE_CHROMA if low > PALE else GREY_CHROMA):
        return "white" if high > WHITE else "black"
    hue = hue_degrees(rgb)
    name = next(name for end, name in HUES if hue <= end)
    return "reddish_brown" if name in ("orange", "yellow") and high < BROWN else name


def hue_degrees(rgb: NDArray[np.float64]) -> float:
    """The hue of linear light, perceptual enough once gamma is put back (0 red, 120 green, 240 blue)."""
    r, g, b = np.clip(rgb, 0, 1) ** (1 / 2.2)
    high, low = max(r, g, b), min(r, g, b)
    span = max(high - low, 1e-6)
    if high == r:
        return float(60 * ((g - b) / span) % 360)
    return float(60 * ((b - r) / span + 2)) if high == g else float(60 * ((r - g) / span + 4))
