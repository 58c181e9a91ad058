"""`studeye board`: photos in, each one's board and its lattice out; also prints and finds a ChArUco sheet."""

import argparse
import json
from pathlib import Path

import cv2

from calibration import CannotRead, charuco, find
from calibration.pictures import check_picture, load_picture
from referee.cli.sizes import board_size


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `studeye board` takes."""
    parser.add_argument("photos", nargs="*", type=Path, metavar="PHOTO")
    parser.add_argument(
        "--board", type=board_size, metavar="CxR", help="studs across and down; counted when not given"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a photo")
    parser.add_argument("--charuco", action="store_true", help="look for the printed ChArUco sheet instead")
    parser.add_argument(
        "--print-charuco", type=Path, metavar="OUT.png", help="write a sheet to print and cut out"
    )


def run(args: argparse.Namespace) -> int:
    """Find the board in every photo."""
    if args.print_charuco:
        if not cv2.imwrite(str(args.print_charuco), charuco.printed()):
            raise CannotRead(f"{args.print_charuco} can't be written; choose another place")
        across, down = charuco.SQUARES
        print(
            f"{args.print_charuco}: {across} × {down} squares; print at 100 %, check that a square is"
            f" {charuco.SQUARE_MM:g} mm, and cut it out"
        )
    if not args.photos and not args.print_charuco:
        raise CannotRead("no photo was given; name at least one")
    for path in args.photos:
        print(
            _charuco_line(path, args.json) if args.charuco else _line(path, args.board, args.json), flush=True
        )
    return 0


def _line(path: Path, size: tuple[int, int] | None, as_json: bool) -> str:
    picture = load_picture(path)
    check_picture(picture, str(path))
    try:
        placed = find(picture, size)
    except CannotRead as problem:
        raise CannotRead(f"{path}: {problem}") from None
    corners = [[round(float(x), 2), round(float(y), 2)] for x, y in placed.corners_px]
    if as_json:
        shown = round(placed.shown, 3)
        return json.dumps(
            {
                "image": path.name,
                "cols": placed.cols,
                "rows": placed.rows,
                "corners_px": corners,
                "shown": shown,
            }
        )
    where = ", ".join(f"({x:.0f}, {y:.0f})" for x, y in corners)
    seen = f"{placed.cols} × {placed.rows} studs, {placed.shown:.0%} of them seen"
    return f"{path.name}: {seen}, corners at {where}"


def _charuco_line(path: Path, as_json: bool) -> str:
    px, ids = charuco.corners(load_picture(path))
    if as_json:
        seen = [[int(i), round(float(x), 2), round(float(y), 2)] for i, (x, y) in zip(ids, px, strict=True)]
        return json.dumps({"image": path.name, "charuco": seen})
    return f"{path.name}: {len(ids)} corners of the sheet seen"
