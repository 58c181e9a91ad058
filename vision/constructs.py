"""What neither the background nor a figure explains -> the constructs that stand there.

Patches of unexplained pixels are explained by slabs on the lattice (vision/slabs.py); slabs whose feet touch
are one construct. Its place and footprint are those of its slabs, its height the highest of them.
"""

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from calibration.camera import Camera
from vision.backdrop import Plane, eye_of
from vision.boxes import Box, Eye, Window, apart
from vision.build_colours import colours_of, face, pieces_of
from vision.construct_shadows import BRICK, SHADE_SHARE, Lit, rooms, without_shadows
from vision.figures import Reading as Figures
from vision.foreground import SMOOTHED, Foreground
from vision.leftovers import CLOSED, Leftover, leftovers
from vision.loose import loose_pieces
from vision.observation import Construct, Figure, Loose
from vision.plan import PX
from vision.rectangles import Patch
from vision.slabs import LOW, Slab, find_slabs
from vision.terrain import Terrain

PLAINLY = 0.42  # share of a patch that tops must win to leave no room for a figure: lying ones give 0.38
AFTER_FIGURES = 0.25  # share they must win of what the figures left over
WIDEST = 16  # studs both ways from which a patch is no model but a light that moved
LEAST_STUDS = 2.8  # studs²: what shows smaller is a loose piece or a crumb
AROUND = PX // 2  # plan pixels looked at around a patch
FAINT, PLAIN = 3.0, 7.0  # smoothed chi-square at which a pixel begins to count as something, and does in full
REWARD = 20.0  # chi-square that explaining such a pixel is worth
BLANK = 2.0  # chi-square that covering a pixel of plain background costs
CALMED = 5  # plan pixels a side of the median that takes the studs' glints away
POWER = 0.6  # of the brightness: dark tints are told apart as well as bright ones
SURE = 3000.0  # chi-square from which a slab is believed though nothing seen bears it
DEEP = 13.0  # chi-square of a shadow as deep as one lamp of a lit room casts
WEAK = 3500.0  # chi-square of the slab that holds a side, below which it may be a shadow
FEW, WELL = 5, 0.95  # pieces, and share explained, of a body that hides nothing
# 1-sigma of the place, studs, on tables whose truth is known: simple, of many pieces, with a weak side
PLAIN_SIDES, SIDES, WEAK_SIDES = 0.12, 0.25, 0.4
BODY_PLATES, BODY_GAIN = 4, 14e3  # how high a construct is at least, and what its slabs win
HULL = 12  # studs from which one slab can be all of a construct
LEG = 10  # plates: the longest stretch of a construct that may be hidden under what it bears


@dataclass(frozen=True)
class Found:
    """Slabs, and the cost that they leave unexplained."""

    slabs: tuple[Slab, ...]
    cost: Plane


@dataclass(frozen=True)
class Built:
    """The constructs of a frame, what each was decided on, and pieces that lie about."""

    constructs: tuple[Construct, ...]
    explained: tuple[dict[str, Any], ...]
    loose: tuple[Loose, ...]


def plainly_built(terrain: Terrain, fore: Foreground, camera: Camera) -> tuple[Found, Foreground]:
    """What even, lattice-bound faces explain so well that no figure need be looked for, and the rest."""
    found = find_built(terrain, fore, fore.background_cost, eye_of(camera), PLAINLY)
    mask = np.asarray(fore.mask & (found.cost > 0))
    return found, replace(fore, background_cost=found.cost, mask=mask)


def read_constructs(
    terrain: Terrain,
    fore: Foreground,
    plain: Found,
    figures: Figures,
    camera: Camera,
    standing: tuple[Figure | Construct, ...] = (),
) -> Built:
    """Every construct: what was plainly built, and what is in that which the figures leave over.

    `standing` are models that are known to stand there still: their shadows are no constructs.
    """
    eye = eye_of(camera)
    more = find_built(terrain, fore, figures.leftover, eye, AFTER_FIGURES)
    together = list(map(borne, map(grounded, touching([*plain.slabs, *more.slabs]))))
    bodies = tuple(box for model in (*figures.figures, *standing) for box in rooms(model))
    solid = without_shadows(together, Lit(terrain, fore, eye, bodies))
    groups = [g for g in solid if footprint_studs(g) >= LEAST_STUDS and could_stand(terrain, footprint(g))]
    built = tuple(construct(group, terrain, fore, eye) for group in groups)
    return Built(
        built, tuple(evidence(group) for group in groups), loose_pieces(terrain, fore, more.cost, eye)
    )


