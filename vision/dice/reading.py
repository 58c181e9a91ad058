"""A picture → the six-sided dice in it; the same for any photo and for the tray of a table."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from vision.dice.colour import colour_name
from vision.dice.finding import LARGEST_SIDE_PX, SMALLEST_SIDE_PX, Sighting, sightings
from vision.dice.leaning import cocked
from vision.dice.naming import NOTHING, VALUES, named
from vision.dice.network import Floats
from vision.dice.viewing import as_seen, put_right, side_px
from vision.observation import Die

SURE_DIE = 0.9  # what finder and reader together must say to call something a die
APART = 0.8  # of the mean side: middles of top faces cannot be nearer, even seen at an angle
KNOWN_SIDE_PX = 24.0  # dice of known size are shown to the finder as large as it knows them well
SIDE_FACE = 0.78  # of the known side: what looks smaller is a side face, foreshortened
SURE_VALUE = 0.65  # of all a die may show: below this, a re-roll costs less than the risk
PIPS_REACH = 0.3  # of the side: how far from its middle a face has pips
WORKING_PX = 1280  # larger pictures are read at this width or height: dice of 20 px survive it
LEVEL_STEP = 0.6  # each level shrinks by this: the finder's octave overlaps with the next
LARGEST_DIE = 3  # top faces are looked for up to one in so many of the picture's shorter side


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
    tops = top_faces(picture_bgr, tray_px, camera)
    if not tops:
        return ()
    said = named(picture_bgr, tops)
    scores = np.sqrt([top.score for top in tops] * (1 - said[:, NOTHING]))
    tops = [replace(top, score=float(score)) for top, score in zip(tops, scores, strict=True)]
    places = tops if camera is None else [put_right(top, camera) for top in tops]
    kept = [i for i in apart(places) if inside(places[i], picture_bgr.shape, tray_px)]
    dice = [die_at(picture_bgr, places[i], said[i], light) for i in kept]
    cut = [cut_off(tops[i], picture_bgr.shape) for i in kept]
    leaning = [False] * len(kept)  # nobody can tell a lean from a view at an angle without a camera
    if camera is not None:
        leaning = cocked(picture_bgr, [tops[i] for i in kept], camera)
    return tuple(
        replace(die, cocked=leans, value=None if leans or off else die.value)
        for die, leans, off in zip(dice, leaning, cut, strict=True)
    )


def top_faces(
    picture: NDArray[np.uint8], tray_px: Sequence[tuple[float, float]] | None, camera: Camera | None
) -> list[Sighting]:
    """What the finder takes for top faces, in the picture or around the tray."""
    corner, part = tray_part(picture, tray_px)
    if min(part.shape[:2]) < SMALLEST_SIDE_PX:
        return []
    if camera is None:
        seen = sightings(part, levels(part.shape))
    else:
        known = side_px(camera, tray_px)
        corner, part = mirrored(part, corner, picture.shape, round(known))
        seen = [s for s in sightings(part, (KNOWN_SIDE_PX / known,)) if s.side > SIDE_FACE * known]
    sure = [s for s in seen if s.score >= SURE_DIE**2]  # of weaker ones not even the surest reader makes dice
    last = np.array(picture.shape[1::-1]) - 1
    places = [np.clip([s.x + corner[0], s.y + corner[1]], 0, last).tolist() for s in sure]
    tops = [replace(s, x=x, y=y) for s, (x, y) in zip(sure, places, strict=True)]
    return tops if camera is None else [as_seen(top, camera) for top in tops]


def apart(seen: list[Sighting]) -> list[int]:
    """Which sightings are dice: the surest first, and none that would stand inside a surer one."""
    kept: list[int] = []
    for i in sorted(range(len(seen)), key=lambda i: -seen[i].score):
        die = seen[i]
        others = (seen[k] for k in kept)
        if die.score >= SURE_DIE and all(
            np.hypot(die.x - o.x, die.y - o.y) > APART * (die.side + o.side) / 2 for o in others
        ):
            kept.append(i)
    return kept


def cut_off(top: Sighting, shape: tuple[int, ...]) -> bool:
    """Whether a face goes on beyond the picture where it has pips."""
    stretch = np.eye(2) if top.stretch is None else top.stretch
    reach = PIPS_REACH * top.side * np.linalg.norm(stretch, axis=1)
    room = np.minimum([top.x, top.y], [shape[1] - 1 - top.x, shape[0] - 1 - top.y])
    return bool(np.any(room < reach))


def die_at(
    picture: NDArray[np.uint8], place: Sighting, likely: Floats, light: tuple[float, float, float]
) -> Die:
    """A sighting as a die, with its value where that is sure."""
    values = likely[VALUES] / (1 - likely[NOTHING])
    best = int(values.argmax())
    return Die(
        x_px=place.x,
        y_px=place.y,
        size_px=place.side,
        colour=colour_name(picture, place.x, place.y, place.side, light),
        value=best + 1 if values[best] > SURE_VALUE else None,
        confidence=float(place.score * values[best]),
    )


def levels(shape: tuple[int, ...]) -> tuple[float, ...]:
    """The scales at which dice of any size come to be as large as the finder knows them."""
    scale = min(1.0, WORKING_PX / max(shape[:2]))
    scales = [scale]
    while min(shape[:2]) * scale * LEVEL_STEP > LARGEST_DIE * LARGEST_SIDE_PX:
        scale *= LEVEL_STEP
        scales.append(scale)
    return tuple(scales)


def tray_part(
    picture: NDArray[np.uint8], tray_px: Sequence[tuple[float, float]] | None
) -> tuple[tuple[int, int], NDArray[np.uint8]]:
    """The part of a picture around the tray, and its top left corner."""
    if not tray_px:
        return (0, 0), picture
    tray = np.asarray(tray_px, float)
    margin = 0.2 * np.ptp(tray, axis=0).min()  # dice lean over the tray's edge
    low = np.clip(np.floor(tray.min(0) - margin).astype(int), 0, picture.shape[1::-1])
    high = np.clip(np.ceil(tray.max(0) + margin).astype(int), 0, picture.shape[1::-1])
    return (int(low[0]), int(low[1])), picture[low[1] : high[1], low[0] : high[0]]


def mirrored(
    part: NDArray[np.uint8], corner: tuple[int, int], shape: tuple[int, ...], reach: int
) -> tuple[tuple[int, int], NDArray[np.uint8]]:
    """A part and its corner, mirrored `reach` pixels beyond the picture's edge where it meets it.

    So a face that the edge cuts off looks whole to the finder, which else puts its middle too far inwards.
    """
    left, top = (reach if at == 0 else 0 for at in corner)
    ends = (corner[0] + part.shape[1], corner[1] + part.shape[0])
    right, bottom = (reach if end == size else 0 for end, size in zip(ends, shape[1::-1], strict=True))
    wide = cv2.copyMakeBorder(part, top, bottom, left, right, cv2.BORDER_REFLECT_101)
    return (corner[0] - left, corner[1] - top), np.asarray(wide, np.uint8)


def inside(die: Sighting, shape: tuple[int, ...], tray_px: Sequence[tuple[float, float]] | None) -> bool:
    """Whether a top face's middle lies in the picture, and in the tray up to half a die (tops lean out)."""
    if not (0 <= die.x < shape[1] and 0 <= die.y < shape[0]):
        return False
    if not tray_px:
        return True
    tray = np.asarray(tray_px, np.float32)
    return bool(cv2.pointPolygonTest(tray, (die.x, die.y), True) > -die.side / 2)
