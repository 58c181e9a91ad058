"""Bodies -> gaps between them, contact, and what a template touches, each with its error and verdict."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from referee.law.measured import Doubt, Measured, at_most
from referee.law.ruling import Verdict
from referee.measure.bodies import Body, Point, Prism
from referee.measure.walls import PLATE_STUDS, Floats

SIGMAS_95 = 1.96
TOUCHING = 0.1  # studs; pieces that stand on neighbouring studs are this close and touch


@dataclass(frozen=True, slots=True)
class Touch:
    """A model under a template: how far its edge is past the rim (below 0: inside), and the verdict."""

    model: str
    gap: Measured
    verdict: Verdict


def gap(a: Body, b: Body) -> Measured:
    """Studs between the nearest points of two bodies, level and height together; 0 where they touch."""
    nearest = min(_prism_gap(p, q) for p in a.parts for q in b.parts)
    return Measured(nearest, SIGMAS_95 * math.hypot(a.sigma, b.sigma))


def contact(a: Body, b: Body, doubt: Doubt) -> Verdict:
    """Do they touch? Inside the error it is doubt."""
    return at_most(gap(a, b), TOUCHING, doubt)


def within(a: Body, b: Body, reach: float, doubt: Doubt) -> Verdict:
    """Is `b` within `reach` studs of `a`?"""
    return at_most(gap(a, b), reach, doubt)


def template_radius(studs: float) -> float:
    """A template is a disc of as many studs (house ruling: round, so that no way it lies is better)."""
    return math.sqrt(studs / math.pi)


def under_template(
    at: Point, studs: float, bodies: Iterable[Body], doubt: Doubt, sigma: float = 0.0
) -> tuple[Touch, ...]:
    """Every model that a template of `studs` studs at `at` touches or may touch."""
    radius = template_radius(studs)
    found = []
    for body in bodies:
        nearest = min(point_gap(at, prism.outline) for prism in body.parts)
        past = Measured(nearest - radius, SIGMAS_95 * math.hypot(sigma, body.sigma))
        verdict = at_most(past, 0.0, doubt)
        if verdict is not Verdict.ILLEGAL:
            found.append(Touch(body.model, past, verdict))
    return tuple(found)


def point_gap(point: Point, outline: tuple[Point, ...]) -> float:
    """Studs from a point to a convex outline; 0 inside."""
    corners = np.asarray(outline)
    if _inside(np.asarray(point), corners):
        return 0.0
    return float(_to_edges(np.asarray([point]), corners).min())


def _prism_gap(p: Prism, q: Prism) -> float:
    upright = max(p.bottom - q.top, q.bottom - p.top, 0.0) * PLATE_STUDS
    return math.hypot(_flat_gap(np.asarray(p.outline), np.asarray(q.outline)), upright)


def _flat_gap(a: Floats, b: Floats) -> float:
    if _overlap(a, b):
        return 0.0
    return float(min(_to_edges(a, b).min(), _to_edges(b, a).min()))


def _to_edges(points: Floats, corners: Floats) -> Floats:
    """Distances from each point to each edge."""
    edges = np.roll(corners, -1, axis=0) - corners
    from_corner = points[:, None] - corners[None]
    share = np.clip((from_corner * edges).sum(-1) / (edges * edges).sum(-1), 0.0, 1.0)
    off = from_corner - share[..., None] * edges
    distances: Floats = np.hypot(off[..., 0], off[..., 1])
    return distances


def _overlap(a: Floats, b: Floats) -> bool:
    """Convex outlines overlap unless some edge's normal separates them."""
    for corners in (a, b):
        edges = np.roll(corners, -1, axis=0) - corners
        for normal in np.column_stack([edges[:, 1], -edges[:, 0]]):
            mine, other = a @ normal, b @ normal
            if mine.max() < other.min() or other.max() < mine.min():
                return False
    return True


def _inside(point: Floats, corners: Floats) -> bool:
    edges = np.roll(corners, -1, axis=0) - corners
    off = point - corners
    sides = edges[:, 0] * off[:, 1] - edges[:, 1] * off[:, 0]
    return bool((sides >= 0).all() or (sides <= 0).all())
