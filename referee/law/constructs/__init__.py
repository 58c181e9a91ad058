"""Constructs: vehicles, turrets and projectiles run on energy, beside minifigs (CN, HR-1 to HR-4, HR-7)."""

from referee.law.constructs.claims import CLAIMS
from referee.law.constructs.cost import account
from referee.law.constructs.match import apply, due, outcome, start, visible
from referee.law.constructs.options import legal_claims
from referee.law.constructs.sheet import read_sheet

__all__ = ["CLAIMS", "account", "apply", "due", "legal_claims", "outcome", "read_sheet", "start", "visible"]
