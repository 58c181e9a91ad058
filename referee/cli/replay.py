"""`studeye replay RECORD`: step through a match as it was ruled, in the terminal or as JSON lines."""

import argparse
import json
import sys
from pathlib import Path

from referee.law.codec import to_plain
from referee.record import Record
from referee.retelling import Step, steps


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The record, where to begin, and the form."""
    parser.add_argument("record", type=Path, help="a record that `studeye play` wrote")
    parser.add_argument("--from", dest="first", type=int, default=1, metavar="N", help="begin at entry N")
    parser.add_argument("--all", action="store_true", help="all at once, without waiting for Enter")
    parser.add_argument("--json", action="store_true", help="one JSON object a step")


def run(args: argparse.Namespace) -> int:
    """Tell the steps; 1 if the law rules otherwise today."""
    waits = sys.stdin.isatty() and not (args.all or args.json)
    contradicted = False
    for step in steps(Record.resume(args.record)):
        contradicted |= step.contradicts
        if step.number < args.first:
            continue
        print(json.dumps(to_plain(step), ensure_ascii=False) if args.json else "\n".join(_told(step)))
        if waits and input("        Enter for the next, q to stop: ").strip().lower() == "q":
            break
    return 1 if contradicted else 0


def _told(step: Step) -> list[str]:
    places = [f"{s.model} {s.cell if s.cell is not None else s.studs}" for s in step.standing]
    claim = [f"        claimed: {step.claim}"] if step.claim else []
    return [*step.lines()[:1], *claim, *step.lines()[1:], f"        on the table: {', '.join(places)}"]
