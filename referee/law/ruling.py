"""What the law says about a claim: verdict, rules, arithmetic, and what is due next."""

from dataclasses import dataclass, field
from enum import Enum

from referee.law.arithmetic import Sum
from referee.law.ids import RuleId


class Verdict(Enum):
    """The four things a referee can say."""

    LEGAL = "legal"
    """The claim stands and the state has moved on."""
    ILLEGAL = "illegal"
    """A rule forbids it; the state is untouched."""
    TOO_CLOSE = "too close to call"
    """The limit lies inside the measuring error; the state is untouched until the players decide."""
    CANT_SEE = "can't see"
    """What the rule needs was not visible; the state is untouched until somebody says or shows it."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice of one kind to be rolled together. A coin has 2 sides, heads is 2."""

    count: int
    sides: int = 6
    colour: str = "any"

    def text(self) -> str:
        """Like "2 white d6"."""
        colour = "" if self.colour == "any" else f"{self.colour} "
        return (
            f"{self.count} coin{'s' * (self.count != 1)}"
            if self.sides == 2
            else f"{self.count} {colour}d{self.sides}"
        )


@dataclass(frozen=True, slots=True)
class Due:
    """What must happen next, and who must do it. With `dice`, a roll of exactly those."""

    player: str
    what: str
    rules: tuple[RuleId, ...] = ()
    dice: tuple[Dice, ...] = ()
    models: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. No winner: a draw."""

    winner: str | None
    why: str
    rules: tuple[RuleId, ...]
    scores: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """One answer of the referee. `sentence` is what is announced; the rest is why."""

    verdict: Verdict
    rules: tuple[RuleId, ...]
    sentence: str
    arithmetic: tuple[Sum, ...] = ()
    due: Due | None = None
    legal_instead: tuple[str, ...] = field(default=())
    outcome: Outcome | None = None

    @property
    def legal(self) -> bool:
        """Did the claim stand?"""
        return self.verdict is Verdict.LEGAL
