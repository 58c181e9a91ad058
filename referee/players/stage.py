"""A match before it starts -> the virtual table it is played on: board, terrain, models, camera, light."""

import math
from dataclasses import dataclass, replace

import numpy as np

from hardware.virtual.builders import lens_shots, overhead
from hardware.virtual.models import duel_piece, ship, wagon, walker
from hardware.virtual.palette import BOARD_COLOURS
from hardware.virtual.scene import Block, Board, Built, Hat, Lamp, Light, Minifig, Model, Scene, Tray
from hardware.virtual.view import View
from referee.law.game import load
from referee.law.setup import Entry, Setup
from referee.measure.grid import Grid
from referee.problems import BadInput

SIDES = (32, 48)  # the boards there are, studs
EDGE = 2.0  # studs that are left free along the board's edge
SLACK = 0.05  # studs, 1 sigma: how far off its studs a construct stands that was put down and not pressed
TERRAIN = (  # w, d, levels of how many plates: what stands about on a board of studs
    (4, 4, 1, 1), (2, 4, 1, 3), (6, 2, 2, 3), (4, 2, 1, 3), (2, 6, 1, 1), (3, 3, 3, 3), (8, 2, 1, 3),
)  # fmt: skip
TERRAIN_COLOURS = ("tan", "dark_bluish_grey", "green", "reddish_brown")
ROOM = 3  # studs that terrain keeps from models and from other terrain


@dataclass(frozen=True)
class Stage:
    """One table for one match: the camera's view, lens shots, and the table bare, with terrain, set up."""

    view: View
    lens_views: tuple[View, ...]
    bare: Scene
    terrain: Scene
    set_up: Scene


def grid_of(setup: Setup) -> Grid | None:
    """The match's hexes or squares; None where it is played on studs."""
    laid = setup.grid
    if laid.kind == "studs":
        return None
    return Grid(laid.kind, laid.size, laid.columns, laid.rows, laid.origin, laid.turned)


def stage(setup: Setup, seed: int = 0, width: int = 1920, height: int = 1080) -> Stage:
    """The table for a match; another seed gives another camera, light, scatter and (on studs) terrain."""
    rng = np.random.default_rng([seed, 1])
    board = _board(setup)
    side = float(board.cols)
    lamp = Lamp(float(rng.uniform(0, side)), float(rng.uniform(-0.3, 0.3) * side), 320.0, 0.5)
    tray = Tray(side + 2.0, side * 0.2, side * 0.25, side * 0.55)
    bare = Scene(board, tray=tray, light=Light((lamp,), 0.4))
    models = tuple(
        model_of(setup, entry, at, rng)
        for entry in setup.models
        if (at := start_of(setup, entry)) is not None and entry.name not in _carried(setup)
    )
    terrain = replace(bare, blocks=_terrain(setup, board, models, rng))
    view, shots = overhead(board, width, height, seed), lens_shots(board, width, height, seed)
    return Stage(view, tuple(shots), bare, terrain, replace(terrain, models=models))


def _carried(setup: Setup) -> set[str]:
    """Figures in seats and projectiles on launch pads: they are part of what carries them (CN-2)."""
    return {*setup.settings.get("aboard", {}), *setup.settings.get("loaded", {})}


def start_of(setup: Setup, entry: Entry) -> tuple[float, float] | None:
    """Where a model starts, in studs; None: it is put down in the match."""
    grid = grid_of(setup)
    if grid is not None and entry.cell is not None:
        return grid.middle(entry.cell)
    return entry.studs


def on_pair(x: float, y: float, facing: float) -> tuple[float, float]:
    """The nearest place where a figure that faces one of four ways clutches a pair of studs."""
    if round(facing / 90) % 2 == 0:  # it looks along x: its feet stand side by side along y
        return math.floor(x) + 0.5, float(round(y))
    return float(round(x)), math.floor(y) + 0.5


def on_studs(built: Built, x: float, y: float) -> tuple[float, float]:
    """The place nearest to (x, y) at which a construct's underside fits the studs."""
    turn = math.radians(built.facing)
    cos, sin = round(math.cos(turn)), round(math.sin(turn))
    feet = [part.block for part in built.parts if part.block.base == 0]
    corners = [(bx, by) for b in feet for bx in (b.x, b.x + b.w) for by in (b.y, b.y + b.d)]
    left = min(bx * cos - by * sin for bx, by in corners)
    top = min(bx * sin + by * cos for bx, by in corners)
    return round(x + left) - left, round(y + top) - top


def put_down(model: Model, x: float, y: float, rng: np.random.Generator) -> tuple[float, float]:
    """Where a hand really puts a model that is meant for (x, y): a figure clutches, a construct has slack."""
    if isinstance(model, Minifig):
        return on_pair(x, y, model.facing)
    (sx, sy), (dx, dy) = on_studs(model, x, y), rng.normal(0, SLACK, 2)
    return sx + float(dx), sy + float(dy)


