"""Plain triangle-and-quad solids in millimetres: boxes, turned shapes, bent tubes, flat outlines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Span = tuple[float, float]
Face = list[int]
Station = tuple[Array, Array, float]  # a ring's middle, the way it faces, its radius

CAP_RINGS = 4  # of the half balls that close a tube


@dataclass
class Solid:
    """Vertices and faces that grow by adding other solids."""

    vertices: list[Array] = field(default_factory=list)
    faces: list[Face] = field(default_factory=list)
    count: int = 0

    def add(self, points: Array, faces: Sequence[Sequence[int]]) -> "Solid":
        """Append a piece; its faces count from its own first vertex."""
        self.vertices.append(np.asarray(points, float).reshape(-1, 3))
        self.faces.extend([i + self.count for i in face] for face in faces)
        self.count += len(self.vertices[-1])
        return self

    def join(self, other: "Solid", shift: Sequence[float] | Array = (0, 0, 0)) -> "Solid":
        """Append another solid, shifted."""
        return self.add(other.points() + np.asarray(shift, float), other.faces)

    def points(self) -> Array:
        """All vertices as one array."""
        return np.concatenate(self.vertices) if self.vertices else np.zeros((0, 3))

    def reshaped(self, change: Callable[[Array], Array]) -> "Solid":
        """The same faces on changed vertices."""
        return Solid().add(change(self.points()), self.faces)

    def moved(self, matrix: Array, shift: Sequence[float] | Array = (0, 0, 0)) -> "Solid":
        """A copy with every vertex turned by a 3x3 matrix (of determinant 1) and shifted."""
        return self.reshaped(lambda points: points @ np.asarray(matrix, float).T + np.asarray(shift, float))


def box(x: Span, y: Span, z: Span, bevel: float = 0.2) -> Solid:
    """A box with cut edges and corners."""
    points = []
    for signs in np.ndindex(2, 2, 2):  # three vertices a corner, each on the face across one axis
        corner = np.array([span[s] for span, s in zip((x, y, z), signs, strict=True)])
        inward = np.array([1.0 - 2 * s for s in signs]) * bevel
        points += [corner + np.where(np.arange(3) == axis, 0, inward) for axis in range(3)]
    out = np.array(points)
    return Solid().add(out, [_outward(out, ids) for ids in _box_faces()])


def tapered(x: Span, y: Span, z: Span, bevel: float, top: Span) -> Solid:
    """A box whose upper face has these half sizes."""
    middle, full = np.array([sum(x) / 2, sum(y) / 2]), np.array([x[1] - x[0], y[1] - y[0]]) / 2

    def narrowed(points: Array) -> Array:
        share = (points[:, 2] - z[0]) / (z[1] - z[0])
        scale = 1 + share[:, None] * (np.array(top) / full - 1)
        return np.column_stack([middle + (points[:, :2] - middle) * scale, points[:, 2]])

    return box(x, y, z, bevel).reshaped(narrowed)


def _box_faces() -> list[Face]:
    """A box's six sides, twelve cut edges and eight cut corners, as vertices of `box`."""
    faces: list[Face] = []
    for axis in range(3):
        first, second = (a for a in range(3) if a != axis)

        def vertex(side: int, a: int, b: int, across: int, turn: tuple[int, ...]) -> int:
            signs = [0, 0, 0]
            for which, sign in zip(turn, (side, a, b), strict=True):
                signs[which] = sign
            return (signs[0] * 4 + signs[1] * 2 + signs[2]) * 3 + across

        turn = (axis, first, second)
        for side in (0, 1):
            faces.append([vertex(side, a, b, axis, turn) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))])
        for a, b in np.ndindex(2, 2):  # the edges along this axis
            low, high = ([vertex(side, a, b, across, turn) for across in (first, second)] for side in (0, 1))
            faces.append([*low, *high[::-1]])
    return faces + [[corner * 3 + axis for axis in range(3)] for corner in range(8)]


def _outward(points: Array, ids: Face) -> Face:
    """A convex solid's face, turned so that it looks out."""
    a, b, c = points[ids[:3]]
    return ids if np.dot(np.cross(b - a, c - a), points[ids].mean(0) - points.mean(0)) > 0 else ids[::-1]


