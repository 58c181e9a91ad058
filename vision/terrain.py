"""The bare board and the terrain shot -> Terrain: heights in plates, topmost pieces, colours and doubts."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.table import Board, Table
from vision.backdrop import Backdrop, make_backdrop
from vision.boxes import Box, Eye, outline
from vision.figure_colour import colour_costs
from vision.light import Light, flat_board, sample_linear
from vision.observation import UNKNOWN, Piece
from vision.plan import Picture
from vision.settled_light import settled_light
from vision.shadows import NO_LAMPS, Lamps, without_shadows
from vision.stacks import find_faint, find_stacks

DOUBT = 0.35  # a stack whose confidence is lower keeps its piece, but its height is not said
FINE = 5  # samples a stud when asking what hides its centre
FLAT_INSET = 0.15  # studs from an edge at which a face is sampled between its studs


@dataclass(frozen=True)
class Terrain:
    """What stands on the board before the models come."""

    heights: NDArray[np.int16]  # rows × cols, plates; UNKNOWN where hidden or in doubt
    confidence: NDArray[np.float32]  # rows × cols, 0–1
    pieces: tuple[Piece, ...]  # the topmost block of each stack
    light: Light  # of the shot it was read from
    board_colour: str
    tops: NDArray[np.int16]  # rows × cols: best guess of the top in plates, said or not; 0 for board
    colours: NDArray[np.str_]  # rows × cols: colour of what the camera sees on each stud
    drop: Backdrop  # plans of the bare board and of the terrain: what later frames are compared with
    lamps: Lamps = NO_LAMPS  # where the light comes from, as far as the shadows of stacks tell

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The stacks as boxes, in the order of `pieces`."""
        return tuple(Box(p.x, p.y, p.x + p.w, p.y + p.d, p.top or 0) for p in self.pieces)


def read_terrain(table: Table, bare: Picture, terrain: Picture) -> Terrain:
    """Heights, pieces and colours of the terrain, from the shots before and after it was built."""
    drop = make_backdrop(bare, terrain, table.camera, table.board)
    stacks = find_stacks(drop)
    boxes = [clipped(s.box, table.board) for s in stacks]
    kept = [(b, s) for b, s in zip(boxes, stacks, strict=True) if b is not None]
    solid, lamps = without_shadows(drop, [b for b, _ in kept])
    kept = [pair for pair, is_solid in zip(kept, solid, strict=True) if is_solid]
    known = [b for b, _ in kept]
    faint = find_faint(drop, known, lamps.may_darken(known, drop))
    kept += [(b, s) for b, s in ((clipped(s.box, table.board), s) for s in faint) if b is not None]
    shown = bare_studs(table.board, drop.eye, [b for b, _ in kept])
    flat = glare_map(bare, terrain, table, shown)
    shown = np.ones_like(shown)
    solids = [b for b, _ in kept]
    colour, light, names = settled_light(
        flat, shown, table.board.colour, top_samples(terrain, table.camera, solids), middles(solids)
    )
    pieces = tuple(
        Piece(b.x0, b.y0, b.x1 - b.x0, b.y1 - b.y0, b.h, str(name), s.confidence)
        for (b, s), name in zip(kept, names, strict=True)
    )
    prepare(drop, light)
    return assemble(table.board, drop, pieces, light, colour, lamps)


def prepare(drop: Backdrop, light: Light) -> None:
    """Work out now what the first frame would have to wait for; backdrop and light keep it."""
    colour_costs(light)
    _ = (drop.by_stud, drop.square, drop.precision, drop.calm, drop.clipped, drop.framed_studs)


def glare_map(bare: Picture, terrain: Picture, table: Table, shown: NDArray[np.bool_]) -> NDArray[np.float32]:
    """What the flat board shows at every stud: the bare shot's, in the terrain shot's gain and cast."""
    before, after = (flat_board(shot, table.camera, table.board) for shot in (bare, terrain))
    gain = np.median(after[shown] / np.maximum(before[shown], 1e-3), axis=0) if shown.any() else np.ones(3)
    return np.asarray(before * gain, np.float32)


def clipped(box: Box, board: Board) -> Box | None:
    """The part of a box that stands on the board."""
    x0, y0, x1, y1 = max(0, box.x0), max(0, box.y0), min(board.cols, box.x1), min(board.rows, box.y1)
    return Box(x0, y0, x1, y1, box.h) if x1 > x0 and y1 > y0 else None


def bare_studs(board: Board, eye: Eye, boxes: list[Box]) -> NDArray[np.bool_]:
    """Studs of the board itself that no box stands on or hides."""
    hidden = np.zeros((board.rows, board.cols), np.uint8)
    for box in boxes:
        hidden[box.y0 : box.y1, box.x0 : box.x1] = 1
        fine = np.zeros((board.rows * FINE, board.cols * FINE), np.uint8)
        corners = np.round((np.array(outline(box, eye)) * FINE - 0.5) * 16).astype(np.int32)
        cv2.fillConvexPoly(fine, corners, 1, cv2.LINE_8, 4)
        hidden |= fine[FINE // 2 :: FINE, FINE // 2 :: FINE]
    return np.asarray(hidden == 0)


def top_samples(picture: Picture, camera: Camera, boxes: list[Box]) -> NDArray[np.float64]:
    """Linear R, G, B of each box's top: the median over its lattice crossings, which lie between studs."""
    out = np.zeros((len(boxes), 3))
    for k, box in enumerate(boxes):
        xs = np.clip(np.arange(box.x0, box.x1 + 1.0), box.x0 + FLAT_INSET, box.x1 - FLAT_INSET)
        ys = np.clip(np.arange(box.y0, box.y1 + 1.0), box.y0 + FLAT_INSET, box.y1 - FLAT_INSET)
        x, y = (v.ravel() for v in np.meshgrid(xs, ys))
        px = camera.project(np.stack([x, y, np.full_like(x, box.h)], -1))
        out[k] = np.median(sample_linear(picture, px), axis=0)
    return out


def middles(boxes: list[Box]) -> NDArray[np.float64]:
    """The middle (x, y) of each box, studs."""
    return np.array([((b.x0 + b.x1) / 2, (b.y0 + b.y1) / 2) for b in boxes], float).reshape(-1, 2)


def assemble(
    board: Board,
    drop: Backdrop,
    pieces: tuple[Piece, ...],
    light: Light,
    colour: str,
    lamps: Lamps,
) -> Terrain:
    """Maps per stud from the pieces: tops, what is said of them, and what is hidden."""
    shape = (board.rows, board.cols)
    boxes = [Box(p.x, p.y, p.x + p.w, p.y + p.d, p.top or 0) for p in pieces]
    heights = np.zeros(shape, np.int16)
    heights[~bare_studs(board, drop.eye, boxes)] = UNKNOWN
    confidence = np.where(heights == 0, 1.0, 0.0).astype(np.float32)
    tops = np.zeros(shape, np.int16)
    colours = np.full(shape, colour, dtype="<U20")
    for piece, box in sorted(zip(pieces, boxes, strict=True), key=lambda pair: pair[1].h):
        cells = (slice(box.y0, box.y1), slice(box.x0, box.x1))
        tops[cells] = box.h
        heights[cells] = box.h if piece.confidence >= DOUBT else UNKNOWN
        confidence[cells] = piece.confidence
        colours[cells] = piece.colour or ""
    return Terrain(heights, confidence, pieces, light, colour, tops, colours, drop, lamps)
