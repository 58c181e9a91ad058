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


def colours_of(
    pieces: tuple[Piece, ...], boxes: list[Box], terrain: Terrain, fore: Foreground, eye: Eye
) -> tuple[str, ...]:
    """The colours that tops show: of even faces however small, of a fair share of all; not the board's."""
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


def pieces_of(boxes: list[Box], light: Light, fore: Foreground, eye: Eye) -> tuple[Piece, ...]:
    """Slabs as pieces, with the colours their tops show; not to be relied on where a top is uneven."""
    tints, evens = np.zeros((len(boxes), 3)), np.zeros(len(boxes))
    for k, box in enumerate(boxes):
        seen = fore.seen[face(box, eye, 2 * INSET)].reshape(-1, 3)
        if len(seen):
            tints[k], evens[k] = tint_of(seen)
    places = np.array([((b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2) for b in boxes])
    names, margins = classify(tints, light, places)
    return tuple(
        Piece(b.x0, b.y0, b.x1 - b.x0, b.y1 - b.y0, b.h, str(name) if even else None, float(margin * even))
        for b, name, margin, even in zip(boxes, names, margins, evens, strict=True)
    )


def tint_of(seen: NDArray[np.float32]) -> tuple[NDArray[np.float32], float]:
    """The middle colour of a face's pixels (N, 3), and how even it is, up to 1."""
    tint = np.median(seen, axis=0)
    spread = float((TO_SIGMA * np.median(np.abs(seen - tint), axis=0)).max())
    return tint, min(1.0, (EVEN + EVEN_SHARE * float(tint.max())) / max(spread, 1e-3))
