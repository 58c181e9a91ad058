"""A picture and its Table -> the picture with the lattice drawn on it, to be judged by eye."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table import Table

EVERY = 8  # studs between lines
RIM, LINE, DOT, TRAY = (0, 255, 255), (255, 200, 0), (0, 0, 255), (255, 0, 255)  # blue, green, red
FINE_STEPS = 64  # pieces a line is drawn in, since a lens bends it


def draw_fit(picture: NDArray[np.uint8], table: Table) -> NDArray[np.uint8]:
    """The lattice every eight studs, a dot on every stud top, and the tray."""
    out = picture.copy()
    cols, rows = float(table.board.cols), float(table.board.rows)
    t = np.linspace(0, 1, FINE_STEPS)
    for x in {*np.arange(0, cols, EVERY), cols}:
        _line(out, table, np.column_stack([np.full_like(t, x), rows * t]), x in (0, cols))
    for y in {*np.arange(0, rows, EVERY), rows}:
        _line(out, table, np.column_stack([cols * t, np.full_like(t, y)]), y in (0, rows))
    x, y = np.meshgrid(np.arange(0.5, cols), np.arange(0.5, rows))
    tops = table.camera.project(np.stack([x, y, np.full_like(x, 0.5)], -1).reshape(-1, 3))
    for u, v in np.rint(tops).astype(int):
        cv2.circle(out, (int(u), int(v)), 1, DOT, -1)
    if table.tray_px:
        cv2.polylines(out, [np.rint(np.array(table.tray_px)).astype(np.int32)], True, TRAY, 2)
    return out


def _line(out: NDArray[np.uint8], table: Table, places: NDArray[np.float64], rim: bool) -> None:
    px = table.camera.project(np.column_stack([places, np.zeros(len(places))]))
    colour, width = (RIM, 2) if rim else (LINE, 1)
    cv2.polylines(out, [np.rint(px).astype(np.int32)], False, colour, width, cv2.LINE_AA)