def find_built(terrain: Terrain, fore: Foreground, cost: Plane, eye: Eye, least: float) -> Found:
    """The slabs of patches of which slabs win at least such a share, and the cost without those patches."""
    slabs: list[Slab] = []
    rest = cost.copy()
    for left in leftovers(cost):
        if not LEAST_STUDS <= left.studs <= WIDEST**2:
            continue
        patch = patch_of(left, fore, cost, eye)
        found = find_slabs(patch, least)
        if sum(s.gain for s in found) < least * float(np.maximum(patch.cost, 0).sum()):
            continue
        raised = [s for s in found if s.box.h > level_under(s.box, terrain)]
        slabs += [replace(s, shadowy=is_shadowy(s.box, fore, eye)) for s in raised]
        rest[left.window.cut][left.mask] = 0
    return Found(tuple(slabs), rest)


def patch_of(left: Leftover, fore: Foreground, cost: Plane, eye: Eye) -> Patch:
    """A leftover with a little around it, ready to be explained."""
    rows, cols = cost.shape
    w = left.window
    window = Window(
        max(0, w.left - AROUND),
        max(0, w.top - AROUND),
        min(cols, w.right + AROUND),
        min(rows, w.bottom + AROUND),
    )
    own = np.zeros(window.shape, np.float32)
    top, start = w.top - window.top, w.left - window.left
    own[top : top + w.shape[0], start : start + w.shape[1]] = left.mask
    smooth = cv2.blur(cost[window.cut], (SMOOTHED, SMOOTHED))
    smooth = cv2.morphologyEx(smooth, cv2.MORPH_CLOSE, np.ones((CLOSED, CLOSED), np.uint8))
    share = np.clip((smooth - FAINT) / (PLAIN - FAINT), 0, 1) * own
    calm = cv2.medianBlur(np.clip(fore.seen[window.cut], 0, 255).astype(np.uint8), CALMED)
    even = np.power(calm.astype(np.float32) / 255, POWER) * 255
    return Patch(eye, window, np.asarray(even, np.float32), np.asarray(share * REWARD - BLANK, np.float32))


def is_shadowy(box: Box, fore: Foreground, eye: Eye) -> bool:
    """Whether a face shows its background but for brightness, as a shadow does."""
    shown = face(box, eye, 1)
    odd, cost = (
        float(c[shown].mean()) if c[shown].size else 0.0 for c in (fore.odd_cost, fore.background_cost)
    )
    return odd < SHADE_SHARE * cost and cost < DEEP


def touching(slabs: list[Slab]) -> list[list[Slab]]:
    """Slabs that meet together; and what misses others by a stud that was not made out, with those.

    Two bodies whose footprints leave a stud between them are two constructs.
    """
    groups: list[list[Slab]] = []
    for slab in slabs:
        meeting = [g for g in groups if gap(g, [slab]) == 0]
        groups = [g for g in groups if g not in meeting]
        groups.append([slab, *(s for g in meeting for s in g)])
    alone: list[list[Slab]] = []
    while groups:
        part = groups.pop(min(range(len(groups)), key=lambda k: gain_of(groups[k])))
        beside = [g for g in groups if gap(g, part) <= 1 and not stands_apart(g, part)]
        if beside:
            min(beside, key=lambda g: (gap(g, part), -gain_of(g))).extend(part)
        else:
            alone.append(part)
    return alone


def stands_apart(some: list[Slab], others: list[Slab]) -> bool:
    """Whether two heaps of slabs are both bodies and their footprints don't meet."""
    return is_body(some) and is_body(others) and apart(footprint(some), footprint(others)) > 0


def gap(some: list[Slab], others: list[Slab]) -> int:
    """Studs between two heaps of slabs."""
    return min(apart(a.box, b.box) for a in some for b in others)


def gain_of(slabs: list[Slab]) -> float:
    """What slabs win together."""
    return sum(s.gain for s in slabs)


def is_body(slabs: list[Slab]) -> bool:
    """Whether slabs can be a construct by themselves: feet, arms and crumbs are parts of one."""
    if not slabs:
        return False
    built = len(slabs) > 1 or slabs[0].box.studs >= HULL
    stands = min(s.low for s in slabs) <= LOW
    return built and stands and max(s.box.h for s in slabs) >= BODY_PLATES and gain_of(slabs) >= BODY_GAIN


def grounded(slabs: list[Slab]) -> list[Slab]:
    """The slabs, those that hang in the air brought down to where they win nearly as much and don't."""
    out = list(slabs)
    for k, slab in sorted(enumerate(slabs), key=lambda pair: -pair[1].box.h):
        below = [s for j, s in enumerate(out) if j != k and s.box.h < slab.box.h]
        if len(slabs) == 1 or reaches(slab.box, below):
            continue
        fair = [(gain, box) for gain, box in slab.rivals if box.h < slab.box.h and reaches(box, below)]
        if fair:
            gain, box = max(fair, key=lambda pair: pair[0])
            out[k] = replace(slab, box=box, low=min(slab.low, box.h - 1), gain=gain)
    return out


