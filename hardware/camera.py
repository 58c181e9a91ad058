"""A camera: pictures one after the other, from a webcam, a recording, or anything else with `read`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.problems import HardwareTrouble

Picture = NDArray[np.uint8]
PICTURE_SUFFIXES = {".jpg", ".jpeg", ".png", ".bmp"}
BLACK_LEVEL = 6.0  # mean grey level under which nobody could see anything
BLACK_FRAMES = 3
FROZEN_FRAMES = 12  # a live sensor's noise never gives the same picture twice, let alone this often


@dataclass(frozen=True)
class Frame:
    """One picture (BGR), when it was taken (seconds of the camera's own clock), and its number from 0."""

    picture: Picture
    time: float
    number: int


class Camera(Protocol):
    """Gives frames; raises HardwareTrouble when it can't."""

    def read(self) -> Frame:
        """The next frame."""

    def close(self) -> None:
        """Let go of the device."""


class Webcam:
    """A camera plugged into this machine."""

    def __init__(
        self, number: int = 0, width: int = 1920, height: int = 1080, clock: Callable[[], float] = monotonic
    ) -> None:
        self._name = f"camera {number}"
        self._clock = clock
        self._count = 0
        self._capture = cv2.VideoCapture(number)
        if not self._capture.isOpened():
            raise HardwareTrouble(
                f"{self._name} does not open: plug it in, close other programs that use it, "
                "or name another with --camera"
            )
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)

    @property
    def frames_per_s(self) -> float:
        """How many frames the webcam says it gives; few say nothing, and most of those give thirty."""
        return float(self._capture.get(cv2.CAP_PROP_FPS)) or 30.0

    def read(self) -> Frame:
        """The next frame the webcam has."""
        good, picture = self._capture.read()
        if not good or picture is None:
            raise HardwareTrouble(
                f"{self._name} gives no picture any more: check its cable and plug it in again"
            )
        self._count += 1
        return Frame(np.asarray(picture, np.uint8), self._clock(), self._count - 1)

    def close(self) -> None:
        """Let go of the device."""
        self._capture.release()


class Recording:
    """A video file, or a folder of pictures in the order of their names; `ended` when all were read."""

    def __init__(self, path: Path, frames_per_s: float = 10.0) -> None:
        self._path = path
        self._count = 0
        self._per_s = frames_per_s
        self._next = _folder(path) if path.is_dir() else self._video(path)
        self._waiting = next(self._next, None)
        if self._waiting is None:
            raise HardwareTrouble(
                f"{path} holds no pictures that can be read: give a video file or a folder of pictures"
            )

    @property
    def frames_per_s(self) -> float:
        """How fast the recording was made."""
        return self._per_s

    @property
    def ended(self) -> bool:
        """Whether every picture was read."""
        return self._waiting is None

    def read(self) -> Frame:
        """The next recorded frame."""
        if self._waiting is None:
            raise HardwareTrouble(
                f"the recording {self._path} has ended after {self._count} pictures: start it again"
            )
        frame = Frame(self._waiting, self._count / self._per_s, self._count)
        self._waiting = next(self._next, None)
        self._count += 1
        return frame

    def close(self) -> None:
        """Stop reading."""
        self._waiting = None

    def _video(self, path: Path) -> Iterator[Picture]:
        capture = cv2.VideoCapture(str(path))
        self._per_s = capture.get(cv2.CAP_PROP_FPS) or self._per_s
        while True:
            good, picture = capture.read()
            if not good or picture is None:
                capture.release()
                return
            yield np.asarray(picture, np.uint8)


def _folder(path: Path) -> Iterator[Picture]:
    for file in sorted(path.iterdir()):
        if file.suffix.lower() in PICTURE_SUFFIXES and (picture := cv2.imread(str(file))) is not None:
            yield np.asarray(picture, np.uint8)


class Watched:
    """A camera whose trouble is noticed: black or frozen pictures are named instead of handed on."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._last: Picture | None = None
        self._same = 0
        self._black = 0

    def read(self) -> Frame:
        """The next frame, if it is a living one."""
        frame = self._camera.read()
        few = frame.picture[::7, ::7]
        self._black = self._black + 1 if float(few.mean()) < BLACK_LEVEL else 0
        self._same = self._same + 1 if self._last is not None and np.array_equal(few, self._last) else 0
        self._last = few.copy()
        if self._black >= BLACK_FRAMES:
            raise HardwareTrouble("the camera's picture is black: take off its cover or switch the lamp on")
        if self._same >= FROZEN_FRAMES:
            raise HardwareTrouble("the camera's picture is frozen: unplug the camera and plug it in again")
        return frame

    def close(self) -> None:
        """Let go of the device."""
        self._camera.close()
