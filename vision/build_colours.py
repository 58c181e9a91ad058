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
SLIVER = 0.12  # share of the tops below which a colour may be an edge's or a shadow's
PLAIN = 0.95  # confidence from which a face's colour is said however small the face
EVEN, EVEN_SHARE = 3.0, 0.03  # grey levels, and of the brightness: how much an even face varies, 1 sigma
TO_SIGMA = 1.4826  # from the median deviation, for a bell curve
THINNED = 3  # every so many pixels are looked at
INSET = 1  # plan pixels at a face's edge that the blur mixes with what lies beside


def face(box: Box, eye: Eye, inset: int) -> tuple[slice, slice]:
    """Rows and columns of the plan that show the box's top."""
    (x0, y0), (x1, y1) = eye.flat(box.x0, box.y0, box.h), eye.flat(box.x1, box.y1, box.h)
    left, top, right, bottom = (max(0, round((v + MARGIN) * PX)) for v in (x0, y0, x1, y1))
    return slice(top + inset, max(0, bottom - inset)), slice(left + inset, max(0, right - inset))


def colours_of(boxes: list[Box], terrain: Terrain, fore: Foreground, eye: Eye) -> tuple[str, ...]:
    """The colours that tops show: of even faces however small, of a fair share of all; not the board's."""
    pieces = [piece_of(box, terrain.light, fore, eye) for box in boxes]
    plain = {p.colour for p in pieces if p.colour and p.confidence >= PLAIN}
    shared = {name for name, share in shares(boxes, terrain.light, fore, eye).items() if share >= SLIVER}
    return tuple(sorted((plain | shared) - {terrain.board_colour}))


def shares(boxes: list[Box], light: Light, fore: Foreground, eye: Eye) -> dict[str, float]:
    """How much of the tops each colour makes up, faces that show several colours included."""
    shown = np.zeros(fore.mask.shape, bool)
    for box in boxes:
        shown[face(box, eye, INSET)] = True
    where = np.flatnonzero(shown & fore.mask)[::THINNED]
    if len(where) < TINTS:
        return {}
    tints, share = tints_of(fore.seen.reshape(-1, 3)[where])
    middle = np.array([[(b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2] for b in boxes]).mean(axis=0)
    names, _ = classify(tints, light, np.repeat(middle[None], TINTS, axis=0))
    return {name: float(share[names == name].sum()) for name in set(names.tolist())}


def tints_of(seen: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The few tints that pixels (N, 3) gather around, and the share of each."""
    cv2.setRNGSeed(1)  # the same pixels give the same tints
    stop = (cv2.TERM_CRITERIA_MAX_ITER + cv2.TERM_CRITERIA_EPS, 10, 1.0)
    start = np.zeros((len(seen), 1), np.int32)
    _, labels, tints = cv2.kmeans(seen, TINTS, start, stop, 2, cv2.KMEANS_PP_CENTERS)
    share = np.bincount(np.asarray(labels).ravel(), minlength=TINTS) / len(seen)
    return np.asarray(tints, float), share


def piece_of(box: Box, light: Light, fore: Foreground, eye: Eye) -> Piece:
    """A slab as a piece, with the colour its top shows; not to be relied on when the top is uneven."""
    seen = fore.seen[face(box, eye, 2 * INSET)].reshape(-1, 3)
    size = (box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0, box.h)
    if not len(seen):
        return Piece(*size, None, 0.0)
    tint = np.median(seen, axis=0)
    spread = float((TO_SIGMA * np.median(np.abs(seen - tint), axis=0)).max())
    middle = np.array([[(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2]])
    names, margins = classify(tint[None].astype(float), light, middle)
    even = min(1.0, (EVEN + EVEN_SHARE * float(tint.max())) / max(spread, 1e-3))
    return Piece(*size, str(names[0]), float(margins[0]) * even)
