"""Two states of a table -> which pixels of the pinhole picture may differ, shadows included."""

from collections.abc import Iterable

import numpy as np

from tests.pathtraced.layout import Block, Construct, Figure, Rect, Table, tray
from tests.pathtraced.lens import Camera
from tests.pathtraced.parts import PLATE, STUD
from tests.pathtraced.room import Lamp
from tests.pathtraced.solids import Array

Box = tuple[float, float, float, float, float]  # x0, y0, x1, y1, top in millimetres
Area = tuple[int, int, int, int]  # x0, y0, x1, y1 in pixels

FIGURE_TOP = 13  # plates, hat included
SWORD = 3.8  # studs it reaches past a figure's footprint
DICE_TOP = 5  # plates
SHADOW = 0.8  # millimetres along for each up
ROUND_PX = 6  # left round a hand for its soft shadow's edge


def changed(camera: Camera, old: Table, new: Table) -> list[Area]:
    """The pixels that may differ between two states."""
    return merged(shaded(camera, box) for box in differing(old, new))


def differing(old: Table, new: Table) -> list[Box]:
    """Boxes round everything that differs between two states."""
    boxes: list[Box] = []
    for mine, others in ((old, new), (new, old)):
        boxes += [_block_box(b) for b in mine.blocks if b not in others.blocks]
        boxes += [_construct_box(c) for c in mine.constructs if c not in others.constructs]
        boxes += [_figure_box(f) for f in mine.figures if f not in others.figures]
    return [*boxes, _box(tray(old), DICE_TOP)] if old.dice != new.dice else boxes


def _box(rect: Rect, top: float, pad: float = 0.0) -> Box:
    x0, y0, x1, y1 = rect
    return (x0 - pad) * STUD, (y0 - pad) * STUD, (x1 + pad) * STUD, (y1 + pad) * STUD, top * PLATE


def _block_box(block: Block) -> Box:
    return _box(block.rect, block.top)


def _construct_box(construct: Construct) -> Box:
    return _box(construct.footprint, construct.plates)


def _figure_box(figure: Figure) -> Box:
    return _box(figure.footprint, figure.base + FIGURE_TOP, SWORD if figure.armed else 0.3)


def shaded(camera: Camera, box: Box) -> Area:
    """The pixels that a box and its shadow may touch."""
    x0, y0, x1, y1, top = box
    reach = SHADOW * max(top, 0) + 10
    ground = [(x, y, 0) for x in (x0 - reach, x1 + reach) for y in (y0 - reach, y1 + reach)]
    crown = [(x, y, top) for x in (x0 - 3, x1 + 3) for y in (y0 - 3, y1 + 3)]
    return _round(camera, np.array(ground + crown, float))


def touched(camera: Camera, points: Array, lamps: Iterable[Lamp]) -> Area:
    """The pixels that a thing of these vertices (millimetres) and its shadows may touch."""
    cloud = [points]
    for lamp in lamps:
        x, y, high = lamp.place_mm
        share = points[:, 2:] / (high - points[:, 2:])
        for dx, dy in ((-1, -1), (1, 1), (-1, 1), (1, -1)):
            edge = np.array([x + dx * lamp.size_mm / 2, y + dy * lamp.size_mm / 2])
            ground = points[:, :2] + (points[:, :2] - edge) * share
            cloud.append(np.column_stack([ground, np.zeros(len(points))]))
    return _round(camera, np.concatenate(cloud), ROUND_PX)


def _round(camera: Camera, points: Array, pad_px: int = 0) -> Area:
    """The pixels round some points, within the pinhole picture."""
    size = np.array([camera.pinhole.width, camera.pinhole.height])
    at = np.clip(camera.flat(points) + size / 2, 0, size)
    x0, y0 = np.maximum(np.floor(at.min(0)).astype(int) - pad_px, 0).tolist()
    x1, y1 = np.minimum(np.ceil(at.max(0)).astype(int) + pad_px, size).tolist()
    return x0, y0, x1, y1


def merged(areas: Iterable[Area]) -> list[Area]:
    """Areas with those that overlap joined, and empty ones left out."""
    out: list[Area] = []
    for area in areas:
        if area[2] <= area[0] or area[3] <= area[1]:
            continue
        while met := next((other for other in out if _meet(area, other)), None):
            out.remove(met)
            low, high = np.minimum(area, met), np.maximum(area, met)
            area = (int(low[0]), int(low[1]), int(high[2]), int(high[3]))
        out.append(area)
    return out


def _meet(a: Area, b: Area) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
