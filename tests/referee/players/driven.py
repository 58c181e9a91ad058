"""A match driven in lock-step on a pretended table: a crew's hands and words, the real loop, no pictures."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hardware.device import Device
from hardware.tower import DiceTower, TrayDie
from hardware.virtual.builders import overhead
from hardware.virtual.table import Pace, VirtualTable
from hardware.virtual_device import VirtualDevice
from referee.law.ruling import Verdict
from referee.law.setup import Setup
from referee.live.book import Book, Ruled
from referee.live.pointing import Pointing
from referee.live.rolling import Roller
from referee.live.session import Session
from referee.live.virtual import staged
from referee.players.crew import Cheating, Crew, Done
from referee.show import Shown, Weight
from tests.referee.live.pretend import Clock, PretendEyes

QUICK = Pace(1, 1, 1, 2)


@dataclass
class Judged:
    """A deed and what the referee made of it."""

    done: Done
    rulings: list[Ruled] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    waits: tuple[str, ...] = ()  # what the match waited for afterwards
    asked: bool = False  # the referee could not tell and asked

    @property
    def legal(self) -> int:
        """How many claims stood."""
        return sum(ruled.ruling.legal for ruled in self.rulings)

    @property
    def refused(self) -> int:
        """How many claims were illegal."""
        return sum(ruled.ruling.verdict is Verdict.ILLEGAL for ruled in self.rulings)

    @property
    def too_close(self) -> bool:
        """Was anything too close to call?"""
        return any(ruled.ruling.verdict is Verdict.TOO_CLOSE for ruled in self.rulings)

    @property
    def caught(self) -> bool:
        """Did the referee notice that something was wrong?"""
        return bool(self.refused or self.faults or self.waits)


@dataclass
class Driven:
    """A session and a crew at one table."""

    session: Session
    crew: Crew
    table: VirtualTable
    _waits: tuple[str, ...] = ()
    _asked: bool = False

    def deeds(self, most: int, frames: int = 20_000) -> Iterator[Judged]:
        """Deed after deed with what became of it, until the match is over or `most` were done."""
        rulings, faults = 0, 0
        for _ in range(frames):
            shown = self.session.step()
            if self.session.over or len(self.crew.done) > most:
                return
            if not self.session.waiting or self.table.busy:
                continue
            before = len(self.crew.done)
            wishes = self.crew.act(self.session.match.state, shown)
            for wish in wishes:
                self.session.wish(wish)
            if len(self.crew.done) > before:
                if before:
                    yield self._judged(before - 1, rulings, faults)
                rulings, faults = len(self.session.rulings), len(self.session.faults)
                self._waits, self._asked = (), False
            else:
                self._note(shown)
        raise AssertionError("the match never ended")

    def _note(self, shown: Shown) -> None:
        self._waits += tuple(t.what for t in shown.troubles if t.weight is Weight.WAITS)
        self._asked = self._asked or shown.question is not None

    def _judged(self, number: int, rulings: int, faults: int) -> Judged:
        return Judged(
            self.crew.done[number],
            self.session.rulings[rulings:],
            [fault.words for fault in self.session.faults[faults:]],
            self._waits,
            self._asked,
        )


def drive(
    setup: Setup, path: Path, seed: int, cheating: Cheating | None = None, book: Book | None = None
) -> Driven:
    """A match of virtual players: a perfect reader, and dice that fall from a virtual tower."""
    book = book or Book.open(setup, path)
    scene = staged(book, seed, 1080).set_up
    clock = Clock()
    table = VirtualTable(scene, overhead(scene.board, 128, 72), seed, QUICK)
    eyes = PretendEyes(table, clock)
    device = Device(VirtualDevice(rng=random.Random(seed), on_tumble=table.tower).link)
    device.connect()

    def tray() -> list[TrayDie]:
        return [TrayDie(die.colour, die.value) for die in table.in_sight.dice]

    roller = Roller(DiceTower(device, tray, sleep=lambda _s: None), tray)
    board = (scene.board.cols, scene.board.rows)
    session = Session(book, eyes, roller, Pointing(None, setup.grid), board, clock)
    return Driven(session, Crew(setup, table, seed, cheating), table)
