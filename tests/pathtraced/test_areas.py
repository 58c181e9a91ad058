"""Where a picture is drawn anew: round everything that changed, and nowhere else."""

from itertools import combinations

import numpy as np

from tests.pathtraced import lens
from tests.pathtraced.areas import changed, merged, touched
from tests.pathtraced.layout import overlap
from tests.pathtraced.parts import PLATE, STUD
from tests.pathtraced.recipe import NAMED
from tests.pathtraced.room import Lamp
from tests.pathtraced.story import change, set_up


def test_a_moved_figure_is_drawn_anew_where_it_was_and_where_it_is() -> None:
    rng = np.random.default_rng(4)
    _, before = set_up(rng, NAMED[2101])
    camera = lens.mounted(rng, 32, 32, (640, 360))
    done = change(rng, before, "moved")
    assert done
    after = done[0]
    areas = changed(camera, before, after)
    (old,), (new,) = (set(a.figures) - set(b.figures) for a, b in ((before, after), (after, before)))
    for figure in (old, new):
        for plates in (0, 12):
            place = (figure.x * STUD, figure.y * STUD, (figure.base + plates) * PLATE)
            x, y = camera.flat([place])[0] + (camera.pinhole.width / 2, camera.pinhole.height / 2)
            assert any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in areas)


def test_nothing_is_drawn_anew_when_nothing_changed() -> None:
    _, table = set_up(np.random.default_rng(4), NAMED[2101])
    assert changed(lens.mounted(np.random.default_rng(1), 32, 32, (640, 360)), table, table) == []


def test_areas_that_overlap_are_joined_and_empty_ones_left_out() -> None:
    found = merged([(0, 0, 10, 10), (20, 20, 30, 30), (5, 5, 22, 22), (50, 50, 50, 60), (40, 0, 45, 5)])
    assert sorted(found) == [(0, 0, 30, 30), (40, 0, 45, 5)]
    rng = np.random.default_rng(0)
    corners = rng.integers(0, 200, (30, 2)).tolist()
    areas = merged((x, y, x + 20, y + 20) for x, y in corners)
    assert not any(overlap(a, b) for a, b in combinations(areas, 2))


def test_a_hands_shadow_lies_away_from_the_lamp() -> None:
    camera = lens.mounted(np.random.default_rng(1), 32, 32, (640, 360))
    hand = np.array([[128.0, 128.0, 100.0], [130.0, 130.0, 110.0]])
    lamp = Lamp((-400.0, 128.0, 800.0), 100.0, 1.0, (1.0, 1.0, 1.0))
    dark, lit = touched(camera, hand, []), touched(camera, hand, [lamp])
    assert lit[2] > dark[2] + 20  # the lamp is on the left
    assert lit[0] == dark[0]
