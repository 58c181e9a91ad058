"""A construct's sheet: its devices as their owner wrote them down (CN-5 to CN-17)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from referee.law.codec import from_plain
from referee.law.minifigs.sheet import FigureSheet
from referee.law.minifigs.sheet import read_sheet as read_figure

Kind = Literal[
    "generator", "antenna", "computer", "interface", "motor", "environment motor", "air tank",
    "seat", "claw", "container", "harness", "minifig rig", "beast rig",
    "joint", "armour", "land mobility", "flight mobility",
    "hand-to-hand weapon", "line-of-sight weapon", "lobbed weapon",
    "launch pad", "rocket engine", "impact trigger", "timed trigger", "smart trigger", "warhead",
]  # fmt: skip

ENERGY = ("generator", "antenna", "computer", "interface", "motor", "environment motor", "air tank")
INTERACTIVE = ("seat", "claw", "container", "harness", "minifig rig", "beast rig")
RIGS = ("minifig rig", "beast rig")
MOBILITY = ("land mobility", "flight mobility")
WEAPONS = ("hand-to-hand weapon", "line-of-sight weapon", "lobbed weapon")
TRIGGERS = ("impact trigger", "timed trigger", "smart trigger")
LAUNCHING = ("launch pad", "rocket engine")


@dataclass(frozen=True, slots=True)
class Position:
    """A declared position of a joint: the slab that it then holds above other pieces (CN-9)."""

    name: str
    slab: tuple[str, ...] = ()
    over: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Device:
    """One device. `on` names the devices or pieces it is directly above; a weapon is one piece (CN-13)."""

    name: str
    kind: Kind
    pieces: int = 1
    on: tuple[str, ...] = ()
    hub_of: tuple[str, ...] = ()  # wheels of which it is the hub: it counts as above them (CN-10)
    reachable: bool = True  # a seat that figures can get into and out of (CN-7)
    positions: tuple[Position, ...] = ()  # of a joint
    reach: float = 0.0  # studs that a hand-to-hand weapon stands out: where it fits, no cost (CN-14)
    damage: int = 0  # of a lobbed weapon or a warhead
    template: int = 0  # studs that it covers


@dataclass(frozen=True, slots=True)
class ConstructSheet:
    """A construct in its natural state (CN-9)."""

    name: str
    devices: tuple[Device, ...]
    systems: tuple[tuple[str, ...], ...] = ()  # joints declared to be one joint system (CN-9)
    footprint: tuple[float, float] = (4.0, 4.0)  # studs, along and across its facing
    height: int = 6  # plates

    def __hash__(self) -> int:
        """Sheets are looked up at every step and seldom share a name: comparing tells them apart."""
        return hash(self.name)


Sheet = ConstructSheet | FigureSheet


def read_sheet(plain: Mapping[str, Any], where: str) -> Sheet:
    """A construct's sheet if it has devices, else a minifig's: a match may mix both."""
    if "devices" in plain:
        return _one(from_plain(ConstructSheet, {k: v for k, v in plain.items() if k != "game"}, where))
    return read_figure(plain, where)


@lru_cache(maxsize=256)
def _one(sheet: ConstructSheet) -> ConstructSheet:
    """The same object for equal sheets, so that looking one up compares no further than that."""
    return sheet
