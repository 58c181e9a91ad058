"""Places where a figure may be -> what each is worth as an explanation of the frame.

A pixel is explained by the background, by a figure's part of one colour, or stays unexplained at a fixed
price. A pose is worth what it saves over the first and the last.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.backdrop import Plane
from vision.boxes import Eye
from vision.figure_colour import COLOURS, SCALE, SKINS, WORN_COLOURS, Costs, cells
from vision.figure_shape import (
    ARM_ANGLES,
    GROUPS,
    HANDS,
    HAT,
    HATS,
    HEAD,
    TORSO_AND_ARMS,
    Pose,
    Worn,
)
from vision.figure_stencil import EDGE, REACH, Labels, Stencils, anchor, labels, stencils
from vision.foreground import Foreground
from vision.plan import PX

UNEXPLAINED = 9.0  # chi-square at which "some other thing" explains a pixel
RING_CALM = 4.0  # chi-square that the background beside a figure may cost, its shadow let off
RING_WEIGHT = 0.5
HAND_WEIGHT = 2.0  # hands are small, and of two colours only: a match of them says more
HAT_PRICE = 40.0  # chi-square that a hat's freely chosen colour must earn
SKIN_HAT_PRICE = 500.0  # by which a hat of the skin's colour must beat a bare head: only its outline tells
LYING_MORE = 2.5
LYING_PRICE = 4500.0  # that lying, free of the studs, must earn over standing
TORSO_HAT_PRICE = 250.0  # by which one of the torso's colour must beat bare shoulders
LEAST_GAIN = 1200.0  # full-resolution chi-square that a figure must be worth
PLAIN = 0.94  # brightness from which the darkest part of a head's top counts as plain
HOLLOW = 0.88  # brightness up to which it is the hollow of a head's stud, or its face
HALF = 0.5  # of what a hat of the skin's colour is worth that the bare head must be, if its hollow shows
HEAD_TOP = 12.3  # plates
CEILING = 255  # grey level of what is too bright for the sensor
CLIPPED = 247  # grey levels from which a channel has lost its light to the sensor's ceiling
SKIN_SURE = 5.0  # chi-square up to which a pixel may be skin
SLIDES = (-0.5, -0.25, 0.0, 0.25, 0.5)  # studs: who lies down is bound to no stud
COARSE = 2  # pixels between the samples of a first look
HOPELESS = -1000.0  # a first look worth less is not followed up, arms or no arms
REFINED, FINAL = 2, 3  # one in so many places is tried with its arms, and one in so many of these in full

# colours that a group of parts can't have: skin is one of two, clothes are never nougat
FORBIDDEN = np.full((len(GROUPS), len(COLOURS)), np.inf, np.float32)
FORBIDDEN[:, WORN_COLOURS] = 0
FORBIDDEN[HANDS : HEAD + 1] = np.inf
FORBIDDEN[HANDS, SKINS] = FORBIDDEN[HEAD, SKINS] = 0


@dataclass(frozen=True, slots=True)
class Spot:
    """A place to stand or lie, with a pose."""

    x: float
    y: float
    base: int
    pose: Pose


@dataclass(frozen=True, slots=True)
class Score:
    """A spot, what it is worth, and the colour of each group of parts (index in COLOURS)."""

    spot: Spot
    gain: float
    colours: tuple[int, ...]
    worths: tuple[float, ...]  # of each group of parts

    @property
    def upright(self) -> float:
        """The gain as if it stood: a lying figure shows two and a half times as much of itself."""
        return self.gain / LYING_MORE if self.spot.pose.lying else self.gain

    @property
    def rank(self) -> float:
        """The gain less what a hat or a place off the studs must earn: by this scores compare."""
        lying = LYING_PRICE if self.spot.pose.lying else 0.0
        if self.spot.pose.worn not in HATS:
            return self.gain - lying
        hat = self.colours[HAT]
        like_skin = SKIN_HAT_PRICE if hat == self.colours[HANDS] else 0.0
        like_torso = TORSO_HAT_PRICE if hat == self.colours[TORSO_AND_ARMS] else 0.0
        return self.gain - lying - max(like_skin + like_torso, HAT_PRICE)


@dataclass(frozen=True)
class Scene:
    """What is still to be explained, padded by REACH all round; the arrays change as figures are found."""

    eye: Eye
    costs: Costs  # of figure_colour.colour_costs, with a last row of noughts for pixels explained
    ground: NDArray[np.float32]  # what the background, or nothing, makes of each pixel; 0 once explained
    cell: NDArray[np.uint16]  # each pixel's row in `costs`
    odd: NDArray[np.float32]  # beyond a shadow: what a figure's surroundings should not show
    seen: Plane  # the frame's plan itself, without the padding
    board: str = ""  # the board's colour: what has it may be no more than board

    def kept(self) -> "Scene":
        """The scene as it is now, whatever is found later."""
        return replace(self, ground=self.ground.copy(), cell=self.cell.copy(), odd=self.odd.copy())

    @property
    def width(self) -> int:
        """Columns of the padded plan."""
        return int(self.ground.shape[1])

    def at(self, spot: Spot) -> int:
        """Where the spot's stencil hangs, counted row by row."""
        col, row = anchor(self.eye, spot.x, spot.y, spot.base)
        return (row + REACH) * self.width + col + REACH

    def window(self, spot: Spot) -> tuple[slice, slice]:
        """The pixels that the spot's labels cover."""
        col, row = anchor(self.eye, spot.x, spot.y, spot.base)
        return slice(row, row + 2 * REACH + 1), slice(col, col + 2 * REACH + 1)

    def stencils(self, spots: tuple[Spot, ...], step: int) -> Stencils:
        """Where spots at one place are pictured."""
        at = spots[0]
        return stencils(self.eye, tuple(s.pose for s in spots), at.x, at.y, at.base, step, self.width)

    def labels(self, spot: Spot) -> Labels:
        """Which part each pixel of the spot's window shows."""
        return labels(self.eye, spot.pose, spot.x, spot.y, spot.base)


