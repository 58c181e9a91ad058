"""`studeye verify RECORD`: is the record whole, and does the law still say the same?"""

import argparse
from pathlib import Path

from referee.law.match import Event, replay
from referee.record import Record, broken_links


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The record, and the head hash that was shown."""
    parser.add_argument("record", type=Path, help="a record that `studeye play` wrote")
    parser.add_argument("--head", metavar="H", help="the newest hash that was shown at the table")


def run(args: argparse.Namespace) -> int:
    """0 when all is well, 1 with every fault found."""
    record = Record.resume(args.record)
    faults = broken_links(record, args.head)
    entries = 0
    if not faults:
        events = [Event(entry.kind, entry.body) for entry in record.entries()]
        entries = len(events)
        faults = replay(events)[1]
    for fault in faults:
        print(fault)
    if not faults:
        print(f"{entries} entries, every link and every ruling as it was; head {record.head}")
    return 1 if faults else 0
