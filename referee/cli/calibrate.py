"""`studeye calibrate`: photos of the bare board, or a live camera -> table.toml and an overlay of the fit."""

import argparse
import contextlib
import json
import time
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration import CannotRead, Table, calibrate, calibrate_roughly, charuco, lit, save
from calibration.calibrate import focal_from_height, focal_from_view
from calibration.overlay import draw_fit
from calibration.pictures import check_picture, load_picture
from hardware.camera import Webcam
from referee.cli.shoot import take_shots
from referee.cli.sizes import board_size, corners, files

TYPED_DOUBT = 0.03  # a tape measure or a data sheet is good to about three per cent
UNKNOWN_DOUBT = 0.15  # nobody said anything: webcams span 60 to 80 degrees
USUAL_VIEW = 68.0  # degrees across


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `studeye calibrate` takes."""
    parser.add_argument(
        "--board", type=board_size, metavar="CxR", help="studs across and down; counted when not given"
    )
    parser.add_argument("--bare", type=Path, help="the bare board from where the camera hangs")
    parser.add_argument("--camera", type=int, metavar="N", help="take the photos now, with camera N")
    parser.add_argument(
        "--shots", type=Path, default=Path("shots"), metavar="FOLDER", help="where --camera keeps its photos"
    )
    parser.add_argument(
        "--lens", type=files, default=[], metavar="A,B,C", help="the bare board, hand-held, tilted"
    )
    parser.add_argument(
        "--charuco", action="store_true", help="the lens shots show the printed ChArUco sheet"
    )
    parser.add_argument(
        "--height-mm", type=float, help="without lens shots: the lens's height above the board"
    )
    parser.add_argument(
        "--fov", type=float, help="without lens shots: degrees the picture spans, left to right"
    )
    parser.add_argument(
        "--tray", type=corners, default=(), metavar="X,Y:X,Y:…", help="where dice land, in pixels"
    )
    parser.add_argument("--out", type=Path, default=Path("table.toml"))
    parser.add_argument("--overlay", type=Path, metavar="FIT.png", help="draw the fit on the bare shot")
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    """Calibrate, say how well, and write the table."""
    if args.camera is not None:
        with contextlib.closing(Webcam(args.camera)) as camera:
            args.bare, args.lens = take_shots(camera, args.shots, args.board, input)
    if args.bare is None:
        raise CannotRead("no photo of the bare board was given; name one with --bare, or --camera N takes it")
    paths = [args.bare, *args.lens]
    pictures = [load_picture(path) for path in paths]
    for path, picture in zip(paths, pictures, strict=True):
        check_picture(picture, str(path))
    start = time.perf_counter()
    table = lit(_table(args, pictures), pictures[0])
    spent = time.perf_counter() - start
    table = replace(table, tray_px=args.tray)
    save(table, args.out)
    if args.overlay and not cv2.imwrite(str(args.overlay), draw_fit(pictures[0], table)):
        raise CannotRead(f"{args.overlay} can't be written; choose another place")
    print(_as_json(table, args.out, spent) if args.json else _in_words(table, args.out, spent))
    return 0


def _table(args: argparse.Namespace, pictures: list[NDArray[np.uint8]]) -> Table:
    bare, shots = pictures[0], pictures[1:]
    if shots and args.charuco:
        lens, _ = charuco.lens_of(shots)
        return calibrate_roughly(bare, args.board, lens.fx, 0.005)
    if shots:
        return calibrate(bare, shots, args.board)
    if args.height_mm:
        return calibrate_roughly(
            bare, args.board, focal_from_height(bare, args.board, args.height_mm), TYPED_DOUBT
        )
    view, doubt = (args.fov, TYPED_DOUBT) if args.fov else (USUAL_VIEW, UNKNOWN_DOUBT)
    return calibrate_roughly(bare, args.board, focal_from_view(bare.shape[1], view), doubt)


def _worst(table: Table) -> float:
    """1-sigma of the mapping at the board's worst corner, in studs."""
    c, r = table.board.cols, table.board.rows
    px = table.camera.project([[0, 0, 0], [c, 0, 0], [c, r, 0], [0, r, 0]])
    return float(table.sigma_studs(px).max())


def _as_json(table: Table, out: Path, spent_s: float) -> str:
    accuracy, eye = table.accuracy, table.camera.eye
    return json.dumps(
        {
            "table": str(out),
            "cols": table.board.cols,
            "rows": table.board.rows,
            "colour": table.board.colour,
            "focal_px": round(table.camera.lens.fx, 2),
            "eye": [round(float(v), 3) for v in eye],
            "grid_studs": accuracy and round(accuracy.grid_studs, 4),
            "worst_corner_studs": round(_worst(table), 4),
            "focal_percent": accuracy and accuracy.focal_percent,
            "height_percent": accuracy and accuracy.height_percent,
            "ms": round(1000 * spent_s, 1),
        }
    )


def _in_words(table: Table, out: Path, spent_s: float) -> str:
    accuracy, eye = table.accuracy, table.camera.eye
    assert accuracy is not None
    percent = accuracy.height_percent or 0.0
    lines = [
        f"{table.board.cols} × {table.board.rows} studs, {(table.board.colour or '').replace('_', ' ')};"
        f" the lens hangs {eye[2] * 3.2 / 10:.1f} cm over stud ({eye[0]:.1f}, {eye[1]:.1f}).",
        f"Studs lie within {accuracy.grid_studs:.3f} stud of the lattice;"
        f" a corner is known to ± {_worst(table):.3f} stud.",
    ]
    if accuracy.focal_percent is None:
        lines.append(
            f"No lens shots: the camera's height is only known to ± {percent:.1f} %, so a tower of 30 plates"
            f" reads up to {30 * percent / 100:.1f} plates wrong."
            " Six tilted photos of the bare board (--lens) cure it."
        )
    else:
        lines.append(
            f"Focal length known to ± {accuracy.focal_percent:.2f} %, camera height to ± {percent:.2f} %."
        )
    lines.append(f"Written to {out} in {spent_s:.1f} s.")
    return "\n".join(lines)
