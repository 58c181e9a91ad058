"""What a player has before her eyes when she decides, and where on the table she could put a model."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np
from numpy.typing import NDArray

from hardware.virtual.scene import Built, Minifig, Model, Scene
from referee.law.ruling import Dice
from referee.law.setup import Setup
from referee.measure.grid import Grid
from referee.players.deeds import Carry, Deed, Load, Point
from referee.players.stage import grid_of, put_down
from referee.show import RollNow, Shown

Cell = tuple[int, int]
Extent = tuple[float, float, float, float]  # x0, y0, x1, y1 in studs
FIGURE_REACH = 1.0  # studs from a figure's middle to where its hands end
SLACK = 0.4  # studs by which two hands together may miss
STATED_ERROR = 0.2  # studs; what a player takes the referee's error for until he has stated one
LYING_ROOM = 2.5  # studs from a piece that lies on the board
BUILT_ROOM = 6.0  # studs from a construct's middle to where a figure finds room beside it
ALONG, ASIDE = (0.5, 0.55, 0.6, 0.7, 0.8), (-0.15, 0.0, 0.15)  # places just over a border, in cells
STEPS = (0.0, 1.0, -1.0, 1.5, -1.5, 2.0, -2.0)  # studs from a cell's middle, along and across
ASIDE_IN_CELL = tuple(sorted(product(STEPS, STEPS), key=lambda d: math.hypot(*d)))  # the nearest first
ENOUGH = 1.0  # studs between two models: hands find room, and so does the eye
BEYOND = (1.0, 3.0)  # how far beyond a limit the finest cheat goes, in stated errors


@dataclass(frozen=True)
class Look:
    """The table as a player sees it, what is shown, and chance."""

    setup: Setup
    scene: Scene
    shown: Shown
    rng: np.random.Generator
    errors: Mapping[str, float] = field(default_factory=dict)  # last stated 95 % ones, figure and construct

    @property
    def grid(self) -> Grid:
        """The hexes or squares of the match."""
        grid = grid_of(self.setup)
        assert grid is not None
        return grid

    def model(self, name: str) -> Model:
        """A model on the table."""
        return self.scene.model(name)

    def cell_of(self, name: str) -> Cell:
        """The cell in which a model stands."""
        model = self.model(name)
        return self.grid.place((model.x, model.y)).cell

    def error(self, model: Model) -> float:
        """The referee's 95 % error of a move of such a model, as far as he has stated one."""
        return self.errors.get("figure" if isinstance(model, Minifig) else "construct", STATED_ERROR)

    def one_of(self, several: Sequence[object]) -> int:
        """The index of any of several."""
        return int(self.rng.integers(len(several)))

    def put_down(self, model: Model, at: Point) -> Point:
        """Where a hand puts a model that is meant for `at`."""
        return put_down(model, *at, self.rng)

    def carry_to_cell(self, name: str, cell: Cell, facing: float | None = None) -> Carry:
        """A model is put into the middle of a cell, or beside who stands there; on top of terrain."""
        at = place_in_cell(self.scene, self.grid, self.model(name), cell, self.rng)
        return Carry(name, at, self.height_at(at), facing)

    def carry_beyond(self, name: str, borders: Sequence[tuple[Cell, Cell]]) -> Carry | None:
        """Over one of several borders (from, into): by one to three stated errors if studs allow that."""
        grid, model = self.grid, self.model(name)
        low, high = (times * self.error(model) for times in BEYOND)
        found: list[tuple[float, Point]] = []
        for home, cell in borders:
            (x0, y0), (x1, y1) = grid.middle(home), grid.middle(cell)
            for aside in ASIDE:
                for share in ALONG:
                    x = x0 + share * (x1 - x0) - aside * (y1 - y0)
                    y = y0 + share * (y1 - y0) + aside * (x1 - x0)
                    at = self.put_down(model, (x, y))
                    placed = grid.place(at)
                    over = placed.cell == cell and placed.beyond == home and placed.to_border > low
                    if over and (isinstance(model, Minifig) or self.clear(name, at, BUILT_ROOM)):
                        off = max(placed.to_border - high, 0.0) + float(self.rng.uniform(0, 0.05))
                        found.append((off, at))
        if not found:
            return None
        at = min(found)[1]
        return Carry(name, at, self.height_at(at))

    def height_at(self, at: Point) -> float:
        """The terrain's top under a place, plates."""
        return top_at(self.scene, at)

    def clear(self, name: str, at: Point, room: float) -> bool:
        """Is nobody else within `room` studs of a place, and is the place on the board?"""
        board = self.scene.board
        inside = 1.5 <= at[0] <= board.cols - 1.5 and 1.5 <= at[1] <= board.rows - 1.5
        inside = inside and all(math.dist(at, (p.x, p.y)) >= LYING_ROOM for p in self.scene.loose)
        return inside and all(
            math.dist(at, (m.x, m.y)) >= (room if isinstance(m, Minifig) else max(room, BUILT_ROOM))
            for m in self.scene.models
            if m.name != name
        )

    def places_of_others(self, player: str) -> list[Point]:
        """Where the models of other players stand."""
        theirs = {entry.name for entry in self.setup.models if entry.owner != player}
        return [(model.x, model.y) for model in self.scene.models if model.name in theirs]

    def pieces_on(self, name: str) -> tuple[str, ...]:
        """What could be taken off a model now."""
        model = self.model(name)
        if isinstance(model, Built):
            return tuple(part.name for part in model.parts)
        return ("hat",) if model.hat else ("head",) if model.head else ("torso",) if model.body else ()


