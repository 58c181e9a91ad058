"""A figure's solids and their colours."""

from dataclasses import replace

import numpy as np
import pytest

from tests.pathtraced.figure import minifig
from tests.pathtraced.hats import HATS
from tests.pathtraced.layout import Figure, FigureStyle, Hat

FIGURE = Figure("fig0", "red", "blue", "yellow", None, False, FigureStyle((0.0, 0.8), 25.0, 7.0, ()))
TORSO_AND_ARMS = 3


def test_arms_have_the_torsos_colour() -> None:
    colours = [colour for _, colour in minifig(FIGURE)]
    assert colours.count("red") == TORSO_AND_ARMS
    assert set(colours) == {"red", "blue", "yellow", "print"}


@pytest.mark.parametrize("kind", HATS)
def test_a_hat_sits_on_the_head(kind: str) -> None:
    bare, hatted = minifig(FIGURE), minifig(replace(FIGURE, hat=Hat(kind, "tan")))
    assert [colour for _, colour in hatted] == [*(colour for _, colour in bare), "tan"]
    points = hatted[-1][0].points()
    assert points[:, 2].min() > 28
    assert points[:, 2].max() < 44


def test_a_figure_that_lost_its_head_shows_the_neck() -> None:
    parts = minifig(replace(FIGURE, head=False))
    assert [colour for _, colour in parts].count("red") == TORSO_AND_ARMS + 1
    assert max(solid.points()[:, 2].max() for solid, _ in parts) < 32


def test_a_sword_reaches_forward_from_the_right_hand() -> None:
    parts = minifig(replace(FIGURE, armed=True))
    sword = next(solid for solid, colour in parts if colour == "flat_silver").points()
    assert sword[:, 0].max() > 30
    assert np.abs(sword[:, 1] + 8.2).max() < 3  # y is left
