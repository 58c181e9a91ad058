"""A match file becomes a table: models of its colours on its places, terrain where it says."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hardware.virtual.scene import Built, Minifig
from referee.match_file import read_match
from referee.players.stage import grid_of, is_figure, on_pair, piece_names, stage, start_of
from referee.problems import BadInput

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
GAMES = sorted(path.parent.name for path in EXAMPLES.glob("*/match.toml"))


@pytest.mark.parametrize("game", GAMES)
def test_every_example_stands_on_its_table_as_its_file_says(game: str) -> None:
    setup = read_match(EXAMPLES / game / "match.toml")
    table = stage(setup, seed=2)
    carried = {*setup.settings.get("aboard", {}), *setup.settings.get("loaded", {})}
    standing = [entry for entry in setup.models if entry.name not in carried]
    assert {model.name for model in table.set_up.models} == {entry.name for entry in standing}
    for entry in standing:
        model = table.set_up.model(entry.name)
        at = start_of(setup, entry)
        assert at is not None
        assert math.dist(at, (model.x, model.y)) < 0.75, "a stud pair or a hand's scatter away at most"
        assert isinstance(model, Minifig if is_figure(setup, entry) else Built)
        assert 0 < model.x < table.bare.board.cols
        assert 0 < model.y < table.bare.board.rows


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_lost_can_be_taken_off_and_has_its_own_colour(game: str) -> None:
    setup = read_match(EXAMPLES / game / "match.toml")
    table = stage(setup)
    for entry in setup.models:
        if game == "mechaton":
            model = table.set_up.model(entry.name)
            assert isinstance(model, Built)
            names = piece_names(entry)
            colours = [part.block.colour for part in model.parts if part.name in names]
            assert len(colours) == len(names)
            assert len(set(colours)) == len(colours), entry.name


def test_the_same_seed_gives_the_same_table_and_another_another() -> None:
    setup = read_match(EXAMPLES / "minifigs" / "match.toml")
    assert stage(setup, 4) == stage(setup, 4)
    assert stage(setup, 4).terrain.blocks != stage(setup, 5).terrain.blocks


def test_buildings_stand_in_their_hexes() -> None:
    setup = read_match(EXAMPLES / "mechaton" / "match.toml")
    grid = grid_of(setup)
    assert grid is not None
    blocks = stage(setup).terrain.blocks
    cells = {grid.place((b.x + b.w / 2, b.y + b.d / 2)).cell for b in blocks}
    assert cells == {(1, 3), (2, 3), (0, 4)}


@pytest.mark.parametrize("facing", [0, 90, 180, 270])
def test_a_figure_clutches_the_nearest_pair_of_studs(facing: float) -> None:
    for x, y in np.random.default_rng(1).uniform(2, 30, (20, 2)):
        px, py = on_pair(x, y, facing)
        across, along = (px, py) if facing in (0, 180) else (py, px)
        assert across % 1 == 0.5
        assert along % 1 == 0
        assert max(abs(px - x), abs(py - y)) <= 0.5


def test_a_match_too_large_for_any_board_is_refused_in_a_sentence() -> None:
    setup = read_match(EXAMPLES / "mechaton" / "match.toml")
    with pytest.raises(BadInput, match="make it smaller"):
        stage(replace(setup, grid=replace(setup.grid, columns=20)))
