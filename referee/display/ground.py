"""What rarely changes of the board's picture: studs, terrain, hexes or squares, marked cells, reach."""

from functools import lru_cache

import pygame

from referee.display.frame import Frame, Point, framed
from referee.display.theme import BLUE, FAINT, GROUND, INK, PANEL_EDGE, RGB
from referee.law.setup import GridLaid
from referee.measure.grid import Grid

FINER = 2  # drawn so many times larger, then shrunk: smooth edges
BASE: RGB = (44, 62, 54)
STUD: RGB = (54, 74, 65)
LOW: RGB = (84, 92, 86)  # terrain one plate up
HIGH: RGB = (206, 206, 190)  # and twelve
UNSEEN: RGB = (32, 38, 40)
TALLEST = 12
CORNER = 0.4  # of a stud: as a baseplate's corners are rounded
STUDS_FROM = 7  # pixels a stud below which studs are not drawn
Polygons = tuple[tuple[Point, ...], ...]
CELL_COLOURS: dict[str, RGB] = {"hard": (150, 84, 60), "soft": (78, 128, 72), "obstacle": (150, 84, 60)}


@lru_cache(maxsize=4)
def draw_ground(
    size: tuple[int, int],
    board: tuple[int, int],
    turns: int,
    heights: tuple[tuple[int, ...], ...],
    grid: GridLaid,
    marked: tuple[tuple[tuple[int, int], str], ...],
) -> pygame.Surface:
    """A picture of `size` with the board in its middle."""
    big = pygame.Surface((size[0] * FINER, size[1] * FINER))
    big.fill(GROUND)  # opaque, for it is the largest thing to be drawn
    frame = framed(board, big.get_rect(), turns)
    _draw_board(big, frame)
    _draw_heights(big, frame, heights)
    _draw_cells(big, frame, grid, marked)
    return pygame.transform.smoothscale(big, size)


@lru_cache(maxsize=2)
def draw_reach(
    size: tuple[int, int], board: tuple[int, int], turns: int, reach: Polygons, lines: bool
) -> pygame.Surface:
    """Where a model may go, to be laid over the ground."""
    over = pygame.Surface(size, pygame.SRCALPHA)
    frame = framed(board, over.get_rect(), turns)
    for polygon in reach:
        corners = [frame.to_px(p) for p in polygon]
        pygame.draw.polygon(over, (*BLUE, 60), corners)
        if lines:
            pygame.draw.polygon(over, (*BLUE, 150), corners, 2)
    return over


def square_of(frame: Frame, x: float, y: float, w: float = 1.0, d: float = 1.0) -> pygame.Rect:
    """The pixels of a rectangle of studs."""
    (ax, ay), (bx, by) = frame.to_px((x, y)), frame.to_px((x + w, y + d))
    left, top = min(ax, bx), min(ay, by)
    return pygame.Rect(round(left), round(top), round(abs(ax - bx)) + 1, round(abs(ay - by)) + 1)


def _draw_board(on: pygame.Surface, frame: Frame) -> None:
    whole = square_of(frame, 0, 0, *frame.board)
    pygame.draw.rect(on, BASE, whole, border_radius=round(frame.px * CORNER))
    if frame.px < STUDS_FROM * FINER:
        return
    for row in range(frame.board[1]):
        for column in range(frame.board[0]):
            pygame.draw.circle(on, STUD, frame.to_px((column + 0.5, row + 0.5)), frame.px * 0.3)


def _draw_heights(on: pygame.Surface, frame: Frame, heights: tuple[tuple[int, ...], ...]) -> None:
    font = pygame.font.Font(None, max(16, round(frame.px * 1.3)))
    numbers = []
    for y, row in enumerate(heights):
        for x, plates in enumerate(row):
            if plates == 0:
                continue
            place = square_of(frame, x, y)
            shade = UNSEEN if plates < 0 else _mixed(LOW, HIGH, min(1.0, plates / TALLEST))
            pygame.draw.rect(on, shade, place)
            if plates > 0:
                lit = _mixed(shade, INK, 0.18)
                pygame.draw.circle(on, lit, place.center, frame.px * 0.3)
            if _first_of_patch(heights, x, y):
                word, ink = (str(plates), (20, 22, 26)) if plates > 0 else ("?", FAINT)  # nobody has seen it
                numbers.append((font.render(word, True, ink), place.center))
    for drawn, middle in numbers:  # over the studs of all their neighbours
        on.blit(drawn, drawn.get_rect(center=middle))


def _first_of_patch(heights: tuple[tuple[int, ...], ...], x: int, y: int) -> bool:
    here = heights[y][x]
    return (x == 0 or heights[y][x - 1] != here) and (y == 0 or heights[y - 1][x] != here)


def _draw_cells(
    on: pygame.Surface, frame: Frame, grid: GridLaid, marked: tuple[tuple[tuple[int, int], str], ...]
) -> None:
    if grid.kind == "studs":
        return
    laid = Grid(grid.kind, grid.size, grid.columns, grid.rows, grid.origin, grid.turned)
    over = pygame.Surface(on.get_size(), pygame.SRCALPHA)
    for cell, word in marked:
        corners = [frame.to_px(p) for p in laid.outline(cell)]
        pygame.draw.polygon(over, (*CELL_COLOURS.get(word, (96, 110, 150)), 150), corners)
    for cell in laid.cells():
        corners = [frame.to_px(p) for p in laid.outline(cell)]
        pygame.draw.polygon(over, (*FAINT, 120), corners, max(2, round(frame.px / 12)))
    on.blit(over, (0, 0))
    small = pygame.font.Font(None, max(12, round(grid.size * frame.px / 7)))
    for cell in laid.cells():  # as rulings name them
        drawn = small.render(f"{cell[0]},{cell[1]}", True, FAINT)
        x, y = frame.to_px(laid.middle(cell))
        on.blit(drawn, drawn.get_rect(midtop=(x, y - 0.44 * grid.size * frame.px)))
    font = pygame.font.Font(None, max(14, round(grid.size * frame.px / 4)))
    for cell, word in marked:
        drawn = font.render(word, True, INK)
        on.blit(drawn, drawn.get_rect(center=frame.to_px(laid.middle(cell))))
    corner = round(frame.px * CORNER)
    pygame.draw.rect(on, PANEL_EDGE, square_of(frame, 0, 0, *frame.board), 2, border_radius=corner)


def _mixed(a: RGB, b: RGB, share: float) -> RGB:
    r, g, bl = (round(p + (q - p) * share) for p, q in zip(a, b, strict=True))
    return r, g, bl
