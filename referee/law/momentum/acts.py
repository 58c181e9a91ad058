"""What each claim does, phase by phase, before anything it sets off (MO-6 to MO-10)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from referee.law.ids import rule
from referee.law.momentum import chain, flow, grips, pools, strikes, turn
from referee.law.momentum.claims import Attack, Move, Pass, Reel, Release, Seize
from referee.law.momentum.state import Body, Entry, Grip, State
from referee.law.momentum.strikes import Step
from referee.law.refusal import Refused

MO_1, MO_2, MO_6, MO_7, MO_8 = rule("MO-1"), rule("MO-2"), rule("MO-6"), rule("MO-7"), rule("MO-8")
MO_9, MO_10 = rule("MO-9"), rule("MO-10")


def own(state: State, player: str, name: str) -> Body:
    """The object called `name`, which must be the player's and still there."""
    body = state.find(name)
    if body is None:
        there = [each.name for each in state.alive if each.owner == player]
        raise Refused(f"there is no object '{name}' on the map", MO_1, legal_instead=there)
    if body.owner != player:
        raise Refused(f"{name} is {body.owner}'s, not {player}'s", MO_1)
    return body


def release(state: State, claim: Release) -> Step:
    """A grappler may let go at any time (MO-8); a contest over what is no longer held is off (MO-9)."""
    body = own(state, claim.player, claim.object)
    mine = [grip for grip in state.grips if grip.grappler == body.name]
    gone = [grip for grip in mine if grip.target == claim.target]
    if not gone:
        raise Refused(
            f"{body.name} does not hold {claim.target}", MO_8, legal_instead=[grip.target for grip in mine]
        )
    state = grips.let_go(state, gone)
    strike = state.strike
    if strike is not None and strike.middle == claim.target and not grips.contested(state, claim.target):
        state = replace(state, strike=None)
    return state, f"{body.name} lets go of {claim.target}", (MO_8,), ()


def _act(state: State, claim: Any) -> Step:
    body = state.body(state.current)
    if isinstance(claim, Move):
        return turn.move(state, claim)
    if isinstance(claim, Reel):
        return _reel(state, claim)
    if isinstance(claim, Seize):
        return _seize_by_chain(state, claim)
    if isinstance(claim, Attack):
        return _attack_on_turn(state, claim)
    if not state.moved or flow.must_reel(state):
        raise Refused(
            f"{body.name} is to {flow.to_do(state)} first", MO_1, MO_2, legal_instead=(flow.to_do(state),)
        )
    _may_pass(body, flow.options(state))
    return replace(state, done=True), f"{body.name} ends its turn", (MO_1,), ()


def _may_pass(body: Body, found: Sequence[Any]) -> None:
    if flow.must_attack(body, found):
        instead = [strikes.told(each) for each in found if isinstance(each, Attack) and each.weapon]
        raise Refused(f"{body.name} is autonomous and attacks when it can", MO_6, legal_instead=instead)


def _attack_on_turn(state: State, claim: Attack) -> Step:
    """Within a grapple once a turn, or with a ranged weapon."""
    body = state.body(claim.object)
    shots = strikes.open_shots(state, body)
    if claim in shots:
        strike_at = Entry(body.name, claim.target)
        return strikes.attack(state, claim, strike_at, shots)
    if state.struck or claim.target not in flow.partners(state, body):
        raise Refused(
            f"{body.name} may not attack {claim.target} now: only what enters its threat, "
            "once a turn what it grapples or is grappled by, or what a ranged weapon reaches",
            MO_7,
            legal_instead=[strikes.told(each) for each in flow.options(state) if isinstance(each, Attack)],
        )
    entry = Entry(body.name, claim.target)
    return strikes.attack(replace(state, struck=True), claim, entry, strikes.open_attacks(state, entry))


