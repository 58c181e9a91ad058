"""Lego parts as solids in millimetres: bricks, the baseplate, dice. Frame: x forward, y left, z up."""

import numpy as np

from tests.pathtraced.solids import Solid, box, slab, turned

STUD, PLATE = 8.0, 3.2
GAP = 0.1  # what a brick is smaller than its pitch, on each side
STUD_HEIGHT = 1.7
BASE_THICK = 1.6
TABLE_TOP = -BASE_THICK - 0.3  # the board lies a hair above the wood
DIE = 16.0


def stud(segments: int = 20) -> Solid:
    """One stud standing on z = 0."""
    h = STUD_HEIGHT
    return turned([(2.4, 0), (2.4, h - 0.12), (2.28, h), (0, h)], segments)


def brick(across: int, down: int, plates: int) -> Solid:
    """A brick or plate with studs, its middle at the origin, standing on z = 0; `across` studs along x."""
    half = (across * STUD / 2 - GAP, down * STUD / 2 - GAP)
    solid = box((-half[0], half[0]), (-half[1], half[1]), (0.02, plates * PLATE), 0.2)
    for i, j in np.ndindex(across, down):
        solid.join(stud(), ((i + 0.5 - across / 2) * STUD, (j + 0.5 - down / 2) * STUD, plates * PLATE))
    return solid


def baseplate(cols: int, rows: int) -> Solid:
    """The board: its corner at the origin, x right and y up (so rows run to negative y), surface at z = 0."""
    wide, deep, r = cols * STUD, rows * STUD, 1.6
    outline: list[tuple[float, float]] = []
    for cx, cy, start in (
        (wide - r, -r, 0),
        (r, -r, 90),
        (r, -deep + r, 180),
        (wide - r, -deep + r, 270),
    ):
        for turn in np.radians(np.linspace(start, start + 90, 6)):
            outline.append((cx + r * np.cos(turn), cy + r * np.sin(turn)))
    solid = slab(outline, -BASE_THICK, 0.0)
    knob = stud(16)
    for c, row in np.ndindex(cols, rows):
        solid.join(knob, ((c + 0.5) * STUD, -(row + 0.5) * STUD, 0))
    return solid


def rounded_cube(size: float, radius: float, steps: int = 6) -> Solid:
    """A cube with round edges and corners, its middle at the origin."""
    inner = size / 2 - radius
    solid = Solid()
    arc = radius * np.tan(np.linspace(0, np.pi / 4, steps))
    spread = np.concatenate([-inner - arc[::-1], inner + arc])
    n = len(spread)
    for axis in range(3):
        for side in (-1.0, 1.0):
            points = np.zeros((n, n, 3))
            points[..., axis] = side * size / 2
            points[..., (axis + 1) % 3] = spread[:, None]
            points[..., (axis + 2) % 3] = spread[None, :]
            flat = points.reshape(-1, 3)
            core = np.clip(flat, -inner, inner)
            way = flat - core
            flat = core + radius * way / np.linalg.norm(way, axis=1, keepdims=True)
            faces = []
            for i, j in np.ndindex(n - 1, n - 1):
                quad = [i * n + j, (i + 1) * n + j, (i + 1) * n + j + 1, i * n + j + 1]
                faces.append(quad if side > 0 else quad[::-1])
            solid.add(flat, faces)
    return solid


PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def die(value: int) -> tuple[Solid, Solid]:
    """Body and pips of a die that shows `value` on top, its middle at the origin."""
    near = [v for v in range(1, 7) if v not in (value, 7 - value)]
    front, left = near[0], next(v for v in near if v not in (near[0], 7 - near[0]))
    faces = [
        (value, (0, 0, 1)),
        (7 - value, (0, 0, -1)),
        (front, (1, 0, 0)),
        (7 - front, (-1, 0, 0)),
        (left, (0, 1, 0)),
        (7 - left, (0, -1, 0)),
    ]
    pips = Solid()
    for pip, way in faces:
        out = np.array(way, float)
        first = np.roll(out, 1) * np.sign(out.sum())
        second = np.cross(out, first)
        disc = turned([(1.55, 0), (1.55, 0.05), (0, 0.05)], 20)
        for a, b in PIPS[pip]:
            place = out * (DIE / 2 - 0.02) + (a * first + b * second) * 4.0
            pips.join(disc.moved(np.column_stack([first, second, out]), place))
    return rounded_cube(DIE, 2.2), pips
