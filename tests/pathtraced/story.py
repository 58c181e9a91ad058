"""A table's story: the set-up, then one change a photo, each with what the truth says of it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from tests.pathtraced.layout import BRICK, Block, Construct, Figure, Table
from tests.pathtraced.models import (
    OVER_A_WALL,
    climb,
    lie,
    new_construct,
    new_figure,
    park,
    roll,
    stand,
)
from tests.pathtraced.recipe import Recipe
from tests.pathtraced.terrain import piled

What = str | dict[str, Any]  # a change in the truth's words
Changed = tuple[Table, What]
Thing = TypeVar("Thing")


def set_up(rng: np.random.Generator, recipe: Recipe) -> tuple[Table, Table]:
    """The table with its terrain only, and the same with models and dice."""
    terrain = piled(rng, Table(recipe.cols, recipe.rows, recipe.board), recipe.piles)
    table = terrain
    for number in range(recipe.constructs):
        parked = park(rng, table, new_construct(rng, number))
        if parked:
            table = replace(table, constructs=(*table.constructs, parked))
    for number in range(recipe.figures):
        placed = _first_place(rng, table, recipe, number)
        if placed:
            table = replace(table, figures=(*table.figures, placed))
    return terrain, roll(rng, table)


def _first_place(rng: np.random.Generator, table: Table, recipe: Recipe, number: int) -> Figure | None:
    """The first figures stand on blocks, the last lie, the others and those without room stand anywhere."""
    figure, placed = new_figure(rng, number), None
    if number >= recipe.figures - recipe.lying:
        figure = replace(figure, armed=False)
        placed = lie(rng, table, figure)
    elif number < recipe.raised:
        placed = climb(rng, table, figure)
    return placed or stand(rng, table, figure)


def change(rng: np.random.Generator, table: Table, kind: str) -> Changed | None:
    """The table after a change of that kind; None if none is possible. Light and knocks are the caller's."""
    return KINDS[kind](rng, table)


def _picked(rng: np.random.Generator, things: Sequence[Thing]) -> Thing | None:
    return things[int(rng.integers(len(things)))] if things else None


def _standing(table: Table) -> list[Figure]:
    return [f for f in table.figures if not f.lying]


def _way(before: Figure | Construct, after: Figure | Construct) -> What:
    return {"moved": before.id, "from": [before.x, before.y], "to": [after.x, after.y]}


def _moved(rng: np.random.Generator, table: Table) -> Changed | None:
    figure = _picked(rng, _standing(table))
    after = figure and stand(rng, table, figure)
    return (table.with_figure(after), _way(figure, after)) if figure and after else None


def _climbed(rng: np.random.Generator, table: Table) -> Changed | None:
    figure = _picked(rng, _standing(table))
    after = figure and climb(rng, table, figure)
    return (table.with_figure(after), _way(figure, after)) if figure and after else None


def _construct_moved(rng: np.random.Generator, table: Table) -> Changed | None:
    construct = _picked(rng, table.constructs)
    after = construct and park(rng, table, construct)
    return (table.with_construct(after), _way(construct, after)) if construct and after else None


def _turned(rng: np.random.Generator, table: Table) -> Changed | None:
    """A figure faces about; in the truth a move from a place to itself."""
    standing = _standing(table)
    for i in rng.permutation(len(standing)):
        trial = replace(standing[i], facing=(standing[i].facing + 180) % 360)
        near = trial.rect((0.5, 5.0 if trial.armed else 2.0), (-1.45, 1.45))
        if table.models_in(trial.footprint, 0.4, trial.id) or table.top(near) > trial.base + OVER_A_WALL:
            continue
        return table.with_figure(trial), _way(trial, trial)
    return None


def _hat_off(rng: np.random.Generator, table: Table) -> Changed | None:
    figure = _picked(rng, [f for f in _standing(table) if f.hat])
    return (table.with_figure(replace(figure, hat=None)), {"hat_off": figure.id}) if figure else None


def _head_off(rng: np.random.Generator, table: Table) -> Changed | None:
    figure = _picked(rng, [f for f in _standing(table) if f.head and not f.hat])
    return (table.with_figure(replace(figure, head=False)), {"head_off": figure.id}) if figure else None


def _block_removed(rng: np.random.Generator, table: Table) -> Changed | None:
    block = _picked(rng, free_tops(table))
    if block is None:
        return None
    said = {key: getattr(block, key) for key in ("x", "y", "w", "d", "base", "plates")}
    return replace(table, blocks=tuple(b for b in table.blocks if b != block)), {"block_removed": said}


def free_tops(table: Table) -> list[Block]:
    """Bricks that can be lifted off: topmost, and nobody stands on them or leans over them."""
    return [
        b
        for b in table.blocks
        if b.plates == BRICK and table.top(b.rect) == b.top and not table.models_in(b.rect, 0.0)
    ]


def _nothing(rng: np.random.Generator, table: Table) -> Changed | None:  # noqa: ARG001
    return table, "nothing"


KINDS: dict[str, Callable[[np.random.Generator, Table], Changed | None]] = {
    "moved": _moved,
    "climbed": _climbed,
    "mech": _construct_moved,
    "turned": _turned,
    "hat_off": _hat_off,
    "head_off": _head_off,
    "block_removed": _block_removed,
    "nothing": _nothing,
}
