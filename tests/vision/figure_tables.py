"""Random rendered tables -> how well their figures are read.

`python -m tests.vision.figure_tables 23 32` renders the tables of these seeds, first to last, and says
what share is right. Some figures lie, some have lost their head, some stand on the terrain.
"""

import sys
from collections import defaultdict
from dataclasses import replace

import numpy as np

from calibration.camera import Camera, Lens
from calibration.table import Board, Table
from hardware.virtual.builders import TableSeries, random_table
from hardware.virtual.render import render
from hardware.virtual.scene import Minifig, Scene
from vision.figures import read_figures
from vision.foreground import foreground
from vision.observation import Figure
from vision.plan import View
from vision.terrain import read_terrain

LYING, HEADLESS, RAISED = 0.12, 0.25, 0.3  # of the figures: lying, without a head (or lying), on the terrain
SIZES = ((1920, 1080), (1280, 720))  # even and odd seeds
FOUND_WITHIN = 1.5  # studs, as the scoreboard has it
HIGHEST = 12  # plates
Tally = dict[str, list[bool]]


def varied(series: TableSeries, rng: np.random.Generator) -> Scene:
    """The set-up with some figures laid down, beheaded or put on top of a stack."""
    out: list[Minifig] = []
    others = [m for m in series.set_up.models if not isinstance(m, Minifig)]
    for figure in (m for m in series.set_up.models if isinstance(m, Minifig)):
        chance = rng.random()
        if chance < LYING:
            figure = replace(figure, lying=True)
        elif chance < HEADLESS:
            figure = replace(figure, head=False, hat=None)
        if not figure.lying and rng.random() < RAISED:
            figure = raised(figure, series.terrain, out)
        out.append(figure)
    return replace(series.set_up, models=(*others, *out))


def raised(figure: Minifig, terrain: Scene, placed: list[Minifig]) -> Minifig:
    """The figure on the first stack that has room for it, or where it was."""
    for block in terrain.blocks:
        top = max(b.top for b in terrain.blocks if (b.x, b.y) == (block.x, block.y))
        free = all(abs(block.x + 1 - f.x) > 4 or abs(block.y + 1 - f.y) > 4 for f in placed)
        if min(block.w, block.d) >= 2 and top <= HIGHEST and free:
            side = (0.5, 1.0) if figure.facing in (0, 180) else (1.0, 0.5)
            return replace(figure, x=block.x + side[0], y=block.y + side[1], base=top)
    return figure


def read(seed: int) -> tuple[list[Minifig], tuple[Figure, ...]]:
    """The figures that stand on a seed's table, and those that are read off its picture."""
    series = random_table(seed, *SIZES[seed % 2])
    scene = varied(series, np.random.default_rng(seed))
    bare, built, shown = (
        render(s, series.view, k + 1) for k, s in enumerate((series.bare, series.terrain, scene))
    )
    lens, board = series.view.lens, series.bare.board
    own = Lens(lens.width, lens.height, lens.fx, lens.fy, lens.cx, lens.cy, *lens.dist)
    table = Table(Board(board.cols, board.rows), Camera(own, series.view.rotation, series.view.translation))
    terrain = read_terrain(table, bare, built)
    plan = View(table.camera, table.board).plan(shown)
    found = read_figures(foreground(plan, terrain.drop), terrain, table.camera).figures
    return [m for m in scene.models if isinstance(m, Minifig)], found


def tally(true: list[Minifig], found: tuple[Figure, ...], into: Tally) -> None:
    """Count what is right, a figure with the nearest one read."""

    def near(a: Minifig, b: Figure) -> float:
        return float(np.hypot(a.x - b.x, a.y - b.y))

    into["true (precision)"] += [any(near(t, f) <= FOUND_WITHIN for t in true) for f in found]
    for t in true:
        f = min(found, key=lambda f: near(t, f), default=None)
        into["found (recall)"].append(f is not None and near(t, f) <= FOUND_WITHIN)
        if f is None or near(t, f) > FOUND_WITHIN:
            continue
        into["lying or standing"].append(f.lying == t.lying)
        if not t.lying:
            into["on its exact studs"].append(near(t, f) < 0.26)
            into["facing"].append(f.facing == t.facing)
            into["level"].append(f.base == t.base)
            into["head"].append(f.head == t.head)
            into["hat"].append(bool(f.hat) == bool(t.hat))
            into["torso colour"].append(f.torso == t.torso)


def main() -> None:
    """Count over a range of seeds."""
    first, last = (int(word) for word in sys.argv[1:3])
    counts: Tally = defaultdict(list)
    for seed in range(first, last + 1):
        true, found = read(seed)
        tally(true, found, counts)
        print(f"table {seed}: {len(true)} figures, {len(found)} read", flush=True)
    for name, right in counts.items():
        print(f"{name:24s} {np.mean(right):.4f}   n={len(right)}")


if __name__ == "__main__":
    main()
