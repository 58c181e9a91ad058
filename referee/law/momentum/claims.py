"""What a player of momentum can claim."""

from dataclasses import dataclass
from typing import Literal

from referee.law.dice import Roll
from referee.law.measured import Measured

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Take:
    """An object takes its turn, now at this Speed and in this Direction (MO-1, MO-2)."""

    player: str
    object: str
    speed: int
    direction: int


@dataclass(frozen=True, slots=True)
class Move:
    """It was seen in, or is said to go to, a hex.

    `way`: its headings, 0–5 and 6 up, 7 down; None: any way that leads there. `doubt`: the hex across the
    nearest border, `to_border` how far off that is in studs (HR-7).
    """

    player: str
    object: str
    to: Cell
    elevation: int | None = None
    way: tuple[int, ...] | None = None
    doubt: Cell | None = None
    to_border: Measured | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """Attacks by momentum, or with `weapon` in its stead; `grapple`: to get hold (MO-6 to MO-8)."""

    player: str
    object: str
    target: str
    weapon: str | None = None
    grapple: bool = False


@dataclass(frozen=True, slots=True)
class Seize:
    """Takes the hold a contest has won, or takes hold with the chain (MO-8, MO-10)."""

    player: str
    object: str
    target: str


@dataclass(frozen=True, slots=True)
class Release:
    """Lets go of what it grapples (MO-8)."""

    player: str
    object: str
    target: str


@dataclass(frozen=True, slots=True)
class Support:
    """The one in the middle helps a grappler with an e-attack (MO-9)."""

    player: str
    object: str
    side: str
    weapon: str


@dataclass(frozen=True, slots=True)
class Reel:
    """Reels its chain out or in; `links`: where its major links then are, the youngest first (MO-10)."""

    player: str
    object: str
    way: Literal["out", "in"]
    links: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Does nothing more now: no attack, no hold, no support, or the end of its turn."""

    player: str
    object: str


CLAIMS = (Take, Move, Attack, Seize, Release, Support, Reel, Pass, Roll)
MomentumClaim = Take | Move | Attack | Seize | Release | Support | Reel | Pass | Roll
