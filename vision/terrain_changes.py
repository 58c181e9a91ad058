"""A later frame -> the terrain as it is now: blocks taken off a stack or put on it, and nothing else.

Each stack's patch is compared with the picture last believed, in the frame's own light; only a patch that
differs is explained again, and only heights that a block more or less would give are tried.
"""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.table import Table
from vision.backdrop import Backdrop, Plane, board_cost, eye_of
from vision.boxes import Box, Window, corners_px, coverage, outline, window_of
from vision.boxfit import fit_box
from vision.colour import classify_linear
from vision.light import flat_board, light_from
from vision.observation import Change, Piece
from vision.plan import MARGIN, PX, Picture, View
from vision.terrain import Terrain, assemble, bare_studs, top_samples

STEPS = (-6, -3, -2, -1, 1, 2, 3)  # plates: what one or two bricks or plates more or less make
CHANGED = 3.0  # mean chi-square of a patch from which it is looked at again
MOST_HIDDEN = 0.15  # share of a stack that models may hide before it is left as it was
DECISIVE = 0.04  # share of the gain by which another height must win
DECISIVE_FLOOR = 400.0
RING_STUDS = 2.0  # the board around a stack that tells the frame's light there
FEWEST_RING_PIXELS = 60


def update_terrain(
    terrain: Terrain, table: Table, frame: Picture, camera: Camera, hidden_mask: NDArray[np.bool_]
) -> tuple[Terrain, tuple[Change, ...]]:
    """The terrain in a later frame, and what changed; studs marked hidden (rows × cols) are not judged."""
    eye = eye_of(camera)
    plan = View(camera, table.board).plan(frame)
    ground = np.kron(
        bare_studs(table.board, eye, list(terrain.boxes)) & ~hidden_mask, np.ones((PX, PX), bool)
    )
    ground = np.pad(ground, MARGIN * PX)
    covered = np.pad(np.kron(hidden_mask, np.ones((PX, PX), bool)), MARGIN * PX)
    drop = replace(terrain.drop, eye=eye)
    believed: dict[Window, Plane] = {}
    pieces: list[Piece] = list(terrain.pieces)
    changes: list[Change] = []
    for k, (piece, box) in enumerate(zip(terrain.pieces, terrain.boxes, strict=True)):
        window = window_of(replace(box, h=box.h + max(STEPS)), eye, drop.shape, RING_STUDS)
        if hidden_share(box, drop, covered, window) > MOST_HIDDEN:
            continue
        seen = in_old_light(plan[window.cut], drop.bare[window.cut], ground[window.cut])
        if seen is None or mean_difference(seen, drop, box, window) < CHANGED:
            continue
        top = new_top(seen, drop, box, window)
        if top == box.h:
            continue
        believed[window] = seen
        pieces[k] = replace(piece, top=top)
        changes.append(Change("terrain", area=(piece.x, piece.y, piece.w, piece.d)))
    if not changes:
        return terrain, ()
    now = named_again(tuple(pieces), terrain, table, frame, camera)
    kept = tuple(p for p in now if p.top)
    drop = replace(drop, seen=laid_over(drop.seen, believed))
    return assemble(table.board, drop, kept, terrain.light, terrain.board_colour), tuple(changes)


def hidden_share(box: Box, drop: Backdrop, covered: NDArray[np.bool_], window: Window) -> float:
    """How much of the box's picture lies on studs that models hide."""
    mask = coverage(outline(box, drop.eye), window)
    return float((mask * covered[window.cut]).sum() / max(float(mask.sum()), 1.0))


def in_old_light(patch: Picture, bare: Plane, ground: NDArray[np.bool_]) -> Plane | None:
    """The patch as the terrain shot's light would show it, judged by the board around; None without any."""
    if ground.sum() < FEWEST_RING_PIXELS:
        return None
    seen = patch.astype(np.float32)
    ratio = np.median(bare[ground] / np.maximum(seen[ground], 8), axis=0)
    return np.asarray(np.minimum(seen * ratio, 255), np.float32)


def mean_difference(seen: Plane, drop: Backdrop, box: Box, window: Window) -> float:
    """Mean chi-square between the patch and what was last believed, over the box's own picture."""
    mask = np.zeros(window.shape, np.uint8)
    cv2.fillConvexPoly(mask, corners_px(outline(box, drop.eye), window), 1, cv2.LINE_8, 4)
    inside = mask.astype(bool)
    error = ((seen[inside] - drop.seen[window.cut][inside]) ** 2).sum(-1) / drop.noise**2
    return float(np.minimum(error, 25).mean()) if inside.any() else 0.0


def new_top(seen: Plane, drop: Backdrop, box: Box, window: Window) -> int:
    """The height that explains the patch now; the old one unless another is decisively better."""
    local = replace(drop, seen=laid_over(drop.seen, {window: seen}))
    cost = np.zeros(drop.shape, np.float32)
    cost[window.cut] = board_cost(seen, drop.bare[window.cut], drop.noise)
    free = np.ones(drop.shape, np.float32)
    gains = {
        h: fit_box(local, cost, free, replace(box, h=h), window).gain if h > 0 else 0.0
        for h in sorted({box.h, 0} | {box.h + step for step in STEPS if box.h + step > 0})
    }
    best = max(gains, key=lambda h: gains[h])
    decisive = gains[best] - gains[box.h] > DECISIVE * max(gains[best], 0.0) + DECISIVE_FLOOR
    return best if decisive else box.h


def laid_over(plan: Plane, patches: dict[Window, Plane]) -> Plane:
    """The plan with patches laid over it, itself untouched."""
    out = plan.copy()
    for window, patch in patches.items():
        out[window.cut] = patch
    return out


def named_again(
    pieces: tuple[Piece, ...], terrain: Terrain, table: Table, frame: Picture, camera: Camera
) -> tuple[Piece, ...]:
    """The pieces whose top changed, with the colour that now lies on top."""
    shown = bare_studs(table.board, eye_of(camera), list(terrain.boxes))
    light = light_from(flat_board(frame, camera, table.board), shown, terrain.board_colour)
    out = []
    for now, before in zip(pieces, terrain.pieces, strict=True):
        if now.top in (before.top, 0):
            out.append(now)
            continue
        box = Box(now.x, now.y, now.x + now.w, now.y + now.d, now.top or 0)
        place = np.array([[now.x + now.w / 2, now.y + now.d / 2]])
        names, _ = classify_linear(top_samples(frame, camera, [box]), light, place)
        out.append(replace(now, colour=str(names[0])))
    return tuple(out)
