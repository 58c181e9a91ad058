"""A match file's stage -> a session on a virtual table: real pictures, real reading, a device that speaks.

Nothing here knows where anything stands: the referee gets frames, the serial line and wishes like any other.
"""

import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration import Table, calibrate, lit
from hardware.bench import Bench
from hardware.device import Device
from hardware.led_map import rim
from hardware.leds import DeviceLights, LedGrid
from hardware.messages import AskRoll, AskTumble
from hardware.problems import HardwareTrouble
from hardware.rolls import RollRecord
from hardware.tower import DiceTower, TrayDie
from hardware.virtual.cable import Cable
from hardware.virtual.render import Renderer
from hardware.virtual.scene import Built, Model
from hardware.virtual.sensor import Picture, Sensor
from hardware.virtual.table import Pace, VirtualCamera, VirtualTable
from hardware.virtual_device import VirtualDevice
from referee.law.game import Standing
from referee.live.book import Book
from referee.live.compare import place_of
from referee.live.eyes import Eyes, Looking
from referee.live.pointing import Pointing
from referee.live.recognise import grid_of, recogniser_for
from referee.live.rolling import Roller
from referee.live.session import Session
from referee.players.stage import Stage, stage
from vision.terrain import read_terrain
from vision.watcher import Watcher

LEDS_A_SIDE = 12
LENS_SHOTS = 4  # each takes a second to render; more add nothing to this lens
SENSOR = Sensor(samples=1)  # as the virtual camera's own
SHAKEN_US = 1_400_000  # after asking: the tower shakes 1.2 s before it lets go
TRAY_WAITS = 200  # frames within which dice come to rest
SETTLING_S = 10.0  # frames a second the virtual camera stands for
PACE = Pace()

Tell = Callable[[str], None]  # what is being done, for those who wait


def nobody_waits(_words: str) -> None:
    """Tell it to nobody."""


@dataclass
class Played:
    """A session, the table it is played on, and its eyes."""

    session: Session
    table: VirtualTable
    eyes: Eyes
    device: Device
    cable: Cable | None = None  # of a device that is no real firmware

    def close(self) -> None:
        """Let go of device and record."""
        if isinstance(self.device, BenchDevice):
            self.device.end()
        self.device.close()
        self.session.judge.book.record.close()


Seen = tuple[Table, Picture, Picture]


def see_table(stage: Stage, seed: int = 0, tell: Tell = nobody_waits) -> Seen:
    """The stage's table calibrated from its own pictures, and the bare and the terrain shot."""
    tell("Photographing the bare board …")
    bare = Renderer(stage.view, SENSOR).picture(stage.bare, seed + 1)
    shots = []
    for k, view in enumerate(stage.lens_views[:LENS_SHOTS]):
        tell(f"Photographing it from elsewhere to settle the lens: {k + 1} of {LENS_SHOTS} …")
        shots.append(Renderer(view, SENSOR).picture(stage.bare, seed + 2 + k))
    board = stage.bare.board
    tell("Calibrating the camera on the board's studs …")
    table = lit(calibrate(bare, shots, (board.cols, board.rows)), bare)
    tray = stage.bare.tray
    corners = [(tray.x, tray.y), (tray.x + tray.w, tray.y)]
    corners += [(tray.x + tray.w, tray.y + tray.d), (tray.x, tray.y + tray.d)]
    tray_px = table.camera.project(np.array([(x, y, 0.0) for x, y in corners]))
    table = replace(table, tray_px=tuple((float(x), float(y)) for x, y in tray_px))
    tell("Building the terrain and photographing it …")
    return table, bare, Renderer(stage.view, SENSOR).picture(stage.terrain, seed + 9)


