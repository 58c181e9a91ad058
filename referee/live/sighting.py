"""An observation and the models a match expects -> which seen body is which model, and who is a stranger.

A track names a body from one observation to the next; colours and the place the state says name it the
first time, or after its track was lost.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from vision.observation import Construct, Figure, Hat, Observation

Point = tuple[float, float]

UNLIKE = 40.0  # studs that a body of wholly other colours is worth
FAR = 60.0  # studs beyond which distance says nothing more
OTHERS_TRACK = 500.0  # a body known as another model
CLUTCH = 0.02  # studs, 1 sigma: the play that a model has on its studs, however surely it was read
NEVER = 1000.0  # a body that can't be this model


@dataclass(frozen=True, slots=True)
class Body:
    """A model as vision saw it, figure or construct alike. `error` is 1-sigma, studs."""

    track: str
    at: Point
    error: float
    base: int | None
    facing: float | None
    figure: bool
    colours: frozenset[str]
    head: bool | None = None
    hat: bool | None = None
    lying: bool = False
    plates: int | None = None
    footprint: tuple[int, int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Expected:
    """A model that may be on the table: where the state has it (None: off the board), and its colours."""

    model: str
    at: Point | None
    colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RollCall:
    """Who is who: each model's body, and bodies that are nobody's."""

    seen: Mapping[str, Body]
    strangers: tuple[Body, ...] = ()


def bodies(observation: Observation) -> tuple[Body, ...]:
    """Every figure and construct of an observation."""
    return (
        *(_of_figure(figure) for figure in observation.figures),
        *(_of_construct(construct) for construct in observation.constructs),
    )


def call_roll(found: Sequence[Body], expected: Sequence[Expected], tracks: Mapping[str, str]) -> RollCall:
    """Name the bodies; `tracks` says which track was which model last time."""
    if not found or not expected:
        return RollCall({}, tuple(found))
    costs = np.array([[_cost(model, body, tracks) for body in found] for model in expected])
    seen: dict[str, Body] = {}
    for row, column in zip(*linear_sum_assignment(costs), strict=True):
        if costs[row, column] < OTHERS_TRACK:
            seen[expected[row].model] = found[column]
    named = {id(body) for body in seen.values()}
    return RollCall(seen, tuple(body for body in found if id(body) not in named))


def _cost(model: Expected, body: Body, tracks: Mapping[str, str]) -> float:
    unlike = _unlike(model.colours, body.colours)
    known = tracks.get(body.track)
    if known == model.model:
        return 0.1 * UNLIKE * unlike
    if unlike >= 1.0:
        return NEVER
    away = FAR if model.at is None else min(math.dist(model.at, body.at), FAR)
    return UNLIKE * unlike + away + (OTHERS_TRACK if known is not None else 0.0)


def _unlike(wanted: Sequence[str], seen: frozenset[str]) -> float:
    """The share of a model's colours that were not seen; 0 where none are given or none could be read."""
    if not wanted or not seen:
        return 0.0
    return 1.0 - len(set(wanted) & seen) / len(set(wanted))


def _of_figure(figure: Figure) -> Body:
    hat = figure.hat
    worn = hat.colour if isinstance(hat, Hat) else None
    colours = {figure.torso, figure.legs, worn} - {None}
    return Body(
        figure.track,
        (figure.x, figure.y),
        max(figure.error, CLUTCH),
        figure.base,
        figure.facing,
        True,
        frozenset(colour for colour in colours if colour),
        head=figure.head,
        hat=None if hat is None else hat is not False,
        lying=figure.lying,
    )


def _of_construct(construct: Construct) -> Body:
    return Body(
        construct.track,
        (construct.x, construct.y),
        max(construct.error, CLUTCH),
        construct.base,
        construct.facing,
        False,
        frozenset(construct.colours),
        plates=construct.plates,
        footprint=construct.footprint,
    )
