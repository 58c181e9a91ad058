"""Two settled pictures and a piece's place -> whether it still shows there: evidence before accusation."""

import numpy as np
from numpy.typing import NDArray

from referee.live.eyes import Sight
from vision.observation import Piece

ACROSS = 5  # samples a stud
INSET = 0.2  # studs from a piece's edge: neighbours shine in
SAME, OTHER = 18.0, 45.0  # grey levels between the mean colours; in between it can't be told


def still_shows(before: Sight, now: Sight, piece: Piece) -> bool | None:
    """Does the top of `piece` look as it did? None: it can't be told."""
    was, is_now = _colour(before, piece), _colour(now, piece)
    if was is None or is_now is None:
        return None
    off = float(np.abs(was - is_now).max())
    return True if off < SAME else False if off > OTHER else None


def _colour(sight: Sight, piece: Piece) -> NDArray[np.float64] | None:
    """The median colour over a piece's top; None where it is out of the picture."""
    if piece.top is None:
        return None
    x = np.linspace(piece.x + INSET, piece.x + piece.w - INSET, max(3, ACROSS * piece.w))
    y = np.linspace(piece.y + INSET, piece.y + piece.d - INSET, max(3, ACROSS * piece.d))
    grid_x, grid_y = np.meshgrid(x, y)
    places = np.stack([grid_x.ravel(), grid_y.ravel(), np.full(grid_x.size, float(piece.top))], -1)
    px = np.round(sight.observation.camera.project(places)).astype(int)
    height, width = sight.picture.shape[:2]
    inside = (px[:, 0] >= 0) & (px[:, 1] >= 0) & (px[:, 0] < width) & (px[:, 1] < height)
    if inside.mean() < 0.9:
        return None
    return np.asarray(np.median(sight.picture[px[inside, 1], px[inside, 0]].astype(float), axis=0))
