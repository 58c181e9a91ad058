"""Constructs move, figures get on and off, pull and carry (CN-7, CN-8, CN-11, CN-12, CN-17)."""

from dataclasses import replace
from typing import cast

from referee.law.arithmetic import Sum, Term, number
from referee.law.constructs.claims import Board, Burn, Drive, Fly, Leave, Point, Pull
from referee.law.constructs.cost import DISTANCE, PUSH_A_PIECE
from referee.law.constructs.energy import Need, pay
from referee.law.constructs.hits import Done, wears_gear
from referee.law.constructs.sheet import RIGS
from referee.law.constructs.state import Construct, Rider, State, Supply
from referee.law.ids import rule
from referee.law.measured import Measured, at_most
from referee.law.minifigs import acts
from referee.law.minifigs.state import Figure, Move
from referee.law.minifigs.turn import acting as figure_acting
from referee.law.refusal import Refused
from referee.law.ruling import Verdict

CONTACT = 0.1  # studs; neighbours on the studs are this close and touch
ROCKET_FACTOR = 2  # P power give 2P linear mobility (CN-17)
STRAIGHT = 10.0  # degrees off its line within which a rocket's way is linear
CARRY_SHARE = 4  # a rig's carrier is slowed by size / 4 (CN-7)
CN_7, CN_8, CN_11, CN_12, CN_17 = rule("CN-7"), rule("CN-8"), rule("CN-11"), rule("CN-12"), rule("CN-17")
HR_1, HR_7 = rule("HR-1"), rule("HR-7")


def acting(state: State, player: str, model: str) -> Construct:
    """The construct that acts, if it may."""
    construct = state.construct(model)
    if construct is None:
        raise Refused(f"there is no construct called {model}", HR_1)
    if player != state.player or construct.owner != player:
        raise Refused(f"it is {state.player}'s turn, with {state.player}'s models", HR_1)
    return construct


def within(measured: Measured, limit: float, state: State, said: str, why: str) -> None:
    """Refuse what is beyond `limit`, or too close to call where the match says so."""
    verdict = at_most(measured, limit, state.doubt)
    if verdict is not Verdict.LEGAL:
        raise Refused(said, rule(why), HR_7, verdict=verdict)


def drive(state: State, claim: Drive) -> Done:
    """CN-11, CN-12: P push through P mobility pieces; each step within what they climb."""
    construct = _free(acting(state, claim.player, claim.model))
    wheels = len(construct.has("land mobility"))
    steps = (("up", claim.step_up, wheels / 2), ("down", claim.step_down, float(wheels)))
    for way, step, most in steps:
        said = f"a step of {step.text()} plates {way}, {wheels} pieces go {way} {number(most)}"
        within(step, most, state, said, "CN-12")
    after, said, sums = _travel(state, construct, claim, "land mobility")
    return after, said, (CN_11, CN_12), sums


def fly(state: State, claim: Fly) -> Done:
    """CN-11, CN-12: 2P push through P flight pieces, and it comes to rest on a surface."""
    construct = _free(acting(state, claim.player, claim.model))
    if not claim.at_rest:
        raise Refused(f"{construct.name} must come to rest on a surface", CN_12)
    after, said, sums = _travel(state, construct, claim, "flight mobility")
    return after, said, (CN_11, CN_12), sums


def burn(state: State, claim: Burn) -> Done:
    """CN-17: one input and P power give a rocket engine 2P of linear mobility."""
    construct = _free(acting(state, claim.player, claim.model))
    engines = construct.fresh("rocket engine")
    if not 1 <= claim.power <= len(engines):
        raise Refused(f"{construct.name} has {len(engines)} fresh engine pieces for {claim.power}", CN_17)
    said = f"{construct.name} bent by {claim.bend.text()}°: a rocket goes straight"
    within(claim.bend, STRAIGHT, state, said, "CN-17")
    paid = pay(state, construct, Need(input=1, power=claim.power))
    may = distance(construct, ROCKET_FACTOR * claim.power, "CN-17")
    _check_length(state, construct, claim.length, may, "CN-17")
    moved = _moved(paid.state, construct.name, claim.to, claim.level, None, engines[: claim.power])
    said = f"{construct.name} burns {claim.length.text()} studs and may go {_limit(may)}"
    return _impact(moved, construct.name, claim.impact), said, (CN_17, CN_11), (may, *paid.sums)


def distance(construct: Construct, through: int, why: str) -> Sum:
    """Studs for P mobility pieces: 500 × P / size (CN-11)."""
    words = f"(500 × {through} / {construct.size} pieces)"
    return Sum("distance", (Term(DISTANCE * through / construct.size, words, rule(why)),))


