"""Drawn dice → the weights of the dice networks: `python -m vision.dice.training`.

No photograph is involved. Needs PyTorch (`pip install 'studeye[train]'`); reading does not. One process draws
while the other learns; `--only` trains one network and leaves the other as it was.
"""

import argparse
import multiprocessing
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.dice import finding, leaning, naming
from vision.dice.lessons import (
    Batch,
    Pool,
    finder_batch,
    finder_pool,
    leaner_batch,
    leaner_pool,
    reader_batch,
    reader_pool,
)
from vision.dice.network import WEIGHTS, Network, Weights, packed

torch: Any = import_module("torch")  # untyped here, so that the checks don't need it

RATE = 2e-3
WARM_UP = 300  # steps
LONGEST_STEP = 5.0  # slopes are cut to this norm
MEMORY = 0.999  # the stored weights are a running mean of so long a memory
AHEAD = 6  # batches drawn before they are wanted
SAVED_EVERY = 1000  # steps
PATIENCE_S = 600  # nobody learns any more if a batch lies about for so long
PIPS_WEIGHT = 1.0
PIPS_LAYER = 2  # the reader's layer after which it must know where pips are


@dataclass(frozen=True)
class Course:
    """How one network is taught."""

    network: Network
    kinds: slice
    places: slice
    pool: Callable[[np.random.Generator], Pool]
    batch: Callable[[Pool], Batch]
    steps: int
    fall: int  # steps over which the rate falls to nothing; learning may stop before
    nothing_weight: float  # most answers are "no die": they must not drown the rest
    place_weight: float
    easy: float  # what an answer that is already right still weighs (Lin et al. 2017); 1 keeps odds honest


COURSES = {
    "finder": Course(
        finding.FINDER, finding.KINDS, finding.PLACE, finder_pool, finder_batch, 6000, 6000, 0.3, 0.5, 0.1
    ),
    "reader": Course(
        naming.READER, naming.READINGS, naming.LEAN, reader_pool, reader_batch, 24000, 24000, 0.5, 0.5, 1.0
    ),
    "leaner": Course(
        leaning.LEANER,
        leaning.FACE_OR_NOT,
        leaning.SEEN,
        leaner_pool,
        leaner_batch,
        9000,
        9000,
        0.5,
        10.0,
        1.0,
    ),
}


