"""A place in a picture → how a die's face looks away from the camera there, and whether the die leans."""

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from vision.dice.finding import Sighting
from vision.dice.naming import SIDES, normalised, turned, unstretched
from vision.dice.network import Layer, answers, trained
from vision.dice.viewing import Array, Seen, seen_at

LEANER = (
    Layer(3, 24, 5, step=2),
    Layer(24, 24, 3),
    Layer(24, 32, 3),
    Layer(32, 48, 3, step=2),
    Layer(48, 48, 3),
    Layer(48, 64, 3, step=2),
    Layer(64, 64, 3, step=2),
    Layer(64, 4, 3, padded=False),  # no face, a face, then how its outward direction is seen (x, y)
)
FACE_OR_NOT, SEEN = slice(0, 2), slice(2, 4)

_MIRROR, _QUARTER = np.diag([-1.0, 1.0]), np.array([[0.0, 1.0], [-1.0, 0.0]])
TURNED_BACK = np.array(  # directions in crops as `turned` has them, to those in the crops themselves
    [
        np.linalg.matrix_power(_QUARTER, quarter) @ mirror
        for mirror in (np.eye(2), _MIRROR)
        for quarter in range(4)
    ]
)
FORESHORTENED = np.linspace(0.5, 1, 11)  # rounded edges hide a part of the sides: flat tops look this flat
COCKED_DEGREES = 13.0  # flat dice in trays are seen level to 12°
PLAINLY_FLAT_DEGREES = 9.0  # from two sides; from all eight no die has yet turned out to lean by 4° more
GLANCE = (0, 2)


def cocked(picture: NDArray[np.uint8], faces: list[Sighting], camera: Camera) -> list[bool]:
    """Whether each face leans; those that are not plainly flat are looked at from all sides."""
    leans = np.array(leans_degrees(picture, faces, camera, GLANCE))
    doubtful = np.flatnonzero(leans > PLAINLY_FLAT_DEGREES)
    leans[doubtful] = leans_degrees(picture, [faces[i] for i in doubtful], camera, SIDES)
    return [bool(lean > COCKED_DEGREES) for lean in leans]


def leans_degrees(
    picture: NDArray[np.uint8], faces: list[Sighting], camera: Camera, sides: tuple[int, ...]
) -> list[float]:
    """By how much each face leans, as seen from some sides."""
    if not faces:
        return []
    outwards = outward(picture, faces, sides)
    return [lean_degrees(seen_at(camera, f.x, f.y), out) for f, out in zip(faces, outwards, strict=True)]


def outward(picture: NDArray[np.uint8], faces: list[Sighting], sides: tuple[int, ...] = SIDES) -> Array:
    """How each face's outward direction, one side long, is seen: (faces, 2), in sides."""
    turns = turned([unstretched(picture, face, 1.0) for face in faces], sides)
    raw = answers(normalised(turns), LEANER, trained("leaner"))[SEEN, :, 0, 0]
    back = TURNED_BACK[list(sides)]
    return np.asarray(np.einsum("xtn,txy->ny", raw.reshape(2, len(sides), -1), back) / len(sides), float)


def lean_degrees(seen: Seen, out: Array) -> float:
    """The angle between a face that looks `out` in an unstretched picture, and a flat top there."""
    flats = outward_directions(seen, FORESHORTENED[:, None] * seen.axes[:, 2])
    cosines = flats @ outward_directions(seen, out)
    return float(np.degrees(np.arccos(np.clip(cosines, -1, 1)).min()))


def outward_directions(seen: Seen, across: Array) -> Array:
    """Unit vectors (…, 3) on the table, turned to the camera, of what is seen as (…, 2) sides."""
    depth = np.sqrt(np.maximum(0, 1 - np.square(across).sum(-1, keepdims=True)))
    out = across @ seen.axes + depth * seen.sight
    return np.asarray(out / np.linalg.norm(out, axis=-1, keepdims=True))
