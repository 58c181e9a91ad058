"""A virtual table in, a walk through what Studeye can see and do so far out: real pictures, real reading.

Stands in for a match until there is one to play; nothing here knows the answers, it only looks.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from calibration import Table, calibrate, lit, refit, save
from calibration.overlay import draw_fit
from hardware import choose
from hardware.pool import parse_pool
from hardware.tower import DiceTower
from hardware.virtual.render import Renderer
from hardware.virtual.scene import Block, Board, Die, Hat, Minifig, Scene
from hardware.virtual.sensor import Picture
from hardware.virtual.view import Lens, View, look_at
from vision.dice import read_dice

LENS = Lens(1280, 720, 1060, 1060, 645, 356, (-0.08, 0.03, 0.0005, 0.0003, 0.0))
MIDDLE_MM = np.array([128.0, 128.0, 0.0])  # of a 32 × 32 board
# where an owner's lens shots are taken from
HAND_HELD_MM = (
    (-120, 420, 330),
    (380, 400, 330),
    (400, -120, 350),
    (-100, -110, 340),
)
SCENE = Scene(
    Board(32, 32, "green"),
    (Block(4, 20, 2, 4, plates=3, colour="tan"), Block(20, 5, 6, 2, plates=6, colour="red")),
    (Minifig("Ada", 9.5, 9, facing=90, hat=Hat("blue")), Minifig("Bo", 24, 22.5, facing=180, torso="white")),
    dice=(
        Die(37, 10, "white", 5, turn=20),
        Die(40, 14, "red", 3, turn=55),
        Die(36, 18, "green", 6, turn=-30),
    ),
)
TRAY_STUDS = ((34, 4), (44, 4), (44, 24), (34, 24))


def demonstrate(out: Path) -> Iterator[str]:
    """Look at the virtual table step by step; yields a sentence for each, leaves pictures in `out`."""
    out.mkdir(parents=True, exist_ok=True)
    mounted = look_at(LENS, (168, 134, 470), (174, 128, 0), turn_deg=2)
    bare_scene = replace(SCENE, blocks=(), models=(), dice=())
    bare = Renderer(mounted).picture(bare_scene, seed=1)
    shots = [
        Renderer(look_at(LENS, place, MIDDLE_MM)).picture(bare_scene, seed=2 + k)
        for k, place in enumerate(HAND_HELD_MM)
    ]
    yield f"A bare board and {len(shots)} tilted lens shots, as an owner takes them once."

    table = lit(calibrate(bare, shots, None), bare)
    save(table, out / "table.toml")
    cv2.imwrite(str(out / "fit.png"), draw_fit(bare, table))
    yield _of_calibration(table, mounted)

    knocked = mounted.knocked((0.3, -0.2, 0.5), (3.0, -2.0, 1.0))
    frame = Renderer(knocked).picture(SCENE, seed=9)
    table, fit = refit(table, frame)
    cv2.imwrite(str(out / "knocked.png"), draw_fit(frame, table))
    yield f"Somebody knocked the camera: its picture moved {fit.moved_studs:.2f} studs; corrected."

    yield _of_dice(frame, table)
    with choose.virtual() as device:
        roll = DiceTower(device).roll_chip(parse_pool("2d6+1d8"))
        yield f"The device rolled 2d6+1d8 on its chip: {', '.join(map(str, roll.values))}."
    yield f"Look at fit.png, knocked.png and table.toml in {out}."


def _of_calibration(table: Table, truth: View) -> str:
    board, lens = table.board, table.camera.lens
    off = 100 * abs(lens.fx - truth.lens.fx) / truth.lens.fx
    return (
        f"Found {board.cols} × {board.rows} studs by counting, {board.colour};"
        f" focal length within {off:.2f} % of the virtual camera's own."
    )


def _of_dice(frame: Picture, table: Table) -> str:
    tray = [tuple(px) for px in table.camera.project([(x, y, 0.0) for x, y in TRAY_STUDS])]
    dice = read_dice(frame, tray, table.camera)
    said = ", ".join(f"{die.colour} {die.value or 'unreadable'}" for die in dice) or "none"
    return f"Dice in the tray: {said}."
