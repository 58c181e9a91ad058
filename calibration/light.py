"""A picture of the board, whose colour is known -> the light on it: gain by channel, and how it falls off."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.palette import BOARD_COLOURS, PALETTE, linear
from calibration.table import Board, Table

SHEEN = 0.03  # share of the light any ABS surface mirrors towards the lens, glare apart
CALM_PERCENTILE = 30  # glare only ever adds light: the calmer part of the board shows the diffuse share
USUAL_GAIN = 1.2  # what a camera's exposure makes of the lamp
TRIM = 0.2  # share of the brightest and darkest places left out: highlights lie


def ground(picture: NDArray[np.uint8], table: Table) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Places (n, 2) between studs and their linear R, G, B (n, 3)."""
    x, y = np.meshgrid(np.arange(1.0, table.board.cols), np.arange(1.0, table.board.rows))
    places = np.stack([x, y], -1).reshape(-1, 2)
    px = table.camera.project(np.column_stack([places, np.zeros(len(places))]))
    col, row = np.rint(px).astype(int).T
    height, width = picture.shape[:2]
    inside = (col >= 0) & (row >= 0) & (col < width) & (row < height)
    seen = picture[row[inside], col[inside], ::-1].astype(float)
    return places[inside], linear(seen)


def board_colour(rgb: NDArray[np.float64]) -> str:
    """The board colour of places (n, 3) of linear R, G, B, their glare left out."""
    return nearest_board(np.percentile(rgb, CALM_PERCENTILE, axis=0))


def nearest_board(calm: NDArray[np.float64]) -> str:
    """The board colour that needs the least coloured lamp to look like this; greys by brightness."""

    def cost(name: str) -> float:
        albedo = linear(np.array(PALETTE[name], float)) + SHEEN
        ratio = np.log(np.maximum(calm, 1e-4) / albedo)
        # lamps are near neutral, cameras expose
        return float(3 * np.ptp(ratio) + abs(ratio.mean() - np.log(USUAL_GAIN)))

    return min(BOARD_COLOURS, key=cost)


def lit(table: Table, picture: NDArray[np.uint8]) -> Table:
    """The Table with the board's colour, the light's gain and its fall-off measured in `picture`."""
    places, rgb = ground(picture, table)
    bright = rgb.sum(1)
    low, high = np.quantile(bright, [TRIM, 1 - TRIM])
    fair = (bright >= low) & (bright <= high)
    colour = table.board.colour or board_colour(rgb[fair])
    true = linear(np.array(PALETTE[colour], float))
    gain = np.median(rgb[fair], 0) / np.maximum(true, 0.02)
    u = places / [table.board.cols, table.board.rows]
    basis = np.column_stack([np.ones(len(u)), u, u[:, 0] ** 2, u[:, 0] * u[:, 1], u[:, 1] ** 2])
    value = np.log(np.maximum(bright, 1e-4))
    shade, *_ = np.linalg.lstsq(basis, value, rcond=None)
    shade[0] -= float(np.mean(basis @ shade))
    board = Board(table.board.cols, table.board.rows, colour)
    r, g, b = (float(v) for v in gain)
    return replace(table, board=board, light=(r, g, b), shade=tuple(float(v) for v in shade))
