"""Drawn dice → the weights of the dice network: `python -m vision.dice.training [--steps N] [--out FILE]`.

Plain NumPy, one core, no photograph involved.
"""

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.drawing import Drawn, Picture, draw_patch
from vision.dice.network import (
    LAYERS,
    PLACE,
    STRIDE,
    WEIGHTS,
    Floats,
    Layer,
    Weights,
    neighbourhoods,
    prepared,
    probabilities,
    taps,
)
from vision.dice.pyramid import LARGEST_SIDE_PX, SMALLEST_SIDE_PX, TYPICAL_SIDE_PX

PATCH_PX = 96
BATCH = 16
POOL = 3000  # patches kept and shown again, turned and recoloured
FRESH = 4  # patches drawn anew at each step
CELLS = PATCH_PX // STRIDE
NO_DIE_WEIGHT = 0.3  # most answers are "no die": they must not drown the rest
PLACE_WEIGHT = 0.5
RATE = 2e-3
DECAY = 1e-5
MIDDLE, AROUND = 0.18, 0.34  # of a side: answers this near the middle are "die"; up to there, undecided


def lessons(drawn: list[Drawn]) -> tuple[NDArray[np.int64], Floats]:
    """What each answer should be: class (−1: undecided) and (x, y, log side)."""
    wanted = np.zeros((CELLS, CELLS), np.int64)
    places = np.zeros((3, CELLS, CELLS), np.float32)
    rows, cols = np.mgrid[:CELLS, :CELLS] * STRIDE
    for die in drawn:
        far = np.hypot(cols - die.x, rows - die.y)
        wanted[(far < AROUND * die.side) & (wanted == 0)] = -1
        inside = min(die.x, die.y, PATCH_PX - 1 - die.x, PATCH_PX - 1 - die.y)
        if inside < 0.4 * die.side:
            continue  # cut off: neither learnt nor denied
        middle = far < max(MIDDLE * die.side, 0.75 * STRIDE)
        wanted[middle] = die.value
        places[:, middle] = np.stack(
            [
                (die.x - cols) / TYPICAL_SIDE_PX,
                (die.y - rows) / TYPICAL_SIDE_PX,
                np.full(rows.shape, np.log(die.side / TYPICAL_SIDE_PX)),
            ]
        )[:, middle]
    return wanted, places


