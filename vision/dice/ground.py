"""Draws made-up grounds and clutter for made-up dice, and what a cheap camera makes of them.

Canvases are float32 BGR, 0–255, and painted in place; colours are BGR.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]
Canvas = NDArray[np.float32]

OVERSAMPLING = 2  # drawn this many times larger than the picture, then shrunk
SUBPIXEL_BITS = 4  # cv2.fillPoly takes fixed-point corners
_TURNS = np.linspace(0, 2 * np.pi, 20, endpoint=False)
CIRCLE = np.stack([np.cos(_TURNS), np.sin(_TURNS)], -1)
LUMA = np.array([0.11, 0.59, 0.3], np.float32)  # of B, G, R
SQUARE = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])


def hue(random: np.random.Generator, saturation: float, brightness: float) -> Array:
    """A colour of any hue."""
    wheel = np.clip(np.abs((random.uniform(0, 6) + np.array([2.0, 4.0, 0.0])) % 6 - 3) - 1, 0, 1)
    return np.asarray(brightness * (1 - saturation * (1 - wheel)))


def fixed_point(polygon: Array) -> NDArray[np.int32]:
    """Corners as OpenCV's drawing takes them for sub-pixel accuracy."""
    return np.asarray(np.round(polygon * 2**SUBPIXEL_BITS), np.int32)


def covered(shape: tuple[int, ...], polygon: Array) -> Canvas:
    """How much of each pixel a polygon covers, 0 to 1."""
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillPoly(mask, [fixed_point(polygon)], 255, cv2.LINE_AA, SUBPIXEL_BITS)
    return mask.astype(np.float32) / np.float32(255)


def window(shape: tuple[int, ...], polygon: Array) -> tuple[NDArray[np.int64], tuple[slice, slice]]:
    """The part of a canvas a polygon touches: its top left corner, and the slices that cut it out."""
    low = np.clip(np.floor(polygon.min(0)).astype(np.int64) - 2, 0, None)
    high = np.minimum(np.ceil(polygon.max(0)).astype(np.int64) + 3, shape[1::-1])
    return low, (slice(low[1], max(low[1], high[1])), slice(low[0], max(low[0], high[0])))


def fill(canvas: Canvas, polygon: Array, colour: Array, alpha: float = 1.0) -> None:
    """Paint a polygon, smooth at its edges."""
    low, part = window(canvas.shape, polygon)
    painted = canvas[part]
    if painted.size:
        mask = covered(painted.shape, polygon - low) * np.float32(alpha)
        painted += mask[..., None] * (colour.astype(np.float32) - painted)


