"""A frame in which lamps hang elsewhere, and the models in it -> the terrain as it shows in the new light.

Glare and shadows that moved are no models, but whatever comes later would have to be made out between them.
So the frame itself becomes the background for those after it; only behind the models and in their shadows it
is guessed, from how it was lit before.
"""

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table import Table
from vision.backdrop import Backdrop, Plane, channel_sum, stud_pattern, tone_of
from vision.foreground import light_ratio
from vision.light import flat_board, light_from
from vision.plan import MARGIN, PX, Picture, View
from vision.sameness import Model, body
from vision.shadows import without_shadows
from vision.terrain import Terrain, prepare

BESIDE = 7  # plan pixels around a model that are blurred with it
SHADOW_REACH = 5  # studs from a model up to which its shadow may fall
SHADED = 0.95  # of the light that is expected: darker, near a model, is its shadow


def relit(terrain: Terrain, table: Table, frame: Picture, plan: Picture, models: Iterable[Model]) -> Terrain:
    """The terrain with backdrop, light and lamps as a frame shows them."""
    view, old = View(table.camera, table.board), terrain.drop
    hidden = rooms_of(models, view)
    drop = backdrop_in(old, plan, hidden)
    known = (terrain.tops == 0) & ~by_stud(hidden)
    light = light_from(flat_board(frame, table.camera, table.board), known, terrain.board_colour)
    _, lamps = without_shadows(drop, list(terrain.boxes))
    prepare(drop, light)
    return replace(terrain, drop=drop, light=light, lamps=lamps)


def rooms_of(models: Iterable[Model], view: View) -> NDArray[np.bool_]:
    """The plan pixels in which models may show."""
    rooms = np.zeros(view.shape, np.uint8)
    for model in models:
        hull = cv2.convexHull(view.project(body(model)).round().astype(np.int32))
        cv2.fillConvexPoly(rooms, hull, 1)
    return np.asarray(cv2.dilate(rooms, np.ones((BESIDE, BESIDE), np.uint8)) > 0)


def backdrop_in(old: Backdrop, plan: Picture, hidden: NDArray[np.bool_]) -> Backdrop:
    """The backdrop that a plan shows, but for what is hidden behind models and lies in their shadows."""
    size = (plan.shape[1], plan.shape[0])
    gain, _ = light_ratio(plan, old)
    ratio = cv2.resize(gain, size, interpolation=cv2.INTER_LINEAR)
    before, bare = (np.minimum(ratio * v, 255).astype(np.float32) for v in (old.seen, old.bare))
    seen = plan.astype(np.float32)
    reach = np.ones((2 * SHADOW_REACH * PX + 1,) * 2, np.uint8)
    near = cv2.dilate(hidden.astype(np.uint8), reach) > 0
    shaded = near & (_calm(seen) < SHADED * _calm(before))
    seen = np.where((hidden | shaded)[..., None], before, seen)
    return replace(old, seen=seen, bare=bare, studs=stud_pattern(bare), tone=tone_of(bare))


def _calm(plan: Plane) -> Plane:
    """Brightness, the studs' own shading averaged away."""
    return np.asarray(cv2.blur(channel_sum(plan), (PX, PX)), np.float32)


def by_stud(pixels: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Studs of the board of which any pixel is marked."""
    edge = MARGIN * PX
    inner = pixels[edge:-edge, edge:-edge]
    return np.asarray(inner.reshape(inner.shape[0] // PX, PX, -1, PX).any(axis=(1, 3)))
