"""A run of frames -> whether the picture has come to rest, is black or frozen, and the average."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plan import Picture

Small = NDArray[np.float32]

SMALL_WIDTH = 320  # pixels: a figure is still five across, a sensor's noise is averaged away
DIFFERS = 12.0  # grey levels; a compressed video's noise stays under it nearly everywhere
MOVING_PIXELS = 12  # small pixels that must differ side by side: noise makes specks of six at most
REST_S = 0.25  # seconds without motion that make a rest: a hand that pauses is told by `hands`, not by time
FEWEST_FRAMES = 3
MOST_FRAMES = 9  # averaging more gains little and keeps more pictures
BLACK_LEVEL = 6.0  # mean grey level under which nobody could see anything
FROZEN_FRAMES = 20  # a living sensor's noise never gives the same picture so often


@dataclass(frozen=True)
class Run:
    """The frames since the picture last moved, the newest last; at most as many as make a rest."""

    enough: int
    frames: tuple[Picture, ...] = ()
    small: Small | None = None  # of the newest
    before: Small | None = None  # of the one before
    moved: bool = False  # whether something moved between those two
    calm: int = 0  # frames since the last motion, the newest included
    same: int = 0  # frames that equal the one before to the bit

    @property
    def rested(self) -> bool:
        """Whether the picture has been still for long enough."""
        return self.calm >= self.enough

    @property
    def black(self) -> bool:
        """Whether the newest frame is too dark to show anything."""
        return self.small is not None and float(self.small.mean()) < BLACK_LEVEL

    @property
    def frozen(self) -> bool:
        """Whether the camera gives the same picture again and again."""
        return self.same >= FROZEN_FRAMES

    def then(self, frame: Picture) -> "Run":
        """The run with one more frame."""
        small = shrunk(frame)
        if self.small is None:
            return replace(self, frames=(frame,), small=small, calm=1)
        same = self.same + 1 if np.array_equal(frame, self.frames[-1]) else 0
        now = replace(self, small=small, before=self.small, moved=differ(small, self.small), same=same)
        if now.moved:
            return replace(now, frames=(frame,), calm=1)
        return replace(now, frames=(*self.frames[1 - self.enough :], frame), calm=self.calm + 1)

    def average(self) -> Picture:
        """The mean of the run's frames: their noise averaged away."""
        total = np.zeros(self.frames[0].shape, np.float32)
        for frame in self.frames:
            cv2.accumulate(frame, total)
        return np.asarray(cv2.convertScaleAbs(total, alpha=1 / len(self.frames)), np.uint8)


def run_at(frames_per_s: float) -> Run:
    """An empty run of a camera's frames."""
    return Run(enough=int(np.clip(round(REST_S * frames_per_s), FEWEST_FRAMES, MOST_FRAMES)))


def shrunk(frame: Picture) -> Small:
    """The frame, small and smooth."""
    width = min(SMALL_WIDTH, frame.shape[1])
    height = round(width * frame.shape[0] / frame.shape[1])
    small = cv2.resize(frame, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(small.astype(np.float32), (3, 3)), np.float32)


def differ(now: Small, before: Small) -> bool:
    """Whether two small pictures differ anywhere by more than gain and noise."""
    gain = np.median(now[::3, ::3] / np.maximum(before[::3, ::3], 1.0), axis=(0, 1))
    blue, green, red = cv2.split(cv2.absdiff(now, np.asarray(before * gain, np.float32)))
    apart = cv2.max(cv2.max(blue, green), red) > DIFFERS
    if not apart.any():
        return False
    _, _, stats, _ = cv2.connectedComponentsWithStats(apart.astype(np.uint8))
    return bool((stats[1:, cv2.CC_STAT_AREA] >= MOVING_PIXELS).any())
