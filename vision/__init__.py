"""A frame and a Table in, an Observation out: heights, pieces, figures, constructs, dice, hands, changes."""
