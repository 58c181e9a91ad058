"""Flat and leaning dice in the virtual table's trays → how many are called cocked, and how many get a value.

`python -m tests.vision.dice_cocked` draws trays by another hand than the one the reader learnt from, each
seen by another camera 5° to 38° off the vertical, and prints a line for each range of leans. Half of the
leaning dice lean on another die, half on nothing that is seen.
"""

from collections import defaultdict
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Camera, Lens
from hardware.virtual import view as virtual
from hardware.virtual.builders import tumbled
from hardware.virtual.render import Renderer
from hardware.virtual.scene import Board, Die, Light, Scene, Tray
from vision.dice import read_dice
from vision.observation import Die as Read

TRAYS = 24
LEANS = ((0, 0), (10, 15), (15, 25), (25, 35), (35, 45))  # degrees
LENS = virtual.Lens(640, 480, 1200.0, 1200.0, 320.0, 240.0)
COLOURS = ("white", "red", "green", "blue")
TRAY = Tray(x=10.0, y=0.0, w=14.0, d=10.0, colour=None)
EYE_HEIGHT_MM = 560.0
BESIDE = 2.15  # studs from the middle of a die to that of one that leans on it


def a_tray(random: np.random.Generator, lean: tuple[float, float]) -> tuple[Scene, list[Die]]:
    """A scene with one die that leans by so many degrees (or three flat ones), and the dice asked about."""
    colours = [str(colour) for colour in random.choice(COLOURS, 3)]
    first, *others = tumbled(colours, TRAY, random)
    asked = [first, *others]
    if lean[1]:
        towards = float(random.uniform(0, 360))
        first = replace(first, lean=float(random.uniform(*lean)), lean_to=towards)
        if random.random() < 0.5:
            way = np.radians(towards)
            x, y = first.x + BESIDE * np.cos(way), first.y + BESIDE * np.sin(way)
            others = [replace(others[0], x=float(x), y=float(y), turn=towards), *others[1:]]
        others = [d for d in others if np.hypot(d.x - first.x, d.y - first.y) > BESIDE - 0.01]
        asked = [first]
    light = Light(ambient=float(random.uniform(0.3, 0.6)))
    return Scene(Board(8, 8), dice=(first, *others), tray=TRAY, light=light), asked


def a_camera(random: np.random.Generator) -> virtual.View:
    """A camera somewhere above, that looks straight down beside the tray or tilted towards it."""
    middle = np.array([TRAY.x + TRAY.w / 2, TRAY.y + TRAY.d / 2]) * virtual.STUD_MM
    away, bearing = np.tan(np.radians(random.uniform(5, 38))) * EYE_HEIGHT_MM, random.uniform(0, 2 * np.pi)
    eye = middle + away * np.array([np.cos(bearing), np.sin(bearing)])
    target = middle + random.uniform(-25, 25, 2)
    return virtual.look_at(LENS, [*eye, EYE_HEIGHT_MM], [*target, 0.0], float(random.uniform(-20, 20)))


def the_same(view: virtual.View) -> Camera:
    """The virtual camera as calibration would have it."""
    lens = view.lens
    own = Lens(lens.width, lens.height, lens.fx, lens.fy, lens.cx, lens.cy, *lens.dist)
    return Camera(own, view.rotation, view.translation)


def tray_outline(view: virtual.View) -> list[tuple[float, float]]:
    """The tray's corners in the picture."""
    right, far = TRAY.x + TRAY.w, TRAY.y + TRAY.d
    corners: NDArray[np.float64] = view.project(
        [[TRAY.x, TRAY.y, 0], [right, TRAY.y, 0], [right, far, 0], [TRAY.x, far, 0]]
    )
    return [(float(x), float(y)) for x, y in corners]


def judged(read: tuple[Read, ...], view: virtual.View, die: Die) -> str:
    """What was said of a die: cocked, unread, its value (right or wrong), or nothing."""
    x, y = view.project([die.x, die.y, die.size_mm / 2 / virtual.PLATE_MM])
    near = [seen for seen in read if np.hypot(seen.x_px - x, seen.y_px - y) < 0.7 * seen.size_px]
    if not near:
        return "not found"
    seen = min(near, key=lambda seen: np.hypot(seen.x_px - x, seen.y_px - y))
    if seen.cocked:
        return "cocked"
    if seen.value is None:
        return "unread"
    return "right" if seen.value == die.value else "wrong"


def counts(trays: int, seed: int) -> dict[tuple[float, float], dict[str, int]]:
    """For each range of leans, how often each thing was said of a die."""
    random = np.random.default_rng(seed)
    found: dict[tuple[float, float], dict[str, int]] = {lean: defaultdict(int) for lean in LEANS}
    for tray in range(trays):
        view = a_camera(random)
        renderer = Renderer(view)
        for lean in LEANS:
            scene, asked = a_tray(random, lean)
            read = read_dice(renderer.picture(scene, tray), tray_outline(view), the_same(view))
            for die in asked:
                found[lean][judged(read, view, die)] += 1
    return found


def main() -> None:
    """A line for each range of leans."""
    words = ("cocked", "unread", "not found", "right", "wrong")
    print(
        "| lean | dice | cocked | unread | not found | value as if flat | another value |\n"
        + "| --- " * 7
        + "|"
    )
    for (low, high), said in counts(TRAYS, seed=1).items():
        dice = sum(said.values())
        shares = " | ".join(f"{said[word] / dice:.3f}" for word in words)
        print(f"| {f'{low}–{high}°' if high else 'flat'} | {dice} | {shares} |")


if __name__ == "__main__":
    main()
