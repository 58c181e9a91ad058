"""The models and dice that stand on a table: drawing them at random and finding them free studs."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from tests.pathtraced.hats import HATS
from tests.pathtraced.layout import Block, Construct, Die, Figure, FigureStyle, Hat, Table, overlap, tray
from tests.pathtraced.palette import BLOCKS, DICE

FACINGS = [0, 90, 180, 270]
STRIPES = ["reddish_brown", "yellow", "white", "dark_blue"]
TRIES = 600
HIGHEST_STEP = 9  # plates a figure may stand up
OVER_A_WALL = 4  # plates above its feet that a figure's hands and sword clear

Draw = Callable[[], tuple[int, int]]  # a stud
Fit = Callable[[Table, Figure], int | None]  # the level a figure stands on, if it fits


def new_figure(rng: np.random.Generator, number: int) -> Figure:
    """A figure with random clothes, not yet placed; its arms have its torso's colour."""
    torso, legs = (str(c) for c in rng.choice(BLOCKS, 2))
    hat = Hat(str(rng.choice(list(HATS))), str(rng.choice(BLOCKS))) if rng.random() < 0.66 else None
    return Figure(
        id=f"fig{number}",
        torso=torso,
        legs=legs,
        hat=hat,
        style=_style(rng),
        skin="yellow" if rng.random() < 0.75 else "light_nougat",
        armed=bool(rng.random() < 0.4),
    )


def _style(rng: np.random.Generator) -> FigureStyle:
    first, second = (str(shade) for shade in rng.choice(STRIPES, 2))
    left, right = rng.choice([-0.8, 0.0, 0.8, 2.0], 2).tolist()
    if rng.random() >= 0.8:  # sleeves once had colours of their own: known seeds keep their tables
        rng.choice(BLOCKS)
    return FigureStyle(
        lifts_mm=(left, right),
        reach_mm=float(rng.uniform(23, 31)),
        pitch=float(rng.uniform(0, 14)),
        stripes=((-3.2, first), (3.2, second)) if rng.random() < 0.35 else (),
    )


def stand(rng: np.random.Generator, table: Table, figure: Figure) -> Figure | None:
    """The figure on a free pair of the board's studs."""
    return _placed(rng, table, replace(figure, lying=False), _board_stud(rng, table), _on_board)


def climb(rng: np.random.Generator, table: Table, figure: Figure) -> Figure | None:
    """The figure on top of a block."""
    wide = [b for b in table.blocks if max(b.w, b.d) >= 2]
    if not wide:
        return None
    return _placed(rng, table, replace(figure, lying=False), _block_stud(rng, wide), _on_block)


def lie(rng: np.random.Generator, table: Table, figure: Figure) -> Figure | None:
    """The figure on its back on the bare board."""
    return _placed(rng, table, replace(figure, lying=True), _board_stud(rng, table), _on_its_back)


def _board_stud(rng: np.random.Generator, table: Table) -> Draw:
    return lambda: (int(rng.integers(2, table.cols - 2)), int(rng.integers(2, table.rows - 2)))


def _block_stud(rng: np.random.Generator, blocks: list[Block]) -> Draw:
    def draw() -> tuple[int, int]:
        b = blocks[rng.integers(len(blocks))]
        return b.x + int(rng.integers(b.w)), b.y + int(rng.integers(b.d))

    return draw


def _placed(rng: np.random.Generator, table: Table, figure: Figure, draw: Draw, fit: Fit) -> Figure | None:
    """The figure at the first drawn place where it fits; None if there is none."""
    for _ in range(TRIES):
        facing = int(rng.choice(FACINGS))
        c, r = draw()
        x, y = (c + 1.0, r + 0.5) if _along_x(facing) else (c + 0.5, r + 1.0)
        trial = replace(figure, x=x, y=y, facing=facing)
        inside = 2 <= x <= table.cols - 2 and 2 <= y <= table.rows - 2
        if not inside or table.models_in(trial.footprint, 0.4, figure.id):
            continue
        base = fit(table, trial)
        if base is not None:
            return replace(trial, base=base)
    return None


def _along_x(facing: int) -> bool:
    """Whether the pair of studs under a figure lies along x."""
    return facing in (90, 270)


def _on_its_back(table: Table, figure: Figure) -> int | None:
    return None if table.top(figure.rect((-3.2, 3.2), (-1.8, 1.8))) else 0


def _on_board(table: Table, figure: Figure) -> int | None:
    walls = table.top(figure.rect((-0.9, 0.9), (-1.4, 1.4)))
    return 0 if walls == 0 and _clear(table, figure, 0) else None


def _on_block(table: Table, figure: Figure) -> int | None:
    x0, y0, _, _ = figure.rect((-0.5, 0.5), (-1, 1))
    dx, dy = (1, 0) if _along_x(figure.facing) else (0, 1)
    base, other = (table.top((x0 + s * dx, y0 + s * dy, x0 + s * dx + 1, y0 + s * dy + 1)) for s in (0, 1))
    return base if base == other and 0 < base <= HIGHEST_STEP and _clear(table, figure, base) else None


def _clear(table: Table, figure: Figure, base: int) -> bool:
    """Whether body, hands and sword run into nothing."""
    if table.top(figure.rect((-0.6, 2.0), (-1.45, 1.45))) > base + OVER_A_WALL:
        return False
    if not figure.armed:
        return True
    return table.top(figure.sweep) <= base + OVER_A_WALL and not table.models_in(figure.sweep, 0.0, figure.id)


def new_construct(rng: np.random.Generator, number: int) -> Construct:
    """A walking machine of bricks, perhaps with an arm and a head; not yet placed."""
    tall, head = bool(rng.random() < 0.6), bool(rng.random() < 0.55)
    legs, body, trunk = (str(c) for c in rng.choice(BLOCKS, 3, replace=False))
    arm = str(rng.choice(["left", "right", "none"], p=[0.42, 0.42, 0.16]))
    return Construct(f"mech{number}", tall, head, arm, legs, body, trunk)


def park(rng: np.random.Generator, table: Table, construct: Construct) -> Construct | None:
    """The construct on free, bare studs."""
    for _ in range(TRIES):
        x, y = int(rng.integers(3, table.cols - 3)), int(rng.integers(3, table.rows - 3))
        trial = replace(construct, x=x, y=y, facing=int(rng.choice(FACINGS)))
        spot = trial.footprint
        inside = min(spot) >= 1 and spot[2] <= table.cols - 1 and spot[3] <= table.rows - 1
        if not inside or table.models_in(spot, 1.0, construct.id):
            continue
        if not any(overlap(b.rect, spot, 1.0) for b in table.blocks):
            return trial
    return None


def roll(rng: np.random.Generator, table: Table) -> Table:
    """The table with two to five dice thrown into its tray."""
    dice: list[Die] = []
    x0, y0, x1, y1 = tray(table)
    for _ in range(int(rng.integers(2, 6))):
        for _ in range(60):
            x, y = float(rng.uniform(x0 + 1.4, x1 - 1.4)), float(rng.uniform(y0 + 1.4, y1 - 1.4))
            if all(np.hypot(x - d.x, y - d.y) > 3.0 for d in dice):
                colour, value = str(rng.choice(DICE)), int(rng.integers(1, 7))
                dice.append(Die(colour, value, x, y, float(rng.uniform(0, 90))))
                break
    return replace(table, dice=tuple(dice))
