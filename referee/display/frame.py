"""Studs <-> pixels of the board's picture, turned to whichever side a player sits at."""

import math
from dataclasses import dataclass

import pygame

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Frame:
    """How the board lies in a rectangle: quarter turns clockwise, and pixels a stud."""

    board: tuple[int, int]  # studs across and down
    left: float
    top: float
    px: float  # pixels a stud
    turns: int = 0

    def to_px(self, point: Point) -> Point:
        """Pixels of a place on the board."""
        x, y = point
        cols, rows = self.board
        for _ in range(self.turns % 4):
            x, y, cols, rows = rows - y, x, rows, cols
        return self.left + x * self.px, self.top + y * self.px

    def to_studs(self, pixel: Point) -> Point:
        """The place on the board under a pixel."""
        x, y = (pixel[0] - self.left) / self.px, (pixel[1] - self.top) / self.px
        cols, rows = self.board if self.turns % 2 == 0 else (self.board[1], self.board[0])
        for _ in range(self.turns % 4):
            x, y, cols, rows = y, cols - x, rows, cols
        return x, y

    def angle(self, degrees: float) -> float:
        """A facing as the turned picture shows it, in radians."""
        return math.radians(degrees + 90.0 * (self.turns % 4))


def framed(board: tuple[int, int], within: pygame.Rect, turns: int = 0) -> Frame:
    """The board as large as `within` lets it be, in the middle of it."""
    cols, rows = board if turns % 2 == 0 else (board[1], board[0])
    px = min(within.width / cols, within.height / rows)
    left = within.left + (within.width - cols * px) / 2
    top = within.top + (within.height - rows * px) / 2
    return Frame(board, left, top, px, turns)
