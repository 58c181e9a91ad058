"""How a cube stands, and which of its faces a camera sees: the geometry of drawn dice. Lengths in sides."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.ground import Array

PIPS = {  # places on a face about its middle, in units of the pips' spread
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
AROUND = {
    1: (2, 3, 5, 4),
    2: (1, 3, 6, 4),
    3: (1, 2, 6, 5),
    4: (1, 2, 6, 5),
    5: (1, 3, 6, 4),
    6: (2, 3, 5, 4),
}
UP = np.array([0.0, 0.0, 1.0])
GRAZING = 0.05  # faces turned to the camera by less than this are not seen


@dataclass(frozen=True, slots=True)
class View:
    """Where the camera stands: its tilt off the vertical, and the bearing towards which tops lean.

    Away from its middle a picture is stretched outwards: seen from straight above, by 1 / cos(tilt).
    """

    tilt: float
    bearing: float
    stretch: float = 1.0

    @property
    def sight(self) -> Array:
        """The direction from the table to the camera."""
        s = np.sin(self.tilt)
        return np.array([-s * np.cos(self.bearing), -s * np.sin(self.bearing), np.cos(self.tilt)])

    def project(self, points: Array) -> Array:
        """Picture offsets (…, 2) of points (…, 3), heights up."""
        c, s = np.cos(self.bearing), np.sin(self.bearing)
        along = points[..., 0] * c + points[..., 1] * s
        across = -points[..., 0] * s + points[..., 1] * c
        near = 1 + 0.002 * points[..., 2]  # tops are nearer to the lens
        along = (along * np.cos(self.tilt) + points[..., 2] * np.sin(self.tilt)) * near * self.stretch
        across = across * near
        return np.stack([along * c - across * s, along * s + across * c], -1)


@dataclass(frozen=True)
class Face:
    """One side of a die: outward and in-plane directions on the table, its value, how brightly it is lit."""

    out: Array
    u: Array
    v: Array
    value: int
    shade: float


@dataclass(frozen=True)
class Stance:
    """A die of side 1 over the origin: its own axes as rows, the height of its middle, the camera's view."""

    axes: Array
    height: float
    view: View

    def seen(self, points: Array) -> Array:
        """Picture offsets, in sides, of points (…, 3) about the die's middle, in its own axes."""
        return self.view.project(points @ self.axes + self.height * UP)


def standing(turn: float, view: View) -> Stance:
    """Flat on the table."""
    c, s = np.cos(turn), np.sin(turn)
    return Stance(np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]), 0.5, view)


def cocked(turn: float, lean: float, towards: float, view: View) -> Stance:
    """Leaning by `lean` radians on an edge or corner; whatever holds it is not drawn here."""
    tip = cv2.Rodrigues(lean * np.array([-np.sin(towards), np.cos(towards), 0.0]))[0]
    axes = standing(turn, view).axes @ tip.T
    return Stance(axes, float(0.5 * np.abs(axes[:, 2]).sum()), view)


def visible_faces(
    random: np.random.Generator, value: int, stance: Stance, light: float, sun: float
) -> list[Face]:
    """The faces turned to the camera, in the die's own axes, the squarest first."""
    faces = [Face(UP, np.array([1.0, 0, 0]), np.array([0.0, 1, 0]), value, light)]
    around, start = AROUND.get(value, (0, 0, 0, 0)), int(random.integers(4))
    for quarter in range(4):
        out = np.array([np.cos(quarter * np.pi / 2), np.sin(quarter * np.pi / 2), 0])
        faces.append(Face(out, UP, np.cross(out, UP), around[(quarter + start) % 4], light))
    squareness = [float(face.out @ stance.axes @ stance.view.sight) for face in faces]
    order = [i for i in np.argsort(squareness)[::-1] if squareness[i] > GRAZING]
    return [lit(random, faces[i], stance, sun) for i in order]


def lit(random: np.random.Generator, face: Face, stance: Stance, sun: float) -> Face:
    """The face as bright as light from above and from the sun's bearing makes it."""
    out = face.out @ stance.axes
    aside = (0.8 + 0.2 * np.cos(np.arctan2(out[1], out[0]) - sun)) * random.uniform(0.7, 1.05)
    upward = max(0.0, float(out[2])) ** 2
    return Face(face.out, face.u, face.v, face.value, face.shade * (upward + (1 - upward) * float(aside)))
