"""Models' places -> bodies: upright prisms over the table, for sight, contact and templates.

Outlines are convex and in studs, bottoms and tops in plates. A body carries how unsure its place is.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from referee.measure.walls import Floats

Point = tuple[float, float]
Spot = tuple[float, float, float]  # x and y in studs, height in plates

# A minifig without its arms: width across the shoulders, depth, bottom and top (38.4 mm tall: 12 plates).
FIGURE_PARTS: dict[str, tuple[float, float, float, float]] = {
    "legs": (2.0, 1.0, 0.0, 4.5),
    "torso": (1.9, 0.9, 4.5, 9.0),
    "head": (1.25, 1.25, 9.0, 12.0),
}
EYE_PLATES = 10.5  # half-way up a minifig's head
POINTS = 200  # sample points of a prism
ROBERTS = 1.0 / 1.2207440846057596 ** np.arange(1, 4)  # the powers of 1 / g, g the root of g⁴ = g + 1


@dataclass(frozen=True, slots=True, order=True)
class Prism:
    """A convex outline (studs, in order) from `bottom` to `top` (plates)."""

    outline: tuple[Point, ...]
    bottom: float
    top: float

    def moved(self, dx: float, dy: float) -> "Prism":
        """The same prism elsewhere."""
        return replace(self, outline=tuple((x + dx, y + dy) for x, y in self.outline))


@dataclass(frozen=True, slots=True)
class Body:
    """A model as sight and contact see it. `sigma`: how unsure its place is, in studs."""

    model: str
    parts: tuple[Prism, ...]
    eye: Spot
    sigma: float = 0.0

    def moved(self, dx: float, dy: float) -> "Body":
        """The same body elsewhere."""
        x, y, z = self.eye
        return replace(self, parts=tuple(p.moved(dx, dy) for p in self.parts), eye=(x + dx, y + dy, z))


def rectangle(at: Point, width: float, depth: float, turned: float = 0.0) -> tuple[Point, ...]:
    """The outline of a `width` × `depth` rectangle round `at`; `turned` degrees from width along +x."""
    cos, sin = math.cos(math.radians(turned)), math.sin(math.radians(turned))
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return tuple(
        (
            at[0] + sx * width / 2 * cos - sy * depth / 2 * sin,
            at[1] + sx * width / 2 * sin + sy * depth / 2 * cos,
        )
        for sx, sy in corners
    )


def figure_body(
    model: str,
    at: Point,
    level: float,
    facing: float = 90.0,
    parts: Sequence[str] = tuple(FIGURE_PARTS),
    sigma: float = 0.0,
) -> Body:
    """A minifig standing at `at` on `level`, as far as it is left; its eye is in its topmost part."""
    prisms = tuple(
        Prism(rectangle(at, width, depth, facing - 90.0), level + bottom, level + top)
        for width, depth, bottom, top in (FIGURE_PARTS[part] for part in FIGURE_PARTS if part in parts)
    )
    if not prisms:
        raise ValueError(f"{model} has no part left that could be seen")
    eye = level + EYE_PLATES if "head" in parts else (prisms[-1].bottom + prisms[-1].top) / 2
    return Body(model, prisms, (at[0], at[1], eye), sigma)


def construct_body(
    model: str, outline: Sequence[Point], bottom: float, top: float, sigma: float = 0.0
) -> Body:
    """A construct as one prism; its eye is the middle of its top (house ruling: nothing better is known)."""
    points = tuple((float(x), float(y)) for x, y in outline)
    x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
    return Body(model, (Prism(points, bottom, top),), (x, y, top), sigma)


@lru_cache(maxsize=4096)
def samples(prism: Prism) -> tuple[Floats, float]:
    """Points spread evenly through a prism (N × 3), and its volume.

    Roberts' sequence fills a cube more evenly than chance; a triangle of the outline's fan is chosen by its
    area, and the square root spreads points evenly in it.
    """
    corners = np.asarray(prism.outline)
    middle, following = corners.mean(axis=0), np.roll(corners, -1, axis=0)
    a, b = corners - middle, following - middle
    areas = np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2
    share, along, up = ((0.5 + np.arange(1, POINTS + 1)[:, None] * ROBERTS) % 1.0).T
    ends = np.cumsum(areas) / areas.sum()
    chosen = np.minimum(np.searchsorted(ends, share), len(areas) - 1)
    within = (share - (ends - areas / areas.sum())[chosen]) / (areas / areas.sum())[chosen]
    out = np.sqrt(within)[:, None]
    flat = middle + out * (a[chosen] + along[:, None] * (b - a)[chosen])
    points: Floats = np.column_stack([flat, prism.bottom + up * (prism.top - prism.bottom)])
    points.setflags(write=False)
    return points, float(areas.sum() * (prism.top - prism.bottom))


def body_points(body: Body) -> tuple[Floats, Floats]:
    """All sample points of a body (N × 3), and the share of the body each stands for."""
    found = [samples(prism) for prism in body.parts]
    weights = np.repeat([volume for _, volume in found], POINTS)
    return np.vstack([points for points, _ in found]), weights / weights.sum()
