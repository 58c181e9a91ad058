"""`studeye measure`: the ruler alone: a photo in; ways, gaps, sight and cover between its models out."""

import argparse
import json
from pathlib import Path

from calibration.pictures import load_picture
from referee.cli.observe import add_table_arguments, given
from referee.law.codec import to_plain
from referee.problems import BadInput
from referee.ruler import between, every_pair
from vision.memory import read_next


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The photo, and from where to where."""
    parser.add_argument("photo", type=Path, metavar="PHOTO")
    words = 'a model as `studeye observe` names it ("f1"), or a place in studs ("12.5,3")'
    parser.add_argument("--from", dest="start", metavar="WHAT", help=words)
    parser.add_argument(
        "--to", dest="end", metavar="WHAT", help="likewise; without both: every pair of models"
    )
    add_table_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    if (args.start is None) != (args.end is None):
        raise BadInput("from where to where? Give both --from and --to, or neither for every pair")
    memory = read_next(given(args), load_picture(args.photo))
    assert memory.seen is not None
    found = every_pair(memory.seen) if args.start is None else (between(memory.seen, args.start, args.end),)
    for each in found:
        print(json.dumps(to_plain(each), ensure_ascii=False) if args.json else each.text(), flush=True)
    if not found and not args.json:
        print("fewer than two models on the photo: nothing to measure between")
    return 0
