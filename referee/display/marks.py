"""Small drawings: verdicts, dice, arrows. Each drawn large and shrunk, so that its edges are smooth."""

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache

import pygame

from referee.display.theme import GROUND, RGB, VERDICT_COLOURS, ink_on, piece_colour
from referee.law.ruling import Verdict

FINER = 3  # times as large as shown
PIPS = {  # thirds of the face
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}


def _canvas(side: int) -> pygame.Surface:
    return pygame.Surface((side * FINER, side * FINER), pygame.SRCALPHA)


def _shrunk(drawn: pygame.Surface, side: int) -> pygame.Surface:
    return pygame.transform.smoothscale(drawn, (side, side))


@lru_cache(maxsize=64)
def verdict_mark(verdict: Verdict, side: int) -> pygame.Surface:
    """A disc with a tick, a square with a cross, a triangle with ≈, a ring with an eye's bar."""
    big = _canvas(side)
    n = side * FINER
    colour, dark, thick = VERDICT_COLOURS[verdict], GROUND, max(3, n // 9)
    if verdict is Verdict.LEGAL:
        pygame.draw.circle(big, colour, (n // 2, n // 2), n // 2)
        pygame.draw.lines(big, dark, False, _at(n, [(0.25, 0.52), (0.43, 0.7), (0.76, 0.32)]), thick)
    elif verdict is Verdict.ILLEGAL:
        pygame.draw.rect(big, colour, (0, 0, n, n), border_radius=n // 8)
        for a, b in (((0.26, 0.26), (0.74, 0.74)), ((0.26, 0.74), (0.74, 0.26))):
            pygame.draw.lines(big, dark, False, _at(n, [a, b]), thick)
    elif verdict is Verdict.TOO_CLOSE:
        pygame.draw.polygon(big, colour, _at(n, [(0.5, 0.02), (1.0, 0.96), (0.0, 0.96)]))
        for y in (0.6, 0.78):
            wave = [(0.3 + 0.4 * t / 8, y + 0.035 * math.sin(t * math.pi / 4)) for t in range(9)]
            pygame.draw.lines(big, dark, False, _at(n, wave), max(2, thick // 2))
    else:
        pygame.draw.circle(big, colour, (n // 2, n // 2), n // 2, thick)
        pygame.draw.lines(big, colour, False, _at(n, [(0.22, 0.78), (0.78, 0.22)]), thick)
    return _shrunk(big, side)


@lru_cache(maxsize=256)
def die_mark(value: int | None, sides: int, colour: str, side: int) -> pygame.Surface:
    """A die as it fell; None for one still to be rolled. Only d6 have pips, coins say H or T."""
    big = _canvas(side)
    n = side * FINER
    body = (236, 236, 240) if colour in ("white", "any") else piece_colour(colour)
    ink = ink_on(body)
    if sides == 6:
        pygame.draw.rect(big, body, (0, 0, n, n), border_radius=n // 6)
    elif sides == 2:
        pygame.draw.circle(big, body, (n // 2, n // 2), n // 2)
    else:
        pygame.draw.polygon(big, body, _at(n, [(0.5, 0.0), (1.0, 0.36), (0.8, 1.0), (0.2, 1.0), (0.0, 0.36)]))
    if sides == 6 and value in PIPS:
        for column, row in PIPS[value]:
            pygame.draw.circle(big, ink, _at(n, [(0.25 + 0.25 * column, 0.25 + 0.25 * row)])[0], n // 11)
    else:
        word = "" if value is None else ("H" if value == 2 else "T") if sides == 2 else str(value)
        font = pygame.font.Font(None, round(n * (0.72 if word else 0.45 if sides == 2 else 0.6)))
        drawn = font.render(word or ("coin" if sides == 2 else f"d{sides}"), True, ink)
        big.blit(drawn, drawn.get_rect(center=(n // 2, round(n * 0.54))))
    return _shrunk(big, side)


@lru_cache(maxsize=256)
def disc(radius: int, fill: RGB, rim: RGB, rim_width: int) -> pygame.Surface:
    """A smooth disc with a rim."""
    side = 2 * radius
    big = _canvas(side)
    middle = (radius * FINER, radius * FINER)
    pygame.draw.circle(big, rim, middle, radius * FINER)
    pygame.draw.circle(big, fill, middle, max(1, (radius - rim_width) * FINER))
    return _shrunk(big, side)


def thick_line(on: pygame.Surface, colour: RGB, points: Sequence[tuple[float, float]], width: int) -> None:
    """Joined straight lines with round corners."""
    for a, b in itertools.pairwise(points):
        length = math.dist(a, b)
        if length == 0:
            continue
        nx, ny = (b[1] - a[1]) / length * width / 2, (a[0] - b[0]) / length * width / 2
        pygame.draw.polygon(
            on,
            colour,
            [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)],
        )
    for p in points:
        pygame.draw.circle(on, colour, p, width / 2)


def arrow_head(
    on: pygame.Surface, colour: RGB, start: tuple[float, float], end: tuple[float, float], size: float
) -> None:
    """A head at `end`, pointing away from `start`."""
    angle = math.atan2(end[1] - start[1], end[0] - start[0])
    corners = [
        (end[0] + size * math.cos(angle + turn), end[1] + size * math.sin(angle + turn))
        for turn in (0.0, 2.5, -2.5)
    ]
    pygame.draw.polygon(on, colour, corners)


def _at(n: int, points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(x * n, y * n) for x, y in points]
