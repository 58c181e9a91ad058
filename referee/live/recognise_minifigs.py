"""Minifigs on the table: figures seen elsewhere or short of a piece -> measured moves, and hits taken."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from referee.law import minifigs
from referee.law.arithmetic import number
from referee.law.dice import Roll
from referee.law.game import Standing
from referee.law.measured import Measured
from referee.law.minifigs.acts import choices as exposed_choices
from referee.law.minifigs.acts import reach_now
from referee.law.minifigs.sheet import flies, passes_figures, pieces
from referee.law.minifigs.state import Allot, Attack, Drop, EndTurn, Figure, Move, PickUp, Reassemble, State
from referee.law.ruling import Ruling, Verdict
from referee.law.setup import Setup
from referee.live.compare import Difference, Worn
from referee.live.measuring import ground, occupied, walked
from referee.live.recognise import Facts, ModelFacts, Point, Possible, TableNow
from referee.live.sighting import Body
from referee.measure.bodies import Body as Solid
from referee.measure.bodies import figure_body
from referee.measure.reach import gap
from referee.measure.sight import sight
from referee.measure.walls import PLATE_STUDS, climbing
from referee.measure.ways import Way, flight, reach_map, way_length
from referee.show import Choice, SightShown, WayShown

MinifigClaim = Move | Attack | Allot | PickUp | Drop | Reassemble | EndTurn
PIECES = {"hat": "headgear", "head": "head"}  # what the camera tells apart -> a piece's part


class Eye:
    """The minifigs' Recogniser; `law` is that of the game it looks for."""

    law: ClassVar[Any] = minifigs

    def __init__(self, setup: Setup) -> None:
        """Nothing of the match file matters beyond the state."""

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Places in studs; a figure may face anywhere."""
        found: tuple[Standing, ...] = self.law.visible(state)
        return found

    def worn(self, state: State) -> Mapping[str, Worn]:
        """Heads and headgear that are left; hair and hats that are no armour don't matter."""
        found = {}
        for figure in state.figures:
            armoured = any(piece.part == "headgear" for piece in pieces(figure.sheet))
            head = figure.body.has("head")
            hat = figure.body.has("headgear") if armoured and head else None
            found[figure.name] = Worn(head=head, hat=hat)
        return found

    def possible(self, state: State, difference: Difference, table: TableNow) -> tuple[Possible, ...]:
        """Seen elsewhere: a move with its way. Short of a piece while a hit is to be allotted: that."""
        figure, body = state.figure(difference.model), difference.body
        if figure is None or body is None or not figure.alive:
            return ()
        if difference.kind == "piece taken":
            return self._allotted(state, figure, difference)
        if difference.kind != "misplaced":
            return ()
        others = [other for name, other in table.seen.items() if name != figure.name]
        way, length = self._way(figure, body, table, others)
        level, flat = footing(body, table)
        claim = Move(figure.owner, figure.name, body.at, length, level, flat)
        points = way.points if way else (figure.at, body.at)
        shown = WayShown(figure.name, points, length, reach_now(figure).total)
        return (Possible(f"{figure.name} moves {length.text()} studs", claim, shown),)

    def _way(
        self, figure: Figure, body: Body, table: TableNow, others: list[Body]
    ) -> tuple[Way | None, Measured]:
        stood = table.stood.get(figure.name)
        start = stood.at if stood else figure.at
        sigmas = (stood.error if stood else 0.0, body.error)
        level, _ = footing(body, table)
        if flies(figure.sheet):
            way = flight(start, body.at, PLATE_STUDS * (level - figure.level))
            return way, way_length(way, *sigmas)
        past = [] if passes_figures(figure.sheet) else others
        return walked(table.heights, start, body.at, sigmas, past)

    def _allotted(self, state: State, figure: Figure, difference: Difference) -> tuple[Possible, ...]:
        shot = state.shot
        if shot is None or not shot.damage or shot.target != figure.name:
            return ()
        part = PIECES.get(difference.piece)
        hit = next((piece for piece in exposed_choices(state) if piece.part == part), None)
        if hit is None:
            return ()
        return (Possible(f"{figure.name}'s {hit.name} takes the hit", Allot(figure.owner, hit.name)),)

    def choices(self, state: State, table: TableNow) -> tuple[Choice, ...]:
        """Everything that is said and not done by hand, attacks measured; what can't stand is not offered."""
        shot = state.shot
        if self.law.outcome(state) or (shot and not shot.damage):
            return ()
        found = []
        for claim in self.law.legal_claims(state):
            if isinstance(claim, (Move, Roll)):
                continue  # done by hand, and by the tower
            real = self.measured(state, claim, table)
            if self.law.apply(state, real)[1].verdict is not Verdict.ILLEGAL:
                found.append(Choice(self.label(state, real), real, _models(real)))
        return tuple(found)

    def label(self, state: State, claim: MinifigClaim) -> str:
        """A claim as a button says it."""
        if isinstance(claim, Attack):
            return f"{claim.model} attacks {claim.target} with {claim.weapon}, {claim.gap.text()} away"
        if isinstance(claim, Allot):
            target = state.shot.target if state.shot else ""
            return f"{target}'s {claim.piece} takes the hit"
        if isinstance(claim, PickUp):
            return f"{claim.model} picks up {claim.thing}"
        if isinstance(claim, Drop):
            return f"{claim.model} drops {claim.thing}"
        if isinstance(claim, Reassemble):
            return f"{claim.model} puts {' and '.join(claim.things)} onto {claim.onto}"
        return "end the turn"

    def measured(self, state: State, claim: MinifigClaim, table: TableNow) -> MinifigClaim:
        """An attack with the gap and the line of sight as they are on the table."""
        if not isinstance(claim, Attack):
            return claim
        solids = self._solids(state, table)
        attacker, target = solids.get(claim.model), solids.get(claim.target)
        if attacker is None or target is None:
            return replace(claim, seen=False)
        others = [solid for name, solid in solids.items() if name not in (claim.model, claim.target)]
        seen = sight(ground(table.heights), attacker, target, others)
        return replace(claim, gap=gap(attacker, target), seen=seen.verdict(state.doubt) is Verdict.LEGAL)

    def _solids(self, state: State, table: TableNow) -> dict[str, Solid]:
        found = {}
        for figure in state.figures:
            body = table.seen.get(figure.name)
            if not figure.alive:
                continue
            parts = [part for part in ("legs", "torso", "head") if figure.body.has(part)]
            facing = 90.0 if body is None or body.facing is None else body.facing
            sigma = body.error if body else 0.0
            found[figure.name] = figure_body(figure.name, figure.at, figure.level, facing, parts, sigma)
        return found

    def clearer(self, claim: MinifigClaim, ruling: Ruling) -> tuple[Possible, ...]:
        """Too close to call: the players may let the lower end of the measure count."""
        if isinstance(claim, Move):
            return (Possible("let it stand", replace(claim, length=_lowest(claim.length))),)
        if isinstance(claim, Attack):
            return (Possible("let it count", replace(claim, gap=_lowest(claim.gap))),)
        return ()

    def accepted(self, state: State, table: TableNow) -> State:
        """Every figure where it was seen."""
        for figure in state.figures:
            body = table.seen.get(figure.name)
            if body is not None and figure.alive:
                level, _ = footing(body, table)
                state = state.with_figure(replace(figure, at=body.at, level=level))
        return state

    def reach(self, state: State, model: str, table: TableNow) -> tuple[tuple[Point, ...], ...]:
        """Studs within its allowance, a row's neighbours joined."""
        figure = state.figure(model)
        if figure is None or not figure.alive or figure.moved or figure.rooted:
            return ()
        others = [body for name, body in table.seen.items() if name != model]
        shut = occupied((table.heights.shape[0], table.heights.shape[1]), others)
        costs = reach_map(climbing(ground(table.heights), shut), figure.at, reach_now(figure).total)
        polygons: list[tuple[Point, ...]] = []
        for row, within in enumerate(np.isfinite(costs)):
            edges = np.flatnonzero(np.diff(np.concatenate([[False], within, [False]]).astype(int)))
            for x0, x1 in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
                polygons.append(((x0, row), (x1, row), (x1, row + 1), (x0, row + 1)))
        return tuple(polygons)

    def sights(self, state: State, model: str, table: TableNow) -> tuple[SightShown, ...]:
        """To every enemy figure: free or not."""
        figure = state.figure(model)
        solids = self._solids(state, table)
        if figure is None or model not in solids:
            return ()
        found = []
        for other in state.figures:
            if other.owner == figure.owner or other.name not in solids:
                continue
            others = [solid for name, solid in solids.items() if name not in (model, other.name)]
            seen = sight(ground(table.heights), solids[model], solids[other.name], others)
            found.append(SightShown(figure.at, other.at, "none" if seen.seen else "hard"))
        return tuple(found)

    def facts(self, state: State) -> Facts:
        """Figures left a player; allowance, weapons and acts a figure."""
        scores = {
            player: f"figures left: {sum(f.alive and f.owner == player for f in state.figures)}"
            for player in state.players
        }
        models = {}
        for figure in state.figures:
            lost = tuple(p.name for p in pieces(figure.sheet) if p not in figure.body.pieces)
            weapons = ", ".join(thing.name for thing in figure.wielded) or "empty hands"
            stats = (
                f"may move {number(reach_now(figure).total)} studs",
                weapons,
                f"{figure.acts} of {state.settings.acts} acts done",
            )
            models[figure.name] = ModelFacts(lost, stats, not figure.alive)
        return Facts(scores, models)


def footing(body: Body, table: TableNow) -> tuple[int, bool]:
    """The level a figure stands on, and whether both its feet are at one level (MF-13)."""
    x, y = body.at
    along_x = body.facing is None or round(body.facing / 90) % 2 == 0
    feet = ((x, y - 0.5), (x, y + 0.5)) if along_x else ((x - 0.5, y), (x + 0.5, y))
    rows, columns = table.heights.shape
    under = [
        int(table.heights[min(max(math.floor(fy), 0), rows - 1), min(max(math.floor(fx), 0), columns - 1)])
        for fx, fy in feet
    ]
    known = [height for height in under if height >= 0]
    level = body.base if body.base is not None else max(known, default=0)
    return level, len(set(known)) <= 1


def _lowest(measured: Measured) -> Measured:
    return Measured(max(measured.value - measured.error, 0.0))


def _models(claim: MinifigClaim) -> tuple[str, ...]:
    if isinstance(claim, Attack):
        return claim.model, claim.target
    return (claim.model,) if isinstance(claim, (PickUp, Drop, Reassemble)) else ()
