"""A frame beside its background, and the terrain -> the figures on the table and what no figure explains."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import cv2
import numpy as np

from calibration.camera import Camera
from vision.backdrop import Plane, eye_of
from vision.figure_clothes import leg_colour, torso_colour
from vision.figure_colour import COLOURS, colour_costs
from vision.figure_evidence import Evidence, evidence
from vision.figure_places import Area, likely_spots
from vision.figure_search import (
    LEAST_GAIN,
    Scene,
    Score,
    Spot,
    best_at,
    explain_away,
    scene_of,
    score,
)
from vision.figure_shape import HANDS, HAT, HATS, Pose, Worn
from vision.figure_stencil import REACH
from vision.foreground import SUSPECT, Foreground
from vision.light import Light
from vision.observation import Figure, Hat
from vision.plan import MARGIN, PX
from vision.terrain import Terrain
from vision.tracks import unlikeness

Window = tuple[slice, slice]

SEEDS, LYING_SEEDS = 6, 4  # places and facings looked at for each figure, standing and lying
PATCH_A_FIGURE = 3600  # plan pixels of the box around a patch for which so many are enough
MOST_SHARES = 4
BESIDE = 1.5  # studs from a patch's box within which its figure may stand: it leans
JOINED = np.ones((9, 9), np.uint8)  # plan pixels across which patches count as one thing
LEAST_PATCH = 150  # plan pixels: the least that shows of a figure, the rest looking like the board
MOST_IN_A_PATCH = 12
CLOSE = 9.0  # studs between two figures whose pictures may touch: twice what labels reach
LOOKS_LIKE = 0.5  # unlikeness up to which a figure may be one that is missing: a shade, a legs' colour
STANDING_ROOM, LYING_ROOM = (0.5, 1.1), (2.2, 1.0)  # studs: half of what a figure takes up, forward and aside


@dataclass(frozen=True)
class Patch:
    """Pixels side by side that show no background."""

    window: Window  # their box in the padded plan
    area: Area  # where a figure may stand that explains them


@dataclass(frozen=True)
class Found:
    """A figure, what speaks for it, and the places that came next."""

    best: Score
    seen: Evidence
    next_best: tuple[Score, ...]

    @property
    def confidence(self) -> float:
        """0–1: how much more the best is worth than the next place or facing."""
        margin = self.best.rank - max([s.rank for s in self.next_best], default=0.0)
        return float(1 - np.exp(-max(margin, 0.0) / (0.05 * self.best.gain + 50)))

    def explained(self) -> dict[str, Any]:
        """What it was decided on, in plain numbers."""
        second = self.next_best[0] if self.next_best else None
        return {
            "gain": round(self.best.gain),
            "skin": round(self.seen.skin, 2),
            "crowded": round(self.seen.crowded, 3),
            "runner_up": (second.spot.x, second.spot.y, second.spot.pose.facing) if second else None,
            "margin": round(self.best.rank - second.rank) if second else None,
        }


@dataclass(frozen=True)
class Judge:
    """Who is believed to be a figure: the scene, and the figures that are missing from the table."""

    scene: Scene
    light: Light
    missing: tuple[Figure, ...] = ()

    def believed(self, best: Score, seen: Evidence) -> bool:
        """Whether this is a figure: by what it shows, or because one that looks so is missing."""
        if seen.credible(best.upright):
            return True
        if not self.missing or not seen.could_be_known(best.upright):
            return False
        figure = as_figure(best, 0.0, self.scene, self.light)
        return any(unlikeness(figure, other) <= LOOKS_LIKE for other in self.missing)


@dataclass(frozen=True)
class Reading:
    """The figures of a frame, what each was decided on, and the cost that none of them explains."""

    figures: tuple[Figure, ...]
    explained: tuple[dict[str, Any], ...]
    leftover: Plane  # plan pixels: `background_cost` less what the figures account for


def read_figures(
    seen: Foreground, terrain: Terrain, camera: Camera, missing: tuple[Figure, ...] = ()
) -> Reading:
    """All figures of a frame, patch by patch, the most valuable first; then each is doubted once more.

    One that looks like a figure that is `missing` from the table needs to show less that it is one.
    """
    shown = patches(seen)
    if not shown:
        return Reading((), (), seen.background_cost)
    scene = scene_of(seen, colour_costs(terrain.light), eye_of(camera), terrain.board_colour)
    untouched = scene.kept()
    spots = likely_spots(scene, terrain.tops, [patch.area for patch in shown])
    judge = Judge(scene, terrain.light, missing)
    found = find_figures(judge, shown, spots)
    if any(close(a, b) for a, b in combinations(found, 2)):
        found = doubted(judge, untouched, found)
    inner = (slice(REACH, -REACH), slice(REACH, -REACH))
    leftover = np.where(scene.ground[inner] > 0, seen.background_cost, 0)
    return Reading(
        tuple(as_figure(f.best, f.confidence, scene, terrain.light) for f in found),
        tuple(f.explained() for f in found),
        np.asarray(leftover, np.float32),
    )


def find_figures(judge: Judge, patches: list[Patch], spots: list[Spot]) -> list[Found]:
    """The best explanation of each patch, and of what it leaves, as long as it is a figure."""
    scene = judge.scene
    found: list[Found] = []
    places = np.array([(s.x, s.y) for s in spots]).reshape(-1, 2)
    for patch in patches:
        near = [spots[k] for k in np.flatnonzero(patch.area.holds(places))]
        for _ in range(MOST_IN_A_PATCH):
            if (scene.ground[patch.window] > SUSPECT).sum() < LEAST_PATCH:
                break
            free = [s for s in near if all(apart(s, f.best.spot) for f in found)]
            ranked = [s for s in best_at(scene, seeds(free, patch.window)) if s.rank > LEAST_GAIN]
            each = first_believed(judge, ranked)
            if each is None:
                break
            found.append(each)
            explain_away(scene, each.best)
    return found


def first_believed(judge: Judge, ranked: list[Score]) -> Found | None:
    """The best that is a figure; what only comes second for pixels that no figure shows is none either."""
    refused: list[Score] = []
    for best in ranked:
        rivals = [s for s in ranked if s is not best and not apart(s.spot, best.spot)]
        if any(s in rivals for s in refused):
            continue
        seen = evidence(judge.scene, best)
        if judge.believed(best, seen):
            return Found(best, seen, tuple(rivals))
        refused.append(best)
    return None


def close(a: Found, b: Found) -> bool:
    """Whether two figures may be pictured over one another."""
    return max(abs(a.best.spot.x - b.best.spot.x), abs(a.best.spot.y - b.best.spot.y)) < CLOSE


def doubted(judge: Judge, untouched: Scene, found: list[Found]) -> list[Found]:
    """Those that stand up when all others are believed first: scraps of two figures don't. Weakest first."""
    scene = judge.scene
    left = list(found)
    for each in sorted(found, key=lambda f: f.best.gain):
        near = [f for f in left if f is not each and close(f, each)]
        if not near:
            continue
        window = scene.window(each.best.spot)
        scene.ground[window] = untouched.ground[window]
        scene.odd[window] = untouched.odd[window]
        scene.cell[window] = untouched.cell[window]
        for other in near:
            explain_away(scene, other.best)
        again = score(scene, each.best.spot, 1)
        if again.rank > LEAST_GAIN and judge.believed(again, evidence(scene, again)):
            explain_away(scene, each.best)
        else:
            left.remove(each)
    return left


