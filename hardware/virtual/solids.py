"""The few solids everything is made of, as arrays: flat faces, tapered cylinders and balls, in millimetres.

Curved solids carry the affine map from the table's millimetres to their own unit solid: a cylinder of
radius 1 at z = 0, 1 − taper at z = 1; a ball of radius 1.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hardware.virtual.palette import RGB
from hardware.virtual.view import Array

Paint = NDArray[np.uint8]  # (n, 4): sRGB and gloss


@dataclass(frozen=True)
class Solids:
    """Faces (n, 4, 3) with outward normals, cylinders and balls by their maps (A p + b), all painted."""

    faces: Array
    face_normals: Array
    face_paint: Paint
    cylinders: Array  # (n, 3, 4)
    shapes: Array  # (n, 2): taper and rim of each cylinder
    cylinder_paint: Paint
    balls: Array  # (n, 3, 4)
    ball_paint: Paint

    def moved(self, turn: Array, shift: ArrayLike) -> "Solids":
        """All of it turned (3 × 3, orthogonal) about the origin and then shifted, millimetres."""
        by = np.asarray(shift, float)
        return Solids(
            self.faces @ turn.T + by,
            self.face_normals @ turn.T,
            self.face_paint,
            _moved_maps(self.cylinders, turn, by),
            self.shapes,
            self.cylinder_paint,
            _moved_maps(self.balls, turn, by),
            self.ball_paint,
        )

    def corners(self) -> Array:
        """Points (n, 3) whose hull holds everything."""
        return np.concatenate(
            [
                self.faces.reshape(-1, 3),
                _hull(self.cylinders, 0.0).reshape(-1, 3),
                _hull(self.balls, -1.0).reshape(-1, 3),
            ]
        )


def _moved_maps(maps: Array, turn: Array, by: Array) -> Array:
    A = maps[:, :, :3] @ turn.T
    return np.concatenate([A, (maps[:, :, 3] - A @ by)[:, :, None]], 2)


def _hull(maps: Array, floor: float) -> Array:
    """The 8 corners (n, 8, 3) of the box around each curved solid, z from `floor` to 1 in its own frame."""
    unit = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (floor, 1)], float)
    if not len(maps):
        return np.zeros((0, 8, 3))
    inverse = np.linalg.inv(maps[:, :, :3])
    corners: Array = np.einsum("nij,nkj->nki", inverse, unit[None] - maps[:, None, :, 3])
    return corners


def cylinder_corners(solids: Solids) -> Array:
    """The 8 corners (n, 8, 3) around each cylinder."""
    return _hull(solids.cylinders, 0.0)


def ball_corners(solids: Solids) -> Array:
    """The 8 corners (n, 8, 3) around each ball."""
    return _hull(solids.balls, -1.0)


def together(parts: Iterable[Solids]) -> Solids:
    """Many solids as one."""
    every = [EMPTY, *parts]
    return Solids(
        *(np.concatenate([getattr(p, name) for p in every]) for name in Solids.__dataclass_fields__)
    )


def faces(corners: ArrayLike, middle: ArrayLike, paint: Paint) -> Solids:
    """Flat faces (n, 4, 3) of a solid around `middle`; a triangle repeats its last corner."""
    quads = np.asarray(corners, float)
    normals = np.cross(quads[:, 1] - quads[:, 0], quads[:, 2] - quads[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    out = ((quads.mean(1) - np.asarray(middle, float)) * normals).sum(1)
    normals[out < 0] *= -1
    return _only(faces=quads, face_normals=normals, face_paint=np.broadcast_to(paint, (len(quads), 4)))


def prism(bottom: ArrayLike, top: ArrayLike, paint: Paint) -> Solids:
    """The six faces between two quadrilaterals (4, 3)."""
    b, t = np.asarray(bottom, float), np.asarray(top, float)
    sides = [np.stack([b[i], b[i - 1], t[i - 1], t[i]]) for i in range(4)]
    return faces(np.stack([b, t, *sides]), np.concatenate([b, t]).mean(0), paint)


def box(low: ArrayLike, high: ArrayLike, paint: Paint) -> Solids:
    """An upright box between two corners."""
    (x0, y0, z0), (x1, y1, z1) = np.asarray(low, float), np.asarray(high, float)
    ring = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    return prism(np.c_[ring, np.full(4, z0)], np.c_[ring, np.full(4, z1)], paint)


def studs(places: ArrayLike, radius: float, tall: float, paint: Paint) -> Solids:
    """Upright cylinders at feet (n, 3), their edges slightly rounded."""
    feet = np.asarray(places, float).reshape(-1, 3)
    A = np.diag([1 / radius, 1 / radius, 1 / tall])
    maps = np.concatenate([np.broadcast_to(A, (len(feet), 3, 3)), -(feet @ A)[:, :, None]], 2)
    return _only(
        cylinders=maps,
        shapes=np.tile([0.0, STUD_RIM], (len(feet), 1)),
        cylinder_paint=np.broadcast_to(paint, (len(feet), 4)),
    )


def rod(
    start: ArrayLike, end: ArrayLike, radius: float, end_radius: float, paint: Paint, rim: float = 0.0
) -> Solids:
    """A round rod from `start` to `end`, tapering to `end_radius` (never wider than `radius`)."""
    a, b = np.asarray(start, float), np.asarray(end, float)
    length = float(np.linalg.norm(b - a))
    axes = _frame((b - a) / length)
    A = axes / np.array([[radius], [radius], [length]])
    maps = np.c_[A, -A @ a][None]
    return _only(
        cylinders=maps, shapes=np.array([[1 - end_radius / radius, rim]]), cylinder_paint=paint[None]
    )


def ball(middle: ArrayLike, radii: ArrayLike, paint: Paint, turn: Array | None = None) -> Solids:
    """An ellipsoid; `turn` carries its own axes to the table's."""
    axes = np.eye(3) if turn is None else turn.T
    A = axes / np.asarray(radii, float)[:, None]
    return _only(balls=np.c_[A, -A @ np.asarray(middle, float)][None], ball_paint=paint[None])


def paint(colour: RGB, gloss: float = 0.5) -> Paint:
    """A paint as it is stored: sRGB and how much it shines, 0–1."""
    return np.array([*colour, round(255 * gloss)], np.uint8)


def turn_about_up(degrees: float) -> Array:
    """The turn that carries +x to `degrees` in the table's frame (+y at 90)."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def _frame(axis: Array) -> Array:
    """Three orthogonal rows, the last along `axis`."""
    other = np.array([1.0, 0, 0]) if abs(axis[0]) < 0.9 else np.array([0, 1.0, 0])
    first = np.cross(other, axis)
    first /= np.linalg.norm(first)
    return np.stack([first, np.cross(axis, first), axis])


def _only(**given: NDArray[np.generic]) -> Solids:
    whole: dict[str, NDArray[np.generic]] = {
        "faces": np.zeros((0, 4, 3)),
        "face_normals": np.zeros((0, 3)),
        "face_paint": np.zeros((0, 4), np.uint8),
        "cylinders": np.zeros((0, 3, 4)),
        "shapes": np.zeros((0, 2)),
        "cylinder_paint": np.zeros((0, 4), np.uint8),
        "balls": np.zeros((0, 3, 4)),
        "ball_paint": np.zeros((0, 4), np.uint8),
    }
    return Solids(**{**whole, **given})  # type: ignore[arg-type]


STUD_RIM = 0.12  # the outer share of a stud's top that is rounded
EMPTY = _only()
