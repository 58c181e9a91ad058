"""Two models set close together on rendered tables -> how well both are read, by the studs between them.

`python -m tests.vision.close_models 1 4` renders the tables of these seeds, first to last. On each, of two
pairs one model stands, the other is put beside it, and then one of them goes away: every step is read knowing
the one before, and the close ones from scratch too. `--trouble` says what was read wrongly.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np

from calibration.camera import Camera, Lens
from calibration.table import Board, Table
from hardware.virtual.builders import HAT_KINDS, overhead
from hardware.virtual.models import mech, ship, vehicle, wagon, walker
from hardware.virtual.palette import BOARD_COLOURS, BRICK_COLOURS
from hardware.virtual.render import Renderer
from hardware.virtual.scene import Board as VirtualBoard
from hardware.virtual.scene import Built, Hat, Lamp, Light, Minifig, Model, Scene
from vision.memory import Memory, read_next
from vision.observation import Construct, Figure, Observation
from vision.terrain import read_terrain

SIDE = 32  # studs of the board
HALF = SIDE // 2
KINDS = (("figure", "figure"), ("figure", "construct"), ("construct", "construct"))
GAPS = (0, 1, 2)
NEAR = {
    "figure": 1.5,
    "construct": 2.5,
}  # studs within which a model counts as found, as the scoreboard has it
EXACT = 0.26  # studs
AHEAD, ASIDE = 0.5, 1.2  # studs: half of a figure's body without its hands, arms included
Rect = tuple[float, float, float, float]


@dataclass
class Count:
    """What was right of one kind of pair, at one gap, in one kind of frame."""

    found: list[bool] = field(default_factory=list)
    exact: list[bool] = field(default_factory=list)
    named: list[bool] = field(default_factory=list)
    told: list[bool] = field(default_factory=list)  # the one move, and nothing else
    made_up: int = 0


def footprint(model: Model) -> Rect:
    """The studs a model stands on, or over."""
    if isinstance(model, Minifig):
        w, d = (0.5, 1.0) if model.facing in (0, 180) else (1.0, 0.5)
        return model.x - w, model.y - d, model.x + w, model.y + d
    cos, sin = round(np.cos(np.radians(model.facing))), round(np.sin(np.radians(model.facing)))
    corners = [
        (x * cos - y * sin, x * sin + y * cos)
        for b in (part.block for part in model.parts)
        for x, y in ((b.x, b.y), (b.x + b.w, b.y + b.d))
    ]
    xs, ys = [c[0] for c in corners], [c[1] for c in corners]
    return model.x + min(xs), model.y + min(ys), model.x + max(xs), model.y + max(ys)


def middle(model: Model) -> tuple[float, float]:
    """What a reader calls a model's place."""
    x0, y0, x1, y1 = footprint(model)
    return (x0 + x1) / 2, (y0 + y1) / 2


def shifted(model: Model, x0: float, y0: float) -> Model:
    """The model with its footprint's corner at a place of the lattice."""
    left, top, _, _ = footprint(model)
    return replace(model, x=model.x + x0 - left, y=model.y + y0 - top)


def gap(a: Model, b: Model) -> float:
    """Studs between two footprints; negative when they overlap."""
    ax0, ay0, ax1, ay1 = footprint(a)
    bx0, by0, bx1, by1 = footprint(b)
    return max(bx0 - ax1, ax0 - bx1, by0 - ay1, ay0 - by1)


def collide(a: Model, b: Model) -> bool:
    """Whether two bodies can't both be there: a figure's arms stand out over its studs."""

    def room(model: Model) -> Rect:
        if isinstance(model, Built):
            return footprint(model)
        w, d = (AHEAD, ASIDE) if model.facing in (0, 180) else (ASIDE, AHEAD)
        return model.x - w, model.y - d, model.x + w, model.y + d

    (ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1) = room(a), room(b)
    return min(ax1, bx1) - max(ax0, bx0) > 0.01 and min(ay1, by1) - max(ay0, by0) > 0.01


def some_model(kind: str, name: str, colours: list[str], rng: np.random.Generator) -> Model:
    """A model of its kind in some of these colours, the first above all."""
    facing = float(rng.choice([0, 90, 180, 270]))
    a, b, c = colours[0], *(str(v) for v in rng.choice(colours[1:], 2, replace=False))
    if kind == "figure":
        hat = Hat(b, HAT_KINDS[int(rng.integers(4))]) if rng.random() < 0.7 else None
        skin = str(rng.choice(["yellow", "light_nougat"]))
        return Minifig(name, 0, 0, 0, facing, a, c, skin, hat)
    kind = str(rng.choice(["mech", "vehicle", "walker", "wagon", "ship"]))
    if kind == "mech":
        return mech(name, 0, 0, a, b, c, facing)
    if kind in ("walker", "wagon"):
        pieces = [("one", b), ("two", c)][: int(rng.integers(1, 3))]
        return (walker if kind == "walker" else wagon)(name, 0, 0, a, pieces, facing)
    return (vehicle if kind == "vehicle" else ship)(name, 0, 0, a, b, facing)


