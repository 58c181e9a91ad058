"""Momentum: objects on hexes that keep the Speed and Direction they have (MO-1 to MO-10, HR-5 to HR-7)."""

from referee.law.momentum.choices import legal_claims
from referee.law.momentum.claims import CLAIMS
from referee.law.momentum.ends import outcome
from referee.law.momentum.law import apply, due, start, visible
from referee.law.momentum.sheet import account, read_sheet

__all__ = [
    "CLAIMS",
    "account",
    "apply",
    "due",
    "legal_claims",
    "outcome",
    "read_sheet",
    "start",
    "visible",
]
