"""A renderer that draws nothing but grey light, so that stories and truths are tested without Blender."""

from collections.abc import Sequence

import numpy as np

from tests.pathtraced.areas import Area
from tests.pathtraced.hand import Pose
from tests.pathtraced.layout import Table
from tests.pathtraced.lens import Camera, bent
from tests.pathtraced.palette import Tone
from tests.pathtraced.room import Lighting, Look
from tests.pathtraced.sensor import Light
from tests.pathtraced.solids import Solid


class Blank:
    """It keeps what it was asked to show."""

    def __init__(self, cols: int, rows: int, board: str, look: Look) -> None:  # noqa: ARG002
        self.canvas: Light = np.zeros((0, 0, 3), np.float32)

        self.shown: list[Table] = []
        self.lightings: list[Lighting] = []
        self.hands: list[Pose] = []
        self.redrawn_areas: list[Sequence[Area]] = []

    def light(self, lighting: Lighting) -> None:
        """Keep it."""
        self.lightings.append(lighting)

    def show(self, table: Table) -> None:
        """Keep it."""
        self.shown.append(table)

    def hold_hand(self, hand: Solid, pose: Pose, skin: Tone) -> None:  # noqa: ARG002
        """Keep its pose."""
        self.hands.append(pose)

    def picture(self, camera: Camera, samples: int, seed: int) -> Light:  # noqa: ARG002
        """Grey."""
        self.canvas = np.full((camera.pinhole.height, camera.pinhole.width, 3), 0.2, np.float32)
        return bent(self.canvas, camera)

    def redrawn(self, camera: Camera, samples: int, seed: int, areas: Sequence[Area]) -> Light:  # noqa: ARG002
        """Grey."""
        self.redrawn_areas.append(areas)
        return bent(self.canvas, camera)
