"""What makes of dice look like, made up at random."""

from dataclasses import dataclass

import numpy as np

from vision.dice.ground import Array, hue

DARK = 80.0  # grey levels


@dataclass(frozen=True, slots=True)
class Look:
    """What a make of dice looks like; lengths in sides."""

    body: Array
    marbling: Array  # the second colour its body is mixed with
    pip: Array
    pip_radius: float
    spread: float  # from a face's middle to its outer pips, along each axis
    rounding: float
    pair_scale: float  # two and three often stand closer together
    one_scale: float  # a lone pip is often larger
    gloss: float
    dent: float  # how strongly pips show their rim


def make_look(random: np.random.Generator) -> Look:
    """A make of dice, with pips that can be told from the body."""
    kind = random.choice(["white", "black", "any"], p=[0.18, 0.24, 0.58])
    if kind == "white":
        body = random.uniform(185, 255) * np.array([random.uniform(0.8, 1), random.uniform(0.93, 1), 1])
    elif kind == "black":
        body = random.uniform(10, 75, 3) * random.uniform(0.4, 1)
        body += random.choice([0.0, 0.8]) * (body.mean() - body)
    else:
        body = hue(random, random.uniform(0.4, 1), random.uniform(60, 255))
    marbling = body
    if random.random() < 0.5:
        marbling = body * random.uniform(0.2, 0.8)
        if random.random() < 0.5:
            marbling = hue(random, random.uniform(0.2, 1), random.uniform(20, 255))
    radius = random.uniform(0.065, 0.13)
    return Look(
        body,
        marbling,
        pip=pip_colour(random, body, marbling),
        pip_radius=radius,
        spread=random.uniform(max(0.15, 1.75 * radius), 0.29),  # fat pips need room
        pair_scale=random.choice([1.0, random.uniform(0.7, 1)]),
        rounding=random.uniform(0.03, 0.27),
        one_scale=random.choice([1.0, random.uniform(1, 1.5)]),
        gloss=random.uniform(0, 1) ** 1.5,
        dent=random.uniform(0, 1) if random.random() < 0.6 else 0.0,
    )


def pip_colour(random: np.random.Generator, body: Array, marbling: Array) -> Array:
    """Paint that stands out from a body, sometimes only just."""
    wanted = random.choice([60.0, random.uniform(22, 60)], p=[0.5, 0.5])
    kinds = ["white", "black", "any"] if random.random() < 0.65 else ["as bright"]
    if luma(body) < DARK and random.random() < 0.45:
        kinds = ["ember"]
    while True:
        kind = random.choice(kinds)
        if kind == "white":
            pip = np.full(3, random.uniform(200, 255))
        elif kind == "black":
            pip = np.full(3, random.uniform(5, 60))
        elif kind == "ember":  # dark red on black, the hardest make there is
            pip = np.array([0.2, 0.15, 1.0]) * random.uniform(70, 200) * random.uniform(0.6, 1.2, 3)
        else:
            pip = hue(random, random.uniform(0.5, 1), random.uniform(80, 255))
        if kind == "as bright":  # told by its hue alone
            pip = np.minimum(pip * random.uniform(0.7, 1.5) * luma(body) / luma(pip), 255)
        if min(contrast(pip, body), contrast(pip, marbling)) > wanted:
            return pip
        wanted *= 0.97  # between two unlike colours nothing may stand out so far


def luma(colour: Array) -> float:
    """How bright a BGR colour is to the eye."""
    return float(colour @ [0.11, 0.59, 0.3])


def contrast(a: Array, b: Array) -> float:
    """How far two colours are apart to the eye, roughly: luma weighs more than hue."""
    d = a - b
    return float(np.hypot(1.3 * luma(d), 0.45 * np.linalg.norm(d - luma(d))))
