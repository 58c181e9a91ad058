"""The attack: range and cover at its moment, the target's Defend, damage, loss (MT-7, MT-10 to MT-16)."""

from dataclasses import replace

from referee.law.arithmetic import Sum, Term
from referee.law.ids import RuleId, rule
from referee.law.mechaton.claims import Attack
from referee.law.mechaton.ground import band_of, cover_between
from referee.law.mechaton.sequence import dice_left, end_turn, outcome, wreck
from referee.law.mechaton.sheet import BAND_NAMES
from referee.law.mechaton.state import Action, Mech, State
from referee.law.refusal import Refused
from referee.law.ruling import Verdict

MT_5, MT_7, MT_10, MT_11, MT_12 = rule("MT-5"), rule("MT-7"), rule("MT-10"), rule("MT-11"), rule("MT-12")
MT_13, MT_16 = rule("MT-13"), rule("MT-16")

INITIATIVE_ADVANTAGE = 4
SERIOUS = 6  # what a damage die must show

Step = tuple[State, str, tuple[RuleId, ...], tuple[Sum, ...]]


def finish(state: State) -> State:
    """The current mech's turn ends once she has moved and fought, or is no more."""
    mech = state.mech(state.current)
    done = mech.action is not None and mech.action.moved and mech.action.fought
    return end_turn(state) if done or mech.destroyed else replace(state, phase="act", actor=mech.name)


def with_action(state: State, mech: Mech, action: Action) -> State:
    """The same match with one mech's Action Roll changed."""
    return state.put(replace(mech, action=action))


def attack(state: State, claim: Attack) -> Step:
    """Fight now: lost at the wrong range or behind hard cover, else the target defends (MT-7)."""
    mech = state.mech(claim.mech)
    action = mech.action
    assert action is not None
    assert action.target is not None
    target = state.mech(action.target)
    fought = with_action(state, mech, replace(action, fought=True))
    if target.destroyed or target.cell is None or mech.cell is None:
        return finish(fought), f"{target.name} is gone: {mech.name}'s attack is lost", (MT_7,), ()
    band = band_of(state.settings, mech.cell, target.cell)
    if band != action.band:
        rolled = BAND_NAMES[action.band or "hand"]
        sentence = f"{mech.name} rolled for {rolled} but stands at {BAND_NAMES[band]}: her attack is lost"
        return finish(fought), sentence, (MT_7, MT_12), ()
    if claim.cover == "unseen":
        raise Refused(
            f"what lies between {mech.name} and {target.name} can't be seen: say which cover there is",
            MT_11,
            legal_instead=("none", "soft", "hard"),
            verdict=Verdict.CANT_SEE,
        )
    cover = claim.cover or cover_between(state, mech.cell, target.cell)
    if cover == "hard":
        sentence = f"hard cover hides {target.name}: {mech.name}'s attack is lost"
        return finish(fought), sentence, (MT_7, MT_11), ()
    free, why = _free_blue(state, mech, target, cover == "soft")
    if target.action is None:
        waiting = replace(fought, phase="aim", actor=target.name, free_blue=free)
        sentence = f"{mech.name} attacks {target.name}, who has no Defend yet and rolls first"
        return waiting, sentence, (MT_10, *why), ()
    if free:
        sentence = f"{mech.name} attacks {target.name}, who has {free} free blue to roll"
        waiting = replace(fought, phase="extra", actor=target.name, free_blue=free, blue_for=why)
        return waiting, sentence, why, ()
    state, sentence, sums = damage(fought, target.action.defend)
    return state, sentence, (MT_13,), sums


def _free_blue(state: State, mech: Mech, target: Mech, soft: bool) -> tuple[int, tuple[RuleId, ...]]:
    why = [MT_11] if soft else []
    if state.settings.initiative_defence and target.initiative - mech.initiative >= INITIATIVE_ADVANTAGE:
        why.append(MT_16)
    return len(why), tuple(why)


def damage(state: State, defend: int) -> tuple[State, str, tuple[Sum, ...]]:
    """Damage dice are Attack less Defend; none is a miss (MT-13)."""
    mech = state.mech(state.current)
    action = mech.action
    assert action is not None
    assert action.target is not None
    sums = (
        Sum(
            "damage dice",
            (Term(action.attack, "Attack", MT_13), Term(-defend, "Defend", MT_13)),
            least=0,
        ),
    )
    dice = int(sums[0].total)
    if dice == 0:
        return finish(replace(state, free_blue=0)), f"{mech.name} misses {action.target}", sums
    state = replace(state, phase="damage", actor=action.target, damage_dice=dice, free_blue=0)
    return state, f"{mech.name} hits {action.target} with {dice} damage dice", sums


def extra_shield(state: State, values: tuple[int, ...]) -> Step:
    """Free blue dice of one who has rolled already: used if they better her Defend (MT-11, MT-16)."""
    target = state.mech(state.actor)
    assert target.action is not None
    better = max(values) - 1
    defend = max(target.action.defend, better)
    why = state.blue_for
    state, sentence, sums = damage(replace(state, blue_for=()), defend)
    used = "which helps" if better > target.action.defend else "which is no better"
    shown = f"{target.name}'s free blue shows {max(values)}, {used}; {sentence}"
    return state, shown, (*why, MT_5, MT_13), sums


def damage_rolled(state: State, values: tuple[int, ...]) -> Step:
    """Every 6 is serious damage; the owner picks what it costs her (MT-13)."""
    sixes = sum(value == SERIOUS for value in values)
    target = state.mech(state.actor)
    state = replace(state, damage_dice=0)
    if sixes == 0:
        return finish(state), f"no six: {target.name}'s paint suffers, nothing else", (MT_13,), ()
    if dice_left(target) == 0:
        sentence = f"a six, and {target.name} has no dice left to lose: she is destroyed"
        return finish_or_end(state.put(wreck(target))), sentence, (MT_13,), ()
    state = replace(state, phase="lose", sixes=sixes)
    return state, f"{sixes} six{'es' * (sixes > 1)}: {target.name} loses {sixes} of her things", (MT_13,), ()


def finish_or_end(state: State) -> State:
    """On with the current turn, unless that was the last mech of a side."""
    return replace(state, phase="over", current="", actor="") if outcome(state) else finish(state)


def lose(state: State, thing: str) -> Step:
    """One thing and all its dice go; out of dice she is destroyed (MT-13)."""
    mech = state.mech(state.actor)
    found = next((each for each in mech.things if each.name == thing), None)
    can = [each.name for each in mech.things if each.dice]
    if found is None or found.dice == 0:
        raise Refused(f"{mech.name} has no dice to lose on '{thing}'", MT_13, legal_instead=can)
    hurt = replace(mech, lost=(*mech.lost, thing))
    sentence = f"{mech.name} loses {thing}"
    if dice_left(hurt) == 0:
        hurt = wreck(hurt)
        sentence += " and, out of dice, is destroyed"
    state = replace(state.put(hurt), sixes=state.sixes - 1)
    if hurt.destroyed:
        state = replace(state, sixes=0)
    return (state if state.sixes else finish_or_end(state)), sentence, (MT_13,), ()
