"""MechaTon as virtual players play it: aim, roll, assign, move, fight, lose things; and cheat at it."""

from collections.abc import Mapping
from typing import Any

from referee.law import mechaton as law
from referee.law.game import Standing
from referee.law.mechaton.claims import Aim, Assign, Attack, Lose, MechClaim, Move
from referee.law.mechaton.ground import band_of, reachable
from referee.law.mechaton.state import State
from referee.law.mechaton.turn import may_move
from referee.law.setup import Setup
from referee.measure.hexes import NEIGHBOURS, distance
from referee.players.crew import Makes
from referee.players.deeds import Carry, Cheat, Deed, TakeOff
from referee.players.look import Cell, Look, roll
from referee.players.tray import nudge
from referee.show import Say

FIGHTS = 0.9  # the share of chances to attack that are taken


class Play:
    """How MechaTon is played."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup

    def legal(self, state: State, look: Look) -> Deed | None:
        """What the law allows, chosen so that there is a fight."""
        due = law.due(state)
        if due is None:
            return None
        if due.dice:
            return roll(look, due.dice)
        claims = list(law.legal_claims(state))
        if not claims:
            return None
        return _done(look, _chosen(state, claims, look))

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Everything stands where the state has it."""
        return law.visible(state)

    def cheats(self, state: State, look: Look) -> Mapping[Cheat, Makes]:
        """What could be tried now."""
        due = law.due(state)
        if due is None or not due.models:
            return {}
        name = due.models[0]
        owner = state.mech(name).owner
        others = [m for m in state.alive if m.name != name and m.cell is not None]
        found: dict[Cheat, Makes] = {
            Cheat.OUT_OF_TURN: lambda: _strays(state, look, [m.name for m in others if m.owner != owner])
        }
        moving = state.phase == "act" and may_move(_action(state, name))
        if moving:
            found[Cheat.WRONG_MODEL] = lambda: _strays(
                state, look, [m.name for m in others if m.owner == owner], Cheat.WRONG_MODEL
            )
            found[Cheat.A_LITTLE_TOO_FAR] = lambda: _beyond(state, look, name)
            found[Cheat.TOO_FAR] = lambda: _too_far(state, look, name)
            found[Cheat.TAKEN] = lambda: _onto_building(state, look, name)
            found[Cheat.ANOTHER_TOO] = lambda: _another_too(state, look, name)
        if look.scene.dice and state.phase == "assign":
            found[Cheat.DIE_NUDGED] = lambda: nudge(look)
        if state.phase == "lose":
            found[Cheat.PIECE_KEPT] = lambda: _keeps(state, look)
            found[Cheat.SECOND_PIECE] = lambda: _second(state, look)
        return found


def _action(state: State, name: str) -> Any:
    return state.mech(name).action


def _chosen(state: State, claims: list[MechClaim], look: Look) -> MechClaim:
    if state.phase == "assign":
        return max(claims, key=lambda claim: (_dice_given(claim), float(look.rng.random())))
    if state.phase == "aim":
        good = [c for c in claims if isinstance(c, Aim) and _in_band(state, c)]
        claims = good or claims  # type: ignore[assignment]
    fights = [c for c in claims if isinstance(c, Attack)]
    if fights and look.rng.random() < FIGHTS:
        return fights[0]
    return claims[look.one_of(claims)]


def _dice_given(claim: MechClaim) -> int:
    assert isinstance(claim, Assign)
    given = [die.value for die in (claim.move, claim.attack, claim.shield) if die is not None]
    return 10 * len(given) + sum(given)


def _in_band(state: State, claim: Aim) -> bool:
    """Would she be in the range she expects if nobody moved?"""
    if claim.target is None:
        return False
    here, there = state.mech(claim.mech).cell, state.mech(claim.target).cell
    return here is not None and there is not None and band_of(state.settings, here, there) == claim.band


def _done(look: Look, claim: MechClaim) -> Deed:
    """A claim as it is done at a table: moves by hand alone, losses by hand and word, the rest by word."""
    if isinstance(claim, Move) and look.cell_of(claim.mech) != claim.to:
        return Deed(f"{claim.mech} moves to {claim.to}", (look.carry_to_cell(claim.mech, claim.to),))
    if isinstance(claim, Lose):
        words = f"{claim.mech} loses {claim.thing}"
        return Deed(words, (TakeOff(claim.mech, claim.thing),), (Say(claim),))
    return Deed(f"{claim.player}: {type(claim).__name__}", (), (Say(claim),))


