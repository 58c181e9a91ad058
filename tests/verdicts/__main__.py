"""`python -m tests.verdicts [GAME …]`: 20 matches of each game, two at a time; finished ones are kept."""

import argparse
import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import cv2

from tests.verdicts.matches import GAMES, TABLES, play
from tests.verdicts.row import Row
from tests.verdicts.summary import lines

DONE = '"done"'  # the last line of a match that was played to its end


def played(path: Path) -> list[Row]:
    """The rows of a match that is on the disk; none when it was not finished."""
    if not path.is_file():
        return []
    text = path.read_text(encoding="utf-8").splitlines()
    return [Row(**json.loads(line)) for line in text[:-1]] if text and text[-1] == DONE else []


def play_all(game: str, seeds: Sequence[int], deeds: int, out: Path) -> str:
    """Some matches of one game that share a table, those on the disk apart."""
    cv2.setNumThreads(1)  # two matches are played at a time: each has one core
    for seed in seeds:
        path = _file(out, game, seed)
        if not played(path):
            rows = [json.dumps(row.plain()) for row in play(game, seed, deeds)]
            path.write_text("\n".join([*rows, DONE]) + "\n", encoding="utf-8")
    return f"{game}, table {seeds[0] % TABLES}"


def main() -> None:
    """Play, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[], help="the games (default: all five)")
    parser.add_argument("--matches", type=int, default=20, help="matches a game (default: 20)")
    parser.add_argument("--first", type=int, default=0, help="the first match's seed (default: 0)")
    parser.add_argument("--deeds", type=int, default=25, help="deeds a match at most (default: 25)")
    parser.add_argument(
        "--out", type=Path, default=Path("out/verdicts"), help="where finished matches are kept"
    )
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    games = args.games or list(GAMES)
    seeds = range(args.first, args.first + args.matches)
    with ProcessPoolExecutor(2) as pool:
        jobs = [
            pool.submit(play_all, game, seeds[table::TABLES], args.deeds, args.out)
            for game in games
            for table in range(min(TABLES, args.matches))
        ]
        for job in as_completed(jobs):
            print(f"played: {job.result()}", flush=True)
    rows = [row for game in games for seed in seeds for row in played(_file(args.out, game, seed))]
    print("\n".join(lines(rows)))


def _file(out: Path, game: str, seed: int) -> Path:
    return out / f"{game}-{seed:02d}.jsonl"


if __name__ == "__main__":
    main()
