"""A later frame beside its background -> the terrain as it is now: blocks taken off a stack or put on it.

Only a stack whose picture differs is explained again, and only heights that a block more or less would give
are tried. The new one must explain nearly all that shows there: a figure on a stack is no change of it.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table import Board
from vision.backdrop import Backdrop, Plane, board_cost
from vision.boxes import Box, Eye, Window, corners_px, outline, window_of
from vision.boxfit import fit_box
from vision.colour import classify
from vision.foreground import Foreground
from vision.observation import Change, Piece
from vision.plan import MARGIN, PX
from vision.stacks import cover_px
from vision.terrain import FLAT_INSET, Terrain, assemble

STEPS = (-6, -3, -2, -1, 1, 2, 3)  # plates: what one or two bricks or plates more or less make
CHANGED = 3.0  # mean chi-square of a stack's picture from which it is looked at again
LEFT_OVER = 7.5  # mean chi-square that the new height may leave: more, and something else stands there
BETTER = 0.6  # share of the old height's leftover that the new one may have
PLAIN_BOARD = 2.0  # mean chi-square up to which bare board shows where the stack showed
AROUND = 1.0  # studs around a stack that may belong to its picture
SETTLED = 4.0  # chi-square up to which a pixel beside a changed stack shows plain board


@dataclass(frozen=True)
class Stack:
    """A stack under suspicion: where it shows, and what its neighbours leave of that."""

    box: Box
    window: Window
    free: Plane  # whole plan; 0 where other stacks show
    cost: Plane  # whole plan, worked out in the window: chi-square of showing bare board


def update_terrain(
    terrain: Terrain, board: Board, fore: Foreground, eye: Eye
) -> tuple[Terrain, tuple[Change, ...]]:
    """The terrain in a later frame, and what changed."""
    drop = replace(terrain.drop, eye=eye, seen=fore.seen)
    pieces: list[Piece] = list(terrain.pieces)
    seen = terrain.drop.seen
    changes: list[Change] = []
    for k, (piece, box) in enumerate(zip(terrain.pieces, terrain.boxes, strict=True)):
        if mean_cost(fore.background_cost, box, eye) < CHANGED:
            continue
        stack = suspect(box, terrain, drop)
        top = new_top(stack, drop)
        if top == box.h:
            continue
        pieces[k] = replace(piece, top=top, colour=colour_of(replace(box, h=top), terrain, fore, eye))
        seen = repainted(seen, stack, top, drop)
        changes.append(Change("terrain", area=(piece.x, piece.y, piece.w, piece.d)))
    if not changes:
        return terrain, ()
    kept = tuple(p for p in pieces if p.top)
    now = replace(terrain.drop, seen=seen)
    terrain_now = assemble(board, now, kept, terrain.light, terrain.board_colour, terrain.lamps)
    return terrain_now, tuple(changes)


def filled(box: Box, eye: Eye, window: Window) -> NDArray[np.bool_]:
    """Pixels of the window that show the box."""
    mask = np.zeros(window.shape, np.uint8)
    cv2.fillConvexPoly(mask, corners_px(outline(box, eye), window), 1, cv2.LINE_8, 4)
    return mask.astype(bool)


def mean_cost(cost: Plane, box: Box, eye: Eye) -> float:
    """Mean chi-square of the box's picture against what was last believed."""
    window = window_of(box, eye, cost.shape, 0.0)
    inside = filled(box, eye, window)
    return float(cost[window.cut][inside].mean()) if inside.any() else 0.0


def suspect(box: Box, terrain: Terrain, drop: Backdrop) -> Stack:
    """A stack to be explained again."""
    window = window_of(replace(box, h=box.h + max(STEPS)), drop.eye, drop.shape, AROUND)
    free = np.ones(drop.shape, np.float32)
    for other in terrain.boxes:
        if other != box:
            cover_px(free, other, drop.eye)
    cost = np.zeros(drop.shape, np.float32)
    cost[window.cut] = board_cost(drop.seen[window.cut], drop.bare[window.cut], drop.noise)
    return Stack(box, window, free, cost)


def new_top(stack: Stack, drop: Backdrop) -> int:
    """The height that explains the stack's picture now; the old one unless another leaves far less over."""
    box = stack.box
    heights = sorted({0, box.h} | {box.h + step for step in STEPS if box.h + step > 0})
    left = {h: left_over(stack, drop, h) for h in heights}
    if left[0] < PLAIN_BOARD:
        return 0  # a stack of the board's own colour would explain it too, but that is not what stood there
    best = min(heights, key=lambda h: left[h])
    return best if left[best] < LEFT_OVER and left[best] < BETTER * left[box.h] else box.h


def left_over(stack: Stack, drop: Backdrop, h: int) -> float:
    """Mean chi-square that a height leaves unexplained of where the stack showed or would show."""
    tallest = replace(stack.box, h=max(stack.box.h, h))
    where = filled(tallest, drop.eye, stack.window) & (stack.free[stack.window.cut] > 0)
    total = float(stack.cost[stack.window.cut][where].sum())
    box = replace(stack.box, h=h)
    gain = fit_box(drop, stack.cost, stack.free, box, stack.window).gain if h else 0.0
    return (total - gain) / max(1, int(where.sum()))


def repainted(seen: Plane, stack: Stack, top: int, drop: Backdrop) -> Plane:
    """The background with a changed stack, and the board its shadow left, as they show now."""
    tallest = replace(stack.box, h=max(stack.box.h, top))
    own = cv2.dilate(filled(tallest, drop.eye, stack.window).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    plain = (stack.cost[stack.window.cut] < SETTLED) & (stack.free[stack.window.cut] > 0)
    take = own | plain
    out = seen.copy()
    out[stack.window.cut][take] = drop.seen[stack.window.cut][take]
    return out


def colour_of(box: Box, terrain: Terrain, fore: Foreground, eye: Eye) -> str:
    """The colour that now lies on top: the median between its studs."""
    xs = np.arange(box.x0, box.x1 + 1.0).clip(box.x0 + FLAT_INSET, box.x1 - FLAT_INSET)
    ys = np.arange(box.y0, box.y1 + 1.0).clip(box.y0 + FLAT_INSET, box.y1 - FLAT_INSET)
    x, y = (v.ravel() for v in np.meshgrid(xs, ys))
    push = eye.push(box.h)
    col = np.round((eye.x + (x - eye.x) * push + MARGIN) * PX - 0.5).astype(int)
    row = np.round((eye.y + (y - eye.y) * push + MARGIN) * PX - 0.5).astype(int)
    seen = np.median(fore.seen[row.clip(0, len(fore.seen) - 1), col.clip(0, fore.seen.shape[1] - 1)], axis=0)
    place = np.array([[(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2]])
    names, _ = classify(np.asarray(seen, float)[None], terrain.light, place)
    return str(names[0])