def turned(profile: Sequence[Span], segments: int = 24) -> Solid:
    """A shape turned about z from (radius, height) pairs running up; radius 0 closes it."""
    turns = np.linspace(0, 2 * np.pi, segments, endpoint=False)
    rings: list[Face] = []
    points: list[tuple[float, float, float]] = []
    for radius, height in profile:
        start = len(points)
        if radius <= 1e-9:
            points.append((0, 0, height))
        else:
            points.extend((radius * np.cos(t), radius * np.sin(t), height) for t in turns)
        rings.append(list(range(start, len(points))))
    faces = [face for low, high in pairwise(rings) for face in _band(low, high, segments)]
    return Solid().add(np.array(points), faces)


def _band(low: Face, high: Face, segments: int) -> list[Face]:
    """The faces between two rings, either of which may be a single point."""
    ends = [(i, (i + 1) % segments) for i in range(segments)]
    if len(low) == 1:
        return [[low[0], high[j], high[i]] for i, j in ends]
    if len(high) == 1:
        return [[low[i], low[j], high[0]] for i, j in ends]
    return [[low[i], low[j], high[j], high[i]] for i, j in ends]


def tube(
    path: Sequence[Sequence[float]], radii: Sequence[float], segments: int = 14, steps: int = 5
) -> Solid:
    """A round tube along a smooth path, closed by half balls."""
    knots = np.asarray(path, float)
    at = np.linspace(0, len(knots) - 1, steps * (len(knots) - 1) + 1)
    stations = _stations(_smooth(knots, at), np.interp(at, np.arange(len(knots)), np.asarray(radii, float)))
    rings = [list(range(s * segments, (s + 1) * segments)) for s in range(len(stations))]
    faces = [face for low, high in pairwise(rings) for face in _band(low, high, segments)]
    return Solid().add(_rings(stations, segments), faces)


def _smooth(knots: Array, at: Array) -> Array:
    """Places on the Catmull-Rom curve through the knots; between two knots a straight line."""
    if len(knots) == 2:
        straight: Array = knots[0] + at[:, None] * (knots[1] - knots[0])
        return straight
    padded = np.vstack([2 * knots[0] - knots[1], knots, 2 * knots[-1] - knots[-2]])
    i = np.minimum(at.astype(int), len(knots) - 2)
    t = (at - i)[:, None]
    a, b, c, d = (padded[i + k] for k in range(4))
    curve: Array = 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
    )
    return curve


def _stations(centres: Array, radii: Array) -> list[Station]:
    """The rings along a tube, those of its half-ball ends included."""
    ways = np.gradient(centres, axis=0)
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    bends = np.linspace(np.pi / 2, 0, CAP_RINGS)[:-1]
    start, end = ((centres[i], ways[i], float(radii[i])) for i in (0, -1))
    return [
        *((start[0] - start[1] * start[2] * np.sin(b), start[1], start[2] * np.cos(b)) for b in bends),
        *zip(centres, ways, radii.tolist(), strict=True),
        *((end[0] + end[1] * end[2] * np.sin(b), end[1], end[2] * np.cos(b)) for b in bends[::-1]),
    ]


def _rings(stations: list[Station], segments: int) -> Array:
    """The vertices of a tube's rings, none twisted against the one before."""
    turns = np.linspace(0, 2 * np.pi, segments, endpoint=False)[:, None]
    side = np.cross(stations[0][1], [0.3, 0.2, 1.0])
    rings = []
    for middle, way, radius in stations:
        side = side - np.dot(side, way) * way
        side /= np.linalg.norm(side)
        rings.append(
            middle + max(radius, 1e-3) * (np.cos(turns) * side + np.sin(turns) * np.cross(way, side))
        )
    return np.concatenate(rings)


def slab(outline: Sequence[Span], low: float, high: float) -> Solid:
    """A flat shape of the given outline (anticlockwise seen from above) between two heights."""
    flat = np.asarray(outline, float)
    n = len(flat)
    points = np.vstack([np.column_stack([flat, np.full(n, low)]), np.column_stack([flat, np.full(n, high)])])
    faces = [list(range(n, 2 * n)), list(range(n))[::-1]]
    faces += [[i, (i + 1) % n, n + (i + 1) % n, n + i] for i in range(n)]
    return Solid().add(points, faces)
