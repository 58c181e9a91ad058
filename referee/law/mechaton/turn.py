"""Aiming, rolling, assigning and moving: a mech's own steps (MT-3 to MT-6, MT-8, MT-14, MT-15)."""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from referee.law.arithmetic import Sum, Term
from referee.law.dice import Rolled
from referee.law.ids import rule
from referee.law.mechaton.claims import Aim, Assign, Move, Place
from referee.law.mechaton.combat import Step, damage, finish, with_action
from referee.law.mechaton.ground import reachable
from referee.law.mechaton.sheet import BAND_NAMES, BANDS, Band, charges, count
from referee.law.mechaton.state import Action, Cell, Mech, State
from referee.law.refusal import Refused
from referee.law.ruling import Dice, Verdict

MT_3, MT_4, MT_5, MT_6, MT_8 = rule("MT-3"), rule("MT-4"), rule("MT-5"), rule("MT-6"), rule("MT-8")
MT_10, MT_11, MT_14, MT_15 = rule("MT-10"), rule("MT-11"), rule("MT-14"), rule("MT-15")
HR_7 = rule("HR-7")

BIG_DIE = 8  # the missile's red and the charger's green


def bands_open(state: State, mech: Mech, missile: str | None = None) -> tuple[Band, ...]:
    """Ranges with a plausible weapon; hand-to-hand always (MT-3), a missile's when launched (MT-14)."""
    weapons = [
        thing
        for thing in mech.things
        if thing.name == missile or not (thing.missile and state.settings.missiles)
    ]
    return tuple(band for band in BANDS if band == "hand" or any(each.fires_at(band) for each in weapons))


def missiles_open(state: State, mech: Mech, band: Band) -> tuple[str, ...]:
    """Missiles she could launch at this range."""
    if not state.settings.missiles:
        return ()
    return tuple(thing.name for thing in mech.things if thing.missile and thing.fires_at(band))


def enemies(state: State, mech: Mech) -> tuple[str, ...]:
    """Whom she may choose: mechs of other sides."""
    side = state.team(mech.owner)
    return tuple(each.name for each in state.alive if state.team(each.owner) != side)


def aim(state: State, claim: Aim) -> Step:
    """A target or none, and the range expected (MT-3)."""
    mech = state.mech(claim.mech)
    free = state.free_blue if state.actor != state.current else 0
    if claim.target is None:
        if claim.band or claim.missile:
            raise Refused("without a target there is no range and no missile", MT_3)
        action = Action(None, None, free_blue=free)
        ready = replace(with_action(state, mech, action), phase="roll")
        return ready, f"{mech.name} chooses no target and rolls no red", (MT_3,), ()
    if claim.target not in enemies(state, mech):
        raise Refused(
            f"{claim.target} is no target for {mech.name}", MT_3, legal_instead=enemies(state, mech)
        )
    bands = bands_open(state, mech, claim.missile)
    if claim.band not in bands:
        named = BAND_NAMES.get(claim.band or "", "no range")
        raise Refused(
            f"{mech.name} has no plausible weapon at {named}",
            MT_3,
            legal_instead=[BAND_NAMES[band] for band in bands],
        )
    rules = (MT_3,)
    if claim.missile is not None:
        if claim.missile not in missiles_open(state, mech, claim.band):
            raise Refused(
                f"{mech.name} can't launch '{claim.missile}' at {BAND_NAMES[claim.band]}",
                MT_14,
                legal_instead=missiles_open(state, mech, claim.band),
            )
        rules = (MT_3, MT_14)  # type: ignore[assignment]
    action = Action(claim.target, claim.band, claim.missile, free_blue=free)
    ready = replace(with_action(state, mech, action), phase="roll")
    return ready, f"{mech.name} takes aim at {claim.target}, {BAND_NAMES[claim.band]}", rules, ()


def pool(mech: Mech) -> tuple[Dice, ...]:
    """What she rolls: white, green, blue, the red of the expected range, and her d8s (MT-3)."""
    action = mech.action
    assert action is not None
    things = mech.things
    red = count(things, action.band) if action.band else 0
    dice = [
        Dice(count(things, "white"), 6, "white"),
        Dice(count(things, "green"), 6, "green"),
        Dice(1 if charges(things) else 0, BIG_DIE, "green"),
        Dice(red, 6, "red"),
        Dice(1 if action.missile else 0, BIG_DIE, "red"),
        Dice(count(things, "blue") + action.free_blue, 6, "blue"),
    ]
    return tuple(kind for kind in dice if kind.count)


