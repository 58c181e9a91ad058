"""Who holds whom -> who moves together, how fast and where to (MO-8, MO-9)."""

from collections.abc import Iterable
from dataclasses import replace

from referee.law.momentum.sheet import MOST_SPEED
from referee.law.momentum.state import Body, Cell, Grip, Spot, State
from referee.measure.hexes import HEADINGS, NEIGHBOURS, distance


def held(state: State, name: str) -> bool:
    """Does anything hold it?"""
    return any(grip.target == name for grip in state.grips)


def grapplers(state: State, name: str) -> list[Body]:
    """The objects that hold it themselves, not by a chain, in the order in which they took hold."""
    return [state.body(grip.grappler) for grip in state.grips if grip.target == name and grip.link is None]


def between(state: State, a: str, b: str) -> Grip | None:
    """The grip one of two has on the other."""
    return next((grip for grip in state.grips if {grip.grappler, grip.target} == {a, b}), None)


def may_grip(state: State, a: Body, b: Body) -> bool:
    """May `a` take hold of `b`? Not when it is held itself (house ruling) or one holds the other already."""
    return a.alive and b.alive and not held(state, a.name) and between(state, a.name, b.name) is None


def contested(state: State, middle: str) -> bool:
    """Do those that hold it pull in different Directions (MO-9)?"""
    return len({body.direction for body in grapplers(state, middle)}) > 1


def tug_of(state: State, name: str) -> str | None:
    """Whom `name` holds against a grappler of another Direction."""
    mine = (grip.target for grip in state.grips if grip.grappler == name and grip.link is None)
    return next((target for target in mine if contested(state, target)), None)


def vector(state: State, middle: str) -> Cell:
    """The grapplers' Speeds in their Directions, added up (MO-9)."""
    pulls = grapplers(state, middle)
    return (
        sum(body.speed * NEIGHBOURS[body.direction][0] for body in pulls),
        sum(body.speed * NEIGHBOURS[body.direction][1] for body in pulls),
    )


def bound(state: State, name: str) -> frozenset[str]:
    """All that moves when `name` moves: whoever is joined to it by grips, chains apart."""
    joined = {name}
    pairs = [{grip.grappler, grip.target} for grip in state.grips if grip.link is None]
    grown = True
    while grown:
        grown = False
        for pair in pairs:
            if pair & joined and not pair <= joined:
                joined |= pair
                grown = True
    return frozenset(joined)


def take_hold(state: State, grip: Grip) -> State:
    """The grapple begins; the grappled takes over Direction and Speed (MO-8)."""
    return matched(replace(state, grips=(*state.grips, grip)))


def let_go(state: State, gone: Iterable[Grip]) -> State:
    """The grips end; what was held keeps the Speed and Direction it has."""
    dropped = set(gone)
    left = tuple(grip for grip in state.grips if grip not in dropped)
    return matched(replace(state, grips=left)) if len(left) < len(state.grips) else state


def matched(state: State) -> State:
    """Everything held goes in Direction and Speed as its grappler, or as several pull it (MO-8, MO-9)."""
    for _ in state.grips:  # one who holds may be held: as deep as there are grips
        for grip in state.grips:
            if grip.link is None:
                state = state.put(_matched(state, state.body(grip.target)))
    return state


def _matched(state: State, body: Body) -> Body:
    pulls = grapplers(state, body.name)
    if not contested(state, body.name):
        return replace(body, direction=pulls[0].direction, speed=max(each.speed for each in pulls))
    q, r = vector(state, body.name)
    speed = min(distance((0, 0), (q, r)), MOST_SPEED)
    best = max(range(HEADINGS), key=lambda side: (_along((q, r), side), side == body.direction))
    return replace(body, speed=speed, direction=best if speed else body.direction)


def _along(offset: Cell, heading: int) -> int:
    """How far an offset goes in a heading (twice the dot product in the plane)."""
    (q, r), (dq, dr) = offset, NEIGHBOURS[heading]
    return 2 * q * dq + 2 * r * dr + q * dr + r * dq


def shifted(state: State, names: Iterable[str], from_: Spot, to: Spot) -> State:
    """All of `names` moved alike, and the links that hold one of them; off the map they close up to `to`."""
    names = frozenset(names)
    step = (to[0] - from_[0], to[1] - from_[1], to[2] - from_[2])
    moved = []
    for name in names:
        body = state.body(name)
        if body.cell is None:
            continue
        cell = (body.cell[0] + step[0], body.cell[1] + step[1])
        if not state.ground.holds(cell):
            cell = to[:2]
        moved.append(replace(body, cell=cell, elevation=max(1, body.elevation + step[2])))
    state = state.put(*moved)
    for grip in state.grips:
        if grip.link is not None and grip.target in names:
            owner = state.body(grip.grappler)
            place = len(owner.chain) - 1 - grip.link
            link = owner.chain[place]
            cell = (link.cell[0] + step[0], link.cell[1] + step[1])
            if state.ground.holds(cell):
                links = (*owner.chain[:place], replace(link, cell=cell), *owner.chain[place + 1 :])
                state = state.put(replace(owner, chain=links))
    return state
