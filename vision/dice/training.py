"""Drawn dice → the weights of the dice networks: `python -m vision.dice.training`.

Plain NumPy on one core, no photograph involved. Both networks take about 40 minutes; `--only` trains one
and leaves the other as it was.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.dice.finding import FINDER, KINDS, PLACE
from vision.dice.lessons import Batch, Labels, finder_batch, finder_pool, reader_batch, reader_pool
from vision.dice.naming import READER
from vision.dice.network import (
    WEIGHTS,
    Floats,
    Layer,
    Network,
    Weights,
    neighbourhoods,
    packed,
    softmax,
    unpacked,
)

NO_DIE_WEIGHT = 0.3  # most answers are "no die": they must not drown the rest
PLACE_WEIGHT = 0.5
EASY = 0.1  # what an answer that is already right still weighs
RATE = 2e-3
WARM_UP = 100  # steps
MEAN_MEMORY, SQUARE_MEMORY = 0.9, 0.995  # Adam's


def loss(raw: Floats, classes: Labels, spots: Floats) -> tuple[float, Floats, float]:
    """The loss, its slope at each raw answer, and the share of dice named rightly.

    Answers that are already right weigh less (Lin et al. 2017), by a factor the slope takes as given.
    """
    p = softmax(raw[KINDS])
    truth = np.zeros_like(p)
    np.put_along_axis(truth, np.maximum(classes, 0)[None], 1, 0)
    sure = (p * truth).sum(0)
    weight = np.where(classes > 0, 1.0, np.where(classes == 0, NO_DIE_WEIGHT, 0.0)) * np.maximum(
        1 - sure, EASY
    )
    dice = classes > 0
    share = 1 / max(1, int(dice.sum()))
    slope = np.zeros_like(raw)
    slope[KINDS] = (p - truth) * weight * share
    off = raw[PLACE] - spots
    slope[PLACE] = np.clip(off * 5, -1, 1) * dice * PLACE_WEIGHT * share
    value = float((-np.log(sure + 1e-9) * weight).sum() + (np.abs(off) * dice).sum() * PLACE_WEIGHT) * share
    right = (p[1:].argmax(0) + 1 == classes)[dice]
    return value, slope, float(right.mean()) if right.size else 1.0


def slopes(network: Network, weights: Weights, batch: Batch) -> tuple[float, Weights, float]:
    """Loss, slopes of all weights, and the share of dice named rightly (back-propagation)."""
    x, inputs, seen = batch[0], [], []
    for layer, (matrix, bias) in zip(network, weights, strict=True):
        inputs.append(x)
        seen.append(neighbourhoods(x, layer))
        shape = (layer.outputs, x.shape[1], layer.size(x.shape[2]), layer.size(x.shape[3]))
        x = (matrix @ seen[-1] + bias[:, None]).reshape(shape)
        if layer is not network[-1]:
            np.maximum(x, 0, out=x)
    value, slope, right = loss(x, *batch[1:])
    found: Weights = []
    for i in reversed(range(len(network))):
        flat = slope.reshape(network[i].outputs, -1)
        found.append((flat @ seen[i].T, flat.sum(1)))
        if i:
            slope = gathered(weights[i][0].T @ flat, network[i], inputs[i].shape)
            slope *= inputs[i] > 0
    return value, found[::-1], right


def gathered(parts: Floats, layer: Layer, shape: tuple[int, ...]) -> Floats:
    """The slope of a layer's input from the slopes of what its taps saw (`neighbourhoods` backwards)."""
    if layer.kernel == 1:
        return parts.reshape(shape)
    channels, pictures, height, width = shape
    rows, cols, margin = layer.size(height), layer.size(width), layer.margin
    parts = parts.reshape(channels, layer.kernel**2, pictures, rows, cols)
    total = np.zeros((channels, pictures, height + 2 * margin, width + 2 * margin), np.float32)
    for tap, (down, across) in enumerate(layer.taps(rows, cols)):
        total[:, :, down, across] += parts[:, tap]
    return np.ascontiguousarray(total[:, :, margin : margin + height, margin : margin + width])


def fresh_weights(random: np.random.Generator, network: Network) -> Weights:
    """Where learning starts (He et al. 2015): the last layer almost silent."""
    weights = []
    for layer in network:
        fan = layer.inputs * layer.kernel**2
        spread = np.sqrt(2 / fan) * (0.1 if layer is network[-1] else 1)
        matrix = random.normal(0, spread, (layer.outputs, fan)).astype(np.float32)
        weights.append((matrix, np.zeros(layer.outputs, np.float32)))
    return weights


def train(network: Network, weights: Weights, next_batch: Callable[[], Batch], steps: int) -> Weights:
    """Go on learning for `steps` batches (Adam, Kingma & Ba 2015, its rate falling as a cosine)."""
    flat = [part for pair in weights for part in pair]
    means, squares = [np.zeros_like(p) for p in flat], [np.zeros_like(p) for p in flat]
    shown_loss, shown_right, start = 0.0, 0.0, time.monotonic()
    for step in range(1, steps + 1):
        value, found, right = slopes(network, weights, next_batch())
        rate = RATE * min(1, step / WARM_UP) * 0.5 * (1 + np.cos(np.pi * step / steps))
        size = rate * np.sqrt(1 - SQUARE_MEMORY**step) / (1 - MEAN_MEMORY**step)
        for p, mean, square, g in zip(
            flat, means, squares, (part for pair in found for part in pair), strict=True
        ):
            mean += (1 - MEAN_MEMORY) * (g - mean)
            square += (1 - SQUARE_MEMORY) * (g * g - square)
            p -= np.float32(size) * mean / (np.sqrt(square) + np.float32(1e-8))
        shown_loss += 0.02 * (value - shown_loss)
        shown_right += 0.02 * (right - shown_right)
        if step % 100 == 0:
            spent = time.monotonic() - start
            print(f"{step}: loss {shown_loss:.4f}, values right {shown_right:.3f}, {spent:.0f} s", flush=True)
    return weights


def main() -> None:
    """The training command."""
    parser = argparse.ArgumentParser(description="Train the dice networks on drawn dice.")
    parser.add_argument("--only", choices=("finder", "reader"))
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--resume", action="store_true", help="go on from the weights in --out")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    stored = {}
    if args.out.exists():
        with np.load(args.out) as before:
            stored = {key: before[key] for key in before.files}
    random = np.random.default_rng(args.seed)
    if args.only in (None, "finder"):
        start = unpacked(stored, "finder") if args.resume else fresh_weights(random, FINDER)
        patches = finder_pool(random)
        stored |= packed(train(FINDER, start, lambda: finder_batch(patches), args.steps), "finder")
    if args.only in (None, "reader"):
        start = unpacked(stored, "reader") if args.resume else fresh_weights(random, READER)
        crops = reader_pool(random)
        stored |= packed(train(READER, start, lambda: reader_batch(crops), args.steps), "reader")
    np.savez_compressed(args.out, **stored)


if __name__ == "__main__":
    main()
