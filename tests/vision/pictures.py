"""A rendered table read step by step -> the pictures of docs/reading.md.

.venv/bin/python -m tests.vision.pictures docs/pictures
"""

import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual.builders import TableSeries, random_table
from hardware.virtual.render import Renderer
from hardware.virtual.scene import Hand, Minifig, Scene
from hardware.virtual.sensor import Sensor
from tests.bench.bench_vision import table_of
from vision.backdrop import CEILING, eye_of
from vision.figure_colour import colour_costs
from vision.figure_places import likely_spots
from vision.figure_search import Score, best_at, scene_of
from vision.figure_stencil import REACH
from vision.figures import patches
from vision.foreground import Foreground, foreground
from vision.hands import foreign_to
from vision.memory import Memory, read_next
from vision.observation import UNKNOWN, Figure
from vision.overlay import draw
from vision.plan import Picture, View
from vision.sameness import body, likeness, likeness_below_the_neck, patch, shadow_of
from vision.settle import shrunk
from vision.terrain import Terrain, read_terrain

SEED = 7
HEIGHT = 300  # pixels of a panel
WIDEST = 1100
PART_COLOURS = {1: (200, 120, 40), 2: (60, 60, 220), 3: (80, 160, 255), 4: (80, 160, 255), 5: (90, 230, 255)}
PART_COLOURS |= {6: (90, 230, 255), 7: (120, 255, 255), 8: (200, 90, 255)}  # by the number of a figure's part
QUALITY = 82


class Desk:
    """One rendered table, its shots, and what is known of it."""

    def __init__(self, series: TableSeries) -> None:
        self.series = series
        self._renderer = Renderer(series.view, Sensor(samples=2))
        table, tray = table_of(series.view, series.bare.board), series.set_up.tray
        x0, y0, x1, y1 = tray.x, tray.y, tray.x + tray.w, tray.y + tray.d
        corners = table.camera.project([(x0, y0, 0), (x1, y0, 0), (x1, y1, 0), (x0, y1, 0)])
        self.table = replace(table, tray_px=tuple((float(u), float(v)) for u, v in corners))
        self.bare, self.built, self.frame = (
            self.shot(scene) for scene in (series.bare, series.terrain, series.set_up)
        )
        self.terrain: Terrain = read_terrain(self.table, self.bare, self.built)

    def shot(self, scene: Scene, seed: int = 1) -> Picture:
        return self._renderer.picture(scene, seed)

    def fore(self, frame: Picture) -> Foreground:
        return foreground(self.plan(frame), self.terrain.drop)

    def plan(self, frame: Picture) -> Picture:
        return View(self.table.camera, self.table.board).plan(frame)


def panel(picture: NDArray[np.generic], words: str) -> Picture:
    """A picture of the panels' height with a caption under it."""
    grey = np.asarray(picture, np.uint8)
    colour = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR) if grey.ndim == 2 else grey
    width = round(HEIGHT * colour.shape[1] / colour.shape[0])
    zoom = cv2.INTER_AREA if colour.shape[0] > HEIGHT else cv2.INTER_CUBIC
    small = cv2.resize(colour, (width, HEIGHT), interpolation=zoom)
    out = np.full((HEIGHT + 26, width, 3), 255, np.uint8)
    out[:HEIGHT] = small
    cv2.putText(out, words, (4, HEIGHT + 18), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (30, 30, 30), 1, cv2.LINE_AA)
    return out


def strip(panels: list[Picture]) -> Picture:
    """Panels side by side."""
    gap = np.full((HEIGHT + 26, 8, 3), 255, np.uint8)
    spaced = [part for one in panels for part in (one, gap)][:-1]
    return np.asarray(np.hstack(spaced), np.uint8)


def heat(values: NDArray[np.generic], top: float) -> Picture:
    """Numbers from 0 to `top` as colours, dark to bright."""
    scaled = np.clip(np.asarray(values, float) / top * 255, 0, 255).astype(np.uint8)
    return np.asarray(cv2.applyColorMap(scaled, cv2.COLORMAP_INFERNO), np.uint8)


def terrain_steps(desk: Desk) -> Picture:
    """Bare plan, terrain plan, heights."""
    heights = desk.terrain.heights
    map_ = heat(np.where(heights == UNKNOWN, 0, heights), 12)
    map_[heights == UNKNOWN] = (40, 150, 255)
    fine = cv2.resize(map_, None, fx=12, fy=12, interpolation=cv2.INTER_NEAREST)
    return strip(
        [
            panel(desk.plan(desk.bare), "bare board, lens taken out"),
            panel(desk.plan(desk.built), "the terrain, the same way"),
            panel(np.asarray(fine), "heights; orange: not said"),
        ]
    )


