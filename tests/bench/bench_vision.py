"""A whole observation, stage by stage, beside three OpenCV passes; how it grows; watching; memory."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import cycle, islice, product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

import vision.memory
import vision.observe
from calibration.camera import Camera, Lens
from calibration.table import Board, Table
from hardware.virtual.builders import overhead, random_table
from hardware.virtual.render import Renderer, render
from hardware.virtual.scene import Board as VirtualBoard
from hardware.virtual.scene import Hat, Minifig, Scene
from hardware.virtual.sensor import Sensor
from hardware.virtual.table import Pace, VirtualCamera, VirtualTable
from hardware.virtual.view import View
from tests.bench.row import Row, median_ms
from vision.memory import Memory, read_next
from vision.terrain import read_terrain
from vision.watcher import Watcher

SIZES = (("720p", 1280, 720), ("1080p", 1920, 1080), ("4K", 3840, 2160))
STAGES = {  # the functions that an observation calls, each in the room that calls it
    "re-fit the lattice": (vision.observe, "refit"),
    "terrain changed?": (vision.observe, "update_terrain"),
    "frame beside its background": (vision.observe, "foreground"),
    "figures": (vision.observe, "read_figures"),
    "constructs": (vision.observe, "read_constructs"),
    "dice": (vision.observe, "read_dice"),
    "names and changes": (vision.memory, "compare"),
}
COLOURS = ("red", "blue", "green", "yellow", "white", "black", "orange", "lime", "purple", "tan")
Picture = NDArray[np.uint8]


def rows() -> Iterator[Row]:
    """Everything issue 3 asks to be timed."""
    for name, width, height in SIZES:
        yield from _at_size(name, width, height)
    yield from _more_figures()
    yield from _larger_boards()
    yield from _watching()
    yield from _memory()


def table_of(view: View, board: VirtualBoard) -> Table:
    """The Table that a perfect calibration would give for a virtual camera."""
    v = view.lens
    lens = Lens(v.width, v.height, v.fx, v.fy, v.cx, v.cy, *v.dist)
    return Table(Board(board.cols, board.rows, board.colour), Camera(lens, view.rotation, view.translation))


def known(bare: Scene, terrain: Scene, view: View) -> Memory:
    """What is known before the first observation."""
    table = table_of(view, bare.board)
    return Memory(table, read_terrain(table, render(bare, view, 1), render(terrain, view, 2)))


@contextmanager
def timed(spent: dict[str, list[float]]) -> Iterator[None]:
    """Every stage is timed while this lasts; a stage that an observation has not got is left out."""
    originals: list[tuple[Any, str, Callable[..., Any]]] = []
    for stage, (room, name) in STAGES.items():
        call = getattr(room, name, None)
        if call is None:
            continue
        originals.append((room, name, call))
        setattr(room, name, _clocked(call, spent.setdefault(stage, [])))
    try:
        yield
    finally:
        for room, name, call in originals:
            setattr(room, name, call)


def _clocked(call: Callable[..., Any], spent: list[float]) -> Callable[..., Any]:
    def run(*args: Any, **more: Any) -> Any:
        start = time.perf_counter()
        out = call(*args, **more)
        spent.append(1000 * (time.perf_counter() - start))
        return out

    return run


def _at_size(name: str, width: int, height: int) -> Iterator[Row]:
    series = random_table(3, width, height)
    start = known(series.bare, series.terrain, series.view)
    tray = series.set_up.tray
    x0, y0, x1, y1 = tray.x, tray.y, tray.x + tray.w, tray.y + tray.d
    corners = start.table.camera.project([(x0, y0, 0), (x1, y0, 0), (x1, y1, 0), (x0, y1, 0)])
    start = replace(
        start, table=replace(start.table, tray_px=tuple((float(u), float(v)) for u, v in corners))
    )
    first, again = (render(series.set_up, series.view, k) for k in (3, 4))
    seen = read_next(start, first)
    models = f"{len(seen.seen.figures)} figures, {len(seen.seen.constructs)} constructs" if seen.seen else ""
    yield Row(
        f"{name}: a whole observation, the first",
        median_ms(lambda: read_next(start, first), 3),
        remark=models,
    )
    spent: dict[str, list[float]] = {}
    with timed(spent):
        whole = median_ms(lambda: read_next(seen, again), 3)
    yield Row(f"{name}: a whole observation, after another", whole)
    for stage, times in spent.items():
        yield Row(f"{name}:   {stage}", float(np.sum(times)) / 4)  # a warm-up and three runs
    yield from _passes(name, again, seen.table)


def _passes(name: str, frame: Picture, table: Table) -> Iterator[Row]:
    """What three passes of OpenCV over the same frame cost."""
    mono = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    pitch = float(np.linalg.norm(table.camera.project([1.0, 0, 0]) - table.camera.project([0.0, 0, 0])))
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100))
    yield Row(f"{name}: cv2.GaussianBlur 5 × 5", median_ms(lambda: cv2.GaussianBlur(frame, (5, 5), 0)))
    low, high = int(0.2 * pitch), int(0.4 * pitch) + 1
    yield Row(
        f"{name}: cv2.HoughCircles",
        median_ms(
            lambda: cv2.HoughCircles(
                mono, cv2.HOUGH_GRADIENT, 1, 0.8 * pitch, param1=60, param2=12, minRadius=low, maxRadius=high
            ),
            1,
        ),
    )
    yield Row(f"{name}: cv2.aruco.detectMarkers", median_ms(lambda: finder.detectMarkers(mono), 3))


def crowd(board: VirtualBoard, count: int) -> Scene:
    """So many figures on a bare board, no two next to each other."""
    places = product(range(4, board.cols - 3, 5), range(4, board.rows - 3, 5))
    colours = cycle(COLOURS)
    figures = tuple(
        Minifig(
            f"m{k}", x, y + 0.5, facing=90, torso=next(colours), legs=next(colours), hat=Hat(next(colours))
        )
        for k, (x, y) in enumerate(islice(places, count))
    )
    return Scene(board, models=figures)


def _more_figures() -> Iterator[Row]:
    board = VirtualBoard(48, 48)
    view = overhead(board, 1920, 1080, seed=2)
    start = known(Scene(board), Scene(board), view)
    renderer = Renderer(view, Sensor(samples=1))
    for count in (1, 2, 4, 8, 16, 32):
        frame = renderer.picture(crowd(board, count), 5)
        seen = read_next(start, frame).seen
        found = f"{len(seen.figures)} found" if seen else ""
        yield Row(
            f"1080p, 48 × 48: {count} figures",
            median_ms(partial(read_next, start, frame), 1),
            remark=found,
        )


def _larger_boards() -> Iterator[Row]:
    for size in (32, 48, 64, 96):
        board = VirtualBoard(size, size)
        view = overhead(board, 1920, 1080, seed=2)
        start = known(Scene(board), Scene(board), view)
        frame = render(crowd(board, 8), view, 5)
        yield Row(
            f"1080p, 8 figures: board of {size} × {size}",
            median_ms(partial(read_next, start, frame), 1),
        )


def _watching() -> Iterator[Row]:
    """A hand moves a figure three times; only the watcher's own time counts, then with a video's decoding."""
    series = random_table(3, 1280, 720)
    start = known(series.bare, series.terrain, series.view)
    table = VirtualTable(series.set_up, series.view, pace=Pace(4, 6, 4, 12))
    camera = VirtualCamera(table, time.perf_counter)
    frames = [camera.read().picture for _ in range(5)]
    name = next(m.name for m in series.set_up.models if isinstance(m, Minifig))
    for x, y in ((5, 5.5), (12, 9.5), (5, 14.5)):
        table.move(name, x, y)
        while table.busy:
            frames.append(camera.read().picture)
    watcher = Watcher(start.table, start.terrain)
    slowest, begin = 0.0, time.perf_counter()
    for frame in frames:
        before = time.perf_counter()
        watcher.see(frame)
        slowest = max(slowest, time.perf_counter() - before)
    spent = time.perf_counter() - begin
    yield Row(
        "watch, 720p: frames a second", len(frames) / spent, "per s", f"{len(frames)} frames, 4 rests read"
    )
    yield Row("watch, 720p: the slowest frame", 1000 * slowest, remark="a rest that is read")


def _memory() -> Iterator[Row]:
    """What a process holds that does nothing but read a table (where the system tells it: Linux)."""
    if not Path("/proc/self/status").exists():
        return
    for name, width, height in SIZES:
        series = random_table(3, width, height)
        shots = [render(scene, series.view, 1) for scene in (series.bare, series.terrain, series.set_up)]
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
            peak_mb = alone.submit(_peak_mb, table_of(series.view, series.bare.board), *shots).result()
        yield Row(
            f"{name}: memory of a process that reads a table", peak_mb, "MB", "Python and OpenCV included"
        )


def _peak_mb(table: Table, bare: Picture, terrain: Picture, frame: Picture) -> float:
    memory = Memory(table, read_terrain(table, bare, terrain))
    for _ in range(3):
        memory = read_next(memory, frame)
    # the kernel's own high-water mark; getrusage's is inherited from whoever started the process
    held = next(
        line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")
    )
    return int(held.split()[1]) / 1024