def open_virtual(
    book: Book,
    on: Stage,
    *,
    seed: int = 0,
    pace: Pace = PACE,
    clock: Callable[[], float] = time.monotonic,
    open_device: Callable[[VirtualTable], Device] | None = None,
    seen: Seen | None = None,
    tell: Tell = nobody_waits,
) -> Played:
    """A session whose camera looks at the stage; `open_device`: another device than Python's."""
    table, bare, terrain_shot = seen or see_table(on, seed, tell)
    tell("Reading the terrain's heights …")
    terrain = read_terrain(table, bare, terrain_shot)
    world = VirtualTable(on.set_up, on.view, seed, pace)
    watcher = Watcher(table, terrain, SETTLING_S, free=terrain_shot)
    eyes = Eyes(VirtualCamera(world, clock), watcher, clock)
    cable = Cable(VirtualDevice(rng=random.Random(seed), on_tumble=world.tower))
    device = open_device(world) if open_device else connected(cable)
    board = on.bare.board
    leds = LedGrid(rim(LEDS_A_SIDE, LEDS_A_SIDE, board.cols, board.rows), DeviceLights(device))
    pointing = Pointing(leds, book.match.setup.grid)
    session = Session(book, eyes, roller_for(device, eyes), pointing, (board.cols, board.rows), clock)
    tell("Putting the models down …")
    return Played(session, world, eyes, device, None if open_device else cable)


def staged(book: Book, seed: int, tall: int) -> Stage:
    """The stage of a match as its state has it: of a new one as its file says, of a resumed one as it was."""
    setup = book.match.setup
    built = stage(setup, seed, tall * 16 // 9, tall)
    standings = {each.model: each for each in recogniser_for(setup).standings(book.match.state)}
    grid = grid_of(setup)
    models = []
    for model in built.set_up.models:
        standing = standings.get(model.name)
        at = place_of(standing, grid) if standing else None
        if standing is None or at is None:
            continue
        near = math.dist(at, (model.x, model.y)) < 1.0  # scattered by the hand that put it there
        there = model if near else replace(model, x=at[0], y=at[1], base=standing.level or 0)
        models.append(_stripped(there, standing))
    return replace(built, set_up=replace(built.set_up, models=tuple(models)))


def _stripped(model: Model, standing: Standing) -> Model:
    """The model without what it has lost."""
    if isinstance(model, Built):
        for piece in standing.pieces_lost:
            model = model.without(piece)
        return model
    if "head" in standing.pieces_lost:
        return replace(model, head=False, hat=None)
    return replace(model, hat=None) if standing.pieces_lost else model


class BenchDevice(Device):
    """The compiled firmware, under whose tower the virtual table's dice break the beam."""

    def __init__(self, world: VirtualTable) -> None:
        self._bench = Bench(fast=False)
        self._world = world
        super().__init__(self._bench.link)

    def roll(self, ask: Callable[[int, int], AskRoll | AskTumble], within_s: float) -> RollRecord:
        """A tumble lets the loaded dice fall, once the tower has shaken them."""
        if isinstance(ask(0, 0), AskTumble):
            fallen, _ = self._world.tower(0)
            self._bench.pulse(self._bench.pins.beam, fallen, 4_500, 9_000, start_us=SHAKEN_US)
        return super().roll(ask, within_s)

    def end(self) -> None:
        """Close the line (as `connect` does too, to open it anew) and end the chip."""
        self.close()
        self._bench.close()


def bench_device(world: VirtualTable) -> Device:
    """The compiled firmware on the bench, connected."""
    device = BenchDevice(world)
    device.connect()
    return device


def connected(cable: Cable) -> Device:
    """The device in Python at the end of a cable, its tower letting the dice that hands loaded fall."""
    device = Device(cable.link)
    device.connect()
    return device


def roller_for(device: Device | None, eyes: Looking) -> Roller:
    """Rolls by this device, six-sided ones read in the tray by these eyes."""
    if device is None:
        return Roller(None, None)

    def read_tray() -> Sequence[TrayDie]:
        eyes.look_again()
        for _ in range(TRAY_WAITS):
            sight = eyes.look().sight
            if sight is not None:
                return [TrayDie(die.colour or "any", die.value) for die in sight.observation.dice]
        raise HardwareTrouble("the dice never came to rest before the camera: clear the table and roll again")

    return Roller(DiceTower(device, read_tray, sleep=lambda _s: None), read_tray)