def foreground_steps(desk: Desk) -> Picture:
    """What came after the terrain."""
    fore = desk.fore(desk.frame)
    return strip(
        [
            panel(desk.plan(desk.frame), "the frame"),
            panel(heat(fore.background_cost, CEILING), "cost of showing the background"),
            panel(fore.mask * np.uint8(255), "what came later, shadows let off"),
        ]
    )


def figure_steps(desk: Desk) -> Picture:
    """The best explanation of one patch, and the best at another place or facing."""
    fore = desk.fore(desk.frame)
    scene = scene_of(fore, colour_costs(desk.terrain.light), eye_of(desk.table.camera))
    ranked: list[Score] = []
    for shown in patches(fore):
        found = best_at(scene, likely_spots(scene, desk.terrain.tops, [shown.area])[:14])
        if len(found) > 1 and found[0].gain > 3000 and found[0].spot.x > 6:
            ranked = found
    best, second = ranked[0], ranked[1]
    window = scene.window(best.spot)
    padded = np.pad(fore.seen, ((REACH, REACH), (REACH, REACH), (0, 0)))
    cut = np.clip(padded[window], 0, 255)
    return strip(
        [
            panel(cut, "a patch"),
            panel(_laid(cut, scene.labels(best.spot), (0, 0)), f"best: worth {best.gain:.0f}"),
            panel(
                _laid(cut, scene.labels(second.spot), _step(scene.window(second.spot), window)),
                f"runner-up: worth {second.gain:.0f}",
            ),
        ]
    )


def _step(a: tuple[slice, slice], b: tuple[slice, slice]) -> tuple[int, int]:
    return a[0].start - b[0].start, a[1].start - b[1].start


def _laid(cut: NDArray[np.generic], labels: NDArray[np.uint8], step: tuple[int, int]) -> Picture:
    """A stencil's parts over the patch it explains."""
    moved = np.roll(labels, step, axis=(0, 1))
    paint = np.array([PART_COLOURS.get(k, (0, 0, 0)) for k in range(256)], np.float32)[moved]
    share = np.where(moved[..., None] > 0, 0.55, 0.0)
    return np.asarray((1 - share) * cut + share * paint, np.uint8)


def hand_steps(desk: Desk) -> Picture:
    """A still hand over the table, told by what it hides."""
    free, scene = shrunk(desk.frame), desk.series.set_up
    board = scene.board
    with_hand = desk.shot(replace(scene, hands=(Hand(board.cols * 0.45, board.rows * 0.55),)), 5)
    return strip(
        [
            panel(desk.frame, "last settled"),
            panel(with_hand, "a hand that rests"),
            panel(foreign_to(shrunk(with_hand), free) * np.uint8(255), "foreign, and touching the edge"),
        ]
    )


def sameness_steps(desk: Desk) -> Picture:
    """One figure's picture: nothing happened, a hat lost, a figure gone."""
    scene = desk.series.set_up
    figure = next(m for m in scene.models if isinstance(m, Minifig) and m.hat)
    there = Figure("", figure.x, figure.y, 0, figure.facing, False, True, None, None, None)
    camera = desk.table.camera
    ground = shadow_of(body(there), camera)
    panels = [panel(patch(desk.frame, camera, ground), "settled")]
    gone = replace(scene, models=tuple(m for m in scene.models if m is not figure))
    for words, after in (
        ("again", scene),
        ("no hat", scene.with_model(replace(figure, hat=None))),
        ("gone", gone),
    ):
        frame = desk.shot(after, 9)
        like = likeness(there, desk.frame, camera, frame, camera)
        feet = likeness_below_the_neck(there, desk.frame, camera, frame, camera)
        panels.append(panel(patch(frame, camera, ground), f"{words}: {like:.2f}, feet {feet:.2f}"))
    return strip(panels)


def overlay_steps(desk: Desk) -> Picture:
    """The whole observation after a move."""
    memory = read_next(Memory(desk.table, desk.terrain), desk.frame)
    scene = desk.series.set_up
    figure = next(m for m in scene.models if isinstance(m, Minifig))
    x, y = (v + 7 if v < 16 else v - 7 for v in (figure.x, figure.y))
    frame = desk.shot(scene.with_model(replace(figure, x=x, y=y)), 3)
    memory = read_next(memory, frame)
    assert memory.seen is not None
    return draw(frame, memory.seen, desk.table.board)


STEPS = {
    "terrain": terrain_steps,
    "foreground": foreground_steps,
    "figure": figure_steps,
    "hands": hand_steps,
    "sameness": sameness_steps,
    "overlay": overlay_steps,
}


def main(folder: Path, wanted: list[str]) -> None:
    """Write the pictures, or those named."""
    desk = Desk(random_table(SEED, 1280, 720))
    for name in wanted or STEPS:
        out = folder / f"reading-{name}.jpg"
        picture = STEPS[name](desk)
        share = min(1.0, WIDEST / picture.shape[1])
        small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(out), small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        print(out)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures"), sys.argv[2:])
