"""Two settled observations and their frames -> the later one with names, and what changed between them.

The pixels have the first word: a model whose picture is the same as before is kept as it was read, so that
a reading that wavers between two explanations never becomes a move.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera
from vision.appearance import apart, appearance
from vision.carried import Shot, carried
from vision.light_changes import light_changed
from vision.observation import Change, Construct, Figure, Observation
from vision.plan import Picture
from vision.sameness import Model, body, likeness, likeness_below_the_neck, likeness_in_other_light
from vision.tracks import paired, unlikeness

SAME = 0.975  # correlation from which a model's picture is the same, hat and all
IN_PLACE = 0.9  # from which it has neither moved nor turned: only something small is gone or new
IN_OTHER_LIGHT = 0.58  # the same once a lamp was switched: unmoved ones had 0.63 and more, moved ones 0.25
ON_ITS_FEET = 0.82  # the same without head and hat: what was lost or put on lies beside it
SURER = 0.15  # confidence by which a new reading of the same pixels must beat the old one
SAME_SPOT = 1.5  # studs within which a new reading is of the same thing
SAME_ROOM = 0.5  # of the smaller one's ground that two models may not share
A_FIGURE = 0.95  # studs within which two standing figures can't both be: one is a stud from front to back
GROWN = 2.0  # studs² by which a model that did not change is read larger when something stands by it
TURNED = 45.0  # degrees
MOVED, CONSTRUCT_MOVED = 0.4, 0.75  # studs; less is only how finely each is read
COMEBACK = 0.9  # unlikeness up to which a model that comes is one that went


@dataclass(frozen=True)
class Settled:
    """A settled observation whose models are named, the frame it was read from, and all names given."""

    seen: Observation
    picture: Picture
    named: int = 0  # names given so far: none is given twice
    gone: tuple[Model, ...] = ()  # models that left the table: they may come back
    kept: tuple[Model, ...] = ()  # models whose picture did not change, in this frame
    in_doubt: bool = False  # whether something near them may have been read as a part of one


def first(seen: Observation, picture: Picture) -> Settled:
    """The first settled observation: every model gets a name, and nothing has changed."""
    models, named = _named((*seen.figures, *seen.constructs), 0)
    return Settled(_with(seen, models, seen.changes, {}), picture, named)


def compare(
    before: Settled, seen: Observation, picture: Picture, half_hidden: frozenset[str] = frozenset()
) -> Settled:
    """The next settled observation: its models with the names they had, and its changes since.

    Models named in `half_hidden` are known to be in their place though something hides a part of them.
    """

    def alike(model: Model) -> float:
        return likeness(model, before.picture, before.seen.camera, picture, seen.camera)

    switched = light_changed(before.seen, seen)

    def in_place(model: Model, like: float) -> bool:
        if model.track in half_hidden:
            return True
        if switched and like < IN_PLACE:
            shots = (before.picture, before.seen.camera, picture, seen.camera)
            return likeness_in_other_light(model, *shots) >= IN_OTHER_LIGHT
        if like >= IN_PLACE or not isinstance(model, Figure) or model.lying:
            return like >= IN_PLACE
        feet = likeness_below_the_neck(model, before.picture, before.seen.camera, picture, seen.camera)
        return feet >= ON_ITS_FEET

    old: tuple[Model, ...] = (*before.seen.figures, *before.seen.constructs)
    new: tuple[Model, ...] = (*seen.figures, *seen.constructs)
    still: list[Model] = []
    free: list[Model] = []
    changes: list[Change] = [*seen.changes, *switched]
    used: set[int] = set()
    likes: dict[str, float] = {}
    grown = False
    for model in old:
        like = likes[model.track] = alike(model)
        if not in_place(model, like):
            free.append(model)
            continue
        again = _same_spot(model, new, used)
        if again is not None and isinstance(model, Figure) and model.track in half_hidden:
            again = again if _way(model, new[again]) < MOVED else None  # what hides it is not it
        used |= set() if again is None else {again}
        after = model if again is None else _read_again(model, new[again], like)
        grown = grown or (again is not None and _area(new[again]) > _area(model) + GROWN)
        still.append(after)
        changes += _worn(model, after)
    # two bodies can't stand on the same studs: what overlaps a model that did not change is a misreading
    unused = [model for k, model in enumerate(new) if k not in used]
    rest = [model for model in unused if not any(overlapping(model, other) for other in still)]
    # what stands on pixels that did not change stood there before, misplaced or not seen: nothing moved
    stood = [model for model in rest if in_place(model, alike(model))]
    fresh = [model for model in rest if model not in stood]
    for k, model in enumerate(stood):
        own = _same_spot(model, free, set())
        if own is not None and type(free[own]) is type(model):
            stood[k] = replace(model, track=free[own].track)
            changes += _worn(free.pop(own), stood[k])
    if seen.relit:  # glare and shadows that moved look built: what is there shows in the next frame too
        fresh = [model for model in fresh if isinstance(model, Figure)]
    pairs = paired(free, fresh, _strangeness(before, free, seen, picture, fresh))
    was, now = Shot(before.picture, before.seen.camera), Shot(picture, seen.camera)
    for a, b in pairs:
        free[a], fresh[b] = _told_better(free[a], _moved_on(free[a], fresh[b]), was, now)
        changes += _went(free[a], fresh[b])
    stayed = [fresh[b] for a, b in pairs if isinstance(fresh[b], Construct) and _way(free[a], fresh[b]) == 0]
    left = [model for k, model in enumerate(free) if k not in {a for a, _ in pairs}]
    if seen.relit:  # who switches a lamp takes no construct away: it only looks otherwise
        still += [model for model in left if isinstance(model, Construct)]
        left = [model for model in left if isinstance(model, Figure)]
    changes += [Change("gone", track=model.track) for model in left]
    gone = (*before.gone, *left)
    new_here = set(range(len(fresh))) - {b for _, b in pairs}
    for b in sorted(new_here):
        back = _comeback(fresh[b], gone)
        fresh[b] = replace(fresh[b], track=back.track if back else "")
        gone = tuple(model for model in gone if model is not back)
    models, named = _named((*still, *stood, *fresh), before.named)
    first_fresh = len(still) + len(stood)
    changes += [Change("appeared", track=models[first_fresh + b].track) for b in sorted(new_here)]
    kept = (*still, *stayed)
    in_doubt = bool(left) or (bool(kept) and (grown or len(rest) < len(unused)))
    return Settled(_with(seen, models, tuple(changes), likes), picture, named, gone, kept, in_doubt)


def _area(model: Model) -> float:
    """Studs² of the room a model takes."""
    low, high = body(model).min(axis=0), body(model).max(axis=0)
    return float((high[0] - low[0]) * (high[1] - low[1]))


def overlapping(a: Model, b: Model) -> bool:
    """Whether two models claim the same room; what stands on top of another does not."""
    if isinstance(a, Figure) and isinstance(b, Figure) and not (a.lying or b.lying):
        return _way(a, b) < A_FIGURE  # hands and hats reach over the neighbour's studs
    (ax0, ay0, az0), (ax1, ay1, az1) = body(a).min(axis=0), body(a).max(axis=0)
    (bx0, by0, bz0), (bx1, by1, bz1) = body(b).min(axis=0), body(b).max(axis=0)
    if az0 >= (bz0 + bz1) / 2 or bz0 >= (az0 + az1) / 2:
        return False
    shared = max(0.0, min(ax1, bx1) - max(ax0, bx0)) * max(0.0, min(ay1, by1) - max(ay0, by0))
    return bool(shared > SAME_ROOM * min((ax1 - ax0) * (ay1 - ay0), (bx1 - bx0) * (by1 - by0)))


def _strangeness(
    before: Settled, free: Sequence[Model], seen: Observation, picture: Picture, fresh: Sequence[Model]
) -> NDArray[np.float64]:
    """How differently coloured (0–1) the pixels are that went with each `free` and came with each `fresh`."""
    was, now = (before.picture, before.seen.camera), (picture, seen.camera)
    went = [appearance(model, *was, *now) for model in free]
    came = [appearance(model, *now, *was) for model in fresh]
    return np.array([[apart(a, b) for b in came] for a in went], float).reshape(len(went), len(came))


def came(model: Model, before: Settled, picture: Picture, camera: Camera) -> bool:
    """Whether a model stands where the last settled frame showed something else."""
    return likeness(model, before.picture, before.seen.camera, picture, camera) < IN_PLACE


def _same_spot(model: Model, new: Sequence[Model], used: set[int]) -> int | None:
    """The new reading of what stands where `model` stood, its own kind first."""
    ways = [
        (type(other) is not type(model), float(np.hypot(model.x - other.x, model.y - other.y)), k)
        for k, other in enumerate(new)
        if k not in used
    ]
    near = [way for way in ways if way[1] <= SAME_SPOT]
    return min(near)[2] if near else None


def _read_again(model: Model, again: Model, like: float) -> Model:
    """A model in its place after a second reading: of the same pixels a figure's surer one counts."""
    if isinstance(model, Figure) and isinstance(again, Figure):
        if again.confidence > model.confidence + SURER:
            return replace(again, track=model.track)
        return model if like >= SAME else replace(model, head=again.head, hat=again.hat)
    if isinstance(model, Construct) and isinstance(again, Construct) and like < SAME:
        return replace(model, plates=again.plates, colours=again.colours, pieces=again.pieces)
    return model


