"""Block Duel Chess: built pieces on a chessboard. Sheets so far (DC-1 to DC-9)."""

from referee.law.duelchess.sheet import account, read_sheet

__all__ = ["account", "read_sheet"]
