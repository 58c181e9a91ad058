"""What may be claimed of constructs: each claim with the facts that were measured (CN-7 to CN-17)."""

from dataclasses import dataclass
from typing import Literal

from referee.law.measured import Measured
from referee.law.minifigs.state import CLAIMS as FIGURE_CLAIMS

Point = tuple[float, float]
Saving = Literal["power", "acts"]  # which source of input to spare: computers or the seated figures
NOTHING = Measured(0.0)


@dataclass(frozen=True, slots=True)
class Touched:
    """A model that a tip or a template touches: how far its edge is past it (0 or less: touched)."""

    model: str
    gap: Measured = NOTHING


@dataclass(frozen=True, slots=True)
class Drive:
    """A construct moves over land with push through `through` mobility pieces (CN-11, CN-12)."""

    player: str
    model: str
    to: Point
    length: Measured
    through: int
    level: int = 0
    facing: float | None = None
    step_up: Measured = NOTHING  # the highest single step of its way, in plates
    step_down: Measured = NOTHING
    impact: bool = False  # it ran into something, which sets off an impact trigger (CN-17)
    saving: Saving = "power"


@dataclass(frozen=True, slots=True)
class Fly:
    """A construct flies with 2 push a flight piece and comes to rest on a surface (CN-11, CN-12)."""

    player: str
    model: str
    to: Point
    length: Measured
    through: int
    level: int = 0
    facing: float | None = None
    at_rest: bool = True
    impact: bool = False
    saving: Saving = "power"


@dataclass(frozen=True, slots=True)
class Burn:
    """A projectile's rocket engine burns `power` units: straight ahead (CN-17)."""

    player: str
    model: str
    to: Point
    length: Measured
    power: int
    level: int = 0
    bend: Measured = NOTHING  # degrees off the line it pointed along
    impact: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A figure in contact gets into a seat, onto a rig, or onto the construct to hitch a ride (CN-8)."""

    player: str
    model: str
    construct: str
    place: str = ""
    gap: Measured = NOTHING


@dataclass(frozen=True, slots=True)
class Leave:
    """A figure gets off and stands where it is."""

    player: str
    model: str


@dataclass(frozen=True, slots=True)
class Pull:
    """A harnessed figure or beast gives its move to a construct as push (CN-7)."""

    player: str
    model: str
    construct: str
    harness: str


@dataclass(frozen=True, slots=True)
class TurnJoint:
    """A joint changes position, by one input or by the push of a figure in contact (CN-9)."""

    player: str
    model: str
    joint: str
    position: str
    by: str = ""  # the figure that pushes; none: one input
    gap: Measured = NOTHING
    at_rest: bool = True
    saving: Saving = "power"


@dataclass(frozen=True, slots=True)
class Grip:
    """A claw takes a loose thing (CN-7)."""

    player: str
    model: str
    claw: str
    thing: str
    gap: Measured = NOTHING
    saving: Saving = "power"


@dataclass(frozen=True, slots=True)
class Keep:
    """A claw is given power so as not to let go at the turn's end (CN-7)."""

    player: str
    model: str
    claw: str


@dataclass(frozen=True, slots=True)
class Release:
    """A claw lets go."""

    player: str
    model: str
    claw: str


@dataclass(frozen=True, slots=True)
class Stow:
    """A figure in contact puts what it holds into a container (CN-7)."""

    player: str
    model: str
    construct: str
    container: str
    thing: str
    gap: Measured = NOTHING


@dataclass(frozen=True, slots=True)
class Unload:
    """A figure in contact takes a thing out of a container and lays it at its feet, to be picked up."""

    player: str
    model: str
    construct: str
    thing: str
    gap: Measured = NOTHING


@dataclass(frozen=True, slots=True)
class Strike:
    """A mounted hand-to-hand weapon with `push`: every model its tip touches (CN-14)."""

    player: str
    model: str
    weapon: str
    push: int
    touched: tuple[Touched, ...]


@dataclass(frozen=True, slots=True)
class Fire:
    """A mounted line-of-sight weapon with `power` at a target it points at (CN-15)."""

    player: str
    model: str
    weapon: str
    target: str
    power: int
    aim: Measured = NOTHING  # studs by which its line misses the target's body
    seen: bool = True
    saving: Saving = "power"


@dataclass(frozen=True, slots=True)
class Lob:
    """A mounted lobbed weapon with `push` coins and `reflips` inputs (CN-16)."""

    player: str
    model: str
    weapon: str
    push: int
    reflips: int = 0
    saving: Saving = "power"


@dataclass(frozen=True, slots=True)
class Reflip:
    """So many of the tails are flipped again (CN-16)."""

    player: str
    coins: int = 1


@dataclass(frozen=True, slots=True)
class Land:
    """The lobbed template lies: how far from the weapon, how far off its line, and whom it touches."""

    player: str
    at: Point
    distance: Measured
    aim: Measured = NOTHING  # studs off the weapon's line
    touched: tuple[Touched, ...] = ()


@dataclass(frozen=True, slots=True)
class Launch:
    """A launch pad sends a projectile off with units it passes on; a timed trigger gets its fuse (CN-17)."""

    player: str
    model: str
    projectile: str
    input: int = 1
    power: int = 0
    push: int = 0
    fuse: int | None = None
    saving: Saving = "power"


@dataclass(frozen=True, slots=True)
class Trigger:
    """One input sets off a smart trigger (CN-17)."""

    player: str
    model: str


@dataclass(frozen=True, slots=True)
class Explode:
    """A warhead's template lies on its projectile: whom it touches (CN-17)."""

    player: str
    model: str
    touched: tuple[Touched, ...] = ()


@dataclass(frozen=True, slots=True)
class Pick:
    """Whoever is to pick says which exposed piece of the construct goes (CN-1)."""

    player: str
    piece: str


CLAIMS = (
    *FIGURE_CLAIMS, Drive, Fly, Burn, Board, Leave, Pull, TurnJoint, Grip, Keep, Release, Stow, Unload,
    Strike, Fire, Lob, Reflip, Land, Launch, Trigger, Explode, Pick,
)  # fmt: skip
