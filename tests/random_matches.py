"""Random legal claims until the end: `python -m tests.random_matches N` plays N matches of each example."""

import random
import sys
import time
from pathlib import Path

from referee.law.game import load
from referee.match_file import read_match

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
STUCK = 200_000  # claims after which a match counts as stuck


def play(game_name: str, seed: int) -> int:
    """One match to its end; the number of rulings. A refusal or a stuck match raises."""
    game = load(game_name)
    chance = random.Random(seed)
    state = game.start(read_match(EXAMPLES / game_name / "match.toml"))
    for rulings in range(STUCK):
        legal = game.legal_claims(state)
        if not legal:
            assert game.outcome(state) is not None
            return rulings
        claim = legal[chance.randrange(len(legal))]
        state, ruling = game.apply(state, claim)
        assert ruling.legal, f"{claim}: {ruling.sentence}"
    raise AssertionError(f"{game_name}, seed {seed}: stuck after {STUCK} claims")


def main() -> None:
    """Every game with an example."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for folder in sorted(EXAMPLES.iterdir()):
        if (folder / "match.toml").is_file():
            started = time.perf_counter()
            rulings = sum(play(folder.name, seed) for seed in range(count))
            rate = rulings / (time.perf_counter() - started)
            print(f"{folder.name:12s} {count} matches, {rulings} rulings, {rate:.0f} a second", flush=True)


if __name__ == "__main__":
    main()