def model_of(setup: Setup, entry: Entry, at: tuple[float, float], rng: np.random.Generator) -> Model:
    """The model that a match file's entry describes, put down by hand at a place."""
    model = _built(setup, entry, at) if not is_figure(setup, entry) else _figure(setup, entry, at)
    x, y = put_down(model, *at, rng)
    return replace(model, x=x, y=y)


def _built(setup: Setup, entry: Entry, at: tuple[float, float]) -> Built:
    names = piece_names(entry)
    body, others = _colours(entry, len(names))
    pieces = list(zip(names, others, strict=True))
    square = entry.sheet.get("footprint", (6.0, 4.0)) == [4.0, 4.0]
    if setup.game == "mechaton" or square:
        return walker(entry.name, *at, body, pieces, entry.facing)
    if setup.game == "momentum":  # its Direction is said: it stays square to the board
        return ship(entry.name, *at, body, entry.colours[1] if len(entry.colours) > 1 else "white")
    if setup.game == "duelchess":
        return duel_piece(entry.name, *at, entry.colours or ("red", "white"))
    return wagon(entry.name, *at, body, pieces, entry.facing)


def is_figure(setup: Setup, entry: Entry) -> bool:
    """Is it a minifig, which clutches stud pairs?"""
    if setup.game == "constructs":
        return "devices" not in entry.sheet
    return setup.game == "minifigs" or bool(entry.sheet.get("minifig", False))


def piece_names(entry: Entry) -> tuple[str, ...]:
    """The pieces with a colour of their own, which show when lost: the first that its sheet lists."""
    listed = entry.sheet.get("things", entry.sheet.get("devices", ()))
    return tuple(str(piece["name"]) for piece in listed)[: max(len(entry.colours) - 1, 0)]


def _colours(entry: Entry, count: int) -> tuple[str, list[str]]:
    """Its body's colour and one for each piece; pieces without one of their own have the body's."""
    body = entry.colours[0] if entry.colours else "red"
    others = list(entry.colours[1 : 1 + count])
    return body, others + [body] * (count - len(others))


def _figure(setup: Setup, entry: Entry, at: tuple[float, float]) -> Minifig:
    sheet = load(setup.game).read_sheet(entry.sheet, entry.name)
    colours = (*entry.colours, *("red", "blue")[len(entry.colours) :])
    helmet = any(piece.covers == "head" for piece in getattr(sheet, "armour", ()))
    worn = len(colours) > 2 and (helmet or "minifig" in entry.sheet)
    hat = Hat(colours[2], "castle" if helmet else "cap") if worn else None
    armed = bool(getattr(sheet, "weapons", ()))
    return Minifig(entry.name, *at, 0, entry.facing, colours[0], colours[1], hat=hat, armed=armed)


def _board(setup: Setup) -> Board:
    grid = grid_of(setup)
    if grid is None:
        corners = [at for entry in setup.models if (at := entry.studs) is not None]
        far = max((max(at) for at in corners), default=0.0) + EDGE
    else:
        far = max(max(corner) for cell in grid.cells() for corner in grid.outline(cell))
    side = next((side for side in SIDES if far <= side), None)
    if side is None:
        raise BadInput(f"the match needs {far:.0f} studs, the largest board has {SIDES[-1]}: make it smaller")
    used = {colour for entry in setup.models for colour in entry.colours}
    colour = next(colour for colour in ("light_bluish_grey", *BOARD_COLOURS) if colour not in used)
    return Board(side, side, colour)


def _terrain(
    setup: Setup, board: Board, models: tuple[Model, ...], rng: np.random.Generator
) -> tuple[Block, ...]:
    grid = grid_of(setup)
    if grid is None:
        return _scattered_terrain(board, models, rng)
    kinds = (("hard", 4, 3, "tan"), ("soft", 2, 1, "green"), ("obstacles", 2, 2, "dark_bluish_grey"))
    blocks = []
    for word, wide, bricks, colour in kinds:
        for cell in setup.settings.get(word, ()):
            x, y = grid.middle((int(cell[0]), int(cell[1])))
            corner = round(x - wide / 2), round(y - wide / 2)
            blocks += [Block(*corner, wide, wide, 3 * level, 3, colour) for level in range(bricks)]
    return tuple(blocks)


def _scattered_terrain(
    board: Board, models: tuple[Model, ...], rng: np.random.Generator
) -> tuple[Block, ...]:
    free = np.ones((board.rows, board.cols), bool)
    for model in models:
        x, y = int(model.x), int(model.y)
        free[max(0, y - ROOM - 2) : y + ROOM + 2, max(0, x - ROOM - 2) : x + ROOM + 2] = False
    blocks: list[Block] = []
    for place, (w, d, levels, plates) in enumerate(TERRAIN):
        for _ in range(60):
            x, y = int(rng.integers(2, board.cols - w - 1)), int(rng.integers(2, board.rows - d - 1))
            if free[y : y + d, x : x + w].all():
                colour = [c for c in TERRAIN_COLOURS if c != board.colour][place % 3]
                blocks += [Block(x, y, w, d, n * plates, plates, colour) for n in range(levels)]
                free[max(0, y - ROOM) : y + d + ROOM, max(0, x - ROOM) : x + w + ROOM] = False
                break
    return tuple(blocks)
