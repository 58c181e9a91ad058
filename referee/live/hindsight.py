"""A construct seen well in its new place -> where it stood before, though it was not made out there."""

import math
from dataclasses import replace

from referee.live.eyes import Sight
from referee.live.sighting import Body
from vision.carried import Shot, carried
from vision.observation import Construct

FAR = 1.5  # studs: one that stands where it stood shows nothing new


def stood_at(body: Body, now: Sight, doubted: Body, before: Sight) -> Body | None:
    """The doubted reading, put where the body as it is known now looks right; None where it does nowhere."""
    if body.footprint is None or doubted.footprint is None or math.dist(body.at, doubted.at) < FAR:
        return None
    read = as_construct(doubted)
    told = carried(as_construct(body), _shot(now), read, _shot(before)).there
    if told is read or size_of(told.footprint) != size_of(body.footprint):
        return None  # it looks right nowhere there
    return replace(
        doubted, at=(told.x, told.y), error=body.error, footprint=told.footprint, pieces=told.pieces
    )


def as_construct(body: Body) -> Construct:
    """A body as vision reads them."""
    assert body.footprint is not None
    return Construct(
        body.track,
        *body.at,
        body.base,
        body.plates,
        body.footprint,
        tuple(sorted(body.colours)),
        error=body.error,
        pieces=body.pieces,
    )


def size_of(box: tuple[int, int, int, int]) -> tuple[int, int]:
    """The shorter and the longer side of a footprint."""
    x0, y0, x1, y1 = box
    return min(x1 - x0, y1 - y0), max(x1 - x0, y1 - y0)


def _shot(sight: Sight) -> Shot:
    return Shot(sight.picture, sight.observation.camera)