def top_at(scene: Scene, at: Point) -> float:
    """The terrain's top under a place, plates."""
    tops = [b.top for b in scene.blocks if b.x <= at[0] < b.x + b.w and b.y <= at[1] < b.y + b.d]
    return max(tops, default=0.0)


def place_in_cell(scene: Scene, grid: Grid, model: Model, cell: Cell, rng: np.random.Generator) -> Point:
    """Where a hand puts a model into a cell: in its middle, or beside who stands there."""
    x, y = grid.middle(cell)
    others = [extent(m, (m.x, m.y)) for m in scene.models if m.name != model.name]

    def room(at: Point) -> float:
        return min((gap(extent(model, at), other) for other in others), default=math.inf)

    tried = [put_down(model, x + dx, y + dy, rng) for dx, dy in ASIDE_IN_CELL]
    inside = [at for at in tried if grid.place(at).cell == cell]
    roomy = next((at for at in inside if room(at) >= ENOUGH - SLACK), None)
    return roomy or max(inside, key=room)


def extent(model: Model, at: Point) -> Extent:
    """The rectangle of studs that a model covers at a place."""
    if isinstance(model, Minifig):
        return at[0] - FIGURE_REACH, at[1] - FIGURE_REACH, at[0] + FIGURE_REACH, at[1] + FIGURE_REACH
    turn = math.radians(model.facing)
    cos, sin = math.cos(turn), math.sin(turn)
    blocks = [part.block for part in model.parts]
    corners = [(bx, by) for b in blocks for bx in (b.x, b.x + b.w) for by in (b.y, b.y + b.d)]
    xs = [at[0] + bx * cos - by * sin for bx, by in corners]
    ys = [at[1] + bx * sin + by * cos for bx, by in corners]
    return min(xs), min(ys), max(xs), max(ys)


def gap(a: Extent, b: Extent) -> float:
    """Studs between two rectangles, along or across; negative where one stands in the other."""
    return max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3])


def heights_of(scene: Scene) -> NDArray[np.float64]:
    """The terrain's tops (rows × columns, plates)."""
    tops = np.zeros((scene.board.rows, scene.board.cols))
    for b in scene.blocks:
        area = (slice(int(b.y), int(b.y) + b.d), slice(int(b.x), int(b.x) + b.w))
        tops[area] = np.maximum(tops[area], b.top)
    return tops


def roll(look: Look, dice: Sequence[Dice]) -> Deed:
    """The dice that are due are put into the tower and rolled; others than d6 are the chip's."""
    colours = tuple(
        "white" if kind.colour == "any" else kind.colour
        for kind in dice
        if kind.sides == 6
        for _ in range(kind.count)
    )
    words = f"{look.shown.due.player if look.shown.due else ''} rolls {', '.join(k.text() for k in dice)}"
    return Deed(words, (Load(colours),) if colours else (), (RollNow(),))
