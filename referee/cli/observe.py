"""`studeye observe`: photos of a table in, what each shows out, one JSON line or one sentence a photo."""

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path

import cv2

from calibration import CannotRead, Table, calibrate, lit, load
from calibration.pictures import load_picture
from referee.cli.contract import in_words, plain
from referee.cli.sizes import board_size, corners, files
from vision.explain import explained
from vision.memory import Memory, read_next
from vision.observation import Observation
from vision.overlay import draw
from vision.plan import Picture
from vision.terrain import read_terrain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words that `studeye observe` takes."""
    parser.add_argument("photos", nargs="*", type=Path, metavar="PHOTO")
    parser.add_argument(
        "--overlay",
        type=Path,
        metavar="OUT.png",
        help="draw what was read on the photo (of several: one each)",
    )
    parser.add_argument("--explain", action="store_true", help="say what each decision rests on")
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
        _say(args, path, memory.seen, memory.table, spent_ms)
        if args.overlay:
            _draw(args, path, frame, memory.seen, memory.table)
    return 0


def _say(args: argparse.Namespace, path: Path, seen: Observation, table: Table, spent_ms: float) -> None:
    if args.json:
        said = {"image": path.name, "ms": round(spent_ms, 1), **plain(seen, table.board)}
        if args.explain:
            said["explained"] = list(explained(seen))
        print(json.dumps(said), flush=True)
        return
    print(_in_words(path, seen), flush=True)
    for reason in explained(seen) if args.explain else ():
        print(f"  {reason}", flush=True)


def _draw(args: argparse.Namespace, path: Path, frame: Picture, seen: Observation, table: Table) -> None:
    """One photo goes to the name given; of several each adds its own."""
    out: Path = args.overlay
    if len(args.photos) > 1:
        out = out.with_stem(f"{out.stem}-{path.stem}")
    try:
        written = cv2.imwrite(str(out), draw(frame, seen, table.board))
    except cv2.error:
        written = False
    if not written:
        raise CannotRead(f"{out} can't be written; name a .png in a folder that is there")


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
        f" {len(seen.pieces)} pieces of terrain; {dice}"
        + "".join(f"; {in_words(c)}" for c in seen.changes)
        + "."
    )
