"""`studeye observe`: photos of a table in, what each shows out, one JSON line or one sentence a photo."""

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path

from calibration import CannotRead, Table, calibrate, lit, load
from calibration.pictures import load_picture
from referee.cli.contract import plain
from referee.cli.sizes import board_size, corners, files
from vision.memory import Memory, read_next
from vision.observation import Observation
from vision.terrain import read_terrain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words that `studeye observe` takes."""
    parser.add_argument("photos", nargs="*", type=Path, metavar="PHOTO")
    add_table_arguments(parser)


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    """The words that say how the camera hangs over which board."""
    parser.add_argument("--table", type=Path, help="a table.toml, instead of --board, --lens and --bare")
    parser.add_argument("--board", type=board_size, metavar="CxR", help="studs across and down")
    parser.add_argument("--lens", type=files, default=[], metavar="A,B,…", help="tilted shots of the board")
    parser.add_argument("--bare", type=Path, help="the bare board from where the camera is mounted")
    parser.add_argument("--terrain", type=Path, help="the terrain, no models yet")
    parser.add_argument("--tray", type=corners, metavar="X,Y:…", help="corners of the tray in pixels")
    parser.add_argument("--json", action="store_true", help="one JSON object a photo")


def run(args: argparse.Namespace) -> int:
    """Read every photo in turn."""
    if not args.photos:
        raise CannotRead("no photo was given; name at least one")
    memory = given(args)
    for path in args.photos:
        frame = load_picture(path)
        start = time.perf_counter()
        memory = read_next(memory, frame)
        spent_ms = 1000 * (time.perf_counter() - start)
        assert memory.seen is not None
        if args.json:
            said = {"image": path.name, "ms": round(spent_ms, 1), **plain(memory.seen, memory.table.board)}
            print(json.dumps(said), flush=True)
        else:
            print(_in_words(path, memory.seen), flush=True)
    return 0


def given(args: argparse.Namespace) -> Memory:
    """The Table and the terrain that the words of a reading command name."""
    table = _table(args)
    if not args.terrain:
        return Memory(table)
    if not args.bare:
        raise CannotRead("--terrain needs --bare as well: heights are read against the bare board")
    return Memory(table, read_terrain(table, load_picture(args.bare), load_picture(args.terrain)))


def _table(args: argparse.Namespace) -> Table:
    if args.table:
        table = load(args.table)
    elif args.bare and args.lens:
        bare = load_picture(args.bare)
        table = lit(calibrate(bare, [load_picture(path) for path in args.lens], args.board), bare)
    else:
        raise CannotRead("nothing says how the camera hangs; give --table, or --bare and --lens")
    return replace(table, tray_px=args.tray) if args.tray else table


def _in_words(path: Path, seen: Observation) -> str:
    dice = ", ".join(f"{d.colour} {d.value or 'unreadable'}" for d in seen.dice) or "no dice"
    return (
        f"{path.name}: {len(seen.figures)} figures, {len(seen.constructs)} constructs,"
        f" {len(seen.pieces)} pieces of terrain; {dice}."
    )
