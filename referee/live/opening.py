"""What a person asked for -> a session that is ready to be stepped, and who sits at the table."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from calibration import Table, load
from calibration.pictures import load_picture
from hardware.camera import Watched, Webcam
from hardware.device import Device
from hardware.led_map import LedMap, Side
from hardware.leds import DeviceLights, LedGrid
from hardware.link import SerialLink
from hardware.ports import find_port
from hardware.problems import HardwareTrouble
from hardware.tower import DiceTower
from referee.live.book import Book
from referee.live.eyes import Eyes
from referee.live.pointing import Pointing
from referee.live.rolling import Roller
from referee.live.session import Session
from referee.live.virtual import Tell, bench_device, nobody_waits, open_virtual, roller_for, staged
from referee.match_file import read_match
from referee.players.crew import Cheating, Crew
from referee.players.mishaps import Mishaps, all_mishaps
from referee.problems import BadInput
from referee.show import Wish
from vision.terrain import read_terrain
from vision.watcher import Watcher


@dataclass(frozen=True, slots=True)
class Wanted:
    """A match to referee, as the command line says it."""

    match: Path | None
    record: Path
    resume: bool = False
    virtual: bool = False
    bench: bool = False
    camera: int = 0
    table: Path = Path("table.toml")
    bare: Path | None = None
    terrain: Path | None = None
    port: str | None = None
    seed: int = 0
    tall: int = 1080  # pixels of the virtual camera
    cheats: float = 0.0  # share of the virtual players' actions that are against the law
    mishaps: bool = False  # show what happens when camera, device, a hand or a cat fail the match


@dataclass
class Opened:
    """A session, what its virtual players wish when asked, and how to let go of everything."""

    session: Session
    act: Callable[[], Sequence[Wish]]
    busy: Callable[[], bool]
    close: Callable[[], None]
    notes: list[str] = field(default_factory=list)
    mishaps: Mishaps | None = None

    def step(self) -> None:
        """One frame, and whatever the virtual players make of it."""
        self.session.step()
        if self.mishaps is not None:
            self.mishaps.step(self.busy())
        if self.session.waiting and not self.busy() and not self.session.over:
            for wish in self.act():
                self.session.wish(wish)


def open_wanted(wanted: Wanted, tell: Tell = nobody_waits) -> Opened:
    """Everything wired together; `tell` is told what is being done."""
    if wanted.resume:
        book = Book.resume(wanted.record)
    else:
        if wanted.match is None:
            raise BadInput("no match file was named: `studeye play examples/mechaton/match.toml --virtual`")
        setup = read_match(wanted.match)
        book = Book.open(setup, wanted.record)
    try:
        return _virtual(wanted, book, tell) if wanted.virtual else _real(wanted, book, tell)
    except BaseException:
        book.record.close()
        if not wanted.resume:  # nothing was played: an empty record would only be in the way
            wanted.record.unlink(missing_ok=True)
        raise


def _virtual(wanted: Wanted, book: Book, tell: Tell) -> Opened:
    played = open_virtual(
        book,
        staged(book, wanted.seed, wanted.tall),
        seed=wanted.seed,
        open_device=bench_device if wanted.bench else None,
        tell=tell,
    )
    session = played.session
    cheating = Cheating(wanted.cheats) if wanted.cheats else None
    crew = Crew(book.match.setup, played.table, wanted.seed, cheating)
    return Opened(
        session,
        lambda: crew.act(session.match.state, session.shown),
        lambda: played.table.busy,
        played.close,
        mishaps=Mishaps(all_mishaps(played.table, played.cable), tell) if wanted.mishaps else None,
    )


def _real(wanted: Wanted, book: Book, tell: Tell) -> Opened:
    table = load(wanted.table)
    tell("Opening the camera …")
    camera = Watched(Webcam(wanted.camera, table.camera.lens.width, table.camera.lens.height))
    first = camera.read().picture
    shot = load_picture(wanted.terrain) if wanted.terrain else first
    bare = load_picture(wanted.bare) if wanted.bare else shot
    tell("Reading the terrain's heights …")
    watcher = Watcher(table, read_terrain(table, bare, shot), free=shot)
    eyes = Eyes(
        camera,
        watcher,
        time.monotonic,
        lambda: Watched(Webcam(wanted.camera, table.camera.lens.width, table.camera.lens.height)),
    )
    tell("Looking for the device …")
    device, notes = _device(wanted.port)
    chip_only = Roller(DiceTower(device) if device else None, None)
    roller = roller_for(device, eyes) if device and table.tray_px else chip_only
    leds = LedGrid(leds_of(table), DeviceLights(device)) if device and table.leds else None
    pointing = Pointing(leds, book.match.setup.grid)
    session = Session(book, eyes, roller, pointing, (table.board.cols, table.board.rows), time.monotonic)

    def close() -> None:
        eyes.close()
        book.record.close()
        if device is not None:
            device.close()

    return Opened(session, tuple, lambda: False, close, notes)


def _device(port: str | None) -> tuple[Device | None, list[str]]:
    """The device, connected, or none and why."""
    try:
        where = port or find_port()
        device = Device(lambda: SerialLink(where))
        device.connect()
    except HardwareTrouble as trouble:
        return None, [f"{trouble}; until then rolls are typed"]
    return device, []


def leds_of(table: Table) -> LedMap:
    """What each LED of a table points at: itself under the board, its row or column along the rim."""
    cols, rows = table.board.cols, table.board.rows
    sides = []
    for x, y in table.leds:
        if 0 < x < cols and 0 < y < rows:
            sides.append(Side.UNDER)
        else:
            sides.append(Side.ROW if 0 < y < rows else Side.COLUMN)
    return LedMap(table.leds, tuple(sides))
