"""Joints turn, claws grip, containers carry (CN-7, CN-9)."""

from dataclasses import replace
from typing import cast

from referee.law.arithmetic import Sum
from referee.law.constructs.claims import Grip, Keep, Release, Stow, TurnJoint, Unload
from referee.law.constructs.energy import Need, pay
from referee.law.constructs.hits import Done
from referee.law.constructs.motion import CONTACT, acting, within
from referee.law.constructs.state import NATURAL, Construct, Held, State
from referee.law.ids import rule
from referee.law.minifigs import things
from referee.law.minifigs.state import Drop, Thing
from referee.law.minifigs.turn import acting as figure_acting
from referee.law.refusal import Refused

CN_7, CN_9 = rule("CN-7"), rule("CN-9")
CLAW = Need(input=1, power=1)  # makes one minifig act of a claw (CN-7)


def turn_joint(state: State, claim: TurnJoint) -> Done:
    """CN-9: one input, or one act of anyone's figure in contact; it comes to rest before anything else."""
    construct = state.construct(claim.model)
    if construct is None or claim.joint not in construct.has("joint"):
        raise Refused(f"{claim.model} has no joint called {claim.joint}", CN_9)
    if not claim.at_rest:
        raise Refused(f"{claim.joint} must come to rest before anything else happens", CN_9)
    if construct.position(claim.joint) == claim.position:
        raise Refused(f"{claim.joint} is in position {claim.position} already", CN_9)
    if claim.by:
        figure = figure_acting(state, claim.player, claim.by, costs_act=True)
        if not (figure.body.has("head") and figure.body.has("torso")):
            raise Refused(f"{figure.name} lacks its head or torso and works nothing", rule("MF-9"))
        said = f"{figure.name} is {claim.gap.text()} from {claim.joint} and must touch it"
        within(claim.gap, CONTACT, state, said, "CN-9")
        after = state.with_figure(replace(figure, acts=figure.acts + 1))
        sums: tuple[Sum, ...] = ()
    else:
        acting(state, claim.player, claim.model)
        paid = pay(state, construct, Need(input=1), claim.saving)
        after, sums = paid.state, paid.sums
    moving = after.construct(claim.model)
    assert moving is not None
    chain = next((c for c in construct.sheet.systems if claim.joint in c), (claim.joint,))
    others = tuple(each for each in moving.joints if each[0] not in chain)
    turned = () if claim.position == NATURAL else ((claim.joint, claim.position),)
    joints = tuple(sorted((*others, *turned)))
    said = f"{claim.joint} of {claim.model} turns to {claim.position}"
    if claim.by:
        said += f", pushed by {claim.by}"
    return after.with_construct(replace(moving, joints=joints)), said, (CN_9,), sums


def grip(state: State, claim: Grip) -> Done:
    """CN-7: power and input make one act of a claw; it takes a loose thing."""
    construct = acting(state, claim.player, claim.model)
    _fresh_claw(construct, claim.claw)
    if holding(construct, claim.claw) is not None:
        raise Refused(f"{claim.claw} holds something already", CN_7)
    thing = next((t for t in state.loose if t.called(claim.thing)), None)
    if thing is None:
        raise Refused(f"no {claim.thing} lies about", CN_7)
    said = f"{thing.name} is {claim.gap.text()} from {claim.claw}, which must touch it"
    within(claim.gap, CONTACT, state, said, "CN-7")
    paid = pay(state, construct, CLAW, claim.saving)
    after = _worked(paid.state, claim.model, claim.claw)
    gripping = after.construct(claim.model)
    assert gripping is not None
    held = (*gripping.held, Held(claim.claw, replace(thing, at=None)))
    loose = tuple(t for t in state.loose if t is not thing)
    after = replace(after.with_construct(replace(gripping, held=held)), loose=loose)
    return after, f"{claim.claw} of {claim.model} grips {thing.name}", (CN_7,), paid.sums


