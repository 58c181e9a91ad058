"""A measure with its error, and a limit -> a verdict (MF-13, HR-7)."""

from dataclasses import dataclass
from enum import Enum

from referee.law.arithmetic import number
from referee.law.ruling import Verdict


class Doubt(Enum):
    """What a match does when a limit lies inside the measuring error."""

    MOVER = "mover"
    """The mover is believed: the law of minifigs and constructs (MF-13)."""
    CALL = "call"
    """The verdict is "too close to call" and the players decide."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A value and its 95 % error, in the same unit."""

    value: float
    error: float = 0.0

    def text(self) -> str:
        """Like "9.4 ± 0.2"."""
        return f"{number(round(self.value, 2))} ± {number(round(self.error, 2))}"


def at_most(measured: Measured, limit: float, doubt: Doubt) -> Verdict:
    """Is `measured` within `limit`? Legal, illegal, or what `doubt` makes of a limit inside the error."""
    if measured.value <= limit - measured.error:
        return Verdict.LEGAL
    if measured.value > limit + measured.error:
        return Verdict.ILLEGAL
    return Verdict.LEGAL if doubt is Doubt.MOVER else Verdict.TOO_CLOSE
