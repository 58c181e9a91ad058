"""A construct's sheet -> its cost term by term, its depth, and what is illegal about it (CN-5 to CN-17)."""

import itertools
import math
from functools import lru_cache

from referee.law.account import Account, Fact, Fault
from referee.law.arithmetic import Sum, Term, number
from referee.law.constructs.sheet import (
    ENERGY,
    INTERACTIVE,
    MOBILITY,
    RIGS,
    TRIGGERS,
    WEAPONS,
    ConstructSheet,
    Device,
    Sheet,
)
from referee.law.constructs.structure import below, hittable, names_of, size, structure
from referee.law.ids import RuleId, rule
from referee.law.minifigs.sheet import FigureSheet
from referee.law.minifigs.sheet import account as figure_account

DEVICE_COST = 1 / 2
ARMOUR_COST = 1 / 8
ARMOUR_OVER_TYPE = 1 / 8  # for each type of non-armour device below
WARHEAD_COST = 1 / 4
DISTANCE = 500.0  # × P / size, in studs (CN-11)
PUSH_A_PIECE = {"land mobility": 1, "flight mobility": 2}
WARHEAD_SHARE = 6.0  # D × √S / 6 warhead pieces (CN-17)


def types_below(sheet: ConstructSheet, device: Device) -> frozenset[str]:
    """The types of non-armour equipment below any of a device's pieces, directly or not."""
    kinds = {each.name: each.kind for each in structure(sheet).elements}
    under = {kinds[lower] for name in names_of(device) for lower in below(sheet)[name]}
    return frozenset(under - {"armour"})


def depth_of(sheet: ConstructSheet, device: Device) -> int:
    """N of CN-5: types other than its own that a device is above; a warhead is the centre (CN-17)."""
    if device.kind == "warhead":
        return 0
    warhead = {"warhead"} if structure(sheet).of_kind("warhead") else set()
    return len((types_below(sheet, device) | warhead) - {device.kind})


def depth(sheet: ConstructSheet) -> tuple[int, str]:
    """The largest N of any non-armour device, and that device's name (CN-5)."""
    devices = [device for device in sheet.devices if device.kind != "armour"]
    ranked = [(depth_of(sheet, device), device.name) for device in devices]
    return max(ranked, key=lambda each: each[0], default=(0, ""))


def price(sheet: ConstructSheet, device: Device) -> tuple[float, RuleId]:
    """What one piece of a device costs; of a mounted weapon, all of it (CN-13)."""
    if device.kind == "armour":
        return ARMOUR_COST + ARMOUR_OVER_TYPE * len(types_below(sheet, device)), rule("CN-10")
    if device.kind in WEAPONS:
        return float(device.pieces), rule("CN-13")
    if device.kind == "warhead":
        return WARHEAD_COST, rule("CN-17")
    return DEVICE_COST, _rule_of(device)


def _rule_of(device: Device) -> RuleId:
    for kinds, name in ((ENERGY, "CN-6"), (INTERACTIVE, "CN-7"), (("joint",), "CN-9"), (MOBILITY, "CN-11")):
        if device.kind in kinds:
            return rule(name)
    return rule("CN-17")


@lru_cache(maxsize=512)
def cost(sheet: ConstructSheet) -> Sum:
    """What the construct costs in its natural state."""
    chained = {name for chain in sheet.systems for name in chain[1:]}
    terms = []
    for device in sheet.devices:
        if device.name in chained:
            continue  # a joint system is one piece (CN-9)
        each, why = price(sheet, device)
        count = len(names_of(device))
        words = device.name if count == 1 else f"{device.name} ({count} × {number(each)})"
        terms.append(Term(count * each, words, why))
    deepest, name = depth(sheet)
    if deepest:
        terms.append(Term(float(deepest), f"depth, {name}", rule("CN-5")))
    return Sum("cost", tuple(terms))


@lru_cache(maxsize=65536)
def worth(sheet: ConstructSheet, left: frozenset[str]) -> float:
    """The cost of what is left; the depth is owed as long as anything is (HR-4)."""
    if not left:
        return 0.0
    chained = {name for chain in sheet.systems for name in chain[1:]}
    total = sum(
        price(sheet, device)[0]
        for device in sheet.devices
        if device.name not in chained
        for name in names_of(device)
        if name in left
    )
    return total + depth(sheet)[0]


