"""Ready-made tables: where a camera hangs, how a lens bends, seeded random tables to look at."""

from dataclasses import dataclass, replace

import numpy as np

from hardware.virtual.models import mech, vehicle
from hardware.virtual.palette import BOARD_COLOURS, BRICK_COLOURS, DICE_RGB
from hardware.virtual.scene import (
    Block,
    Board,
    Die,
    Hat,
    HatKind,
    Lamp,
    Light,
    Minifig,
    Model,
    Scene,
    Tray,
)
from hardware.virtual.view import STUD_MM, Lens, View, look_at

HAT_KINDS: tuple[HatKind, ...] = ("cap", "castle", "modern", "hair")


def overhead(board: Board, width: int = 1280, height: int = 720, seed: int = 0) -> View:
    """A webcam on a boom over the board, a little off its middle and a little tilted, the tray in sight."""
    rng = np.random.default_rng(seed)
    lens = webcam_lens(width, height, seed)
    wide, deep = board.cols * STUD_MM, board.rows * STUD_MM
    away = 1.12 * lens.fy * (deep + 30) / height
    middle = np.array([wide / 2, deep / 2, 0.0])
    eye = middle + np.array([*rng.uniform(-0.06, 0.06, 2) * wide, away])
    return look_at(
        lens, eye, middle + np.array([*rng.uniform(-0.02, 0.02, 2) * wide, 0.0]), float(rng.uniform(-4, 4))
    )


def lens_shots(
    board: Board, width: int = 1280, height: int = 720, seed: int = 0, count: int = 6
) -> list[View]:
    """Hand-held views of the bare board through the same lens, tilted each another way."""
    rng = np.random.default_rng(seed + 1)
    lens = webcam_lens(width, height, seed)
    wide, deep = board.cols * STUD_MM, board.rows * STUD_MM
    middle = np.array([wide / 2, deep / 2, 0.0])
    views = []
    for i in range(count):
        tilt, around = np.radians(rng.uniform(20, 34)), 2 * np.pi * (i + rng.uniform(-0.2, 0.2)) / count
        away = 1.4 * lens.fy * deep / height
        eye = middle + away * np.array(
            [np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), np.cos(tilt)]
        )
        views.append(look_at(lens, eye, middle, float(rng.uniform(-8, 8))))
    return views


def webcam_lens(width: int, height: int, seed: int) -> Lens:
    """A cheap lens: its own focal length, centre and distortion for each seed."""
    rng = np.random.default_rng(seed + 2)
    f = width * rng.uniform(0.82, 1.0)
    cx, cy = (
        (width - 1) / 2 + rng.uniform(-0.012, 0.012) * width,
        (height - 1) / 2 + rng.uniform(-0.012, 0.012) * width,
    )
    k1 = float(rng.uniform(-0.12, 0.1))
    dist = (k1, -0.4 * k1, float(rng.uniform(-3e-4, 3e-4)), float(rng.uniform(-3e-4, 3e-4)), 0.0)
    return Lens(width, height, float(f), float(f), float(cx), float(cy), dist)


@dataclass(frozen=True)
class TableSeries:
    """One table under one camera: bare, with terrain, set up; and the views of its lens shots."""

    view: View
    lens_views: tuple[View, ...]
    bare: Scene
    terrain: Scene
    set_up: Scene


def random_table(seed: int, width: int = 1280, height: int = 720) -> TableSeries:
    """A table of its own for each seed: board, light, terrain up to 12 plates, figures, constructs, dice."""
    rng = np.random.default_rng(seed)
    side = int(rng.choice([32, 48, 64, 96], p=[0.4, 0.4, 0.1, 0.1]))
    board = Board(side, side, str(rng.choice(BOARD_COLOURS)), 32 if side in (64, 96) else 0)
    lamp = Lamp(
        float(rng.uniform(-0.3, 1.3) * side),
        float(rng.uniform(-0.3, 1.3) * side),
        320.0,
        float(rng.uniform(0.35, 0.6)),
    )
    warm = float(rng.uniform(-0.08, 0.08))
    light = Light((lamp,), float(rng.uniform(0.3, 0.45)), (1 + warm, 1.0, 1 - warm))
    bare = Scene(board, tray=Tray(side + 2.0, side * 0.2, side * 0.25, side * 0.55), light=light)
    taken = np.zeros((side, side), bool)
    terrain = replace(bare, blocks=_random_blocks(rng, board, taken))
    models = _random_models(rng, board, taken)
    set_up = replace(terrain, models=models, dice=_random_dice(rng, terrain.tray))
    return TableSeries(
        overhead(board, width, height, seed),
        tuple(lens_shots(board, width, height, seed)),
        bare,
        terrain,
        set_up,
    )


