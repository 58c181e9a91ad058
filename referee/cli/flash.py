"""`studeye flash`: builds the firmware and writes it to the board."""

import argparse
import json

from hardware.bench import BUILD
from hardware.flash import command, flash
from hardware.messages import SCHEMA
from hardware.ports import candidates
from hardware.problems import NoDevice


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Words of the command."""
    parser.add_argument("--port", help="the board's serial port; without it the only one there is")
    parser.add_argument("--board", choices=("uno", "mega"), default="uno")
    parser.add_argument("--dry-run", action="store_true", help="print the avrdude call only")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    """Write it, or say what would be called."""
    if args.dry_run:
        words = command(args.board, args.port or "PORT", BUILD / f"studeye-{args.board}.hex")
        print(json.dumps({"command": words}) if args.json else " ".join(words))
        return 0
    port = args.port or only_port()
    said = flash(args.board, port)
    if args.json:
        print(json.dumps({"port": port, "board": args.board, "schema": f"{SCHEMA:08x}", "avrdude": said}))
    else:
        print(f"{args.board} on {port} now speaks dictionary {SCHEMA:08x}")
    return 0


def only_port() -> str:
    """The one port there is."""
    ports = [port for port, _ in candidates()]
    if len(ports) == 1:
        return ports[0]
    if not ports:
        raise NoDevice("no serial port found: plug the board in")
    raise NoDevice(f"several ports ({', '.join(ports)}): choose with --port")
