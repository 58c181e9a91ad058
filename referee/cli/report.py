"""`studeye report RECORD`: one self-contained HTML page of a match, with its pictures."""

import argparse
from pathlib import Path

from referee.problems import BadInput
from referee.record import Record, broken_links
from referee.report import page
from referee.retelling import steps


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The record, and where the page goes."""
    parser.add_argument("record", type=Path, help="a record that `studeye play` wrote")
    parser.add_argument("--out", type=Path, help="the page; beside the record by default")


def run(args: argparse.Namespace) -> int:
    """Write the page; 1 if something about the record is wrong, which the page says too."""
    record = Record.resume(args.record)
    faults = broken_links(record)
    told = [] if faults else list(steps(record))
    out = args.out or args.record.with_suffix(".html")
    try:
        out.write_text(page(args.record.name, told, faults, record), encoding="utf-8")
    except OSError as trouble:
        raise BadInput(f"{out} can't be written ({trouble.strerror}): name another with --out") from None
    print(f"{out}: {len(told)} entries, head {record.head[:16]}")
    return 1 if faults or any(step.contradicts for step in told) else 0