class Pool:
    """Drawn patches with their lessons, some of them replaced at every step."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.patches: list[tuple[Picture, list[Drawn]]] = []

    def batch(self) -> tuple[Floats, NDArray[np.int64], Floats]:
        """Patches turned, mirrored and recoloured, and what should be said of them."""
        for _ in range(FRESH if len(self.patches) >= BATCH else BATCH):
            patch = draw_patch(self.random, PATCH_PX, (SMALLEST_SIDE_PX, LARGEST_SIDE_PX))
            if len(self.patches) < POOL:
                self.patches.append(patch)
            else:
                self.patches[self.random.integers(POOL)] = patch
        shown = [
            turned(self.random, *self.patches[i]) for i in self.random.integers(len(self.patches), size=BATCH)
        ]
        wanted, places = zip(*(lessons(drawn) for _, drawn in shown), strict=True)
        return prepared(np.stack([p for p, _ in shown])), np.stack(wanted), np.stack(places, 1)


def turned(random: np.random.Generator, picture: Picture, drawn: list[Drawn]) -> tuple[Picture, list[Drawn]]:
    """The same patch in one of eight positions and another light."""
    last = PATCH_PX - 1
    if random.random() < 0.5:
        picture = picture[:, ::-1]
        drawn = [Drawn(last - d.x, d.y, d.side, d.value) for d in drawn]
    for _ in range(int(random.integers(4))):
        picture = np.rot90(picture)
        drawn = [Drawn(d.y, last - d.x, d.side, d.value) for d in drawn]
    gain = random.uniform(0.85, 1.15) * random.uniform(0.94, 1.06, 3)
    lit = np.clip(picture * gain + random.uniform(-12, 12), 0, 255)
    return lit.astype(np.uint8), drawn


def loss(raw: Floats, wanted: NDArray[np.int64], places: Floats) -> tuple[float, Floats, NDArray[np.int64]]:
    """The loss, its slope at each raw answer, and which answers about dice were right."""
    p = probabilities(raw)
    hot = np.zeros_like(p)
    np.put_along_axis(hot, np.maximum(wanted, 0)[None], 1, 0)
    weight = np.where(wanted > 0, 1.0, np.where(wanted == 0, NO_DIE_WEIGHT, 0.0)).astype(np.float32)
    # easy answers matter less (Lin et al. 2017, focal loss), here by a linear factor held constant in the slope
    sure = (p * hot).sum(0)
    weight = weight * np.maximum(1 - sure, 0.05)
    scale = np.float32(1 / BATCH / 6)
    slope = np.zeros_like(raw)
    slope[:7] = (p - hot) * weight * scale
    off = raw[PLACE] - places
    dice = wanted > 0
    slope[PLACE] = np.clip(off * 5, -1, 1) * dice * PLACE_WEIGHT * scale
    value = float((-np.log(sure + 1e-9) * weight).sum() + (np.abs(off) * dice).sum()) * float(scale)
    return value, slope, (p[1:].argmax(0) + 1 == wanted)[dice].astype(np.int64)


def gradients(
    x: Floats, weights: Weights, wanted: NDArray[np.int64], places: Floats
) -> tuple[float, Weights, float]:
    """Loss, slopes of all weights, and the share of dice named rightly."""
    inputs, seen = [], []
    for layer, (matrix, bias) in zip(LAYERS, weights, strict=True):
        inputs.append(x)
        seen.append(neighbourhoods(x, layer))
        shape = (layer.outputs, x.shape[1], -(-x.shape[2] // layer.step), -(-x.shape[3] // layer.step))
        x = (matrix @ seen[-1] + bias[:, None]).reshape(shape)
        if layer is not LAYERS[-1]:
            np.maximum(x, 0, out=x)
    value, slope, right = loss(x, wanted, places)
    slopes: Weights = []
    for i in reversed(range(len(LAYERS))):
        flat = slope.reshape(LAYERS[i].outputs, -1)
        slopes.append((flat @ seen[i].T, flat.sum(1)))
        if i:
            slope = gathered(weights[i][0].T @ flat, LAYERS[i], inputs[i].shape)
            slope *= inputs[i] > 0
    return value, slopes[::-1], float(right.mean()) if len(right) else 1.0


def gathered(parts: Floats, layer: Layer, shape: tuple[int, ...]) -> Floats:
    """The slope of a layer's input from the slopes of what its taps saw (`neighbourhoods` backwards)."""
    if layer.kernel == 1:
        return parts.reshape(shape)
    channels, pictures, rows, cols = shape
    reach = layer.kernel // 2 * layer.spacing
    out_rows, out_cols = -(-rows // layer.step), -(-cols // layer.step)
    parts = parts.reshape(channels, layer.kernel**2, pictures, out_rows, out_cols)
    total = np.zeros((channels, pictures, rows + 2 * reach, cols + 2 * reach), np.float32)
    for tap, (top, left) in enumerate(taps(layer)):
        total[
            :,
            :,
            top : top + out_rows * layer.step : layer.step,
            left : left + out_cols * layer.step : layer.step,
        ] += parts[:, tap]
    return np.ascontiguousarray(total[:, :, reach : reach + rows, reach : reach + cols])


def fresh_weights(random: np.random.Generator) -> Weights:
    """Where learning starts (He et al. 2015); at first everything is "no die"."""
    weights = []
    for layer in LAYERS:
        fan = layer.inputs * layer.kernel**2
        matrix = random.normal(0, np.sqrt(2 / fan), (layer.outputs, fan)).astype(np.float32)
        weights.append((matrix, np.zeros(layer.outputs, np.float32)))
    matrix, bias = weights[-1]
    bias[0] = 3.0
    weights[-1] = (matrix * np.float32(0.1), bias)
    return weights


def train(steps: int, seed: int, out: Path) -> None:
    """Learn from drawn dice for `steps` batches (Adam, Kingma & Ba 2015) and store the weights."""
    pool = Pool(seed)
    flat = [part for pair in fresh_weights(pool.random) for part in pair]
    mean, square = [np.zeros_like(p) for p in flat], [np.zeros_like(p) for p in flat]
    shown_loss, shown_right, start = 0.0, 0.0, time.monotonic()
    for step in range(1, steps + 1):
        weights = list(zip(flat[::2], flat[1::2], strict=True))
        value, slopes, right = gradients(*pool_first(pool, weights))
        rate = RATE * min(1, step / 100) * 0.5 * (1 + np.cos(np.pi * step / steps))
        for p, m, s, g in zip(flat, mean, square, (part for pair in slopes for part in pair), strict=True):
            m += 0.1 * (g - m)
            s += 0.005 * (g * g - s)
            p -= np.float32(rate) * (
                m / (1 - 0.9**step) / (np.sqrt(s / (1 - 0.995**step)) + 1e-8) + np.float32(DECAY) * p
            )
        shown_loss += 0.02 * (value - shown_loss)
        shown_right += 0.02 * (right - shown_right)
        if step % 100 == 0:
            print(
                f"step {step}: loss {shown_loss:.4f}, values right {shown_right:.3f}, {time.monotonic() - start:.0f} s",
                flush=True,
            )
        if step % 500 == 0 or step == steps:
            store(flat, out)


def pool_first(pool: Pool, weights: Weights) -> tuple[Floats, Weights, NDArray[np.int64], Floats]:
    """The next batch in the order `gradients` takes it."""
    x, wanted, places = pool.batch()
    return x, weights, wanted, places


def store(flat: list[Floats], out: Path) -> None:
    """Write weights in half precision: the file stays small and answers the same."""
    names = {
        f"{kind}{i}": p.astype(np.float16)
        for i in range(len(LAYERS))
        for kind, p in (("matrix", flat[2 * i]), ("bias", flat[2 * i + 1]))
    }
    np.savez_compressed(out, **names)


def main() -> None:
    """The training command."""
    parser = argparse.ArgumentParser(description="Train the dice network on drawn dice.")
    parser.add_argument("--steps", type=int, default=12000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    train(args.steps, args.seed, args.out)


if __name__ == "__main__":
    main()
