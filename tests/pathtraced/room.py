"""A seed -> the room a table stands in: its lamps and sky, the wood, and how its plastic shines."""

from dataclasses import dataclass, replace

import numpy as np

from tests.pathtraced.palette import Tone
from tests.pathtraced.parts import STUD
from tests.pathtraced.recipe import WOODS

WHITE: Tone = (1.0, 1.0, 1.0)
Spans = tuple[tuple[float, float], tuple[float, float]]
MAIN: Spans = ((220, 620), (1.2, 2.4))  # of a lamp: millimetres beside the middle; light against the sky's
OTHER: Spans = ((100, 700), (0.3, 1.0))


@dataclass(frozen=True, slots=True)
class Lamp:
    """A round lamp."""

    place_mm: tuple[float, float, float]
    size_mm: float
    power: float
    tint: Tone


@dataclass(frozen=True, slots=True)
class Lighting:
    """The lamps that are on and the room's own light."""

    lamps: tuple[Lamp, ...]
    sky: float
    tint: Tone

    def times(self, factor: float) -> "Lighting":
        """The same, brighter or darker."""
        lamps = tuple(replace(lamp, power=lamp.power * factor) for lamp in self.lamps)
        return replace(self, lamps=lamps, sky=self.sky * factor)


@dataclass(frozen=True, slots=True)
class Look:
    """How plastic, wood and grain look in a set."""

    rough: float
    board_rough: float
    grain: float  # share of the path tracer's own noise that is left in a picture
    wood_turn: float  # radians
    wood: tuple[Tone, Tone]


def sky(rng: np.random.Generator) -> float:
    """How bright the room's own light is."""
    return float(rng.uniform(0.35, 0.6))


def sky_tint(rng: np.random.Generator) -> Tone:
    """The colour of the room's own light."""
    return float(rng.uniform(0.92, 1.02)), 1.0, float(rng.uniform(0.98, 1.08))


def lamps(rng: np.random.Generator, cols: int, rows: int, sky: float) -> tuple[Lamp, ...]:
    """One to three lamps above and beside the table, the first one the brightest."""
    count = int(rng.choice([1, 2, 3], p=[0.45, 0.45, 0.1]))
    return tuple(
        _lamp(rng, (cols * STUD / 2, rows * STUD / 2), sky, OTHER if number else MAIN)
        for number in range(count)
    )


def _lamp(rng: np.random.Generator, middle: tuple[float, float], sky: float, spans: Spans) -> Lamp:
    high, way = rng.uniform(700, 1200), rng.uniform(0, 2 * np.pi)
    off, share = (rng.uniform(*span) for span in spans)
    far = np.hypot(high, off) * 0.1  # in Blender's units
    return Lamp(
        place_mm=(float(middle[0] + off * np.cos(way)), float(middle[1] + off * np.sin(way)), float(high)),
        size_mm=float(rng.uniform(140, 380)),
        power=float(share * np.pi**2 * far**2 * sky),
        tint=(1.0, float(rng.uniform(0.93, 1.0)), float(rng.uniform(0.84, 1.0))),
    )


def look(rng: np.random.Generator, wood: int) -> Look:
    """A look at random, on that wood."""
    shift = rng.uniform(0.9, 1.1, 3)
    first, second = ((float(r), float(g), float(b)) for r, g, b in np.array(WOODS[wood]) * shift)
    return Look(
        rough=float(rng.uniform(0.26, 0.38)),
        board_rough=float(rng.uniform(0.28, 0.38)),
        grain=float(rng.uniform(0.1, 0.3)),
        wood_turn=float(rng.normal(0, 0.03)),
        wood=(first, second),
    )
