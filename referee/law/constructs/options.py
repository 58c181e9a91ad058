"""A state -> every claim that may be made now, with the measures of bare ground (a table has its own)."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

from referee.law.constructs import claims
from referee.law.constructs.cost import PUSH_A_PIECE
from referee.law.constructs.energy import Need, affordable, available
from referee.law.constructs.hits import choices, picker, seat_of
from referee.law.constructs.match import outcome, stands
from referee.law.constructs.motion import ROCKET_FACTOR, distance
from referee.law.constructs.sheet import RIGS, WEAPONS
from referee.law.constructs.state import NATURAL, Construct, State
from referee.law.constructs.structure import structure
from referee.law.constructs.weapons import STUDS_A_HEAD
from referee.law.dice import AllRolls
from referee.law.measured import Measured
from referee.law.minifigs import acts
from referee.law.minifigs.match import proposals
from referee.law.minifigs.state import Allot, Attack, EndTurn, Figure, Move
from referee.law.ruling import Dice
from referee.measure.reach import template_radius

Point = tuple[float, float]
HEADINGS = tuple(math.radians(45 * step) for step in range(8))
FIGURE_RADIUS = 1.0  # studs
MARGIN = 2.0  # studs from the rim of the board that a proposed move keeps


def legal_claims(state: State) -> Sequence[Any]:
    """What may be claimed now; empty when the match is over."""
    if outcome(state):
        return ()
    if state.busy:
        return _settling(state)
    doubtful = (claim for claim in dict.fromkeys(_free(state)) if stands(state, claim))
    return (*dict.fromkeys(_affordable(state)), *doubtful)


def _settling(state: State) -> Sequence[Any]:
    """What settles an attack that is under way."""
    if state.shot is not None:
        target = state.figure(state.shot.target)
        assert target is not None
        if not state.shot.damage:
            return AllRolls(state.player, (Dice(state.shot.flips, 2),))
        return tuple(Allot(target.owner, piece.name) for piece in acts.choices(state))
    if state.hits:
        hit = state.hits[0]
        construct = state.construct(hit.target)
        assert construct is not None
        who = picker(state, hit)
        groups = {group or frozenset({name}): name for name, group in choices(state, construct).items()}
        return tuple(claims.Pick(who, name) for name in groups.values())
    if state.aimed is not None:
        return AllRolls(state.aimed.player, (Dice(state.aimed.flips, 2),))
    if state.lobbed is not None:
        return _lobbing(state)
    blast = next(c for c in state.constructs if c.name == state.blasts[0])
    warhead = next(d for d in blast.sheet.devices if d.kind == "warhead")
    return (claims.Explode(blast.owner, blast.name, touched(state, blast.at, warhead.template)),)


def _lobbing(state: State) -> Sequence[Any]:
    lobbed = state.lobbed
    assert lobbed is not None
    if lobbed.flips:
        return AllRolls(lobbed.player, (Dice(lobbed.flips, 2),))
    construct = next(c for c in state.constructs if c.name == lobbed.attacker)
    weapon = next(d for d in construct.sheet.devices if d.name == lobbed.weapon)
    far = float(STUDS_A_HEAD * lobbed.heads)
    to = _ahead(construct.at, math.radians(construct.facing), far)
    land = claims.Land(lobbed.player, to, Measured(far), touched=touched(state, to, weapon.template))
    most = min(lobbed.reflips, lobbed.tails)
    return (land, *(claims.Reflip(lobbed.player, coins) for coins in range(1, most + 1)))


def touched(state: State, at: Point, studs: float) -> tuple[claims.Touched, ...]:
    """Whom a template of `studs` studs at `at` touches, on bare ground."""
    rim = template_radius(studs)
    found = []
    for name, place, radius in _targets(state):
        gap = math.dist(at, place) - radius - rim
        if gap <= 0:
            found.append(claims.Touched(name, Measured(gap)))
    return tuple(found)


def radius_of(construct: Construct) -> float:
    """Studs from its middle to where others touch it, on bare ground."""
    return max(construct.sheet.footprint) / 2


def _targets(state: State) -> Iterator[tuple[str, Point, float]]:
    """Every model that can be attacked, with its place and radius; the seated are part of theirs."""
    for figure in state.figures:
        if figure.alive and seat_of(state, figure.name) is None:
            yield figure.name, figure.at, FIGURE_RADIUS
    for construct in state.constructs:
        if construct.left:
            yield construct.name, construct.at, radius_of(construct)


def _enemies(state: State, player: str) -> Iterator[tuple[str, Point, float]]:
    owners = {f.name: f.owner for f in state.figures} | {c.name: c.owner for c in state.constructs}
    for name, at, radius in _targets(state):
        if state.side(owners[name]) != state.side(player):
            yield name, at, radius


def _affordable(state: State) -> Iterator[Any]:
    """Driving, flying and firing: proposed only within what can be paid, so that each of them stands."""
    for construct in state.constructs:
        if construct.owner == state.player and construct.left:
            have = available(state, construct)
            if have.input and construct.carrier is None:
                yield from _travels(state, construct, have)
            if have.input and have.power:
                yield from _fires(state, construct, have)


def _free(state: State) -> Iterator[Any]:
    """All else that could be tried; some of it is unlawful."""
    for figure in state.figures:
        if figure.owner == state.player and figure.alive:
            yield from _by_figure(state, figure)
    for construct in state.constructs:
        if construct.owner == state.player and construct.left:
            yield from _by_construct(state, construct)
    yield EndTurn(state.player)


def _by_figure(state: State, figure: Figure) -> Iterator[Any]:
    yield from proposals(state, figure)
    player, ride = figure.owner, state.ride_of(figure.name)
    if ride is not None:
        yield claims.Leave(player, figure.name)
    for construct in state.constructs:
        if not construct.left:
            continue
        far = math.dist(figure.at, construct.at)
        gap = Measured(max(far - radius_of(construct) - FIGURE_RADIUS, 0.0))
        if gap.value > 0:
            to = _towards(figure.at, construct.at, gap.value)
            yield Move(player, figure.name, to, Measured(gap.value))
        for weapon in figure.weapons:
            yield Attack(player, figure.name, weapon.name, construct.name, gap)
        places = ("", *construct.has("seat", "harness", *RIGS))
        if ride is None:
            yield from (claims.Board(player, figure.name, construct.name, place, gap) for place in places)
        for joint in construct.has("joint"):
            for position in _positions(construct, joint):
                yield claims.TurnJoint(player, construct.name, joint, position, figure.name, gap)
        for harness in construct.has("harness"):
            yield claims.Pull(player, figure.name, construct.name, harness)
        held = (*figure.wielded, *figure.carried)
        for container in construct.has("container"):
            for thing in held:
                yield claims.Stow(player, figure.name, construct.name, container, thing.name, gap)
        for each in construct.held:
            yield claims.Unload(player, figure.name, construct.name, each.thing.name, gap)


def _positions(construct: Construct, joint: str) -> list[str]:
    device = next(d for d in construct.sheet.devices if joint in (d.name, *_pieces(construct, d.name)))
    named = [NATURAL, *(position.name for position in device.positions)]
    return [name for name in named if name != construct.position(joint)]


def _pieces(construct: Construct, device: str) -> tuple[str, ...]:
    return structure(construct.sheet).of_device(device)


def _by_construct(state: State, construct: Construct) -> Iterator[Any]:
    player = construct.owner
    have = available(state, construct)
    if have.input and construct.carrier is None:
        yield from _burns(state, construct, have)
    if have.input:
        for joint in construct.has("joint"):
            for position in _positions(construct, joint):
                yield claims.TurnJoint(player, construct.name, joint, position)
    yield from _claws(state, construct, have)
    for device in construct.sheet.devices:
        if device.kind in WEAPONS and device.name in construct.left:
            yield from _mounted(state, construct, device.name, have)
    for other in state.constructs:
        if other.left and other.carrier is not None and other.carrier[0] == construct.name and have.input:
            fuses = (None, 1) if other.has("timed trigger") else (None,)
            powers = range(min(have.power, len(other.has("rocket engine"))) + 1)
            for power in powers:
                yield from (
                    claims.Launch(player, construct.name, other.name, 1, power, fuse=fuse) for fuse in fuses
                )
    if construct.has("smart trigger"):
        yield claims.Trigger(player, construct.name)


def _travels(state: State, construct: Construct, have: Need) -> Iterator[Any]:
    """Eight headings with one piece and with the most that can be fed, and straight at every enemy."""
    player = construct.owner
    kinds = ((claims.Drive, "land mobility"), (claims.Fly, "flight mobility"))
    for claim, kind in kinds:
        most = min(len(construct.fresh(kind)), have.push // PUSH_A_PIECE[kind])
        while most and not affordable(state, construct, Need(1, push=PUSH_A_PIECE[kind] * most)):
            most -= 1
        for through in sorted({1, most} if most else set()):
            far = distance(construct, through, "CN-11").total
            for to in _places(state, construct, far):
                length = math.dist(construct.at, to)
                if length <= far:
                    yield claim(player, construct.name, to, Measured(length), through)


def _burns(state: State, construct: Construct, have: Need) -> Iterator[Any]:
    """A rocket straight ahead, with each power it could be given."""
    engines = len(construct.fresh("rocket engine"))
    for power in range(1, min(engines, have.power) + 1):
        far = distance(construct, ROCKET_FACTOR * power, "CN-17").total
        to = _on_board(state, _ahead(construct.at, math.radians(construct.facing), far))
        hit = any(gap <= 0 for gap in _gaps(state, construct, to))
        length = Measured(math.dist(construct.at, to))
        yield claims.Burn(construct.owner, construct.name, to, length, power, impact=hit)


def _gaps(state: State, construct: Construct, at: Point) -> Iterator[float]:
    for name, place, radius in _targets(state):
        if name != construct.name:
            yield math.dist(at, place) - radius - radius_of(construct)


def _places(state: State, construct: Construct, far: float) -> Iterator[Point]:
    for _, at, radius in _enemies(state, construct.owner):
        short = min(max(math.dist(construct.at, at) - radius - radius_of(construct), 0.0), far)
        yield _towards(construct.at, at, short)
    for heading in HEADINGS:
        yield _on_board(state, _ahead(construct.at, heading, far))


def _claws(state: State, construct: Construct, have: Need) -> Iterator[Any]:
    player = construct.owner
    for claw in construct.has("claw"):
        held = next((each.thing for each in construct.held if each.by == claw), None)
        if held is None:
            if have.input and have.power:
                for thing in state.loose:
                    off = math.dist(thing.at, construct.at) - radius_of(construct) if thing.at else math.inf
                    if off <= 0:
                        yield claims.Grip(player, construct.name, claw, thing.name)
            continue
        yield claims.Keep(player, construct.name, claw)
        yield claims.Release(player, construct.name, claw)
        if held.weapon is not None:
            for name, at, radius in _enemies(state, player):
                gap = max(math.dist(at, construct.at) - radius - radius_of(construct), 0.0)
                yield Attack(player, construct.name, held.name, name, Measured(gap))


def _mounted(state: State, construct: Construct, weapon: str, have: Need) -> Iterator[Any]:
    player = construct.owner
    device = next(d for d in construct.sheet.devices if d.name == weapon)
    if device.kind == "lobbed weapon":
        for push in range(1, have.push + 1):
            for reflips in range(min(have.input, 1) + 1):
                yield claims.Lob(player, construct.name, weapon, push, reflips)
    elif device.kind == "hand-to-hand weapon":
        near = tuple(
            claims.Touched(name)
            for name, at, radius in _targets(state)
            if name != construct.name and (weapon, name) not in construct.struck
            and math.dist(at, construct.at) <= radius + radius_of(construct) + device.reach
        )  # fmt: skip
        for push in range(1, min(have.push, device.pieces) + 1):
            yield claims.Strike(player, construct.name, weapon, push, near)


def _fires(state: State, construct: Construct, have: Need) -> Iterator[Any]:
    """Every line-of-sight weapon at every enemy, with each power that it takes and can be given."""
    fed = dict(construct.fed)
    for device in construct.sheet.devices:
        if device.kind != "line-of-sight weapon" or device.name not in construct.left:
            continue
        most = min(have.power, device.pieces - fed.get(device.name, 0))
        powers = [p for p in range(1, most + 1) if affordable(state, construct, Need(1, p))]
        for name, _, _ in _enemies(state, construct.owner) if powers else ():
            for power in powers:
                yield claims.Fire(construct.owner, construct.name, device.name, name, power)


def _ahead(at: Point, heading: float, far: float) -> Point:
    return at[0] + far * math.cos(heading), at[1] + far * math.sin(heading)


def _towards(start: Point, end: Point, far: float) -> Point:
    whole = math.dist(start, end) or 1.0
    share = far / whole
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _on_board(state: State, at: Point) -> Point:
    width, depth = state.settings.board
    return min(max(at[0], MARGIN), width - MARGIN), min(max(at[1], MARGIN), depth - MARGIN)
