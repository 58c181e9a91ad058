"""Draws made-up dice on made-up grounds: the pictures from which the dice network learns.

Everything a photograph varies is drawn at random: body and pip colours, marbling, rounding, where the
camera stands, touching neighbours, glare, shadows, clutter, blur, noise and JPEG. No photograph is used.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Picture = NDArray[np.uint8]
Canvas = NDArray[np.float32]

OVERSAMPLING = 2  # drawn this many times larger than learnt, then shrunk
SUBPIXEL_BITS = 4  # cv2.fillPoly takes fixed-point corners
CIRCLE = np.stack([np.cos(a := np.linspace(0, 2 * np.pi, 20, endpoint=False)), np.sin(a)], -1)

PIPS = {  # places on a face of side 1 about its middle, in units of the pips' spread
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


@dataclass(frozen=True, slots=True)
class Drawn:
    """A die as drawn: middle and side of its top face in pixels, and what it shows."""

    x: float
    y: float
    side: float
    value: int


@dataclass(frozen=True, slots=True)
class View:
    """Where the camera stands: tilt off the vertical, and the bearing of the leaning tops."""

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


@dataclass(frozen=True, slots=True)
class Look:
    """What a make of dice looks like, in colours of 0–255."""

    body: Array
    marbling: Array  # the second colour it is mixed with
    pip: Array
    pip_radius: float  # of the side
    spread: float  # of the side, middle to outer pips
    rounding: float  # of the side
    one_scale: float  # a lone pip is often larger
    gloss: float
    dent: float  # how strongly pips show their rim


def draw_patch(
    random: np.random.Generator, size: int, sides: tuple[float, float]
) -> tuple[Picture, list[Drawn]]:
    """A square picture of `size` pixels with dice of `sides` pixels, and what was drawn on it."""
    big = size * OVERSAMPLING
    canvas = ground(random, big)
    view = View(
        random.uniform(0, 0.2) if random.random() < 0.3 else random.uniform(0, 0.65),
        random.uniform(0, 2 * np.pi),
    )
    if random.random() < 0.35:
        clutter(random, canvas, sides[1] * OVERSAMPLING)
    dice = place(random, big, sides, view)
    look = make_look(random)
    drawn = []
    sun = random.uniform(0, 2 * np.pi)
    for x, y, side in dice:
        if random.random() < 0.6:
            look = make_look(random)
        blank = random.random() < 0.06
        value = 0 if blank else int(random.integers(1, 7))
        top = draw_die(random, canvas, view, look, x, y, side, value, sun)
        if not blank:
            drawn.append(Drawn(*((np.asarray(top) + 0.5) / OVERSAMPLING - 0.5), side / OVERSAMPLING, value))
    return photograph(random, canvas, size), drawn


def place(
    random: np.random.Generator, big: int, sides: tuple[float, float], view: View
) -> list[tuple[float, float, float]]:
    """Where dice stand: apart or touching, never inside each other, the farthest from the camera's foot first."""
    low, high = np.log(np.array(sides) * OVERSAMPLING)
    side = np.exp(random.uniform(low, high))
    dice: list[tuple[float, float, float]] = []
    wanted = int(random.choice([0, 1, 2, 3, 4, 5, 6], p=[0.04, 0.1, 0.16, 0.2, 0.2, 0.15, 0.15]))
    for _ in range(wanted * 6):
        if len(dice) == wanted:
            break
        if random.random() < 0.5:
            side = float(np.clip(side * np.exp(random.normal(0, 0.25)), np.exp(low), np.exp(high)))
        spot = random.uniform(0.05 * big, 0.95 * big, 2)
        if dice and random.random() < 0.6:  # against a neighbour
            x, y, other = dice[random.integers(len(dice))]
            turn = random.uniform(0, 2 * np.pi)
            spot = np.array([x, y]) + (side + other) / 2 * random.uniform(1.08, 1.35) * np.array(
                [np.cos(turn), np.sin(turn)]
            )
        if all(np.hypot(spot[0] - x, spot[1] - y) > (side + s) / 2 * 1.08 for x, y, s in dice):
            dice.append((float(spot[0]), float(spot[1]), float(side)))
    lean = view.project(np.array([0.0, 0.0, 1.0]))
    return sorted(dice, key=lambda d: -(d[0] * lean[0] + d[1] * lean[1]))