def _reel(state: State, claim: Reel) -> Step:
    body = state.body(claim.object)
    if body.sheet.chain is None:
        raise Refused(f"{body.name} wields no chain", MO_10)
    if state.reeled and (claim.way, state.reeled) != ("in", "in"):
        raise Refused(
            f"{body.name} has reeled {state.reeled} this turn: only reeling in may be repeated", MO_10
        )
    after, said, sums = chain.reel(state, claim)
    after = replace(after, reeled=claim.way)
    return replace(after, entries=turn.reeled_into(state, after, body.name)), said, (MO_10,), sums


def _seize_by_chain(state: State, claim: Seize) -> Step:
    """A link takes hold without a contest, as if it had the target's Direction (MO-10)."""
    body, target = state.body(claim.object), state.find(claim.target)
    if target is None or not state.foes(body, target) or not flow.in_reach(state, body, target):
        raise Refused(f"no link of {body.name}'s chain touches {claim.target}", MO_10)
    if not grips.may_grip(state, body, target):
        raise Refused(f"{body.name} can't take hold of {target.name}: one of them is held already", MO_8)
    near = chain.nearest(state, body, target.spot)
    assert near is not None
    link = chain.major_of(body, near[1])
    state = grips.take_hold(state, Grip(body.name, target.name, link))
    speed = pools.link_speed(body, near[1])
    if not grips.grapplers(state, target.name):
        state = state.put(replace(state.body(target.name), speed=speed))
    said = f"{body.name}'s chain takes hold of {target.name}, now Speed {speed}"
    return grips.matched(state), said, (MO_10, MO_8), ()


def _react(state: State, claim: Any) -> Step:
    entry = state.entries[0]
    body = state.body(entry.attacker)
    found = flow.reactions(state, entry)
    rest = replace(state, entries=state.entries[1:])
    if isinstance(claim, Attack):
        return strikes.attack(rest, claim, entry, [each for each in found if isinstance(each, Attack)])
    if isinstance(claim, Seize):
        if claim not in found:
            raise Refused(f"{body.name} can't seize {claim.target} without a contest", MO_8, MO_10)
        return _seize_by_chain(rest, claim)
    _may_pass(body, found)
    return rest, f"{body.name} lets {entry.target} be", (MO_7,), ()


def _answer(state: State, claim: Any) -> Step:
    return strikes.answered(state, claim)


def _grip(state: State, claim: Any) -> Step:
    strike = state.strike
    assert strike is not None
    if isinstance(claim, Pass):
        return replace(state, strike=None), f"{strike.attacker} does not grapple {strike.target}", (MO_8,), ()
    if claim.target != strike.target:
        raise Refused(
            f"{strike.attacker} has won against {strike.target}", MO_8, legal_instead=(strike.target,)
        )
    return (*strikes.seized(state), ())


def _support(state: State, claim: Any) -> Step:
    strike = state.strike
    assert strike is not None
    assert strike.middle is not None
    body = state.body(strike.middle)
    tools = [tool.name for kind in ("melee", "ranged") for tool in strikes.weapons(body, kind)]
    if isinstance(claim, Pass):
        if body.sheet.autonomous:
            raise Refused(f"{body.name} is autonomous and attacks when it can", MO_6, legal_instead=tools)
        return replace(state, phase="roll"), f"{body.name} supports nobody", (MO_9,), ()
    sides = (strike.attacker, strike.target)
    if claim.side not in sides or claim.weapon not in tools:
        raise Refused(
            f"{body.name} supports one of {' and '.join(sides)}", MO_9, legal_instead=(*sides, *tools)
        )
    strike = replace(strike, side=claim.side, support=claim.weapon, to_roll=("attacker", "target", "middle"))
    state = strikes.spend(replace(state, strike=strike, phase="roll"), body)
    return state, f"{body.name} supports {claim.side} with {claim.weapon}", (MO_9,), ()


HANDLERS: dict[str, Callable[[State, Any], Step]] = {
    "act": _act,
    "react": _react,
    "answer": _answer,
    "grip": _grip,
    "support": _support,
}
