"""Frames a second of the virtual table's camera: a table drawn first, a still one, and hands at work."""

from collections.abc import Iterator
from functools import partial
from time import perf_counter

from hardware.virtual.builders import random_table
from hardware.virtual.render import Renderer
from hardware.virtual.sensor import Sensor
from hardware.virtual.table import Pace, VirtualCamera, VirtualTable
from tests.bench.row import Row, median_ms

SIZES = ((1280, 720), (1920, 1080))


def rows() -> Iterator[Row]:
    """The virtual camera at two resolutions, as live play uses it (one sub-pixel to a pixel)."""
    for width, height in SIZES:
        series = random_table(3, width, height)
        name = f"virtual camera, {height}p"
        renderer = Renderer(series.view, Sensor(samples=1))
        start = perf_counter()
        renderer.picture(series.set_up)
        yield Row(f"{name}: first picture", 1000 * (perf_counter() - start))
        still_ms = median_ms(partial(renderer.picture, series.set_up))
        yield Row(f"{name}: nothing moves", 1000 / still_ms, "per s")
        table = VirtualTable(series.set_up, series.view, pace=Pace(4, 6, 4, 1))
        camera = VirtualCamera(table, perf_counter)
        camera.read()
        table.move(series.set_up.models[-1].name, 5, 5)
        count, start = 0, perf_counter()
        while table.busy:
            camera.read()
            count += 1
        yield Row(f"{name}: a hand carries a figure", count / (perf_counter() - start), "per s")
