"""Each kind of change changes what it says and nothing else."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.pathtraced.layout import Construct, Figure, Table
from tests.pathtraced.recipe import CHANGES, NAMED
from tests.pathtraced.story import KINDS, What, change, set_up

SEEDS = range(6)
BY_THE_CAMERA_AND_THE_LAMPS = {"light", "knocked"}


def table_for(seed: int) -> Table:
    """A set-up with two constructs and, among others, a figure without a hat."""
    _, table = set_up(np.random.default_rng(seed), NAMED[2104])
    return table.with_figure(replace(table.figures[-1], hat=None))


def done(kind: str, seed: int) -> tuple[Table, Table, What]:
    """A table before and after a change, and what the truth says of it."""
    before = table_for(seed)
    found = change(np.random.default_rng(seed), before, kind)
    assert found
    return before, *found


def told(what: What) -> dict[str, object]:
    """The truth's words, which are more than one."""
    assert isinstance(what, dict)
    return what


def test_every_kind_a_recipe_may_ask_for_is_known() -> None:
    assert set(CHANGES) == set(KINDS) | BY_THE_CAMERA_AND_THE_LAMPS
    for recipe in NAMED.values():
        assert set(recipe.changes) <= set(CHANGES)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["moved", "climbed"])
def test_a_move_moves_one_figure(kind: str, seed: int) -> None:
    before, after, what = done(kind, seed)
    name = str(told(what)["moved"])
    old, new = before.figure(name), after.figure(name)
    assert what == {"moved": name, "from": [old.x, old.y], "to": [new.x, new.y]}
    assert (old.x, old.y) != (new.x, new.y)
    assert (new.base > 0) == (kind == "climbed")
    assert new == replace(old, x=new.x, y=new.y, base=new.base, facing=new.facing)
    assert after == before.with_figure(new)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_construct_moves_alone(seed: int) -> None:
    before, after, what = done("mech", seed)
    old, new = (next(c for c in t.constructs if c.id == told(what)["moved"]) for t in (before, after))
    assert what == {"moved": old.id, "from": [old.x, old.y], "to": [new.x, new.y]}
    assert isinstance(new, Construct)
    assert new == replace(old, x=new.x, y=new.y, facing=new.facing)
    assert after == before.with_construct(new)


@pytest.mark.parametrize(
    ("kind", "changed"),
    [
        ("turned", lambda f: replace(f, facing=(f.facing + 180) % 360)),
        ("hat_off", lambda f: replace(f, hat=None)),
        ("head_off", lambda f: replace(f, head=False)),
    ],
)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_figure_turns_or_loses_what_is_said(
    kind: str, changed: Callable[[Figure], Figure], seed: int
) -> None:
    before, after, what = done(kind, seed)
    name = str(told(what)["moved" if kind == "turned" else kind])
    figure = before.figure(name)
    place = [figure.x, figure.y]
    assert what == ({"moved": name, "from": place, "to": place} if kind == "turned" else {kind: name})
    assert changed(figure) != figure
    assert after == before.with_figure(changed(figure))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_brick_is_taken_from_the_top_of_a_pile(seed: int) -> None:
    before, after, what = done("block_removed", seed)
    (gone,) = set(before.blocks) - set(after.blocks)
    said = told(what)["block_removed"]
    assert said == {key: getattr(gone, key) for key in ("x", "y", "w", "d", "base", "plates")}
    assert gone.plates == 3
    assert before.top(gone.rect) == gone.top
    assert not before.models_in(gone.rect, 0)
    assert replace(after, blocks=before.blocks) == before


def test_nothing_changes_nothing() -> None:
    before, after, what = done("nothing", 0)
    assert (after, what) == (before, "nothing")


@pytest.mark.parametrize("kind", sorted(KINDS.keys() - {"nothing"}))
def test_a_bare_board_can_only_stay_as_it_is(kind: str) -> None:
    assert change(np.random.default_rng(0), Table(32, 32, "tan"), kind) is None


def test_the_same_seed_tells_the_same_story() -> None:
    assert done("moved", 3) == done("moved", 3)