def patches(seen: Foreground) -> list[Patch]:
    """Each patch that shows no background, the largest first."""
    joined = cv2.morphologyEx(seen.mask.astype(np.uint8), cv2.MORPH_CLOSE, JOINED)
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    large = [row.tolist() for row in stats[1:] if row[cv2.CC_STAT_AREA] >= LEAST_PATCH]
    out = []
    for x, y, w, h, _ in sorted(large, key=lambda row: -row[cv2.CC_STAT_AREA]):
        x0, y0 = x / PX - MARGIN - BESIDE, y / PX - MARGIN - BESIDE
        x1, y1 = (x + w) / PX - MARGIN + BESIDE, (y + h) / PX - MARGIN + BESIDE
        window = (slice(y + REACH, y + h + REACH), slice(x + REACH, x + w + REACH))
        out.append(Patch(window, Area(x0, y0, x1, y1)))
    return out


def seeds(spots: list[Spot], window: Window) -> list[Spot]:
    """The spots to look at: the most promising, not all of them around one place; more in a larger patch."""
    area = (window[0].stop - window[0].start) * (window[1].stop - window[1].start)
    shares = 1 + min(area // PATCH_A_FIGURE, MOST_SHARES)
    out: list[Spot] = []
    for lying, most in ((False, SEEDS), (True, LYING_SEEDS)):
        own: list[Spot] = []
        for spot in (s for s in spots if s.pose.lying == lying):
            near = sum(abs(spot.x - s.x) < BESIDE and abs(spot.y - s.y) < BESIDE for s in own)
            if near < most:
                own.append(spot)
                if len(own) == most * shares:
                    break
        out += own
    return out


def apart(spot: Spot, other: Spot) -> bool:
    """Whether two figures can both be there."""
    (w, d), (v, e) = room(spot.pose), room(other.pose)
    return abs(spot.x - other.x) >= w + v or abs(spot.y - other.y) >= d + e


def room(pose: Pose) -> tuple[float, float]:
    """Half the studs a figure takes up along x and y."""
    forward, side = LYING_ROOM if pose.lying else STANDING_ROOM
    return (forward, side) if pose.facing in (0, 180) else (side, forward)


def as_figure(best: Score, confidence: float, scene: Scene, light: Light) -> Figure:
    """What is said of a figure; its track is for the one who follows it."""
    spot, pose, colours = best.spot, best.spot.pose, best.colours
    worn = pose.worn in HATS
    return Figure(
        track="",
        x=spot.x,
        y=spot.y,
        base=spot.base,
        facing=float(pose.facing),
        lying=pose.lying,
        head=pose.worn != Worn.NOTHING,
        hat=Hat(COLOURS[colours[HAT]]) if worn else False,
        torso=torso_colour(scene, best, light),
        skin=COLOURS[colours[HANDS]],
        legs=leg_colour(scene, best, light),
        confidence=confidence,
    )
