"""The light over a table, read off its own board: a frame -> how bright, what cast, and where it glares.

What a surface of albedo `a` shows is `cast × (a × diffuse + gloss)`, clipped at 1, in linear light. The
board is one known albedo everywhere, so it tells the local sum of both; `colour` settles the split.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from calibration.light import CALM_PERCENTILE, SHEEN, nearest_board
from calibration.palette import PALETTE, linear
from calibration.table import Board

Array = NDArray[np.float64]

DARKEST_ALBEDO = 0.06  # channels of a board darker than this tell nothing about the lamp's cast
SMOOTHING_STUDS = 5  # light varies slowly; averaging over so many studs beats the noise down
LINEAR: NDArray[np.float32] = linear(np.arange(256, dtype=float)).astype(np.float32)


NEUTRAL = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Light:
    """The light of one frame: seen = cast × (albedo × diffuse + gloss)."""

    cast: Array  # linear R, G, B that a white diffuse surface shows in the calm part of the board
    board_albedo: Array  # linear R, G, B
    board_seen: NDArray[np.float32]  # rows × cols × 3, linear R, G, B of the flat board at each stud
    tint: tuple[float, float, float] = NEUTRAL  # of `cast`, over what the board alone tells

    def at(self, places: Array | None, count: int) -> Array:
        """What the flat board shows, linear (count, 3), at places (count, 2) in studs."""
        if places is None:
            return np.tile(self.cast * (self.board_albedo + SHEEN), (count, 1))
        rows, cols = self.board_seen.shape[:2]
        c = np.clip(np.floor(places[:, 0]).astype(int), 0, cols - 1)
        r = np.clip(np.floor(places[:, 1]).astype(int), 0, rows - 1)
        return np.asarray(self.board_seen[r, c], float)


def sample_linear(picture: NDArray[np.uint8], pixels: Array) -> NDArray[np.float32]:
    """Linear R, G, B (…, 3) of a BGR picture at pixels (…, 2)."""
    where = pixels.reshape(1, -1, 2).astype(np.float32)
    seen = cv2.remap(picture, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rgb: NDArray[np.float32] = LINEAR[seen[0, :, ::-1]].reshape(*pixels.shape[:-1], 3)
    return rgb


def flat_board(picture: NDArray[np.uint8], camera: Camera, board: Board) -> NDArray[np.float32]:
    """Linear R, G, B of the flat between the studs, one value a stud: the median of its four corners."""
    corner = np.stack(np.meshgrid(np.arange(board.cols + 1.0), np.arange(board.rows + 1.0)), -1)
    inside = np.clip(corner, 0.12, [board.cols - 0.12, board.rows - 0.12])
    pixels = camera.project(np.concatenate([inside, np.zeros((*inside.shape[:2], 1))], -1))
    seen = sample_linear(picture, pixels)
    four = np.stack([seen[:-1, :-1], seen[1:, :-1], seen[:-1, 1:], seen[1:, 1:]])
    return np.asarray(np.median(four, axis=0), np.float32)


def smooth_where(values: NDArray[np.float32], known: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Values averaged over their neighbourhood, from the known ones only; far gaps take the overall mean."""
    weight = known.astype(np.float32)
    size = (SMOOTHING_STUDS, SMOOTHING_STUDS)
    mean = values[known].mean(axis=0) if known.any() else values.mean(axis=(0, 1))
    floor = 1e-3  # lets the overall mean through where nothing is known nearby
    total = cv2.blur(values * weight[..., None], size) + floor * mean.astype(np.float32)
    share = cv2.blur(weight, size) + floor
    return np.asarray(total / share[..., None], np.float32)


def light_from(
    seen: NDArray[np.float32],
    known: NDArray[np.bool_],
    colour: str | None,
    tint: tuple[float, float, float] = NEUTRAL,
) -> Light:
    """The light, from what the flat board shows at each stud, where it is known to show board."""
    smooth = smooth_where(seen, known)
    showing = smooth[known] if known.any() else smooth.reshape(-1, 3)
    calm = np.percentile(showing.astype(np.float64), CALM_PERCENTILE, axis=0)
    albedo = linear(np.array(PALETTE[colour or nearest_board(calm)], float))
    return Light(lamp_cast(calm, albedo) * np.array(tint), albedo, smooth, tint)


def read_light(
    picture: NDArray[np.uint8], camera: Camera, board: Board, known: NDArray[np.bool_] | None = None
) -> Light:
    """The light of a frame; `known` marks studs that show bare board (all of them by default)."""
    mask = np.ones((board.rows, board.cols), bool) if known is None else known
    return light_from(flat_board(picture, camera, board), mask, board.colour)


def telling(albedo: Array) -> NDArray[np.bool_]:
    """Which channels of a board tell how bright the lamp is."""
    return np.asarray(albedo > DARKEST_ALBEDO)


def lamp_cast(calm: Array, albedo: Array) -> Array:
    """Linear R, G, B of the lamp, from what a board of known albedo shows where it is calm."""
    ratio = calm / (albedo + SHEEN)
    told = telling(albedo)
    if not told.any():
        return np.full(3, float(np.median(ratio)))
    return np.where(told, ratio, ratio[told].mean())
