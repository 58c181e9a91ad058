"""A picture -> the board in it, found by its studs."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration import outline
from calibration.grow import EASY, STRICT, Grown, grow
from calibration.lattice import Grey, grey_of, seeds
from calibration.outline import Placement
from calibration.problems import CannotRead
from calibration.rim import FARTHEST, rim_shift, wider

TRIES_STRICT, TRIES_EASY = 3, 8  # seeds followed before giving up
FAINTEST = 0.12  # a window less lattice-like than this is chance
ENOUGH = 0.3  # share of the wanted studs that ends the search
ENOUGH_UNKNOWN = 600  # studs that end the search when nobody said how many there are
FEWEST_STUDS = 40
BESIDE = 3  # studs from the board at which another lattice is another board
TRIES_BESIDE = 6


def find(picture: NDArray[np.uint8], size: tuple[int, int] | None = None) -> Placement:
    """The board of `size` (columns, rows) in the picture, or of whatever size it counts to."""
    grey = grey_of(picture)
    grown = lattice_of(grey, size)
    if grown is None:
        raise CannotRead("no board was found: nothing in the picture repeats like studs do")
    placed = outline.place(grey, grown, *size) if size else outline.count(grey, grown)
    return _snapped(picture, placed)


def _snapped(picture: NDArray[np.uint8], placed: Placement) -> Placement:
    """The placement moved to where the board's rim shows in colour: farther where few studs were seen."""
    if picture.ndim == 2:
        return placed
    across, down = (wider(slack) for slack in placed.slack(FARTHEST))
    dx, dy = rim_shift(picture, placed.warp.to_px, placed.cols, placed.rows, (across, down))
    warp = placed.warp.moved(np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1.0]]))
    return replace(placed, warp=warp, studs=placed.studs - [dx, dy])


def lattice_of(grey: Grey, size: tuple[int, int] | None) -> Grown | None:
    """The largest lattice any of the best seeds grows to."""
    best: Grown | None = None
    most = 0
    enough = ENOUGH * size[0] * size[1] if size else ENOUGH_UNKNOWN
    found = seeds(grey)
    promising = np.flatnonzero(found.score > FAINTEST)
    for care, tries in ((STRICT, TRIES_STRICT), (EASY, TRIES_EASY)):
        for k in promising[:tries]:
            grown = grow(grey, found.centre[k], found.steps[k], care)
            studs = int(grown.present.sum()) if grown is not None else 0
            if studs > most:
                best, most = grown, studs
            if most >= enough:
                return best
    return best if most >= FEWEST_STUDS else None


def other_board(grey: Grey, placed: Placement) -> bool:
    """Does a second board, on a lattice of its own, lie beside the one that was found?"""
    found = seeds(grey)
    corners = placed.corners_px.astype(np.float32)
    reach = BESIDE * float(np.linalg.norm(corners[1] - corners[0])) / placed.cols
    beside = [
        k
        for k in np.flatnonzero(found.score > FAINTEST)
        if cv2.pointPolygonTest(corners, tuple(map(float, found.centre[k])), True) < -reach
    ]
    grown = (grow(grey, found.centre[k], found.steps[k], STRICT) for k in beside[:TRIES_BESIDE])
    return any(each is not None and int(each.present.sum()) >= FEWEST_STUDS for each in grown)
