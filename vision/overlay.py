"""A frame and its observation -> the frame with what was read drawn on it, doubts included.

Everything is drawn where the camera sees it: the box round a construct stands up as the construct does.
"""

import numpy as np

from calibration.camera import Array
from calibration.palette import PALETTE
from calibration.table import Board
from vision.observation import UNKNOWN, Change, Construct, Die, Figure, Loose, Observation, Piece
from vision.plan import Picture
from vision.sheet import WHITE, Colour, Sheet

EVERY = 8  # studs between lattice lines
STANDING_PLATES, LYING_PLATES = 12, 4
HEAD_STUDS = 0.75  # radius of the ring round a head
CHEST_PLATES = 7  # where a standing figure's facing is drawn
SURE = 0.5  # confidence under which a thing is drawn as a doubt
DIMMED = 0.9  # of the picture's brightness, so that the drawing stands out

LATTICE: Colour = (228, 228, 205)
FIGURE: Colour = (120, 255, 170)
CONSTRUCT: Colour = (255, 180, 50)
MOVE: Colour = (255, 110, 235)
DICE: Colour = (90, 230, 255)
DOUBT: Colour = (40, 150, 255)


def draw(frame: Picture, seen: Observation, board: Board) -> Picture:
    """The picture that shows what the observation says."""
    dimmed = np.asarray(frame * DIMMED, np.uint8)
    sheet = Sheet(dimmed, seen.camera)
    _lattice(sheet, board)
    _doubts(sheet, seen)
    for figure in seen.figures:
        sheet.keep_clear(_room(figure))
    for piece in seen.pieces:
        _piece(sheet, piece)
    for construct in seen.constructs:
        _construct(sheet, construct)
    for figure in seen.figures:
        _figure(sheet, figure)
    for loose in seen.loose:
        _loose(sheet, loose)
    for die in seen.dice:
        _die(sheet, die)
    for change in seen.changes:
        _change(sheet, change)
    models: tuple[Figure | Construct, ...] = (*seen.figures, *seen.constructs)
    for model in models:
        _name(sheet, model)
    return dimmed


def _bgr(name: str | None) -> Colour | None:
    if name not in PALETTE:
        return None
    r, g, b = PALETTE[name]
    return b, g, r


def _lattice(sheet: Sheet, board: Board) -> None:
    cols, rows = board.cols, board.rows
    along = np.linspace(0, 1, 48)
    for x in {*range(0, cols, EVERY), cols}:
        sheet.line(np.stack([np.full(48, x), along * rows, np.zeros(48)], -1), LATTICE, _width(x, cols))
    for y in {*range(0, rows, EVERY), rows}:
        sheet.line(np.stack([along * cols, np.full(48, y), np.zeros(48)], -1), LATTICE, _width(y, rows))


def _width(at: int, last: int) -> float:
    return 2.0 if at in (0, last) else 0.7


def _doubts(sheet: Sheet, seen: Observation) -> None:
    """A small dot on every stud whose height is not said."""
    rows, cols = np.nonzero(seen.heights == UNKNOWN)
    for px in sheet.camera.project(np.stack([cols + 0.5, rows + 0.5, np.zeros(len(rows))], -1)):
        sheet.dot(px, 1.3, DOUBT)


def _piece(sheet: Sheet, piece: Piece) -> None:
    """The top face's outline and its height in plates."""
    top = piece.top or 0
    x0, y0, x1, y1 = piece.x, piece.y, piece.x + piece.w, piece.y + piece.d
    sure = piece.top is not None and piece.confidence >= SURE
    sheet.loop([(x0, y0, top), (x1, y0, top), (x1, y1, top), (x0, y1, top)], WHITE if sure else DOUBT, 1.2)
    middle = sheet.camera.project(((x0 + x1) / 2, (y0 + y1) / 2, top))
    sheet.text(str(piece.top) if sure else f"{piece.top}?", middle, 15, WHITE if sure else DOUBT)


def _room(model: Figure | Construct) -> Array:
    """The corners (8, 3) of the box drawn round a model, its lower four first."""
    base = float(model.base or 0)
    if isinstance(model, Construct):
        x0, y0, x1, y1 = (float(v) for v in model.footprint)
        top = base + (model.plates or 1)
    else:
        half = _half(model)
        x0, y0, x1, y1 = model.x - half[0], model.y - half[1], model.x + half[0], model.y + half[1]
        top = base + (LYING_PLATES if model.lying else STANDING_PLATES)
    return np.array([(x, y, z) for z in (base, top) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))])


