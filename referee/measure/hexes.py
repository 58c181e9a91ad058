"""Hexes in axial coordinates (q, r) -> distances, headings, lines and bends.

Headings 0–5 go clockwise on the table (x right, y down); heading 0 points along the grid's own +x.
The coordinates are those of Amit Patel's "Hexagonal Grids": a third one, s = −q − r, is implied.
"""

import itertools
from collections.abc import Sequence

Cell = tuple[int, int]

NEIGHBOURS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
HEADINGS = 6
_NUDGE = 1e-6  # pushes a line that runs along an edge to one side of it


def distance(a: Cell, b: Cell) -> int:
    """Steps from `a` to `b`."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def step(cell: Cell, heading: int, n: int = 1) -> Cell:
    """`n` hexes from `cell` in the direction `heading`."""
    dq, dr = NEIGHBOURS[heading]
    return cell[0] + n * dq, cell[1] + n * dr


def heading_to(a: Cell, b: Cell) -> int | None:
    """The heading of `b` from its neighbour `a`; None when they don't touch."""
    offset = (b[0] - a[0], b[1] - a[1])
    return NEIGHBOURS.index(offset) if offset in NEIGHBOURS else None


def turn_between(first: int, second: int) -> int:
    """How many hex sides (0–3) one must turn from one heading to another."""
    apart = abs(first - second) % HEADINGS
    return min(apart, HEADINGS - apart)


def opposite(heading: int) -> int:
    """The heading that points back."""
    return (heading + HEADINGS // 2) % HEADINGS


def headings_of(way: Sequence[Cell]) -> list[int | None]:
    """The heading of each step of a way; None for a step that skips or stays."""
    return [heading_to(a, b) for a, b in itertools.pairwise(way)]


def bends(headings: Sequence[int]) -> int:
    """How often the heading changes along the way."""
    return sum(a != b for a, b in itertools.pairwise(headings))


def _rounded(q: float, r: float) -> Cell:
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return rq, rr


def nearest_cell(q: float, r: float) -> Cell:
    """The hex in which a point in fractional axial coordinates lies."""
    return _rounded(q, r)


def line(a: Cell, b: Cell, side: int = 1) -> list[Cell]:
    """The hexes under the straight line from `a` to `b`, both included.

    Where the line runs along an edge, `side` (1 or −1) says which of the two hexes counts.
    """
    n = distance(a, b)
    nudge = side * _NUDGE
    cells = []
    for i in range(n + 1):
        t = i / n if n else 0.0
        q = a[0] + (b[0] - a[0]) * t + nudge
        r = a[1] + (b[1] - a[1]) * t + 2 * nudge
        cells.append(_rounded(q, r))
    return cells


def within(centre: Cell, radius: int) -> list[Cell]:
    """Every hex at most `radius` steps from `centre`."""
    q0, r0 = centre
    return [
        (q0 + dq, r0 + dr)
        for dq in range(-radius, radius + 1)
        for dr in range(max(-radius, -dq - radius), min(radius, -dq + radius) + 1)
    ]