class Learner(torch.nn.Module):  # type: ignore[misc]
    """A network as PyTorch has it, and a helper that is told where pips are and thrown away afterwards."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.layers = torch.nn.ModuleList(
            torch.nn.Conv2d(n.inputs, n.outputs, n.kernel, n.step, n.margin, n.spacing) for n in network
        )
        for layer in self.layers:  # He et al. 2015, the last layer almost silent
            torch.nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            torch.nn.init.zeros_(layer.bias)
        self.layers[-1].weight.data *= 0.1
        self.pips = torch.nn.Conv2d(network[PIPS_LAYER].outputs, 1, 1)

    def forward(self, x: Any) -> tuple[Any, Any]:
        """The raw answers, and those about pips."""
        pips = None
        for i, layer in enumerate(self.layers):
            x = layer(x)
            if i < len(self.layers) - 1:
                x = torch.relu(x)
            if i == PIPS_LAYER:
                pips = self.pips(x)
        return x, pips


def loss(course: Course, answers: tuple[Any, Any], batch: Batch) -> tuple[Any, float]:
    """The loss, and the share of dice named rightly."""
    functional = torch.nn.functional
    raw = answers[0].float()
    classes = torch.from_numpy(batch.classes)
    named = functional.cross_entropy(raw[:, course.kinds], classes.clamp(min=0), reduction="none")
    weight = (classes > 0) + course.nothing_weight * (classes == 0)
    if course.easy < 1:
        weight = weight * (1 - torch.exp(-named.detach())).clamp(min=course.easy)
    dice = classes > 0
    many = max(1, int(dice.sum()))
    off = functional.smooth_l1_loss(
        raw[:, course.places], torch.from_numpy(batch.places).transpose(0, 1), reduction="none", beta=0.2
    )
    total = ((named * weight).sum() + course.place_weight * (off * dice[:, None]).sum()) / many
    if len(batch.pips):
        pips = torch.from_numpy(batch.pips.astype(np.float32))
        total = total + PIPS_WEIGHT * functional.binary_cross_entropy_with_logits(
            answers[1][:, 0].float(), pips
        )
    right = (raw[:, course.kinds].argmax(1) == classes)[dice]
    return total, float(right.float().mean()) if len(right) else 1.0


def train(course: Course, batches: Iterator[Batch], seed: int, save: Callable[[Weights], None]) -> None:
    """Learn from one batch a step (Adam, its rate falling as a cosine), saving the mean of recent weights."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    learner = Learner(course.network).to(memory_format=torch.channels_last)
    teacher = torch.optim.Adam(learner.parameters())
    mean = [p.detach().clone() for p in learner.parameters()]
    shown_loss, shown_right, start = 0.0, 0.0, time.monotonic()
    for step in range(1, course.steps + 1):
        for group in teacher.param_groups:
            group["lr"] = RATE * min(1, step / WARM_UP) * 0.5 * (1 + np.cos(np.pi * step / course.fall))
        batch = next(batches)
        pictures = torch.from_numpy(np.ascontiguousarray(batch.pictures.transpose(1, 0, 2, 3)))
        with torch.autocast("cpu", torch.bfloat16):
            answers = learner(pictures.to(memory_format=torch.channels_last))
        value, right = loss(course, answers, batch)
        teacher.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(learner.parameters(), LONGEST_STEP)
        teacher.step()
        memory = min(MEMORY, step / (step + 10))
        for kept, now in zip(mean, learner.parameters(), strict=True):
            kept.lerp_(now.detach(), 1 - memory)
        shown_loss += 0.01 * (value.item() - shown_loss)
        shown_right += 0.01 * (right - shown_right)
        if step % 200 == 0:
            spent = time.monotonic() - start
            print(f"{step}: loss {shown_loss:.4f}, dice right {shown_right:.3f}, {spent:.0f} s", flush=True)
        if step % SAVED_EVERY == 0 or step == course.steps:
            save(stored_form(learner, mean))


def stored_form(learner: Any, mean: list[Any]) -> Weights:
    """The weights as plain arrays, one matrix a layer."""
    kept = {id(p): m.numpy() for p, m in zip(learner.parameters(), mean, strict=True)}
    pairs = [(kept[id(layer.weight)], kept[id(layer.bias)]) for layer in learner.layers]
    return [(weight.reshape(len(weight), -1).copy(), bias.copy()) for weight, bias in pairs]


def draw_ahead(name: str, seed: int, queue: "Queue[Batch]") -> None:
    """Draw batch after batch: the work of the second process."""
    cv2.setNumThreads(1)
    pool = COURSES[name].pool(np.random.default_rng(seed))
    while True:
        queue.put(COURSES[name].batch(pool), timeout=PATIENCE_S)


def drawn(name: str, seed: int) -> Iterator[Batch]:
    """Batches drawn by a second process, the same ones for the same seed."""
    context = multiprocessing.get_context("spawn")
    queue: Queue[Batch] = context.Queue(AHEAD)
    context.Process(target=draw_ahead, args=(name, seed, queue), daemon=True).start()
    while True:
        yield queue.get()


def store(out: Path, name: str, weights: Weights) -> None:
    """Put one network's weights into a file that may hold others."""
    kept = {}
    if out.exists():
        with np.load(out) as before:
            kept = {key: before[key] for key in before.files if not key.startswith(f"{name}_")}
    arrays: dict[str, Any] = kept | packed(weights, name)
    np.savez_compressed(out, **arrays)


def main() -> None:
    """The training command."""
    parser = argparse.ArgumentParser(description="Train the dice networks on drawn dice.")
    parser.add_argument("--only", choices=tuple(COURSES))
    parser.add_argument("--steps", type=int, help="instead of as many as the stored weights had")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    args = parser.parse_args()
    for name in [args.only] if args.only else COURSES:
        course = COURSES[name]
        if args.steps:
            course = replace(course, steps=args.steps, fall=args.steps)
        train(course, drawn(name, args.seed), args.seed, partial(store, args.out, name))


if __name__ == "__main__":
    main()