def make_look(random: np.random.Generator) -> Look:
    """A make of dice, with pips that can be told from the body."""
    kind = random.random()
    if kind < 0.2:  # white to ivory
        body = random.uniform(185, 255) * np.array([random.uniform(0.8, 1), random.uniform(0.93, 1), 1])
    elif kind < 0.38:  # black to dark
        body = random.uniform(10, 75, 3) * random.uniform(0.4, 1)
    else:
        body = hue(random, random.uniform(0.4, 1), random.uniform(60, 255))
    marbling = body
    if random.random() < 0.35:
        marbling = (
            hue(random, random.uniform(0.2, 1), random.uniform(20, 255))
            if random.random() < 0.5
            else body * random.uniform(0.2, 0.8)
        )
    want = 60 if random.random() < 0.75 else 35
    while True:
        pick = random.random()
        if pick < 0.4:
            pip = np.full(3, random.uniform(200, 255))
        elif pick < 0.65:
            pip = np.full(3, random.uniform(5, 60))
        else:
            pip = hue(random, random.uniform(0.5, 1), random.uniform(80, 255))
        if min(distance(pip, body), distance(pip, marbling)) > want:
            break
        if distance(pip, body) > want and random.random() < 0.05:
            marbling = body
    return Look(
        body,
        marbling,
        pip,
        pip_radius=random.uniform(0.065, 0.125),
        spread=random.uniform(0.2, 0.29),
        rounding=random.uniform(0.03, 0.27),
        one_scale=random.choice([1.0, random.uniform(1, 1.5)]),
        gloss=random.uniform(0, 1) ** 2,
        dent=random.uniform(0, 1) if random.random() < 0.4 else 0.0,
    )


def distance(a: Array, b: Array) -> float:
    """How far two BGR colours are apart to the eye, roughly (luma weighs more than hue)."""
    d = a - b
    luma = 0.11 * d[0] + 0.59 * d[1] + 0.3 * d[2]
    return float(np.hypot(1.3 * luma, 0.45 * np.linalg.norm(d - luma)))


def hue(random: np.random.Generator, saturation: float, brightness: float) -> Array:
    """A BGR colour of any hue."""
    h = random.uniform(0, 6)
    wheel = np.clip(np.abs((h + np.array([2.0, 4.0, 0.0])) % 6 - 3) - 1, 0, 1)
    return np.asarray(brightness * (1 - saturation * (1 - wheel)))


