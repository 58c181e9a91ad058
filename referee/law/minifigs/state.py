"""What a minifig match is at one moment, and what may be claimed in it (frozen)."""

from dataclasses import dataclass, replace
from typing import Literal

from referee.law.dice import Roll
from referee.law.measured import Doubt, Measured
from referee.law.minifigs.body import Body
from referee.law.minifigs.sheet import FigureSheet, Weapon

ACTS = 2  # a turn (HR-3)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a match file may change; the defaults are the house's (HR-1 to HR-4, HR-7)."""

    acts: int = ACTS
    turn_limit: int = 40
    flags: dict[str, tuple[float, float]] | None = None


@dataclass(frozen=True, slots=True)
class Thing:
    """Something a figure can carry: a fallen piece or a weapon, at its place or in somebody's hands."""

    name: str
    kind: Literal["piece", "weapon", "shield"]
    ac: int
    at: tuple[float, float] | None
    of: str  # the model it came from


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure in the match."""

    name: str
    owner: str
    sheet: FigureSheet
    body: Body
    at: tuple[float, float]
    level: int = 0
    wielded: tuple[str, ...] = ()
    carried: tuple[Thing, ...] = ()
    fresh: tuple[str, ...] = ()  # picked up this turn: not used before the next (MF-12)
    acts: int = 0
    moved: bool = False
    rooted: bool = False  # picked something up: no more movement this turn (MF-12)
    began_by_flag: bool = False

    @property
    def alive(self) -> bool:
        """Without legs it is out of the game (MF-9); AC 0 legs live in the piece above."""
        return any(p.part == "legs" for p in self.body.pieces)

    def weapon(self, name: str) -> Weapon | None:
        """The weapon called `name` that it can use now; a hook goes only with its torso (MF-17)."""
        if self.sheet.hook and self.sheet.hook.name == name and self.body.has("torso"):
            return self.sheet.hook
        return next((w for w in self.sheet.weapons if w.name == name and name in self.wielded), None)


@dataclass(frozen=True, slots=True)
class Shot:
    """An attack under way: flips wanted, or damage to be allotted by the target's owner."""

    attacker: str
    target: str
    weapon: Weapon
    flips: int
    damage: int = 0  # above 0: the hit stands and waits for a piece


@dataclass(frozen=True, slots=True)
class State:
    """A match."""

    players: tuple[str, ...]
    figures: tuple[Figure, ...]
    loose: tuple[Thing, ...]
    settings: Settings
    doubt: Doubt
    turn: int = 0
    shot: Shot | None = None

    @property
    def player(self) -> str:
        """Whose turn it is (HR-1)."""
        return self.players[self.turn % len(self.players)]

    def figure(self, name: str) -> Figure | None:
        """The figure of that name."""
        return next((f for f in self.figures if f.name == name), None)

    def with_figure(self, figure: Figure) -> "State":
        """The state with this figure in place of the one of its name."""
        return replace(self, figures=tuple(figure if f.name == figure.name else f for f in self.figures))


@dataclass(frozen=True, slots=True)
class Move:
    """A figure was moved: the measured least way, and whether its feet are on a level pair of studs."""

    player: str
    model: str
    to: tuple[float, float]
    length: Measured
    level: int = 0
    feet_level: bool = True
    medium: Literal["land", "water"] = "land"


@dataclass(frozen=True, slots=True)
class Attack:
    """A figure attacks: the measured gap to the target and whether it is seen."""

    player: str
    model: str
    weapon: str
    target: str
    gap: Measured
    seen: bool = True


@dataclass(frozen=True, slots=True)
class Allot:
    """The owner says which exposed piece takes the hit (MF-4)."""

    player: str
    piece: str


@dataclass(frozen=True, slots=True)
class PickUp:
    """A figure takes a loose thing it has come to."""

    player: str
    model: str
    thing: str
    in_reach: bool = True


@dataclass(frozen=True, slots=True)
class Drop:
    """A figure lets go of something."""

    player: str
    model: str
    thing: str


@dataclass(frozen=True, slots=True)
class Reassemble:
    """A figure spends its turn putting carried pieces onto a model by the same flag (MF-11)."""

    player: str
    model: str
    things: tuple[str, ...]
    onto: str
    both_by_flag: bool = True


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The player is done."""

    player: str


CLAIMS = (Move, Attack, Allot, PickUp, Drop, Reassemble, EndTurn, Roll)
