"""Frames one after the other -> events: hands, motion, settled observations, what keeps it from seeing."""

from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np

from calibration import CannotRead, Table, refit
from vision.hands import Over, over_table, tray_mask
from vision.memory import Memory, read_next
from vision.observation import Observation
from vision.plan import Picture
from vision.settle import Small, differ, run_at, shrunk
from vision.terrain import Terrain

State = Literal["settled", "hands", "moving", "covered", "black", "frozen", "knocked"]

WHY: dict[State, str] = {
    "settled": "the table has settled",
    "hands": "a hand is over the table",
    "moving": "something on the table moves",
    "covered": "something covers the table: clear the view",
    "black": "the camera's picture is black: take off its cover or switch the lamp on",
    "frozen": "the camera's picture is frozen: unplug the camera and plug it in again",
    "knocked": "the camera was knocked; the board was found again",
}


PATIENCE = 10  # rests between two searches for a board that was not found: each may take a second


@dataclass(frozen=True)
class Event:
    """Something that happened before the camera, said once."""

    frame: int  # the number of the frame that showed it, from 0
    state: State
    why: str  # one sentence for people
    observation: Observation | None = None  # of a settled table; its changes are against the last one


class Watcher:
    """Sees frames in order and says what happens; a settled table is read, nothing else is."""

    def __init__(
        self,
        table: Table,
        terrain: Terrain | None = None,
        frames_per_s: float = 10.0,
        free: Picture | None = None,
    ) -> None:
        """`free` shows the table with nothing over it (the terrain shot): hands are told from the start."""
        self._memory = Memory(table, terrain)
        self._run = run_at(frames_per_s)
        self._free: Small | None = None if free is None else shrunk(free)
        self._count = 0
        self._state: State | None = None

    @property
    def state(self) -> State | None:
        """What was said last; None before anything was."""
        return self._state

    @property
    def table(self) -> Table:
        """The Table as it is now, corrected for knocks."""
        return self._memory.table

    @property
    def terrain(self) -> Terrain | None:
        """The terrain as it is now."""
        return self._memory.terrain

    @property
    def observation(self) -> Observation | None:
        """The last settled observation."""
        return self._memory.seen

    @property
    def picture(self) -> Picture | None:
        """The averaged frame it was read from."""
        return self._memory.last.picture if self._memory.last else None

    def see(self, frame: Picture) -> tuple[Event, ...]:
        """What this frame adds: nothing most of the time. CannotRead for another camera's frame."""
        lens = self.table.camera.lens
        if frame.shape[:2] != (lens.height, lens.width):
            raise CannotRead(
                f"the frames are {frame.shape[1]} × {frame.shape[0]} pixels but the table was calibrated at"
                f" {lens.width} × {lens.height}; use the same camera settings or calibrate again"
            )
        self._count += 1
        self._run = self._run.then(frame)
        if self._run.black:
            return self._say("black")
        if self._run.frozen:
            return self._say("frozen")
        if self._run.moved:
            return self._say("hands" if self._something_came_in() else "moving")
        if self._state == "settled":
            return self._say("moving") if self._drifted() else ()
        return () if self._run.calm % self._run.enough else self._settle()

    def correct(self, observation: Observation) -> None:
        """A person knows better: this is what stands on the table, under these names."""
        last = self._memory.last
        if last is None:
            raise ValueError("nothing was seen yet that could be corrected")
        self._memory = replace(self._memory, last=replace(last, seen=observation))

    def correct_terrain(self, terrain: Terrain) -> None:
        """A person knows better: this is what stands on the board before the models."""
        self._memory = replace(self._memory, terrain=terrain)

    def look_again(self) -> None:
        """Read the table again at its next rest, even if nothing moves."""
        self._state = None

    def _settle(self) -> tuple[Event, ...]:
        """Read the table at rest, unless something is over it."""
        frame = self._run.average()
        small = shrunk(frame)
        over = None if self._free is None else self._over(small, self._free)
        patient = self._run.calm % (self._run.enough * PATIENCE) != self._run.enough
        if over and not patient:
            # a knocked camera shows everything elsewhere: look again from where it hangs now
            free = self._from_new_place(frame, small)
            over = over if free is None else self._over(small, free)
        if over:
            return self._say(over)
        if self._state == "covered" and patient:
            return ()
        try:
            self._memory = read_next(self._memory, frame)
        except CannotRead as problem:
            return self._say("covered", str(problem))
        self._free = small
        seen = self._memory.seen
        assert seen is not None
        knocked = self._say("knocked") if any(c.kind == "knocked" for c in seen.changes) else ()
        return (*knocked, *self._say("settled", seen=seen))

    def _from_new_place(self, frame: Picture, small: Small) -> Small | None:
        """The free table as the camera would show it now, if it was knocked; None if it was not."""
        try:
            table, fit = refit(self.table, frame)
        except CannotRead:
            return None
        if not fit.knocked or self._free is None:
            return None
        return moved_view(self._free, self.table, table, small)

    def _something_came_in(self) -> bool:
        """Whether what moved between the last two frames reaches in from the picture's edge."""
        now, before = self._run.small, self._run.before
        return now is not None and before is not None and self._over(now, before) is not None

    def _over(self, now: Small, free: Small) -> Over | None:
        tray = tray_mask(self.table.tray_px, self.table.camera.lens.width, now)
        return over_table(now, free, tray)

    def _drifted(self) -> bool:
        """Whether the settled picture has changed so slowly that no two frames differed."""
        now = self._run.small
        return self._free is not None and now is not None and differ(now, self._free)

    def _say(self, state: State, why: str = "", seen: Observation | None = None) -> tuple[Event, ...]:
        """An event, unless it was said before; what moves while hands are over the table is theirs."""
        if state == self._state or (state == "moving" and self._state == "hands"):
            return ()
        self._state = state
        return (Event(self._count - 1, state, why or WHY[state], seen),)


def moved_view(free: Small, was: Table, now: Table, frame: Small) -> Small:
    """A small picture of the board as the camera shows it from another place; its new rim is `frame`'s."""
    cols, rows = was.board.cols, was.board.rows
    corners = np.array([[0, 0, 0], [cols, 0, 0], [cols, rows, 0], [0, rows, 0]], float)
    scale = free.shape[1] / was.camera.lens.width
    source, target = (
        ((table.camera.project(corners) + 0.5) * scale - 0.5).astype(np.float32) for table in (was, now)
    )
    turn = cv2.getPerspectiveTransform(source, target)
    size = (free.shape[1], free.shape[0])
    shown = cv2.warpPerspective(np.ones(free.shape[:2], np.float32), turn, size) > 0.99
    return np.asarray(np.where(shown[..., None], cv2.warpPerspective(free, turn, size), frame), np.float32)
