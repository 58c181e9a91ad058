"""What is believed of a table and its next settled frame -> what is believed now, with names and changes."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration import Table
from vision.backdrop import channel_max
from vision.changes import Settled, came, compare, first, overlapping
from vision.observation import Construct, Die, Figure, Observation
from vision.observe import Known, Reading, found_again, read
from vision.plan import Picture, View
from vision.relight import relit
from vision.sameness import STANDING_PLATES, Model, body
from vision.settle import differ, shrunk
from vision.terrain import Terrain

EVEN = (0.0, 0.0, 0.0)  # the light of a frame that is the background itself
CHANGED = 24  # grey levels from which a plan pixel shows something else than before
PLAINLY_OTHER, FEW = 60, 0.005  # grey levels, and share of a tray, that need no closer look to be other dice
STILL_SHOWN = 0.6  # of a construct's pixels: what hides the rest has been put before it
FIGURE_SHOWN = (
    0.4  # of a figure's: of five rendered ones, those that stayed showed 0.46, those that left 0.02
)
CORE = (0.5, 1.0)  # studs: half of a figure's body without arms, ahead and aside
ONE_SIDED = 0.2  # of a model's width that the middle of what hides it lies from its own
SPECK = np.ones((3, 3), np.uint8)  # plan pixels: what is smaller is noise, the least piece is 16 across
RIM = np.ones((7, 7), np.uint8)  # plan pixels around a model that are its own too: its outline is blurred


@dataclass(frozen=True)
class Memory:
    """All that one settled frame leaves behind for the next."""

    table: Table
    terrain: Terrain | None = None
    last: Settled | None = None
    plan: Picture | None = None  # of the frame that `last` was read from

    @property
    def seen(self) -> Observation | None:
        """The last settled observation, its models named, its changes against the one before."""
        return self.last.seen if self.last else None


def read_next(memory: Memory, frame: Picture) -> Memory:
    """The memory after one more settled frame. What shows the very same pixels is not read again."""
    now, knocked = found_again(memory.table, frame)
    plan = View(now.camera, now.board).plan(frame)
    dice = dice_kept(memory, frame)
    known = untouched(memory, plan) if now.camera == memory.table.camera else None
    still = known.models if known else ()

    def seen_with(missing: tuple[Figure, ...], dice: tuple[Die, ...] | None) -> tuple[Reading, Observation]:
        reading = read(now, memory.terrain, frame, plan, dice, known, missing)
        seen = _beside(reading.seen, still)
        return reading, replace(seen, changes=(*knocked, *seen.changes))

    reading, seen = seen_with(_missing(memory.last), dice)
    if memory.last is None:
        return _in_its_light(Memory(now, reading.terrain, first(seen, frame), plan))
    last = compare(memory.last, seen, frame)
    if _missing(last) != _missing(memory.last):  # who just left may stand elsewhere, hard to make out
        reading, seen = seen_with(_missing(last), seen.dice)
        last = compare(memory.last, seen, frame)
    if last.in_doubt:
        last = _read_apart(memory, replace(reading, seen=seen), last, frame, plan)
    return _in_its_light(Memory(now, reading.terrain, last, plan))


def _in_its_light(memory: Memory) -> Memory:
    """The memory whose terrain shows as it does in the light of its last frame."""
    last, plan = memory.last, memory.plan
    if memory.terrain is None or last is None or plan is None or not last.seen.relit:
        return memory
    models: tuple[Model, ...] = (*last.seen.figures, *last.seen.constructs)
    terrain = relit(memory.terrain, memory.table, last.picture, plan, models)
    return replace(memory, terrain=terrain, last=replace(last, seen=replace(last.seen, light=EVEN)))


def _missing(last: Settled | None) -> tuple[Figure, ...]:
    """Figures that left the table and did not come back."""
    return tuple(model for model in last.gone if isinstance(model, Figure)) if last else ()


def _beside(seen: Observation, still: tuple[Model, ...]) -> Observation:
    """An observation with models that were not read again behind those that were."""
    figures = (*seen.figures, *(m for m in still if isinstance(m, Figure)))
    return replace(
        seen,
        figures=figures,
        constructs=(*seen.constructs, *(m for m in still if isinstance(m, Construct))),
    )


def untouched(memory: Memory, plan: Picture) -> Known | None:
    """Models in whose pictures no pixel changed, nor in those that theirs may touch, and their pixels.

    `plan` shows the new frame from where the camera hung before.
    """
    last = memory.last
    if last is None or last.seen.camera != memory.table.camera:
        return None
    view = View(memory.table.camera, memory.table.board)
    changed = changed_pixels(memory, plan)
    models: tuple[Model, ...] = (*last.seen.figures, *last.seen.constructs)
    rooms = [own_pixels(model, view) for model in models]
    restless = [k for k, room in enumerate(rooms) if bool((room & changed).any())]
    waiting = list(restless)
    while waiting:  # a neighbour is read again with what it may hide
        room = rooms[waiting.pop()]
        near = [k for k, r in enumerate(rooms) if k not in restless and bool((r & room).any())]
        restless += near
        waiting += near
    still = [k for k in range(len(models)) if k not in restless]
    known = np.zeros(view.shape, bool)
    for k in still:
        known |= rooms[k]
    return Known(tuple(models[k] for k in still), known)


def _read_apart(memory: Memory, reading: Reading, now: Settled, frame: Picture, plan: Picture) -> Settled:
    """The frame compared again, with what came read by itself, apart from the models it may stand against."""
    before = memory.last
    assert before is not None
    seen, view = reading.seen, View(reading.table.camera, reading.table.board)
    changed = changed_pixels(memory, plan)
    gone = {change.track for change in now.seen.changes if change.kind == "gone"}
    figures_there = [f for f in before.seen.figures if f.track in gone and still_shown(f, view, changed)]
    half_hidden: tuple[Model, ...] = tuple(
        model
        for model in before.seen.constructs
        if model.track not in {m.track for m in now.kept} and half_covered(own_pixels(model, view), changed)
    )
    half_hidden = (*half_hidden, *figures_there)
    kept = (*now.kept, *half_hidden)
    if not kept:
        return now
    known = np.zeros_like(changed)
    for model in kept:
        known |= own_pixels(model, view) & ~changed
    alone = read(reading.table, reading.terrain, frame, plan, seen.dice, Known(kept, known)).seen
    figures = [f for f in seen.figures if any(overlapping(f, model) for model in kept)]
    constructs = [c for c in seen.constructs if any(overlapping(c, model) for model in kept)]
    figures += [f for f in alone.figures if came(f, before, frame, alone.camera)]
    constructs += [c for c in alone.constructs if came(c, before, frame, alone.camera)]
    apart = replace(seen, figures=tuple(figures), constructs=tuple(constructs))
    return compare(before, apart, frame, frozenset(model.track for model in half_hidden))


def changed_pixels(memory: Memory, plan: Picture) -> NDArray[np.bool_]:
    """Where a plan shows something else than in the last settled frame."""
    assert memory.plan is not None
    step = cv2.absdiff(cv2.blur(plan, (3, 3)), cv2.blur(memory.plan, (3, 3)))
    other = (channel_max(step) > CHANGED).astype(np.uint8)
    return np.asarray(cv2.dilate(cv2.morphologyEx(other, cv2.MORPH_OPEN, SPECK), RIM) > 0)


def own_pixels(model: Model, view: View) -> NDArray[np.bool_]:
    """The plan pixels that a model's room may show in."""
    own = np.zeros(view.shape, np.uint8)
    cv2.fillConvexPoly(own, cv2.convexHull(view.project(body(model)).round().astype(np.int32)), 1)
    return np.asarray(cv2.dilate(own, RIM) > 0)


