"""Momentum on the table: objects seen in other hexes -> moves; Speed, Direction and attacks are said."""

import math
from collections.abc import Mapping
from dataclasses import replace

from referee.law import momentum as law
from referee.law.game import Standing
from referee.law.measured import Measured
from referee.law.momentum import turn
from referee.law.momentum.claims import Attack, MomentumClaim, Move, Pass, Release, Seize, Support, Take
from referee.law.momentum.state import Body, State
from referee.law.ruling import Ruling
from referee.law.setup import Setup
from referee.live.compare import Difference, Worn
from referee.live.recognise import Facts, ModelFacts, Point, Possible, TableNow, grid_of, words_of
from referee.measure.hexes import NEIGHBOURS
from referee.measure.ways import SIGMAS_95
from referee.show import Choice, SightShown


class Eye:
    """Momentum's Recogniser."""

    def __init__(self, setup: Setup) -> None:
        grid = grid_of(setup)
        assert grid is not None
        self._grid = grid
        self._models = {entry.name for entry in setup.models}

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Objects in their hexes; Direction is said, and links of a chain are no models of the match."""
        found = law.visible(state)
        return tuple(replace(each, facing=None) for each in found if each.model in self._models)

    def worn(self, state: State) -> Mapping[str, Worn]:
        """Objects lose Integrity, not pieces."""
        return {}

    def possible(self, state: State, difference: Difference, table: TableNow) -> tuple[Possible, ...]:
        """An object elsewhere has moved; its Elevation can't be seen, so any that leads there counts."""
        found, body = state.find(difference.model), difference.body
        if found is None or body is None or difference.kind != "misplaced":
            return ()
        placed = self._grid.place(body.at)
        error = SIGMAS_95 * body.error
        doubt = placed.beyond if placed.in_doubt(error) else None
        border = Measured(placed.to_border, error) if doubt else None
        claim = Move(found.owner, found.name, placed.cell, doubt=doubt, to_border=border)
        return (Possible(f"{found.name} to {placed.cell}", claim, table.straight(found.name, body)),)

    def choices(self, state: State, table: TableNow) -> tuple[Choice, ...]:
        """Everything that is said; moves are made by hand, but rising and sinking on the spot are said."""
        if state.phase in ("over", "roll"):
            return ()
        claims = [claim for claim in law.legal_claims(state) if not self._by_hand(state, claim)]
        due = law.due(state)
        asked = due.models if due else ()  # anybody may go next (MO-1): those who are asked come first
        claims.sort(key=lambda claim: not asked or not set(_models(claim)) & set(asked))
        return tuple(Choice(_label(claim), claim, _models(claim)) for claim in claims)

    def _by_hand(self, state: State, claim: MomentumClaim) -> bool:
        return isinstance(claim, Move) and claim.to != state.body(claim.object).cell

    def measured(self, state: State, claim: MomentumClaim, table: TableNow) -> MomentumClaim:
        """Hexes are counted, not measured."""
        return claim

    def clearer(self, claim: MomentumClaim, ruling: Ruling) -> tuple[Possible, ...]:
        """Which of two hexes."""
        if not isinstance(claim, Move) or claim.doubt is None:
            return ()
        return tuple(
            Possible(f"hex {cell}", replace(claim, to=cell, doubt=None, to_border=None))
            for cell in (claim.to, claim.doubt)
        )

    def accepted(self, state: State, table: TableNow) -> State:
        """Every object in the hex where it was seen."""
        for body in state.alive:
            seen = table.seen.get(body.name)
            if seen is not None:
                state = state.put(replace(body, cell=self._grid.place(seen.at).cell))
        return state

    def reach(self, state: State, model: str, table: TableNow) -> tuple[tuple[Point, ...], ...]:
        """Where the object on turn may end."""
        if state.phase != "act" or state.moved or state.current != model:
            return ()
        cells = dict.fromkeys((q, r) for q, r, _ in turn.destinations(state))
        return tuple(tuple(self._grid.outline(cell)) for cell in cells)

    def sights(self, state: State, model: str, table: TableNow) -> tuple[SightShown, ...]:
        """To every foe within its threat."""
        body = state.find(model)
        if body is None or body.cell is None:
            return ()
        return tuple(
            SightShown(self._grid.middle(body.cell), self._grid.middle(other.cell))
            for other in state.alive
            if other.cell is not None
            and state.foes(body, other)
            and state.apart(body.spot, other.spot) <= body.sheet.threat
        )

    def facts(self, state: State) -> Facts:
        """Integrity left a player; Speed, Direction and Elevation an object."""
        scores = {
            player.name: f"Integrity {sum(b.integrity for b in state.alive if b.owner == player.name)}"
            for player in state.players
        }
        models = {
            b.name: ModelFacts((), _stats(b), not b.alive, self._angle(b.direction)) for b in state.bodies
        }
        headings = tuple((str(side), self._angle(side)) for side in range(len(NEIGHBOURS)))
        return Facts(scores, models, headings=headings)

    def _angle(self, heading: int) -> float:
        """Degrees on the table of a hex side."""
        (ax, ay), (bx, by) = self._grid.middle((0, 0)), self._grid.middle(NEIGHBOURS[heading])
        return math.degrees(math.atan2(by - ay, bx - ax))


def _stats(body: Body) -> tuple[str, ...]:
    return (
        f"Speed {body.speed} of {body.sheet.max_speed}, Direction {body.direction}",
        f"Integrity {body.integrity} of {body.sheet.integrity}, Elevation {body.elevation}",
        f"Weight {body.sheet.weight}, RCT {body.rct}",
    )


def _models(claim: MomentumClaim) -> tuple[str, ...]:
    if isinstance(claim, (Attack, Seize, Release)):
        return claim.object, claim.target
    return (claim.object,) if isinstance(claim, (Take, Move, Pass, Support)) else ()


def _label(claim: MomentumClaim) -> str:
    if isinstance(claim, Take):
        return f"{claim.object}: Speed {claim.speed}, Direction {claim.direction}"
    if isinstance(claim, Attack):
        how = f" with {claim.weapon}" if claim.weapon else ""
        return f"{claim.object} {'grapples' if claim.grapple else 'attacks'} {claim.target}{how}"
    if isinstance(claim, Seize):
        return f"{claim.object} seizes {claim.target}"
    if isinstance(claim, Release):
        return f"{claim.object} lets {claim.target} go"
    if isinstance(claim, Support):
        return f"{claim.object} supports {claim.side} with {claim.weapon}"
    return f"{claim.object}: pass" if isinstance(claim, Pass) else words_of(claim)
