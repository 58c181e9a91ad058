"""Observations and rolls in, rulings out: the law, measuring, the match, its record, voice and display."""
