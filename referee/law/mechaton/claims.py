"""What a player of MechaTon can claim."""

from dataclasses import dataclass
from typing import Literal

from referee.law.dice import Roll, Rolled
from referee.law.mechaton.sheet import Band

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Place:
    """Puts a mech on her side of the map before the first turn. `doubt`: as with a move."""

    player: str
    mech: str
    to: Cell
    facing: int | None = None
    doubt: Cell | None = None


@dataclass(frozen=True, slots=True)
class Aim:
    """Chooses a target or none, the range expected, and perhaps a missile (MT-3)."""

    player: str
    mech: str
    target: str | None = None
    band: Band | None = None
    missile: str | None = None


@dataclass(frozen=True, slots=True)
class Assign:
    """Gives one die each to Move, Attack and Shield; the rest are discarded (MT-4)."""

    player: str
    mech: str
    move: Rolled | None = None
    attack: Rolled | None = None
    shield: Rolled | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """Was seen in, or says she goes to, a hex. `doubt`: the hex across a border that is too near."""

    player: str
    mech: str
    to: Cell
    facing: int | None = None
    doubt: Cell | None = None


@dataclass(frozen=True, slots=True)
class Attack:
    """Fights now. `cover`: what was seen between them; None goes by the map."""

    player: str
    mech: str
    cover: Literal["none", "soft", "hard", "unseen"] | None = None


@dataclass(frozen=True, slots=True)
class Hold:
    """Gives up her attack."""

    player: str
    mech: str


@dataclass(frozen=True, slots=True)
class Lose:
    """Takes one thing off her mech for a 6 (MT-13)."""

    player: str
    mech: str
    thing: str


CLAIMS = (Place, Roll, Aim, Assign, Move, Attack, Hold, Lose)
MechClaim = Place | Roll | Aim | Assign | Move | Attack | Hold | Lose
