"""Damage on constructs -> who picks which exposed piece, what falls with it, what goes off (CN-1 to CN-4)."""

from dataclasses import replace
from typing import cast

from referee.law.arithmetic import Sum
from referee.law.constructs.claims import Pick
from referee.law.constructs.sheet import RIGS
from referee.law.constructs.state import Construct, Hit, State
from referee.law.constructs.structure import hittable, structure
from referee.law.ids import RuleId, rule
from referee.law.minifigs import acts
from referee.law.minifigs.body import exposed
from referee.law.minifigs.sheet import Weapon
from referee.law.minifigs.state import Allot, Figure, Shot
from referee.law.refusal import Refused

Done = tuple[State, str, tuple[RuleId, ...], tuple[Sum, ...]]
CN_1, CN_2, CN_3, CN_4 = rule("CN-1"), rule("CN-2"), rule("CN-3"), rule("CN-4")


def seated(state: State, construct: Construct) -> tuple[tuple[Figure, str], ...]:
    """The figures on chairs, which are part of the model, with their seats (CN-2)."""
    seats = construct.has("seat")
    found = [(state.figure(rider.figure), rider.place) for rider in construct.riders if rider.place in seats]
    return tuple((figure, place) for figure, place in found if figure is not None and figure.alive)


def seat_of(state: State, figure: str) -> Construct | None:
    """The construct of which a seated figure is a part."""
    ride = state.ride_of(figure)
    return ride if ride is not None and ride.place_of(figure) in ride.has("seat") else None


def choices(state: State, construct: Construct) -> dict[str, frozenset[str]]:
    """What a hit may take: exposed pieces by name, and exposed pieces of the seated (as no own pieces)."""
    sitting = seated(state, construct)
    taken = {place for _, place in sitting}
    found: dict[str, frozenset[str]] = {}
    for group in hittable(construct.sheet, construct.joints, construct.left):
        if not group & taken:  # whoever sits there covers the seat
            found |= dict.fromkeys(sorted(group), group)
    for figure, place in sitting:
        if place in construct.exposed:
            found |= {f"{figure.name}'s {piece.name}": frozenset() for piece in exposed(figure.body)}
    return found


def picker(state: State, hit: Hit) -> str:
    """The player who picks (CN-1)."""
    construct = state.construct(hit.target)
    assert construct is not None
    return hit.attacker if hit.picker == "attacker" else construct.owner


def pick(state: State, claim: Pick) -> Done:
    """CN-1 to CN-4: one piece goes for one damage; the owner picks all after the first."""
    if not state.hits:
        raise Refused("no hit is to be assigned", CN_1)
    hit = state.hits[0]
    construct = state.construct(hit.target)
    assert construct is not None
    if claim.player != picker(state, hit):
        raise Refused(f"{picker(state, hit)} picks the piece", CN_1)
    may = choices(state, construct)
    if claim.piece not in may:
        held = any(each.thing.called(claim.piece) for each in construct.held)
        why = (CN_2,) if held else (CN_1, CN_3)
        said = f"{claim.piece} is not exposed on {construct.name}"
        raise Refused(said, *why, legal_instead=tuple(may))
    left = replace(hit, damage=hit.damage - 1, picker="owner")
    waiting = replace(state, hits=(left, *state.hits[1:]) if left.damage else state.hits[1:])
    if may[claim.piece]:
        after, fell = lose(waiting, construct, may[claim.piece])
        lost = " and ".join(sorted(may[claim.piece]))
        said = f"{construct.name} loses {lost}{fell}"
    else:
        owner, _, piece = claim.piece.partition("'s ")
        figure = state.figure(owner)
        assert figure is not None
        blow = Shot(hit.source, owner, Weapon(hit.source), 0, damage=1)
        base, said, _, _ = acts.allot(replace(waiting, shot=blow), Allot(figure.owner, piece))
        after = cast(State, base)
    if left.damage:
        said += f"; {left.damage} more, the owner picks"
    return settle(after), said, (CN_1, CN_2, CN_3, CN_4), ()


def lose(state: State, construct: Construct, group: frozenset[str]) -> tuple[State, str]:
    """The state without these pieces: what they held falls (CN-2), a warhead goes off (CN-17)."""
    fallen = tuple(each for each in construct.held if each.by in group)
    warhead = bool(group & set(construct.has("warhead"))) and construct.name not in state.blasts
    after = replace(
        construct,
        left=construct.left - group,
        held=tuple(each for each in construct.held if each.by not in group),
        joints=tuple(each for each in construct.joints if each[0] not in group),
    )
    state = state.with_construct(after)
    loose = tuple(replace(each.thing, at=construct.at) for each in fallen)
    state = replace(state, loose=(*state.loose, *loose))
    said = "".join(f", {each.thing.name} falls" for each in fallen)
    if warhead:
        state = replace(state, blasts=(*state.blasts, construct.name))
        said += ", its warhead goes off"
    return state, said


def add_hits(state: State, *hits: Hit) -> State:
    """The state in which these hits are to be settled, in their order."""
    return settle(replace(state, hits=(*state.hits, *hits)))


def settle(state: State) -> State:
    """Riders and cargo follow what is left; the next hit becomes due."""
    state = _riders_follow(state)
    while state.hits and state.shot is None:
        hit = state.hits[0]
        construct = state.construct(hit.target)
        if construct is not None and choices(state, construct):
            return state
        state = replace(state, hits=state.hits[1:])
        figure = state.figure(hit.target)
        if figure is not None and figure.alive:
            blow = Weapon(hit.source, damage=hit.damage)
            state = replace(state, shot=Shot(hit.source, figure.name, blow, 0, damage=hit.damage))
    return state


def _riders_follow(state: State) -> State:
    """Nobody sits in a lost seat or wears a rig without its gear; a lost construct carries nothing."""
    for construct in state.constructs:
        riders = []
        for rider in construct.riders if construct.left else ():
            figure = state.figure(rider.figure)
            if figure is None or not figure.alive:
                continue
            kept = rider.place in construct.left
            if kept and rider.place in construct.has(*RIGS) and not wears_gear(figure):
                kept = False
            riders.append(rider if kept else replace(rider, place=""))
        held = construct.held if construct.left else ()
        if tuple(riders) != construct.riders or held != construct.held:
            lying = tuple(replace(each.thing, at=construct.at) for each in construct.held if not held)
            state = replace(state, loose=(*state.loose, *lying))
            state = state.with_construct(replace(construct, riders=tuple(riders), held=held))
        if construct.carrier is not None and construct.left:
            carrier = state.construct(construct.carrier[0])
            pad = structure(carrier.sheet).of_device(construct.carrier[1]) if carrier else ()
            if carrier is None or not carrier.left & set(pad):
                state = state.with_construct(replace(construct, carrier=None))
    return state


def wears_gear(figure: Figure) -> bool:
    """Does it wear something that a rig connects to: headgear, neckwear, or a beast's own back (CN-7)?"""
    monstrous = figure.sheet.composition == "monstrous"
    return monstrous or figure.body.has("headgear") or figure.body.has("neckwear")
