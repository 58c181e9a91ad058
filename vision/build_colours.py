"""The tops of a construct's slabs -> their colours, and the pieces they belong to."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boxes import Box, Eye
from vision.colour import classify
from vision.foreground import Foreground
from vision.light import Light
from vision.observation import Piece
from vision.plan import MARGIN, PX
from vision.terrain import Terrain

TINTS = 10  # tints that tops are sorted into: three or four colours, each lit, in shade and mixed at edges
SLIVER = 0.08  # share of the tops below which a colour is an edge's or a shadow's
THINNED = 3  # every so many pixels are looked at
INSET = 1  # plan pixels at a face's edge that the blur mixes with what lies beside


def face(box: Box, eye: Eye, inset: int) -> tuple[slice, slice]:
    """Rows and columns of the plan that show the box's top."""
    (x0, y0), (x1, y1) = eye.flat(box.x0, box.y0, box.h), eye.flat(box.x1, box.y1, box.h)
    left, top, right, bottom = (max(0, round((v + MARGIN) * PX)) for v in (x0, y0, x1, y1))
    return slice(top + inset, max(0, bottom - inset)), slice(left + inset, max(0, right - inset))


def colours_of(boxes: list[Box], terrain: Terrain, fore: Foreground, eye: Eye) -> tuple[str, ...]:
    """The colours that tops show, but for a mere sliver's and the board's own, which shows through."""
    shown = np.zeros(fore.mask.shape, bool)
    for box in boxes:
        shown[face(box, eye, INSET)] = True
    where = np.flatnonzero(shown & fore.mask)[::THINNED]
    if len(where) < TINTS:
        return ()
    tints, share = tints_of(fore.seen.reshape(-1, 3)[where])
    middle = np.array([[(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2] for b in boxes]).mean(axis=0)
    names, _ = classify(tints, terrain.light, np.repeat(middle[None], TINTS, axis=0))
    shares = {n: float(share[names == n].sum()) for n in set(names.tolist()) - {terrain.board_colour}}
    return tuple(sorted(n for n, part in shares.items() if part >= SLIVER))


def tints_of(seen: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The few tints that pixels (N, 3) gather around, and the share of each."""
    cv2.setRNGSeed(1)  # the same pixels give the same tints
    stop = (cv2.TERM_CRITERIA_MAX_ITER + cv2.TERM_CRITERIA_EPS, 10, 1.0)
    start = np.zeros((len(seen), 1), np.int32)
    _, labels, tints = cv2.kmeans(seen, TINTS, start, stop, 2, cv2.KMEANS_PP_CENTERS)
    share = np.bincount(np.asarray(labels).ravel(), minlength=TINTS) / len(seen)
    return np.asarray(tints, float), share


def piece_of(box: Box, light: Light, fore: Foreground, eye: Eye) -> Piece:
    """A slab as a piece, with the colour its top shows."""
    seen = fore.seen[face(box, eye, 2 * INSET)].reshape(-1, 3)
    size = (box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0, box.h)
    if not len(seen):
        return Piece(*size, None, 0.0)
    middle = np.array([[(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2]])
    names, margins = classify(np.median(seen, axis=0)[None].astype(float), light, middle)
    return Piece(*size, str(names[0]), float(margins[0]))
