"""A minifig's sheet -> its pieces, its cost and its allowance, term by term (MF-5, MF-7, MF-14 to MF-17)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from referee.law.account import Account, Fact, Fault
from referee.law.arithmetic import Sum, Term
from referee.law.codec import from_plain
from referee.law.ids import rule

BASE_ALLOWANCE = 16.0  # studs (MF-14)
HANDS = 2

Composition = Literal["monstrous", "inorganic", "organic", "undead", "ethereal"]
Limbs = Literal[
    "hoofed", "normal", "dress", "short", "djinn", "peg leg", "naga", "tentacles", "mermaid", "statue"
]

# AC of legs, torso, head from below; cost; change of the base allowance (MF-15)
COMPOSITIONS: dict[str, tuple[tuple[tuple[int, ...], ...], float, float]] = {
    "monstrous": (((1, 1), (1, 1), (1,)), 5, 3),
    "inorganic": (((1,), (1,), (1,)), 4, 0),
    "organic": (((1,), (1,), (1,)), 3, 0),
    "undead": (((0,), (1,), (1,)), 2, -3),
    "ethereal": (((0,), (0,), (1,)), 1, 0),
}
LIMBS: dict[str, tuple[float, float]] = {  # cost, movement (MF-16)
    "hoofed": (2, 5),
    "normal": (0, 0),
    "dress": (-1, -5),
    "short": (-2, -10),
    "djinn": (2, 0),
    "peg leg": (0, -5),
    "naga": (0, 0),
    "tentacles": (0, 0),
    "mermaid": (0, 0),
    "statue": (0, -16),
}
Part = Literal["legs", "torso", "head", "headgear", "neckwear", "shield"]
LEAST_COST = 1.0  # of a figure in a dress or on short legs (MF-16)
STATUE_ARMOUR = 1  # AC that flesh and armour gain (MF-16)
SWIMMERS = ("tentacles", "mermaid")


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon's sheet (HR-2). `reach` 0: not hand-to-hand; `accuracy` is a number of coin flips."""

    name: str
    pieces: int = 1
    reach: float = 0.0
    range: float = 0.0
    accuracy: int = 1
    damage: int = 1
    cascading: bool = False
    penetrating: bool = False
    gunpowder: bool = False
    two_handed: bool = False


@dataclass(frozen=True, slots=True)
class Armour:
    """A worn piece, or a shield, which is held."""

    name: str
    covers: Literal["head", "torso", "shield"]
    ac: int = 1


