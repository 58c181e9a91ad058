"""A frame in which lamps hang elsewhere, and the models in it -> the terrain as it shows in the new light.

Glare and shadows that moved are no models, but whatever comes later would have to be made out between them.
So the frame itself becomes the background for those after it; only behind the models it is guessed, from how
it was lit before, and where their shadows may lie it may get brighter once they leave.
"""

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table import Table
from vision.backdrop import Backdrop, stud_pattern, tone_of
from vision.foreground import DIMMEST
from vision.light import flat_board, light_from
from vision.plan import MARGIN, PX, Picture, View
from vision.sameness import Model, body
from vision.shadows import without_shadows
from vision.terrain import Terrain, prepare

FILLED, FEW = (4.0, 2.0, 1.0), 0.05  # studs from how far behind a model's light is guessed, and of how much
BESIDE = 7  # plan pixels around a model that are blurred with it
SHADOW_REACH = 5  # studs from a model up to which its shadow may fall
OUT_OF_SHADOW = 1.7  # how much brighter a place may be without it


def relit(terrain: Terrain, table: Table, frame: Picture, plan: Picture, models: Iterable[Model]) -> Terrain:
    """The terrain with backdrop, light and lamps as a frame shows them."""
    view, old = View(table.camera, table.board), terrain.drop
    hidden = rooms_of(models, view)
    drop = backdrop_in(old, plan, hidden)
    known = (terrain.tops == 0) & ~by_stud(hidden)[MARGIN:-MARGIN, MARGIN:-MARGIN]
    flat = flat_board(frame, table.camera, table.board)
    light = light_from(flat, known, terrain.board_colour, terrain.light.tint)
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
    """The backdrop that a plan shows, but for what is hidden behind models."""
    size = (plan.shape[1], plan.shape[0])
    ratio = cv2.resize(gains(old, plan, hidden), size, interpolation=cv2.INTER_LINEAR)
    before, bare = (np.minimum(ratio * v, 255).astype(np.float32) for v in (old.seen, old.bare))
    seen = np.where(hidden[..., None], before, plan.astype(np.float32))
    reach = np.ones((2 * SHADOW_REACH * PX + 1,) * 2, np.uint8)
    near = cv2.dilate(hidden.astype(np.uint8), reach) > 0
    lightest = np.where(near, np.float32(OUT_OF_SHADOW), np.float32(1))
    return replace(old, seen=seen, bare=bare, studs=stud_pattern(bare), tone=tone_of(bare), lightest=lightest)


def gains(old: Backdrop, plan: Picture, hidden: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The plan's light over the old one, a stud (margin included) and channel; behind models as around."""
    size = (plan.shape[1] // PX, plan.shape[0] // PX)
    now = cv2.resize(plan, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    ratio = np.maximum(now, DIMMEST) / np.maximum(old.by_stud, DIMMEST)
    known = (old.framed_studs & ~by_stud(hidden)).astype(np.float32)
    filled = np.zeros_like(ratio) + np.median(ratio[known > 0], axis=0).astype(np.float32)
    for width in FILLED:
        share = cv2.GaussianBlur(known, (0, 0), width)[..., None]
        around = cv2.GaussianBlur(ratio * known[..., None], (0, 0), width)
        filled = np.where(share > FEW, around / np.maximum(share, FEW), filled)
    return np.asarray(np.where(known[..., None] > 0, ratio, filled), np.float32)


def by_stud(pixels: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Studs, the plan's margin included, of which any pixel is marked."""
    rows, cols = pixels.shape
    return np.asarray(pixels.reshape(rows // PX, PX, cols // PX, PX).any(axis=(1, 3)))
