"""A lattice in a picture -> whether the board's rim lies where it says, or a stud or two beside it."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import STUD_MM, Camera
from calibration.warp import Array

REACH = 2  # studs either way
NEAR, BEYOND = 0.12, 0.22  # studs inside and outside the rim between which the colours are compared
BETTER = 1.15  # a shift must show that much more contrast than staying

Picture = NDArray[np.uint8]
ToPixels = Callable[[Array], Array]


def rim_contrast(picture: Picture, to_px: ToPixels, cols: int, rows: int) -> tuple[Array, Array]:
    """Colour change across left and right rim, and across upper and lower, by shift -REACH … REACH."""
    shifts = np.arange(-REACH, REACH + 1)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)

    def sides(along: Array, length: int, upright: bool) -> Array:
        total = np.zeros(len(shifts))
        for at, out in ((0, -1), (length, 1)):
            across = at + shifts[:, None] + 0 * along
            pair = [
                _at(soft, to_px(_places(across + out * off, np.broadcast_to(along, across.shape), upright)))
                for off in (-NEAR, BEYOND)
            ]
            total += np.median(np.linalg.norm(pair[0] - pair[1], axis=-1), axis=1)
        return total

    return sides(np.arange(0.5, rows), cols, True), sides(np.arange(0.5, cols), rows, False)


def _places(across: Array, along: Array, upright: bool) -> Array:
    return np.stack([across, along] if upright else [along, across], -1)


def _at(picture: Picture, px: Array) -> Array:
    """Nearest pixels' colours."""
    x = np.clip(np.rint(px[..., 0]).astype(int), 0, picture.shape[1] - 1)
    y = np.clip(np.rint(px[..., 1]).astype(int), 0, picture.shape[0] - 1)
    return np.asarray(picture[y, x], float)


def rim_shift(picture: Picture, to_px: ToPixels, cols: int, rows: int) -> tuple[int, int]:
    """By how many studs the board lies beside where the lattice has it: (0, 0) when it is right."""
    found = []
    for contrast in rim_contrast(picture, to_px, cols, rows):
        best = int(np.argmax(contrast))
        found.append(best - REACH if contrast[best] > BETTER * contrast[REACH] else 0)
    return found[0], found[1]


def shifted(camera: Camera, shift: tuple[int, int]) -> Camera:
    """The camera with its table's origin moved by so many studs."""
    t = np.array(camera.translation) + camera.R @ (np.array([*shift, 0.0]) * STUD_MM)
    return replace(camera, translation=(float(t[0]), float(t[1]), float(t[2])))
