"""A table's state in studs and plates: its blocks, figures, constructs and dice, and the room each takes."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

Rect = tuple[float, float, float, float]  # x0, y0, x1, y1 in studs
Pair = tuple[float, float]

BRICK = 3  # plates
TOUCHING = 1e-6  # studs that rectangles side by side may seem to overlap by


def ahead(facing: int) -> tuple[int, int]:
    """The unit step of a facing."""
    return {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[facing]


def local_rect(x: float, y: float, facing: int, front: Pair, right: Pair) -> Rect:
    """A rectangle given forward and to the right of a thing, in table studs."""
    fx, fy = ahead(facing)
    rx, ry = -fy, fx
    xs = [x + f * fx + r * rx for f in front for r in right]
    ys = [y + f * fy + r * ry for f in front for r in right]
    return min(xs), min(ys), max(xs), max(ys)


def overlap(a: Rect, b: Rect, gap: float = 0.0) -> bool:
    """Whether two rectangles overlap, or come nearer than `gap`."""
    room = gap - TOUCHING
    return a[0] < b[2] + room and b[0] < a[2] + room and a[1] < b[3] + room and b[1] < a[3] + room


@dataclass(frozen=True, slots=True)
class Block:
    """A brick (3 plates) or plate of terrain; x, y is its corner, w by d its studs."""

    x: int
    y: int
    w: int
    d: int
    base: int
    plates: int
    colour: str

    @property
    def top(self) -> int:
        """How high it reaches, in plates."""
        return self.base + self.plates

    @property
    def rect(self) -> Rect:
        """The studs it takes."""
        return self.x, self.y, self.x + self.w, self.y + self.d


@dataclass(frozen=True, slots=True)
class Hat:
    """A hat or hair."""

    kind: str
    colour: str


@dataclass(frozen=True, slots=True)
class FigureStyle:
    """What the truth leaves open about a figure."""

    lifts_mm: Pair  # how far its left and right hands are raised
    reach_mm: float  # of its sword
    pitch: float  # of its sword, in degrees
    stripes: tuple[tuple[float, str], ...]  # on its chest: place across in mm, colour


@dataclass(frozen=True, slots=True)
class Figure:
    """A minifig; x, y is the middle of the pair of studs it stands on, or of its lying body."""

    id: str
    torso: str
    legs: str
    skin: str
    hat: Hat | None
    armed: bool
    style: FigureStyle
    x: float = 0.0
    y: float = 0.0
    base: float = 0  # between two plates only while a hand carries it
    facing: int = 0
    head: bool = True
    lying: bool = False

    def rect(self, front: Pair, right: Pair) -> Rect:
        """A rectangle forward and to the right of it."""
        return local_rect(self.x, self.y, self.facing, front, right)

    @property
    def footprint(self) -> Rect:
        """The table it takes, hands included but not its sword."""
        return self.rect((-2.8, 2.6) if self.lying else (-0.9, 1.8), (-1.4, 1.4))

    @property
    def sweep(self) -> Rect:
        """The table under its sword when it stands."""
        return self.rect((1.5, 5.4), (0.2, 1.8))


@dataclass(frozen=True, slots=True)
class Construct:
    """A walking machine of bricks; its arm is left, right or none, the other names are colours."""

    id: str
    tall: bool
    head: bool
    arm: str
    legs: str
    body: str
    trunk: str
    x: int = 0
    y: int = 0
    facing: int = 0

    @property
    def plates(self) -> int:
        """How high it reaches."""
        return 13 + 3 * self.tall + 3 * self.head

    @property
    def footprint(self) -> Rect:
        """The table it takes, its arm included."""
        return local_rect(self.x, self.y, self.facing, (-2, 2 if self.arm == "none" else 4), (-3, 3))


Model = Figure | Construct


@dataclass(frozen=True, slots=True)
class Die:
    """A die in the tray."""

    colour: str
    value: int
    x: float
    y: float
    turn: float  # degrees


@dataclass(frozen=True, slots=True)
class Table:
    """One state of a table."""

    cols: int
    rows: int
    board: str
    blocks: tuple[Block, ...] = ()
    figures: tuple[Figure, ...] = ()
    constructs: tuple[Construct, ...] = ()
    dice: tuple[Die, ...] = ()

    @property
    def models(self) -> tuple[Model, ...]:
        """Whatever a player moves."""
        return self.figures + self.constructs

    def figure(self, name: str) -> Figure:
        """The figure of that id."""
        return next(f for f in self.figures if f.id == name)

    def with_figure(self, figure: Figure) -> "Table":
        """This table with that figure as it is now."""
        return replace(self, figures=tuple(figure if f.id == figure.id else f for f in self.figures))

    def with_construct(self, construct: Construct) -> "Table":
        """This table with that construct as it is now."""
        return replace(
            self, constructs=tuple(construct if c.id == construct.id else c for c in self.constructs)
        )

    def heights(self) -> list[list[int]]:
        """The terrain's top in plates, row by row."""
        grid = np.zeros((self.rows, self.cols), int)
        for b in self.blocks:
            part = grid[b.y : b.y + b.d, b.x : b.x + b.w]
            np.maximum(part, b.top, out=part)
        return [[int(v) for v in row] for row in grid]

    def top(self, rect: Rect) -> int:
        """The highest terrain within a rectangle, in plates."""
        return max((b.top for b in self.blocks if overlap(b.rect, rect)), default=0)

    def models_in(self, rect: Rect, gap: float, but: str = "") -> bool:
        """Whether a model stands in a rectangle or nearer than `gap`, or holds its sword over it."""
        return any(overlap(m.footprint, rect, gap) for m in self.models if m.id != but) or any(
            overlap(f.sweep, rect) for f in self.figures if f.armed and not f.lying and f.id != but
        )


def tray(table: Table) -> Rect:
    """Where dice land, beside the board."""
    return table.cols + 3.15, 0.221 * table.rows, table.cols + 11.9, 0.668 * table.rows


def crowded(models: Iterable[Model]) -> list[str]:
    """Pairs of models that stand in each other."""
    known = list(models)
    return [
        f"{a.id} and {b.id}"
        for i, a in enumerate(known)
        for b in known[:i]
        if overlap(a.footprint, b.footprint)
    ]
