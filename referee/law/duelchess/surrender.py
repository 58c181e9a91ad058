"""A duel in which somebody on turn has one piece left -> is it lost whatever she does (DC-15)?

"Lost" is said only when it is certain: in every end of her turn that she can reach, the other can
destroy the piece in the next turn even with the lowest P-roll, by one piece that walks up and strikes
or by several that strike from where they stand. A search that grows too large says no.
"""

from dataclasses import replace

from referee.law.duelchess.board import carry_out, damage, hazard_damage, moves, targets
from referee.law.duelchess.state import Cell, Duelist, State

LOWEST_ROLL = 20  # two ones times ten
MOST_STATES = 600  # of one turn; beyond, nothing is certain


def is_lost(state: State) -> bool:
    """Must whoever is on turn surrender?"""
    player = state.players[state.turn].name
    if not state.settings.mandatory_surrender or len(state.team(player)) != 1 or state.time_called:
        return False
    seen = {_key(state)}
    edge = [state]
    while edge:
        here = edge.pop()
        mine = here.team(player)
        if mine and not can_destroy(here, mine[0]):
            return False
        for after in _acts(here, mine):
            if not any(piece.owner != player and not piece.destroyed for piece in after.pieces):
                return False
            if _key(after) not in seen:
                seen.add(_key(after))
                edge.append(after)
        if len(seen) > MOST_STATES:
            return False
    return True


def _acts(state: State, mine: tuple[Duelist, ...]) -> list[State]:
    """The states one act further; none without the Power for it."""
    if not mine or mine[0].value > state.power[state.turn]:
        return []
    piece = mine[0]
    assert piece.cell is not None
    found = []
    for to in (None, *moves(state, piece)):
        for target in ([] if to is None else [None]) + targets(state, piece, to or piece.cell):
            found.append(carry_out(state, piece, to, target)[0])
    return found


def can_destroy(state: State, prey: Duelist) -> bool:
    """Can the other side surely destroy `prey` in its next turn?"""
    other = 1 - state.turn
    name = state.players[other].name
    fallen = sum(piece.destroyed and piece.owner == name for piece in state.pieces)
    power = state.power[other] + LOWEST_ROLL + 20 * fallen
    hunters = state.team(name)
    alone = [_cost_alone(state, hunter, prey, power) for hunter in hunters]
    return min([*alone, _cost_standing(state, hunters, prey, power)]) <= power


def _cost_alone(state: State, hunter: Duelist, prey: Duelist, power: int) -> int:
    """What one piece pays to walk up and strike until `prey` falls; more than `power` where it can't."""
    never = power + 1
    if hunter.cell is None or prey.cell is None or hunter.value <= 0:
        return never
    most = 2 * (hunter.attack + 2 * state.settings.place_bonus)  # a blow is never worth more
    acts = power // hunter.value - prey.health // most
    seen = {hunter.cell}
    edge: list[Cell] = [hunter.cell]
    for step in range(acts + 1):
        for cell in edge:
            if prey.name in targets(state, hunter, cell):
                dealt = int(damage(state, replace(hunter, cell=cell), prey).total)
                strikes = -(-prey.health // dealt) if dealt > 0 else never
                return (max(step, 1) + strikes - 1) * hunter.value
        reached = {to for cell in edge for to in moves(state, hunter, cell)} - seen
        edge = sorted(to for to in reached if not hazard_damage(state.settings, to))
        seen |= reached
    return never


def _cost_standing(state: State, hunters: tuple[Duelist, ...], prey: Duelist, power: int) -> int:
    """The least Power for strikes from where they stand that add up to the Health of `prey`."""
    blows = [
        (hunter.value, int(damage(state, hunter, prey).total))
        for hunter in hunters
        if hunter.cell is not None and hunter.value > 0 and prey.name in targets(state, hunter, hunter.cell)
    ]
    least = [0] + [power + 1] * prey.health
    for health in range(1, prey.health + 1):
        for price, dealt in blows:
            if dealt > 0:
                least[health] = min(least[health], least[max(health - dealt, 0)] + price)
    return least[prey.health]


def _key(state: State) -> tuple[object, ...]:
    return (*((piece.cell, piece.health) for piece in state.pieces), state.power[state.turn])