def noise(random: np.random.Generator, shape: tuple[int, ...], cells: tuple[int, int]) -> Canvas:
    """Smooth noise of spread one, with `cells` blobs down and across."""
    small = random.normal(0, 1, (max(2, cells[0]), max(2, cells[1]))).astype(np.float32)
    return np.asarray(cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def draw_ground(random: np.random.Generator, size: int) -> Canvas:
    """What dice lie on: a pale tray, wood, cloth, or anything."""
    kind = random.choice(["pale", "wood", "any"], p=[0.5, 0.25, 0.25])
    if kind == "pale":
        base = np.full(3, random.uniform(120, 250)) * random.uniform(0.92, 1, 3)
    elif kind == "wood":
        base = np.array([random.uniform(50, 150), random.uniform(80, 170), random.uniform(110, 200)])
    else:
        base = hue(random, random.uniform(0, 1), random.uniform(20, 255))
    canvas = np.ones((size, size, 3), np.float32) * base.astype(np.float32)
    canvas += noise(random, canvas.shape, (2, 2))[..., None] * np.float32(random.uniform(0, 15))
    if kind == "wood" or random.random() < 0.15:
        cells = (int(random.integers(2, 6)), size // int(random.integers(4, 12)))
        grain = noise(random, canvas.shape, cells)
        grain = grain if random.random() < 0.5 else np.ascontiguousarray(grain.T)
        tint = random.uniform(2, 14) * random.uniform(0.7, 1, 3)
        canvas += grain[..., None] * tint.astype(np.float32)
    if random.random() < 0.4:
        fine = int(size / random.uniform(1.5, 12))
        canvas += noise(random, canvas.shape, (fine, fine))[..., None] * np.float32(random.uniform(1, 12))
    return canvas


def draw_clutter(random: np.random.Generator, canvas: Canvas, side: float) -> Array:
    """Things about as large as dice of `side` pixels that are none; where they lie."""
    spots = random.uniform(0, canvas.shape[0], (int(random.integers(1, 5)), 2))
    for spot in spots:
        colour = hue(random, random.choice([0.0, random.uniform(0, 1)]), random.uniform(0, 255))
        turn = random.uniform(0, 2 * np.pi)
        axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        kind = random.choice(["wall", "disc", "dots", "card", "pattern"], p=[0.3, 0.25, 0.15, 0.2, 0.1])
        if kind == "wall":  # of a tray, or the table's edge
            wide = random.choice([4.0, random.uniform(0.03, 0.4)]) * canvas.shape[0]
            strip = SQUARE * [wide / 2, 4 * canvas.shape[0]] @ axes
            fill(canvas, strip + spot, colour, random.uniform(0.2, 1))
        elif kind == "disc":  # a coin, a screw, a token
            fill(canvas, CIRCLE * random.uniform(0.05, 1.2) * side + spot, colour, random.uniform(0.2, 1))
        elif kind == "dots":  # studs
            draw_dots(random, canvas, spot, random.uniform(0.25, 0.9) * side, colour)
        elif kind == "card":  # or a brick
            fill(canvas, SQUARE * random.uniform(0.2, 1.5, 2) * side / 2 @ axes + spot, colour)
        else:  # print, beads, a box's artwork
            _, part = window(canvas.shape, SQUARE * random.uniform(0.3, 2, 2) * side + spot)
            art = canvas[part]
            cells = max(2, int(max(art.shape) / side * random.uniform(2, 8)))
            for channel in range(3):
                art[..., channel] += noise(random, art.shape, (cells, cells)) * 40 if art.size else 0
    return spots


def draw_dots(random: np.random.Generator, canvas: Canvas, spot: Array, pitch: float, colour: Array) -> None:
    """A grid of discs with gaps, sometimes strewn about."""
    dots = np.argwhere(np.ones(random.integers(1, 7, 2))) * pitch
    dots = dots[random.random(len(dots)) < random.uniform(0.5, 1)]
    strewn = random.normal(0, random.choice([0.01, 0.3]) * pitch, dots.shape)
    radius = random.uniform(0.15, 0.4) * pitch
    for dot in dots + strewn:
        fill(canvas, CIRCLE * radius + spot + dot, colour, 0.8)


def photograph(random: np.random.Generator, canvas: Canvas) -> Picture:
    """What a cheap camera makes of a scene: colour cast, blur, sharpening, noise and JPEG."""
    size = canvas.shape[0] // OVERSAMPLING
    cast = random.uniform(0.75, 1.2) * random.uniform(0.88, 1.12, 3)
    scene = np.clip(canvas * cast.astype(np.float32), 0, 255) / np.float32(255)
    scene = np.float32(255) * scene ** np.float32(random.uniform(0.8, 1.3))
    scene = blurred(scene, random.uniform(0.2, 1.1) * OVERSAMPLING)
    scene = np.asarray(cv2.resize(scene, (size, size), interpolation=cv2.INTER_AREA), np.float32)
    if random.random() < 0.5:  # phones smooth colours more than brightness
        scene = smeared(scene, random.uniform(0.5, 1.8))
    if random.random() < 0.4:
        scene += np.float32(random.uniform(0.2, 1.2)) * (scene - blurred(scene, random.uniform(0.8, 2)))
    grain = random.normal(0, 1, scene.shape).astype(np.float32)
    if random.random() < 0.5:  # demosaicing and scaling leave noise soft
        grain = np.float32(1.5) * blurred(grain, 0.7)
    scene += grain * np.float32(random.uniform(0, 9) * random.random())
    picture = np.clip(scene, 0, 255).astype(np.uint8)
    if random.random() < 0.6:
        _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(45, 97))])
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(picture, np.uint8)


def smeared(scene: Canvas, sigma: float) -> Canvas:
    """The scene with its colours, not its brightness, out of focus."""
    grey = scene @ LUMA
    return np.asarray(blurred(scene - grey[..., None], sigma) + grey[..., None], np.float32)


def blurred(canvas: Canvas, sigma: float) -> Canvas:
    """The canvas out of focus."""
    return np.asarray(cv2.GaussianBlur(canvas, (0, 0), sigma), np.float32)
