"""A piece is accused of being gone only when its own pixels say so."""

import numpy as np
import pytest

from hardware.virtual.scene import Board, Scene
from hardware.virtual.table import VirtualTable
from referee.live.eyes import Sight
from referee.live.pixels import still_shows
from tests.referee.live.pretend import observed, pretend_camera
from vision.observation import Piece

SCENE = Scene(Board(32, 32))
PIECE = Piece(10, 10, 6, 4, 3, "lime")


def sight(level: int) -> Sight:
    from hardware.virtual.builders import overhead

    camera = pretend_camera(VirtualTable(SCENE, overhead(SCENE.board, 128, 72)))
    picture = np.full((72, 128, 3), 90, np.uint8)
    corners = camera.project(np.array([(10.0, 10.0, 3.0), (16.0, 14.0, 3.0)]))
    (x0, y0), (x1, y1) = np.sort(corners, axis=0).astype(int)
    picture[y0 : y1 + 1, x0 : x1 + 1] = level
    return Sight(observed(SCENE, camera), picture, 0.0)


@pytest.mark.parametrize(("later", "shows"), [(200, True), (190, True), (90, False), (170, None)])
def test_a_piece_shows_as_long_as_its_top_looks_as_it_did(later: int, shows: bool | None) -> None:
    assert still_shows(sight(200), sight(later), PIECE) is shows


def test_a_piece_of_unknown_height_or_out_of_the_picture_cant_be_told() -> None:
    assert still_shows(sight(200), sight(200), Piece(10, 10, 6, 4, None, "lime")) is None
    assert still_shows(sight(200), sight(200), Piece(900, 10, 6, 4, 3, "lime")) is None
