"""What exists on and around a table at one moment: frozen, comparable, hashable.

Places in studs, heights in plates, angles in degrees (0 along +x, 90 along +y): the table's frame.
"""

from dataclasses import dataclass, replace
from typing import Literal

HatKind = Literal["cap", "castle", "modern", "hair"]


@dataclass(frozen=True, slots=True)
class Board:
    """The baseplates, side by side, from (0, 0) to (cols, rows)."""

    cols: int = 48
    rows: int = 48
    colour: str = "light_bluish_grey"
    baseplate: int = 0  # studs to a baseplate's side where several lie side by side: seams show; 0 for one


@dataclass(frozen=True, slots=True)
class Block:
    """A brick or plate: w × d studs from (x, y), `plates` high from `base`; a tile has no studs."""

    x: float
    y: float
    w: int
    d: int
    base: float = 0
    plates: int = 3
    colour: str = "red"
    studded: bool = True

    @property
    def top(self) -> float:
        """Its top in plates."""
        return self.base + self.plates


@dataclass(frozen=True, slots=True)
class Hat:
    """Anything worn on the head, hair included."""

    colour: str
    kind: HatKind = "modern"


@dataclass(frozen=True, slots=True)
class Minifig:
    """A figure: (x, y) the middle of its stud pair, or of its body when it lies, feet to `facing`."""

    name: str
    x: float
    y: float
    base: float = 0
    facing: float = 0
    torso: str = "red"
    legs: str = "blue"
    skin: str = "yellow"
    hat: Hat | None = None
    head: bool = True
    body: bool = True  # torso and arms; without them the legs stand alone
    lying: bool = False
    armed: bool = False
    lift: float = 0.0  # plates above where it stands: in a hand


@dataclass(frozen=True, slots=True)
class Part:
    """A named piece of a construct, in the construct's own frame: x ahead, middle at (0, 0), base at 0."""

    name: str
    block: Block


@dataclass(frozen=True, slots=True)
class Built:
    """A construct: pieces around (x, y), turned to one of four facings."""

    name: str
    x: float
    y: float
    parts: tuple[Part, ...]
    base: float = 0
    facing: float = 0
    lift: float = 0.0

    def without(self, part: str) -> "Built":
        """The construct after it lost a piece."""
        return replace(self, parts=tuple(p for p in self.parts if p.name != part))


@dataclass(frozen=True, slots=True)
class Loose:
    """A piece lying loose: a hat or a head that came off."""

    x: float
    y: float
    colour: str
    base: float = 0
    what: Literal["hat", "head"] = "hat"


@dataclass(frozen=True, slots=True)
class Die:
    """A six-sided die on the table at (x, y); cocked by `lean` degrees towards `lean_to`."""

    x: float
    y: float
    colour: str = "white"
    value: int = 1
    turn: float = 0.0
    side: int = 0  # which of the four faces beside the top one looks ahead
    lean: float = 0.0
    lean_to: float = 0.0
    size_mm: float = 16.0
    lift: float = 0.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A fist over (x, y) at a height, its arm coming from `arm` degrees."""

    x: float
    y: float
    height: float = 16.0  # plates
    arm: float = 90.0
    skin: str = "#c68863"
    sleeve: str = "#34455f"
    size: float = 1.0


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp of some size somewhere above: strength 1 makes a white sheet under it about white."""

    x: float = 0.0  # studs
    y: float = 0.0
    height: float = 300.0  # plates
    strength: float = 0.7
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)  # relative red, green, blue
    radius_mm: float = 60.0


@dataclass(frozen=True, slots=True)
class Light:
    """All the light there is: lamps, and what the room gives from everywhere."""

    lamps: tuple[Lamp, ...] = (Lamp(),)
    ambient: float = 0.45
    ambient_colour: tuple[float, float, float] = (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Tray:
    """Where dice land: a rectangle beside the board; without a colour it is just a place on the table."""

    x: float = 50.0
    y: float = 12.0
    w: float = 12.0
    d: float = 24.0
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """The table under the board: a wood of this colour, its grain seeded."""

    colour: str = "#7d7068"
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Cat:
    """Something large that lies across the table."""

    x: float
    y: float
    heading: float = 0.0
    colour: str = "#4a4038"


Model = Minifig | Built
Thing = Minifig | Built | Loose | Die | Hand | Cat


@dataclass(frozen=True, slots=True)
class Scene:
    """A table at one moment: what stays (board, terrain, light) and what moves."""

    board: Board = Board()
    blocks: tuple[Block, ...] = ()
    models: tuple[Model, ...] = ()
    loose: tuple[Loose, ...] = ()
    dice: tuple[Die, ...] = ()
    hands: tuple[Hand, ...] = ()
    cats: tuple[Cat, ...] = ()
    tray: Tray = Tray()
    ground: Ground = Ground()
    light: Light = Light()

    @property
    def moving(self) -> tuple[Thing, ...]:
        """Everything that is drawn anew in each frame."""
        return (*self.models, *self.loose, *self.dice, *self.hands, *self.cats)

    @property
    def still(self) -> "Scene":
        """The table without anything that moves."""
        return replace(self, models=(), loose=(), dice=(), hands=(), cats=())

    def model(self, name: str) -> Model:
        """The model of that name."""
        return next(m for m in self.models if m.name == name)

    def with_model(self, model: Model) -> "Scene":
        """The scene with the model of that name replaced, or added."""
        others = tuple(model if m.name == model.name else m for m in self.models)
        return replace(self, models=others if model in others else (*others, model))
