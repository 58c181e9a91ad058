"""From linear light to a cheap webcam's JPEG: exposure, cast, vignetting, noise, softness."""

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.pathtraced.solids import Array

Light = NDArray[np.float32]  # rows, columns, red-green-blue; linear
Picture = NDArray[np.uint8]  # rows, columns, blue-green-red

QUALITY = 90  # of the JPEGs


@dataclass(frozen=True, slots=True)
class Sensor:
    """How a webcam spoils the light it gets."""

    cast: tuple[float, float, float]
    vignette: float
    noise: float
    blur_px: float
    gain: float = 1.0


def webcam(rng: np.random.Generator, cast: tuple[float, float, float]) -> Sensor:
    """A webcam at random, not yet exposed."""
    vignette, noise, blur = (float(rng.uniform(*span)) for span in ((0.12, 0.32), (0.03, 0.055), (0.6, 0.95)))
    return Sensor(cast, vignette, noise, blur)


def encode(light: Array) -> Array:
    """The sRGB curve (IEC 61966-2-1)."""
    value = np.clip(light, 0, 1)
    return np.where(value <= 0.0031308, 12.92 * value, 1.055 * value ** (1 / 2.4) - 0.055)


def exposed(sensor: Sensor, light: Light, mean: float) -> Sensor:
    """The sensor with the gain that gives this light that mean value (0 to 1)."""
    small = cv2.resize(light, None, fx=0.2, fy=0.2, interpolation=cv2.INTER_AREA) * np.array(sensor.cast)
    low, high = 1e-3, 1e3
    for _ in range(40):
        middle = np.sqrt(low * high)
        low, high = (middle, high) if encode(small * middle).mean() < mean else (low, middle)
    return replace(sensor, gain=float(np.sqrt(low * high)))


def develop(light: Light, sensor: Sensor, rng: np.random.Generator) -> Picture:
    """The picture a webcam makes of the light."""
    height, width = light.shape[:2]
    v, u = np.mgrid[0:height, 0:width].astype(np.float32)
    far = ((u - width / 2) ** 2 + (v - height / 2) ** 2) / (width**2 + height**2) * 4
    shown = encode(light * np.array(sensor.cast) * (sensor.gain * (1 - sensor.vignette * far))[..., None])
    shown += rng.normal(0, sensor.noise, shown.shape) * 0.45  # of each colour
    shown += rng.normal(0, sensor.noise, (height, width, 1)) * (
        1.15 - 0.4 * shown
    )  # of all: more in the dark
    shown = np.asarray(cv2.GaussianBlur(shown, (0, 0), sensor.blur_px), float)
    return np.clip(shown[..., ::-1] * 255 + 0.5, 0, 255).astype(np.uint8)


def save(path: Path, picture: Picture) -> None:
    """Write the JPEG."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY]):
        raise OSError(f"{path} could not be written")
