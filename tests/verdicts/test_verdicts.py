"""The short form of the verdict test (`make verdicts` is the long one), and the table it prints."""

from dataclasses import replace
from functools import lru_cache

import pytest

from tests.verdicts import matches
from tests.verdicts.row import LEGAL, Row
from tests.verdicts.summary import honest, lines

SMALL = (1280, 720)
DEEDS = 9


@lru_cache(maxsize=1)
def rows_of(game: str) -> tuple[Row, ...]:
    return tuple(matches.play(game, 3, DEEDS, SMALL))


@pytest.mark.parametrize("game", ["minifigs"])
def test_cheats_are_caught_through_pictures_and_nothing_lawful_is_accused(game: str) -> None:
    rows = rows_of(game)
    cheats = [row for row in rows if row.kind != LEGAL]
    assert len(rows) >= DEEDS - 1
    assert cheats
    assert not [row for row in cheats if row.fate == "missed"]
    assert not [row for row in rows if row.kind == LEGAL and row.fate in ("accused", "unseen")]


@pytest.mark.parametrize("game", ["minifigs"])
def test_a_measured_move_is_as_near_the_truth_as_it_says(game: str) -> None:
    moves = honest(rows_of(game))
    assert moves
    assert all(stated <= 0.3 for _, stated in moves)
    assert all(off <= stated for off, stated in moves)


def test_the_table_counts_cheats_by_kind_and_lawful_deeds() -> None:
    legal = Row("mechaton", 0, 0, LEGAL, "", "stood", 4.0, 4.1, 0.2)
    rows = [
        legal,
        replace(legal, number=1, measured=4.3),
        replace(legal, number=2, kind="too far", fate="caught"),
        replace(legal, number=3, kind="too far", fate="missed", true=None),
        replace(legal, number=4, fate="too close"),
    ]
    text = "\n".join(lines(rows))
    assert "1 matches, 5 deeds, 2 of them cheats" in text
    assert "1 caught, 1 missed" in text
    assert "20.0 % of 5" in text
    assert "75.0 % of 4 moves" in text