def beside(still: Model, other: Model, studs: int, others: list[Model], rng: np.random.Generator) -> Model:
    """The other model so many studs from the first, on any side of it where there is room."""
    x0, y0, x1, y1 = footprint(still)
    left, top, right, bottom = footprint(other)
    w, d = right - left, bottom - top
    for _ in range(200):
        x, y = (float(rng.integers(round(lo - s + 1), round(hi))) for lo, hi, s in ((x0, x1, w), (y0, y1, d)))
        side = int(rng.integers(4))
        x = (x0 - w - studs, x1 + studs, x, x)[side]
        y = (y, y, y0 - d - studs, y1 + studs)[side]
        put = shifted(other, x, y)
        inside = min(x, y) >= 1 and max(x + w, y + d) <= SIDE - 1
        if inside and not collide(still, put) and all(gap(put, o) >= 2 for o in others):
            return put
        other = replace(other, facing=float(rng.choice([0, 90, 180, 270]))) if side == 3 else other
        left, top, right, bottom = footprint(other)
        w, d = right - left, bottom - top
    raise ValueError("no room")


def far(
    model: Model, quarter: tuple[int, int], others: list[Model], rng: np.random.Generator, side: int = HALF
) -> Model:
    """The model somewhere in a quarter of the board, or on all of it, with room around it."""
    for _ in range(500):
        x, y = (q * side + int(v) for q, v in zip(quarter, rng.integers(2, side - 8, 2), strict=True))
        put = shifted(model, x, y)
        if all(gap(put, o) >= 3 for o in others):
            return put
    raise ValueError("no room")


@dataclass(frozen=True)
class Shot:
    """What stands on the table, which pair of it was touched, and how."""

    step: str
    key: tuple[str, int, bool]  # kinds, gap, same colours
    models: dict[str, Model]
    pair: tuple[str, str]
    mover: str


def story(kinds: tuple[str, str], studs: int, board: str, rng: np.random.Generator) -> Iterator[Shot]:
    """Two pairs, one of the same colours: set up apart, put together, and parted again, one by one."""
    colours = [c for c in BRICK_COLOURS if c != board]
    models: dict[str, Model] = {}
    pairs: list[tuple[str, str]] = []
    for k in (0, 1):
        names = (f"a{k}", f"b{k}") if rng.random() < 0.5 else (f"b{k}", f"a{k}")
        first = [str(c) for c in rng.permutation(colours)]
        second = first if k else [str(c) for c in rng.permutation(colours)]
        for j, (name, kind, own) in enumerate(zip(names, kinds, (first, second), strict=True)):
            models[name] = far(some_model(kind, name, own, rng), (j, k), [*models.values()], rng)
        pairs.append((f"a{k}", f"b{k}"))

    def shot(step: str, k: int, mover: str = "") -> Shot:
        named = "–".join(kinds)
        return Shot(step, (named, studs, bool(k)), dict(models), pairs[k], mover)

    yield shot("set-up", 0)
    for k, (a, b) in enumerate(pairs):
        others = [m for name, m in models.items() if name not in (a, b)]
        models[b] = beside(models[a], models[b], studs, others, rng)
        yield shot("joined", k, b)
    for k, pair in enumerate(pairs):
        leaver = str(rng.choice(pair))
        stay = [m for name, m in models.items() if name != leaver]
        turned = replace(models[leaver], facing=float(rng.choice([0, 90, 180, 270])))
        models[leaver] = far(turned, (0, 0), stay, rng, SIDE)
        yield shot("parted", k, leaver)


def reads(seen: Observation, shot: Shot) -> dict[str, Figure | Construct | None]:
    """For every model the nearest reading of its kind, none used twice."""
    found: list[Figure | Construct] = [*seen.figures, *seen.constructs]
    ways = sorted(
        (float(np.hypot(middle(m)[0] - f.x, middle(m)[1] - f.y)), name, k)
        for name, m in shot.models.items()
        for k, f in enumerate(found)
        if isinstance(m, Minifig) == isinstance(f, Figure)
    )
    out: dict[str, Figure | Construct | None] = dict.fromkeys(shot.models)
    used: set[int] = set()
    for way, name, k in ways:
        near = NEAR["figure" if isinstance(shot.models[name], Minifig) else "construct"]
        if out[name] is None and k not in used and way <= near:
            out[name] = found[k]
            used.add(k)
    return out