def _told_better(before: Model, after: Model, was: Shot, now: Shot) -> tuple[Model, Model]:
    """Both ends of a construct's way, by all that is known of its size once it was seen at both."""
    if not (isinstance(before, Construct) and isinstance(after, Construct)):
        return before, after
    if _way(before, after) < CONSTRUCT_MOVED:
        return before, after
    way = carried(before, was, after, now)
    return replace(before, x=way.start[0], y=way.start[1]), way.there


def _moved_on(before: Model, after: Model) -> Model:
    """The new reading under the old name: plastic keeps its colours, so the first reading of them stays."""
    if isinstance(before, Figure) and isinstance(after, Figure):
        return replace(
            after,
            track=before.track,
            torso=before.torso or after.torso,
            legs=before.legs or after.legs,
            skin=before.skin or after.skin,
        )
    if (
        isinstance(before, Construct)
        and isinstance(after, Construct)
        and _way(before, after) < CONSTRUCT_MOVED
    ):
        # something stands before it, or it lost a piece: its place is known better from before
        return replace(after, track=before.track, x=before.x, y=before.y, footprint=before.footprint)
    return replace(after, track=before.track)


def _way(a: Model, b: Model) -> float:
    """Studs between two places."""
    return float(np.hypot(a.x - b.x, a.y - b.y))


