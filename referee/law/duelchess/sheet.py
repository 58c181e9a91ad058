"""A duel piece's measures -> Health, Value, Attack, Defence, Movement, Range (DC-1 to DC-9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from referee.law.account import Account, Fact, Fault
from referee.law.arithmetic import Sum, Term, half_up
from referee.law.codec import from_plain, nearest
from referee.law.ids import RuleId, rule
from referee.problems import BadInput

DC_1, DC_2, DC_3, DC_4, DC_5 = rule("DC-1"), rule("DC-2"), rule("DC-3"), rule("DC-4"), rule("DC-5")
DC_6, DC_7, DC_8, DC_9 = rule("DC-6"), rule("DC-7"), rule("DC-8"), rule("DC-9")

BLOCK_VALUE = {"plate": 1, "brick": 3}
MOST_HEIGHT, MOST_WIDTH, MOST_LENGTH = 15, 8, 10
MOST_CORE_DEFENCE = 24
BASES = {"legs": ("+", 2), "plate": ("×", 2), "block": ("+", 2), "round": ("*", 2), "wheels": ("+", 3)}
WEAPONS = {  # kind: level, direction
    "hit": (0, "+"), "antenna": (0, "*"),
    "blade": (1, "+"), "lance": (1, "+"), "spear": (1, "+"), "staff": (1, "+"), "whip": (1, "×"),
    "gun": (2, "+"), "bomb": (2, "*"),
    "missile": (3, "+"), "cannon": (3, "+"), "beam": (3, "+"), "fan": (3, "+"),
}  # fmt: skip
LEVEL_BONUS = {1: 1, 2: 2, 3: 2}  # level 0: the weapon's own value
SHADES = {"tan": "brown", "grey": "gray", "pink": "red", "lime": "green", "azure": "blue", "violet": "purple"}
HALVED = None  # the modifier −(D/2)


@dataclass(frozen=True, slots=True)
class Element:
    """One row of the table of elements (DC-2)."""

    colours: tuple[str, ...]
    beats: tuple[str, ...]
    health: int
    value: int
    attack: int
    defence: int | None
    movement: int
    range: int


def _row(colours: str, beats: str, *mods: int | None) -> Element:
    return Element(tuple(colours.split()), tuple(beats.split()), *mods)  # type: ignore[arg-type]


ELEMENTS = {
    "Normal": _row("", "Dark Earth Light", 0, 0, 0, 0, 0, -1),
    "Earth": _row(
        "black brown gray green orange red yellow", "Electric Fire Light Water", 5, 2, 2, 1, -1, -1
    ),
    "Fire": _row("blue orange purple red yellow", "Dark Metal Normal Wood", -5, 0, 3, HALVED, 1, 1),
    "Wind": _row("blue white yellow", "Earth Normal Water Wind", 0, 0, 1, 0, 1, 1),
    "Water": _row("black blue gray green white", "Fire Light Metal Normal", 2, 2, 1, 2, -1, 0),
    "Wood": _row("blue brown gray green red", "Earth Electric Normal Water", 3, -2, -1, 2, 0, -1),
    "Electric": _row("blue white yellow", "Dark Normal Water Wind", 0, 0, 5, HALVED, 1, 1),
    "Metal": _row("black brown gray white yellow", "Earth Electric Normal Wood", 3, 3, 3, 3, -1, -1),
    "Light": _row("white yellow", "Electric Fire Metal Wind Wood", 3, 2, 3, 1, 1, 1),
    "Dark": _row("black blue gray purple", "Earth Metal Water Wind Wood", 4, 4, 4, HALVED, -1, -1),
}


@dataclass(frozen=True, slots=True)
class Weapon:
    """A part used to fight. `value` is its Block Value; `parallel`: the same one stands beside it."""

    kind: str
    value: float = 1.0
    parallel: bool = False


@dataclass(frozen=True, slots=True)
class PieceSheet:
    """A duel piece as measured, in pips. `minifig`: bare, with the document's own card (DC-9)."""

    name: str
    element: str = "Normal"
    colours: tuple[str, ...] = ()
    core_pips: int = 2
    core_block: Literal["plate", "brick"] = "brick"
    height: float = 6.0
    width: float = 1.0
    length: float = 2.0
    weapons: tuple[Weapon, ...] = ()
    base: str = "legs"
    boost: bool = False
    shields: int = 0
    minifig: bool = False


