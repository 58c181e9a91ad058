"""Pictures → answers: small convolutional networks in plain NumPy, and how their weights are kept.

Arrays have channels first, (channel, picture, row, column), so that every layer is one matrix product.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Weights = list[tuple[Floats, Floats]]  # of each layer: (outputs, inputs × taps) and the biases

WEIGHTS = Path(__file__).with_name("weights.npz")


@dataclass(frozen=True, slots=True)
class Layer:
    """One convolution: channels in and out, kernel width, step, spacing of its taps, zeros put around."""

    inputs: int
    outputs: int
    kernel: int
    step: int = 1
    spacing: int = 1
    padded: bool = True

    @property
    def margin(self) -> int:
        """Zeros on every side of what the layer sees."""
        return self.kernel // 2 * self.spacing if self.padded else 0

    def size(self, length: int) -> int:
        """How many answers a row or column of `length` gives."""
        return (length + 2 * self.margin - (self.kernel - 1) * self.spacing - 1) // self.step + 1

    def taps(self, rows: int, cols: int) -> list[tuple[slice, slice]]:
        """What each tap of the kernel sees of a padded picture, for so many answers down and across."""
        offsets = range(0, self.kernel * self.spacing, self.spacing)
        return [
            (slice(top, top + rows * self.step, self.step), slice(left, left + cols * self.step, self.step))
            for top in offsets
            for left in offsets
        ]


Network = tuple[Layer, ...]


def neighbourhoods(x: Floats, layer: Layer) -> Floats:
    """What the kernel sees at each place: (inputs × taps, pictures × rows × columns)."""
    channels, pictures = x.shape[:2]
    if layer.kernel == 1:
        return x.reshape(channels, -1)
    rows, cols, margin = layer.size(x.shape[2]), layer.size(x.shape[3]), layer.margin
    padded = np.zeros((channels, pictures, x.shape[2] + 2 * margin, x.shape[3] + 2 * margin), np.float32)
    padded[:, :, margin : margin + x.shape[2], margin : margin + x.shape[3]] = x
    seen = np.empty((channels, layer.kernel**2, pictures, rows, cols), np.float32)
    for tap, (down, across) in enumerate(layer.taps(rows, cols)):
        seen[:, tap] = padded[:, :, down, across]
    return seen.reshape(channels * layer.kernel**2, -1)


def prepared(pictures: NDArray[np.uint8]) -> Floats:
    """Pictures (n, rows, columns, 3) as a network takes them: about −1 to 1."""
    return np.ascontiguousarray(pictures.transpose(3, 0, 1, 2), dtype=np.float32) / np.float32(127.5) - 1


def answers(x: Floats, network: Network, weights: Weights) -> Floats:
    """The raw answers (answer, picture, row, column) of a network."""
    for layer, (matrix, bias) in zip(network, weights, strict=True):
        shape = (layer.outputs, x.shape[1], layer.size(x.shape[2]), layer.size(x.shape[3]))
        x = matrix @ neighbourhoods(x, layer)
        x += bias[:, None]
        if layer is not network[-1]:
            np.maximum(x, 0, out=x)
        x = x.reshape(shape)
    return x


def softmax(raw: Floats) -> Floats:
    """Probabilities along the first axis."""
    powers = np.exp(raw - raw.max(0))
    return np.asarray(powers / powers.sum(0), np.float32)


def packed(weights: Weights, name: str) -> dict[str, NDArray[np.generic]]:
    """Weights as they are stored: whole numbers of a byte, and a scale for each output."""
    stored: dict[str, NDArray[np.generic]] = {}
    for i, (matrix, bias) in enumerate(weights):
        scale = np.maximum(np.abs(matrix).max(1), 1e-12) / 127
        stored[f"{name}_matrix{i}"] = np.round(matrix / scale[:, None]).astype(np.int8)
        stored[f"{name}_scale{i}"] = scale.astype(np.float32)
        stored[f"{name}_bias{i}"] = bias
    return stored


def unpacked(stored: Mapping[str, NDArray[np.generic]], name: str) -> Weights:
    """Weights as they are used, from how they are stored."""
    weights = []
    for i in range(sum(key.startswith(f"{name}_matrix") for key in stored)):
        scale = np.asarray(stored[f"{name}_scale{i}"], np.float32)[:, None]
        matrix = np.asarray(stored[f"{name}_matrix{i}"], np.float32) * scale
        weights.append((matrix, np.array(stored[f"{name}_bias{i}"], np.float32)))
    return weights


@cache
def trained(name: str) -> Weights:
    """The weights that come with the project (`python -m vision.dice.training` makes them)."""
    with np.load(WEIGHTS) as stored:
        return unpacked(stored, name)
