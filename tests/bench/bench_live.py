"""From a settled table to the ruling shown: real frames at 1080p through the whole pipeline."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from referee.live.book import Book
from referee.live.virtual import open_virtual, staged
from referee.match_file import read_match
from referee.players.crew import Crew
from tests.bench.row import Row

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
RULINGS = 24  # seen on the table, of each game


def rows() -> Iterator[Row]:
    """Two games: figures on studs and mechs in hexes."""
    for game in ("minifigs", "mechaton"):
        lags, spent, accused = _lags(game)
        lags.sort()
        name = f"{game}, 1080p: settled to ruled"
        yield Row(f"{name}, p50", statistics.median(lags), "ms", f"{len(lags)} rulings, {accused} refused")
        yield Row(f"{name}, p95", lags[int(0.95 * (len(lags) - 1))], "ms", "at most 500 is wanted")
        cpu = f"{name}, processor time of it, p50"
        yield Row(cpu, statistics.median(spent), "ms", "what is left of it on an idle machine")


def _lags(game: str) -> tuple[list[float], list[float], int]:
    with tempfile.TemporaryDirectory() as folder:
        book = Book.open(read_match(EXAMPLES / game / "match.toml"), Path(folder) / "bench.studeye")
        played = open_virtual(book, staged(book, 7, 1080), seed=7)
        crew = Crew(book.match.setup, played.table, 7)
        session = played.session
        lags: list[float] = []
        spent: list[float] = []
        while not session.over and len(lags) < RULINGS:
            ruled, started = len(session.rulings), time.process_time()
            shown = session.step()
            if any(each.settled_to_ruled_ms is not None for each in session.rulings[ruled:]):
                spent.append(1000 * (time.process_time() - started))
            lags = [
                each.settled_to_ruled_ms for each in session.rulings if each.settled_to_ruled_ms is not None
            ]
            if session.waiting and not played.table.busy:
                for wish in crew.act(session.match.state, shown):
                    session.wish(wish)
        refused = sum(not each.ruling.legal for each in session.rulings)
        played.close()
        return lags, spent, refused
