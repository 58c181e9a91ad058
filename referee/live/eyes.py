"""Camera frames and a Watcher -> glimpses: nothing new, something settled, or why nothing can be seen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from calibration import Table
from hardware.camera import Camera
from hardware.problems import HardwareTrouble
from referee.live.ground import Doubt, Height, doubted, known
from vision.observation import Observation
from vision.terrain import Terrain

Picture = NDArray[np.uint8]

RETRY_S = 1.0  # between attempts to open a camera that went away


class WatchEvent(Protocol):
    """What a watcher says when something changes (vision.watcher.Event)."""

    @property
    def state(self) -> str:
        """settled, hands, moving, covered, black, frozen, knocked."""

    @property
    def why(self) -> str:
        """One sentence for the display."""

    @property
    def observation(self) -> Observation | None:
        """What the settled table shows."""


class Watching(Protocol):
    """What the eyes need of a vision.watcher.Watcher."""

    def see(self, picture: Picture) -> Sequence[WatchEvent]:
        """One frame in order; what changed with it."""

    def look_again(self) -> None:
        """Say the settled table once more."""

    @property
    def observation(self) -> Observation | None:
        """The last settled one."""

    def correct(self, observation: Observation) -> None:
        """Somebody knows better what it shows."""

    @property
    def table(self) -> Table:
        """As it is now."""

    @property
    def terrain(self) -> Terrain | None:
        """What stands on the board before the models."""

    def correct_terrain(self, terrain: Terrain) -> None:
        """Somebody knows better what stands there."""


@dataclass(frozen=True)
class Sight:
    """A settled table: what it shows, its picture, and when the frame that settled it was taken."""

    observation: Observation
    picture: Picture
    taken: float  # seconds of the session's clock


@dataclass(frozen=True)
class Glimpse:
    """What one frame told."""

    state: str  # the watcher's, or "gone": no picture at all
    why: str = ""
    sight: Sight | None = None


class Looking(Protocol):
    """Anything that gives glimpses, one frame at a time."""

    def look(self) -> Glimpse:
        """One frame."""

    def look_again(self) -> None:
        """Have the settled table said once more."""

    def believe(self, seen: Observation, better: Observation) -> None:
        """What was seen is known better: the next table is compared with that."""

    def doubts(self) -> Sequence[Doubt]:
        """Blocks of the terrain whose height people should say."""

    def say_heights(self, said: Sequence[Height]) -> None:
        """So high they are."""


class Eyes:
    """One camera and who watches its pictures."""

    def __init__(
        self,
        camera: Camera,
        watcher: Watching,
        clock: Callable[[], float],
        reopen: Callable[[], Camera] | None = None,
    ) -> None:
        self._camera, self._watcher, self._clock, self._reopen = camera, watcher, clock, reopen
        self._state = "moving"
        self._why = ""
        self._gone_at: float | None = None
        self.picture: Picture | None = None

    def look(self) -> Glimpse:
        """One frame."""
        taken = self._clock()
        try:
            frame = self._opened().read()
        except HardwareTrouble as trouble:
            if self._gone_at is None:
                self._gone_at = taken
            self._state, self._why = "gone", str(trouble)
            return Glimpse(self._state, self._why)
        if self._gone_at is not None:  # back again: whatever happened meanwhile is read anew
            self._gone_at, self._state, self._why = None, "moving", ""
            self._watcher.look_again()
        self.picture = frame.picture
        sight = None
        for event in self._watcher.see(frame.picture):
            self._state, self._why = event.state, event.why
            if event.state == "settled" and event.observation is not None:
                sight = Sight(event.observation, frame.picture, taken)
        return Glimpse(self._state, self._why, sight)

    def look_again(self) -> None:
        """Have the settled table said once more."""
        self._watcher.look_again()

    def believe(self, seen: Observation, better: Observation) -> None:
        """What was seen is known better, unless something newer was seen since."""
        if self._watcher.observation is seen:
            self._watcher.correct(better)

    def doubts(self) -> Sequence[Doubt]:
        """Blocks of the terrain whose height people should say."""
        terrain = self._watcher.terrain
        return doubted(terrain) if terrain is not None else ()

    def say_heights(self, said: Sequence[Height]) -> None:
        """So high they are: the table is read again by that."""
        terrain = self._watcher.terrain
        if terrain is not None and said:
            self._watcher.correct_terrain(known(terrain, self._watcher.table.board, said))
            self._watcher.look_again()

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()

    def _opened(self) -> Camera:
        """The camera, opened again now and then when it went away and can be."""
        if self._gone_at is not None and self._reopen is not None:
            now = self._clock()
            if now - self._gone_at >= RETRY_S:
                self._gone_at = now
                self._camera.close()
                self._camera = self._reopen()
        return self._camera