def _half(figure: Figure) -> tuple[float, float]:
    """Half a figure's width along x and y: it stands on two studs side by side, or lies along its facing."""
    along = abs(np.cos(np.deg2rad(figure.facing or 0))) > 0.7
    long, wide = (2.0, 1.0) if figure.lying else (0.5, 1.0)
    return (long, wide) if along else (wide, long)


def _construct(sheet: Sheet, construct: Construct) -> None:
    """A box of wire around it."""
    room = _room(construct)
    colour = CONSTRUCT if construct.confidence >= SURE else DOUBT
    sheet.keep_clear(room)
    sheet.glaze(room[:4], colour, 0.10)
    for low, high in zip(room[:4], room[4:], strict=True):
        sheet.line([low, high], colour, 1.0)
    sheet.loop(room[:4], colour, 1.0)
    sheet.loop(room[4:], colour, 1.8)
    if construct.facing is not None:
        middle = room[4:].mean(axis=0)
        turn = np.deg2rad(construct.facing)
        sheet.arrow(middle, middle + np.array([2.5 * np.cos(turn), 2.5 * np.sin(turn), 0]), colour, 2.0)


def _figure(sheet: Sheet, figure: Figure) -> None:
    """The studs it stands on, the line up to its head, and where it faces."""
    room = _room(figure)
    colour = FIGURE if figure.confidence >= SURE else DOUBT
    sheet.glaze(room[:4], colour, 0.35)
    sheet.loop(room[:4], colour, 1.4)
    feet = np.array([figure.x, figure.y, float(figure.base or 0)])
    chest = feet + np.array([0, 0, 2 if figure.lying else CHEST_PLATES])
    if not figure.lying:
        head = feet + np.array([0, 0, STANDING_PLATES - 2])
        sheet.line([feet, head], colour, 1.0)
        place = sheet.camera.project(head)
        radius = float(np.linalg.norm(sheet.camera.project(head + np.array([HEAD_STUDS, 0, 0])) - place))
        sheet.ring(place, radius, colour if figure.head else DOUBT, 1.4)
    if figure.facing is not None:
        turn = np.deg2rad(figure.facing)
        ahead = np.array([np.cos(turn), np.sin(turn), 0])
        sheet.arrow(chest + 0.8 * ahead, chest + 2.6 * ahead, colour, 2.2)


def _name(sheet: Sheet, model: Figure | Construct) -> None:
    """A chip with its name, its colours from top to bottom, and how sure it is where that is little."""
    room = _room(model)
    beside = sheet.camera.project(room.mean(axis=0))
    reach = float(np.abs(sheet.camera.project(room) - beside).max()) / sheet.unit
    if isinstance(model, Figure):
        hat = model.hat.colour if model.hat else None
        names: tuple[str | None, ...] = (hat, model.skin if model.head else None, model.torso, model.legs)
        words = f"{model.track} {'lies' if model.lying else f'+{model.base}' if model.base else ''}".strip()
        colour = FIGURE
    else:
        names = model.colours[:5]
        words = f"{model.track} {model.plates}p" if model.plates else model.track
        colour = CONSTRUCT
    if model.confidence < SURE:
        words, colour = f"{words} {model.confidence:.0%}?", DOUBT
    swatches = [c for c in map(_bgr, names) if c is not None]
    sheet.label(words, beside, colour, swatches, 0.75 * reach + 6)


def _loose(sheet: Sheet, loose: Loose) -> None:
    px = sheet.camera.project((loose.x, loose.y, 1.0))
    sheet.ring(px, 9 * sheet.unit, _bgr(loose.colour) or WHITE, 2.0)


def _die(sheet: Sheet, die: Die) -> None:
    """A ring round it and its value beside; a doubt where it can't be read."""
    sure = die.value is not None and not die.cocked
    at = np.array([die.x_px, die.y_px])
    radius = 0.72 * die.size_px
    sheet.ring(at, radius, DICE if sure else DOUBT, 2.2)
    beside = at - np.array([0, radius + 11 * sheet.unit])
    if beside[1] < 12 * sheet.unit:
        beside = at + np.array([0, radius + 13 * sheet.unit])
    sheet.text("?" if die.value is None else str(die.value), beside, 22, DICE if sure else DOUBT)


def _change(sheet: Sheet, change: Change) -> None:
    """The way of what moved, and the outline of terrain that changed."""
    if isinstance(change.start, tuple) and isinstance(change.end, tuple):
        sheet.arrow((*change.start, 1.0), (*change.end, 1.0), MOVE, 3.0)
    if change.area is not None:
        x, y, w, d = change.area
        sheet.loop([(x, y, 0), (x + w, y, 0), (x + w, y + d, 0), (x, y + d, 0)], MOVE, 2.4)
