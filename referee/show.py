"""What a match shows and what people say to it: the values between match loop, display, narrator and players.

`Shown` is everything there is to see at a moment, `Wish` anything a person can want. Both are plain frozen
values, so that a screen, a terminal, a test and a virtual player all sit at the same table.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

from referee.law.measured import Measured
from referee.law.ruling import Due, Outcome, Ruling
from referee.law.setup import GridLaid

Point = tuple[float, float]  # studs


@dataclass(frozen=True, slots=True)
class ModelShown:
    """A model as the referee has it: where it stands and what is left of it."""

    name: str
    owner: str
    at: Point | None  # None: not on the board
    level: int = 0  # plates
    facing: float | None = None  # degrees
    colours: tuple[str, ...] = ()
    kind: Literal["figure", "construct"] = "construct"
    radius: float = 1.0  # studs, of the circle that stands for it
    lost: tuple[str, ...] = ()  # pieces or dice it has lost
    stats: tuple[str, ...] = ()  # its sheet, a line each
    destroyed: bool = False


@dataclass(frozen=True, slots=True)
class WayShown:
    """The way of the last move: its corners, its length with error, the limit, and whether it stood."""

    model: str
    points: tuple[Point, ...]
    length: Measured | None = None
    limit: float | None = None
    legal: bool = True


@dataclass(frozen=True, slots=True)
class SightShown:
    """A line of sight and what stands in it."""

    start: Point
    end: Point
    cover: Literal["none", "soft", "hard", "unseen"] = "none"
    exposure: float | None = None


@dataclass(frozen=True, slots=True)
class DieShown:
    """One die as it fell."""

    value: int
    sides: int = 6
    colour: str = "white"


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be said now: a button, or a click on its models one after the other."""

    label: str
    claim: Any  # a claim of the game
    models: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """Something the referee can't tell and asks; the answer is an index into `answers`."""

    number: int
    words: str
    answers: tuple[str, ...]
    player: str = ""
    at: Point | None = None  # what it is about, where it is about a place


class Weight(Enum):
    """How bad a trouble is."""

    NOTE = "note"
    """Worth knowing; the match goes on."""
    WAITS = "waits"
    """The match waits until it is put right."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something wrong on the table, with the camera, the device or the disk, and its cure."""

    what: str
    cure: str
    weight: Weight = Weight.WAITS
    at: Point | None = None  # where on the board, to be lit
    to: Point | None = None  # where it should be instead


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """One player's line: her name, side and what counts (Power, points left)."""

    name: str
    side: str
    score: str = ""
    here: bool = False  # it is her turn


@dataclass(frozen=True, slots=True)
class Health:
    """How camera and device are, in a few words each."""

    camera: str = "camera well"
    camera_well: bool = True
    device: str = "no device: rolls are typed"
    device_well: bool = True
    frames_per_s: float = 0.0
    settled_to_ruled_ms: float | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Pictures that prove a ruling: JPEG bytes of the board before and after."""

    before: bytes | None = None
    after: bytes | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything there is to see at a moment. `number` grows with every new one."""

    number: int
    game: str
    title: str
    board: tuple[int, int]  # studs across and down
    grid: GridLaid
    heights: tuple[tuple[int, ...], ...] = ()  # plates, −1 unknown; empty: flat
    players: tuple[PlayerShown, ...] = ()
    models: tuple[ModelShown, ...] = ()
    marked: tuple[tuple[tuple[int, int], str], ...] = ()  # cells with a word: "hard", "soft", "obstacle" …
    reach: tuple[tuple[Point, ...], ...] = ()  # polygons where the selected model may go
    selected: str | None = None
    way: WayShown | None = None
    sights: tuple[SightShown, ...] = ()
    claim: str = ""  # the last claim in words
    ruling: Ruling | None = None
    due: Due | None = None
    choices: tuple[Choice, ...] = ()
    question: Question | None = None
    troubles: tuple[Trouble, ...] = ()
    dice: tuple[DieShown, ...] = ()
    evidence: Evidence = Evidence()
    health: Health = Health()
    hands: bool = False  # something is over the table: nothing is ruled
    paused: bool = False
    measured: str = ""  # the last "just measure"
    head: str = ""  # the record's newest hash
    outcome: Outcome | None = None
    headings: tuple[tuple[str, float], ...] = ()  # names of the ways a model may head, in degrees
    ruler: tuple[Point, ...] = ()  # the way that was "just measured", its corners
    told: str = ""  # what was done that is no ruling: taken back, appealed, corrected


@dataclass(frozen=True, slots=True)
class Say:
    """A claim said at the display."""

    claim: Any


@dataclass(frozen=True, slots=True)
class Select:
    """Show this model's reach and sights; None: none."""

    model: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question, by its number."""

    question: int
    answer: int


@dataclass(frozen=True, slots=True)
class TypeRoll:
    """The values of the roll that is due, typed in."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RollNow:
    """Let the tower (or the chip) roll what is due."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last claim that stood."""


@dataclass(frozen=True, slots=True)
class Appeal:
    """Contest the last ruling; the players decided whether it is upheld."""

    player: str
    words: str
    upheld: bool


@dataclass(frozen=True, slots=True)
class AcceptTable:
    """A manual correction: what stands on the table is right, the state takes it over."""

    why: str


@dataclass(frozen=True, slots=True)
class Pause:
    """Rule nothing, or go on."""

    paused: bool


@dataclass(frozen=True, slots=True)
class Measure:
    """Just measure: from a model or point to another."""

    start: str | Point
    end: str | Point


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave; the record keeps everything."""


Wish = Say | Select | Answer | TypeRoll | RollNow | Undo | Appeal | AcceptTable | Pause | Measure | Quit