MINIFIG_WEAPONS = (Weapon("hit", 3), *(Weapon("hit", 2),) * 4)  # head, arms, legs: 40 + 22 = 62


def read_sheet(plain: Mapping[str, Any], where: str) -> PieceSheet:
    """A piece from its TOML table; measures may come from an observation."""
    sheet = from_plain(PieceSheet, plain, where)
    for word, known in (
        (sheet.element, ELEMENTS),
        (sheet.base, BASES),
        *((weapon.kind, WEAPONS) for weapon in sheet.weapons),
    ):
        if word not in known:  # type: ignore[operator]
            raise BadInput(f"{where}: '{word}' is unknown{nearest(word, known)}")  # type: ignore[arg-type]
    if sheet.minifig:
        return PieceSheet(sheet.name, weapons=MINIFIG_WEAPONS, minifig=True)
    return sheet


def hues(colours: tuple[str, ...]) -> set[str]:
    """Colours without their shades: tan is brown (DC-2)."""
    words = [colour.lower().split()[-1] for colour in colours]
    return {SHADES.get(word, word) for word in words}


def range_direction(sheet: PieceSheet) -> str:
    """By the highest-level weapon; two alike of level 1 or 2 side by side make it × (DC-8)."""
    if not sheet.weapons:
        return "+"
    best = max(sheet.weapons, key=lambda weapon: WEAPONS[weapon.kind][0])
    level, direction = WEAPONS[best.kind]
    beside = any(weapon.parallel and weapon.kind == best.kind for weapon in sheet.weapons)
    return "×" if level in (1, 2) and beside else direction


def _total(what: str, rule_id: RuleId, *terms: tuple[float, str]) -> Sum:
    return Sum(what, tuple(Term(value, why, rule_id) for value, why in terms))


def account(sheet: PieceSheet) -> Account:
    """All six stats, term by term, and what breaks the limits."""
    element = ELEMENTS[sheet.element]
    value = BLOCK_VALUE[sheet.core_block]
    comp = value * sheet.core_pips
    matching = len(hues(sheet.colours) & set(element.colours)) if sheet.element != "Normal" else 0
    levels = [WEAPONS[weapon.kind][0] for weapon in sheet.weapons]
    mod = f"{sheet.element} modifier"
    health = _total(
        "Health", DC_3, (20, ""), (half_up(comp * sheet.height), "core comp × height"),
        (element.health, mod), (5 * matching, "matching colours"),
    )  # fmt: skip
    worth = _total(
        "Value", DC_4, (half_up(value * sheet.height * sheet.width), "core value × height × width"),
        (len(sheet.weapons), "weapons"), (element.value, mod),
    )  # fmt: skip
    struck = [
        (weapon.value + LEVEL_BONUS.get(level, weapon.value), weapon.kind)
        for weapon, level in zip(sheet.weapons, levels, strict=True)
    ]
    attack = _total("Attack", DC_5, (40, ""), *struck, (element.attack, mod))
    guard = min(half_up(value * sheet.width), MOST_CORE_DEFENCE)
    bare = 10 + guard + sheet.shields
    lowered = -half_up(bare / 2) if element.defence is None else element.defence
    defence = _total(
        "Defence", DC_6, (10, ""), (guard, "core value × width"), (sheet.shields, "shields and armour"),
        (lowered, mod),
    )  # fmt: skip
    direction, squares = BASES[sheet.base]
    movement = Sum(
        "Movement",
        (
            Term(squares, sheet.base, DC_7),
            Term(1 if sheet.boost else 0, "boost", DC_7),
            Term(element.movement, mod, DC_7),
        ),
        1, 4,
    )  # fmt: skip
    reach = Sum(
        "Range",
        (
            Term(1, "", DC_8),
            Term(max(levels, default=0), "weapon level", DC_8),
            Term(element.range, mod, DC_8),
        ),
        1, 4,
    )  # fmt: skip
    facts = (
        Fact("Movement direction", direction, DC_7),
        Fact("Range direction", range_direction(sheet), DC_8),
    )
    limits = (
        (sheet.height, MOST_HEIGHT, "high"),
        (sheet.width, MOST_WIDTH, "wide"),
        (sheet.length, MOST_LENGTH, "long"),
    )
    faults = tuple(
        Fault(f"it is {size:g} pips {word}, at most {most} are allowed", DC_1)
        for size, most, word in limits
        if size > most
    )
    return Account(sheet.name, (health, worth, attack, defence, movement, reach), facts, faults)
