"""Speed, Weight and equipment -> the dice of an attack, and what they add up to (MO-6)."""

from referee.law.arithmetic import Sum, Term
from referee.law.dice import Roll
from referee.law.ids import rule
from referee.law.momentum import chain
from referee.law.momentum.sheet import MOST_DICE
from referee.law.momentum.state import Body, Role, State, Strike
from referee.law.ruling import Dice

MO_6, MO_7, MO_8, MO_9, MO_10 = rule("MO-6"), rule("MO-7"), rule("MO-8"), rule("MO-9"), rule("MO-10")

PLAIN, ALWAYS_KEPT = "white", "red"  # told apart by colour when a pool holds both


def momentum_dice(state: State, speed: int) -> tuple[Dice, ...]:
    """Speed d6; above 6 each point adds a ud6 (MO-6)."""
    if speed <= 0:
        return ()
    if speed <= MOST_DICE or state.settings.ud6 == "plain":
        return (Dice(speed),)
    return (Dice(MOST_DICE, 6, PLAIN), Dice(speed - MOST_DICE, 6, ALWAYS_KEPT))


def roller(state: State, strike: Strike, role: Role) -> Body:
    """The object that rolls in this role."""
    name = {"attacker": strike.attacker, "target": strike.target, "middle": strike.middle or ""}[role]
    return state.body(name)


def tool_of(strike: Strike, role: Role) -> str | None:
    """The equipment that stands in for momentum in this role."""
    return {"attacker": strike.weapon, "target": strike.answer, "middle": strike.support}[role]


def speed_of(state: State, strike: Strike, role: Role) -> Sum:
    """The Speed that is rolled: head-on less the other's, a link's the distance it travelled."""
    body = roller(state, strike, role)
    if role == "attacker" and strike.link is not None:
        return Sum("Speed", (Term(link_speed(body, strike.link), "hexes the link travelled", MO_10),))
    mine = Term(body.speed, f"Speed of {body.name}", MO_6)
    if role == "attacker" and strike.kind == "head-on":
        other = state.body(strike.target)
        return Sum("Speed", (mine, Term(-other.speed, f"Speed of {other.name}", MO_8)))
    return Sum("Speed", (mine,))


def link_speed(body: Body, place: int) -> int:
    """The Speed of the link in a place along the chain: that of its major link."""
    return body.chain[len(body.chain) - 1 - chain.major_of(body, place)].speed


def dice_of(state: State, strike: Strike, role: Role) -> tuple[Dice, ...]:
    """What is rolled in this role; nothing at Speed 0."""
    tool = tool_of(strike, role)
    if tool is not None:
        equipment = roller(state, strike, role).sheet.tool(tool)
        assert equipment is not None
        return (Dice(equipment.dice),)
    return momentum_dice(state, int(speed_of(state, strike, role).total))


def kept_of(state: State, strike: Strike, role: Role) -> int:
    """How many of the highest d6 count: the Weight, or what the equipment's sheet says."""
    body = roller(state, strike, role)
    tool = tool_of(strike, role)
    if tool is not None:
        equipment = body.sheet.tool(tool)
        assert equipment is not None
        return equipment.kept or equipment.dice
    if role == "attacker" and strike.link is not None:
        assert body.sheet.chain is not None
        return body.sheet.chain.kept or 1
    return body.sheet.weight


def counted(state: State, strike: Strike, role: Role, roll: Roll) -> Sum:
    """The kept dice added up; ud6 are always kept (MO-6)."""
    always = [die.value for die in roll.dice if die.colour == ALWAYS_KEPT]
    plain = sorted((die.value for die in roll.dice if die.colour != ALWAYS_KEPT), reverse=True)
    kept = plain[: kept_of(state, strike, role)]
    why = tool_of(strike, role) or "d6"
    terms = [Term(value, why, MO_6) for value in kept] + [Term(value, "ud6", MO_6) for value in always]
    return Sum(f"{roller(state, strike, role).name}'s attack", tuple(terms))