def half_covered(own: NDArray[np.bool_], changed: NDArray[np.bool_]) -> bool:
    """Whether what changed of a model's pixels lies on one side of it: a shifted model changes on both."""
    touched = own & changed
    if not touched.any() or touched.sum() > (1 - STILL_SHOWN) * own.sum():
        return False
    aside = np.argwhere(touched).mean(axis=0) - np.argwhere(own).mean(axis=0)
    return bool(np.hypot(*aside) > ONE_SIDED * np.sqrt(own.sum()))


def still_shown(figure: Figure, view: View, changed: NDArray[np.bool_]) -> bool:
    """Whether most of a standing figure's own body shows the pixels it showed: it never left its studs."""
    if figure.lying or figure.facing is None:
        return False
    ahead, aside = CORE if figure.facing in (0, 180) else CORE[::-1]
    x0, y0, x1, y1 = figure.x - ahead, figure.y - aside, figure.x + ahead, figure.y + aside
    base = figure.base or 0
    room = np.array(
        [(x, y, z) for x in (x0, x1) for y in (y0, y1) for z in (base, base + STANDING_PLATES)], float
    )
    own = np.zeros(view.shape, np.uint8)
    cv2.fillConvexPoly(own, cv2.convexHull(view.project(room).round().astype(np.int32)), 1)
    shown = own > 0
    return bool(shown.any()) and float(changed[shown].mean()) <= 1 - FIGURE_SHOWN


def dice_kept(memory: Memory, frame: Picture) -> tuple[Die, ...] | None:
    """The dice as they were read before, if the tray's picture is still the same; None to read them."""
    last, corners = memory.last, np.array(memory.table.tray_px, float).reshape(-1, 2)
    if last is None or not len(corners) or last.picture.shape != frame.shape:
        return None
    x0, y0 = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    x1, y1 = np.ceil(corners.max(axis=0)).astype(int)
    now, before = frame[y0:y1, x0:x1], last.picture[y0:y1, x0:x1]
    if not now.size:
        return None
    plainly = cv2.absdiff(np.ascontiguousarray(now[::4, ::4]), np.ascontiguousarray(before[::4, ::4]))
    if (np.asarray(plainly) > PLAINLY_OTHER).mean() > FEW or differ(shrunk(now), shrunk(before)):
        return None
    return last.seen.dice
