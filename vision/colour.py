"""Seen pixels -> LDraw colour names, with the light taken out and a margin that says how sure.

For each colour of the palette the most plausible light (diffuse, gloss) that also explains the board
beside it is found; the colour whose prediction lies nearest in CIELAB wins.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.light import SHEEN
from calibration.palette import PALETTE, linear
from vision.light import LINEAR, Light

Array = NDArray[np.float64]
Names = NDArray[np.str_]

BRICK_COLOURS = tuple(name for name in PALETTE if name != "light_nougat")
CLIPPED = 0.9  # linear; brighter channels may have lost their light to the sensor's ceiling

# How much the diffuse light may differ from the calm board's (shadow, falloff), with what such a guess costs.
UP_FACING = (0.8, 0.9, 1.0, 1.1, 1.2)
ANY_FACING = (0.3, 0.4, 0.5, 0.62, 0.75, 0.87, 1.0, 1.13)
GLOSS_SHARES = (
    0.0,
    0.5,
    1.0,
    1.5,
)  # a piece mirrors the lamp much as the board beside it does, tilted or not
SPREAD_DIFFUSE = 0.15  # 1-sigma of ln(diffuse) for surfaces that face up as the board does
SPREAD_GLOSS = 0.6  # 1-sigma of the gloss share
SPREAD_LAB = 5.0  # 1-sigma of CIELAB error of a prediction: noise, palette, inter-reflection

_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_WHITE = _XYZ.sum(axis=1)


def to_lab(rgb: Array) -> Array:
    """CIELAB (D65) of linear R, G, B 0–1, any leading shape."""
    xyz = np.maximum(rgb, 0) @ (_XYZ / _WHITE[:, None]).T
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.stack(
        [116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1
    )


def classify(
    samples_bgr: NDArray[np.uint8] | Array,
    light: Light,
    places: Array | None = None,
    names: Sequence[str] = BRICK_COLOURS,
    facing: Sequence[float] = UP_FACING,
) -> tuple[Names, Array]:
    """Colour names (N,) of BGR samples (N, 3), and their margins (N,) from 0 (a toss-up) to 1.

    `places` (N, 2) in studs takes the local glare into account; `facing` lists how much of the lamp's light
    the surface may catch (`UP_FACING` for tops, `ANY_FACING` for sides and round things).
    """
    return classify_linear(linear_rgb(samples_bgr), light, places, names, facing)


def classify_linear(
    seen: Array,
    light: Light,
    places: Array | None = None,
    names: Sequence[str] = BRICK_COLOURS,
    facing: Sequence[float] = UP_FACING,
) -> tuple[Names, Array]:
    """The same for linear R, G, B samples (N, 3)."""
    cost = costs(seen, light, places, names, facing)
    order = np.sort(cost, axis=1)
    best = np.asarray(names)[np.argmin(cost, axis=1)]
    second = order[:, 1] if cost.shape[1] > 1 else np.full(len(cost), np.inf)
    return best, 1 - np.exp(-0.5 * (second - order[:, 0]))


def linear_rgb(samples_bgr: NDArray[np.uint8] | Array) -> Array:
    """Linear R, G, B (N, 3) of BGR samples 0–255."""
    bgr = np.atleast_2d(np.asarray(samples_bgr))
    if bgr.dtype == np.uint8:
        return np.asarray(LINEAR[bgr[:, ::-1]], float)
    return linear(np.asarray(bgr[:, ::-1], float))


def costs(
    seen: Array, light: Light, places: Array | None, names: Sequence[str], facing: Sequence[float]
) -> Array:
    """Chi-squares (N, colours) of linear samples (N, 3): how badly the best light for each colour fits."""
    board = light.at(places, len(seen)) / light.cast
    albedo = linear(np.array([PALETTE[name] for name in names], float))
    diffuse = np.array(facing, float)
    # gloss the board shows beside the sample, for each guess of diffuse light; clipped channels say nothing
    open_channels = np.where(board * light.cast < CLIPPED, 1.0, 1e-3)
    excess = board[:, None] - light.board_albedo * np.minimum(diffuse, 1.0)[:, None]
    gloss = (excess * open_channels[:, None]).sum(-1) / open_channels.sum(-1)[:, None]
    gloss = np.maximum(gloss, SHEEN)  # N × D
    share = np.array(GLOSS_SHARES)
    shine = SHEEN + (gloss[:, :, None] - SHEEN) * share  # N × D × G
    predicted = albedo[None, :, None, None] * diffuse[:, None, None] + shine[:, None, ..., None]
    error = to_lab(np.minimum(predicted * light.cast, 1.0)) - to_lab(seen)[:, None, None, None]
    chi = (error**2).sum(-1) / SPREAD_LAB**2
    spread = SPREAD_DIFFUSE if min(facing) >= min(UP_FACING) else 4 * SPREAD_DIFFUSE
    chi += (np.log(diffuse) / spread)[:, None] ** 2 + ((share - 1) / SPREAD_GLOSS) ** 2
    return np.asarray(chi.min(axis=(2, 3)), float)
