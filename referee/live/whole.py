"""A misread construct, and boxes of its true size -> the box whose every stud looks like the body's own.

A reading that is a row too long has taken a shadow for a part, one that is a row too short a part for a
shadow. Boxes of the right size share a core, which is the body whichever of them is right: the row that one
has and another lacks is the body's where it has a colour of the core.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from referee.live.eyes import Sight
from referee.live.sighting import Body

Box = tuple[int, int, int, int]  # x0, y0, x1, y1
Stud = tuple[int, int]
Tint = NDArray[np.float64]

ALIKE = 25.0  # grey levels up to which a row has a colour of the core
CLEARLY = 20.0  # grey levels by which every other box must be worse
INSET = 0.2  # of a stud from its edges: neighbours shine in
ACROSS = 5  # samples a stud


def whole(body: Body, boxes: Sequence[Box], sight: Sight) -> Box | None:
    """The one of `boxes` that is all body; None where the picture does not tell."""
    if len(boxes) < 2 or all(piece.top is None for piece in body.pieces):
        return None
    core = set.intersection(*(set(studs(box)) for box in boxes))
    if not core:
        return None
    tops = {stud: _top(body, stud) for box in boxes for stud in studs(box)}
    tints = {stud: tint(sight, stud, top) for stud, top in tops.items()}
    if any(seen is None for seen in tints.values()):
        return None
    own = np.array([tints[stud] for stud in core])
    costs = {box: _unlike(box, core, tints, own) for box in boxes}
    best, *others = sorted(boxes, key=lambda box: costs[box])
    clear = costs[best] <= ALIKE and costs[others[0]] - costs[best] >= CLEARLY
    return best if clear else None


def studs(box: Box) -> Iterable[Stud]:
    """Every stud of a box."""
    x0, y0, x1, y1 = box
    return ((x, y) for y in range(y0, y1) for x in range(x0, x1))


def _top(body: Body, stud: Stud) -> float:
    """How high the body is on a stud, plates: as the nearest of its pieces, the highest of several."""
    x, y = stud

    def away(box: Box) -> int:
        return max(box[0] - x, x + 1 - box[2], box[1] - y, y + 1 - box[3], 0)

    tops = [(away((p.x, p.y, p.x + p.w, p.y + p.d)), -p.top) for p in body.pieces if p.top is not None]
    return float(-min(tops)[1])


def tint(sight: Sight, stud: Stud, top: float) -> Tint | None:
    """The median colour over a stud's top; None where it is out of the picture."""
    within = np.linspace(INSET, 1 - INSET, ACROSS)
    x, y = np.meshgrid(stud[0] + within, stud[1] + within)
    places = np.stack([x.ravel(), y.ravel(), np.full(x.size, top)], -1)
    px = np.round(sight.observation.camera.project(places)).astype(int)
    height, width = sight.picture.shape[:2]
    if (px < 0).any() or (px[:, 0] >= width).any() or (px[:, 1] >= height).any():
        return None
    return np.asarray(np.median(sight.picture[px[:, 1], px[:, 0]].astype(float), axis=0))


def _unlike(box: Box, core: set[Stud], tints: Mapping[Stud, Tint | None], own: Tint) -> float:
    """Grey levels between a box's studs outside the core and the nearest colour of the core, on average."""
    rest = np.array([tints[stud] for stud in studs(box) if stud not in core])
    if not len(rest):
        return 0.0
    return float(np.abs(rest[:, None] - own[None]).max(axis=-1).min(axis=-1).mean())
