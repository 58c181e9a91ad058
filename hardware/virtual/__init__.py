"""A table that exists only in the computer: board, models, hands, lamps and its camera."""
