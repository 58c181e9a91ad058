"""MechaTon: mechs on hexes, dice rolled first and assigned after (MT-1 to MT-17)."""

from referee.law.mechaton.claims import CLAIMS
from referee.law.mechaton.law import apply, due, legal_claims, start, visible
from referee.law.mechaton.sequence import outcome
from referee.law.mechaton.sheet import account, read_sheet

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
