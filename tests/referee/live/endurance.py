"""An hour of play, as fast as it goes -> what both processes hold: `python -m tests.referee.live.endurance`.

The processes are those of `studeye play` in a window: one renders the virtual table, reads it, rules and
writes pictures into the record; the other draws. A simulated second is ten frames. When a match is over the
next begins in the same process, so that whatever a match leaves behind is seen to pile up.
"""

import argparse
import multiprocessing
import os
import sys
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from referee.cli.play import FRAMES_PER_S
from referee.display.window import Window
from referee.live.opening import Wanted, open_wanted
from referee.show import Shown

ROOT = Path(__file__).resolve().parents[3]
STARTED = 0.1  # share of the time in which everything is met for the first time
MOST_GROWTH = 0.10  # of what is held then: allocators breathe


def rss_mb(pid: int) -> float:
    """Memory that a process holds, in megabytes."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        line = next(line for line in status if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def play(game: str, tall: int, frames: int, folder: Path, pipe: Connection) -> None:
    """The table's process: matches one after the other, what is shown sent as `studeye play` sends it."""
    played = matches = rulings = 0
    while played < frames:
        wanted = Wanted(
            ROOT / "examples" / game / "match.toml",
            folder / f"{matches}.studeye",
            virtual=True,
            seed=matches % 3,
            tall=tall,
            cheats=0.2,
        )
        opened = open_wanted(wanted)
        number, matches = -1, matches + 1
        while played < frames and not opened.session.over:
            opened.step()
            played += 1
            if opened.session.shown.number != number:
                number = opened.session.shown.number
                pipe.send(opened.session.shown)
            if played % 100 == 0:
                pipe.send((played, matches, rulings + len(opened.session.rulings)))
        rulings += len(opened.session.rulings)
        opened.close()
    pipe.send(None)


def main() -> int:
    """Print the memory minute by minute; 1 when it grew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="of simulated play")
    parser.add_argument("--game", default="mechaton")
    parser.add_argument("--tall", type=int, default=1080, choices=(720, 1080))
    args = parser.parse_args()
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    frames = round(args.minutes * 60 * FRAMES_PER_S)
    rows: list[tuple[float, float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        table = spawn.Process(
            target=play, args=(args.game, args.tall, frames, Path(folder), there), daemon=True
        )
        table.start()
        there.close()
        window, drawn, began = Window((1280, 720)), 0, time.monotonic()
        print("minute  matches  rulings  table MB  display MB  record MB  drawn a second", flush=True)
        going, told = True, 0
        while going:
            while here.poll():
                said = here.recv()
                if isinstance(said, Shown):
                    window.show(said)
                elif said is None:
                    going = False
                    break
                elif said[0] >= told + 60 * FRAMES_PER_S:
                    told = said[0]
                    assert table.pid is not None
                    record = sum(file.stat().st_size for file in Path(folder).iterdir()) / 1e6
                    row = (told / 60 / FRAMES_PER_S, rss_mb(table.pid), rss_mb(os.getpid()))
                    rows.append(row)
                    rate = drawn / (time.monotonic() - began)
                    print(
                        f"{row[0]:6.1f}  {said[1]:7}  {said[2]:7}  {row[1]:8.1f}  {row[2]:10.1f}"
                        f"  {record:9.1f}  {rate:7.1f}",
                        flush=True,
                    )
                    drawn, began = 0, time.monotonic()
            window.step()
            drawn += 1
        window.close()
        table.join(timeout=30)
    return judged(rows)


def judged(rows: list[tuple[float, float, float]]) -> int:
    """What the rows say: the highest of the last tenth beside the highest of the second, when all was met."""
    part = max(1, round(STARTED * len(rows)))
    grown = False
    for place, name in ((1, "table"), (2, "display")):
        early = max(row[place] for row in rows[: 2 * part][part - 1 :])
        late = max(row[place] for row in rows[-part:])
        share = late / early - 1
        grown |= share > MOST_GROWTH
        print(f"{name}: {early:.0f} MB after the start, {late:.0f} MB at the end ({100 * share:+.1f} %)")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
