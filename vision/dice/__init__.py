"""Dice: a picture in, every six-sided die in it out."""

from vision.dice.reading import read_dice

__all__ = ["read_dice"]
