"""Which model is which from one observation to the next."""

from dataclasses import replace

import pytest

from vision.observation import Construct, Figure, Hat
from vision.sameness import Model
from vision.tracks import paired

RED = Figure("f1", 5.0, 4.5, 0, 0, False, True, Hat("black"), "red", "yellow", "blue")
BLUE = replace(RED, track="f2", x=20.0, torso="blue", legs="white", hat=False)
MECH = Construct("c3", 12, 12, 0, 13, (10, 10, 14, 14), ("green", "tan"))
TANK = replace(MECH, track="c4", x=25, footprint=(23, 10, 27, 14), colours=("red", "black"), plates=5)


def at(model: Model, x: float, y: float) -> Model:
    return replace(model, x=x, y=y)


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ([RED, BLUE], [BLUE, RED], {(0, 1), (1, 0)}),  # the order of a reading means nothing
        ([RED, BLUE], [at(RED, 30, 9.5), BLUE], {(0, 0), (1, 1)}),  # one moved
        ([RED, BLUE], [at(RED, *(20, 4.5)), at(BLUE, *(5, 4.5))], {(0, 0), (1, 1)}),  # they swapped places
        ([RED, BLUE], [replace(RED, x=9.0, hat=False), BLUE], {(0, 0), (1, 1)}),  # moved, without a hat
        ([RED], [replace(RED, torso="dark_red")], {(0, 0)}),  # a torso misread
        ([RED], [at(BLUE, 6, 6.5)], set()),  # one left, another came
        ([RED], [replace(RED, y=6.0, lying=True, torso="white", legs="red", hat=False)], {(0, 0)}),  # it fell
        ([RED, MECH], [at(MECH, 5, 5), at(RED, 12, 12)], {(0, 1), (1, 0)}),  # a figure is no construct
        ([MECH, TANK], [at(TANK, 12, 20), at(MECH, 25, 20)], {(0, 1), (1, 0)}),
        ([RED], [], set()),
        ([], [RED], set()),
        ([], [], set()),
    ],
)
def test_models_are_told_by_place_and_looks(
    before: list[Model], after: list[Model], same: set[tuple[int, int]]
) -> None:
    assert set(paired(before, after)) == same


def test_of_twins_the_one_that_need_not_have_moved_has_not() -> None:
    near, far = RED, at(RED, 15.0, 4.5)
    assert set(paired([near, far], [at(RED, 15.0, 4.5), at(RED, 25.0, 4.5)])) == {(0, 1), (1, 0)}


def test_of_twins_that_both_moved_each_takes_the_shorter_way() -> None:
    left, right = RED, at(RED, 30.0, 4.5)
    assert set(paired([left, right], [at(RED, 28.0, 9.5), at(RED, 8.0, 9.5)])) == {(0, 1), (1, 0)}
