"""What is believed of a table and its next settled frame -> what is believed now, with names and changes."""

from dataclasses import dataclass

from calibration import Table
from vision.changes import Settled, compare, first
from vision.observation import Observation
from vision.observe import observe
from vision.plan import Picture
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
    reading = observe(memory.table, memory.terrain, frame)
    last = compare(memory.last, reading.seen, frame) if memory.last else first(reading.seen, frame)
    return Memory(reading.table, reading.terrain, last)
