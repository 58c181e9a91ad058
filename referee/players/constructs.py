"""A match with constructs as virtual players play it: drive, fire, walk, lose pieces; and cheat at it."""

import math
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from referee.law import constructs as law
from referee.law.constructs.claims import Drive, Fire, Pick
from referee.law.constructs.motion import distance
from referee.law.constructs.state import Construct, State
from referee.law.game import Standing
from referee.law.measured import Measured
from referee.law.setup import Setup
from referee.measure.walls import stepping
from referee.measure.ways import least_way
from referee.players.crew import Makes
from referee.players.deeds import Carry, Cheat, Deed, HandWork, Point, TakeAway, TakeOff
from referee.players.look import BEYOND, Look, heights_of
from referee.players.minifigs import Play as FigurePlay
from referee.players.stage import piece_names
from referee.show import Say

ROOM = 8.0  # studs between a construct's middle and any other model's
REACH = 3  # studs around its middle that must be level and on the board
DRIVES = 0.6  # the share of chances to drive that are taken
TRIES = 400
NOWHERE = Measured(0.0)


class Play(FigurePlay):
    """How a match with constructs is played."""

    law: ClassVar[Any] = law

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._pieces = {entry.name: piece_names(entry) for entry in setup.models}  # those that show

    def legal(self, state: State, look: Look) -> Deed | None:  # type: ignore[override]
        """Pick what is hit, fire, drive; else what figures do."""
        if state.hits:
            return self._picks(state, self._a_pick(state, look))
        if not state.busy:
            deed = self._fires(state, look) or (_drives(state, look) if look.rng.random() < DRIVES else None)
            if deed is not None:
                return deed
        return super().legal(state, look)

    def standings(self, state: State) -> tuple[Standing, ...]:  # type: ignore[override]
        """Without those aboard or loaded, who are part of what carries them."""
        aboard = {rider.figure for c in state.constructs for rider in c.riders}
        aboard |= {c.name for c in state.constructs if c.carrier is not None}
        return tuple(standing for standing in law.visible(state) if standing.model not in aboard)

    def cheats(self, state: State, look: Look) -> Mapping[Cheat, Makes]:  # type: ignore[override]
        """What figures could try, and what can be tried with constructs."""
        if state.hits:
            claim = self._a_pick(state, look)
            if not self._lost(state, claim):
                return {}
            return {
                Cheat.PIECE_KEPT: lambda: _keeps(claim),
                Cheat.SECOND_PIECE: lambda: self._second_of(state, look, claim),
            }
        found = dict(super().cheats(state, look))
        if state.busy and state.shot is None:  # coins are in the air: whoever moves now does so out of turn
            return {Cheat.OUT_OF_TURN: found[Cheat.OUT_OF_TURN]} if Cheat.OUT_OF_TURN in found else {}
        if state.busy:
            return found
        able = [(c, limit) for c in _standing(state, look) if (limit := _limit(state, c)) > 0]
        theirs = [c for c in _standing(state, look) if c.owner != state.player]
        if theirs and look.rng.random() < 0.5:
            found[Cheat.OUT_OF_TURN] = lambda: _strays(look, theirs)
        if able:
            construct, limit = able[look.one_of(able)]
            walk = found.get(Cheat.A_LITTLE_TOO_FAR)
            found[Cheat.A_LITTLE_TOO_FAR] = lambda: (
                _a_little_beyond(look, construct, limit) or (walk() if walk else None)
            )
            found[Cheat.TOO_FAR] = lambda: _far_beyond(look, construct, limit)
            if theirs:
                found[Cheat.ANOTHER_TOO] = lambda: _another_too(state, look, theirs)
        return found

    def _fires(self, state: State, look: Look) -> Deed | None:
        shots = [c.claim for c in look.shown.choices if isinstance(c.claim, Fire)]
        shots = [claim for claim in shots if law.apply(state, claim)[1].legal]
        if not shots or look.rng.random() > 0.5:
            return None
        claim = shots[look.one_of(shots)]
        return Deed(f"{claim.model} fires at {claim.target}", (), (Say(claim),))

    # --- losing pieces

    def _a_pick(self, state: State, look: Look) -> Pick:
        claims = [claim for claim in law.legal_claims(state) if isinstance(claim, Pick)]
        showing = [claim for claim in claims if self._lost(state, claim)]  # what is seen to go, first
        some = showing or claims
        return some[look.one_of(some)]

    def _lost(self, state: State, claim: Pick) -> tuple[HandWork, ...]:
        """What must be taken off the table if `claim` stands."""
        name = state.hits[0].target
        before, after = state.construct(name), law.apply(state, claim)[0].construct(name)
        assert before is not None
        if after is None:
            return (TakeAway(name),)
        gone = before.left - after.left
        return tuple(TakeOff(name, piece) for piece in self._pieces[name] if piece in gone)

    def _picks(self, state: State, claim: Pick) -> Deed:
        return Deed(f"the hit takes {claim.piece}", self._lost(state, claim), (Say(claim),))

    def _second_of(self, state: State, look: Look, claim: Pick) -> Deed | None:
        """The lost piece is taken off, and one of another construct's with it."""
        target = state.hits[0].target
        others = [
            TakeOff(c.name, piece)
            for c in _standing(state, look)
            if c.name != target
            for piece in self._pieces[c.name]
            if piece in c.left
        ]
        if not others:
            return None
        works = (*self._lost(state, claim), others[look.one_of(others)])
        return Deed(f"loses {claim.piece}, and another too", works, (Say(claim),), Cheat.SECOND_PIECE)