def _free(
    rng: np.random.Generator,
    taken: np.ndarray[tuple[int, ...], np.dtype[np.bool_]],
    w: int,
    d: int,
    apart: int,
) -> tuple[int, int]:
    """A place of w × d studs with nothing within `apart`, now taken."""
    rows, cols = taken.shape
    for _ in range(500):
        x, y = int(rng.integers(1, cols - w)), int(rng.integers(1, rows - d))
        if not taken[max(0, y - apart) : y + d + apart, max(0, x - apart) : x + w + apart].any():
            taken[y : y + d, x : x + w] = True
            return x, y
    raise ValueError("no room is left on this board")


def _random_blocks(
    rng: np.random.Generator, board: Board, taken: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
) -> tuple[Block, ...]:
    blocks: list[Block] = []
    colours = [c for c in BRICK_COLOURS if c != board.colour]
    for _ in range(int(rng.integers(8, 16))):
        w, d = (
            int(v)
            for v in rng.choice(
                [[1, 1], [1, 2], [2, 2], [1, 4], [4, 1], [2, 4], [4, 4], [6, 1], [2, 6], [4, 8]]
            )
        )
        x, y = _free(rng, taken, w, d, 1)
        plates = int(rng.choice([1, 3]))
        colour = str(rng.choice(colours))
        for level in range(int(rng.integers(1, 5))):
            blocks.append(Block(x, y, w, d, level * plates, plates, colour))
    return tuple(blocks)


def _random_models(
    rng: np.random.Generator, board: Board, taken: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
) -> tuple[Model, ...]:
    colours = [c for c in BRICK_COLOURS if c != board.colour]
    models: list[Model] = []
    for i in range(int(rng.integers(0, 4 if board.cols > 32 else 3))):
        x, y = _free(rng, taken, 6, 6, 1)
        a, b, c = (str(v) for v in rng.choice(colours, 3, replace=False))
        turned = float(rng.choice([0, 90, 180, 270]))
        models.append(
            mech(f"mech{i}", x + 3, y + 3, a, b, c, turned)
            if rng.random() < 0.6
            else vehicle(f"car{i}", x + 3, y + 3, a, b, turned)
        )
    for i in range(int(rng.integers(4, 9))):
        facing = float(rng.choice([0, 90, 180, 270]))
        w, d = (1, 2) if facing in (0, 180) else (2, 1)
        x, y = _free(rng, taken, w, d, 2)
        hat = Hat(str(rng.choice(colours)), HAT_KINDS[int(rng.integers(4))]) if rng.random() < 0.7 else None
        torso, legs = (str(v) for v in rng.choice(colours, 2, replace=False))
        skin = str(rng.choice(["yellow", "light_nougat"]))
        models.append(
            Minifig(
                f"fig{i}",
                x + w / 2,
                y + d / 2,
                0,
                facing,
                torso,
                legs,
                skin,
                hat,
                armed=bool(rng.random() < 0.3),
            )
        )
    return tuple(models)


def _random_dice(rng: np.random.Generator, tray: Tray) -> tuple[Die, ...]:
    return tumbled([str(c) for c in rng.choice(list(DICE_RGB), int(rng.integers(1, 6)))], tray, rng)


def tumbled(colours: list[str], tray: Tray, rng: np.random.Generator) -> tuple[Die, ...]:
    """Dice of these colours as they came to lie in the tray, none on another."""
    dice: list[Die] = []
    apart = 3.4  # studs: two 16 mm dice, corner to corner, don't touch
    while len(dice) < len(colours):
        for _ in range(300):
            x = float(rng.uniform(tray.x + 1.6, tray.x + tray.w - 1.6))
            y = float(rng.uniform(tray.y + 1.6, tray.y + tray.d - 1.6))
            if all(np.hypot(x - o.x, y - o.y) > apart for o in dice):
                break
        else:  # a full tray: lie closer, never inside one another
            apart *= 0.9
            continue
        die = Die(
            x,
            y,
            colours[len(dice)],
            int(rng.integers(1, 7)),
            float(rng.uniform(0, 360)),
            int(rng.integers(4)),
        )
        dice.append(die)
    return tuple(dice)
