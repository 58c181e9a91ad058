"""Tables drawn at random: models keep apart and on the board, heights agree with blocks."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from tests.pathtraced.bricks import bricks
from tests.pathtraced.layout import Block, Figure, Hat, Table, crowded, local_rect, overlap, tray
from tests.pathtraced.models import new_construct, new_figure, roll
from tests.pathtraced.palette import SHADES
from tests.pathtraced.recipe import NAMED, Recipe, drawn
from tests.pathtraced.story import KINDS, change, set_up

RECIPES = [*NAMED.items(), *((seed, drawn(seed)) for seed in range(8))]


def rect_of(block: Block) -> set[tuple[int, int]]:
    """The studs of a block, one by one."""
    return {(c, r) for c in range(block.x, block.x + block.w) for r in range(block.y, block.y + block.d)}


def assert_stands_well(table: Table) -> None:
    """Nobody in another, off the board or inside a block; whoever stands does so on a level pair of studs."""
    assert crowded(table.models) == []
    for a, b in combinations(table.models, 2):
        assert not overlap(a.footprint, b.footprint)
    for model in table.models:
        x0, y0, x1, y1 = model.footprint
        assert min(x0, y0) >= 0
        assert x1 <= table.cols
        assert y1 <= table.rows
    for construct in table.constructs:
        assert table.top(construct.footprint) == 0
    for figure in table.figures:
        assert_on_its_studs(table, figure)


def assert_on_its_studs(table: Table, figure: Figure) -> None:
    """Both studs under its feet have the height it says; whoever lies does so on the bare board."""
    if figure.lying:
        assert figure.base == table.top(figure.footprint) == 0
        return
    across = figure.facing in (90, 270)
    studs = [
        (
            int(figure.x - (1 if across else 0.5)) + i * across,
            int(figure.y - (0.5 if across else 1)) + i * (not across),
        )
        for i in (0, 1)
    ]
    heights = table.heights()
    assert [heights[r][c] for c, r in studs] == [figure.base] * 2


@pytest.mark.parametrize(("seed", "recipe"), RECIPES)
def test_models_placed_at_random_stand_apart_and_on_the_board(seed: int, recipe: Recipe) -> None:
    rng = np.random.default_rng(seed)
    _, table = set_up(rng, recipe)
    assert_stands_well(table)
    assert len(table.figures) == recipe.figures
    for kind in KINDS:
        done = change(rng, table, kind)
        table = done[0] if done else table
        assert_stands_well(table)


@pytest.mark.parametrize(("seed", "recipe"), RECIPES)
def test_heights_agree_with_blocks(seed: int, recipe: Recipe) -> None:
    terrain, table = set_up(np.random.default_rng(seed), recipe)
    heights = [[0] * recipe.cols for _ in range(recipe.rows)]
    for block in terrain.blocks:
        for c, r in rect_of(block):
            heights[r][c] = max(heights[r][c], block.base + block.plates)
    assert terrain.heights() == heights
    assert table.heights() == heights  # models are no terrain


def test_every_block_rests_on_the_board_or_on_another() -> None:
    terrain, _ = set_up(np.random.default_rng(4), NAMED[2104])
    for block in terrain.blocks:
        assert block.base == 0 or any(
            rect_of(block) == rect_of(b) and b.top == block.base for b in terrain.blocks
        )


def test_the_same_seed_gives_the_same_table_and_another_another() -> None:
    first, again, other = (set_up(np.random.default_rng(seed), NAMED[2101]) for seed in (7, 7, 8))
    assert first == again
    assert first != other


def test_recipes_at_random_follow_their_seed() -> None:
    assert drawn(5) == drawn(5)
    assert len({drawn(seed) for seed in range(20)}) == 20


@pytest.mark.parametrize(
    ("facing", "rect"),
    [(0, (10, 9, 13, 11.5)), (90, (8.5, 10, 11, 13)), (180, (7, 8.5, 10, 11)), (270, (9, 7, 11.5, 10))],
)
def test_a_rectangle_turns_with_its_model(facing: int, rect: tuple[float, ...]) -> None:
    assert local_rect(10, 10, facing, (0, 3), (-1, 1.5)) == rect


def test_a_figure_in_a_construct_is_noticed() -> None:
    _, table = set_up(np.random.default_rng(0), NAMED[2101])
    construct, figure = table.constructs[0], table.figures[0]
    inside = table.with_figure(replace(figure, x=construct.x, y=construct.y))
    assert crowded(inside.models) == [f"{construct.id} and {figure.id}"]


def test_things_side_by_side_do_not_overlap() -> None:
    assert not overlap((0, 0, 2, 2), (2, 0, 4, 2))
    assert overlap((0, 0, 2, 2), (2, 0, 4, 2), gap=0.5)


def test_dice_lie_in_the_tray_apart() -> None:
    table = roll(np.random.default_rng(1), Table(32, 32, "green"))
    x0, y0, x1, y1 = tray(table)
    assert 2 <= len(table.dice) <= 5
    assert all(x0 < d.x < x1 and y0 < d.y < y1 for d in table.dice)
    assert all(np.hypot(a.x - b.x, a.y - b.y) > 3 for a, b in combinations(table.dice, 2))


def test_a_construct_is_as_high_and_as_wide_as_it_says() -> None:
    rng = np.random.default_rng(0)
    for number in range(20):
        construct = new_construct(rng, number)
        built = bricks(construct)
        assert max(b.base + b.plates for b in built) == construct.plates
        rect = (
            min(b.front for b in built),
            min(b.right for b in built),
            max(b.front + b.deep for b in built),
            max(b.right + b.wide for b in built),
        )
        assert rect == construct.footprint  # at 0, 0, looking along x
        assert {b.colour for b in built} == {construct.legs, construct.body, construct.trunk}


def test_every_colour_that_is_drawn_has_a_shade() -> None:
    rng = np.random.default_rng(0)
    for number in range(50):
        figure = new_figure(rng, number)
        hat = figure.hat or Hat("none", "red")
        assert {figure.torso, figure.legs, figure.skin, hat.colour} <= SHADES.keys()