def scene_of(seen: Foreground, costs: Costs, eye: Eye, board: str = "") -> Scene:
    """A frame beside its background, made ready for the search."""
    bright = seen.seen.copy()
    bright.ravel()[seen.clipped] = CEILING  # a white head stays white in a brighter light
    cell = np.pad(cells(bright), REACH, constant_values=len(costs) - 1)
    ground = np.pad(np.minimum(seen.background_cost, UNEXPLAINED), REACH)
    odd = np.pad(np.clip(seen.odd_cost - RING_CALM, 0, UNEXPLAINED - RING_CALM), REACH)
    return Scene(eye, costs, ground, cell, odd, seen.seen, board)


def score(scene: Scene, spot: Spot, step: int) -> Score:
    """What a spot is worth, from every `step`-th pixel, in full-resolution chi-square."""
    return scores(scene, [spot], step)[0]


def scores(scene: Scene, spots: Sequence[Spot], step: int) -> list[Score]:
    """What each spot is worth; those at one place that follow one another are pictured together."""
    if not spots:
        return []
    shapes, hung, rung = [], [], []
    for _, same in groupby(spots, key=lambda s: (s.x, s.y, s.base, s.pose.facing)):
        each = tuple(same)
        at, shape = scene.at(each[0]), scene.stencils(each, step)
        shapes.append(shape)
        hung.append(shape.pixels + at)
        rung.append(shape.ring + at)
    pixels, counts = np.concatenate(hung), np.concatenate([s.counts for s in shapes])
    ring_counts = np.concatenate([s.ring_counts for s in shapes])
    spent = sums(scene.costs[scene.cell.ravel()[pixels]], counts.ravel(), np.int32)
    spent = spent.reshape(len(spots), len(GROUPS), -1) / np.float32(SCALE) + FORBIDDEN
    best = spent.argmin(axis=2)
    best[:, HANDS] = best[:, HEAD] = (spent[:, HANDS] + spent[:, HEAD]).argmin(axis=1)
    ground = sums(scene.ground.ravel()[pixels], counts.ravel(), np.float32).reshape(counts.shape)
    worths = (ground - np.take_along_axis(spent, best[..., None], 2)[..., 0]) * step**2
    around = sums(scene.odd.ravel()[np.concatenate(rung)], ring_counts, np.float32) * step**2
    gain = worths.sum(axis=1) + (HAND_WEIGHT - 1) * worths[:, HANDS] - RING_WEIGHT * around
    return [
        Score(spot, g, tuple(b), tuple(w))
        for spot, g, b, w in zip(spots, gain.tolist(), best.tolist(), worths.tolist(), strict=True)
    ]


