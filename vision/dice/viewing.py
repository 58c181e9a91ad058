"""A camera and a place in its picture → how a die is seen there: how large, from where, and how stretched.

Off its middle a picture is stretched outwards. Taken back, a die at the rim looks as it would in the middle
of the picture of a camera turned towards it: as a cube seen from afar.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.camera import PLATE_MM, STUD_MM, Camera
from vision.dice.finding import Sighting

Array = NDArray[np.float64]

DIE_MM = 16.0  # a die of the usual make
RIM = 0.07  # of the side: how far towards the camera's foot the finder puts a rounded die's top face


@dataclass(frozen=True)
class Seen:
    """How a die is seen at one place of a picture."""

    side: float  # pixels
    stretch: Array  # (2, 2): from a picture without stretch to this one
    axes: Array  # (2, 3): what steps of one side along x, y and up make there, in sides

    @property
    def sight(self) -> Array:
        """The unit vector towards the camera, in sides along x, y and up."""
        sight = np.cross(self.axes[0], self.axes[1])
        return np.asarray(sight * np.sign(sight[2]))


def seen_at(camera: Camera, x: float, y: float) -> Seen:
    """How a die is seen whose top face has its middle at pixel (x, y)."""
    turn, (long, short), axes = np.linalg.svd(per_side(camera, x, y), full_matrices=False)
    return Seen(float(short), turn @ np.diag([long / short, 1.0]) @ turn.T, turn @ axes)


def per_side(camera: Camera, x: float, y: float) -> Array:
    """Pixels (2, 3) that one side of a die makes along x, y and up, at a pixel on its top."""
    height = DIE_MM / PLATE_MM
    step = np.diag([DIE_MM / STUD_MM, DIE_MM / STUD_MM, height])
    here = np.array([*camera.to_table(np.array([x, y]), height), height])
    ends = camera.project(np.concatenate([here + step / 2, here - step / 2]))
    return np.asarray((ends[:3] - ends[3:]).T)


def side_px(camera: Camera, tray_px: Sequence[tuple[float, float]] | None) -> float:
    """How long the side of a die's top face is in the middle of the tray (or of the picture)."""
    middle = np.mean(tray_px, 0) if tray_px else np.array([camera.lens.width, camera.lens.height]) / 2
    return float(np.linalg.norm(per_side(camera, *middle)[:, :2], axis=0).mean())


def as_seen(sighting: Sighting, camera: Camera) -> Sighting:
    """A sighting with its size and stretch as the camera has it there."""
    seen = seen_at(camera, sighting.x, sighting.y)
    return replace(sighting, side=seen.side, stretch=seen.stretch)


def put_right(sighting: Sighting, camera: Camera) -> Sighting:
    """A sighting put right for the rounded edge that the finder counts to the top face (see RIM)."""
    here = np.array([sighting.x, sighting.y])
    out = here - camera.project([camera.eye[0], camera.eye[1], 0.0])
    x, y = here + out / max(1.0, float(np.linalg.norm(out))) * RIM * sighting.side
    return replace(sighting, x=float(x), y=float(y))
