"""What a match file says, in the form in which a game starts from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Player:
    """One person at the table. `side` joins players into teams; by default everyone is her own."""

    name: str
    side: str = ""

    @property
    def team(self) -> str:
        """The side she wins with."""
        return self.side or self.name


@dataclass(frozen=True, slots=True)
class Entry:
    """One model of the match: whose it is, its sheet as written, and where it starts."""

    name: str
    owner: str
    sheet: Mapping[str, Any]
    cell: tuple[int, int] | None = None  # hex (axial q, r) or square (column, row)
    studs: tuple[float, float] | None = None  # middle of the feet, where there are no cells
    facing: float = 0.0  # degrees, 0 along +x, 90 along +y
    colours: tuple[str, ...] = ()  # by which the camera tells it apart
    size: tuple[int, int] | None = None  # a construct's footprint, studs: else it is learnt by looking


@dataclass(frozen=True, slots=True)
class GridLaid:
    """The hexes or squares laid over the studs. A hex's size is from flat to flat, in studs."""

    kind: Literal["hex", "square", "studs"] = "studs"
    size: float = 4.0
    columns: int = 8
    rows: int = 8
    origin: tuple[float, float] = (0.0, 0.0)  # the middle of cell (0, 0), in studs
    turned: float = 0.0  # degrees; 0 points hex direction 0 along +x


@dataclass(frozen=True, slots=True)
class Setup:
    """A match before it starts."""

    game: str
    players: tuple[Player, ...]
    models: tuple[Entry, ...]
    grid: GridLaid = GridLaid()
    settings: Mapping[str, Any] = field(default_factory=dict)
    doubt: Literal["mover", "call", "default"] = "default"
    title: str = ""
