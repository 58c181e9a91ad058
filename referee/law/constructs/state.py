"""What a match with constructs is at one moment (frozen): a minifig match and more."""

from dataclasses import dataclass, field, replace
from typing import Literal

from referee.law.constructs.sheet import ConstructSheet
from referee.law.constructs.structure import bare, size, structure
from referee.law.minifigs.state import Figure, Thing
from referee.law.minifigs.state import Settings as FigureSettings
from referee.law.minifigs.state import State as FigureState

NATURAL = "natural"  # the position in which a joint starts and cost is computed (CN-9)


@dataclass(frozen=True, slots=True)
class Settings(FigureSettings):
    """What a match file may change beside a minifig match's settings."""

    aboard: dict[str, tuple[str, str]] = field(default_factory=dict)  # figure: construct, seat or rig or ""
    loaded: dict[str, tuple[str, str]] = field(default_factory=dict)  # projectile: construct, launch pad
    airless: bool = False  # the seated need a piece of air tank each (CN-6)
    board: tuple[float, float] = (48.0, 48.0)  # studs, within which legal moves are proposed


@dataclass(frozen=True, slots=True)
class Rider:
    """A figure aboard: on a piece of a seat or rig, or hitching a ride (no piece)."""

    figure: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Held:
    """A thing that a claw grips or a container holds."""

    by: str  # the piece
    thing: Thing


@dataclass(frozen=True, slots=True)
class Supply:
    """Units given from outside this turn: by a harnessed beast or a launch pad."""

    input: int = 0
    power: int = 0
    push: float = 0.0


@dataclass(frozen=True, slots=True)
class Construct:
    """One construct in the match."""

    name: str
    owner: str
    sheet: ConstructSheet
    left: frozenset[str]
    at: tuple[float, float]
    level: int = 0
    facing: float = 0.0
    joints: tuple[tuple[str, str], ...] = ()  # those that are not in their natural position
    riders: tuple[Rider, ...] = ()
    held: tuple[Held, ...] = ()
    carrier: tuple[str, str] | None = None  # construct and launch pad on which a projectile rides
    fuse: int | None = None  # own turns until a timed trigger goes off
    spent: frozenset[str] = frozenset()  # pieces that have worked this turn: one unit a piece (CN-6)
    fed: tuple[tuple[str, int], ...] = ()  # power that each line-of-sight weapon has had (CN-15)
    struck: frozenset[tuple[str, str]] = frozenset()  # weapon and model, once a turn (CN-14)
    supply: Supply = Supply()

    @property
    def size(self) -> int:
        """Its pieces as they are now."""
        return size(self.sheet, self.left)

    @property
    def exposed(self) -> frozenset[str]:
        """Its pieces that nothing lies on."""
        return bare(self.sheet, self.joints, self.left)

    def has(self, *kinds: str) -> tuple[str, ...]:
        """The pieces of these kinds that are left."""
        return tuple(name for name in structure(self.sheet).of_kind(*kinds) if name in self.left)

    def fresh(self, *kinds: str) -> tuple[str, ...]:
        """Those among them that have not worked this turn."""
        return tuple(name for name in self.has(*kinds) if name not in self.spent)

    def position(self, joint: str) -> str:
        """Where a joint stands."""
        return dict(self.joints).get(joint, NATURAL)

    def place_of(self, figure: str) -> str | None:
        """The seat or rig of a figure aboard, "" if it hitches, None if it is not aboard."""
        return next((rider.place for rider in self.riders if rider.figure == figure), None)


@dataclass(frozen=True, slots=True)
class Hit:
    """Damage that waits: for a piece of a construct, or for its turn to be a figure's shot."""

    target: str
    damage: int
    picker: Literal["attacker", "owner"]
    attacker: str  # the player
    source: str  # the weapon, for the announcement


@dataclass(frozen=True, slots=True)
class Aimed:
    """An attack on a construct, or of a mounted weapon, whose coins are in the air."""

    attacker: str  # the model
    player: str
    target: str
    weapon: str
    flips: int
    damage: int


@dataclass(frozen=True, slots=True)
class Lobbed:
    """A lobbed attack under way: coins still to flip, heads so far, tails that may be reflipped (CN-16)."""

    attacker: str
    player: str
    weapon: str
    flips: int
    heads: int = 0
    tails: int = 0
    reflips: int = 0


@dataclass(frozen=True, slots=True)
class State(FigureState):
    """A match with constructs. `hits` and `blasts` are settled before anything else happens."""

    settings: Settings
    constructs: tuple[Construct, ...] = ()
    aimed: Aimed | None = None
    lobbed: Lobbed | None = None
    hits: tuple[Hit, ...] = ()
    blasts: tuple[str, ...] = ()  # projectiles that explode, in order (CN-17)

    @property
    def busy(self) -> bool:
        """Is something under way that must be settled first?"""
        return bool(self.shot or self.aimed or self.lobbed or self.hits or self.blasts)

    def construct(self, name: str) -> Construct | None:
        """The construct of that name that is still there."""
        return next((c for c in self.constructs if c.name == name and c.left), None)

    def with_figure(self, figure: Figure) -> "State":
        """The state with this figure in place of the one of its name."""
        return replace(self, figures=tuple(figure if f.name == figure.name else f for f in self.figures))

    def with_construct(self, construct: Construct) -> "State":
        """The state with this construct in place of the one of its name."""
        return replace(
            self, constructs=tuple(construct if c.name == construct.name else c for c in self.constructs)
        )

    def ride_of(self, figure: str) -> Construct | None:
        """The construct that a figure is aboard."""
        return next((c for c in self.constructs if c.left and c.place_of(figure) is not None), None)