def sums(values: NDArray[Any], counts: NDArray[np.int64], kind: type[np.number[Any]]) -> NDArray[Any]:
    """The sums of runs of values (along the first axis), each so long; 0 of an empty run."""
    out = np.zeros((len(counts), *values.shape[1:]), kind)
    some = counts > 0
    if some.any():
        out[some] = np.add.reduceat(values, (np.cumsum(counts) - counts)[some], axis=0, dtype=kind)
    return out


def best_at(scene: Scene, spots: list[Spot]) -> list[Score]:
    """The spots worth most, best first: a coarse look at all, arms for some, the full look for a few."""
    first = sorted(scores(scene, with_worn(spots), COARSE), key=by_rank)
    standing, lying = ([s for s in distinct(first) if s.spot.pose.lying == down] for down in (False, True))
    hopeful = [s for s in standing if s.rank > HOPELESS]
    # half a stud off, a lying figure is worth little: the best are slid before they are judged
    some = settled(scene, hopeful[: 1 + len(standing) // REFINED], ARMS_HELD)
    some += settled(scene, lying[: 1 + len(lying) // REFINED], SLID)
    few = sorted(some, key=by_rank)[: 1 + len(some) // FINAL]
    final = scores(scene, with_worn(s.spot for s in few), 1)
    each = [[s for s in final if same_figure(s.spot, f.spot)] for f in few]
    return sorted((crowned(scene, options) for options in each), key=by_rank)


def crowned(scene: Scene, options: list[Score]) -> Score:
    """The best of all that one figure may wear.

    A hat of the skin's colour differs from a bare head by its outline, and by its plain top: the stud on a
    head is hollow and its face printed, both dark. Where the picture is clipped a plain top says nothing.
    """
    best = max(options, key=lambda s: s.rank)
    hatted = best.spot.pose.worn in HATS
    if best.spot.pose.worn != Worn.HEAD and not (hatted and best.colours[HAT] in SKINS):
        return best
    top = top_of_head(scene, best.spot)
    if hatted:
        bare = max((s for s in options if s.spot.pose.worn == Worn.HEAD), key=by_gain, default=best)
        hollow = darkest(top) < HOLLOW and bare.colours[HEAD] == best.colours[HAT]
        if hollow and bare.gain > HALF * best.gain:  # what made it look larger is bloom: it explains as much
            return replace(bare, gain=max(bare.gain, best.rank))
        return best
    hats = [s for s in options if s.spot.pose.worn in HATS and s.colours[HAT] == best.colours[HEAD]]
    hat = max(hats, key=by_gain, default=best)
    return hat if hat.gain > best.gain and not is_clipped(top) and darkest(top) > PLAIN else best


def top_of_head(scene: Scene, spot: Spot) -> Plane:
    """The pixels of a stud around the top of a head, as the frame shows them."""
    col, row = anchor(scene.eye, spot.x, spot.y, spot.base + HEAD_TOP)
    reach = PX // 2
    return scene.seen[max(0, row - reach) : row + reach + 1, max(0, col - reach) : col + reach + 1]


def darkest(top: Plane) -> float:
    """How bright the darkest part of a head's top is, 1 being as bright as the rest of it."""
    grey = cv2.GaussianBlur(cv2.cvtColor(top, cv2.COLOR_BGR2GRAY), (0, 0), 0.8) if top.size else top
    edge = PX // 4
    middle = grey[edge:-edge, edge:-edge]
    return float(np.percentile(middle, 4) / max(float(np.median(grey)), 1.0)) if middle.size else 1.0


def is_clipped(top: Plane) -> bool:
    """Whether a top is too bright for the sensor in green and red, of which all skin is made."""
    return bool(top.size) and float(np.median(top[..., 1:].min(axis=2))) > CLIPPED


def with_worn(spots: Iterable[Spot]) -> list[Spot]:
    """Each spot with everything a figure may wear."""
    return [Spot(s.x, s.y, s.base, pose) for s in spots for pose in wardrobe(s.pose)]


@cache
def wardrobe(pose: Pose) -> tuple[Pose, ...]:
    """A pose with everything that may be worn in it: who lies down shows no kinds of hat."""
    return tuple(replace(pose, worn=w) for w in Worn if not (pose.lying and w in HATS[1:]))


@cache
def with_left(pose: Pose) -> tuple[Pose, ...]:
    """A pose with its left arm held in every way."""
    return tuple(replace(pose, left=k) for k in range(len(ARM_ANGLES)))


@cache
def with_right(pose: Pose) -> tuple[Pose, ...]:
    """A pose with its right arm held in every way."""
    return tuple(replace(pose, right=k) for k in range(len(ARM_ANGLES)))


Ways = Callable[[Spot], list[Spot]]
# what the lattice leaves open, one after the other: how each arm is held, or just where one lies
ARMS_HELD: tuple[Ways, ...] = (
    lambda s: [Spot(s.x, s.y, s.base, pose) for pose in with_left(s.pose)],
    lambda s: [Spot(s.x, s.y, s.base, pose) for pose in with_right(s.pose)],
)
SLID: tuple[Ways, ...] = (
    lambda s: [Spot(s.x + d, s.y, s.base, s.pose) for d in SLIDES],
    lambda s: [Spot(s.x, s.y + d, s.base, s.pose) for d in SLIDES],
)


def settled(scene: Scene, found: list[Score], ways: tuple[Ways, ...]) -> list[Score]:
    """The same figures with what the lattice leaves open as it fits each best."""
    for way in ways:
        tried = [way(f.spot) for f in found]
        worth = iter(scores(scene, [spot for each in tried for spot in each], COARSE))
        found = [min((next(worth) for _ in each), key=by_rank) for each in tried]
    return found


def same_figure(a: Spot, b: Spot) -> bool:
    """Whether two spots differ by nothing but what is worn."""
    return (a.x, a.y, a.base) == (b.x, b.y, b.base) and replace(a.pose, worn=b.pose.worn) == b.pose


def by_gain(found: Score) -> float:
    """The key that finds what is worth most, whatever it must earn."""
    return found.gain


def by_rank(found: Score) -> float:
    """The key that sorts the best first."""
    return -found.rank


def distinct(found: list[Score]) -> list[Score]:
    """Those that differ in place or facing."""
    out: dict[tuple[float, float, int, bool], Score] = {}
    for s in found:
        out.setdefault((s.spot.x, s.spot.y, s.spot.pose.facing, s.spot.pose.lying), s)
    return list(out.values())


def explain_away(scene: Scene, found: Score) -> None:
    """Mark what a figure shows, and the blur around it, as explained."""
    window = scene.window(found.spot)
    covered = cv2.dilate((scene.labels(found.spot) > 0).astype(np.uint8), EDGE) > 0
    scene.ground[window][covered] = 0
    scene.odd[window][covered] = 0
    scene.cell[window][covered] = len(scene.costs) - 1
