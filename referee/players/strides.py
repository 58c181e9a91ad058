"""A figure, the terrain and an allowance -> places where it could be put down, by what going there costs."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hardware.virtual.scene import Minifig, Model
from referee.measure.walls import Walls, climbing
from referee.measure.ways import least_way, reach_map
from referee.players.deeds import Carry, Point
from referee.players.look import BEYOND, Look, heights_of

ROOM = 3.0  # studs between two figures' middles: hands and swords don't touch
CONSTRUCT_ROOM = 5.0  # studs from a construct's middle to where nothing of it stands
EDGE = 2  # studs along the board's edge that are left free
TRIES = 14


@dataclass(frozen=True, slots=True)
class Spot:
    """A pair of studs: its middle, its height in plates, and roughly what it costs to get there."""

    at: Point
    top: float
    level: bool
    about: float


class Strides:
    """What a figure's ways cost, by a player's ruler."""

    def __init__(self, look: Look, model: Model, walls: Walls | None = None) -> None:
        self._look, self._model = look, model
        self._heights = heights_of(look.scene)
        self._walls = walls if walls is not None else climbing(self._heights)
        self._start = (model.x, model.y)

    def cost(self, at: Point) -> float:
        """Studs of the least costly way."""
        way = least_way(self._walls, self._start, at)
        return math.inf if way is None else way.cost

    def spots(self, within: float) -> list[Spot]:
        """Free stud pairs of the model's facing, at most about `within` studs away."""
        about = reach_map(self._walls, self._start, within + 1.0)
        tops = self._heights
        rows, cols = tops.shape
        down = not isinstance(self._model, Minifig) or round(self._model.facing / 90) % 2 == 0
        step = (1, 0) if down else (0, 1)  # the second stud of the pair, down or across
        shape = (rows - 2 * EDGE - step[0], cols - 2 * EDGE - step[1])
        r, c = (places.ravel() + EDGE for places in np.indices(shape))
        r2, c2 = r + step[0], c + step[1]
        costs = (about[r, c] + about[r2, c2]) / 2
        found = []
        for i in np.flatnonzero(costs <= within):
            at = ((c[i] + c2[i]) / 2 + 0.5, (r[i] + r2[i]) / 2 + 0.5)
            if self._look.clear(self._model.name, at, ROOM):
                one, other = tops[r[i], c[i]], tops[r2[i], c2[i]]
                spot = Spot(
                    (float(at[0]), float(at[1])), float(max(one, other)), bool(one == other), costs[i]
                )
                found.append(spot)
        return found

    def carry(self, spot: Spot) -> Carry:
        """The model is put there."""
        return Carry(self._model.name, self._look.put_down(self._model, spot.at), spot.top)

    def within(self, allowance: float, good: Callable[[Spot], float]) -> Spot | None:
        """A lawful place, the better the likelier."""
        spots = [s for s in self.spots(allowance) if s.level and math.dist(s.at, self._start) >= 1.5]
        spots = [s for s in sorted(spots, key=good) if not self._past_others(s.at)]
        return self._first(spots[:TRIES], lambda cost: cost <= allowance)

    def a_little_beyond(self, allowance: float) -> Spot | None:
        """A place beyond the allowance by one to three stated errors, or as little as studs allow."""
        low, high = (allowance + times * self._look.error(self._model) for times in BEYOND)
        spots = [s for s in self.spots(high + 0.5) if s.level and s.about >= low - 0.5]
        self._look.rng.shuffle(spots)
        spots = [s for s in spots if not self._past_others(s.at)][: 2 * TRIES]
        fine = self._first(spots, lambda cost: low < cost < high)
        return fine or self._first(spots, lambda cost: cost > low)

    def far_beyond(self, allowance: float) -> Spot | None:
        """A place well beyond the allowance."""
        spots = [s for s in self.spots(allowance + 9.0) if s.level and s.about >= allowance + 3.0]
        self._look.rng.shuffle(spots)
        return self._first(spots[:TRIES], lambda cost: cost > allowance + 2.0)

    def not_level(self, allowance: float) -> Spot | None:
        """A place near enough where one foot hangs over a step."""
        spots = [s for s in self.spots(allowance - 1.0) if not s.level]
        return spots[self._look.one_of(spots)] if spots else None

    def near(self, far: float) -> Spot | None:
        """Some other lawful-looking place close by."""
        spots = [s for s in self.spots(far) if s.level and math.dist(s.at, self._start) >= 2.0]
        return spots[self._look.one_of(spots)] if spots else None

    def _first(self, spots: list[Spot], wanted: Callable[[float], bool]) -> Spot | None:
        return next((spot for spot in spots if wanted(self.cost(spot.at))), None)

    def _past_others(self, end: Point) -> bool:
        """Does somebody stand near the straight line there? Ways around people are not cut so finely."""
        (x0, y0), (x1, y1) = self._start, end
        length = math.dist(self._start, end)
        for model in self._look.scene.models:
            if model.name != self._model.name:
                t = ((model.x - x0) * (x1 - x0) + (model.y - y0) * (y1 - y0)) / length**2
                nearest = (x0 + min(max(t, 0), 1) * (x1 - x0), y0 + min(max(t, 0), 1) * (y1 - y0))
                room = ROOM if isinstance(model, Minifig) else CONSTRUCT_ROOM
                if math.dist(nearest, (model.x, model.y)) < room:
                    return True
        return False