def _worn(before: Model, after: Model) -> Iterator[Change]:
    """Hats and heads that a figure lost or gained; what can't be told is no change."""
    if not (isinstance(before, Figure) and isinstance(after, Figure)):
        return
    if None not in (before.head, after.head) and before.head != after.head:
        yield Change("gained" if after.head else "lost", track=after.track, what="head")
    if None not in (before.hat, after.hat) and bool(before.hat) != bool(after.hat):
        yield Change("gained" if after.hat else "lost", track=after.track, what="hat")


def _went(before: Model, after: Model) -> Iterator[Change]:
    """How a model whose picture changed got from one reading to the other."""
    way = _way(before, after)
    if way >= (CONSTRUCT_MOVED if isinstance(after, Construct) else MOVED):
        yield Change("moved", after.track, (before.x, before.y), (after.x, after.y))
    if before.facing is not None and after.facing is not None:
        turn = abs((after.facing - before.facing + 180) % 360 - 180)
        if turn >= TURNED:
            yield Change("turned", after.track, before.facing, after.facing)
    yield from _worn(before, after)


def _comeback(model: Model, gone: Sequence[Model]) -> Model | None:
    """The model among those that left which `model` looks like."""
    likely = min(gone, key=lambda other: unlikeness(other, model), default=None)
    return likely if likely is not None and unlikeness(likely, model) <= COMEBACK else None


def _named(models: Sequence[Model], named: int) -> tuple[tuple[Model, ...], int]:
    """Names for those that have none: f1, f2 … for figures, c3 … for constructs."""
    out: list[Model] = []
    for model in models:
        if not model.track:
            named += 1
            model = replace(model, track=f"{'f' if isinstance(model, Figure) else 'c'}{named}")
        out.append(model)
    return tuple(out), named


def _with(
    seen: Observation, models: Sequence[Model], changes: tuple[Change, ...], likes: dict[str, float]
) -> Observation:
    """The observation with its models named; what they were read as stays beside, to be explained."""
    figures = tuple(model for model in models if isinstance(model, Figure))
    constructs = tuple(model for model in models if isinstance(model, Construct))
    explained = seen.explained | {"read": (*seen.figures, *seen.constructs), "likeness": likes}
    return replace(seen, figures=figures, constructs=constructs, changes=changes, explained=explained)
