"""What one frame shows: the types that leave vision (places in studs, heights in plates, degrees)."""

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera

UNKNOWN = -1  # in a height map: never seen, or in doubt

ChangeKind = Literal["moved", "turned", "lost", "gained", "appeared", "gone", "terrain", "knocked", "light"]


@dataclass(frozen=True, slots=True)
class Hat:
    """Anything worn on the head, hair included."""

    colour: str | None


@dataclass(frozen=True, slots=True)
class Figure:
    """A minifig. (x, y) is the middle of the stud pair it stands on, or of its body when lying."""

    track: str
    x: float
    y: float
    base: int | None
    facing: float | None
    lying: bool
    head: bool | None
    hat: Hat | Literal[False] | None  # False: none worn; None: can't tell
    torso: str | None
    skin: str | None
    legs: str | None = None
    confidence: float = 1.0
    error: float = 0.0  # 1-sigma of the place, studs


@dataclass(frozen=True, slots=True)
class Piece:
    """The topmost block of a stack: its footprint from (x, y), w × d studs, and its top in plates."""

    x: int
    y: int
    w: int
    d: int
    top: int | None
    colour: str | None
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Construct:
    """Anything built to be played that is no figure."""

    track: str
    x: float
    y: float
    base: int | None
    plates: int | None
    footprint: tuple[int, int, int, int]  # x0, y0, x1, y1 in studs
    colours: tuple[str, ...]
    facing: float | None = None
    confidence: float = 1.0
    error: float = 0.0  # 1-sigma of the place, studs
    pieces: tuple[Piece, ...] = ()  # those the camera sees, from the top down; places and tops on the table


@dataclass(frozen=True, slots=True)
class Die:
    """A six-sided die. `value` is None when it can't be read; cocked dice lean on something."""

    x_px: float
    y_px: float
    size_px: float
    colour: str | None
    value: int | None
    cocked: bool = False
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Loose:
    """A piece lying loose on the board (a lost hat, a fallen head)."""

    x: float
    y: float
    colour: str | None


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between two settled observations."""

    kind: ChangeKind
    track: str | None = None
    start: tuple[float, float] | float | None = None  # "from": a place, or degrees
    end: tuple[float, float] | float | None = None  # "to"
    what: Literal["hat", "head"] | None = None
    area: tuple[int, int, int, int] | None = None  # x, y, w, d of changed terrain
    studs: float | None = None  # how far the camera was knocked


@dataclass(frozen=True)
class Observation:
    """Everything one settled frame shows."""

    camera: Camera  # as corrected for this frame
    heights: NDArray[np.int16]  # rows × cols, terrain tops in plates, UNKNOWN where in doubt
    pieces: tuple[Piece, ...] = ()
    figures: tuple[Figure, ...] = ()
    constructs: tuple[Construct, ...] = ()
    dice: tuple[Die, ...] = ()
    loose: tuple[Loose, ...] = ()
    changes: tuple[Change, ...] = ()
    hands: bool = False
    light: tuple[float, float, float] | None = None  # ln of its blue, green and red over the terrain shot's
    relit: bool = False  # whether lamps hang elsewhere than in the terrain shot: glare and shadows moved
    explained: dict[str, Any] = field(default_factory=dict)  # evidence, runner-up and margin, for --explain
