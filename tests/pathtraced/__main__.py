"""`python -m tests.pathtraced OUT --sets N --clips M --seed S`: path-traced tables with their truth.

Writes OUT/setSEED for each seed from S on, OUT/clips/clipSEED likewise, and OUT/setR for each `--recipe R`;
to be scored by tablebench's score.py and score_clips.py. Needs Blender as the module bpy, installed by hand.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from tests.pathtraced.clip import make_clip
from tests.pathtraced.photo_set import make_set
from tests.pathtraced.recipe import HD, NAMED, Recipe, drawn
from tests.pathtraced.renderer import Opened

BLENDER = {"bpy", "mathutils"}
MISSING = (
    "Path tracing needs Blender as the Python module bpy, which is not installed here: install it by hand "
    "with pip install 'bpy==4.5.*' (Python 3.11 only)."
)
BAD_INPUT = 2  # exit code
Make = Callable[[Path, Recipe, int, int, Opened], None]


def main(words: Sequence[str] | None = None) -> int:
    """Make what was asked for; the exit code."""
    args = _arguments(words)
    try:
        from tests.pathtraced.scene import Scene
    except ModuleNotFoundError as error:
        if error.name not in BLENDER:
            raise
        print(MISSING, file=sys.stderr)
        return BAD_INPUT
    opened = partial(Scene, threads=args.threads)
    for seed, recipe in _sets(args):
        _made(make_set, args.out / f"set{seed}", recipe, seed, args.samples, opened)
    for seed in range(args.seed, args.seed + args.clips):
        recipe = replace(drawn(seed), size=HD, lying=0, changes=())
        _made(make_clip, args.out / "clips" / f"clip{seed}", recipe, seed, max(2, args.samples - 1), opened)
    return 0


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.pathtraced", description=__doc__)
    parser.add_argument("out", type=Path, help="the folder to write to")
    parser.add_argument("--sets", type=int, default=0, help="photo sets at random")
    parser.add_argument("--clips", type=int, default=0, help="clips at random")
    parser.add_argument("--seed", type=int, default=2001, help="the first one's seed (default: 2001)")
    parser.add_argument(
        "--recipe",
        type=int,
        action="append",
        default=[],
        choices=list(NAMED),
        help="a known set, by its number",
    )
    parser.add_argument("--samples", type=int, default=8, help="rays a pixel on the board (default: 8)")
    parser.add_argument("--threads", type=int, default=1, help="of the path tracer (default: 1)")
    args = parser.parse_args(words)
    if not (args.sets or args.clips or args.recipe):
        parser.error("nothing to make: say --sets N, --clips M or --recipe R")
    return args


def _sets(args: argparse.Namespace) -> list[tuple[int, Recipe]]:
    at_random = range(args.seed, args.seed + args.sets)
    return [(seed, NAMED[seed]) for seed in args.recipe] + [(seed, drawn(seed)) for seed in at_random]


def _made(make: Make, folder: Path, recipe: Recipe, seed: int, samples: int, opened: Opened) -> None:
    """Make a set or clip and say so."""
    start = time.perf_counter()
    make(folder, recipe, seed, samples, opened)
    print(f"{folder.name}: {recipe} ({time.perf_counter() - start:.0f} s)", flush=True)


if __name__ == "__main__":
    sys.exit(main())
