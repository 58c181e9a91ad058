"""Attacks: who may make which, contests and what they cost (MO-6 to MO-9)."""

from collections.abc import Sequence
from dataclasses import replace

from referee.law.arithmetic import Sum, Term
from referee.law.dice import Roll
from referee.law.ids import RuleId, rule
from referee.law.momentum import chain, grips, pools
from referee.law.momentum.claims import Attack
from referee.law.momentum.sheet import Equipment
from referee.law.momentum.state import Body, Entry, Grip, State, Strike
from referee.law.refusal import Refused
from referee.measure.hexes import HEADINGS, opposite

MO_6, MO_7, MO_8, MO_9, MO_10 = rule("MO-6"), rule("MO-7"), rule("MO-8"), rule("MO-9"), rule("MO-10")
HR_5 = rule("HR-5")

Step = tuple[State, str, tuple[RuleId, ...], tuple[Sum, ...]]


def weapons(body: Body, kind: str) -> list[Equipment]:
    """Equipment of a kind it can still use: each e-attack costs an RCT point."""
    return [each for each in body.sheet.equipment if each.kind == kind] if body.rct > 0 else []


def grapple_kind(state: State, a: Body, b: Body) -> str | None:
    """How `a` could grapple `b`: same Direction a contest, opposite head-on, else not (MO-8)."""
    if not grips.may_grip(state, a, b):
        return None
    if a.direction == b.direction:
        return "contest"
    if a.direction == opposite(b.direction) and a.speed > b.speed:
        return "head-on"
    return None


def open_attacks(state: State, entry: Entry) -> list[Attack]:
    """The attacks an entry into a threat, or a grapple, allows (MO-7)."""
    body, target = state.body(entry.attacker), state.body(entry.target)
    if entry.link is not None:
        dice = pools.link_speed(body, entry.link) > 0
        return [Attack(body.owner, body.name, target.name)] if dice else []
    armed = weapons(body, "melee")
    found: list[Attack] = [Attack(body.owner, body.name, target.name, tool.name) for tool in armed]
    kind = grapple_kind(state, body, target) if entry.target_link is None else None
    if kind == "contest":
        found += [Attack(body.owner, body.name, target.name, tool.name, grapple=True) for tool in armed]
    if body.sheet.autonomous and armed:  # it will use a weapon when it can (MO-6)
        return found
    if body.speed > 0:
        found.append(Attack(body.owner, body.name, target.name))
        if kind is not None:
            found.append(Attack(body.owner, body.name, target.name, grapple=True))
    return found


def open_shots(state: State, body: Body) -> list[Attack]:
    """E-attacks with ranged weapons on its own turn."""
    return [
        Attack(body.owner, body.name, other.name, tool.name)
        for tool in weapons(body, "ranged")
        for other in state.alive
        if state.foes(body, other) and state.apart(body.spot, other.spot) <= tool.reach
    ]


def spend(state: State, body: Body) -> State:
    """One RCT point for an e-attack."""
    return state.put(replace(body, rct=body.rct - 1))


def attack(state: State, claim: Attack, entry: Entry, allowed: Sequence[Attack]) -> Step:
    """The attack is declared; dice are due, or first the other's answer in a contest."""
    if claim not in allowed:
        raise _why_not(state, claim, entry, allowed)
    body, target = state.body(claim.object), state.body(claim.target)
    how = f"with {claim.weapon}" if claim.weapon else "by momentum"
    kind = grapple_kind(state, body, target) if claim.grapple else "hit"
    if claim.weapon is not None:
        state = spend(state, body)
    strike = Strike(body.name, target.name, "hit", claim.weapon, None, entry.link, entry.target_link)
    if kind == "contest":
        said = f"{body.name} tries to grapple {target.name} {how}: same Direction, both roll"
        state = replace(state, strike=replace(strike, kind="contest", to_roll=("attacker", "target")))
        return replace(state, phase="answer" if weapons(target, "melee") else "roll"), said, (MO_7, MO_8), ()
    if kind == "head-on":
        strike = replace(strike, kind="head-on", to_roll=("attacker",))
        said = f"{body.name} runs into {target.name} head-on to grapple it"
        sums = (pools.speed_of(state, strike, "attacker"),)
        return replace(state, strike=strike, phase="roll"), said, (MO_7, MO_8), sums
    whom = f"a link of {target.name}'s chain" if entry.target_link is not None else target.name
    state = replace(state, strike=replace(strike, to_roll=("attacker",)), phase="roll")
    rules = (MO_7, MO_10) if entry.link is not None or entry.target_link is not None else (MO_7,)
    return state, f"{body.name} attacks {whom} {how}", rules, ()


