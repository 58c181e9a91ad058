"""`studeye verify RECORD`: is the record whole, and does the law still say the same?"""

import argparse
import json
from pathlib import Path

from referee.law.match import Event, replay
from referee.record import Record, broken_links


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The record, and the head hash that was shown."""
    parser.add_argument("record", type=Path, help="a record that `studeye play` wrote")
    parser.add_argument("--json", action="store_true", help="for a program that listens")
    parser.add_argument("--head", metavar="H", help="the newest hash that was shown at the table")


def run(args: argparse.Namespace) -> int:
    """0 when all is well, 1 with every fault found."""
    record = Record.resume(args.record)
    faults = broken_links(record, args.head)
    if not faults:
        faults = replay(Event(entry.kind, entry.body) for entry in record.entries())[1]
    if args.json:
        print(
            json.dumps({"entries": record.number, "head": record.head, "faults": faults}, ensure_ascii=False)
        )
        return 1 if faults else 0
    for fault in faults:
        print(fault)
    if not faults:
        print(f"{record.number} entries, every link and every ruling as it was; head {record.head}")
    return 1 if faults else 0
