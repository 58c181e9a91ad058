"""An observation and the models a match expects -> which seen body is which model, and who is a stranger.

A track names a body from one observation to the next; colours and the place the state says name it the
first time, or after its track was lost.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from vision.observation import Construct, Figure, Hat, Observation, Piece

Point = tuple[float, float]

UNLIKE = 40.0  # what a body of wholly other colours costs; the other costs are set against it
FAR = 40.0  # studs beyond which distance says nothing more
A_STUD = 0.5  # what each stud from where the state has it costs
NEW_TRACK = 8.0  # a body that was not seen before
OTHERS_TRACK = 12.0  # a body that was another model the last time: far less than wrong colours
OTHER_KIND = 15.0  # a construct read as a figure, or a figure as a construct
BODY_COLOUR = 2.0  # weight of a model's first colour, which most of it has
CLUTCH = 0.02  # studs, 1 sigma: the play that a model has on its studs, however surely it was read
SLIVER = 1  # stud: no construct that was built to be played is so narrow, unless its size says so
FIGURE_REACH = 1.0  # studs from a figure's middle to where its hands end
NEVER = 1000.0  # a body that can't be this model
AT_MOST = 75.0  # a body that costs more is nobody's


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
    pieces: tuple[Piece, ...] = ()  # of a construct, as far as they were told apart


@dataclass(frozen=True, slots=True)
class Expected:
    """A model that may be on the table: where the state has it (None: off the board), and its colours."""

    model: str
    at: Point | None
    colours: tuple[str, ...] = ()
    figure: bool | None = None  # a minifig, a construct, or not known


@dataclass(frozen=True, slots=True)
class RollCall:
    """Who is who: each model's body, and bodies that are nobody's."""

    seen: Mapping[str, Body]
    strangers: tuple[Body, ...] = ()


def bodies(observation: Observation) -> tuple[Body, ...]:
    """Every figure and construct of an observation that is not wholly in doubt."""
    return (
        *(_of_figure(figure) for figure in observation.figures if figure.confidence > 0),
        *(_of_construct(construct) for construct in observation.constructs if construct.confidence > 0),
    )


def without_slivers(found: Sequence[Body], models: Mapping[str, tuple[int, int]]) -> tuple[Body, ...]:
    """The bodies but for strips a stud wide along another construct: its shadow, or its side read apart.

    `models` says the sizes that are known: where one of them is so narrow, strips stay.
    """
    if any(min(size) <= SLIVER for size in models.values()):
        return tuple(found)
    built = [body for body in found if not body.figure and body.footprint is not None]
    slivers = [body for body in built if _narrow(body) <= SLIVER]
    whole = [body for body in built if _narrow(body) > SLIVER]
    beside = {id(body) for body in slivers if any(between(body, other) <= 0 for other in whole)}
    return tuple(body for body in found if id(body) not in beside)


def _narrow(body: Body) -> int:
    assert body.footprint is not None
    x0, y0, x1, y1 = body.footprint
    return min(x1 - x0, y1 - y0)


def call_roll(found: Sequence[Body], expected: Sequence[Expected], tracks: Mapping[str, str]) -> RollCall:
    """Name the bodies; `tracks` says which track was which model last time."""
    if not found or not expected:
        return RollCall({}, tuple(found))
    telling = frozenset(colour for model in expected for colour in model.colours)
    costs = np.array([[_cost(model, body, tracks, telling) for body in found] for model in expected])
    seen: dict[str, Body] = {}
    for row, column in zip(*linear_sum_assignment(costs), strict=True):
        if costs[row, column] < AT_MOST:
            seen[expected[row].model] = found[column]
    named = {id(body) for body in seen.values()}
    return RollCall(seen, tuple(body for body in found if id(body) not in named))


def _cost(model: Expected, body: Body, tracks: Mapping[str, str], telling: frozenset[str]) -> float:
    """How little a body is like a model: by colours above all, then by its track and its place."""
    seen = body.colours & telling
    unlike = 1.0 if model.colours and body.colours and not seen else _unlike(model.colours, seen)
    known = tracks.get(body.track)
    cost = UNLIKE * unlike
    if unlike >= 1.0 and known != model.model:
        return NEVER
    if model.figure is not None and model.figure != body.figure:
        cost += OTHER_KIND
    if known == model.model:
        return cost
    away = FAR if model.at is None else min(math.dist(model.at, body.at), FAR)
    return cost + A_STUD * away + (NEW_TRACK if known is None else OTHERS_TRACK)


def _unlike(wanted: Sequence[str], seen: frozenset[str]) -> float:
    """0 to 1: the share of a model's colours that were not seen, and of seen ones that are others'."""
    if not wanted or not seen:
        return 0.0
    weights = {colour: BODY_COLOUR if place == 0 else 1.0 for place, colour in enumerate(wanted)}
    missed = sum(weight for colour, weight in weights.items() if colour not in seen) / sum(weights.values())
    foreign = len(seen - set(wanted)) / len(seen)
    return 0.7 * missed + 0.3 * foreign


def between(a: Body, b: Body) -> float:
    """Studs from one body to another, along or across, whichever is more; 0 or less where they touch."""
    (ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1) = _extent(a), _extent(b)
    return max(ax0 - bx1, bx0 - ax1, ay0 - by1, by0 - ay1)


def _extent(body: Body) -> tuple[float, float, float, float]:
    if body.footprint is not None and not body.figure:
        x0, y0, x1, y1 = (float(v) for v in body.footprint)
        return x0, y0, x1, y1
    (x, y), r = body.at, FIGURE_REACH
    return x - r, y - r, x + r, y + r


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
        pieces=construct.pieces,
    )