# --- driving


def _standing(state: State, look: Look) -> list[Construct]:
    names = {model.name for model in look.scene.models}
    return [c for c in state.constructs if c.left and c.name in names]


def _limit(state: State, construct: Construct) -> float:
    """How far it may drive now with all the push it can get; 0: not at all."""
    for through in range(len(construct.fresh("land mobility")), 0, -1):
        claim = Drive(state.player, construct.name, construct.at, NOWHERE, through)
        if law.apply(state, claim)[1].legal:
            return distance(construct, through, "CN-11").total
    return 0.0


class _Roads:
    """What a construct's ways cost, by a player's ruler, and where it could be put down."""

    def __init__(self, look: Look, construct: Construct) -> None:
        self._look, self._name = look, construct.name
        model = look.model(construct.name)
        self.start = (model.x, model.y)
        self._tops = heights_of(look.scene)
        wheels = len(construct.has("land mobility"))
        self._walls = stepping(self._tops, wheels / 2, wheels)

    def cost(self, at: Point) -> float:
        way = least_way(self._walls, self.start, at)
        return math.inf if way is None else way.cost

    def somewhere(self, near: float, far: float, low: float, high: float) -> tuple[Point, float] | None:
        """A level place whose way costs between `low` and `high`, straight distance `near` to `far`."""
        rng, board = self._look.rng, self._look.scene.board
        for _ in range(TRIES):
            length, angle = rng.uniform(near, far), rng.uniform(0, 2 * np.pi)
            meant = (self.start[0] + length * math.cos(angle), self.start[1] + length * math.sin(angle))
            at = self._look.put_down(self._look.model(self._name), meant)
            r, c = int(at[1]), int(at[0])
            if not (REACH < c < board.cols - REACH and REACH < r < board.rows - REACH):
                continue
            under = self._tops[r - REACH : r + REACH + 1, c - REACH : c + REACH + 1]
            if under.any() or not self._look.clear(self._name, at, ROOM):
                continue
            cost = self.cost(at)
            if low < cost <= high:
                return at, cost
        return None


def _drives(state: State, look: Look) -> Deed | None:
    able = [(c, limit) for c in _standing(state, look) if (limit := _limit(state, c)) > 3.0]
    if not able:
        return None
    construct, limit = able[look.one_of(able)]
    found = _Roads(look, construct).somewhere(3.0, min(limit, 20.0), 0.0, limit - 0.5)
    if found is None:
        return None
    return Deed(f"{construct.name} drives", (Carry(construct.name, found[0]),))


def _a_little_beyond(look: Look, construct: Construct, limit: float) -> Deed | None:
    low, high = (limit + times * look.error(look.model(construct.name)) for times in BEYOND)
    roads = _Roads(look, construct)
    found = roads.somewhere(low, high, low, high)
    if found is None:
        return None
    words = f"{construct.name} drives a little too far"
    carry = Carry(construct.name, found[0])
    return Deed(words, (carry,), (), Cheat.A_LITTLE_TOO_FAR, beyond=found[1] - limit)


def _far_beyond(look: Look, construct: Construct, limit: float) -> Deed | None:
    found = _Roads(look, construct).somewhere(limit + 2.0, limit + 12.0, limit + 2.0, math.inf)
    if found is None:
        return None
    carry = Carry(construct.name, found[0])
    return Deed(f"{construct.name} drives too far", (carry,), (), Cheat.TOO_FAR, beyond=found[1] - limit)


def _strays(look: Look, constructs: list[Construct]) -> Deed | None:
    construct = constructs[look.one_of(constructs)]
    found = _Roads(look, construct).somewhere(2.0, 6.0, 0.0, 9.0)
    if found is None:
        return None
    return Deed(f"{construct.name} strays", (Carry(construct.name, found[0]),), (), Cheat.OUT_OF_TURN)


def _another_too(state: State, look: Look, theirs: list[Construct]) -> Deed | None:
    drive, stray = _drives(state, look), _strays(look, theirs)
    if drive is None or stray is None:
        return None
    first, second = drive.hands[0], stray.hands[0]
    assert isinstance(first, Carry)
    assert isinstance(second, Carry)
    if math.dist(first.to, second.to) < ROOM:
        return None
    words = f"{first.model} drives and {second.model} is pushed"
    return Deed(words, (first, second), (), Cheat.ANOTHER_TOO)


def _keeps(claim: Pick) -> Deed | None:
    return Deed(f"loses {claim.piece} and leaves it on", (), (Say(claim),), Cheat.PIECE_KEPT)
