"""Terrain and bodies -> who sees whom, how much of whom, and how sure that is.

Sight: A sees B if any point of A's body sees any point of B's past terrain and other models. Exposure is
directional: the share of the target's body that the attacker's eye sees. Doubt: both are looked at again
with each body moved across the line by its 95 % error.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

import numpy as np

from referee.law.measured import Doubt, Measured
from referee.law.ruling import Verdict
from referee.measure.blocking import Flags, blocked_by, blocked_by_terrain
from referee.measure.bodies import Body, Prism, Spot, body_points
from referee.measure.walls import Floats

Cover = Literal["none", "soft", "hard"]
Seen = TypeVar("Seen")

SIGMAS_95 = 1.96
INSET = 0.06  # share of a prism by which the points that sight is tried from lie inside it
GRAIN = 0.5
HARD_AT_MOST = 0.05  # share past terrain; less than a twentieth of a body is nothing to shoot at
SOFT_BELOW = 0.9  # share past terrain and models; a tenth hidden is cover


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether two models see each other, whether that holds inside the error, and a line that shows it."""

    seen: bool
    sure: bool
    line: tuple[Spot, Spot]  # a free line if seen, else one between the middles

    def verdict(self, doubt: Doubt) -> Verdict:
        """Legal when seen; a doubt is the mover's or too close to call (HR-7)."""
        if self.sure or doubt is Doubt.CALL:
            plain = Verdict.LEGAL if self.seen else Verdict.ILLEGAL
            return plain if self.sure else Verdict.TOO_CLOSE
        return Verdict.LEGAL


@dataclass(frozen=True, slots=True)
class Exposure:
    """The share of a target that an eye sees: past terrain alone, and past other models too."""

    past_terrain: Measured
    share: Measured

    def cover(self, hard_at_most: float = HARD_AT_MOST, soft_below: float = SOFT_BELOW) -> "CoverSeen":
        """Hard by terrain alone, soft by either (a model in between is never hard), or none."""
        hard = self.past_terrain.value <= hard_at_most
        soft = self.share.value < soft_below
        sure = abs(self.past_terrain.value - hard_at_most) >= self.past_terrain.error
        if not hard:
            sure = sure and abs(self.share.value - soft_below) >= self.share.error
        return CoverSeen("hard" if hard else "soft" if soft else "none", sure)


@dataclass(frozen=True, slots=True)
class CoverSeen:
    """A cover, and whether it holds inside the error."""

    cover: Cover
    sure: bool


def sight(plates: Floats, a: Body, b: Body, others: Sequence[Body] = ()) -> Sight:
    """Do `a` and `b` see each other? The same both ways, since one ordered pair is looked at."""
    if (b.parts, b.model) < (a.parts, a.model):
        back = sight(plates, b, a, others)
        return Sight(back.seen, back.sure, (back.line[1], back.line[0]))
    others = _between(a, b, others)
    found = _free_line(plates, a, b, others)
    seen = found is not None
    moved = _moved(a, b, others, lambda a, b, others: _free_line(plates, a, b, others) is not None)
    sure = all(each == seen for pair in moved for each in pair)
    return Sight(seen, sure, found or (_middle(a), _middle(b)))


def exposure(plates: Floats, attacker: Body, target: Body, others: Sequence[Body] = ()) -> Exposure:
    """How much of `target` the eye of `attacker` sees."""
    others = _between(attacker, target, others)

    def shares(attacker: Body, target: Body, others: Sequence[Body]) -> Floats:
        points, weights = body_points(target)
        eyes = np.broadcast_to(np.asarray(attacker.eye), points.shape)
        behind = blocked_by_terrain(plates, eyes, points)
        hidden = behind | _behind_bodies(others, eyes, points)
        return np.array([weights[~behind].sum(), weights[~hidden].sum()])

    middle = shares(attacker, target, others)
    spread = np.zeros(2)
    for one, other in _moved(attacker, target, others, shares):
        spread += np.maximum(np.abs(one - middle), np.abs(other - middle)) ** 2
    middle = np.clip(np.round(middle, 9), 0.0, 1.0)  # the weights of all points add up to 1 but for dust
    grain = np.where((middle > 0) & (middle < 1), _grain(target), 0.0)
    error = np.sqrt(spread + grain**2)
    return Exposure(Measured(float(middle[0]), float(error[0])), Measured(float(middle[1]), float(error[1])))


