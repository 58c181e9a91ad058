"""`studeye observe`: photos of a table in, what each shows out, one JSON line or one sentence a photo."""

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from calibration import CannotRead, Table, calibrate, lit, load
from calibration.pictures import load_picture
from referee.cli.sizes import board_size, corners, files
from vision.observation import UNKNOWN, Observation
from vision.observe import lattice_px, observe
from vision.terrain import read_terrain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words that `studeye observe` takes."""
    parser.add_argument("photos", nargs="*", type=Path, metavar="PHOTO")
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
    table = _table(args)
    terrain = None
    if args.terrain:
        if not args.bare:
            raise CannotRead("--terrain needs --bare as well: heights are read against the bare board")
        terrain = read_terrain(table, load_picture(args.bare), load_picture(args.terrain))
    for path in args.photos:
        frame = load_picture(path)
        start = time.perf_counter()
        table, seen = observe(table, terrain, frame)
        spent_ms = 1000 * (time.perf_counter() - start)
        print(_as_json(path, seen, table, spent_ms) if args.json else _in_words(path, seen), flush=True)
    return 0


def _table(args: argparse.Namespace) -> Table:
    if args.table:
        table = load(args.table)
    elif args.bare and args.lens:
        bare = load_picture(args.bare)
        table = lit(calibrate(bare, [load_picture(path) for path in args.lens], args.board), bare)
    else:
        raise CannotRead("nothing says how the camera hangs; give --table, or --bare and --lens")
    return replace(table, tray_px=args.tray) if args.tray else table


def _as_json(path: Path, seen: Observation, table: Table, spent_ms: float) -> str:
    plain: dict[str, Any] = {
        "image": path.name,
        "ms": round(spent_ms, 1),
        "lattice_px": lattice_px(seen.camera, table.board).round(2).tolist(),
        "heights": [[None if h == UNKNOWN else h for h in row] for row in seen.heights.tolist()],
        "pieces": [
            {"x": p.x, "y": p.y, "w": p.w, "d": p.d, "top": p.top, "colour": p.colour}
            | {"confidence": round(float(p.confidence), 3)}
            for p in seen.pieces
        ],
        "dice": [
            {"x_px": round(d.x_px, 1), "y_px": round(d.y_px, 1), "colour": d.colour, "value": d.value}
            | {"confidence": round(float(d.confidence), 3)}
            for d in seen.dice
        ],
        "changes": [{"kind": c.kind, "studs": c.studs} for c in seen.changes],
    }
    return json.dumps(plain)


def _in_words(path: Path, seen: Observation) -> str:
    dice = ", ".join(f"{d.colour} {d.value or 'unreadable'}" for d in seen.dice) or "no dice"
    return f"{path.name}: {len(seen.pieces)} pieces of terrain; {dice}."
