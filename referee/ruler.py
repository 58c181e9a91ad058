"""An observation -> what a ruler and an eye say between its models: ways, gaps, sight, exposure, cover."""

import math
from dataclasses import dataclass

import numpy as np

from referee.law.arithmetic import number
from referee.law.codec import nearest
from referee.law.measured import Measured
from referee.live.measuring import ground, walked
from referee.live.sighting import Body as Seen
from referee.live.sighting import bodies
from referee.measure.bodies import Body, construct_body, figure_body, rectangle
from referee.measure.reach import gap
from referee.measure.sight import Cover, exposure, sight
from referee.problems import BadInput
from vision.observation import Observation

Point = tuple[float, float]
FOUR_WAYS = 90.0  # degrees; a figure whose facing can't be told is taken to look down the board
A_CONSTRUCT = 6  # plates, where a construct's height can't be told


@dataclass(frozen=True, slots=True)
class Eye:
    """What two models are to each other: `seen` the same both ways, the exposure that of the second."""

    gap: Measured
    seen: bool
    sure: bool
    exposure: Measured
    cover: Cover


@dataclass(frozen=True, slots=True)
class Between:
    """From one place to another. No eye where an end is a place and no model."""

    start: str
    end: str
    straight: float
    way: Measured | None  # None: there is no way past the other models
    climb: float
    points: tuple[Point, ...]
    eye: Eye | None

    def text(self) -> str:
        """One line for people."""
        way = f"{self.way.text()} studs" if self.way else "no way"
        words = f"{self.start} → {self.end}: {way}"
        if self.climb > 0:
            words += f", {number(round(self.climb, 2))} of it climbing"
        words += f"; {number(round(self.straight, 2))} straight"
        if self.eye is None:
            return words
        seen = ("seen" if self.eye.seen else "hidden") + ("" if self.eye.sure else ", too close to call")
        words += f"; gap {self.eye.gap.text()}; {seen}"
        return f"{words}; {self.eye.exposure.text()} of it exposed, cover {self.eye.cover}"


def between(seen: Observation, start: str, end: str) -> Between:
    """The measures from `start` to `end`: each a track like "f1", or a place like "12.5,3"."""
    found = {body.track: body for body in bodies(seen)}
    a, b = _end(start, found), _end(end, found)
    others = [body for name, body in found.items() if name not in (start, end)]
    way, length = walked(seen.heights, a[0], b[0], (a[1], b[1]), others)
    eye = _eye(seen, found, start, end) if start in found and end in found else None
    return Between(
        start, end, math.dist(a[0], b[0]), length if way else None, way.climb if way else 0.0,
        way.points if way else (), eye,
    )  # fmt: skip


def every_pair(seen: Observation) -> tuple[Between, ...]:
    """From every model to every other."""
    names = [body.track for body in bodies(seen)]
    return tuple(between(seen, start, end) for start in names for end in names if start != end)


def _eye(seen: Observation, found: dict[str, Seen], start: str, end: str) -> Eye:
    plates = ground(seen.heights)
    solid = {name: standing(body, plates) for name, body in found.items()}
    others = [body for name, body in solid.items() if name not in (start, end)]
    looked = sight(plates, solid[start], solid[end], others)
    share = exposure(plates, solid[start], solid[end], others)
    covered = share.cover()
    return Eye(
        gap(solid[start], solid[end]),
        looked.seen,
        looked.sure and covered.sure,
        share.share,
        covered.cover,
    )


def standing(body: Seen, plates: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Body:
    """A seen model as sight and reach take it; a level that can't be told is the terrain's."""
    row = int(np.clip(body.at[1], 0, plates.shape[0] - 1))
    column = int(np.clip(body.at[0], 0, plates.shape[1] - 1))
    level = float(plates[row, column]) if body.base is None else float(body.base)
    if body.figure:
        parts = ("legs", "torso", "head") if body.head is not False else ("legs", "torso")
        facing = FOUR_WAYS if body.facing is None else body.facing
        return figure_body(body.track, body.at, level, facing, parts, body.error)
    x0, y0, x1, y1 = body.footprint or (body.at[0] - 1, body.at[1] - 1, body.at[0] + 1, body.at[1] + 1)
    outline = rectangle(body.at, float(x1 - x0), float(y1 - y0))
    top = level + (A_CONSTRUCT if body.plates is None else body.plates)
    return construct_body(body.track, outline, level, top, body.error)


def _end(what: str, found: dict[str, Seen]) -> tuple[Point, float]:
    """Where an end is, with its error."""
    if what in found:
        return found[what].at, found[what].error
    try:
        x, y = (float(part) for part in what.split(","))
    except ValueError:
        known = nearest(what, found) if found else "; no model was seen"
        raise BadInput(f"there is no '{what}' on the photo, nor is it a place like 12.5,3{known}") from None
    return (x, y), 0.0
