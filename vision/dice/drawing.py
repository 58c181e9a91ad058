"""Draws made-up dice on made-up grounds: the pictures from which the dice networks learn.

Everything a photograph varies is drawn at random: body and pip colours, marbling, rounding, where the
camera stands, touching neighbours, glare, shadows, clutter, blur, noise and JPEG. No photograph is used.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.ground import (
    CIRCLE,
    OVERSAMPLING,
    SUBPIXEL_BITS,
    Array,
    Canvas,
    Picture,
    blurred,
    covered,
    draw_clutter,
    draw_ground,
    fill,
    fixed_point,
    noise,
    photograph,
    window,
)
from vision.dice.looks import Look, make_look

PIPS = {  # places on a face about its middle, in units of the pips' spread
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
AROUND = {
    1: (2, 3, 5, 4),
    2: (1, 3, 6, 4),
    3: (1, 2, 6, 5),
    4: (1, 2, 6, 5),
    5: (1, 3, 6, 4),
    6: (2, 3, 5, 4),
}
UP = np.array([0.0, 0.0, 1.0])
TOUCHING = 1.08  # of the mean side: dice nearer than this would stand inside each other


@dataclass(frozen=True, slots=True)
class Drawn:
    """A die as drawn: middle and side of its top face in pixels, and what it shows (0: a decoy, no die)."""

    x: float
    y: float
    side: float
    value: int


@dataclass(frozen=True, slots=True)
class View:
    """Where the camera stands: its tilt off the vertical, and the bearing towards which tops lean."""

    tilt: float
    bearing: float

    def project(self, points: Array) -> Array:
        """Picture offsets (…, 2) of points (…, 3), heights up."""
        c, s = np.cos(self.bearing), np.sin(self.bearing)
        along = points[..., 0] * c + points[..., 1] * s
        across = -points[..., 0] * s + points[..., 1] * c
        near = 1 + 0.002 * points[..., 2]  # tops are nearer to the lens
        along = (along * np.cos(self.tilt) + points[..., 2] * np.sin(self.tilt)) * near
        across = across * near
        return np.stack([along * c - across * s, along * s + across * c], -1)


@dataclass(frozen=True)
class Face:
    """One side of a die: outward and in-plane directions, the value it shows, how brightly it is lit."""

    out: Array
    u: Array
    v: Array
    value: int
    shade: float


def draw_patch(
    random: np.random.Generator, size: int, sides: tuple[float, float]
) -> tuple[Picture, list[Drawn]]:
    """A square picture of `size` pixels with dice of `sides` pixels, and what was drawn on it."""
    canvas = draw_ground(random, size * OVERSAMPLING)
    tilt = random.uniform(0, 0.2) if random.random() < 0.3 else random.uniform(0, 0.65)
    view = View(tilt, random.uniform(0, 2 * np.pi))
    drawn = []
    if random.random() < 0.4:
        spots = draw_clutter(random, canvas, sides[1] * OVERSAMPLING) / OVERSAMPLING
        drawn = [Drawn(float(x), float(y), random.uniform(*sides), 0) for x, y in spots]
    look, sun = make_look(random), random.uniform(0, 2 * np.pi)
    for x, y, side in places(random, canvas.shape[0], sides, view):
        look = make_look(random) if random.random() < 0.6 else look
        value = 0 if random.random() < 0.05 else int(random.integers(1, 7))  # 0: a block without pips
        top = (draw_die(random, canvas, view, look, (x, y, side), value, sun) + 0.5) / OVERSAMPLING - 0.5
        drawn.append(Drawn(float(top[0]), float(top[1]), side / OVERSAMPLING, value))
    return photograph(random, canvas), drawn


def places(
    random: np.random.Generator, size: int, sides: tuple[float, float], view: View
) -> list[tuple[float, float, float]]:
    """Where dice stand (x, y, side): apart or touching; those behind come first."""
    low, high = np.array(sides) * OVERSAMPLING
    side = low * (high / low) ** random.random()
    dice: list[tuple[float, float, float]] = []
    wanted = int(random.choice(7, p=[0.05, 0.1, 0.16, 0.19, 0.2, 0.15, 0.15]))
    for _ in range(wanted * 6):
        if len(dice) == wanted:
            break
        if random.random() < 0.5:
            side = float(np.clip(side * np.exp(random.normal(0, 0.25)), low, high))
        spot = random.uniform(0.05 * size, 0.95 * size, 2)
        if dice and random.random() < 0.6:  # against a neighbour
            x, y, other = dice[random.integers(len(dice))]
            turn = random.uniform(0, 2 * np.pi)
            gap = (side + other) / 2 * random.uniform(TOUCHING, 1.35)
            spot = np.array([x, y]) + gap * np.array([np.cos(turn), np.sin(turn)])
        if all(np.hypot(spot[0] - x, spot[1] - y) > (side + s) / 2 * TOUCHING for x, y, s in dice):
            dice.append((float(spot[0]), float(spot[1]), float(side)))
    lean = view.project(UP)
    return sorted(dice, key=lambda d: -(d[0] * lean[0] + d[1] * lean[1]))


def draw_die(
    random: np.random.Generator,
    canvas: Canvas,
    view: View,
    look: Look,
    place: tuple[float, float, float],
    value: int,
    sun: float,
) -> Array:
    """Draw one die standing at `place` (x, y, side); where the middle of its top face came to lie."""
    foot, side = np.array(place[:2]), place[2]
    turn = random.uniform(0, 2 * np.pi)
    axes = np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1]])

    def seen(points: Array) -> Array:
        """Pixels of points of a die of side 1 whose foot's middle is the origin."""
        return np.asarray(view.project(points @ axes * side) + foot)

    r = look.rounding
    inner = np.array([[i, j, k] for i in (r - 0.5, 0.5 - r) for j in (r - 0.5, 0.5 - r) for k in (r, 1 - r)])
    balls = (seen(inner)[:, None] + CIRCLE * r * side).reshape(-1, 2)
    hull = cv2.convexHull(balls.astype(np.float32))[:, 0].astype(float)
    cast_shadow(random, canvas, hull, side, look, sun)
    low, part = window(canvas.shape, hull)
    top = np.asarray(seen(UP))
    if min(canvas[part].shape) < 3:
        return top

    die = canvas[part].copy()
    light = random.uniform(0.75, 1.1)
    fill(die, hull - low, look.body * light * random.uniform(0.55, 1.0))
    faces = visible_faces(random, value, view, axes, light, sun)
    outline = rounded_square(0.5 - r * 0.35, max(0.02, r * 0.6))

    def on_face(face: Face, points: Array) -> Array:
        """Pixels, in the die's own window, of points (…, 2) on a face."""
        return seen(UP / 2 + face.out / 2 + points[..., :1] * face.u + points[..., 1:] * face.v) - low

    for face in faces[::-1]:
        fill(die, on_face(face, outline), look.body * face.shade)
    if np.any(look.marbling != look.body):
        cells = int(random.integers(2, 7))
        swirl = noise(random, die.shape, (cells, cells)) * random.choice([0.6, 2.0])  # blended, or in patches
        mix = np.clip(swirl + random.uniform(0.1, 0.6), 0, 1)
        die += mix[..., None] * ((look.marbling - look.body) * light).astype(np.float32)
    die = blurred(die, max(0.4, side * 0.02))
    for face in faces:
        shine(random, die, on_face(face, outline), look, side)
    for face in faces[::-1]:
        radius = look.pip_radius * (look.one_scale if face.value == 1 else 1)
        spread = look.spread * (look.pair_scale if face.value in (2, 3) else 1)
        for pip in PIPS.get(face.value, ()):
            ring = on_face(face, np.array(pip) * spread + CIRCLE * radius)
            draw_pip(random, die, ring, look, face.shade)
    glare(random, die, look, side)
    canvas[part] += covered(die.shape, hull - low)[..., None] * (np.clip(die, 0, 255) - canvas[part])
    return top


