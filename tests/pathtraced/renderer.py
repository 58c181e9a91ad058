"""What takes the pictures: lamps, a table's state and a camera in, linear light out.

`scene` does it with Blender; a test may do it with nothing.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from tests.pathtraced.areas import Area
from tests.pathtraced.hand import Pose
from tests.pathtraced.layout import Table
from tests.pathtraced.lens import Camera
from tests.pathtraced.palette import Tone
from tests.pathtraced.room import Lighting, Look
from tests.pathtraced.sensor import Light
from tests.pathtraced.solids import Solid


class Renderer(Protocol):
    """A table that can be lit, built and photographed."""

    canvas: Light  # the last pinhole picture, over which areas are drawn anew

    def light(self, lighting: Lighting) -> None:
        """Hang the lamps and set the room's own light."""

    def show(self, table: Table) -> None:
        """Take everything off the board and build this state of the table."""

    def hold_hand(self, hand: Solid, pose: Pose, skin: Tone) -> None:
        """Hold a hand over the table until the next `show`."""

    def picture(self, camera: Camera, samples: int, seed: int) -> Light:
        """All this camera sees, in its own pixels."""

    def redrawn(self, camera: Camera, samples: int, seed: int, areas: Sequence[Area]) -> Light:
        """The same with only these pixels of the pinhole picture drawn anew."""


Opened = Callable[[int, int, str, Look], Renderer]  # columns, rows and colour of the board
