"""A picture -> the board in it, found by its studs."""

import numpy as np
from numpy.typing import NDArray

from calibration import outline
from calibration.grow import Grown, grow
from calibration.lattice import Seeds, grey_of, seeds
from calibration.outline import Placement
from calibration.problems import CannotRead

TRIES = 10  # seeds followed before giving up
NEARBY = 2.0  # steps: a seed this close to one that failed fails too
ENOUGH = 0.5  # share of the wanted studs that ends the search
FEWEST_STUDS = 40


def find(picture: NDArray[np.uint8], size: tuple[int, int] | None = None) -> Placement:
    """The board of `size` (columns, rows) in the picture, or of whatever size it counts to."""
    grey = grey_of(picture)
    grown = lattice_of(grey, seeds(grey), size)
    if grown is None:
        raise CannotRead("no board was found: nothing in the picture repeats like studs do")
    return outline.place(grey, grown, *size) if size else outline.count(grey, grown)


def lattice_of(grey: NDArray[np.float32], found: Seeds, size: tuple[int, int] | None) -> Grown | None:
    """The largest lattice any of the best seeds grows to."""
    best: Grown | None = None
    most = 0
    enough = ENOUGH * size[0] * size[1] if size else 600
    for k in range(min(TRIES, len(found.score))):
        grown = grow(grey, found.centre[k], found.steps[k])
        if grown is None:
            continue
        studs = int(grown.present.sum())
        if studs > most:
            best, most = grown, studs
        if most >= enough:
            break
    return best if most >= FEWEST_STUDS else None
