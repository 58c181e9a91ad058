"""What can be wrong with a picture or a table file, said so that a person knows what to do next."""


class CannotRead(ValueError):
    """Bad input to calibration or vision: one sentence with what happened, where, and the cure (exit 2)."""