def tally(count: Count, shot: Shot, seen: Observation, names: dict[str, str] | None) -> str:
    """Count what is right of the pair that was touched; says what is not."""
    found = reads(seen, shot)
    wrong = []
    for name in shot.pair:
        f, (x, y) = found[name], middle(shot.models[name])
        count.found.append(f is not None)
        if f is None:
            wrong.append(f"{name} at {x, y} missed")
            continue
        count.exact.append(abs(f.x - x) < EXACT and abs(f.y - y) < EXACT)
        if not count.exact[-1]:
            wrong.append(f"{name} at {x, y} read at {f.x, f.y}")
        if names is not None:
            count.named.append(f.track == names.get(name))
    made_up = len(seen.figures) + len(seen.constructs) - sum(f is not None for f in found.values())
    count.made_up += made_up
    if names is not None:
        told = [c for c in seen.changes if c.kind != "turned"]
        right = len(told) == 1 and told[0].kind == "moved" and told[0].track == names.get(shot.mover)
        count.told.append(right)
        wrong += [] if right else [f"said {[(c.kind, c.track, c.start, c.end) for c in told]}"]
    return "; ".join([*wrong, *([f"{made_up} made up"] if made_up else [])])


def play(
    seed: int, kinds: tuple[str, str], studs: int
) -> Iterator[tuple[str, Shot, Observation, dict[str, str]]]:
    """Every frame of one table as read from scratch and in its order, with the names given at first."""
    rng = np.random.default_rng([seed, KINDS.index(kinds), studs])
    board = str(rng.choice(BOARD_COLOURS))
    x, y, strength = (float(v) for v in rng.uniform((-0.3, -0.3, 0.35), (1.3, 1.3, 0.6)))
    lamp = Lamp(x * SIDE, y * SIDE, 320.0, strength)
    bare = Scene(VirtualBoard(SIDE, SIDE, board), light=Light((lamp,), float(rng.uniform(0.3, 0.45))))
    view = overhead(bare.board, 1280, 720, seed)
    renderer = Renderer(view)
    v = view.lens
    camera = Camera(Lens(v.width, v.height, v.fx, v.fy, v.cx, v.cy, *v.dist), view.rotation, view.translation)
    table = Table(Board(SIDE, SIDE), camera)
    picture = renderer.picture(bare, 1)
    start = Memory(table, read_terrain(table, picture, renderer.picture(bare, 2)))
    memory = start
    names: dict[str, str] = {}
    for k, shot in enumerate(story(kinds, studs, board, rng)):
        frame = renderer.picture(replace(bare, models=tuple(shot.models.values())), 3 + k)
        memory = read_next(memory, frame)
        assert memory.seen is not None
        if shot.step == "set-up":
            names = {name: f.track for name, f in reads(memory.seen, shot).items() if f is not None}
        else:
            yield shot.step, shot, memory.seen, names
        if shot.step == "joined":
            alone = read_next(start, frame).seen
            assert alone is not None
            yield "scratch", shot, alone, names


def main() -> None:
    """Count over a range of seeds."""
    trouble = "--trouble" in sys.argv
    words = [w for w in sys.argv[1:] if not w.startswith("--")]
    counts: dict[tuple[str, str, int], Count] = defaultdict(Count)
    for seed, kinds, studs in product(range(int(words[0]), int(words[1]) + 1), KINDS, GAPS):
        try:
            for step, shot, seen, names in play(seed, kinds, studs):
                count = counts[step, shot.key[0], studs]
                wrong = tally(count, shot, seen, None if step == "scratch" else names)
                if wrong and trouble:
                    print(f"{seed} {shot.key} {step} {shot.mover}: {wrong}", flush=True)
        except ValueError as problem:
            print(f"{seed} {kinds} {studs}: {problem}", flush=True)
    print(f"{'frames':9s}{'pair':22s}gap   n  found  exact  name kept  move told  made up")
    for step in ("scratch", "joined", "parted"):
        for kinds, studs in product(KINDS, GAPS):
            c = counts[step, "–".join(kinds), studs]
            share = [f"{np.mean(v):.2f}" if v else "   –" for v in (c.found, c.exact, c.named, c.told)]
            print(
                f"{step:9s}{'–'.join(kinds):22s}{studs:3d} {len(c.found):3d}   {share[0]}   {share[1]}"
                f"       {share[2]}       {share[3]}  {c.made_up:7d}"
            )


if __name__ == "__main__":
    main()
