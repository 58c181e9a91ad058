"""What a duel is at a moment, and what can be claimed in it."""

from dataclasses import dataclass, replace
from typing import Literal

from referee.law.dice import Roll
from referee.law.setup import Player

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Hazard:
    """A landmine, an acid spot or a gun: hurts who ends a move on it, or within its range in its ways."""

    cell: Cell
    damage: int
    range: int = 0
    ways: Literal["+", "×", "*"] = "*"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the duelists agree before they start (DC-10, DC-12)."""

    most_pieces: int = 10
    most_value: int = 0  # of a team; 0: no limit
    power: int = 300  # 200–400
    timed: bool = False  # with a time limit no stalemate may be called
    deploy_rows: int = 2  # the bottom rows in which pieces start (DC-12)
    obstacles: tuple[Cell, ...] = ()
    hazards: tuple[Hazard, ...] = ()
    places: tuple[tuple[Cell, str], ...] = ()  # square, element
    place_bonus: int = 5  # to Attack and Defence on a place of one's element (house ruling)
    pip: Literal["stud", "quarter inch"] = "stud"  # for sheets measured in millimetres (DC-1)
    normal_colours: bool = False  # Normal gains Health for its colours, which are all (DC-3)
    mandatory_surrender: bool = True  # the last piece lost whatever one does (DC-15)


@dataclass(frozen=True, slots=True)
class Duelist:
    """A piece on the board with its card."""

    name: str
    owner: str
    element: str
    value: int
    attack: int
    defence: int
    movement: int
    ways: str
    range: int
    aims: str
    health: int
    cell: Cell | None = None
    destroyed: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A duel between two claims. The first player goes first, the second places first (DC-12)."""

    players: tuple[Player, ...]
    pieces: tuple[Duelist, ...]
    settings: Settings
    power: tuple[int, int]
    believe: bool = False
    phase: Literal["place", "power", "act", "over"] = "place"
    turn: int = 0  # whose: 0 or 1
    time_called: bool = False
    stalemate_by: str = ""
    surrendered: str = ""
    lost: bool = False  # whoever is on turn loses her last piece whatever she does (DC-15)

    def piece(self, name: str) -> Duelist | None:
        """The piece called `name`."""
        return next((each for each in self.pieces if each.name == name), None)

    def put(self, piece: Duelist) -> "State":
        """The same duel with one piece changed."""
        return replace(self, pieces=tuple(piece if each.name == piece.name else each for each in self.pieces))

    def team(self, player: str) -> tuple[Duelist, ...]:
        """A player's pieces that are left."""
        return tuple(each for each in self.pieces if each.owner == player and not each.destroyed)

    def at(self, cell: Cell) -> Duelist | None:
        """Who stands on a square."""
        return next((each for each in self.pieces if each.cell == cell), None)


@dataclass(frozen=True, slots=True)
class Place:
    """Sets a piece up in one of the two bottom rows. `doubt`: the square across a border that is too near."""

    player: str
    piece: str
    to: Cell
    doubt: Cell | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """Moves, attacks, or moves and attacks with one piece, for its Value."""

    player: str
    piece: str
    to: Cell | None = None
    target: str | None = None
    doubt: Cell | None = None


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Ends the turn."""

    player: str


@dataclass(frozen=True, slots=True)
class Surrender:
    """Gives up."""

    player: str


@dataclass(frozen=True, slots=True)
class CallTime:
    """Time is up: both complete their turns."""

    player: str


@dataclass(frozen=True, slots=True)
class CallStalemate:
    """Offers a draw, or agrees to one offered."""

    player: str


CLAIMS = (Place, Roll, Act, EndTurn, Surrender, CallTime, CallStalemate)
DuelClaim = Place | Roll | Act | EndTurn | Surrender | CallTime | CallStalemate
