"""Models are known again by the colours of their pixels, wherever they are put and turned."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.table import Table
from hardware.virtual.models import mech
from hardware.virtual.render import Renderer
from hardware.virtual.scene import Scene
from hardware.virtual.sensor import Picture, Sensor
from hardware.virtual.view import View
from vision.appearance import Histogram, apart, appearance
from vision.observation import Construct

PAINTS = (
    ("red", "lime", "black"),
    ("orange", "lime", "black"),
    ("red", "white", "blue"),
    ("tan", "lime", "blue"),
)


def built(x: float, y: float) -> Construct:
    return Construct("", x, y, 0, 14, (int(x) - 3, int(y) - 3, int(x) + 3, int(y) + 3), ())


@pytest.fixture(scope="module")
def looks(small_scene: Scene, small_view: View, small_table: Table) -> list[tuple[Histogram, Histogram]]:
    """Each mech's colours at one place and, turned, at another."""
    renderer = Renderer(small_view, Sensor(samples=1))
    empty = replace(small_scene, models=())
    bare: Picture = renderer.picture(empty, 1)

    def shown(k: int, x: float, y: float, facing: float) -> Histogram:
        model = mech("mek", x, y, *PAINTS[k], facing)
        frame = renderer.picture(empty.with_model(model), k + 2)
        found = appearance(built(x, y), frame, small_table.camera, bare, small_table.camera)
        assert found is not None
        return found

    return [(shown(k, 7, 7, 0), shown(k, 17, 16, 90)) for k in range(len(PAINTS))]


@pytest.mark.parametrize("k", range(len(PAINTS)))
def test_a_moved_and_turned_construct_is_nearest_to_itself(
    looks: list[tuple[Histogram, Histogram]], k: int
) -> None:
    ways = [apart(looks[k][0], after) for _, after in looks]
    assert int(np.argmin(ways)) == k
    assert sorted(ways)[1] - ways[k] > 0.1


def test_what_does_not_differ_is_not_known(small_table: Table) -> None:
    grey = np.full((480, 640, 3), 120, np.uint8)
    camera = small_table.camera
    assert appearance(built(7, 7), grey, camera, grey, camera) is None
    assert apart(None, None) == 0.5