def _travel(
    state: State, construct: Construct, claim: Drive | Fly, kind: str
) -> tuple[State, str, tuple[Sum, ...]]:
    pieces = construct.fresh(kind)
    if not 1 <= claim.through <= len(pieces):
        said = f"{construct.name} has {len(pieces)} fresh pieces of {kind} for {claim.through}"
        raise Refused(said, CN_11)
    paid = pay(state, construct, Need(1, push=PUSH_A_PIECE[kind] * claim.through), claim.saving)
    may = distance(construct, claim.through, "CN-11")
    _check_length(state, construct, claim.length, may, "CN-11")
    used = pieces[: claim.through]
    moved = _moved(paid.state, construct.name, claim.to, claim.level, claim.facing, used)
    said = f"{construct.name} moved {claim.length.text()} studs and may move {_limit(may)}"
    return _impact(moved, construct.name, claim.impact), said, (may, *paid.sums)


def _check_length(state: State, construct: Construct, length: Measured, may: Sum, why: str) -> None:
    verdict = at_most(length, may.total, state.doubt)
    if verdict is not Verdict.LEGAL:
        said = f"{construct.name} moved {length.text()} studs and may move {_limit(may)}"
        instead = (f"up to {_limit(may)} studs",)
        raise Refused(said, rule(why), HR_7, legal_instead=instead, verdict=verdict, arithmetic=(may,))


def _limit(may: Sum) -> str:
    return number(round(may.total, 2))


def _free(construct: Construct) -> Construct:
    if construct.carrier is not None:
        raise Refused(f"{construct.name} is still on {construct.carrier[0]}: launch it first", CN_17)
    return construct


def _moved(
    state: State, name: str, to: Point, level: int, facing: float | None, used: tuple[str, ...]
) -> State:
    """The state with a construct elsewhere, and all that rides on it (CN-7, CN-8)."""
    construct = state.construct(name)
    assert construct is not None
    after = replace(
        construct,
        at=to,
        level=level,
        facing=construct.facing if facing is None else facing,
        spent=construct.spent | set(used),
    )
    state = state.with_construct(after)
    for rider in construct.riders:
        figure = state.figure(rider.figure)
        if figure is not None:
            state = state.with_figure(replace(figure, at=to, level=level))
    for other in state.constructs:
        if other.carrier is not None and other.carrier[0] == name:
            state = state.with_construct(replace(other, at=to, level=level, facing=after.facing))
    return state


def _impact(state: State, name: str, impact: bool) -> State:
    """Running into something sets off an impact trigger (CN-17)."""
    construct = state.construct(name)
    armed = construct is not None and construct.has("impact trigger") and construct.has("warhead")
    return replace(state, blasts=(*state.blasts, name)) if impact and armed else state


def move(state: State, claim: Move) -> Done:
    """A figure's move: it gets off what it rides, but takes along what hangs on it by a rig (CN-7)."""
    ride = state.ride_of(claim.model)
    place = ride.place_of(claim.model) if ride else None
    carrying = ride is not None and place in ride.has(*RIGS)
    slowed: tuple[Term, ...] = ()
    if ride is not None and carrying:
        if not _carries(state, claim.model, ride):
            raise Refused(f"{claim.model} is in the saddle: the beast moves, or get off first", CN_7)
        words = f"carries {ride.name}, {ride.size} pieces / 4"
        slowed = (Term(-ride.size / CARRY_SHARE, words, CN_7),)
    elif ride is not None and place and shut_in(ride, place):
        raise Refused(f"{claim.model} is shut in: open the joint over {place} first", rule("CN-9"))
    base, said, rules, sums = acts.move(state, claim, slowed)
    after = cast(State, base)
    if ride is None:
        return after, said, rules, sums
    if carrying:
        return _moved(after, ride.name, claim.to, claim.level, None, ()), said, (*rules, CN_7), sums
    return _without(after, claim.model), said, (*rules, CN_8), sums


def _carries(state: State, figure: str, construct: Construct) -> bool:
    """Is this the one who bears the construct: the wearer of a minifig rig, the beast of a beast rig?"""
    bearer = state.figure(figure)
    beast = bearer is not None and bearer.sheet.composition == "monstrous"
    return beast or construct.place_of(figure) in construct.has("minifig rig")


def _without(state: State, figure: str) -> State:
    ride = state.ride_of(figure)
    assert ride is not None
    return state.with_construct(replace(ride, riders=tuple(r for r in ride.riders if r.figure != figure)))


