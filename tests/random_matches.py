"""Random legal claims until the end: `python -m tests.random_matches N` plays N matches of each game."""

import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from referee.law.game import GAMES, load
from referee.match_file import read_match

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
STUCK = 200_000  # claims after which a match counts as stuck
GIVING_UP = {"Surrender", "CallStalemate", "CallTime"}  # chosen rarely, or every match is short
GIVES_UP = 0.01
PROCESSES = 2


def set_ups(game_name: str) -> list[Path]:
    """The match files of a game: its example, and those beside its tests."""
    example = EXAMPLES / game_name / "match.toml"
    beside = sorted((ROOT / "tests/referee/law" / game_name).glob("*.toml"))
    return [path for path in (example, *beside) if path.is_file()]


def choose(legal: Sequence[Any], chance: random.Random) -> Any:
    """One of the legal claims; giving up comes seldom."""
    claim = legal[chance.randrange(len(legal))]
    while type(claim).__name__ in GIVING_UP and len(legal) > 1 and chance.random() > GIVES_UP:
        claim = legal[chance.randrange(len(legal))]
    return claim


def play(game_name: str, seed: int) -> int:
    """One match to its end; the number of rulings. A refusal or a stuck match raises."""
    files = set_ups(game_name)
    setup = read_match(files[seed % len(files)])
    game = load(setup.game)
    chance = random.Random(seed)
    state = game.start(setup)
    for rulings in range(STUCK):
        legal = game.legal_claims(state)
        if not legal:
            assert game.outcome(state) is not None, f"{setup.game}, seed {seed}: nothing is legal, yet no end"
            return rulings
        claim = choose(legal, chance)
        state, ruling = game.apply(state, claim)
        assert ruling.legal, f"{setup.game}, seed {seed}: {claim}: {ruling.sentence}"
    raise AssertionError(f"{setup.game}, seed {seed}: stuck after {STUCK} claims")


def tried(job: tuple[str, int]) -> int | str:
    """The number of rulings, or what went wrong."""
    try:
        return play(*job)
    except Exception as trouble:  # whatever it is, it is counted and shown
        return f"{job[0]}, seed {job[1]}: {type(trouble).__name__}: {trouble}"


def main() -> int:
    """A line a game: matches, rulings, the longest, how fast, and how many were stuck or raised."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"{'game':12s} {'matches':>8s} {'rulings':>9s} {'longest':>8s} {'a second':>9s} {'failed':>7s}")
    failures: list[str] = []
    with ProcessPoolExecutor(PROCESSES) as pool:
        for game_name in sys.argv[2:] or GAMES:
            started = time.perf_counter()
            jobs = [(game_name, seed) for seed in range(count)]
            results = list(pool.map(tried, jobs, chunksize=10))
            lengths = [result for result in results if isinstance(result, int)]
            wrong = [result for result in results if isinstance(result, str)]
            rate = sum(lengths) / (time.perf_counter() - started)
            shown = f"{count:8d} {sum(lengths):9d} {max(lengths, default=0):8d} {rate:9.0f} {len(wrong):7d}"
            print(f"{game_name:12s} {shown}", flush=True)
            failures += wrong[:3]
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
