"""A mech's things -> its dice, its Initiative Dice, and what is wrong with it (MT-1, MT-2, MT-14)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from referee.law.account import Account, Fact, Fault
from referee.law.arithmetic import Sum, Term
from referee.law.codec import from_plain
from referee.law.ids import rule
from referee.problems import BadInput

MT_1, MT_2, MT_14, MT_15 = rule("MT-1"), rule("MT-2"), rule("MT-14"), rule("MT-15")

Band = Literal["hand", "short", "long"]
BANDS: tuple[Band, ...] = ("hand", "short", "long")
BAND_NAMES = {"hand": "hand-to-hand", "short": "short range", "long": "long range"}

WHITE_DICE = 2  # every mech that moves and fights
MOST_OF_A_COLOUR = 2
MOST_DICE = 6  # at its best range
INITIATIVE_BASE = 7


@dataclass(frozen=True, slots=True)
class Thing:
    """One part of a mech: the dice it gives, lost together. A missile has one shot, a red d8."""

    name: str
    white: int = 0
    green: int = 0
    hand: int = 0
    short: int = 0
    long: int = 0
    blue: int = 0
    weapon: tuple[Band, ...] = ()  # ranges at which it is plausible though worth no die
    missile: bool = False

    @property
    def dice(self) -> int:
        """All the dice that go with it."""
        return (
            self.white
            + self.green
            + self.hand
            + self.short
            + self.long
            + self.blue
            + (1 if self.missile else 0)
        )

    def red(self, band: str) -> int:
        """Its red dice at a range."""
        return int(getattr(self, band))

    def fires_at(self, band: Band) -> bool:
        """Is it a plausible weapon at this range?"""
        return self.red(band) > 0 or band in self.weapon


@dataclass(frozen=True, slots=True)
class MechSheet:
    """A mech as built. Where no thing carries white dice, legs and body carry one each."""

    name: str
    things: tuple[Thing, ...] = ()

    def thing(self, name: str) -> Thing | None:
        """The thing called `name`."""
        return next((thing for thing in self.things if thing.name == name), None)


def read_sheet(plain: Mapping[str, Any], where: str) -> MechSheet:
    """A mech from its TOML table; the frame is added where it is not written out."""
    sheet = from_plain(MechSheet, plain, where)
    names = [thing.name for thing in sheet.things]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"{where}: two things are called '{name}', name them apart")
    for thing in sheet.things:
        if min(thing.white, thing.green, thing.hand, thing.short, thing.long, thing.blue) < 0:
            raise BadInput(f"{where}: {thing.name} has fewer than 0 dice")
    if not any(thing.white for thing in sheet.things):
        frame = (Thing("legs", white=1), Thing("body", white=1))
        sheet = MechSheet(sheet.name, frame + sheet.things)
    return sheet


def count(things: tuple[Thing, ...], colour: str) -> int:
    """Dice of one colour (or red at one range) over `things`."""
    return sum(getattr(thing, colour) for thing in things)


def missile_at(things: tuple[Thing, ...], band: Band) -> bool:
    """Could a missile be launched at this range?"""
    return any(thing.missile and thing.fires_at(band) for thing in things)


def most_dice(sheet: MechSheet) -> Sum:
    """The most it can roll in a turn, at its best range; the charging die does not count (MT-1)."""
    best = max(BANDS, key=lambda band: count(sheet.things, band) + missile_at(sheet.things, band))
    red = count(sheet.things, best) + missile_at(sheet.things, best)
    return Sum(
        "maximum dice",
        (
            Term(count(sheet.things, "white"), "white", MT_1),
            Term(count(sheet.things, "green"), "green", MT_1),
            Term(red, f"red at {BAND_NAMES[best]}", MT_1),
            Term(count(sheet.things, "blue"), "blue", MT_1),
        ),
    )


def initiative_dice(sheet: MechSheet) -> Sum:
    """How many d10 it rolls for Initiative, fixed by the sheet as built (MT-2)."""
    return Sum(
        "Initiative d10",
        (Term(INITIATIVE_BASE, "", MT_2), Term(-most_dice(sheet).total, "maximum dice", MT_2)),
        least=0,
    )


def account(sheet: MechSheet) -> Account:
    """The mech worked out, with every way it breaks MT-1."""
    faults = []
    if count(sheet.things, "white") != WHITE_DICE:
        faults.append(Fault(f"it has {count(sheet.things, 'white')} white dice, a mech has 2", MT_1))
    for colour in ("green", "blue", *BANDS):
        dice = count(sheet.things, colour)
        if dice > MOST_OF_A_COLOUR:
            kind = f"red dice at {BAND_NAMES[colour]}" if colour in BANDS else f"{colour} dice"
            faults.append(Fault(f"it has {dice} {kind}, at most {MOST_OF_A_COLOUR} are allowed", MT_1))
    most = most_dice(sheet)
    if most.total > MOST_DICE:
        faults.append(
            Fault(f"it could roll {most.text()}, at most {MOST_DICE} are allowed: give some back", MT_1)
        )
    facts = [
        Fact("tacky", f"{thing.name} gives 2 dice at more than one range", MT_1)
        for thing in sheet.things
        if sum(thing.red(band) == MOST_OF_A_COLOUR for band in BANDS) > 1
    ]
    if charges(sheet.things):
        facts.append(Fact("charging", "a green d8 to move with", MT_15))
    if any(thing.missile for thing in sheet.things):
        facts.append(Fact("missile", "one shot, a red d8", MT_14))
    return Account(sheet.name, (most, initiative_dice(sheet)), tuple(facts), tuple(faults))


def charges(things: tuple[Thing, ...]) -> bool:
    """Are its only weapons hand-to-hand ones, and has it any (MT-15)?"""
    return any(thing.fires_at("hand") for thing in things) and not any(
        thing.fires_at("short") or thing.fires_at("long") for thing in things
    )
