"""A live camera -> the photos that calibration needs, taken when the owner says so, each looked at first."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration import CannotRead, find
from calibration.pictures import check_picture
from hardware.camera import Camera

Picture = NDArray[np.uint8]

LENS_SHOTS = 6
WARM_UP = 5  # frames a webcam needs until its exposure has settled
LEAST_SHOWN = 0.12  # share of the studs that a useful lens shot shows


def take_shots(
    camera: Camera, folder: Path, size: tuple[int, int] | None, ask: Callable[[str], str]
) -> tuple[Path, list[Path]]:
    """The bare shot's file and the lens shots' files. `ask` shows a sentence and waits for Enter."""
    folder.mkdir(parents=True, exist_ok=True)
    lens: list[Path] = []
    tilts = ("to the left", "to the right", "towards you", "away from you", "turned a quarter", "from nearer")
    for k, tilt in enumerate(tilts[:LENS_SHOTS], 1):
        words = (
            f"Lens shot {k} of {LENS_SHOTS}: camera in hand, tilted {tilt}, whole board in view."
            " Enter takes it."
        )
        lens.append(_one(camera, folder / f"lens{k}.png", size, ask, words))
    mounted = "Now mount the camera above the bare board, looking down. Enter takes the mounted shot."
    return _one(camera, folder / "bare.png", size, ask, mounted), lens


def _one(
    camera: Camera, path: Path, size: tuple[int, int] | None, ask: Callable[[str], str], words: str
) -> Path:
    """One photo in which the board can be made out; asks again until there is one or "q" is typed."""
    while True:
        if ask(words).strip().lower() in ("q", "quit"):
            raise CannotRead("calibration was left before all photos were taken; nothing was written")
        picture = _fresh(camera)
        try:
            check_picture(picture, "this photo")
            shown = find(picture, size).shown
        except CannotRead as problem:
            words = f"That one won't do: {problem}. Enter takes it again, q leaves."
            continue
        if shown < LEAST_SHOWN:
            words = (
                f"Only {shown:.0%} of the studs show: more light, or hold still."
                " Enter takes it again, q leaves."
            )
            continue
        if not cv2.imwrite(str(path), picture):
            raise CannotRead(f"{path} can't be written; choose another folder with --shots")
        return path


def _fresh(camera: Camera) -> Picture:
    """A picture of now: what a webcam has buffered is thrown away."""
    for _ in range(WARM_UP):
        camera.read()
    return camera.read().picture
