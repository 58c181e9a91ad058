"""Terrain whose height the pictures leave in doubt -> questions at set-up; the answers -> known terrain.

A block read a plate too low makes every way over it 0.4 studs too short. People can count its bricks.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from calibration import Board
from vision.observation import Piece
from vision.terrain import Terrain, assemble

SURE = 0.9  # confidence: of 77 rendered blocks those read wrong had 0.83 at most
LEAST_STUDS = 2  # smaller ones nobody stands on
BRICK = 3  # plates


@dataclass(frozen=True, slots=True)
class Height:
    """How high a block is, as people say: where it stands, its sides in studs, its top in plates."""

    x: int
    y: int
    w: int
    d: int
    top: int

    @property
    def middle(self) -> tuple[float, float]:
        """Where to point."""
        return self.x + self.w / 2, self.y + self.d / 2

    @property
    def label(self) -> str:
        """As an answer."""
        bricks = self.top // BRICK
        even = f" ({bricks} brick{'s' if bricks > 1 else ''})" if self.top % BRICK == 0 else ""
        return f"{self.top} plate{'s' if self.top > 1 else ''}{even}"

    def plain(self) -> dict[str, int]:
        """For the record."""
        return {"x": self.x, "y": self.y, "w": self.w, "d": self.d, "top": self.top}


@dataclass(frozen=True, slots=True)
class Doubt:
    """A block whose height is asked for: the question, and what may be answered, the likeliest first."""

    words: str
    answers: tuple[Height, ...]


def doubted(terrain: Terrain) -> tuple[Doubt, ...]:
    """The blocks to ask about."""
    return tuple(
        _doubt(piece)
        for piece in terrain.pieces
        if piece.top and piece.confidence < SURE and piece.w * piece.d >= LEAST_STUDS
    )


def _doubt(piece: Piece) -> Doubt:
    top = piece.top or 0
    colour = (piece.colour or "").replace("_", " ")
    heights = (top, top + 1, top - 1, top + 2)
    answers = tuple(Height(piece.x, piece.y, piece.w, piece.d, h) for h in heights if h > 0)
    x, y = (f"{v:g}" for v in answers[0].middle)
    words = f"how high is the {colour} block of {piece.w} × {piece.d} studs at ({x}, {y})?"
    return Doubt(words, answers)


def known(terrain: Terrain, board: Board, said: Iterable[Height]) -> Terrain:
    """The terrain with blocks as high as people said."""
    tops = {(each.x, each.y, each.w, each.d): each.top for each in said}
    pieces = tuple(
        replace(piece, top=tops[place], confidence=1.0)
        if (place := (piece.x, piece.y, piece.w, piece.d)) in tops
        else piece
        for piece in terrain.pieces
    )
    if pieces == terrain.pieces:
        return terrain
    return assemble(board, terrain.drop, pieces, terrain.light, terrain.board_colour, terrain.lamps)


def height(plain: Mapping[str, Any]) -> Height:
    """As the record has it."""
    return Height(*(int(plain[key]) for key in ("x", "y", "w", "d", "top")))
