"""A place in a picture → which value a die's top face shows there, if it is one."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.finding import Sighting
from vision.dice.network import Floats, Layer, answers, softmax, trained

READER = (
    Layer(3, 32, 5, step=2),
    Layer(32, 32, 3),
    Layer(32, 32, 3),
    Layer(32, 64, 3, step=2),
    Layer(64, 64, 3),
    Layer(64, 64, 3),
    Layer(64, 96, 3, step=2),
    Layer(96, 96, 3, step=2),
    Layer(
        96, 10, 3, padded=False
    ),  # no top face, the values 1–6, cocked; how the face leans: learnt along, not asked
)
NOTHING, VALUES, COCKED = 0, slice(1, 7), 7
READINGS, LEAN = slice(0, 8), slice(8, 10)
CROP_PX = 40  # what the network sees of a die
FACE_PX = 22.0  # the side of the top face in it: some of the neighbourhood shows where the face ends
_FROM_MIDDLE = np.abs(np.arange(CROP_PX) - (CROP_PX - 1) / 2)
FACE_DISC = (
    np.hypot(_FROM_MIDDLE[:, None], _FROM_MIDDLE) < 0.45 * FACE_PX
)  # inside the face however it is turned
FLAT = 8.0  # grey levels: less contrast than this is noise and not amplified further
LUMA = np.array([0.11, 0.59, 0.3], np.float32)  # of B, G, R
GLARE_DIMMED = 0.1  # glare is white: with brightness dimmed, pips are told by hue
LOOKS = (  # of the side the finder says; brightness
    (1.0, 1.0),
    (0.92, 1.0),
    (1.1, 1.0),
    (1.0, GLARE_DIMMED),
    (0.92, GLARE_DIMMED),
)
SIDES = tuple(range(8))  # from which a face is looked at, see `turned`
GLANCE = (0, 5)  # looked from first
OTHER_SIDES = tuple(side for side in SIDES if side not in GLANCE)
SURE_AT_A_GLANCE = 0.99  # what is as clear from two sides is as clear from eight
SURE_AT_ONCE = 0.97  # a first look as clear as this is enough; most of a tray is
FAR = 4.0  # contrasts beyond this (the surroundings) are cut


def cropped(picture: NDArray[np.uint8], x: float, y: float, side: float) -> NDArray[np.uint8]:
    """The neighbourhood of a top face, brought to the size the network knows."""
    wide = max(4, round(side * CROP_PX / FACE_PX))
    return resized(cv2.getRectSubPix(picture, (wide, wide), (float(x), float(y))))


def unstretched(picture: NDArray[np.uint8], face: Sighting, zoom: float) -> NDArray[np.uint8]:
    """The neighbourhood of a face, as it would be seen in the middle of a picture."""
    if face.stretch is None:
        return cropped(picture, face.x, face.y, face.side * zoom)
    wide = max(4, round(face.side * zoom * CROP_PX / FACE_PX))
    first = np.array([face.x, face.y]) - face.stretch @ np.full(2, (wide - 1) / 2)
    there = np.column_stack([face.stretch, first])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return resized(cv2.warpAffine(picture, there, (wide, wide), flags=how, borderMode=cv2.BORDER_REPLICATE))


def resized(part: cv2.typing.MatLike) -> NDArray[np.uint8]:
    """A square part of a picture, as wide as the network has it."""
    method = cv2.INTER_AREA if len(part) > CROP_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(part, (CROP_PX, CROP_PX), interpolation=method), np.uint8)


def normalised(crops: NDArray[np.uint8], luma: float = 1.0) -> Floats:
    """Crops (n, rows, columns, 3) with the face's own colour as zero and its contrast as one.

    Dark red pips on black then look like black ones on white, only coloured. `luma` below 1 dims what is only
    brighter or darker, such as glare, and leaves hues.
    """
    x = np.ascontiguousarray(crops.transpose(3, 0, 1, 2), dtype=np.float32)
    x = x - np.median(x[..., FACE_DISC], axis=-1)[..., None, None]
    if luma < 1:
        x = x - np.float32(1 - luma) * np.tensordot(LUMA, x, 1)
    spread = np.sqrt(np.square(x[..., FACE_DISC]).mean((0, 2)))
    return np.asarray(np.clip(x / np.maximum(spread, FLAT)[:, None, None], -FAR, FAR), np.float32)


def named(picture: NDArray[np.uint8], faces: list[Sighting]) -> Floats:
    """How likely each face is none, shows 1–6, or is cocked: (faces, 8). Doubtful ones get more looks."""
    said = looked(picture, faces, *LOOKS[0], GLANCE)
    unsure = np.flatnonzero(said[:, : VALUES.stop].max(1) < SURE_AT_A_GLANCE)
    if len(unsure):
        others = looked(picture, [faces[i] for i in unsure], *LOOKS[0], OTHER_SIDES)
        said[unsure] += (others - said[unsure]) * len(OTHER_SIDES) / len(SIDES)
    doubtful = unsure[said[unsure, : VALUES.stop].max(1) < SURE_AT_ONCE]
    if len(doubtful):
        again = [faces[i] for i in doubtful]
        sights = np.stack([said[doubtful], *(looked(picture, again, *look) for look in LOOKS[1:])])
        trust = np.square(sights[..., VALUES].max(-1, keepdims=True))  # who sees clearly counts for more
        said[doubtful] = (sights * trust).sum(0) / trust.sum(0)
    return said


def looked(
    picture: NDArray[np.uint8],
    faces: list[Sighting],
    zoom: float,
    luma: float,
    sides: tuple[int, ...] = SIDES,
) -> Floats:
    """The reader's answers, averaged over some of four sides and their mirrors: a die has no upright."""
    crops = turned([unstretched(picture, face, zoom) for face in faces], sides)
    raw = answers(normalised(crops, luma), READER, trained("reader"))[READINGS, :, 0, 0]
    return np.array(softmax(raw).reshape(-1, len(sides), len(faces)).mean(1).T, np.float32)


def turned(crops: list[NDArray[np.uint8]], sides: tuple[int, ...]) -> NDArray[np.uint8]:
    """All crops from each of `sides`: 0 to 3 are quarter turns, 4 to 7 those of the mirrored crops."""
    stack = np.stack(crops)
    both = (stack, stack[:, :, ::-1])
    return np.concatenate([np.rot90(both[side // 4], side % 4, (1, 2)) for side in sides])