@dataclass(frozen=True, slots=True)
class FigureSheet:
    """A minifig as its owner wrote it down."""

    name: str
    composition: Composition = "organic"
    limbs: Limbs = "normal"
    armour: tuple[Armour, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    hook: Weapon | None = None
    container: int = 0  # pieces that an open container holds (MF-10)
    reassembles_anywhere: bool = False  # special equipment (MF-10)


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a figure: what it is, what it withstands in a turn, and what it slows by."""

    name: str
    part: Part
    ac: int
    weight: int = 1  # its AC without a statue's bonus (MF-16)
    of: str = ""  # the model it first belonged to, when that is another (MF-11)


def pieces(sheet: FigureSheet) -> tuple[Piece, ...]:
    """The figure's pieces from below: body parts by stud connections (MF-7), then what is worn or held."""
    tougher = STATUE_ARMOUR if sheet.limbs == "statue" else 0
    found: list[Piece] = []
    parts: tuple[Literal["legs", "torso", "head"], ...] = ("legs", "torso", "head")
    for part, classes in zip(parts, COMPOSITIONS[sheet.composition][0], strict=True):
        for place, ac in enumerate(classes):
            name = part if len(classes) == 1 else f"{part} {place + 1}"
            found.append(Piece(name, part, ac + tougher if ac else 0, ac))
    worn: dict[str, Part] = {"head": "headgear", "torso": "neckwear", "shield": "shield"}
    for each in sheet.armour:
        gain = 0 if each.covers == "shield" else tougher  # a shield is held, no armour (MF-4)
        found.append(Piece(each.name, worn[each.covers], each.ac + gain, each.ac))
    return tuple(found)


def cost(sheet: FigureSheet) -> Sum:
    """What the figure costs (MF-15, MF-16)."""
    terms = [
        Term(COMPOSITIONS[sheet.composition][1], sheet.composition, rule("MF-15")),
        Term(LIMBS[sheet.limbs][0], sheet.limbs, rule("MF-16")),
    ]
    return Sum("cost", tuple(terms), least=LEAST_COST if sheet.limbs in ("dress", "short") else None)


def allowance(
    sheet: FigureSheet,
    on: tuple[Piece, ...] | None = None,
    held: tuple[Weapon, ...] | None = None,
    carried: tuple[tuple[str, int], ...] = (),
    *,
    medium: Literal["land", "water"] = "land",
) -> Sum:
    """Studs a turn with the pieces on it, the weapons it holds and what it carries; None: as on the sheet."""
    on = pieces(sheet) if on is None else on
    held = (*sheet.weapons, *((sheet.hook,) if sheet.hook else ())) if held is None else held
    base, limbs = COMPOSITIONS[sheet.composition][2], LIMBS[sheet.limbs][1]
    terms = [Term(BASE_ALLOWANCE, "every figure", rule("MF-14"))]
    if base:
        terms.append(Term(base, sheet.composition, rule("MF-15")))
    if limbs:
        terms.append(Term(limbs, sheet.limbs, rule("MF-16")))
    if sheet.limbs == "mermaid":
        terms.append(_swimming(terms, medium))
    terms += _armour_terms(sheet, on) + _weapon_terms(sheet, held)
    shields = tuple((piece.name, piece.weight) for piece in on if piece.part == "shield")
    terms += [Term(-float(weight), name, rule("MF-10")) for name, weight in shields + carried]
    if sheet.limbs == "tentacles":
        terms.append(_swimming(terms, medium))
    normal = BASE_ALLOWANCE + base
    return Sum("allowance", tuple(terms), least=-normal / 2 if sheet.limbs == "statue" else 0.0)


def _armour_terms(sheet: FigureSheet, on: tuple[Piece, ...]) -> list[Term]:
    """What is worn slows by its AC; halved for robots, doubled for a naga (MF-14, MF-16)."""
    factor = (0.5 if sheet.composition == "inorganic" else 1.0) * (2.0 if sheet.limbs == "naga" else 1.0)
    worn = [piece for piece in on if piece.part in ("headgear", "neckwear")]
    return [Term(-piece.weight * factor, piece.name, rule("MF-14")) for piece in worn]


def _weapon_terms(sheet: FigureSheet, held: tuple[Weapon, ...]) -> list[Term]:
    """A hand-to-hand weapon slows by its reach; halved with two hands, halved for a naga (MF-14, MF-16)."""
    naga = 0.5 if sheet.limbs == "naga" else 1.0
    return [
        Term(-weapon.reach * (0.5 if weapon.two_handed else 1.0) * naga, weapon.name, rule("MF-14"))
        for weapon in held
        if weapon.reach
    ]


def _swimming(terms: list[Term], medium: str) -> Term:
    """Water doubles, land halves, what the sum has come to (MF-16)."""
    so_far = sum(term.value for term in terms)
    if medium == "water":
        return Term(so_far, "doubled in water", rule("MF-16"))
    return Term(-so_far / 2, "halved on land", rule("MF-16"))


def flips(weapon: Weapon, sheet: FigureSheet, *, seated_or_afoot: bool = True) -> Sum:
    """Coins to flip, all of which must be heads (HR-2): each +1 accuracy is one fewer, never below 0."""
    terms = [Term(float(weapon.accuracy), weapon.name, rule("HR-2"))]
    if weapon.gunpowder and sheet.limbs == "peg leg":
        terms.append(Term(-1.0, "peg leg", rule("MF-16")))
    if not seated_or_afoot:
        terms.append(Term(1.0, "hitching a ride", rule("CN-8")))
    return Sum("flips", tuple(terms), least=0.0)


def hands_free(sheet: FigureSheet) -> int:
    """Hands that can hold something else: a hook's can't (MF-17)."""
    return HANDS - (1 if sheet.hook else 0)


def read_sheet(plain: Mapping[str, Any], where: str) -> FigureSheet:
    """A minifig's sheet from its TOML table; unknown keys are errors that name the nearest."""
    return from_plain(FigureSheet, plain, where)


def account(sheet: FigureSheet) -> Account:
    """The sheet worked out, with what is illegal about it."""
    sums = [cost(sheet), allowance(sheet)]
    if sheet.limbs in SWIMMERS:
        wet = allowance(sheet, medium="water")
        sums.append(Sum("allowance in water", wet.terms, wet.least))
    facts = [Fact("pieces", ", ".join(f"{p.name} AC {p.ac}" for p in pieces(sheet)), rule("MF-7"))]
    if flies(sheet):
        facts.append(Fact("movement", "flies", rule("MF-16")))
    if passes_figures(sheet):
        facts.append(Fact("movement", "passes through minifigs", rule("MF-15")))
    held = (*sheet.weapons, *((sheet.hook,) if sheet.hook else ()))
    facts += [Fact(weapon.name, _weapon_words(weapon, sheet), rule("HR-2")) for weapon in held]
    return Account(sheet.name, tuple(sums), tuple(facts), faults(sheet))


def _weapon_words(weapon: Weapon, sheet: FigureSheet) -> str:
    """A weapon's sheet in a line, with the flips this figure needs."""
    marks = [
        mark for mark in ("cascading", "penetrating", "gunpowder", "two_handed") if getattr(weapon, mark)
    ]
    coins = int(flips(weapon, sheet).total)
    tosses = f"{coins} flip{'s' * (coins != 1)}"
    numbers = f"reach {weapon.reach:g}, range {weapon.range:g}, {tosses}, damage {weapon.damage}"
    return ", ".join([numbers, *(mark.replace("_", "-") for mark in marks)])


def flies(sheet: FigureSheet) -> bool:
    """Is its way the straight line through the air (MF-16)?"""
    return sheet.limbs == "djinn"


def passes_figures(sheet: FigureSheet) -> bool:
    """Do other minifigs not stand in its way (MF-15)?"""
    return sheet.composition == "ethereal"


def faults(sheet: FigureSheet) -> tuple[Fault, ...]:
    """What is illegal about it: too much in its hands, armour of no class, two pieces of one name."""
    found = []
    needed = sum(2 if w.two_handed else 1 for w in sheet.weapons)
    needed += sum(each.covers == "shield" for each in sheet.armour)
    free = hands_free(sheet)
    if needed > free:
        where = "MF-17" if sheet.hook else "MF-10"
        found.append(Fault(f"{needed} hands are needed and {free} can hold", rule(where)))
    for each in sheet.armour:
        if each.ac < 1:
            found.append(Fault(f"{each.name}: armour has AC 1 or more", rule("MF-2")))
    for covers in ("head", "torso"):
        if sum(each.covers == covers for each in sheet.armour) > 1:
            found.append(Fault(f"two pieces are worn on one {covers}", rule("MF-7")))
    for weapon in (*sheet.weapons, *((sheet.hook,) if sheet.hook else ())):
        if min(weapon.reach, weapon.range, weapon.accuracy) < 0 or weapon.damage < 1:
            found.append(Fault(f"{weapon.name}: damage is 1 or more, nothing else below 0", rule("HR-2")))
    if sheet.container < 0:
        found.append(Fault("a container holds 0 pieces or more", rule("MF-10")))
    names = [piece.name for piece in pieces(sheet)] + [weapon.name for weapon in sheet.weapons]
    names += [sheet.hook.name] if sheet.hook else []
    for name in sorted({name for name in names if names.count(name) > 1}):
        found.append(Fault(f"two pieces are called {name}: name them apart", rule("MF-7")))
    return tuple(found)
