"""A window's size -> where everything goes. Wide windows put the board left, tall ones put it on top."""

from dataclasses import dataclass

import pygame

from referee.display.theme import WIDE, type_for

EDGE = 20  # pixels of the design between things
PROOF = 0.54  # share of the lowest row that the pictures have
TOOL = 58  # and how high a row of tools is


@dataclass(frozen=True, slots=True)
class Layout:
    """The rectangles of the display."""

    top: pygame.Rect  # title and health
    board: pygame.Rect
    players: pygame.Rect
    ruling: pygame.Rect
    due: pygame.Rect
    dice: pygame.Rect
    choices: pygame.Rect
    evidence: pygame.Rect
    sheet: pygame.Rect
    tools: pygame.Rect
    rows_of_tools: int = 1


def lay_out(size: tuple[int, int]) -> Layout:
    """Rectangles for a window of this size."""
    width, height = size
    scale = type_for(size).scale
    gap = max(4, round(EDGE * scale))
    top = pygame.Rect(gap, gap // 2, width - 2 * gap, round(48 * scale))
    wide = width / height >= WIDE
    rows_of_tools = 1 if wide else 2
    tall = round(rows_of_tools * TOOL * scale) + (rows_of_tools - 1) * gap // 2
    tools = pygame.Rect(gap, height - tall - gap // 2, width - 2 * gap, tall)
    if wide:
        side = min(tools.top - top.bottom - gap, round(width * 0.54))
        board = pygame.Rect(gap, top.bottom + gap // 2, side, tools.top - top.bottom - gap)
        panels = pygame.Rect(board.right + gap, board.top, width - board.right - 2 * gap, board.height)
    else:
        side = min(width - 2 * gap, round((tools.top - top.bottom) * 0.46))
        board = pygame.Rect(gap, top.bottom + gap // 2, width - 2 * gap, side)
        panels = pygame.Rect(gap, board.bottom + gap, width - 2 * gap, tools.top - board.bottom - 2 * gap)
    shares = {"players": 10, "ruling": 26, "due": 11, "dice": 8, "choices": 22, "below": 23}
    rows: dict[str, pygame.Rect] = {}
    y = panels.top
    free = panels.height - gap * (len(shares) - 1)
    for name, share in shares.items():
        tall = round(free * share / sum(shares.values()))
        rows[name] = pygame.Rect(panels.left, y, panels.width, tall)
        y += tall + gap
    below = rows["below"]
    proof = round((below.width - gap) * PROOF)
    return Layout(
        top,
        board,
        rows["players"],
        rows["ruling"],
        rows["due"],
        rows["dice"],
        rows["choices"],
        pygame.Rect(below.left, below.top, proof, below.height),
        pygame.Rect(below.left + proof + gap, below.top, below.width - proof - gap, below.height),
        tools,
        rows_of_tools,
    )