def visible_faces(
    random: np.random.Generator, value: int, view: View, axes: Array, light: float, sun: float
) -> list[Face]:
    """The top face, and the sides turned to the camera (tops lean away from it)."""
    faces = [Face(UP, np.array([1.0, 0, 0]), np.array([0.0, 1, 0]), value, light)]
    around, start = AROUND.get(value, (0, 0, 0, 0)), int(random.integers(4))
    for quarter in range(4):
        out = np.array([np.cos(quarter * np.pi / 2), np.sin(quarter * np.pi / 2), 0])
        seen = out @ axes
        heading = np.arctan2(seen[1], seen[0])
        if np.cos(heading - view.bearing) < -0.05:
            shade = light * (0.8 + 0.2 * np.cos(heading - sun)) * random.uniform(0.7, 1.05)
            faces.append(Face(out, UP, np.cross(out, UP), around[(quarter + start) % 4], shade))
    return faces


def rounded_square(half: float, radius: float) -> Array:
    """The outline of a square about the origin with rounded corners."""
    parts = []
    for quarter in range(4):
        arc = np.linspace(quarter, quarter + 1, 5) * np.pi / 2
        corner = np.sign([np.cos(arc[2]), np.sin(arc[2])]) * (half - radius)
        parts.append(corner + radius * np.stack([np.cos(arc), np.sin(arc)], -1))
    return np.concatenate(parts)


def draw_pip(random: np.random.Generator, die: Canvas, ring: Array, look: Look, shade: float) -> None:
    """A painted dent: its rim catches light or shade, its hollow may mirror a lamp."""
    middle = ring.mean(0)
    radius = float(np.linalg.norm(ring - middle, axis=1).mean())
    if look.dent:
        slip = random.normal(0, 0.25 * look.dent * radius, 2)
        rim = middle + (ring - middle) * random.uniform(1.05, 1.3) + slip
        fill(die, rim, look.body * random.choice([0.5, 1.6]) + random.choice([0.0, 60.0]), 0.7 * look.dent)
    fill(die, ring, look.pip * (0.35 + 0.65 * shade))
    if look.dent and random.random() < 0.6:
        spot = middle + (ring - middle) * random.uniform(0.25, 0.6) + random.normal(0, 0.35 * radius, 2)
        fill(die, spot, np.full(3, 255.0), random.uniform(0, 0.8) * look.dent)


def cast_shadow(
    random: np.random.Generator, canvas: Canvas, hull: Array, side: float, look: Look, sun: float
) -> None:
    """Darken the ground beside a die, tinted where light shines through it."""
    away = -np.array([np.cos(sun), np.sin(sun)]) * side * random.uniform(0.0, 0.35)
    grown = hull.mean(0) + (hull - hull.mean(0)) * random.uniform(1.0, 1.15) + away
    soft = blurred(covered(canvas.shape, grown), side * random.uniform(0.03, 0.2))
    through = look.body / max(1.0, float(look.body.max())) if random.random() < 0.25 else np.zeros(3)
    dark = random.uniform(0.05, 0.6) * (1 - through * 0.8)
    canvas *= 1 - soft[..., None] * dark.astype(np.float32)


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
