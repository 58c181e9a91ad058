"""What a MechaTon match is at a moment: its mechs, its map, and where in the turn it stands."""

from dataclasses import dataclass, field, replace
from typing import Literal

from referee.law.dice import Rolled
from referee.law.ids import RuleId
from referee.law.mechaton.sheet import Band, MechSheet, Thing
from referee.law.setup import Player

Cell = tuple[int, int]
Phase = Literal[
    "place", "initiative", "rolloff", "aim", "roll", "assign", "act", "extra", "damage", "lose", "over"
]


@dataclass(frozen=True, slots=True)
class Settings:
    """What a match file may change; the defaults are the document's plainest reading."""

    hand_reach: int = 1  # intervening hexes up to which it is hand-to-hand (MT-12)
    short_reach: int = 12  # intervening hexes up to which it is short range (MT-12)
    missiles: bool = True  # MT-14, untested by its author
    initiative_defence: bool = True  # MT-16, untested by its author
    mechs_block: bool = True  # other mechs' hexes can't be passed (MT-8)
    deploy_rows: int = 2  # how deep a side's own ground is at set-up
    rounds: int = 0  # a limit after which most dice left wins; 0: none (MT-17)
    hard: tuple[Cell, ...] = ()  # hexes of buildings, walls, boulders
    soft: tuple[Cell, ...] = ()  # hexes of trees and half-walls


@dataclass(frozen=True, slots=True)
class Ground:
    """The map: a rectangle of hexes with hard and soft ones."""

    columns: int
    rows: int
    hard: frozenset[Cell] = frozenset()
    soft: frozenset[Cell] = frozenset()

    def holds(self, cell: Cell) -> bool:
        """Is this hex on the map?"""
        return 0 <= cell[1] < self.rows and 0 <= cell[0] + cell[1] // 2 < self.columns


@dataclass(frozen=True, slots=True)
class Action:
    """One mech's Action Roll: what she aimed at, what fell, what she made of it."""

    target: str | None
    band: Band | None
    missile: str | None = None
    free_blue: int = 0  # from cover or Initiative, when she rolls as a target
    dice: tuple[Rolled, ...] = ()
    assigned: bool = False
    move: int = 0
    attack: int = 0
    shield: int = 0
    moved: bool = False
    fought: bool = False

    @property
    def defend(self) -> int:
        """The higher of half the Move, rounded down, and the Shield less 1 (MT-5)."""
        return max(self.move // 2, self.shield - 1, 0)


@dataclass(frozen=True, slots=True)
class Mech:
    """One mech on the map (or off it, when destroyed)."""

    name: str
    owner: str
    sheet: MechSheet
    cell: Cell | None
    facing: int = 0
    lost: tuple[str, ...] = ()  # names of things shot off
    fired: tuple[str, ...] = ()  # names of missiles launched
    initiative: int = 0  # 0: not rolled yet
    ties: tuple[int, ...] = ()  # roll-offs, which order but don't change the value
    action: Action | None = None
    gone: bool = False  # her turn of this round is over
    destroyed: bool = False

    @property
    def things(self) -> tuple[Thing, ...]:
        """What she still has; a launched missile is gone."""
        return tuple(
            thing
            for thing in self.sheet.things
            if thing.name not in self.lost and thing.name not in self.fired
        )

    @property
    def order(self) -> tuple[int, tuple[int, ...], str]:
        """Lowest goes first."""
        return self.initiative, self.ties, self.name


@dataclass(frozen=True, slots=True)
class State:
    """A match between two claims."""

    players: tuple[Player, ...]
    mechs: tuple[Mech, ...]
    ground: Ground
    settings: Settings = field(default_factory=Settings)
    believe: bool = False  # doubt at a border favours the mover instead of being asked about (HR-7)
    phase: Phase = "place"
    round: int = 1
    current: str = ""  # whose turn it is
    actor: str = ""  # who aims, rolls and assigns: the current mech or her target (MT-10)
    pending: tuple[str, ...] = ()  # mechs that still have to roll for initiative or roll off
    free_blue: int = 0  # extra dice the target may roll against this attack (MT-11, MT-16)
    blue_for: tuple[RuleId, ...] = ()  # the rules that gave them
    damage_dice: int = 0
    sixes: int = 0

    def mech(self, name: str) -> Mech:
        """The mech called `name`."""
        return next(mech for mech in self.mechs if mech.name == name)

    def team(self, player: str) -> str:
        """The side of a player."""
        return next(each.team for each in self.players if each.name == player)

    def put(self, mech: Mech) -> "State":
        """The same match with one mech changed."""
        return replace(self, mechs=tuple(mech if each.name == mech.name else each for each in self.mechs))

    @property
    def alive(self) -> tuple[Mech, ...]:
        """Mechs that still have dice."""
        return tuple(mech for mech in self.mechs if not mech.destroyed)
