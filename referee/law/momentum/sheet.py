"""A momentum object's sheet -> its stats, what it rolls and may turn, and what is wrong with it (HR-5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from referee.law.account import Account, Fact, Fault
from referee.law.arithmetic import Sum, Term
from referee.law.codec import from_plain
from referee.law.ids import rule

MO_2, MO_4, MO_6, MO_10 = rule("MO-2"), rule("MO-4"), rule("MO-6"), rule("MO-10")
HR_5, HR_6 = rule("HR-5"), rule("HR-6")

MOST_SPEED = 12  # more than any table is wide (house ruling)
MOST_DICE = 6  # a pool's d6; each point of Speed above adds a ud6 (MO-6)
HALF_TURN = 3  # hex sides: more turning than this is the same as less
HEADINGS = 6


@dataclass(frozen=True, slots=True)
class Equipment:
    """What an object fights with beside its momentum: `dice` d6, of which `kept` count (0: all).

    A melee weapon's attack may stand in for a momentum attack; a ranged one's reaches `reach` hexes;
    a chain's links strike with their own Speed, `kept` being their Weight.
    """

    name: str
    kind: Literal["melee", "ranged", "chain"] = "melee"
    dice: int = 1
    kept: int = 0
    reach: int = 3


@dataclass(frozen=True, slots=True)
class Sheet:
    """An object as built, and how it starts."""

    name: str
    speed: int
    max_speed: int
    acceleration: int
    weight: int
    integrity: int
    elevation: int = 1
    direction: int | None = None  # hex side 0–5; None: as the model faces
    threat: int = 1
    rct: int = 1
    autonomous: bool = False
    equipment: tuple[Equipment, ...] = ()

    def tool(self, name: str) -> Equipment | None:
        """The equipment called `name`."""
        return next((each for each in self.equipment if each.name == name), None)

    @property
    def chain(self) -> Equipment | None:
        """Its chain weapon, if it wields one."""
        return next((each for each in self.equipment if each.kind == "chain"), None)


def read_sheet(plain: Mapping[str, Any], where: str) -> Sheet:
    """A sheet from its TOML table."""
    given = {key: value for key, value in plain.items() if key != "game"}
    return from_plain(Sheet, given, where)


def turn_sum(speed: int) -> Sum:
    """How many hex sides an object may turn at this Speed (MO-2); Speed 0 turns freely (HR-6)."""
    if speed == 0:
        return Sum("hex sides to turn", (Term(HALF_TURN, "freely at Speed 0", HR_6),))
    quotient = Term(HEADINGS // speed, f"(6 / Speed {speed}, rounded down)", HR_6)
    return Sum("hex sides to turn", (quotient, Term(1, "", MO_2)))


def fall_sum(elevation: int) -> Sum:
    """Elevation after the fall that ends a movement (MO-4), rounded down (HR-6)."""
    fall = Term(-(4 // elevation), f"(4 / {elevation}, rounded down)", HR_6)
    return Sum("Elevation", (Term(elevation, "Elevation", MO_4), fall), least=1)


def slow_sum(speed: int, sheet: Sheet) -> Sum:
    """Speed at the end of a turn: above Max it falls by Acceleration, not below Max (MO-4)."""
    terms = [Term(speed, "Speed", MO_4)]
    if speed > sheet.max_speed:
        terms.append(Term(-sheet.acceleration, "Acceleration", MO_4))
        return Sum("Speed", tuple(terms), least=sheet.max_speed)
    return Sum("Speed", tuple(terms))


def account(sheet: Sheet) -> Account:
    """The sheet worked out, with what is illegal about it."""
    pool = Sum(
        "dice of a momentum attack",
        (
            Term(min(sheet.speed, MOST_DICE), "d6, one for each Speed up to 6", MO_6),
            Term(max(sheet.speed - MOST_DICE, 0), "ud6, one for each Speed above", MO_6),
        ),
    )
    facts = [
        Fact("kept", f"the {sheet.weight} highest d6 count", MO_6),
        Fact("Integrity", f"{sheet.integrity} damage destroys it", HR_5),
        Fact("threat", f"{sheet.threat} hexes", HR_5),
        Fact("RCT points", f"{sheet.rct} a round", HR_5),
    ]
    if sheet.autonomous:
        facts.append(Fact("autonomous", "it neither accelerates nor turns", MO_2))
    facts += [Fact(each.name, _described(each), HR_5) for each in sheet.equipment]
    sums = (
        turn_sum(max(sheet.speed, 0)),
        pool,
        fall_sum(max(sheet.elevation, 1)),
        slow_sum(sheet.speed, sheet),
    )
    return Account(sheet.name, sums, tuple(facts), _faults(sheet))


def _described(tool: Equipment) -> str:
    if tool.kind == "chain":
        return f"a chain weapon, its links keep {tool.kept or 1} dice"
    kept = f", the {tool.kept} highest kept" if tool.kept else ""
    reach = f", reaching {tool.reach} hexes" if tool.kind == "ranged" else ""
    return f"a {tool.kind} weapon, {tool.dice} d6{kept}{reach}"


def _faults(sheet: Sheet) -> tuple[Fault, ...]:
    faults = []
    bounds = (
        ("Speed", sheet.speed, 0, MOST_SPEED),
        ("Max Speed", sheet.max_speed, 0, MOST_SPEED),
        ("Acceleration", sheet.acceleration, 0, MOST_SPEED),
        ("Elevation", sheet.elevation, 1, None),
        ("Weight", sheet.weight, 1, None),
        ("Integrity", sheet.integrity, 1, None),
        ("threat", sheet.threat, 0, None),
        ("RCT points", sheet.rct, 0, None),
        ("Direction", sheet.direction or 0, 0, HEADINGS - 1),
    )
    for what, value, least, most in bounds:
        if value < least or (most is not None and value > most):
            upper = f" to {most}" if most is not None else " or more"
            faults.append(Fault(f"its {what} is {value}, it must be {least}{upper}", HR_5))
    names = [each.name for each in sheet.equipment]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            faults.append(Fault(f"two of its equipment are called '{name}', name them apart", HR_5))
    for each in sheet.equipment:
        if each.kind != "chain" and not 1 <= each.dice <= MOST_SPEED:
            faults.append(Fault(f"{each.name} rolls {each.dice} dice, it must be 1 to {MOST_SPEED}", HR_5))
        if each.kept < 0 or each.reach < 0:
            faults.append(Fault(f"{each.name} keeps or reaches less than 0", HR_5))
    if sum(each.kind == "chain" for each in sheet.equipment) > 1:
        faults.append(Fault("it wields two chain weapons, one is all that can be reeled", MO_10))
    return tuple(faults)