def _free(state: State, look: Look) -> list[Cell]:
    """Hexes with nobody and nothing in them."""
    held = {mech.cell for mech in state.alive} | state.ground.hard | state.ground.soft
    return [cell for cell in look.grid.cells() if cell not in held]


def _strays(state: State, look: Look, names: list[str], cheat: Cheat = Cheat.OUT_OF_TURN) -> Deed | None:
    """One of several mechs that are not to move is moved a hex or two."""
    if not names:
        return None
    name = names[look.one_of(names)]
    here = look.cell_of(name)
    near = [cell for cell in _free(state, look) if 1 <= distance(here, cell) <= 2]
    if not near:
        return None
    cell = near[look.one_of(near)]
    return Deed(f"{name} strays to {cell}", (look.carry_to_cell(name, cell),), (), cheat)


def _beyond(state: State, look: Look, name: str) -> Deed | None:
    """Just over the border into a hex that she can't reach."""
    ways = reachable(state, name, _action(state, name).move)
    open_to = _free(state, look)
    borders = [
        (home, cell)
        for home in ways
        for dq, dr in NEIGHBOURS
        if (cell := (home[0] + dq, home[1] + dr)) in open_to and cell not in ways
    ]
    carry = look.carry_beyond(name, borders)
    if carry is None:
        return None
    placed = look.grid.place(carry.to)
    cell, past = placed.cell, placed.to_border
    return Deed(f"{name} goes just into {cell}", (carry,), (), Cheat.A_LITTLE_TOO_FAR, beyond=past)


def _too_far(state: State, look: Look, name: str) -> Deed | None:
    ways = reachable(state, name, _action(state, name).move)
    far = [cell for cell in _free(state, look) if cell not in ways]
    if not far:
        return None
    cell = far[look.one_of(far)]
    return Deed(f"{name} runs to {cell}", (look.carry_to_cell(name, cell),), (), Cheat.TOO_FAR)


def _onto_building(state: State, look: Look, name: str) -> Deed | None:
    tops = sorted(state.ground.hard)
    if not tops:
        return None
    cell = tops[look.one_of(tops)]
    if not look.clear(name, look.grid.middle(cell), 3.0):
        return None
    return Deed(f"{name} climbs onto {cell}", (look.carry_to_cell(name, cell),), (), Cheat.TAKEN)


def _another_too(state: State, look: Look, name: str) -> Deed | None:
    """A lawful move, and somebody else is pushed to another hex by the way."""
    ways = [cell for cell in reachable(state, name, _action(state, name).move) if cell != look.cell_of(name)]
    others = [m.name for m in state.alive if m.name != name]
    second = _strays(state, look, others)
    if not ways or second is None:
        return None
    cell = ways[look.one_of(ways)]
    shifted = second.hands[0]
    assert isinstance(shifted, Carry)
    pushed = look.grid.place(shifted.to).cell
    after = law.apply(state, Move(state.mech(name).owner, name, cell))[0]
    if pushed == cell or Move(state.mech(shifted.model).owner, shifted.model, pushed) in law.legal_claims(
        after
    ):
        return None  # it would only be the next player's lawful move
    words = f"{name} moves to {cell} and {shifted.model} is pushed"
    return Deed(words, (look.carry_to_cell(name, cell), shifted), (), Cheat.ANOTHER_TOO)


def _keeps(state: State, look: Look) -> Deed | None:
    claims = list(law.legal_claims(state))
    claim = claims[look.one_of(claims)]
    return Deed("says what is lost and leaves it on", (), (Say(claim),), Cheat.PIECE_KEPT)


def _second(state: State, look: Look) -> Deed | None:
    """The lost thing is taken off, and one of another mech's with it."""
    claims = [claim for claim in law.legal_claims(state) if isinstance(claim, Lose)]
    claim = claims[look.one_of(claims)]
    owed = law.legal_claims(law.apply(state, claim)[0])  # one that is to be lost next would be no cheat
    lawful = {(lost.mech, lost.thing) for lost in (claim, *owed) if isinstance(lost, Lose)}
    victims = [
        (mech.name, thing.name)
        for mech in state.alive
        for thing in mech.things
        if (mech.name, thing.name) not in lawful and thing.name in look.pieces_on(mech.name)
    ]
    if not victims:
        return None
    mech, thing = victims[look.one_of(victims)]
    works = (TakeOff(claim.mech, claim.thing), TakeOff(mech, thing))
    return Deed(
        f"loses {claim.thing}, and {mech}'s {thing} goes too", works, (Say(claim),), Cheat.SECOND_PIECE
    )