def _why_not(state: State, claim: Attack, entry: Entry, allowed: Sequence[Attack]) -> Refused:
    """What forbids an attack, with the ones that would stand."""
    body, target = state.body(claim.object), state.find(claim.target)
    instead = [told(each) for each in allowed]
    if target is None or claim.target != entry.target:
        return Refused(
            f"{body.name} may now attack {entry.target}, not {claim.target}", MO_7, legal_instead=instead
        )
    if body.sheet.autonomous and claim.weapon is None and weapons(body, "melee"):
        return Refused(
            f"{body.name} is autonomous and uses a weapon when it can", MO_6, legal_instead=instead
        )
    if claim.weapon is not None and claim.weapon not in [tool.name for tool in weapons(body, "melee")]:
        tool = body.sheet.tool(claim.weapon)
        why = "has no such weapon" if tool is None else "has no RCT point left for it"
        if tool is not None and tool.kind != "melee":
            why = "can't use it in place of a momentum attack"
        return Refused(f"'{claim.weapon}': {body.name} {why}", MO_7, legal_instead=instead)
    if claim.grapple:
        sides = (body.direction - target.direction) % HEADINGS
        if sides == HEADINGS // 2 and body.speed <= target.speed:
            why = f"Speed {body.speed} − {target.speed} leaves no dice"
        elif sides:
            why = f"Directions {body.direction} and {target.direction} are neither the same nor opposite"
        else:
            why = "one of them is held already"
        return Refused(f"{body.name} can't grapple {target.name}: {why}", MO_8, legal_instead=instead)
    return Refused(f"{body.name} has Speed 0 and rolls no dice", MO_6, legal_instead=instead)


def told(claim: Attack) -> str:
    """An attack in words."""
    how = f" with {claim.weapon}" if claim.weapon else ""
    return f"{'grapple' if claim.grapple else 'attack'} {claim.target}{how}"


def answered(state: State, claim: Attack) -> Step:
    """The other side of a contest says what it rolls with."""
    strike = state.strike
    assert strike is not None
    body = state.body(strike.target)
    names = [tool.name for tool in weapons(body, "melee")]
    if claim.target != strike.attacker or (claim.weapon is not None and claim.weapon not in names):
        raise Refused(f"{body.name} answers {strike.attacker}", MO_7, legal_instead=("momentum", *names))
    if claim.weapon is None and body.sheet.autonomous:
        raise Refused(f"{body.name} is autonomous and uses a weapon when it can", MO_6, legal_instead=names)
    if claim.weapon is not None:
        state = spend(state, body)
    how = claim.weapon or "momentum"
    state = replace(state, strike=replace(strike, answer=claim.weapon), phase="roll")
    return state, f"{body.name} answers with {how}", (MO_7, MO_8), ()


def tug(state: State, name: str, middle: str) -> State:
    """Grapplers of different Directions roll against each other; the middle one may support (MO-9)."""
    body = state.body(name)
    other = next(each for each in grips.grapplers(state, middle) if each.direction != body.direction)
    strike = Strike(name, other.name, "tug", middle=middle, to_roll=("attacker", "target"))
    can_help = any(weapons(state.body(middle), kind) for kind in ("melee", "ranged"))
    return replace(state, strike=strike, phase="support" if can_help else "roll")


def rolled(state: State, roll: Roll) -> Step:
    """Dice have fallen for the first who is to roll."""
    strike = state.strike
    assert strike is not None
    result = pools.counted(state, strike, strike.to_roll[0], roll)
    who = pools.roller(state, strike, strike.to_roll[0]).name
    strike = replace(strike, to_roll=strike.to_roll[1:], rolled=(*strike.rolled, int(result.total)))
    return replace(state, strike=strike), f"{who} rolls {int(result.total)}", (MO_6,), (result,)


def resolved(state: State) -> Step:
    """All have rolled: what the attack does."""
    strike = state.strike
    assert strike is not None
    if strike.kind == "contest":
        return _contest(state, strike)
    state = replace(state, strike=None)
    if strike.kind == "tug":
        return _tug(state, strike)
    damage = strike.rolled[0]
    if strike.target_link is not None:
        return _link_hit(state, strike, damage)
    state, said, sums = hurt(state, strike.target, damage)
    if strike.kind == "head-on":
        body, target = state.body(strike.attacker), state.body(strike.target)
        if grips.may_grip(state, body, target):
            return (*_held(state, body, target, said), sums)
        return state, said, (HR_5, MO_8), sums
    return state, said, (HR_5,), sums