def _moved(
    a: Body, b: Body, others: Sequence[Body], look: Callable[[Body, Body, Sequence[Body]], Seen]
) -> Iterator[tuple[Seen, Seen]]:
    """What `look` gives with each unsure body moved across the line by its error, to either side."""
    dx, dy = b.eye[0] - a.eye[0], b.eye[1] - a.eye[1]
    far = math.hypot(dx, dy) or 1.0
    across = (-dy / far, dx / far)

    def aside(body: Body, sign: float) -> Body:
        reach = sign * SIGMAS_95 * body.sigma
        return body.moved(across[0] * reach, across[1] * reach)

    if a.sigma > 0:
        yield look(aside(a, 1), b, others), look(aside(a, -1), b, others)
    if b.sigma > 0:
        yield look(a, aside(b, 1), others), look(a, aside(b, -1), others)
    for place, body in enumerate(others):
        if body.sigma > 0:
            rest = (*others[:place], *others[place + 1 :])
            yield look(a, b, (*rest, aside(body, 1))), look(a, b, (*rest, aside(body, -1)))


def _free_line(plates: Floats, a: Body, b: Body, others: Sequence[Body]) -> tuple[Spot, Spot] | None:
    """Some free line between the bodies, the topmost points tried first."""
    from_a, from_b = _outer_points(a), _outer_points(b)
    starts = np.repeat(from_a, len(from_b), axis=0)
    ends = np.tile(from_b, (len(from_a), 1))
    order = np.argsort(-(starts[:, 2] + ends[:, 2]), kind="stable")
    for some in np.array_split(order, max(len(order) // 300, 1)):
        hidden = _behind_bodies(others, starts[some], ends[some])
        open_yet = some[~hidden]
        free = open_yet[~blocked_by_terrain(plates, starts[open_yet], ends[open_yet])]
        if free.size:
            return _spot(starts[free[0]]), _spot(ends[free[0]])
    return None


def _outer_points(body: Body) -> Floats:
    """The corners of each prism, just inside it, and its middles: where sight begins and ends."""
    found = []
    for prism in body.parts:
        corners = np.asarray(prism.outline)
        middle = corners.mean(axis=0)
        flat = np.vstack([middle + (corners - middle) * (1 - INSET), middle[None]])
        inset = INSET * (prism.top - prism.bottom)
        for height in (prism.bottom + inset, prism.top - inset):
            found.append(np.column_stack([flat, np.full(len(flat), height)]))
    return np.vstack(found)


def _behind_bodies(others: Sequence[Body], starts: Floats, ends: Floats) -> Flags:
    hidden = np.zeros(len(starts), bool)
    for body in others:
        for prism in body.parts:
            hidden |= blocked_by(prism, starts, ends)
    return hidden


def _between(a: Body, b: Body, others: Sequence[Body]) -> tuple[Body, ...]:
    """The other bodies that can come between, those far from the line left out."""
    start, end = np.array(a.eye[:2]), np.array(b.eye[:2])
    along = end - start
    width = _radius(a) + _radius(b)
    near = []
    for body in others:
        if body.model in (a.model, b.model):
            continue
        middle = np.array(body.eye[:2])
        share = float(np.clip((middle - start) @ along / max(float(along @ along), 1e-9), 0.0, 1.0))
        off = float(np.hypot(*(middle - start - share * along)))
        if off <= width + _radius(body) + SIGMAS_95 * (a.sigma + b.sigma + body.sigma):
            near.append(body)
    return tuple(near)


def _radius(body: Body) -> float:
    """Studs from the eye's foot to the farthest corner."""
    x, y, _ = body.eye
    return max(math.dist((x, y), corner) for prism in body.parts for corner in prism.outline)


def _grain(body: Body) -> float:
    """What the sample points can't tell, 95 %; a test holds it against twenty times as many points."""
    return GRAIN / math.sqrt(len(body_points(body)[0]))


def _middle(body: Body) -> Spot:
    prism: Prism = body.parts[-1]
    return body.eye[0], body.eye[1], (prism.bottom + prism.top) / 2


def _spot(point: Floats) -> Spot:
    return float(point[0]), float(point[1]), float(point[2])
