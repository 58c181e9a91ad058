"""What a player does at one go: what her hands do on the table, what she says, and whether it is a cheat."""

from dataclasses import dataclass
from enum import Enum

from hardware.virtual.scene import Loose
from referee.show import Wish

Point = tuple[float, float]


class Cheat(Enum):
    """The ways of cheating that a table's end states can show."""

    A_LITTLE_TOO_FAR = "a little too far"
    """Beyond a limit by one to three times the stated error, or as little as studs allow."""
    TOO_FAR = "too far"
    """Well beyond what the model may move."""
    OUT_OF_TURN = "out of turn"
    """Another player's model is moved, or something else is due."""
    WRONG_MODEL = "the wrong model"
    """Her own model, but not the one that is to act."""
    TAKEN = "a place that is taken"
    """Where another model or an obstacle stands."""
    NOT_LEVEL = "a place that is not level"
    """A figure's feet on two heights."""
    WRONG_CELL = "the wrong hex or square"
    """Near enough, but not where this model can go."""
    DIE_NUDGED = "a die nudged"
    """Turned after the roll was read."""
    PIECE_KEPT = "a lost piece kept"
    """Said to be lost and left on."""
    SECOND_PIECE = "a second piece taken"
    """A piece more is taken off than was lost."""
    ANOTHER_TOO = "another model moved too"
    """A lawful move, and by the way another model is moved."""


@dataclass(frozen=True, slots=True)
class Carry:
    """A model is carried to a place and put down there: where exactly, the hand has decided."""

    model: str
    to: Point
    base: float = 0.0
    facing: float | None = None


@dataclass(frozen=True, slots=True)
class TakeOff:
    """A piece is taken off a model."""

    model: str
    piece: str


@dataclass(frozen=True, slots=True)
class Drop:
    """A hat or head that came off is left lying on the board (MF-8)."""

    loose: Loose


@dataclass(frozen=True, slots=True)
class TakeAway:
    """A model is taken off the board."""

    model: str


@dataclass(frozen=True, slots=True)
class Load:
    """Dice are put into the tower."""

    colours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Nudge:
    """A die in the tray is turned to another value."""

    which: int
    value: int


HandWork = Carry | TakeOff | Drop | TakeAway | Load | Nudge


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing a player does."""

    words: str
    hands: tuple[HandWork, ...] = ()
    says: tuple[Wish, ...] = ()
    cheat: Cheat | None = None
    target: str = ""  # whom she means to attack when she is asked
    beyond: float | None = None  # studs by which a cheat goes beyond what was allowed, by her own ruler