def keep(state: State, claim: Keep) -> Done:
    """CN-7: a claw without power lets go at the end of its turn."""
    construct = acting(state, claim.player, claim.model)
    _fresh_claw(construct, claim.claw)
    if holding(construct, claim.claw) is None:
        raise Refused(f"{claim.claw} holds nothing", CN_7)
    paid = pay(state, construct, Need(power=1))
    return _worked(paid.state, claim.model, claim.claw), f"{claim.claw} stays shut", (CN_7,), paid.sums


def release(state: State, claim: Release) -> Done:
    """A claw lets go: free."""
    construct = acting(state, claim.player, claim.model)
    thing = holding(construct, claim.claw)
    if thing is None:
        raise Refused(f"{claim.claw} holds nothing", CN_7)
    return let_go(state, construct, (claim.claw,)), f"{claim.claw} lets {thing.name} go", (CN_7,), ()


def let_go(state: State, construct: Construct, claws: tuple[str, ...]) -> State:
    """What these claws held lies at the construct's place."""
    dropped = tuple(replace(each.thing, at=construct.at) for each in construct.held if each.by in claws)
    kept = tuple(each for each in construct.held if each.by not in claws)
    return replace(state.with_construct(replace(construct, held=kept)), loose=(*state.loose, *dropped))


def holding(construct: Construct, piece: str) -> Thing | None:
    """What a claw holds."""
    return next((each.thing for each in construct.held if each.by == piece), None)


def _fresh_claw(construct: Construct, claw: str) -> None:
    if claw not in construct.has("claw"):
        raise Refused(f"{construct.name} has no claw called {claw}", CN_7)
    if claw in construct.spent:
        raise Refused(f"{claw} has acted this turn", CN_7)


def _worked(state: State, name: str, piece: str) -> State:
    construct = state.construct(name)
    assert construct is not None
    return state.with_construct(replace(construct, spent=construct.spent | {piece}))


def claw_act(state: State, construct: Construct, claw: str) -> tuple[State, tuple[Sum, ...]]:
    """The state after a claw has been given power and input for one minifig act."""
    _fresh_claw(construct, claw)
    paid = pay(state, construct, CLAW)
    return _worked(paid.state, construct.name, claw), paid.sums


def stow(state: State, claim: Stow) -> Done:
    """CN-7: a container carries one thing a piece; it can't pick up by itself, a figure puts it in."""
    figure = figure_acting(state, claim.player, claim.model, costs_act=False)
    construct = state.construct(claim.construct)
    if construct is None or claim.container not in construct.has("container"):
        raise Refused(f"{claim.construct} has no container called {claim.container}", CN_7)
    if holding(construct, claim.container) is not None:
        raise Refused(f"{claim.container} is full: one thing a piece", CN_7)
    said = f"{figure.name} is {claim.gap.text()} from {claim.container} and must touch it"
    within(claim.gap, CONTACT, state, said, "CN-7")
    base, _, rules, _ = things.drop(state, Drop(claim.player, claim.model, claim.thing))
    dropped = cast(State, base)
    thing = dropped.loose[-1]
    held = (*construct.held, Held(claim.container, replace(thing, at=None)))
    after = replace(dropped.with_construct(replace(construct, held=held)), loose=dropped.loose[:-1])
    return after, f"{figure.name} puts {thing.name} into {claim.container}", (CN_7, *rules), ()


def unload(state: State, claim: Unload) -> Done:
    """What a container holds is laid at the feet of a figure in contact, who may then pick it up."""
    figure = figure_acting(state, claim.player, claim.model, costs_act=False)
    construct = state.construct(claim.construct)
    boxes = construct.has("container") if construct else ()
    held = construct.held if construct else ()
    found = next((each for each in held if each.by in boxes and each.thing.called(claim.thing)), None)
    if construct is None or found is None:
        raise Refused(f"no container of {claim.construct} holds {claim.thing}", CN_7)
    said = f"{figure.name} is {claim.gap.text()} from {found.by} and must touch it"
    within(claim.gap, CONTACT, state, said, "CN-7")
    left = replace(construct, held=tuple(each for each in construct.held if each is not found))
    loose = (*state.loose, replace(found.thing, at=figure.at))
    after = replace(state.with_construct(left), loose=loose)
    return after, f"{figure.name} takes {found.thing.name} out of {found.by}", (CN_7,), ()