def _held(state: State, body: Body, target: Body, said: str) -> tuple[State, str, tuple[RuleId, ...]]:
    """A grapple begins; against a grappler of another Direction it is contested at once."""
    state = grips.take_hold(state, Grip(body.name, target.name))
    held = state.body(target.name)
    said += f"{'; ' if said else ''}{body.name} grapples {target.name}"
    said += f", now Speed {held.speed} in Direction {held.direction}"
    if grips.contested(state, target.name):
        return tug(state, body.name, target.name), f"{said}; it is held from two sides", (MO_8, MO_9)
    return state, said, (MO_8,)


def hurt(state: State, name: str, damage: int) -> tuple[State, str, tuple[Sum, ...]]:
    """Damage off the Integrity; at 0 it is destroyed, and what it held is free (HR-5)."""
    body = state.body(name)
    result = Sum(
        f"{name}'s Integrity",
        (Term(body.integrity, "Integrity", HR_5), Term(-damage, "damage", HR_5)),
        least=0,
    )
    left = int(result.total)
    if left:
        state = state.put(replace(body, integrity=left))
        return state, f"{name} takes {damage} damage and has {left} Integrity left", (result,)
    return destroyed(state, name), f"{name} takes {damage} damage and is destroyed", (result,)


def destroyed(state: State, name: str) -> State:
    """Off the map with its chain; every grip of it and on it ends."""
    body = state.body(name)
    state = grips.let_go(state, [grip for grip in state.grips if name in (grip.grappler, grip.target)])
    body = replace(state.body(name), integrity=0, cell=None, chain=())
    return replace(
        state.put(body), entries=tuple(e for e in state.entries if name not in (e.attacker, e.target))
    )


def _link_hit(state: State, strike: Strike, damage: int) -> Step:
    body = state.body(strike.target)
    assert strike.target_link is not None
    if damage < state.settings.link_integrity:
        return state, f"the link of {body.name}'s chain takes {damage} and holds", (MO_10,), ()
    state = chain.cut(state, body, strike.target_link)
    left = len(state.body(body.name).chain)
    said = f"the link is destroyed, and all older; {body.name} keeps {left} major link{'s' * (left != 1)}"
    return state, said, (MO_10,), ()


def _contest(state: State, strike: Strike) -> Step:
    """The higher wins and may grapple the lower; a tie is nobody's (MO-8)."""
    mine, theirs = strike.rolled
    if mine == theirs:
        return replace(state, strike=None), f"{mine} against {theirs}: nobody wins", (MO_8,), ()
    names = (strike.attacker, strike.target)
    winner, loser = names if mine > theirs else names[::-1]
    said, sums = f"{mine} against {theirs}: {winner} wins", ()
    if state.settings.contest_damage == "overkill":
        state, more, sums = hurt(state, loser, abs(mine - theirs))  # type: ignore[assignment]
        said += f"; {more}"
    if grips.may_grip(state, state.body(winner), state.body(loser)):
        won = replace(strike, attacker=winner, target=loser)
        return replace(state, strike=won, phase="grip"), f"{said} and may grapple {loser}", (MO_8,), sums
    return replace(state, strike=None), said, (MO_8,), sums


def seized(state: State) -> tuple[State, str, tuple[RuleId, ...]]:
    """The winner of a contest takes hold."""
    strike = state.strike
    assert strike is not None
    state = replace(state, strike=None)
    return _held(state, state.body(strike.attacker), state.body(strike.target), "")


def _tug(state: State, strike: Strike) -> Step:
    """Overkill to the loser, the lower roll to the middle (MO-9)."""
    assert strike.middle is not None
    totals = []
    for name, value in zip((strike.attacker, strike.target), strike.rolled, strict=False):
        terms = [Term(value, name, MO_9)]
        if strike.side == name:
            terms.append(Term(strike.rolled[2], f"{strike.middle}'s support", MO_9))
        totals.append(Sum(f"{name}'s side", tuple(terms)))
    mine, theirs = (int(each.total) for each in totals)
    said = f"{mine} against {theirs}"
    sums: tuple[Sum, ...] = tuple(totals)
    if mine != theirs:
        loser = strike.target if mine > theirs else strike.attacker
        state, more, cost = hurt(state, loser, abs(mine - theirs))
        said, sums = f"{said}: {more}", sums + cost
    state, more, cost = hurt(state, strike.middle, min(mine, theirs))
    return state, f"{said}; {more}", (MO_9, HR_5), sums + cost
