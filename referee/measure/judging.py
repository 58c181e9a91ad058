"""A measure and what the law allows -> a verdict, doubt included (MF-13, HR-7)."""

from enum import Enum

from referee.law.ruling import Verdict
from referee.measure.measured import Measured

GRAIN = 1e-6  # studs; rounding of the arithmetic itself never decides a match


class Doubt(Enum):
    """What a match does when the limit lies inside the measuring error."""

    MOVER = "mover"
    """The mover is believed: the law of minifigs and constructs (MF-13)."""
    CALL = "call"
    """The verdict is "too close to call" and the players decide."""


def judge(measured: Measured, allowance: float, doubt: Doubt) -> Verdict:
    """Is `measured` within `allowance`? Where its 95 % error reaches across the limit, `doubt` says."""
    if measured.high <= allowance + GRAIN:
        return Verdict.LEGAL
    if measured.low > allowance + GRAIN:
        return Verdict.ILLEGAL
    return Verdict.LEGAL if doubt is Doubt.MOVER else Verdict.TOO_CLOSE


def judge_at_least(measured: Measured, wanted: float, doubt: Doubt) -> Verdict:
    """Is `measured` as much as `wanted`? The other side of the same coin."""
    return judge(Measured(-measured.value, measured.sigma), -wanted, doubt)
