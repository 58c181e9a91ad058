"""A window's size -> where everything goes. Wide windows put the board left, tall ones put it on top."""

from dataclasses import dataclass

import pygame

from referee.display.theme import type_for

WIDE = 1.15  # width over height from which the board stands beside the panels
EDGE = 20  # pixels of the design between things


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


def lay_out(size: tuple[int, int]) -> Layout:
    """Rectangles for a window of this size."""
    width, height = size
    scale = type_for(size).scale
    gap = max(4, round(EDGE * scale))
    top = pygame.Rect(gap, gap // 2, width - 2 * gap, round(48 * scale))
    tools = pygame.Rect(gap, height - round(58 * scale) - gap // 2, width - 2 * gap, round(58 * scale))
    if width / height >= WIDE:
        side = min(tools.top - top.bottom - gap, round(width * 0.54))
        board = pygame.Rect(gap, top.bottom + gap // 2, side, tools.top - top.bottom - gap)
        panels = pygame.Rect(board.right + gap, board.top, width - board.right - 2 * gap, board.height)
    else:
        side = min(width - 2 * gap, round((tools.top - top.bottom) * 0.5))
        board = pygame.Rect(gap, top.bottom + gap // 2, width - 2 * gap, side)
        panels = pygame.Rect(gap, board.bottom + gap, width - 2 * gap, tools.top - board.bottom - 2 * gap)
    shares = {"players": 10, "ruling": 30, "due": 12, "dice": 8, "choices": 23, "below": 17}
    rows: dict[str, pygame.Rect] = {}
    y = panels.top
    free = panels.height - gap * (len(shares) - 1)
    for name, share in shares.items():
        tall = round(free * share / sum(shares.values()))
        rows[name] = pygame.Rect(panels.left, y, panels.width, tall)
        y += tall + gap
    below = rows["below"]
    half = (below.width - gap) // 2
    return Layout(
        top,
        board,
        rows["players"],
        rows["ruling"],
        rows["due"],
        rows["dice"],
        rows["choices"],
        pygame.Rect(below.left, below.top, half, below.height),
        pygame.Rect(below.left + half + gap, below.top, half, below.height),
        tools,
    )
