"""A bare table -> the same with blocks piled up here and there, drawn at random."""

from dataclasses import replace

import numpy as np

from tests.pathtraced.layout import BRICK, Block, Table, overlap
from tests.pathtraced.palette import BLOCKS

PLATE_SIZES = [(2, 2), (6, 2), (2, 6), (3, 2), (4, 4), (6, 4), (4, 6), (6, 6), (4, 8), (8, 4), (4, 2)]
BRICK_SIZES = [
    (1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (4, 1), (1, 4), (6, 1),
    (1, 6), (2, 2), (3, 2), (2, 3), (2, 4), (4, 2), (6, 2), (2, 6),
]  # fmt: skip
TRIES = 400


def piled(rng: np.random.Generator, table: Table, count: int) -> Table:
    """The table with `count` piles, if there is room, as a rule two studs apart."""
    left = count
    for _ in range(TRIES):
        if left <= 0:
            break
        pile = _pile(rng, table)
        if pile is None:
            continue
        table = replace(table, blocks=table.blocks + pile)
        left -= 1
    return table


def _pile(rng: np.random.Generator, table: Table) -> tuple[Block, ...] | None:
    """Plates or bricks of one size on top of each other; None where others stand too near."""
    if rng.random() < 0.33:
        w, d = PLATE_SIZES[rng.integers(len(PLATE_SIZES))]
        plates, levels = 1, int(rng.integers(1, 4))
    else:
        w, d = BRICK_SIZES[rng.integers(len(BRICK_SIZES))]
        plates, levels = BRICK, int(rng.choice([1, 2, 3, 4], p=[0.3, 0.3, 0.25, 0.15]))
    x, y = int(rng.integers(1, table.cols - w)), int(rng.integers(1, table.rows - d))
    spot = (x, y, x + w, y + d)
    if any(overlap(b.rect, spot, 0.0 if rng.random() < 0.02 else 2.0) for b in table.blocks):
        return None
    shades = _shades(rng, table.board, levels)
    return tuple(Block(x, y, w, d, level * plates, plates, shade) for level, shade in enumerate(shades))


def _shades(rng: np.random.Generator, board: str, levels: int) -> list[str]:
    """A pile's colours from below; its lowest block is never the board's colour."""
    others = [c for c in BLOCKS if c != board]
    shades: list[str] = []
    for level in range(levels):
        if shades and rng.random() < 0.45:
            shades.append(shades[-1])
        else:
            shades.append(str(rng.choice(BLOCKS if level and rng.random() < 0.2 else others)))
    return shades
