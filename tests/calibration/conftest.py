"""A small virtual table that the calibration tests photograph."""

from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import Table, calibrate
from hardware.virtual.builders import lens_shots, overhead
from hardware.virtual.render import render
from hardware.virtual.scene import Board, Scene
from hardware.virtual.view import View

COLS, ROWS = 32, 24
WIDTH, HEIGHT = 1280, 720


@dataclass(frozen=True)
class Shoot:
    """What an owner photographs once: the bare board from the boom and from the hand."""

    view: View
    bare: NDArray[np.uint8]
    lens: list[NDArray[np.uint8]]


@pytest.fixture(scope="session")
def shoot() -> Shoot:
    """A grey board under a webcam."""
    board = Board(COLS, ROWS)
    view = overhead(board, WIDTH, HEIGHT, seed=3)
    shots = lens_shots(board, WIDTH, HEIGHT, seed=3, count=4)
    return Shoot(
        view,
        render(Scene(board), view, seed=1),
        [render(Scene(board), v, seed=k) for k, v in enumerate(shots)],
    )


@pytest.fixture(scope="session")
def table(shoot: Shoot) -> Table:
    """The Table of that shoot."""
    return calibrate(shoot.bare, shoot.lens, (COLS, ROWS))
