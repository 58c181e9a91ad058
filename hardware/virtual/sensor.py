"""Light at the lens -> the bytes a webcam gives: blur, vignetting, exposure, tone, noise, JPEG."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual.view import Array32, Lens

Picture = NDArray[np.uint8]

TONES = 4096
KNEE = 0.8  # above this share of full light a sensor's curve bends over instead of clipping hard
NOISE_SPARE = 64  # the stored noise is this much larger than a picture: each picture takes another cut-out


@dataclass(frozen=True, slots=True)
class Sensor:
    """A cheap webcam's habits; `samples` sub-pixels a side are averaged to a pixel."""

    exposure: float = 1.5
    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)  # red, green, blue: the colour cast it leaves
    vignette: float = 0.25  # light lost in the corners
    blur_px: float = 0.55
    noise: float = 2.0  # standard deviation, grey levels
    jpeg: int | None = None  # quality; None for raw frames
    samples: int = 2


def develop(light: Array32, sensor: Sensor, lens: Lens, x0: int, y0: int) -> Picture:
    """The picture (BGR) of a window of light (sub-pixels, RGB) that starts at pixel (x0, y0)."""
    rows, cols = light.shape[0] // sensor.samples, light.shape[1] // sensor.samples
    pixels = cv2.resize(light, (cols, rows), interpolation=cv2.INTER_AREA)
    if sensor.blur_px > 0:
        pixels = cv2.GaussianBlur(pixels, (0, 0), sensor.blur_px)
    fall = _vignette(lens, sensor.vignette)[y0 : y0 + rows, x0 : x0 + cols]
    gain = np.array(sensor.gains[::-1], np.float32) * np.float32(sensor.exposure * (TONES - 1))
    bright = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), np.float32)
    bright *= fall[..., None] * gain
    return np.asarray(np.take(_tones(), bright.astype(np.int32), mode="clip"), np.uint8)


@lru_cache(maxsize=1)
def _tones() -> Picture:
    """Light 0–2 in steps -> sRGB bytes, bending over near white."""
    v = np.arange(2 * TONES) / (TONES - 1)
    bent = np.where(v > KNEE, KNEE + (1 - KNEE) * np.tanh((v - KNEE) / (1 - KNEE)), v)
    srgb = np.where(bent <= 0.0031308, 12.92 * bent, 1.055 * bent ** (1 / 2.4) - 0.055)
    return np.round(255 * np.clip(srgb, 0, 1)).astype(np.uint8)


@lru_cache(maxsize=4)
def _vignette(lens: Lens, loss: float) -> Array32:
    x = (np.arange(lens.width) - lens.cx) / (lens.width / 2)
    y = (np.arange(lens.height) - lens.cy) / (lens.width / 2)
    r2 = x[None, :] ** 2 + y[:, None] ** 2
    corner = 1 + (lens.height / lens.width) ** 2
    return (1 - loss * (r2 / corner)).astype(np.float32)


@lru_cache(maxsize=2)
def _noise(rows: int, cols: int, strength: float) -> NDArray[np.int16]:
    rng = np.random.default_rng(1)
    grains = rng.standard_normal((rows + NOISE_SPARE, cols + NOISE_SPARE, 3), dtype=np.float32)
    grains += 0.6 * rng.standard_normal(
        (*grains.shape[:2], 1), dtype=np.float32
    )  # brightness more than colour
    grains *= strength / grains.std()
    return np.round(grains).astype(np.int16)


def read_out(picture: Picture, sensor: Sensor, seed: int) -> Picture:
    """The picture with this frame's own noise, and through JPEG where the camera uses it."""
    out = picture
    if sensor.noise > 0:
        dy, dx = np.random.default_rng(seed).integers(0, NOISE_SPARE, 2)
        rows, cols = picture.shape[:2]
        grains = _noise(rows, cols, sensor.noise)[dy : dy + rows, dx : dx + cols]
        out = np.asarray(cv2.add(picture, grains, dtype=cv2.CV_8U), np.uint8)
    if sensor.jpeg is not None:
        coded = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg])[1]
        out = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return out if out is not picture else picture.copy()
