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
from referee.players.crew import SELDOM, Cheating, Crew
from referee.players.deeds import Cheat
from referee.players.stage import Stage, stage
from tests.referee.players.driven import Driven
from tests.verdicts.row import Row, row

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GAMES = ("minifigs", "constructs", "momentum", "mechaton", "duelchess")
# what can be tried in each game, but for going a little too far, which every game knows (docs/virtual.md)
KINDS: dict[str, tuple[Cheat, ...]] = {
    "minifigs": (
        Cheat.TOO_FAR, Cheat.OUT_OF_TURN, Cheat.WRONG_MODEL, Cheat.NOT_LEVEL, Cheat.PIECE_KEPT,
        Cheat.SECOND_PIECE, Cheat.ANOTHER_TOO,
    ),
    "constructs": (
        Cheat.TOO_FAR, Cheat.OUT_OF_TURN, Cheat.WRONG_MODEL, Cheat.NOT_LEVEL, Cheat.PIECE_KEPT,
        Cheat.SECOND_PIECE, Cheat.ANOTHER_TOO,
    ),
    "momentum": (
        Cheat.TOO_FAR, Cheat.OUT_OF_TURN, Cheat.WRONG_MODEL, Cheat.WRONG_CELL, Cheat.DIE_NUDGED,
        Cheat.PIECE_KEPT, Cheat.ANOTHER_TOO,
    ),
    "mechaton": (
        Cheat.TOO_FAR, Cheat.OUT_OF_TURN, Cheat.WRONG_MODEL, Cheat.TAKEN, Cheat.DIE_NUDGED,
        Cheat.PIECE_KEPT, Cheat.SECOND_PIECE, Cheat.ANOTHER_TOO,
    ),
    "duelchess": (
        Cheat.TOO_FAR, Cheat.OUT_OF_TURN, Cheat.TAKEN, Cheat.WRONG_CELL, Cheat.DIE_NUDGED,
        Cheat.PIECE_KEPT, Cheat.ANOTHER_TOO,
    ),
}  # fmt: skip
PATIENCE = 9  # times as many deeds a match may last until somebody has lost something
SIZE = (1920, 1080)
TABLES = 4  # cameras, lights and terrains a game is played under; matches share them
PACE = Pace(1, 1, 1, 2)  # few frames a move are enough
FRAMES = 40  # that a deed takes at most, putting right included


def match_of(game: str) -> Setup:
    """The match file that a game is tried with."""
    return read_match(EXAMPLES / game / "match.toml")


def favourite(game: str, seed: int) -> Cheat:
    """The cheat that a match's players like best: in ten matches each kind of the game has its turn."""
    return KINDS[game][seed % len(KINDS[game])]


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
        likes = favourite(game, seed)
        crew = Crew(setup, played.table, seed, Cheating(favourite=likes))
        most = deeds * PATIENCE if likes in SELDOM else deeds
        done, met = 0, False
        try:
            for judged in Driven(played.session, crew, played.table).deeds(most, FRAMES * most):
                yield row(setup, seed, judged)
                done, met = done + 1, met or judged.done.deed.cheat is likes
                if done >= deeds and met:
                    break
        finally:
            played.close()
