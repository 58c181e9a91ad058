"""Draws made-up dice on made-up grounds: the pictures from which the dice networks learn.

Everything a photograph varies is drawn at random: body and pip colours, marbling, rounding, where the
camera stands, touching and leaning neighbours, glare, shadows, clutter, blur, noise and JPEG. No photograph
is used.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.ground import (
    CIRCLE,
    OVERSAMPLING,
    Array,
    Canvas,
    Picture,
    blurred,
    covered,
    draw_clutter,
    draw_ground,
    fill,
    noise,
    photograph,
    window,
)
from vision.dice.looks import Look, make_look
from vision.dice.shine import cast_shadow, draw_strokes, glare, shine, strokes, veil
from vision.dice.solid import PIPS, UP, Face, Stance, View, cocked, standing, visible_faces

TOUCHING = 1.08  # of the mean side: dice nearer than this would stand inside each other
WIDEST_VIEW = 0.7  # radians off the vertical at which flat dice are drawn
COCKED = 0.14  # the share of dice that lean
LEANS = (0.2, 0.85)  # radians; the next face is the nearer one from 45° on


@dataclass(frozen=True)
class Drawn:
    """A die as drawn: what it shows (0: a decoy, no die), and its squarest face as the picture has it."""

    points: Array  # the face's middle, then its pips: (x, y) in pixels
    side: float
    value: int
    lean: Array  # how the face's outward direction, one side long, is seen: (x, y) in sides
    slant: float  # radians by which the face is turned away from the camera

    @property
    def x(self) -> float:
        """The middle of the face."""
        return float(self.points[0, 0])

    @property
    def y(self) -> float:
        """The middle of the face."""
        return float(self.points[0, 1])

    def mirrored(self, last: int) -> "Drawn":
        """In the picture flipped left to right, whose last column is `last`."""
        flip = np.array([-1.0, 1.0])
        return Drawn(self.points * flip + [last, 0], self.side, self.value, self.lean * flip, self.slant)

    def turned(self, last: int) -> "Drawn":
        """In the picture turned as np.rot90 does."""
        turn = np.array([[0.0, -1.0], [1.0, 0.0]])
        return Drawn(self.points @ turn + [0, last], self.side, self.value, self.lean @ turn, self.slant)


def draw_patch(
    random: np.random.Generator,
    size: int,
    sides: tuple[float, float],
    leaning: float = COCKED,
    stretched: float = 1.0,
) -> tuple[Picture, list[Drawn]]:
    """A square picture of `size` pixels with dice of `sides` pixels, and what was drawn on it.

    `leaning` is the share of dice that lean; `stretched`, from 0 to 1, how far the picture may be stretched
    as at the rim of a larger one.
    """
    canvas = draw_ground(random, size * OVERSAMPLING)
    tilt = random.uniform(0, 0.2) if random.random() < 0.3 else random.uniform(0, WIDEST_VIEW)
    view = View(tilt, random.uniform(0, 2 * np.pi), float(np.cos(tilt) ** -random.uniform(0, stretched)))
    drawn = []
    if random.random() < 0.4:
        spots = draw_clutter(random, canvas, sides[1] * OVERSAMPLING) / OVERSAMPLING
        drawn = [Drawn(spot[None], random.uniform(*sides), 0, np.zeros(2), 0.0) for spot in spots]
    look, sun = make_look(random), random.uniform(0, 2 * np.pi)
    for x, y, side in places(random, canvas.shape[0], sides, view):
        look = make_look(random) if random.random() < 0.6 else look
        value = 0 if random.random() < 0.05 else int(random.integers(1, 7))  # 0: a block without pips
        die = draw_die(random, canvas, a_stance(random, view, leaning), look, (x, y, side), value, sun)
        points = (die.points + 0.5) / OVERSAMPLING - 0.5
        drawn.append(Drawn(points, die.side / OVERSAMPLING, die.value, die.lean, die.slant))
    return photograph(random, canvas), drawn


def a_stance(random: np.random.Generator, view: View, leaning: float) -> Stance:
    """Flat, or now and then cocked, turned any way."""
    turn = random.uniform(0, 2 * np.pi)
    if random.random() > leaning:
        return standing(turn, view)
    return cocked(turn, random.uniform(*LEANS), random.uniform(0, 2 * np.pi), view)


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
    stance: Stance,
    look: Look,
    place: tuple[float, float, float],
    value: int,
    sun: float,
) -> Drawn:
    """Draw one die over `place` (x, y, side) that would show `value` if it stood flat; how it came out."""
    foot, side = np.array(place[:2]), place[2]
    light = random.uniform(0.75, 1.1)
    faces = visible_faces(random, value, stance, light, sun)

    def seen(face: Face, points: Array) -> Array:
        """Pixels of points (…, 2) on a face."""
        solid = face.out / 2 + points[..., :1] * face.u + points[..., 1:] * face.v
        return np.asarray(stance.seen(solid) * side + foot)

    pips = {id(face): pip_places(face.value, look) for face in faces}
    points = seen(faces[0], np.concatenate([np.zeros((1, 2)), pips[id(faces[0])]]))
    out = faces[0].out @ stance.axes
    slant = float(np.arccos(np.clip(out @ stance.view.sight, -1, 1)))
    drawn = Drawn(points, side, faces[0].value, stance.view.project(out), slant)

    r = look.rounding
    inner = np.array(
        [[i, j, k] for i in (r - 0.5, 0.5 - r) for j in (r - 0.5, 0.5 - r) for k in (r - 0.5, 0.5 - r)]
    )
    balls = ((stance.seen(inner) * side + foot)[:, None] + CIRCLE * r * side).reshape(-1, 2)
    hull = cv2.convexHull(balls.astype(np.float32))[:, 0].astype(float)
    cast_shadow(random, canvas, hull, side, look, sun)
    low, part = window(canvas.shape, hull)
    if min(canvas[part].shape) < 3:
        return drawn

    die = canvas[part].copy()
    fill(die, hull - low, look.body * light * random.uniform(0.55, 1.0))
    outline = rounded_square(0.5 - r * 0.35, max(0.02, r * 0.6))
    for face in faces[::-1]:
        fill(die, seen(face, outline) - low, look.body * face.shade)
    if np.any(look.marbling != look.body):
        cells = int(random.integers(2, 7))
        swirl = noise(random, die.shape, (cells, cells)) * random.choice([0.6, 2.0])  # blended, or in patches
        mix = np.clip(swirl + random.uniform(0.1, 0.6), 0, 1)
        die += mix[..., None] * ((look.marbling - look.body) * light).astype(np.float32)
    die = blurred(die, max(0.4, side * 0.02))
    for face in faces:
        shine(random, die, seen(face, outline) - low, look, side)
    lines = [seen(face, line) - low for face in faces for line in strokes(random, look, pips[id(face)])]
    if random.random() < 0.3:  # paint in the dents does not mirror
        draw_strokes(random, die, lines, side)
        lines = []
    for face in faces[::-1]:
        radius = look.pip_radius * (look.one_scale if face.value == 1 else 1)
        for pip in pips[id(face)]:
            draw_pip(random, die, seen(face, pip + CIRCLE * radius) - low, look, face.shade)
    draw_strokes(random, die, lines, side)
    glare(random, die, look, side)
    veil(random, die, look)
    canvas[part] += covered(die.shape, hull - low)[..., None] * (np.clip(die, 0, 255) - canvas[part])
    return drawn


def pip_places(value: int, look: Look) -> Array:
    """The middles of a face's pips (n, 2), in sides about its own."""
    spread = look.spread * (look.pair_scale if value in (2, 3) else 1)
    return np.array(PIPS.get(value, ()), float).reshape(-1, 2) * spread


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
