"""What a minifig match is at one moment, and what may be claimed in it (frozen)."""

from dataclasses import dataclass, replace
from typing import Literal

from referee.law.dice import Roll
from referee.law.measured import Doubt, Measured
from referee.law.minifigs.body import Body
from referee.law.minifigs.sheet import FigureSheet, Piece, Weapon

ACTS = 2  # a turn (HR-3)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a match file may change; the defaults are the house's (HR-1 to HR-4, HR-7)."""

    acts: int = ACTS  # of a figure in a turn (HR-3)
    figures_a_turn: int = 0  # how many of a player's figures may act in a turn; 0: all (HR-1)
    forgiven_flips: int = 0  # failed flips that an attack is forgiven (HR-2)
    turn_limit: int = 40
    flags: dict[str, tuple[float, float]] | None = None  # each player's home flag, in studs (MF-11)
    beside: float = 2.0  # studs from middle to middle within which a figure is next to a flag or a thing
    mining: bool = False  # mines and forging: not refereed (MF-18)


@dataclass(frozen=True, slots=True)
class Thing:
    """Something a figure can hold: a fallen piece, a weapon or a shield, lying `at` a place or in a hand."""

    name: str  # like "ash's sword", for good
    of: str  # the model it came from
    at: tuple[float, float] | None = None
    piece: Piece | None = None
    weapon: Weapon | None = None

    @property
    def equipment(self) -> bool:
        """A weapon, tool or shield, not a body part or armour (MF-12)?"""
        return self.piece is None or self.piece.part == "shield"

    def called(self, name: str) -> bool:
        """Is this its name, in full or as on its sheet?"""
        short = self.weapon.name if self.weapon else self.piece.name if self.piece else self.name
        return name in (self.name, short)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure in the match."""

    name: str
    owner: str
    sheet: FigureSheet
    body: Body
    at: tuple[float, float]
    level: int = 0
    wielded: tuple[Thing, ...] = ()  # weapons in its hands
    carried: tuple[Thing, ...] = ()  # fallen pieces it carries
    fresh: tuple[str, ...] = ()  # equipment picked up this turn: not used before the next (MF-12)
    acts: int = 0
    moved: bool = False
    rooted: bool = False  # picked something up: no more movement this turn (MF-12)
    began_by_flag: bool = False

    @property
    def alive(self) -> bool:
        """Without legs it is out of the game (MF-9); AC 0 legs live in the piece above."""
        return any(p.part == "legs" for p in self.body.pieces)

    @property
    def begun(self) -> bool:
        """Has it done something that counts in this turn?"""
        return self.acts > 0 or self.rooted

    @property
    def hook(self) -> Weapon | None:
        """Its hook, which goes only with its torso (MF-17)."""
        return self.sheet.hook if self.body.has("torso") else None

    @property
    def weapons(self) -> tuple[Weapon, ...]:
        """All that it holds, the hook among it."""
        held = tuple(thing.weapon for thing in self.wielded if thing.weapon)
        return held + ((self.hook,) if self.hook else ())

    def weapon(self, name: str) -> Weapon | None:
        """The weapon called `name` in its hands."""
        if self.hook and self.hook.name == name:
            return self.hook
        thing = self.wielding(name)
        return thing.weapon if thing else None

    def wielding(self, name: str) -> Thing | None:
        """The thing in its hands that is called so: its own before another's of the same name."""
        own = next((t for t in self.wielded if t.of == self.name and t.called(name)), None)
        return own or next((t for t in self.wielded if t.called(name)), None)


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
    sides: tuple[str, ...] = ()  # of the players, in their order; empty: everyone her own
    turn: int = 0
    shot: Shot | None = None

    @property
    def player(self) -> str:
        """Whose turn it is (HR-1)."""
        return self.players[self.turn % len(self.players)]

    def side(self, player: str) -> str:
        """The side she wins with."""
        return self.sides[self.players.index(player)] if self.sides else player

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
    """A figure takes a loose thing it has come to. `in_reach`: as it was seen; None goes by the state."""

    player: str
    model: str
    thing: str
    in_reach: bool | None = None


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


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The player is done."""

    player: str


CLAIMS = (Move, Attack, Allot, PickUp, Drop, Reassemble, EndTurn, Roll)
