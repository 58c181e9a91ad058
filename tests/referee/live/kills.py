"""Kill a match at random moments and resume it: `python -m tests.referee.live.kills 200`.

The child plays on a pretended table (the record and the loop are what is tested) and prints the record's
head with everything it announces. Killed with -9, its record must hold every head that was printed.
"""

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from referee.live.book import Book
from referee.match_file import read_match
from referee.record import broken_links

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "examples" / "mechaton" / "match.toml"
LONGEST_S = 1.5  # after the first announcement


def announce(path: Path, seed: int) -> None:
    """The child: play and say every head aloud, from wherever the record stands."""
    from tests.referee.players.driven import drive

    book = Book.resume(path) if path.exists() else Book.open(read_match(EXAMPLE), path)
    driven = drive(book.match.setup, path, seed, book=book)
    last = ""
    while not driven.session.over:
        shown = driven.session.step()
        if shown.head != last:
            last = shown.head
            print(last, flush=True)
        if driven.session.waiting and not driven.table.busy:
            for wish in driven.crew.act(driven.session.match.state, shown):
                driven.session.wish(wish)


def killed(path: Path, seed: int, after_s: float) -> list[str]:
    """What a child had announced when it was killed."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.referee.live.kills", "--child", str(path), str(seed)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    said = [child.stdout.readline().strip()]
    time.sleep(after_s)
    child.kill()
    rest = child.stdout.read()
    child.wait()
    whole = rest[: rest.rfind("\n") + 1]  # a line cut off in the middle was not announced
    return said + whole.split()


def lost(path: Path, announced: list[str]) -> list[str]:
    """What is wrong with the record of a killed match: links, rulings, or heads that it does not hold."""
    book = Book.resume(path)
    faults = broken_links(book.record)
    heads = {entry.hash[:16] for entry in book.record.entries()}
    faults += [f"{head} was announced and is not in the record" for head in announced if head not in heads]
    book.record.close()
    return faults


def main(count: int, seed: int = 1) -> list[str]:
    """Kill and resume `count` times, a new match whenever one has ended."""
    chance = random.Random(seed)
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "0.studeye"
        for number in range(count):
            announced = killed(path, number, chance.uniform(0.0, LONGEST_S))
            faults += lost(path, [head for head in announced if head])
            book = Book.resume(path)
            over = book.match.game.outcome(book.match.state) is not None
            book.record.close()
            if number % 10 == 9:
                print(f"{number + 1} kills, {len(faults)} faults", file=sys.stderr, flush=True)
            if over:
                path = Path(folder) / f"{number + 1}.studeye"
    return faults


if __name__ == "__main__":
    if sys.argv[1] == "--child":
        announce(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        found = main(int(sys.argv[1]))
        print(
            "\n".join(found) or f"killed {sys.argv[1]} times: nothing announced was lost, every match resumed"
        )
        sys.exit(1 if found else 0)
