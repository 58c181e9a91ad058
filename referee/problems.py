"""What can be wrong with a settings, sheet, match or record file."""


class BadInput(ValueError):
    """One sentence with what happened, where, and what to do next (exit 2)."""
