"""A game and a seed -> a match of virtual players with cheats, through pictures, and a row for each deed."""

import tempfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from hardware.virtual.table import Pace
from referee.law.setup import Setup
from referee.live.book import Book
from referee.live.virtual import Seen, open_virtual, see_table
from referee.match_file import read_match
from referee.players.crew import Cheating, Crew
from referee.players.stage import Stage, stage
from tests.referee.players.driven import Driven
from tests.verdicts.row import Row, row

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GAMES = ("minifigs", "constructs", "momentum", "mechaton", "duelchess")
SIZE = (1920, 1080)
TABLES = 4  # cameras, lights and terrains a game is played under; matches share them
PACE = Pace(1, 1, 1, 2)  # few frames a move are enough
FRAMES = 40  # that a deed takes at most, putting right included


def match_of(game: str) -> Setup:
    """The match file that a game is tried with."""
    return read_match(EXAMPLES / game / "match.toml")


@lru_cache(maxsize=1)
def table_of(game: str, number: int, size: tuple[int, int]) -> tuple[Stage, Seen]:
    """One of a game's tables, and its calibration: made once for the matches that share it."""
    on = stage(match_of(game), number, *size)
    return on, see_table(on, number)


def play(game: str, seed: int, deeds: int, size: tuple[int, int] = SIZE) -> Iterator[Row]:
    """One match, deed by deed, until its end or `deeds` were done."""
    setup = match_of(game)
    on, seen = table_of(game, seed % TABLES, size)
    with tempfile.TemporaryDirectory() as folder:
        book = Book.open(setup, Path(folder) / "match.studeye")
        played = open_virtual(book, on, seed=seed, pace=PACE, seen=seen)
        crew = Crew(setup, played.table, seed, Cheating())
        try:
            for judged in Driven(played.session, crew, played.table).deeds(deeds, FRAMES * deeds):
                yield row(setup, seed, judged)
        finally:
            played.close()
