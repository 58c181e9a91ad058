"""A picture → the six-sided dice in it; the same for any photo and for the tray of a table."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import PLATE_MM, STUD_MM, Camera
from vision.dice.colour import colour_name
from vision.dice.finding import LARGEST_SIDE_PX, SMALLEST_SIDE_PX, Sighting, sightings
from vision.dice.leaning import DIE_MM, cocked
from vision.dice.naming import NOTHING, VALUES, named
from vision.dice.network import Floats
from vision.observation import Die

SURE_DIE = 0.9  # what finder and reader together must say to call something a die
APART = 0.8  # of the mean side: middles of top faces cannot be nearer, even seen at an angle
KNOWN_SIDE_PX = 24.0  # dice of known size are shown to the finder as large as it knows them well
SIDE_FACE = 0.78  # of the known side: what looks smaller is a side face, foreshortened
RIM = 0.07  # of the side: how far towards the camera's foot the finder puts a rounded die's top face
SURE_VALUE = 0.6  # of all a die may show: below this, a re-roll costs less than the risk
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
    corner, part = tray_part(picture_bgr, tray_px)
    if min(part.shape[:2]) < SMALLEST_SIDE_PX:
        return ()
    if camera is None:
        seen = sightings(part, levels(part.shape))
    else:
        known = side_px(camera, tray_px)
        seen = [s for s in sightings(part, (KNOWN_SIDE_PX / known,)) if s.side > SIDE_FACE * known]
        seen = [replace(s, side=known) for s in seen]
    seen = [s for s in seen if s.score >= SURE_DIE**2]  # of the others not even the surest reader makes dice
    if not seen:
        return ()
    said = named(part, seen)
    scores = np.sqrt([s.score for s in seen] * (1 - said[:, NOTHING]))
    tops = [
        replace(s, x=s.x + corner[0], y=s.y + corner[1], score=float(score))
        for s, score in zip(seen, scores, strict=True)
    ]
    seen = tops if camera is None else [put_right(s, camera) for s in tops]
    kept = [i for i in apart(seen) if inside(seen[i], picture_bgr.shape, tray_px)]
    leaning = [False] * len(kept)  # nobody can tell a lean from a view at an angle without a camera
    if camera is not None:
        leaning = cocked(picture_bgr, [tops[i] for i in kept], camera)
    return tuple(
        die_at(seen[i], said[i], leans, colour_name(picture_bgr, seen[i].x, seen[i].y, seen[i].side, light))
        for i, leans in zip(kept, leaning, strict=True)
    )


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


def put_right(sighting: Sighting, camera: Camera) -> Sighting:
    """A sighting put right for the rounded edge that the finder counts to the top face (see RIM)."""
    foot = camera.project([camera.eye[0], camera.eye[1], 0.0])
    out = np.array([sighting.x, sighting.y]) - foot
    x, y = (
        np.array([sighting.x, sighting.y]) + out / max(1.0, float(np.linalg.norm(out))) * RIM * sighting.side
    )
    return replace(sighting, x=float(x), y=float(y))


def die_at(sighting: Sighting, likely: Floats, leans: bool, colour: str | None) -> Die:
    """A sighting as a die, with its value where that is sure."""
    values = likely[VALUES] / (1 - likely[NOTHING])
    best = int(values.argmax())
    return Die(
        x_px=sighting.x,
        y_px=sighting.y,
        size_px=sighting.side,
        colour=colour,
        value=best + 1 if values[best] > SURE_VALUE and not leans else None,
        cocked=leans,
        confidence=float(sighting.score * values[best]),
    )


def levels(shape: tuple[int, ...]) -> tuple[float, ...]:
    """The scales at which dice of any size come to be as large as the finder knows them."""
    scale = min(1.0, WORKING_PX / max(shape[:2]))
    scales = [scale]
    while min(shape[:2]) * scale * LEVEL_STEP > LARGEST_DIE * LARGEST_SIDE_PX:
        scale *= LEVEL_STEP
        scales.append(scale)
    return tuple(scales)


def side_px(camera: Camera, tray_px: Sequence[tuple[float, float]] | None) -> float:
    """How long the side of a die's top face is in the middle of the tray (or of the picture)."""
    middle = np.mean(tray_px, 0) if tray_px else np.array([camera.lens.width, camera.lens.height]) / 2
    height = DIE_MM / PLATE_MM
    corners = camera.to_table(middle, height) + np.array([[0, 0], [1, 0], [0, 1]]) * DIE_MM / STUD_MM
    seen = camera.project(np.column_stack([corners, np.full(3, height)]))
    return float(np.linalg.norm(seen[1:] - seen[0], axis=1).mean())


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


def inside(die: Sighting, shape: tuple[int, ...], tray_px: Sequence[tuple[float, float]] | None) -> bool:
    """Whether a top face's middle lies in the picture, and in the tray up to half a die (tops lean out)."""
    if not (0 <= die.x < shape[1] and 0 <= die.y < shape[0]):
        return False
    if not tray_px:
        return True
    tray = np.asarray(tray_px, np.float32)
    return bool(cv2.pointPolygonTest(tray, (die.x, die.y), True) > -die.side / 2)
