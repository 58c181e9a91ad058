"""A place in a picture → which value a die's top face shows there, if it is one."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.network import Floats, Layer, answers, softmax, trained

READER = (
    Layer(3, 16, 5),
    Layer(16, 32, 3, step=2),
    Layer(32, 32, 3),
    Layer(32, 64, 3, step=2),
    Layer(64, 64, 3),
    Layer(64, 64, 3, step=2),
    Layer(64, 64, 3, step=2),
    Layer(64, 7, 3, padded=False),  # no top face, then the values 1–6
)
CROP_PX = 40  # what the network sees of a die
FACE_PX = 22.0  # the side of the top face in it: some of the neighbourhood shows where the face ends
_FROM_MIDDLE = np.abs(np.arange(CROP_PX) - (CROP_PX - 1) / 2)
FACE_DISC = (
    np.hypot(_FROM_MIDDLE[:, None], _FROM_MIDDLE) < 0.45 * FACE_PX
)  # inside the face however it is turned
FLAT = 8.0  # grey levels: less contrast than this is noise and not amplified further
FAR = 4.0  # contrasts beyond this (the surroundings) are cut


def cropped(picture: NDArray[np.uint8], x: float, y: float, side: float) -> NDArray[np.uint8]:
    """The neighbourhood of a top face, brought to the size the network knows."""
    wide = max(4, round(side * CROP_PX / FACE_PX))
    part = cv2.getRectSubPix(picture, (wide, wide), (float(x), float(y)))
    method = cv2.INTER_AREA if wide > CROP_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(part, (CROP_PX, CROP_PX), interpolation=method), np.uint8)


def normalised(crops: NDArray[np.uint8]) -> Floats:
    """Crops (n, rows, columns, 3) with the face's own colour as zero and its contrast as one.

    Dark red pips on black then look like black ones on white, only coloured.
    """
    x = np.ascontiguousarray(crops.transpose(3, 0, 1, 2), dtype=np.float32)
    face = x[..., FACE_DISC]
    middle = np.median(face, axis=-1)[..., None, None]
    spread = np.sqrt(np.square(face - middle[..., 0]).mean((0, 2)))
    scaled = (x - middle) / np.maximum(spread, FLAT)[:, None, None]
    return np.asarray(np.clip(scaled, -FAR, FAR), np.float32)


def named(crops: list[NDArray[np.uint8]]) -> Floats:
    """For each crop how likely it shows no top face, or the values 1–6: (crops, 7).

    Every crop is looked at from four sides and mirrored, and the answers averaged: a die has no upright.
    """
    stack = np.stack(crops)
    mirrored = np.concatenate([stack, stack[:, :, ::-1]])
    looks = np.concatenate([np.rot90(mirrored, quarter, (1, 2)) for quarter in range(4)])
    said = softmax(answers(normalised(looks), READER, trained("reader"))[:, :, 0, 0])
    return np.asarray(said.reshape(7, 8, len(crops)).mean(1).T, np.float32)
