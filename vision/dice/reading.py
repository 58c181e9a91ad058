"""A picture → the six-sided dice in it: place, size, colour, value; the same for any photo and for a table's tray."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import PLATE_MM, STUD_MM, Camera
from vision.dice.colour import colour_name
from vision.dice.pyramid import LARGEST_SIDE_PX, SMALLEST_SIDE_PX, TYPICAL_SIDE_PX, Sighting, sightings
from vision.observation import Die

SURE_DIE = 0.8  # a sighting below is not called a die
SURE_VALUE = 0.55  # a value below is not said
DIE_MM = 16.0  # a die of the usual make
WORKING_PX = 1280  # larger pictures are read at this width or height: dice of 20 px survive it
LEVEL_STEP = 0.6  # each level shrinks by this: the network's octave overlaps with the next
EDGE_PX = 24  # pictures are continued by this much, so that a die at the rim is seen whole by the network


def read_dice(
    picture_bgr: NDArray[np.uint8],
    tray_px: Sequence[tuple[float, float]] | None = None,
    camera: Camera | None = None,
    light: tuple[float, float, float] = (1.0, 1.0, 1.0),
) -> tuple[Die, ...]:
    """Every die in a picture, or only those whose top face lies in the tray's polygon.

    With the table's `camera` the size of a die is known, which is faster and surer. `light` is the linear
    gain of R, G, B by which the picture is tinted (a Table knows it).
    """
    corner, part = tray_part(picture_bgr, tray_px)
    if min(part.shape[:2]) < SMALLEST_SIDE_PX:
        return ()
    scales = levels(part.shape) if camera is None else (TYPICAL_SIDE_PX / side_px(camera, tray_px),)
    edge = int(np.ceil(EDGE_PX / min(scales)))
    padded = cv2.copyMakeBorder(part, edge, edge, edge, edge, cv2.BORDER_REPLICATE)
    seen = sightings(np.asarray(padded, np.uint8), scales)
    dice = []
    for sighting in seen:
        x, y = sighting.x - edge + corner[0], sighting.y - edge + corner[1]
        if sighting.score < SURE_DIE or not inside(x, y, sighting.side, picture_bgr.shape, tray_px):
            continue
        dice.append(die_at(picture_bgr, x, y, sighting, light))
    return tuple(dice)


def die_at(
    picture: NDArray[np.uint8], x: float, y: float, sighting: Sighting, light: tuple[float, float, float]
) -> Die:
    """A sighting as a die: its value if it is sure, its colour from the picture."""
    best = int(sighting.values.argmax())
    sure = float(sighting.values[best])
    return Die(
        x_px=x,
        y_px=y,
        size_px=sighting.side,
        colour=colour_name(picture, x, y, sighting.side, light),
        value=best + 1 if sure >= SURE_VALUE else None,
        confidence=sighting.score * sure,
    )


def levels(shape: tuple[int, ...]) -> tuple[float, ...]:
    """The scales at which dice of any size come to be as large as the network knows them."""
    scale = min(1.0, WORKING_PX / max(shape[:2]))
    scales = [scale]
    while min(shape[:2]) * scale * LEVEL_STEP > 2 * LARGEST_SIDE_PX:
        scale *= LEVEL_STEP
        scales.append(scale)
    return tuple(scales)


def side_px(camera: Camera, tray_px: Sequence[tuple[float, float]] | None) -> float:
    """How long the side of a die's top face is in the middle of the tray (or of the picture)."""
    middle = np.mean(tray_px, 0) if tray_px else np.array([camera.lens.width, camera.lens.height]) / 2
    height = DIE_MM / PLATE_MM
    foot = camera.to_table(middle, height)
    across = np.array([[0, 0], [1, 0], [0, 1]]) * DIE_MM / STUD_MM
    seen = camera.project(np.column_stack([foot + across, np.full(3, height)]))
    return float(np.linalg.norm(seen[1:] - seen[0], axis=1).mean())


def tray_part(
    picture: NDArray[np.uint8], tray_px: Sequence[tuple[float, float]] | None
) -> tuple[tuple[int, int], NDArray[np.uint8]]:
    """The part of a picture around the tray, and its top left corner."""
    if not tray_px:
        return (0, 0), picture
    tray = np.asarray(tray_px, float)
    margin = 0.2 * np.ptp(tray, axis=0).min()  # dice lean over the tray's edge
    low = np.clip(np.floor(tray.min(0) - margin).astype(int), 0, None)
    high = np.minimum(np.ceil(tray.max(0) + margin).astype(int), picture.shape[1::-1])
    return (int(low[0]), int(low[1])), picture[low[1] : high[1], low[0] : high[0]]


def inside(
    x: float, y: float, side: float, shape: tuple[int, ...], tray_px: Sequence[tuple[float, float]] | None
) -> bool:
    """Whether a top face's middle lies in the picture, and in the tray up to half a die (tops lean out)."""
    if not (0 <= x < shape[1] and 0 <= y < shape[0]):
        return False
    if not tray_px:
        return True
    tray = np.asarray(tray_px, np.float32)
    return bool(cv2.pointPolygonTest(tray, (float(x), float(y)), True) > -side / 2)