def rolled(state: State, dice: tuple[Rolled, ...]) -> Step:
    """The dice have fallen; a launched missile is spent (MT-14)."""
    mech = state.mech(state.actor)
    action = mech.action
    assert action is not None
    fired = (*mech.fired, action.missile) if action.missile else mech.fired
    mech = replace(mech, action=replace(action, dice=dice), fired=fired)
    shown = ", ".join(f"{die.colour} {die.value}" for die in dice) or "no dice"
    return replace(state.put(mech), phase="assign"), f"{mech.name} rolled {shown}", (MT_3,), ()


def assign(state: State, claim: Assign) -> Step:
    """One die each: white anywhere, Shield only when rolling blue (MT-4); then Defend (MT-5)."""
    mech = state.mech(claim.mech)
    action = mech.action
    assert action is not None
    slots = {"Move": (claim.move, "green"), "Attack": (claim.attack, "red"), "Shield": (claim.shield, "blue")}
    left = Counter(action.dice)
    blue = any(die.colour == "blue" for die in action.dice)
    for slot, (die, colour) in slots.items():
        if die is None:
            continue
        if die.colour not in ("white", colour):
            raise Refused(f"a {die.colour} die can't be {slot}", MT_4, legal_instead=("white", colour))
        if slot == "Shield" and not blue:
            raise Refused(f"{mech.name} rolls no blue dice, so she has no Shield", MT_4)
        if slot == "Attack" and action.target is None:
            raise Refused(f"{mech.name} has no target to attack", MT_4, MT_3)
        left[die] -= 1
        if left[die] < 0:
            raise Refused(f"no {die.colour} {die.value} is left for {slot}", MT_4)
    values = [die.value if die else 0 for die, _ in slots.values()]
    action = replace(
        action,
        assigned=True,
        move=values[0],
        attack=values[1],
        shield=values[2],
        fought=claim.attack is None,
    )
    sums = (defend_sum(action),)
    sentence = (
        f"{mech.name}: Move {values[0]}, Attack {values[1]}, Shield {values[2]}, Defend {action.defend}"
    )
    state = with_action(state, mech, action)
    if state.actor != state.current:  # she stops before moving: her attacker's damage comes first (MT-10)
        state, hit, dealt = damage(state, action.defend)
        return state, f"{sentence}; {hit}", (MT_4, MT_5, MT_10), (*sums, *dealt)
    return replace(state, phase="act"), sentence, (MT_4, MT_5), sums


def defend_sum(action: Action) -> Sum:
    """How Defend came about (MT-5)."""
    if action.shield - 1 > action.move // 2:
        return Sum("Defend", (Term(action.shield, "Shield", MT_5), Term(-1, "", MT_5)))
    return Sum("Defend", (Term(action.move // 2, f"half of Move {action.move}", MT_5),))


def may_move(action: Action) -> bool:
    """Move higher goes first; Attack higher fights first; equal is her choice (MT-6)."""
    return not action.moved and (action.fought or action.move >= action.attack)


def may_fight(action: Action) -> bool:
    """The same from the other side (MT-6)."""
    return not action.fought and (action.moved or action.attack >= action.move)


def move(state: State, claim: Move) -> Step:
    """Up to Move hexes, facing anywhere; a middle too near a border is asked about (MT-8, HR-7)."""
    mech = state.mech(claim.mech)
    action = mech.action
    assert action is not None
    if not may_move(action):
        raise Refused(f"{mech.name}'s Attack is higher: she fights first", MT_6)
    ways = reachable(state, mech.name, action.move)
    to = believed(state, claim, ways)
    if claim.facing is not None and claim.facing not in range(6):
        raise Refused(f"there is no facing {claim.facing}", MT_8, legal_instead=("0 to 5",))
    if to not in ways:
        raise Refused(
            f"{mech.name} can't reach hex {to} with Move {action.move}",
            MT_8,
            legal_instead=(f"{len(ways)} hexes within {action.move} steps",),
        )
    there = replace(mech, cell=to, facing=mech.facing if claim.facing is None else claim.facing)
    state = with_action(state, there, replace(action, moved=True))
    sums = (Sum("steps", (Term(ways[to], "", MT_8),), most=action.move),)
    return finish(state), f"{mech.name} moves {ways[to]} of {action.move} hexes to {to}", (MT_8,), sums


def believed(state: State, claim: Move | Place, ways: Collection[Cell]) -> Cell:
    """The hex a seen mech counts as being in (HR-7)."""
    if claim.doubt is None:
        return claim.to
    if state.believe:
        return claim.to if claim.to in ways else claim.doubt
    raise Refused(
        f"is {claim.mech} in hex {claim.to} or {claim.doubt}? Her middle is too near the border to tell",
        HR_7,
        legal_instead=[str(cell) for cell in (claim.to, claim.doubt) if cell in ways],
        verdict=Verdict.TOO_CLOSE,
    )
