"""Momentum as virtual players play it: take a turn, move, strike, grapple, reel; and cheat at it."""

from collections.abc import Mapping
from typing import Any

from referee.law import momentum as law
from referee.law.game import Standing
from referee.law.momentum.claims import Attack, MomentumClaim, Move, Reel, Take
from referee.law.momentum.state import Body, State
from referee.law.setup import Setup
from referee.measure.hexes import NEIGHBOURS, distance
from referee.players.crew import Makes
from referee.players.deeds import Carry, Cheat, Deed
from referee.players.look import Cell, Look, roll
from referee.players.tray import nudge
from referee.show import Say

FIGHTS = 0.7  # the share of chances to attack that are taken


class Play:
    """How momentum is played."""

    def __init__(self, setup: Setup) -> None:
        self._names = {entry.name for entry in setup.models}

    def legal(self, state: State, look: Look) -> Deed | None:
        """What the law allows, into hexes where there is room."""
        due = law.due(state)
        if due is None:
            return None
        if due.dice:
            return roll(look, due.dice)
        claims = list(law.legal_claims(state))
        if not claims:
            return None
        claim = _chosen(state, claims, look)
        if isinstance(claim, Move) and look.cell_of(claim.object) != claim.to:
            words = f"{claim.object} moves to {claim.to}"
            return Deed(words, (look.carry_to_cell(claim.object, claim.to),))
        return Deed(f"{claim.player}: {type(claim).__name__}", (), (Say(claim),))

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Every object of the match file; a chain's links are kept on paper."""
        return tuple(standing for standing in law.visible(state) if standing.model in self._names)

    def cheats(self, state: State, look: Look) -> Mapping[Cheat, Makes]:
        """What could be tried now."""
        due = law.due(state)
        if due is None or state.phase == "turn" or not due.models:
            return {}
        mine = [b for b in state.alive if b.owner == due.player and b.name != due.models[0]]
        theirs = [b for b in state.alive if b.owner != due.player]
        found: dict[Cheat, Makes] = {Cheat.OUT_OF_TURN: lambda: _strays(state, look, theirs)}
        if look.scene.dice and state.phase != "roll":
            found[Cheat.DIE_NUDGED] = lambda: nudge(look)
        if state.phase != "act" or state.moved:
            return found
        body = state.body(state.current)
        ends = _ends(state)
        if not ends:
            return found
        found[Cheat.WRONG_MODEL] = lambda: _strays(state, look, mine, Cheat.WRONG_MODEL)
        found[Cheat.A_LITTLE_TOO_FAR] = lambda: _beyond(state, look, body.name, ends)
        found[Cheat.TOO_FAR] = lambda: _elsewhere(state, look, body, ends, 3, Cheat.TOO_FAR)
        found[Cheat.WRONG_CELL] = lambda: _elsewhere(state, look, body, ends, 1, Cheat.WRONG_CELL)
        found[Cheat.ANOTHER_TOO] = lambda: _another_too(state, look, body.name, ends)
        return found


def _chosen(state: State, claims: list[MomentumClaim], look: Look) -> MomentumClaim:
    reels = [c for c in claims if isinstance(c, Reel)]
    if reels:
        return min(reels, key=lambda reel: len(reel.links))
    fights = [c for c in claims if isinstance(c, Attack)]
    if fights and look.rng.random() < FIGHTS:
        return fights[look.one_of(fights)]
    open_to = _free(state, look)
    takes = [c for c in claims if isinstance(c, Take)]
    if takes:  # look ahead: a turn that ends where there is room
        look.rng.shuffle(takes)
        return next((c for c in takes if set(_ends(law.apply(state, c)[0])) & set(open_to)), takes[0])
    moves = [c for c in claims if isinstance(c, Move)]
    if moves:
        roomy = [c for c in moves if c.to in open_to or c.to == look.cell_of(c.object)]
        claims = list(roomy or moves)
    return claims[look.one_of(claims)]


def _ends(state: State) -> list[Cell]:
    """The hexes in which the current movement may end."""
    return [claim.to for claim in law.legal_claims(state) if isinstance(claim, Move)]


def _free(state: State, look: Look) -> list[Cell]:
    held = {body.cell for body in state.alive}
    return [cell for cell in look.grid.cells() if cell not in held]


def _strays(state: State, look: Look, bodies: list[Body], cheat: Cheat = Cheat.OUT_OF_TURN) -> Deed | None:
    """An object that is not to move is moved a hex or two."""
    if not bodies:
        return None
    body = bodies[look.one_of(bodies)]
    here = look.cell_of(body.name)
    near = [cell for cell in _free(state, look) if 1 <= distance(here, cell) <= 2]
    return _goes(look, body.name, near, cheat)


def _goes(look: Look, name: str, cells: list[Cell], cheat: Cheat) -> Deed | None:
    if not cells:
        return None
    cell = cells[look.one_of(cells)]
    return Deed(f"{name} goes to {cell}", (look.carry_to_cell(name, cell),), (), cheat)


def _beyond(state: State, look: Look, name: str, ends: list[Cell]) -> Deed | None:
    """Just over the border of a hex in which it may end, into one in which it may not."""
    open_to = set(_free(state, look)) - set(ends)
    borders = [
        (home, cell)
        for home in ends
        for dq, dr in NEIGHBOURS
        if (cell := (home[0] + dq, home[1] + dr)) in open_to
    ]
    carry = look.carry_beyond(name, borders)
    if carry is None:
        return None
    placed = look.grid.place(carry.to)
    cell, past = placed.cell, placed.to_border
    return Deed(f"{name} goes just into {cell}", (carry,), (), Cheat.A_LITTLE_TOO_FAR, beyond=past)


def _elsewhere(
    state: State, look: Look, body: Body, ends: list[Cell], beyond: int, cheat: Cheat
) -> Deed | None:
    """A hex in which the movement may not end: near its Speed, or well beyond it."""
    here: Any = body.cell
    cells = [cell for cell in _free(state, look) if cell not in ends]
    if cheat is Cheat.TOO_FAR:
        cells = [cell for cell in cells if distance(here, cell) >= body.speed + beyond]
    else:
        cells = [cell for cell in cells if 1 <= distance(here, cell) <= max(body.speed, beyond)]
    return _goes(look, body.name, cells, cheat)


def _another_too(state: State, look: Look, name: str, ends: list[Cell]) -> Deed | None:
    """A lawful move, and somebody else is pushed to another hex by the way."""
    lawful = [cell for cell in ends if cell in _free(state, look)]
    second = _strays(state, look, [body for body in state.alive if body.name != name])
    if not lawful or second is None:
        return None
    cell, shifted = lawful[look.one_of(lawful)], second.hands[0]
    assert isinstance(shifted, Carry)
    if look.grid.place(shifted.to).cell == cell:
        return None
    words = f"{name} moves to {cell} and {shifted.model} is pushed"
    return Deed(words, (look.carry_to_cell(name, cell), shifted), (), Cheat.ANOTHER_TOO)
