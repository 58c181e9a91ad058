"""A duel piece's measures -> Health, Value, Attack, Defence, Movement, Range (DC-1 to DC-9)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from referee.law.account import Account, Fact, Fault
from referee.law.arithmetic import Sum, Term, half_up
from referee.law.codec import from_plain, nearest
from referee.law.ids import RuleId, rule
from referee.problems import BadInput

DC_1, DC_2, DC_3, DC_4, DC_5 = rule("DC-1"), rule("DC-2"), rule("DC-3"), rule("DC-4"), rule("DC-5")
DC_6, DC_7, DC_8, DC_9 = rule("DC-6"), rule("DC-7"), rule("DC-8"), rule("DC-9")

BLOCK_VALUE = {"plate": 1, "brick": 3}
PIP_MM = {"stud": 8.0, "quarter inch": 6.35}  # the document's two pips, which disagree
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
    """A part used to fight, worth the Block Value of its part. `parallel`: the same one stands beside it."""

    kind: str
    value: float = 1.0
    parallel: bool = False
    part: str = ""  # the part it is; one part may be several weapons
    held_in: str = ""  # the hand that holds it, which is then no weapon of its own


@dataclass(frozen=True, slots=True)
class PieceSheet:
    """A duel piece as measured. `minifig`: bare, with the document's own card (DC-9)."""

    name: str
    element: str = "Normal"
    colours: tuple[str, ...] = ()
    core_pips: int = 2
    core_block: Literal["plate", "brick"] = "brick"
    height: float = 6.0
    width: float = 1.0
    length: float = 2.0
    measured_in: Literal["pips", "mm"] = "pips"
    pip: Literal["stud", "quarter inch"] = "stud"  # what a pip is where millimetres are given (DC-1)
    weapons: tuple[Weapon, ...] = ()
    base: str = "legs"
    boost_parts: tuple[str, ...] = ()  # propellers, wings, rocket boosters
    shields: int = 0
    normal_colours: bool = False  # does Normal, whose colours are all, gain 5 Health for each (DC-3)?
    minifig: bool = False


# Its Value of 23 takes five weapons, its Attack of 62 values that add up to 11; of Block Values, 1 and 3,
# only three bricks and two plates do. Which they are the document does not say: head and legs, and hands.
MINIFIG_WEAPONS = (
    Weapon("hit", 3, part="head"),
    Weapon("hit", 3, part="left leg"),
    Weapon("hit", 3, part="right leg"),
    Weapon("hit", 1, part="left hand"),
    Weapon("hit", 1, part="right hand"),
)


def read_sheet(plain: Mapping[str, Any], where: str) -> PieceSheet:
    """A piece from its TOML table, its measures turned into pips."""
    sheet = from_plain(PieceSheet, plain, where)
    known: tuple[tuple[str, Iterable[str]], ...] = (
        (sheet.element, ELEMENTS),
        (sheet.base, BASES),
        *((weapon.kind, WEAPONS) for weapon in sheet.weapons),
    )
    for word, words in known:
        if word not in words:
            raise BadInput(f"{where}: '{word}' is unknown{nearest(word, words)}")
    if sheet.minifig:
        return PieceSheet(sheet.name, weapons=MINIFIG_WEAPONS, minifig=True)
    return in_pips(sheet)


def in_pips(sheet: PieceSheet) -> PieceSheet:
    """The sheet with height, width and length in pips (DC-1)."""
    if sheet.measured_in == "pips":
        return sheet
    pip_mm = PIP_MM[sheet.pip]
    height, width, length = sheet.height / pip_mm, sheet.width / pip_mm, sheet.length / pip_mm
    return replace(sheet, height=height, width=width, length=length, measured_in="pips")


def hues(colours: tuple[str, ...]) -> set[str]:
    """Colours without their shades: tan is brown, dark_bluish_grey is gray (DC-2)."""
    words = [colour.lower().replace("_", " ").split()[-1] for colour in colours if colour.strip("_ ")]
    return {SHADES.get(word, word) for word in words}


def range_direction(sheet: PieceSheet) -> str:
    """By the highest-level weapon; two alike of level 1 or 2 side by side make it × (DC-8)."""
    if not sheet.weapons:
        return "+"
    best = max(sheet.weapons, key=lambda weapon: WEAPONS[weapon.kind][0])
    level, direction = WEAPONS[best.kind]
    beside = sum(weapon.parallel and weapon.kind == best.kind for weapon in sheet.weapons)
    return "×" if level in (1, 2) and beside > 1 else direction


def _total(what: str, rule_id: RuleId, *terms: tuple[float, str]) -> Sum:
    return Sum(what, tuple(Term(value, why, rule_id) for value, why in terms))


def account(sheet: PieceSheet) -> Account:
    """All six stats, term by term, and what breaks the limits."""
    element = ELEMENTS[sheet.element]
    value = BLOCK_VALUE[sheet.core_block]
    comp = value * sheet.core_pips
    matching = matching_colours(sheet)
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
            Term(1 if sheet.boost_parts else 0, "boost", DC_7),
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
    return Account(sheet.name, (health, worth, attack, defence, movement, reach), facts, faults(sheet))


def matching_colours(sheet: PieceSheet) -> int:
    """How many of its colours are its element's (DC-3); Normal's are all, which by default count nothing."""
    found = hues(sheet.colours)
    if sheet.element == "Normal":
        return len(found) if sheet.normal_colours else 0
    return len(found & set(ELEMENTS[sheet.element].colours))


def faults(sheet: PieceSheet) -> tuple[Fault, ...]:
    """What breaks the limits (DC-1), an element without its colour (DC-2), weapons that are none (DC-5)."""
    limits = (
        (sheet.height, MOST_HEIGHT, "high"),
        (sheet.width, MOST_WIDTH, "wide"),
        (sheet.length, MOST_LENGTH, "long"),
    )
    found = [
        Fault(f"it is {size:g} pips {word}, more than 0 and at most {most} are allowed", DC_1)
        for size, most, word in limits
        if not 0 < size <= most
    ]
    if sheet.core_pips < 1:
        found.append(Fault("its core has 1 pip or more", DC_1))
    if sheet.shields < 0:
        found.append(Fault("it has 0 shields or more", DC_6))
    if sheet.colours and sheet.element != "Normal" and not matching_colours(sheet):
        words = ", ".join(ELEMENTS[sheet.element].colours)
        found.append(Fault(f"none of its colours is {sheet.element}'s ({words})", DC_2))
    holding = {weapon.held_in for weapon in sheet.weapons if weapon.held_in}
    for weapon in sheet.weapons:
        if weapon.part and weapon.part in sheet.boost_parts:
            found.append(Fault(f"{weapon.part} is a boost part and so no weapon", DC_5))
        if weapon.kind == "hit" and weapon.part in holding:
            found.append(Fault(f"{weapon.part} holds a weapon: together they are one", DC_5))
        if weapon.value <= 0:
            found.append(Fault(f"a {weapon.kind} has a value above 0", DC_5))
    return tuple(found)
