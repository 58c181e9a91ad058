"""What is believed of a table and its next settled frame -> what is believed now, with names and changes."""

from dataclasses import dataclass

import numpy as np

from calibration import Table
from vision.changes import Settled, compare, first
from vision.observation import Die, Observation
from vision.observe import observe
from vision.plan import Picture
from vision.settle import differ, shrunk
from vision.terrain import Terrain


@dataclass(frozen=True)
class Memory:
    """All that one settled frame leaves behind for the next."""

    table: Table
    terrain: Terrain | None = None
    last: Settled | None = None

    @property
    def seen(self) -> Observation | None:
        """The last settled observation, its models named, its changes against the one before."""
        return self.last.seen if self.last else None


def read_next(memory: Memory, frame: Picture) -> Memory:
    """The memory after one more settled frame."""
    reading = observe(memory.table, memory.terrain, frame, dice_kept(memory, frame))
    last = compare(memory.last, reading.seen, frame) if memory.last else first(reading.seen, frame)
    return Memory(reading.table, reading.terrain, last)


def dice_kept(memory: Memory, frame: Picture) -> tuple[Die, ...] | None:
    """The dice as they were read before, if the tray's picture is still the same; None to read them."""
    last, corners = memory.last, np.array(memory.table.tray_px, float).reshape(-1, 2)
    if last is None or not len(corners) or last.picture.shape != frame.shape:
        return None
    x0, y0 = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    x1, y1 = np.ceil(corners.max(axis=0)).astype(int)
    now, before = frame[y0:y1, x0:x1], last.picture[y0:y1, x0:x1]
    if not now.size or differ(shrunk(now), shrunk(before)):
        return None
    return last.seen.dice
