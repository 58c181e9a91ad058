"""Slabs that may be a construct -> those that are more than shadows, or than stacks lit otherwise."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.backdrop import CEILING
from vision.boxes import Box, Eye, apart
from vision.build_colours import face, pieces_of
from vision.foreground import Foreground
from vision.observation import Construct, Figure
from vision.sameness import LYING_PLATES, STANDING_PLATES
from vision.slabs import Slab
from vision.terrain import Terrain

SHADE_SHARE = 0.35  # share of a shadow's chi-square that is left once its depth is let off
BRICK = 4  # plates: a brick, and one of doubt


@dataclass(frozen=True)
class Lit:
    """What tells a shadow: the terrain with its lamps, the frame, and what else stands in the light."""

    terrain: Terrain
    fore: Foreground
    eye: Eye
    bodies: tuple[Box, ...]


def without_shadows(groups: list[list[Slab]], lit: Lit) -> list[list[Slab]]:
    """The groups without those that are nothing but shadows of the other groups and of other models.

    Inside a construct dark pieces and its own shadow can't be told apart: both stay. Where lamps moved, so
    did the shadows of the terrain: nothing is said of what may be one, come or gone, or a stack lit anew.
    """
    faint = [all(only_lit_otherwise(s.box, lit) for s in group) for group in groups]
    casters = [s.box for group, f in zip(groups, faint, strict=True) if not f for s in group]
    bodies = [*casters, *lit.bodies]
    shade = lit.terrain.lamps.cast(bodies, lit.fore.mask.shape)
    near = [*bodies, *lit.terrain.boxes] if lit.fore.relit else []
    return [
        group
        for group, f in zip(groups, faint, strict=True)
        if not (f and all(in_shade(s.box, shade, lit) for s in group))
        and not (f and any(apart(s.box, box) <= 1 for s in group for box in near))
        and not (lit.fore.relit and all(is_its_stack(s.box, lit) for s in group))
    ]


def only_lit_otherwise(box: Box, lit: Lit) -> bool:
    """Whether a face shows its background but for brightness."""
    shown, drop = face(box, lit.eye, 1), lit.terrain.drop
    cost, seen, ground = lit.fore.background_cost[shown], lit.fore.seen[shown], drop.seen[shown]
    light = (seen * ground).sum(-1) / drop.square[shown]
    error = ((seen - light[..., None] * ground) ** 2).sum(-1) / drop.variance[shown]
    return bool(cost.size) and float(np.minimum(error, CEILING).mean()) < SHADE_SHARE * float(cost.mean())


def in_shade(box: Box, shade: NDArray[np.bool_], lit: Lit) -> bool:
    """Whether what shows of a face is the shadow that falls there."""
    shown, drop = face(box, lit.eye, 1), lit.terrain.drop
    light = (lit.fore.seen[shown] * drop.seen[shown]).sum(-1) / drop.square[shown]
    return bool(light.size) and light.mean() < 1 and lit.terrain.lamps.explain(shade[shown], light)


def is_its_stack(box: Box, lit: Lit) -> bool:
    """Whether a slab lies within a stack of the terrain, about as high and of its colour."""
    colour = pieces_of([box], lit.terrain.light, lit.fore, lit.eye)[0].colour
    return any(
        p.colour == colour
        and abs((p.top or 0) - box.h) <= BRICK
        and box.x0 >= p.x - 1
        and box.y0 >= p.y - 1
        and box.x1 <= p.x + p.w + 1
        and box.y1 <= p.y + p.d + 1
        for p in lit.terrain.pieces
    )


def rooms(model: Figure | Construct) -> list[Box]:
    """A model as the boxes that would cast its shadow."""
    if isinstance(model, Construct):
        return [Box(p.x, p.y, p.x + p.w, p.y + p.d, p.top or 0) for p in model.pieces]
    ahead, aside, up = (2.0, 1.0, LYING_PLATES) if model.lying else (0.5, 1.0, STANDING_PLATES)
    across, along = (ahead, aside) if model.facing in (0, 180) else (aside, ahead)
    sides = (model.x - across, model.y - along, model.x + across, model.y + along)
    x0, y0, x1, y1 = (round(v) for v in sides)
    return [Box(x0, y0, x1, y1, (model.base or 0) + up)]
