"""Pictures before and after, and places on the board -> small JPEGs that prove a ruling."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera

Picture = NDArray[np.uint8]
Point = tuple[float, float]

AROUND = 7.0  # studs shown around what changed
TALL = 15.0  # plates: a model's top is part of it
SHAPE = 4 / 3  # width over height at least
WIDEST_PX = 720
QUALITY = 80


def crop(picture: Picture, camera: Camera, places: Sequence[Point]) -> Picture:
    """The part of the picture around `places` (studs); all of it without any."""
    if not places:
        return picture
    corners = [
        (x + dx, y + dy, z)
        for x, y in places
        for dx in (-AROUND, AROUND)
        for dy in (-AROUND, AROUND)
        for z in (0.0, TALL)
    ]
    px = camera.project(np.array(corners))
    height, width = picture.shape[:2]
    (left, top), (right, bottom) = px.min(0), px.max(0)
    wider = (
        max(SHAPE * (bottom - top) - (right - left), 0.0) / 2
    )  # a narrow strip shows little in a wide room
    left, right = left - wider, right + wider
    x0, x1 = int(np.clip(left, 0, width - 2)), int(np.clip(right, 1, width))
    y0, y1 = int(np.clip(top, 0, height - 2)), int(np.clip(bottom, 1, height))
    return picture[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)]


def jpeg(picture: Picture) -> bytes:
    """The picture as JPEG, at most 720 pixels wide."""
    height, width = picture.shape[:2]
    if width > WIDEST_PX:
        size = (WIDEST_PX, max(1, round(height * WIDEST_PX / width)))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done
    return data.tobytes()
