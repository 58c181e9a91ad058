"""`studeye play`: until there is a match to play, a demonstration on pictures that it makes itself."""

import argparse
from pathlib import Path

from referee.demonstration import demonstrate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words that `studeye play` takes."""
    parser.add_argument("--out", type=Path, default=Path("out"), help="where pictures go (default: out)")


def run(args: argparse.Namespace) -> int:
    """Show what there is, a sentence a step."""
    for sentence in demonstrate(args.out):
        print(sentence, flush=True)
    return 0