def shut_in(construct: Construct, place: str) -> bool:
    """Has a joint moved a slab over this seat (CN-9)?"""
    device = place.rsplit(" ", 1)[0] if place.rsplit(" ", 1)[-1].isdigit() else place
    for joint, position in construct.joints:
        for declared in next((d.positions for d in construct.sheet.devices if d.name == joint), ()):
            if declared.name == position and {place, device} & set(declared.over):
                return True
    return False


def board(state: State, claim: Board) -> Done:
    """CN-7, CN-8: a figure in contact sits, hangs on a rig, is harnessed, or hitches a ride; no act."""
    figure = figure_acting(state, claim.player, claim.model, costs_act=False)
    construct = state.construct(claim.construct)
    if construct is None:
        raise Refused(f"there is no construct called {claim.construct}", HR_1)
    ride = state.ride_of(figure.name)
    if ride is not None and ride.name != construct.name:
        raise Refused(f"{figure.name} is aboard {ride.name}: get off first", CN_8)
    said = f"{figure.name} is {claim.gap.text()} from {construct.name} and must touch it"
    within(claim.gap, CONTACT, state, said, "CN-8")
    if claim.place:
        _check_place(state, figure, construct, claim.place)
    riders = tuple(r for r in construct.riders if r.figure != figure.name)
    after = state.with_construct(replace(construct, riders=(*riders, Rider(figure.name, claim.place))))
    after = after.with_figure(replace(figure, at=construct.at, level=construct.level))
    where = f"takes {claim.place} of" if claim.place else "hitches a ride on"
    return after, f"{figure.name} {where} {construct.name}", (CN_8, CN_7), ()


def _check_place(state: State, figure: Figure, construct: Construct, place: str) -> None:
    if place not in construct.has("seat", "harness", *RIGS):
        raise Refused(f"{construct.name} has no seat, rig or harness called {place}", CN_7)
    if state.side(figure.owner) != state.side(construct.owner):
        raise Refused(f"only {construct.owner}'s side sits in {construct.name}; others hitch a ride", CN_8)
    others = [r.figure for r in construct.riders if r.place == place and r.figure != figure.name]
    beast_rig = place in construct.has("beast rig")
    beasts = [name for name in others if _carries(state, name, construct)]
    monstrous = figure.sheet.composition == "monstrous"
    taken = (beasts if monstrous else [n for n in others if n not in beasts]) if beast_rig else others
    if taken:
        raise Refused(f"{taken[0]} has {place} already", CN_7)
    if shut_in(construct, place):
        raise Refused(f"{place} is shut: open the joint over it first", rule("CN-9"))
    if place in construct.has("minifig rig") and not wears_gear(figure):
        raise Refused(f"{figure.name} wears nothing that a rig connects to", CN_7)


def leave(state: State, claim: Leave) -> Done:
    """A figure gets off and stands where it is; free, as getting on is."""
    figure = figure_acting(state, claim.player, claim.model, costs_act=False)
    ride = state.ride_of(figure.name)
    if ride is None:
        raise Refused(f"{figure.name} is aboard nothing", CN_8)
    place = ride.place_of(figure.name)
    if place and shut_in(ride, place):
        raise Refused(f"{figure.name} is shut in: open the joint over {place} first", rule("CN-9"))
    return _without(state, figure.name), f"{figure.name} gets off {ride.name}", (CN_8,), ()


def pull(state: State, claim: Pull) -> Done:
    """CN-7: x studs of a harnessed figure's or beast's motion are x push."""
    figure = figure_acting(state, claim.player, claim.model, costs_act=True)
    construct = acting(state, claim.player, claim.construct)
    harnessed = claim.harness in construct.has("harness")
    if not harnessed or construct.place_of(figure.name) != claim.harness:
        raise Refused(f"{figure.name} is not in {claim.harness} of {construct.name}", CN_7)
    if figure.moved or figure.rooted:
        raise Refused(f"{figure.name} moves no more this turn", rule("HR-3"))
    may = acts.reach_now(figure)
    push = Sum("push", (*may.terms,), may.least)
    supply = replace(construct.supply, push=construct.supply.push + max(push.total, 0.0))
    after = state.with_construct(replace(construct, supply=Supply(supply.input, supply.power, supply.push)))
    after = after.with_figure(replace(figure, acts=figure.acts + 1, moved=True))
    said = f"{figure.name} pulls {construct.name} with {push.text()} push"
    return after, said, (CN_7, *push.rules), (push,)
