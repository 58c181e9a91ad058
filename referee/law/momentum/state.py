"""What a momentum match is at a moment: its objects, who holds whom, and where in a turn it stands."""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from referee.law.momentum.sheet import Sheet
from referee.law.setup import Player
from referee.measure.hexes import distance

Cell = tuple[int, int]
Spot = tuple[int, int, int]  # hex q, r and Elevation
Phase = Literal["turn", "act", "react", "answer", "support", "roll", "grip", "over"]
Role = Literal["attacker", "target", "middle"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a match file may change; the defaults are the document's plainest reading."""

    rounds: int = 12  # after these the greater Integrity wins; 0: no limit (HR-5)
    ud6: Literal["kept", "plain"] = "kept"  # always kept, or one more d6 of the pool (MO-6)
    attackers: Literal["either", "turn"] = (
        "either"  # who attacks at an entry: both, or whose turn it is (MO-7)
    )
    friendly_fire: bool = False  # may objects of one side attack each other (MO-7)
    elevation_counts: bool = True  # is a level as far as a hex (MO-7)
    contest_damage: Literal["none", "overkill"] = "none"  # what losing a two-sided contest costs (MO-8)
    link_integrity: int = 1  # damage that destroys a link (MO-10)
    edge: Literal["stop", "lost"] = "stop"  # what becomes of one that runs off the map (MO-2)


@dataclass(frozen=True, slots=True)
class Ground:
    """The map: a rectangle of hexes."""

    columns: int
    rows: int

    def holds(self, cell: Cell) -> bool:
        """Is this hex on the map?"""
        return 0 <= cell[1] < self.rows and 0 <= cell[0] + cell[1] // 2 < self.columns


@dataclass(frozen=True, slots=True)
class Link:
    """A major link of a chain; its Speed is how far it last travelled (MO-10)."""

    cell: Cell
    speed: int = 0


@dataclass(frozen=True, slots=True)
class Body:
    """One object of the match; `cell` is None once it is destroyed."""

    name: str
    owner: str
    sheet: Sheet
    cell: Cell | None
    direction: int
    speed: int
    elevation: int
    integrity: int
    rct: int
    gone: bool = False  # it has taken its turn of this round
    chain: tuple[Link, ...] = ()  # major links, the youngest first

    @property
    def alive(self) -> bool:
        """Is it still on the map?"""
        return self.cell is not None

    @property
    def spot(self) -> Spot:
        """Where it is, with its Elevation."""
        assert self.cell is not None
        return (*self.cell, self.elevation)


@dataclass(frozen=True, slots=True)
class Grip:
    """`grappler` holds `target`; with `link`, by that major link of its chain, counted from the oldest."""

    grappler: str
    target: str
    link: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """`target` has come into `attacker`'s threat; with a link, a chain's link strikes or is struck at."""

    attacker: str
    target: str
    link: int | None = None  # place of the attacking link along its chain, minor ones counted
    target_link: int | None = None


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack under way: who rolls, what has been rolled, and what it is for."""

    attacker: str
    target: str
    kind: Literal["hit", "head-on", "contest", "tug"]
    weapon: str | None = None  # the attacker's, in place of momentum
    answer: str | None = None  # the target's, in a contest
    link: int | None = None
    target_link: int | None = None
    middle: str | None = None  # whom both grapplers hold
    side: str | None = None  # whom the middle one supports
    support: str | None = None  # with which equipment
    to_roll: tuple[Role, ...] = ()
    rolled: tuple[int, ...] = ()


@lru_cache(maxsize=64)
def _teams(players: tuple[Player, ...]) -> dict[str, str]:
    return {player.name: player.team for player in players}


@dataclass(frozen=True, slots=True)
class State:
    """A match between two claims."""

    players: tuple[Player, ...]
    bodies: tuple[Body, ...]
    ground: Ground
    settings: Settings = field(default_factory=Settings)
    believe: bool = False  # doubt at a border favours the mover instead of being asked about (HR-7)
    phase: Phase = "turn"
    round: int = 1
    last: str = ""  # who took the last turn: the next player is asked first
    current: str = ""  # the object whose turn it is
    grips: tuple[Grip, ...] = ()
    way: tuple[Spot, ...] = ()  # what is left of a movement under way
    moved: bool = False  # its movement is made or under way, or it has none to make
    landed: bool = False  # its movement is over
    done: bool = False  # it does nothing more this turn
    leaving: bool = False  # its way ends beyond the edge of the map
    reeled: Literal["", "out", "in"] = ""
    struck: bool = False  # it has attacked within a grapple this turn (MO-7)
    hauled: tuple[str, ...] = ()  # those in the middle whose grapplers have moved this round (MO-9)
    entries: tuple[Entry, ...] = ()  # attacks that may be made now, the first first
    strike: Strike | None = None

    def body(self, name: str) -> Body:
        """The object called `name`."""
        return next(body for body in self.bodies if body.name == name)

    def find(self, name: str) -> Body | None:
        """The object called `name`, if it is one and still there."""
        return next((body for body in self.bodies if body.name == name and body.alive), None)

    def team(self, player: str) -> str:
        """The side of a player."""
        return _teams(self.players)[player]

    def put(self, *changed: Body) -> "State":
        """The same match with some objects changed."""
        fresh = {body.name: body for body in changed}
        return replace(self, bodies=tuple(fresh.get(body.name, body) for body in self.bodies))

    @property
    def alive(self) -> tuple[Body, ...]:
        """Objects still on the map."""
        return tuple(body for body in self.bodies if body.cell is not None)

    def apart(self, a: Spot, b: Spot) -> int:
        """How far two places are from each other; a level counts as a hex unless the match says otherwise."""
        levels = abs(a[2] - b[2]) if self.settings.elevation_counts else 0
        return distance(a[:2], b[:2]) + levels

    def foes(self, a: Body, b: Body) -> bool:
        """May these two attack each other?"""
        return a.name != b.name and (self.settings.friendly_fire or self.team(a.owner) != self.team(b.owner))