def account(sheet: Sheet) -> Account:
    """The sheet worked out, with what is illegal about it."""
    if isinstance(sheet, FigureSheet):
        return figure_account(sheet)
    found = faults(sheet)
    if any(fault.rule == rule("CN-5") for fault in found):
        return Account(sheet.name, (), (), found)
    left = frozenset(each.name for each in structure(sheet).elements)
    bare = sorted(" and ".join(sorted(group)) for group in hittable(sheet, (), left))
    facts = [
        Fact("size", f"{size(sheet, left)} pieces", rule("CN-13")),
        Fact("exposed", ", ".join(bare), rule("CN-3")),
    ]
    for kind in MOBILITY:
        count = len(structure(sheet).of_kind(kind))
        if count:
            studs = DISTANCE * count / size(sheet, left)
            push = count * PUSH_A_PIECE[kind]
            words = f"{number(studs)} studs with 1 input and {push} push"
            facts.append(Fact(f"most by {kind}", words, rule("CN-11")))
    wheels = len(structure(sheet).of_kind("land mobility"))
    if wheels:
        words = f"up {number(wheels / 2)}, down {wheels} plates"
        facts.append(Fact("steps", words, rule("CN-12")))
    return Account(sheet.name, (cost(sheet),), tuple(facts), found)


def faults(sheet: ConstructSheet) -> tuple[Fault, ...]:
    """What is illegal about a sheet."""
    found = list(_naming(sheet))
    for device in sheet.devices:
        found += _faults_of(device)
    for chain in sheet.systems:
        found += _faults_of_system(sheet, chain)
    kinds = {device.kind for device in sheet.devices}
    if "warhead" in kinds and not kinds & set(TRIGGERS):
        found.append(Fault("a warhead needs a trigger", rule("CN-17")))
    if sum(device.kind == "warhead" for device in sheet.devices) > 1:
        found.append(Fault("a projectile has one warhead device", rule("CN-17")))
    if kinds >= set(RIGS):
        found.append(Fault("a construct hangs on one kind of rig, not two", rule("CN-7")))
    return tuple(found)


def _naming(sheet: ConstructSheet) -> list[Fault]:
    pieces = [name for device in sheet.devices for name in names_of(device)]
    known = {*pieces, *(device.name for device in sheet.devices)}
    found = [
        Fault(f"two pieces are called {name}: name them apart", rule("CN-5"))
        for name in sorted({name for name in pieces if pieces.count(name) > 1})
    ]
    if not sheet.devices:
        found.append(Fault("a construct has at least one piece", rule("CN-5")))
    for device in sheet.devices:
        named = [*device.on, *device.hub_of]
        for position in device.positions:
            named += [*position.slab, *position.over]
        found += [
            Fault(f"{device.name}: there is no {name} in this construct", rule("CN-5"))
            for name in named
            if name not in known
        ]
    return found


def _faults_of(device: Device) -> list[Fault]:
    found = []
    if device.pieces < 1:
        found.append(Fault(f"{device.name}: a device has at least one piece", rule("CN-6")))
    if device.kind == "seat" and not device.reachable:
        found.append(Fault(f"{device.name}: a figure must be able to get in and out", rule("CN-7")))
    if device.positions and device.kind != "joint":
        found.append(Fault(f"{device.name}: only a joint has positions", rule("CN-9")))
    if device.kind in ("lobbed weapon", "warhead"):
        found += _faults_of_area(device)
    return found


def _faults_of_area(device: Device) -> list[Fault]:
    if device.damage < 1 or device.template < 1:
        why = "CN-16" if device.kind == "lobbed weapon" else "CN-17"
        return [Fault(f"{device.name}: give its damage and its template in studs", rule(why))]
    if device.kind == "lobbed weapon":
        needed, why = math.sqrt(device.damage) * math.sqrt(device.template), "CN-16"
        words = f"√{device.damage} × √{device.template}"
    else:
        needed, why = device.damage * math.sqrt(device.template) / WARHEAD_SHARE, "CN-17"
        words = f"{device.damage} × √{device.template} / 6"
    if device.pieces < needed - 1e-9:
        needs = f"{device.name} needs {words} = {number(round(needed, 2))} pieces and has {device.pieces}"
        return [Fault(needs, rule(why))]
    return []


def _faults_of_system(sheet: ConstructSheet, chain: tuple[str, ...]) -> list[Fault]:
    joints = {device.name: device for device in sheet.devices if device.kind == "joint"}
    if any(name not in joints or joints[name].pieces != 1 for name in chain):
        return [Fault("a joint system is made of single joints", rule("CN-9"))]
    for upper, lower in itertools.pairwise(chain):
        if lower not in joints[upper].on and upper not in joints[lower].on:
            return [Fault(f"{upper} and {lower} are not chained directly", rule("CN-9"))]
    return []