def fill(canvas: Canvas, polygon: Array, colour: Array, alpha: float = 1.0) -> None:
    """Paint a polygon, smooth at its edges, in place."""
    low = np.maximum(np.floor(polygon.min(0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(polygon.max(0)).astype(int) + 3, canvas.shape[1::-1])
    if (high <= low).any():
        return
    part = canvas[low[1] : high[1], low[0] : high[0]]
    mask = np.zeros(part.shape[:2], np.uint8)
    corners = np.round((polygon - low) * 2**SUBPIXEL_BITS).astype(np.int32)
    cv2.fillPoly(mask, [corners], 255, cv2.LINE_AA, SUBPIXEL_BITS)
    part += (mask.astype(np.float32) * (alpha / 255))[..., None] * (colour.astype(np.float32) - part)


def noise(random: np.random.Generator, shape: tuple[int, int], cells: tuple[int, int]) -> Canvas:
    """Smooth noise of spread one, with `cells` blobs down and across."""
    small = random.normal(0, 1, (max(2, cells[0]), max(2, cells[1]))).astype(np.float32)
    return np.asarray(cv2.resize(small, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def ground(random: np.random.Generator, big: int) -> Canvas:
    """What dice lie on: a pale tray, wood, cloth, or anything."""
    kind = random.random()
    shape = (big, big)
    if kind < 0.5:
        base = np.full(3, random.uniform(120, 250)) * random.uniform(0.92, 1, 3)
    elif kind < 0.72:  # wood
        base = np.array([random.uniform(50, 150), random.uniform(80, 170), random.uniform(110, 200)])
    else:
        base = hue(random, random.uniform(0, 1), random.uniform(20, 255))
    canvas = np.ones((big, big, 3), np.float32) * base.astype(np.float32)
    canvas += noise(random, shape, (2, 2))[..., None] * np.float32(random.uniform(0, 15))
    if 0.5 <= kind < 0.72 or random.random() < 0.15:
        grain = noise(random, shape, (int(random.integers(2, 6)), big // int(random.integers(4, 12))))
        grain = grain if random.random() < 0.5 else np.ascontiguousarray(grain.T)
        canvas += (
            grain[..., None]
            * np.float32(random.uniform(2, 14))
            * random.uniform(0.7, 1, 3).astype(np.float32)
        )
    if random.random() < 0.4:
        fine = int(big / random.uniform(1.5, 12))
        canvas += noise(random, shape, (fine, fine))[..., None] * np.float32(random.uniform(1, 12))
    return canvas


def clutter(random: np.random.Generator, canvas: Canvas, side: float) -> None:
    """Things that are no dice: walls of a tray, studs, coins, cards, scribbles. In place."""
    big = canvas.shape[0]
    for _ in range(int(random.integers(1, 4))):
        kind = random.random()
        spot = random.uniform(0, big, 2)
        colour = hue(random, random.uniform(0, 1), random.uniform(0, 255))
        if kind < 0.3:  # a half-plane: a wall or a table's edge
            turn = random.uniform(0, 2 * np.pi)
            axis = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
            wide = random.choice([4.0, random.uniform(0.05, 0.5)]) * big
            box = np.array([[0, -4 * big], [wide, -4 * big], [wide, 4 * big], [0, 4 * big]]) @ axis + spot
            fill(canvas, box, colour, random.uniform(0.2, 1))
        elif kind < 0.5:  # a disc
            fill(canvas, CIRCLE * random.uniform(0.05, 0.8) * side + spot, colour, random.uniform(0.3, 1))
        elif kind < 0.7:  # studs or stray dots
            pitch = random.uniform(0.25, 0.9) * side
            dots = np.argwhere(np.ones((int(random.integers(1, 7)), int(random.integers(1, 7))))) * pitch
            dots = dots[random.random(len(dots)) < random.uniform(0.5, 1)]
            for dot in dots + random.normal(0, random.choice([0.01, 0.3]) * pitch, dots.shape):
                fill(canvas, CIRCLE * pitch * 0.3 + spot + dot, colour, 0.8)
        else:  # a card or a brick
            turn = random.uniform(0, 2 * np.pi)
            axis = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
            half = random.uniform(0.2, 1.5, 2) * side / 2
            fill(canvas, np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ axis + spot, colour)


def draw_die(
    random: np.random.Generator,
    canvas: Canvas,
    view: View,
    look: Look,
    x: float,
    y: float,
    side: float,
    value: int,
    sun: float,
) -> tuple[float, float]:
    """Draw one die standing at (x, y), in place; where the middle of its top face came to lie."""
    foot = np.array([x, y])
    turn = random.uniform(0, 2 * np.pi)
    axes = np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1]])

    def seen(points: Array) -> Array:
        """Pixels of points of a die of side 1, its foot's middle at the origin."""
        return view.project(points @ axes * side) + foot

    r = look.rounding
    inner = np.array(
        [[i, j, k] for i in (-0.5 + r, 0.5 - r) for j in (-0.5 + r, 0.5 - r) for k in (r, 1 - r)]
    )
    balls = (seen(inner)[:, None] + CIRCLE * r * side).reshape(-1, 2)
    hull = cv2.convexHull(balls.astype(np.float32))[:, 0].astype(float)

    cast_shadow(random, canvas, hull, side, look, sun)
    low = np.maximum(np.floor(hull.min(0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(hull.max(0)).astype(int) + 3, canvas.shape[1::-1])
    if (high - low < 4).any():
        return tuple(seen(np.array([0.0, 0, 1])))
    part = canvas[low[1] : high[1], low[0] : high[0]]
    die = part.copy()

    light = random.uniform(0.75, 1.1)
    fill(die, hull - low, look.body * light * random.uniform(0.55, 1.0))
    faces = [(np.array([0.0, 0, 1]), np.array([1.0, 0, 0]), np.array([0.0, 1, 0]), value, light)]
    around = AROUND.get(value, (0, 0, 0, 0))
    start = int(random.integers(4))
    for i in range(4):
        a = i * np.pi / 2
        out = np.array([np.cos(a), np.sin(a), 0])
        heading = np.arctan2(*(out @ axes)[1::-1])
        if np.cos(heading - view.bearing) < -0.05:  # faces the camera: tops lean away from it
            shade = light * (0.8 + 0.2 * np.cos(heading - sun)) * random.uniform(0.7, 1.05)
            faces.append(
                (out, np.array([0.0, 0, 1]), np.cross(out, [0, 0, 1]), around[(i + start) % 4], shade)
            )
    corner = max(0.02, r * 0.6)
    square = np.concatenate([c * (0.5 - r * 0.35 - corner) + arc * corner for c, arc in rounded_corners()])
    middle = np.array([0, 0, 0.5])
    for out, u, v, _, shade in faces[::-1]:
        fill(die, seen(middle + out / 2 + square[:, :1] * u + square[:, 1:] * v) - low, look.body * shade)
    if np.any(look.marbling != look.body):
        cells = max(2, int(random.integers(2, 7)))
        mix = np.clip(noise(random, die.shape[:2], (cells, cells)) * 0.6 + random.uniform(0.1, 0.6), 0, 1)
        die += mix[..., None] * (look.marbling - look.body).astype(np.float32) * np.float32(light)
    die[:] = cv2.GaussianBlur(die, (0, 0), max(0.4, side * 0.02))
    shine(
        random,
        die,
        [seen(middle + out / 2 + square[:, :1] * u + square[:, 1:] * v) - low for out, u, v, _, _ in faces],
        look,
        side,
    )
    for out, u, v, shown, shade in faces[::-1]:
        tint = look.pip * (0.35 + 0.65 * shade)
        radius = look.pip_radius * (look.one_scale if shown == 1 else 1)
        for a, b in PIPS.get(shown, ()):
            place_at = middle + out / 2 + (u * a + v * b) * look.spread
            ring = seen(place_at + (CIRCLE[:, :1] * u + CIRCLE[:, 1:] * v) * radius) - low
            if look.dent:
                rim = ring + random.normal(0, 0.25 * look.dent * radius * side, 2)
                fill(
                    die,
                    ring.mean(0) + (rim - ring.mean(0)) * 1.12,
                    look.body * random.choice([0.5, 1.6]),
                    0.7 * look.dent,
                )
            fill(die, ring, tint)
            if look.dent and random.random() < 0.6:
                fill(
                    die,
                    ring.mean(0) + (ring - ring.mean(0)) * 0.45 + random.normal(0, 0.3 * radius * side, 2),
                    np.full(3, 255.0),
                    random.uniform(0, 0.7) * look.dent,
                )
    glare(random, die, look, side)
    mask = np.zeros(die.shape[:2], np.uint8)
    cv2.fillPoly(
        mask, [np.round((hull - low) * 2**SUBPIXEL_BITS).astype(np.int32)], 255, cv2.LINE_AA, SUBPIXEL_BITS
    )
    part += (mask.astype(np.float32) / 255)[..., None] * (np.clip(die, 0, 255) - part)
    return tuple(seen(np.array([0.0, 0, 1])))


def rounded_corners() -> list[tuple[Array, Array]]:
    """The four corners of a square about the origin, each with its quarter of a circle."""
    corners = []
    for i in range(4):
        start = i * np.pi / 2
        arc = np.linspace(start, start + np.pi / 2, 5)
        corner = np.sign([np.cos(start + np.pi / 4), np.sin(start + np.pi / 4)])
        corners.append((corner, np.stack([np.cos(arc), np.sin(arc)], -1)))
    return corners


def cast_shadow(
    random: np.random.Generator, canvas: Canvas, hull: Array, side: float, look: Look, sun: float
) -> None:
    """Darken the ground beside a die, tinted where light shines through it; in place."""
    reach = side * random.uniform(0.0, 0.35)
    away = -np.array([np.cos(sun), np.sin(sun)]) * reach
    mask = np.zeros(canvas.shape[:2], np.uint8)
    grown = hull.mean(0) + (hull - hull.mean(0)) * random.uniform(1.0, 1.15) + away
    cv2.fillPoly(mask, [np.round(grown * 2**SUBPIXEL_BITS).astype(np.int32)], 255, cv2.LINE_AA, SUBPIXEL_BITS)
    soft = cv2.GaussianBlur(mask, (0, 0), side * random.uniform(0.03, 0.2)).astype(np.float32) / 255
    depth = random.uniform(0.05, 0.6)
    tint = look.body / max(1.0, float(look.body.max())) if random.random() < 0.25 else np.zeros(3)
    canvas *= 1 - (soft * depth)[..., None] * (1 - tint * 0.8).astype(np.float32)


def shine(random: np.random.Generator, die: Canvas, faces: list[Array], look: Look, side: float) -> None:
    """Light caught by a die's edges; in place."""
    for face in faces:
        if random.random() < 0.4:
            ring = np.round(face * 2**SUBPIXEL_BITS).astype(np.int32)
            mask = np.zeros(die.shape[:2], np.uint8)
            first, length = int(random.integers(len(ring))), int(random.integers(3, len(ring)))
            stretch = np.roll(ring, -first, axis=0)[:length]
            cv2.polylines(
                mask,
                [stretch],
                False,
                255,
                max(1, int(side * random.uniform(0.02, 0.07))),
                cv2.LINE_AA,
                SUBPIXEL_BITS,
            )
            power = np.float32(random.uniform(-0.3, 0.9) * max(0.3, look.gloss) / 255)
            die += cv2.GaussianBlur(mask, (0, 0), 0.6).astype(np.float32)[..., None] * power * (255 - die)


def glare(random: np.random.Generator, die: Canvas, look: Look, side: float) -> None:
    """Lamps and windows mirrored by a die; in place."""
    if random.random() > 0.25 + 0.5 * look.gloss:
        return
    h, w = die.shape[:2]
    rows, cols = np.mgrid[:h, :w].astype(np.float32)
    for _ in range(int(random.integers(1, 4))):
        cx, cy = random.uniform(0, w), random.uniform(0, h)
        turn = random.uniform(0, np.pi)
        along = ((cols - cx) * np.cos(turn) + (rows - cy) * np.sin(turn)) / (side * random.uniform(0.05, 0.6))
        across = (-(cols - cx) * np.sin(turn) + (rows - cy) * np.cos(turn)) / (
            side * random.uniform(0.04, 0.2)
        )
        blob = np.exp(-((along**2 + across**2) ** random.choice([1, 2])))
        die += (blob * random.uniform(0.05, 0.75))[..., None].astype(np.float32) * (255 - die)


def photograph(random: np.random.Generator, canvas: Canvas, size: int) -> Picture:
    """What a cheap camera makes of a scene: cast, vignette, blur, sharpening, noise and JPEG."""
    light = random.uniform(0.75, 1.2) * random.uniform(0.88, 1.12, 3)
    scene = np.clip(canvas * light.astype(np.float32), 0, 255)
    scene = 255 * (scene / 255) ** np.float32(random.uniform(0.8, 1.3))
    blur = random.uniform(0.2, 1.1) * OVERSAMPLING
    scene = cv2.GaussianBlur(scene, (0, 0), blur)
    scene = cv2.resize(scene, (size, size), interpolation=cv2.INTER_AREA)
    if random.random() < 0.4:
        scene += np.float32(random.uniform(0.2, 1.2)) * (
            scene - cv2.GaussianBlur(scene, (0, 0), random.uniform(0.8, 2))
        )
    grain = random.normal(0, 1, scene.shape).astype(np.float32)
    if random.random() < 0.5:  # demosaicing and scaling leave noise soft
        grain = 1.5 * cv2.GaussianBlur(grain, (0, 0), 0.7)
    scene += grain * np.float32(random.uniform(0, 9) * random.random())
    picture = np.clip(scene, 0, 255).astype(np.uint8)
    if random.random() < 0.6:
        quality = int(random.integers(45, 97))
        picture = cv2.imdecode(
            cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR
        )
    return picture
