"""What is believed of a table and its next settled frame -> what is believed now, with names and changes."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration import Table
from vision.changes import Settled, came, compare, first, overlapping
from vision.observation import Die, Observation
from vision.observe import Reading, observe
from vision.plan import Picture, View
from vision.sameness import Model, body
from vision.settle import differ, shrunk
from vision.terrain import Terrain

CHANGED = 24  # grey levels from which a plan pixel shows something else than before
RIM = np.ones((7, 7), np.uint8)  # plan pixels around a model that are its own too: its outline is blurred


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
    if memory.last is None:
        return Memory(reading.table, reading.terrain, first(reading.seen, frame))
    last = compare(memory.last, reading.seen, frame)
    if last.in_doubt:
        last = compare(memory.last, _read_apart(memory.last, reading, last.kept, frame), frame)
    return Memory(reading.table, reading.terrain, last)


def _read_apart(before: Settled, reading: Reading, kept: tuple[Model, ...], frame: Picture) -> Observation:
    """The observation with what came read by itself, apart from the models it may stand against."""
    seen = reading.seen
    known = known_pixels(before, reading.table, kept, frame)
    alone = observe(reading.table, reading.terrain, frame, seen.dice, known).seen
    figures = [f for f in seen.figures if any(overlapping(f, model) for model in kept)]
    constructs = [c for c in seen.constructs if any(overlapping(c, model) for model in kept)]
    figures += [f for f in alone.figures if came(f, before, frame, alone.camera)]
    constructs += [c for c in alone.constructs if came(c, before, frame, alone.camera)]
    return replace(seen, figures=tuple(figures), constructs=tuple(constructs))


def known_pixels(before: Settled, table: Table, kept: tuple[Model, ...], frame: Picture) -> NDArray[np.bool_]:
    """The plan pixels of models that did not change, less those where something stands before them."""
    now, last = View(table.camera, table.board), View(before.seen.camera, table.board)
    step = cv2.absdiff(cv2.blur(now.plan(frame), (3, 3)), cv2.blur(last.plan(before.picture), (3, 3)))
    changed = cv2.dilate((step.max(axis=-1) > CHANGED).astype(np.uint8), RIM)
    own = np.zeros_like(changed)
    for model in kept:
        cv2.fillConvexPoly(own, cv2.convexHull(now.project(body(model)).round().astype(np.int32)), 1)
    return np.asarray((cv2.dilate(own, RIM) > 0) & (changed == 0))


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
