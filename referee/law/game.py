"""What every game offers: a match set up -> states, claims, rulings, ends.

A game is a package of `referee.law` whose module-level names fulfil `Game`; `load` finds it by name.
"""

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from referee.law.account import Account
from referee.law.codec import TAG, from_plain, nearest, to_plain
from referee.law.ruling import Due, Outcome, Ruling
from referee.law.setup import Setup
from referee.problems import BadInput

GAMES = ("minifigs", "constructs", "momentum", "mechaton", "duelchess")


class Claim(Protocol):
    """What somebody says, rolls or is seen to do: a frozen dataclass with the player's name."""

    @property
    def player(self) -> str:
        """Who claims."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the state says a model is, for the table to be compared with."""

    model: str
    owner: str
    cell: tuple[int, int] | None = None
    studs: tuple[float, float] | None = None
    level: int | None = None  # plates
    facing: float | None = None  # degrees; None: any
    pieces_lost: tuple[str, ...] = ()


class Game(Protocol):
    """The law of one game as pure functions. `State` is any frozen dataclass of that game."""

    CLAIMS: tuple[type, ...]
    """The classes of its claims, by which they are read back from a record."""

    def start(self, setup: Setup) -> Any:
        """The state before the first claim; a set-up against the law is a BadInput."""

    def legal_claims(self, state: Any) -> Sequence[Any]:
        """What may be claimed now (facings and names apart); empty when the match is over."""

    def apply(self, state: Any, claim: Any) -> tuple[Any, Ruling]:
        """The state after `claim`, and the ruling; an illegal claim gives back the same state."""

    def due(self, state: Any) -> Due | None:
        """What must happen next; None when the match is over."""

    def outcome(self, state: Any) -> Outcome | None:
        """How it ended, or None while it goes on."""

    def visible(self, state: Any) -> tuple[Standing, ...]:
        """What should stand on the table now."""

    def read_sheet(self, plain: Mapping[str, Any], where: str) -> Any:
        """A model's sheet from its TOML table."""

    def account(self, sheet: Any) -> Account:
        """The sheet worked out, with what is illegal about it."""


def load(name: str) -> Game:
    """The game called `name`."""
    if name not in GAMES:
        raise BadInput(f"no game is called '{name}'{nearest(name, GAMES)}")
    try:
        return cast(Game, importlib.import_module(f"referee.law.{name}"))
    except ModuleNotFoundError:
        raise BadInput(f"'{name}' is not refereed yet: choose another game") from None


def claim_to_plain(claim: Any) -> Any:
    """A claim as it stands in a record."""
    return to_plain(claim)


def claim_from_plain(game: Game, plain: Any, where: str = "claim") -> Any:
    """A claim read back; an unknown kind or field is a BadInput."""
    name = plain.get(TAG) if isinstance(plain, Mapping) else None
    known = {cls.__name__: cls for cls in game.CLAIMS}
    if name not in known:
        raise BadInput(f"{where}: no claim of this game is called '{name}'{nearest(str(name), known)}")
    return from_plain(known[name], plain, where)
