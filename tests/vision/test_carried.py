"""A construct that was carried stands where its known slabs look right, though one reading lost a side."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.table import Table
from vision.boxes import Box
from vision.carried import Carried, Footprint, Place, Shot, carried, known_by_both, middle, moved, paint
from vision.observation import Construct, Piece

TINTS = {"red": (30, 30, 190), "blue": (180, 80, 30), "black": (30, 30, 30), "lime": (30, 200, 165)}
PIECES = (
    Piece(6, 6, 2, 2, 12, "lime"),
    Piece(6, 4, 2, 2, 9, "red"),
    Piece(4, 7, 2, 1, 6, "blue"),
    Piece(4, 4, 1, 4, 1, "black"),
)


def construct(footprint: Footprint, pieces: tuple[Piece, ...] = PIECES) -> Construct:
    x, y = middle(footprint)
    return Construct("c1", x, y, 0, 12, footprint, tuple(TINTS), error=0.12, pieces=pieces)


WHOLE = construct((4, 4, 8, 8))


def shot(table: Table, slabs: list[Box]) -> Shot:
    """A grey board with the slabs on it, each in its colour."""
    height, width = table.camera.lens.height, table.camera.lens.width
    picture: NDArray[np.uint8] = np.full((height, width, 3), 140, np.uint8)
    for slab, piece in sorted(zip(slabs, PIECES, strict=True), key=lambda pair: pair[0].h):
        foot = [(x, y) for x in (slab.x0, slab.x1) for y in (slab.y0, slab.y1)]
        for levels, share in (((0, slab.h), 0.6), ((slab.h,), 1.0)):
            px = table.camera.project(np.array([(x, y, z) for x, y in foot for z in levels], float))
            colour = tuple(share * c for c in TINTS[str(piece.colour)])
            cv2.fillConvexPoly(picture, cv2.convexHull(np.round(px).astype(np.int32)), colour)
    return Shot(picture, table.camera)


def boxes(pieces: tuple[Piece, ...]) -> list[Box]:
    return [Box(p.x, p.y, p.x + p.w, p.y + p.d, p.top or 0) for p in pieces]


def told(table: Table, place: Place, read: Footprint, known: Construct = WHOLE) -> Carried:
    there = moved(boxes(PIECES), WHOLE, place, WHOLE)
    return carried(known, shot(table, boxes(PIECES)), construct(read, ()), shot(table, there))


@pytest.mark.parametrize("quarters", range(4))
def test_a_side_that_the_new_reading_lost_is_put_back(small_table: Table, quarters: int) -> None:
    way = told(small_table, Place((14, 12, 18, 16), quarters), (14, 12, 17, 16))
    assert way.there.footprint == (14, 12, 18, 16)
    assert (way.there.x, way.there.y) == (16, 14)
    assert way.start == (6, 6)


def test_a_side_that_the_old_reading_lost_is_known_once_it_shows(small_table: Table) -> None:
    short = construct((5, 4, 8, 8), PIECES[:2])  # black and blue were taken for shadows
    way = told(small_table, Place((14, 12, 18, 16), 1), (14, 12, 18, 16), short)
    assert way.there.footprint == (14, 12, 18, 16)
    assert way.start == (6, 6)  # not 6.5, as it was read


def test_a_reading_much_too_large_keeps_to_the_body(small_table: Table) -> None:
    way = told(small_table, Place((14, 12, 18, 16), 0), (12, 12, 19, 16))
    assert way.there.footprint == (14, 12, 18, 16)


SURE = replace(WHOLE, error=0.06)  # as the referee knows it


def test_a_body_of_certain_size_is_found_though_it_was_read_a_stud_off(small_table: Table) -> None:
    there = Place((14, 12, 18, 16), 1)
    assert told(small_table, there, (13, 12, 17, 16), SURE).there.footprint == (14, 12, 18, 16)
    assert told(small_table, there, (13, 12, 17, 16)).there.footprint == (13, 12, 17, 16)


def test_a_body_of_certain_size_gains_no_row(small_table: Table) -> None:
    way = told(small_table, Place((14, 12, 18, 16), 0), (13, 12, 18, 16), SURE)
    assert way.there.footprint == (14, 12, 18, 16)


def test_studs_without_a_piece_are_a_certain_body_s_own(small_table: Table) -> None:
    gappy = replace(SURE, pieces=PIECES[:3])
    way = told(small_table, Place((14, 12, 18, 16), 0), (15, 12, 18, 16), gappy)
    assert way.there.footprint == (14, 12, 18, 16)


def test_an_even_body_that_could_stand_anywhere_within_is_left_as_it_was_read(small_table: Table) -> None:
    empty = shot(small_table, boxes(PIECES))
    way = carried(WHOLE, empty, construct((14, 12, 20, 16), ()), empty)
    assert way.there.footprint == (14, 12, 20, 16)


def test_one_row_more_is_believed_and_two_are_not() -> None:
    assert known_by_both((4, 4, 8, 8), (4, 4, 9, 8)) == (4, 4, 9, 8)
    assert known_by_both((4, 4, 8, 8), (4, 4, 7, 8)) == (4, 4, 8, 8)
    assert known_by_both((4, 4, 8, 8), (3, 4, 9, 8)) == (4, 4, 8, 8)


def test_the_highest_slab_hides_the_others(small_table: Table) -> None:
    ground = np.array([(0, 0, 0), (12, 0, 0), (12, 12, 0), (0, 12, 0)], float)
    labels = paint([Box(4, 4, 8, 8, 3), Box(5, 5, 7, 7, 9)], ground, small_table.camera, (96, 96))
    assert set(np.unique(labels)) == {-1, 0, 1, 2}
