"""Board, terrain, constructs and dice -> solids (millimetres)."""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from hardware.virtual.palette import DICE_RGB, rgb
from hardware.virtual.scene import Block, Board, Built, Die, Tray
from hardware.virtual.solids import EMPTY, Solids, box, faces, paint, rod, studs, together, turn_about_up
from hardware.virtual.view import PLATE_MM, STUD_MM, Array

STUD_RADIUS_MM = 2.4
STUD_TALL_MM = 1.6
GAP_MM = 0.1  # a piece is this much smaller than its studs' cells, each side
BOARD_MM = 1.6  # a baseplate's thickness: the table's top lies this far below the board's surface
TRAY_MM = 0.8  # a tray's mat, thinner than the board
PLASTIC_GLOSS = 0.5

PIPS = {  # places on a face, in thirds of its half width
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
PIP_SPREAD = 0.52  # of the half width
PIP_RADIUS = 0.115  # of the width
DIE_ROUND = 0.14  # of the width, cut off each edge


def board_solids(board: Board, covered: Iterable[tuple[int, int]]) -> Solids:
    """The baseplates with all studs but the `covered` ones (column, row)."""
    colour = paint(rgb(board.colour), PLASTIC_GLOSS)
    wide, deep = board.cols * STUD_MM, board.rows * STUD_MM
    step = board.baseplate * STUD_MM if board.baseplate else max(wide, deep)
    slabs = [
        box(
            [x + GAP_MM, y + GAP_MM, -BOARD_MM],
            [min(x + step, wide) - GAP_MM, min(y + step, deep) - GAP_MM, 0.0],
            colour,
        )
        for x in np.arange(0, wide, step)
        for y in np.arange(0, deep, step)
    ]
    bare = np.ones((board.rows, board.cols), bool)
    for c, r in covered:
        if 0 <= c < board.cols and 0 <= r < board.rows:
            bare[r, c] = False
    row, col = np.nonzero(bare)
    feet = np.stack([(col + 0.5) * STUD_MM, (row + 0.5) * STUD_MM, np.zeros(len(col))], 1)
    return together([*slabs, studs(feet, STUD_RADIUS_MM, STUD_TALL_MM, colour)])


def tray_solids(tray: Tray) -> Solids:
    """The tray's mat, where it has one."""
    if tray.colour is None:
        return EMPTY
    low = [tray.x * STUD_MM, tray.y * STUD_MM, -BOARD_MM]
    high = [(tray.x + tray.w) * STUD_MM, (tray.y + tray.d) * STUD_MM, -BOARD_MM + TRAY_MM]
    return box(low, high, paint(rgb(tray.colour), 0.0))


def block_solids(blocks: Iterable[Block]) -> Solids:
    """Bricks and plates with those of their studs that nothing sits on."""
    stack = tuple(blocks)
    feet = {(b.x + i, b.y + j, b.base) for b in stack for i in range(b.w) for j in range(b.d)}
    return together(_block(b, feet) for b in stack)


def _block(block: Block, feet: set[tuple[float, float, float]]) -> Solids:
    colour = paint(rgb(block.colour), PLASTIC_GLOSS)
    low = np.array([block.x * STUD_MM + GAP_MM, block.y * STUD_MM + GAP_MM, block.base * PLATE_MM])
    high = np.array(
        [(block.x + block.w) * STUD_MM - GAP_MM, (block.y + block.d) * STUD_MM - GAP_MM, block.top * PLATE_MM]
    )
    body = box(low, high, colour)
    places = [
        ((block.x + i + 0.5) * STUD_MM, (block.y + j + 0.5) * STUD_MM, block.top * PLATE_MM)
        for i in range(block.w)
        for j in range(block.d)
        if (block.x + i, block.y + j, block.top) not in feet
    ]
    if not (block.studded and places):
        return body
    return together([body, studs(places, STUD_RADIUS_MM, STUD_TALL_MM, colour)])


@lru_cache(maxsize=256)
def built_solids(built: Built) -> Solids:
    """A construct where it stands."""
    own = block_solids(part.block for part in built.parts)
    place = [built.x * STUD_MM, built.y * STUD_MM, (built.base + built.lift) * PLATE_MM]
    return own.moved(turn_about_up(built.facing), place)


@lru_cache(maxsize=256)
def die_solids(die: Die) -> Solids:
    """A die where it lies: a cube with its edges cut off, and pips; opposite faces add up to seven."""
    own = _upright_die(die.colour, die.size_mm)
    turn = turn_about_up(die.turn) @ _top_to(die.value, die.side)
    if die.lean:
        axis = turn_about_up(die.lean_to)
        c, s = np.cos(np.radians(die.lean)), np.sin(np.radians(die.lean))
        turn = axis @ np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]]) @ axis.T @ turn
    half = die.size_mm / 2
    reach = (
        half * np.abs(turn[2]).sum() * (1 - 0.6 * DIE_ROUND * bool(die.lean))
    )  # its lowest corner touches the table
    height = -BOARD_MM + reach + die.lift * PLATE_MM
    return own.moved(turn, [die.x * STUD_MM, die.y * STUD_MM, height])


