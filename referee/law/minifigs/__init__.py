"""Minifigs: figures that lose pieces, move by studs and are put together again (MF, HR-1 to HR-4)."""

from referee.law.minifigs.match import apply, due, legal_claims, outcome, start, visible
from referee.law.minifigs.sheet import account, read_sheet
from referee.law.minifigs.state import CLAIMS

__all__ = ["CLAIMS", "account", "apply", "due", "legal_claims", "outcome", "read_sheet", "start", "visible"]