def reaches(box: Box, others: list[Slab]) -> bool:
    """Whether legs no longer than a mech's can hold a slab up from the ground or from another it meets."""
    levels = [0, *(s.box.h for s in others if apart(box, s.box) == 0 and s.box.h < box.h)]
    return box.h - max(levels) <= LEG


def borne(slabs: list[Slab]) -> list[Slab]:
    """The slabs without faint ones that float: a brick above all they meet, there is nothing to stand on."""
    if len(slabs) == 1:  # a beam alone whose walls end in the air is a glare or a rim of light
        box = slabs[0].box
        return [] if min(box.x1 - box.x0, box.y1 - box.y0) == 1 and slabs[0].low > LOW else slabs
    kept = [
        s for s in slabs if (s.gain > SURE and not s.shadowy) or any(bears(o, s) for o in slabs if o is not s)
    ]
    if len(kept) == len(slabs):
        return kept
    left = borne(kept) if kept else []
    return slabs if is_body(slabs) and not is_body(left) else left  # crumbs go, not what they belong to


def bears(under: Slab, slab: Slab) -> bool:
    """Whether one slab can stand on, beside or under another."""
    return slab.box.h - under.box.h <= BRICK and apart(slab.box, under.box) == 0


def construct(slabs: list[Slab], terrain: Terrain, fore: Foreground, eye: Eye) -> Construct:
    """What a group of slabs says of its construct."""
    whole = footprint(slabs)
    base = level_under(whole, terrain)
    boxes = [s.box for s in sorted(slabs, key=lambda s: -s.box.h)]
    pieces = pieces_of(boxes, terrain.light, fore, eye)
    return Construct(
        track="",
        x=(whole.x0 + whole.x1) / 2,
        y=(whole.y0 + whole.y1) / 2,
        base=base,
        plates=whole.h - base,
        footprint=(whole.x0, whole.y0, whole.x1, whole.y1),
        colours=colours_of(pieces, boxes, terrain, fore, eye),
        confidence=float(np.mean([s.share for s in slabs])),
        error=place_error(slabs),
        pieces=pieces,
    )


def footprint(slabs: list[Slab]) -> Box:
    """The lattice rectangle that all slabs stand on, as high as the highest."""
    boxes = [s.box for s in slabs]
    return Box(
        min(b.x0 for b in boxes),
        min(b.y0 for b in boxes),
        max(b.x1 for b in boxes),
        max(b.y1 for b in boxes),
        max(b.h for b in boxes),
    )


def footprint_studs(slabs: list[Slab]) -> int:
    """Studs of the footprint."""
    return footprint(slabs).studs if slabs else 0


def could_stand(terrain: Terrain, box: Box) -> bool:
    """Whether a footprint is a model's: of a size to be carried, and at least half of it on the board."""
    if min(box.x1 - box.x0, box.y1 - box.y0) > WIDEST:
        return False
    rows, cols = terrain.tops.shape
    across, down = min(cols, box.x1) - max(0, box.x0), min(rows, box.y1) - max(0, box.y0)
    return bool(2 * max(0, across) * max(0, down) >= box.studs)


def level_under(box: Box, terrain: Terrain) -> int:
    """The level of terrain that most of a footprint stands over."""
    x0, y0, x1, y1 = (max(0, v) for v in (box.x0, box.y0, box.x1, box.y1))
    under = terrain.tops[y0:y1, x0:x1]
    return int(np.argmax(np.bincount(under.ravel()))) if under.size else 0


def weakest_side(slabs: list[Slab]) -> tuple[float, list[Slab]]:
    """The chi-square of the slab that alone holds the least certain side, and the slabs without it."""
    whole = footprint(slabs)
    sides = [
        max((s for s in slabs if getattr(s.box, side) == getattr(whole, side)), key=lambda s: s.gain)
        for side in ("x0", "y0", "x1", "y1")
    ]
    weakest = min(sides, key=lambda s: s.gain)
    return weakest.gain, [s for s in slabs if s is not weakest]


def place_error(slabs: list[Slab]) -> float:
    """1-sigma of the place in studs: a side that was not made out, or made up, moves it by half a stud."""
    if weakest_side(slabs)[0] < WEAK:
        return WEAK_SIDES
    simple = len(slabs) <= FEW and slabs[0].share >= WELL
    return PLAIN_SIDES if simple else SIDES


def evidence(slabs: list[Slab]) -> dict[str, Any]:
    """What a construct was decided on, in plain numbers; the runner-up lacks its least certain side."""
    top = max(slabs, key=lambda s: s.box.h)
    weakest, others = weakest_side(slabs)
    less = footprint(others) if others else None
    return {
        "slabs": len(slabs),
        "gain": round(sum(s.gain for s in slabs)),
        "top": top.box.h,
        "top_margin": round(top.gain - top.rival),
        "runner_up": (less.x0, less.y0, less.x1, less.y1) if less else None,
        "margin": round(weakest),
    }
