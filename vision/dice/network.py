"""Pixels → where dice may lie and what they show: a small convolutional network in plain NumPy.

Arrays are laid out channels first, (channel, picture, row, column), so that every layer is one matrix product.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

WEIGHTS = Path(__file__).with_name("weights.npz")
STRIDE = 4  # pixels from one answer to the next
ANSWERS = 10  # no die, the values 1–6, then x, y and log side of the top face
NOTHING, VALUES, PLACE = 0, slice(1, 7), slice(7, 10)


@dataclass(frozen=True, slots=True)
class Layer:
    """One convolution: channels in and out, kernel width, step and spacing of the kernel's taps."""

    inputs: int
    outputs: int
    kernel: int
    step: int = 1
    spacing: int = 1


LAYERS = (
    Layer(3, 16, 5, step=2),
    Layer(16, 32, 3),
    Layer(32, 48, 3, step=2),
    Layer(48, 64, 3),
    Layer(64, 64, 3),
    Layer(64, 64, 3, spacing=2),
    Layer(64, 64, 1),
    Layer(64, ANSWERS, 1),
)

Weights = list[tuple[Floats, Floats]]  # of each layer: (outputs, inputs × taps) and the biases


def neighbourhoods(x: Floats, layer: Layer) -> Floats:
    """What each tap of the kernel sees: (inputs × taps, pictures × rows × columns), zeros outside."""
    channels, pictures, rows, cols = x.shape
    if layer.kernel == 1:
        return x.reshape(channels, -1)
    reach = layer.kernel // 2 * layer.spacing
    padded = np.pad(x, ((0, 0), (0, 0), (reach, reach), (reach, reach)))
    out_rows, out_cols = -(-rows // layer.step), -(-cols // layer.step)
    seen = np.empty((channels, layer.kernel**2, pictures, out_rows, out_cols), np.float32)
    for tap, (top, left) in enumerate(taps(layer)):
        seen[:, tap] = padded[
            :,
            :,
            top : top + out_rows * layer.step : layer.step,
            left : left + out_cols * layer.step : layer.step,
        ]
    return seen.reshape(channels * layer.kernel**2, -1)


def taps(layer: Layer) -> list[tuple[int, int]]:
    """Row and column of each tap in the padded picture."""
    offsets = range(0, layer.kernel * layer.spacing, layer.spacing)
    return [(top, left) for top in offsets for left in offsets]


def prepared(pictures: NDArray[np.uint8]) -> Floats:
    """Pictures (n, rows, columns, 3) as the network takes them: about −1 to 1."""
    return np.ascontiguousarray(pictures.transpose(3, 0, 1, 2), dtype=np.float32) / np.float32(127.5) - 1


def answer(x: Floats, weights: Weights) -> Floats:
    """The network's raw answers (ANSWERS, picture, row, column), one every STRIDE pixels."""
    for layer, (matrix, bias) in zip(LAYERS, weights, strict=True):
        pictures, rows, cols = x.shape[1], -(-x.shape[2] // layer.step), -(-x.shape[3] // layer.step)
        x = matrix @ neighbourhoods(x, layer)
        x += bias[:, None]
        if layer is not LAYERS[-1]:
            np.maximum(x, 0, out=x)
        x = x.reshape(layer.outputs, pictures, rows, cols)
    return x


def probabilities(raw: Floats) -> Floats:
    """Of no die and each value, from raw answers (at least 7, …)."""
    logits = raw[:7] - raw[:7].max(0)
    powers: Floats = np.exp(logits)
    return powers / powers.sum(0)


@cache
def trained() -> Weights:
    """The weights that come with the project (made by `python -m vision.dice.training`)."""
    with np.load(WEIGHTS) as stored:
        return [
            (stored[f"matrix{i}"].astype(np.float32), stored[f"bias{i}"].astype(np.float32))
            for i in range(len(LAYERS))
        ]
