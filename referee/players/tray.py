"""Dice that lie in the tray -> a cheat with them."""

from referee.players.deeds import Cheat, Deed, Nudge
from referee.players.look import Look


def nudge(look: Look) -> Deed | None:
    """A die of the last roll is turned to another value."""
    dice = look.scene.dice
    if not dice:
        return None
    which = look.one_of(dice)
    values = [value for value in range(1, 7) if value != dice[which].value]
    value = values[look.one_of(values)]
    words = f"turns a {dice[which].value} to {value}"
    return Deed(words, (Nudge(which, value),), (), Cheat.DIE_NUDGED)
