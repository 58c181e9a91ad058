"""A lattice in a picture -> whether the board's rim lies where it says, or a stud or two beside it."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import STUD_MM, Camera
from calibration.warp import Array

REACH = 2  # studs either way that a corner may be off though all studs were seen
FARTHEST = 8  # studs either way where few were
NEAR, BEYOND = 0.12, 0.22  # studs inside and outside the rim between which the colours are compared
BETTER, FAR_BETTER = 1.15, 2.0  # a shift must show that much more contrast than staying, and one beyond REACH

Picture = NDArray[np.uint8]
ToPixels = Callable[[Array], Array]


NEARBY = range(-REACH, REACH + 1)


def rim_contrast(
    picture: Picture, to_px: ToPixels, cols: int, rows: int, slack: tuple[range, range] = (NEARBY, NEARBY)
) -> tuple[Array, Array]:
    """Colour change across left and right rim by shift along x, across upper and lower by shift along y."""
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)

    def sides(along: Array, length: int, upright: bool, shifts: Array) -> Array:
        total = np.zeros(len(shifts))
        for at, out in ((0, -1), (length, 1)):
            across = at + shifts[:, None] + 0 * along
            pair = [
                _at(soft, to_px(_places(across + out * off, np.broadcast_to(along, across.shape), upright)))
                for off in (-NEAR, BEYOND)
            ]
            total += np.median(np.linalg.norm(pair[0] - pair[1], axis=-1), axis=1)
        return total

    x, y = (np.array(each) for each in slack)
    return sides(np.arange(0.5, rows), cols, True, x), sides(np.arange(0.5, cols), rows, False, y)


def _places(across: Array, along: Array, upright: bool) -> Array:
    return np.stack([across, along] if upright else [along, across], -1)


def _at(picture: Picture, px: Array) -> Array:
    """Nearest pixels' colours."""
    x = np.clip(np.rint(px[..., 0]).astype(int), 0, picture.shape[1] - 1)
    y = np.clip(np.rint(px[..., 1]).astype(int), 0, picture.shape[0] - 1)
    return np.asarray(picture[y, x], float)


def rim_shift(
    picture: Picture, to_px: ToPixels, cols: int, rows: int, slack: tuple[range, range] = (NEARBY, NEARBY)
) -> tuple[int, int]:
    """How many studs, within the slack, the board lies beside where the lattice has it; (0, 0) if right."""
    found = []
    for shifts, contrast in zip(slack, rim_contrast(picture, to_px, cols, rows, slack), strict=True):
        far = np.abs(np.array(shifts)) > REACH
        worth = contrast / np.where(far, FAR_BETTER, BETTER)
        best = int(np.argmax(worth))
        found.append(shifts[best] if worth[best] > contrast[shifts.index(0)] else 0)
    return found[0], found[1]


def wider(slack: range) -> range:
    """A slack that reaches as far as a corner may be off in any case."""
    return range(min(slack.start, -REACH), max(slack.stop, REACH + 1))


def shifted(camera: Camera, shift: tuple[int, int]) -> Camera:
    """The camera with its table's origin moved by so many studs."""
    t = np.array(camera.translation) + camera.R @ (np.array([*shift, 0.0]) * STUD_MM)
    return replace(camera, translation=(float(t[0]), float(t[1]), float(t[2])))
