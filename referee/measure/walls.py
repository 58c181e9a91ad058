"""A height map -> what crossing each wall between two studs costs, in each direction.

Heights are constant over a stud's square, so all climbing happens on the walls between squares. A way
is then a line on the table whose cost is its length plus the prices of the walls it crosses.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

PLATE_STUDS = 0.4  # 3.2 mm of plate in studs of 8 mm
SHUT = 1e6  # studs; the price of a wall that can't be crossed

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Walls:
    """Prices in studs. `east[r, c]` leads from stud (c, r) to (c + 1, r), `south[r, c]` to (c, r + 1)."""

    east: Floats
    west: Floats
    south: Floats
    north: Floats
    shape: tuple[int, int]  # rows, columns

    def reversed(self) -> "Walls":
        """The same walls for ways that are walked backwards."""
        return Walls(self.west, self.east, self.north, self.south, self.shape)


def climbing(plates: Floats, shut: Mask | None = None) -> Walls:
    """A figure's walls (MF-13): climbs and descents are paid; `shut` studs are not entered."""
    plates = np.asarray(plates, float)
    east = PLATE_STUDS * np.abs(np.diff(plates, axis=1))
    south = PLATE_STUDS * np.abs(np.diff(plates, axis=0))
    return _shut(Walls(east, east.copy(), south, south.copy(), _shape(plates)), shut)


def stepping(plates: Floats, up: float, down: float, shut: Mask | None = None) -> Walls:
    """A construct's walls (CN-12): steps within `up` and `down` plates are free, higher ones shut."""
    plates = np.asarray(plates, float)

    def price(rise: Floats) -> Floats:
        return np.where((rise > up + 1e-9) | (-rise > down + 1e-9), SHUT, 0.0)

    across, along = np.diff(plates, axis=1), np.diff(plates, axis=0)
    return _shut(Walls(price(across), price(-across), price(along), price(-along), _shape(plates)), shut)


def level(plates: Floats, shut: Mask | None = None) -> Walls:
    """A flier's walls: nothing is climbed on the way; only `shut` studs stop it."""
    plates = np.asarray(plates, float)
    return climbing(np.zeros_like(plates), shut)


def _shape(plates: Floats) -> tuple[int, int]:
    return int(plates.shape[0]), int(plates.shape[1])


def _shut(walls: Walls, shut: Mask | None) -> Walls:
    if shut is None or not shut.any():
        return walls
    across, along = shut[:, 1:] != shut[:, :-1], shut[1:] != shut[:-1]
    for prices in (walls.east, walls.west):
        prices[across] = SHUT
    for prices in (walls.south, walls.north):
        prices[along] = SHUT
    return walls
