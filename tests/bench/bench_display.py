"""How often the window is drawn while the other process renders, reads and rules a match at 1080p."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from referee.cli.play import FRAMES_PER_S
from referee.display.window import Window, has_screen
from referee.live.apart import Apart
from referee.live.opening import Wanted
from referee.show import Select
from tests.bench.row import Row

MATCH = Path(__file__).resolve().parents[2] / "examples" / "mechaton" / "match.toml"
SIZES = ((1920, 1080), (2560, 1440))
LASTS_S = 30.0  # of play, from the first ruling on


def rows() -> Iterator[Row]:
    """MechaTon at two sizes of window; on a screen if there is one (Xvfb will do), else on none."""
    on = "on a screen" if has_screen() else "without a screen"
    for size in SIZES:
        apart_ms, spent_ms = _frames(size)
        apart_ms.sort()
        name = f"window of {size[0]} x {size[1]}"
        yield Row(f"{name}: mean", 1000 / statistics.mean(apart_ms), "per s", f"{len(apart_ms)} frames {on}")
        late = apart_ms[int(0.95 * (len(apart_ms) - 1))]
        yield Row(f"{name}: slowest 5 %", 1000 / late, "per s", "at least 30 is wanted")
        yield Row(f"{name}: longest", apart_ms[-1], "ms")
        spent_ms.sort()
        dearest = f"the dearest 5 %: {spent_ms[int(0.95 * (len(spent_ms) - 1))]:.1f} ms or more"
        yield Row(f"{name}: processor time a frame", statistics.mean(spent_ms), "ms", dearest)


def _frames(size: tuple[int, int]) -> tuple[list[float], list[float]]:
    """Milliseconds between one frame and the next, and what each took of the processor."""
    apart_ms: list[float] = []
    spent_ms: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        wanted = Wanted(MATCH, Path(folder) / "bench.studeye", virtual=True, seed=7, cheats=0.2)
        window, table = Window(size), Apart(wanted, 1 / FRAMES_PER_S)
        until = None
        while not table.over and (until is None or time.monotonic() < until):
            newest = table.newest()
            if newest is not None:
                window.show(newest)
                if newest.way is not None:
                    until = until or time.monotonic() + LASTS_S
                    table.wish(Select(newest.way.model))
            began, spent = time.perf_counter(), time.process_time()
            window.step()
            if until is not None:
                apart_ms.append(1000 * (time.perf_counter() - began))
                spent_ms.append(1000 * (time.process_time() - spent))
        table.close()
        window.close()
    return apart_ms, spent_ms
