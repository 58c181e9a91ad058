"""What light does to a drawn die: its shadow, bright edges, mirrored lamps, and a veil over dark plastic."""

import cv2
import numpy as np

from vision.dice.ground import SUBPIXEL_BITS, Array, Canvas, blurred, covered, fixed_point, window
from vision.dice.looks import Look

STROKE_POINTS = 24
CROSSING_POINTS = 4  # a streak across a face is bent where the face is


def cast_shadow(
    random: np.random.Generator, canvas: Canvas, hull: Array, side: float, look: Look, sun: float
) -> None:
    """Darken the ground beside a die, tinted where light shines through it."""
    away = -np.array([np.cos(sun), np.sin(sun)]) * side * random.uniform(0.0, 0.35)
    grown = hull.mean(0) + (hull - hull.mean(0)) * random.uniform(1.0, 1.15) + away
    softness = side * random.uniform(0.03, 0.2)
    margin = 3 * softness * np.array([[-1.0, -1], [1, 1]])
    low, part = window(canvas.shape, np.concatenate([grown.min(0) + margin[:1], grown.max(0) + margin[1:]]))
    ground = canvas[part]
    if not ground.size:
        return
    soft = blurred(covered(ground.shape, grown - low), softness)
    through = look.body / max(1.0, float(look.body.max())) if random.random() < 0.25 else np.zeros(3)
    dark = random.uniform(0.05, 0.6) * (1 - through * 0.8)
    ground *= 1 - soft[..., None] * dark.astype(np.float32)


def shine(random: np.random.Generator, die: Canvas, outline: Array, look: Look, side: float) -> None:
    """Light caught by a stretch of a face's edge."""
    if random.random() < 0.4:
        first, length = int(random.integers(len(outline))), int(random.integers(3, len(outline)))
        stretch = fixed_point(np.roll(outline, -first, axis=0)[:length])
        mask = np.zeros(die.shape[:2], np.uint8)
        width = max(1, int(side * random.uniform(0.02, 0.07)))
        cv2.polylines(mask, [stretch], False, 255, width, cv2.LINE_AA, SUBPIXEL_BITS)
        power = random.uniform(-0.3, 0.9) * max(0.3, look.gloss) / 255
        die += blurred(mask.astype(np.float32), 0.6)[..., None] * np.float32(power) * (255 - die)


def strokes(random: np.random.Generator, look: Look, pips: Array) -> list[Array]:
    """Thin lines of light on a glossy face, as points (n, 2) in sides: rings, streaks, rims of pips."""
    lines = []
    if random.random() < 0.15 + 0.3 * look.gloss:
        lines.append(ring(random))
    if random.random() < 0.1 + 0.3 * look.gloss:
        lines += [streak(random) for _ in range(int(random.integers(1, 3)))]
    if len(pips) and random.random() < 0.1 + 0.3 * look.gloss:
        first, length = random.uniform(0, 2 * np.pi), random.uniform(1, 4)  # the same side of every pip
        turns = first + np.linspace(0, length, STROKE_POINTS // 2)
        arc = look.pip_radius * random.uniform(1.0, 1.35) * np.stack([np.cos(turns), np.sin(turns)], -1)
        chosen = pips[random.random(len(pips)) < random.uniform(0.4, 1)]
        lines += [pip + arc for pip in chosen]
    return lines


def ring(random: np.random.Generator) -> Array:
    """Part of a rounded square within a hollow or bulging face, not quite steady."""
    turns = random.uniform(0, 2 * np.pi) + np.linspace(0, random.uniform(0.7, 2 * np.pi), STROKE_POINTS)
    way = np.stack([np.cos(turns), np.sin(turns)], -1)
    power = random.uniform(2, 6)
    reach = random.uniform(0.22, 0.46) / (np.abs(way) ** power).sum(-1) ** (1 / power)
    wobble = np.interp(
        np.arange(STROKE_POINTS), np.linspace(0, STROKE_POINTS - 1, 9), random.normal(0, 0.025, 9)
    )
    steady = random.choice([0.2, 1.0])
    middle = random.normal(0, 0.04, 2)
    return np.asarray(middle + way * (reach + steady * wobble)[:, None] * random.uniform(0.85, 1.15, 2))


def streak(random: np.random.Generator) -> Array:
    """A bent line right across a face, or a short one anywhere on it."""
    turn, length = random.uniform(0, 2 * np.pi), random.uniform(0.15, 1.2)
    way = np.array([np.cos(turn), np.sin(turn)])
    start = random.uniform(-0.35, 0.35, 2) - way * length / 2
    return np.asarray(
        start
        + np.linspace(0, length, CROSSING_POINTS)[:, None] * way
        + random.normal(0, random.uniform(0.03, 0.12), (CROSSING_POINTS, 2))
    )


def draw_strokes(random: np.random.Generator, die: Canvas, lines: list[Array], side: float) -> None:
    """Lay lines of light (points in pixels) over a die, stronger here and weaker there."""
    mask = np.zeros(die.shape[:2], np.uint8)
    for line in lines:
        width = max(1, round(side * 0.01 * 10 ** random.random()))
        power = 255 * random.uniform(0.2, 1.0) * random.uniform(0.5, 1, len(line))
        points = fixed_point(line)
        for a, b, strong in zip(points[:-1].tolist(), points[1:].tolist(), power.tolist(), strict=False):
            cv2.line(mask, a, b, strong, width, cv2.LINE_AA, SUBPIXEL_BITS)
    if lines:
        light = blurred(mask.astype(np.float32), max(0.5, side * random.uniform(0.005, 0.02))) / np.float32(
            255
        )
        die += light[..., None] * (255 - die)


def glare(random: np.random.Generator, die: Canvas, look: Look, side: float) -> None:
    """Lamps and windows mirrored by a die: blots, streaks and rings."""
    if random.random() > 0.25 + 0.6 * look.gloss:
        return
    rows, cols = np.mgrid[: die.shape[0], : die.shape[1]].astype(np.float32)
    for _ in range(int(random.integers(1, 4))):
        x, y = cols - random.uniform(0, die.shape[1]), rows - random.uniform(0, die.shape[0])
        turn = random.uniform(0, np.pi)
        along = (x * np.cos(turn) + y * np.sin(turn)) / (side * random.uniform(0.05, 0.6))
        across = (y * np.cos(turn) - x * np.sin(turn)) / (side * random.uniform(0.04, 0.2))
        blot = np.exp(-((along**2 + across**2) ** random.choice([1, 2])))
        if random.random() < 0.25:
            wide = random.uniform(0.12, 0.4) * side
            blot = np.exp(-(((np.hypot(x, y) - wide) / (random.uniform(0.02, 0.06) * side)) ** 2))
            blot *= 0.5 + 0.5 * np.cos(np.arctan2(y, x) - turn)
        die += (blot * random.uniform(0.05, 0.75))[..., None].astype(np.float32) * (255 - die)


def veil(random: np.random.Generator, die: Canvas, look: Look) -> None:
    """A bright ceiling mirrored by the whole die: dark ones come out grey and their paint pale."""
    if random.random() < 0.2 + 0.3 * look.gloss:
        rows, cols = np.mgrid[: die.shape[0], : die.shape[1]].astype(np.float32) / max(die.shape[:2])
        slope = random.normal(0, 0.6, 2)
        thick = random.uniform(0.02, 0.25) * np.clip(
            1 + (rows - 0.5) * slope[0] + (cols - 0.5) * slope[1], 0, 2
        )
        die += thick[..., None].astype(np.float32) * (255 - die)