@lru_cache(maxsize=32)
def _upright_die(colour: str, size: float) -> Solids:
    half, cut = size / 2, size / 2 * (1 - DIE_ROUND)
    skin = paint(DICE_RGB[colour], 0.6)
    ink = paint((25, 25, 28) if colour == "white" else (240, 240, 238), 0.2)
    flats, bevels = [], []
    for axis in range(3):
        for sign in (-1, 1):
            ring = [(-cut, -cut), (cut, -cut), (cut, cut), (-cut, cut)]
            flats.append([np.insert(np.array(p), axis, sign * half) for p in ring])
    for axis in range(3):  # the twelve edges, each along one axis
        for s1 in (-1, 1):
            for s2 in (-1, 1):
                ends = [((s1 * half, s2 * cut), e) for e in (-cut, cut)] + [
                    ((s1 * cut, s2 * half), e) for e in (cut, -cut)
                ]
                bevels.append([np.insert(np.array(p), axis, e) for p, e in ends])
    for sx in (-1, 1):  # the eight corners
        for sy in (-1, 1):
            for sz in (-1, 1):
                tri = [np.array([sx * half, sy * cut, sz * cut]), np.array([sx * cut, sy * half, sz * cut])]
                last = np.array([sx * cut, sy * cut, sz * half])
                bevels.append([*tri, last, last])
    pips = []
    for value, (normal, right) in _FACES.items():
        n, r = np.array(normal, float), np.array(right, float)
        for i, j in PIPS[value]:
            at = n * half + (i * r + j * np.cross(n, r)) * half * PIP_SPREAD
            pips.append(rod(at - n * 0.2, at + n * 0.03, size * PIP_RADIUS, size * PIP_RADIUS, ink))
    return together([faces(np.array(flats + bevels), np.zeros(3), skin), *pips])


_FACES = {  # value -> its face's outward direction, and the direction of its pips' first axis
    1: ((0, 0, 1), (1, 0, 0)),
    6: ((0, 0, -1), (1, 0, 0)),
    2: ((1, 0, 0), (0, 1, 0)),
    5: ((-1, 0, 0), (0, 1, 0)),
    3: ((0, 1, 0), (0, 0, 1)),
    4: ((0, -1, 0), (0, 0, 1)),
}


def _top_to(value: int, side: int) -> Array:
    """The turn that brings `value` on top, one of its four neighbours ahead."""
    up = np.array(_FACES[value][0], float)
    ahead = np.array(_FACES[value][1], float)
    turn = np.stack([ahead, np.cross(up, ahead), up])
    whole: Array = turn_about_up(90.0 * side) @ turn
    return whole
