"""One game's eye: a state and what differs on the table -> which claims that could be, measured.

Each game has a module of this room whose class fulfils `Recogniser`; `recogniser_for` finds it by name.
"""

import importlib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from referee.law.game import Standing
from referee.law.measured import Measured
from referee.law.ruling import Ruling
from referee.law.setup import Entry, Setup
from referee.live.compare import Difference, Stood, Worn
from referee.live.sighting import Body
from referee.measure.grid import Grid
from referee.measure.ways import SIGMAS_95
from referee.show import Choice, SightShown, WayShown

Point = tuple[float, float]
Heights = NDArray[np.int16]


@dataclass(frozen=True)
class TableNow:
    """What measuring needs of the table as it was last settled."""

    grid: Grid | None
    heights: Heights  # rows × cols, plates; negative: unknown
    seen: Mapping[str, Body] = field(default_factory=dict)
    stood: Mapping[str, Stood] = field(default_factory=dict)  # where each model was last agreed to be

    def straight(self, model: str, body: Body) -> WayShown | None:
        """The straight way a model was moved, with its 95 % error, where its start was seen."""
        before = self.stood.get(model)
        if before is None:
            return None
        error = SIGMAS_95 * math.hypot(before.error, body.error)
        return WayShown(model, (before.at, body.at), Measured(math.dist(before.at, body.at), error))


@dataclass(frozen=True, slots=True)
class Possible:
    """A claim that a difference could be, in the words of a question's answer."""

    label: str
    claim: Any
    way: WayShown | None = None


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What the display says of a model beside its place."""

    lost: tuple[str, ...] = ()
    stats: tuple[str, ...] = ()
    destroyed: bool = False
    facing: float | None = None  # degrees, where it is said and not seen


@dataclass(frozen=True, slots=True)
class Facts:
    """What the display says of a state: lines of players, of models, and marked cells."""

    scores: Mapping[str, str] = field(default_factory=dict)
    models: Mapping[str, ModelFacts] = field(default_factory=dict)
    marked: tuple[tuple[tuple[int, int], str], ...] = ()
    headings: tuple[tuple[str, float], ...] = ()  # names of the ways one may head, and their degrees


class Recogniser(Protocol):
    """What a game adds to the match loop."""

    def __init__(self, setup: Setup) -> None:
        """For one match."""

    def standings(self, state: Any) -> tuple[Standing, ...]:
        """What should stand on the table, without what this game does not care about."""

    def worn(self, state: Any) -> Mapping[str, Worn]:
        """What should be seen of each model's pieces."""

    def possible(self, state: Any, difference: Difference, table: TableNow) -> tuple[Possible, ...]:
        """The claims that a difference could be: none makes it a fault, several a question."""

    def choices(self, state: Any, table: TableNow) -> tuple[Choice, ...]:
        """What may be said at the display now."""

    def measured(self, state: Any, claim: Any, table: TableNow) -> Any:
        """A said claim with what it needs to have measured."""

    def clearer(self, claim: Any, ruling: Ruling) -> tuple[Possible, ...]:
        """The answers to a ruling that was too close to call or could not be seen."""

    def accepted(self, state: Any, table: TableNow) -> Any:
        """The state in which every model is where it was seen."""

    def reach(self, state: Any, model: str, table: TableNow) -> tuple[tuple[Point, ...], ...]:
        """Where a model may go now, as polygons in studs."""

    def sights(self, state: Any, model: str, table: TableNow) -> tuple[SightShown, ...]:
        """Lines from a model to those it could attack, with what stands between."""

    def facts(self, state: Any) -> Facts:
        """What the display says of the state."""


MODULES = {
    "mechaton": "recognise_mechaton",
    "duelchess": "recognise_duelchess",
    "minifigs": "recognise_minifigs",
    "momentum": "recognise_momentum",
    "constructs": "recognise_constructs",
}


def recogniser_for(setup: Setup) -> Recogniser:
    """The eye for this match's game."""
    module = importlib.import_module(f"referee.live.{MODULES[setup.game]}")
    return cast(Recogniser, module.Eye(setup))


def grid_of(setup: Setup) -> Grid | None:
    """The hexes or squares laid over the studs; None where studs themselves are measured."""
    laid = setup.grid
    if laid.kind == "studs":
        return None
    return Grid(laid.kind, laid.size, laid.columns, laid.rows, laid.origin, laid.turned)


def is_figure(setup: Setup, entry: Entry) -> bool:
    """Is this model a minifig?"""
    if setup.game == "constructs":
        return "devices" not in entry.sheet
    return setup.game == "minifigs" or bool(entry.sheet.get("minifig", False))


def words_of(claim: Any) -> str:
    """A claim in words: its kind and what it names."""
    fields = (getattr(claim, name) for name in claim.__dataclass_fields__ if name != "player")
    named = " ".join(_word(value) for value in fields if value not in (None, "", (), False))
    return f"{claim.player}: {type(claim).__name__} {named}".strip()


def _word(value: Any) -> str:
    return value.text() if isinstance(value, Measured) else str(value)
