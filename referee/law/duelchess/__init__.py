"""Block Duel Chess: built pieces on a chessboard (DC-1 to DC-15)."""

from referee.law.duelchess.law import apply, due, legal_claims, outcome, visible
from referee.law.duelchess.opening import start
from referee.law.duelchess.sheet import account, read_sheet
from referee.law.duelchess.state import CLAIMS

__all__ = ["CLAIMS", "account", "apply", "due", "legal_claims", "outcome", "read_sheet", "start", "visible"]
