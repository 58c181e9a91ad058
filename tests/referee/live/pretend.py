"""A virtual table read without a picture, as a perfect reader would: for tests of the loop's logic."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.camera import Camera, Lens
from hardware.virtual.builders import overhead
from hardware.virtual.scene import Built, Minifig, Scene
from hardware.virtual.table import VirtualTable
from referee.law.setup import Setup
from referee.live.book import Book
from referee.live.eyes import Glimpse, Sight
from referee.live.ground import Doubt, Height
from referee.live.pointing import Pointing
from referee.live.rolling import Roller
from referee.live.session import Session
from referee.show import Shown
from vision.observation import Construct, Die, Figure, Hat, Observation

SIGMA = 0.03  # studs, the error a pretended reading states
BLANK = np.zeros((72, 128, 3), np.uint8)


class Clock:
    """Time that passes only when told."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def pretend_camera(table: VirtualTable) -> Camera:
    """The calibrated camera of a view, as if calibration were perfect; as small as the blank picture."""
    view = overhead(table.now.board, 128, 72)
    lens = view.lens
    return Camera(
        Lens(lens.width, lens.height, lens.fx, lens.fy, lens.cx, lens.cy, *lens.dist),
        view.rotation,
        view.translation,
    )


def observed(scene: Scene, camera: Camera, sigma: float = SIGMA) -> Observation:
    """Everything on the board as it truly is."""
    board = scene.board
    heights = np.zeros((board.rows, board.cols), np.int16)
    for block in scene.blocks:
        x, y = int(block.x), int(block.y)
        part = heights[y : y + block.d, x : x + block.w]
        part[:] = np.maximum(part, int(block.top))
    on_board = [m for m in scene.models if 0 <= m.x <= board.cols and 0 <= m.y <= board.rows]
    return Observation(
        camera=camera,
        heights=heights,
        figures=tuple(_figure(m, sigma) for m in on_board if isinstance(m, Minifig)),
        constructs=tuple(_construct(m, sigma) for m in on_board if isinstance(m, Built)),
        dice=tuple(Die(0, 0, 20, die.colour, die.value) for die in scene.dice),
    )


def _figure(figure: Minifig, sigma: float) -> Figure:
    return Figure(
        f"t-{figure.name}",
        figure.x,
        figure.y,
        int(figure.base),
        figure.facing,
        figure.lying,
        figure.head,
        Hat(figure.hat.colour) if figure.hat else False,
        figure.torso,
        figure.skin,
        figure.legs,
        error=sigma,
    )


def _construct(built: Built, sigma: float) -> Construct:
    blocks = [part.block for part in built.parts]
    x0, y0 = min(b.x for b in blocks), min(b.y for b in blocks)
    x1, y1 = max(b.x + b.w for b in blocks), max(b.y + b.d for b in blocks)
    return Construct(
        f"t-{built.name}",
        built.x,
        built.y,
        int(built.base),
        int(max(b.top for b in blocks)),
        (round(built.x + x0), round(built.y + y0), round(built.x + x1), round(built.y + y1)),
        tuple(dict.fromkeys(b.colour for b in blocks)),
        built.facing,
        error=sigma,
    )


class PretendEyes:
    """Reads the scene instead of a picture: settled as soon as nothing changes and no hand is there."""

    def __init__(self, table: VirtualTable, clock: Clock, sigma: float = SIGMA) -> None:
        self.table, self._clock, self._sigma = table, clock, sigma
        self.camera = pretend_camera(table)
        self.trouble: tuple[str, str] | None = None  # state and why, while the camera has one
        self.doubted: list[Doubt] = []
        self.said: list[Height] = []
        self._settled: Scene | None = None
        self._last: Scene | None = None

    def look(self) -> Glimpse:
        """One frame of time."""
        self._clock.now += 0.1
        if self.trouble is not None:
            self._settled = None
            return Glimpse(*self.trouble)
        self.table.step()
        scene = self.table.now
        still, self._last = scene == self._last, scene
        if scene.hands:
            self._settled = None
            return Glimpse("hands", "a hand is over the table")
        if scene.cats:
            self._settled = None
            return Glimpse("covered", "something covers the table")
        if not still:
            self._settled = None
            return Glimpse("moving")
        if scene == self._settled:
            return Glimpse("settled")
        self._settled = scene
        return Glimpse(
            "settled", sight=Sight(observed(scene, self.camera, self._sigma), BLANK, self._clock())
        )

    def look_again(self) -> None:
        """Say the table once more."""
        self._settled = None

    def believe(self, seen: Observation, better: Observation) -> None:
        """A perfect reader is not to be corrected."""

    def doubts(self) -> Sequence[Doubt]:
        """Nothing, unless a test says so."""
        return self.doubted

    def say_heights(self, said: Sequence[Height]) -> None:
        """Kept for the test to see."""
        self.said = [*self.said, *said]


@dataclass
class Match:
    """A session on a pretended table."""

    session: Session
    table: VirtualTable
    eyes: PretendEyes
    clock: Clock

    def settle(self, most: int = 200) -> Shown:
        """Step until hands are done and the table is read."""
        for _ in range(most):
            shown = self.session.step()
            if self.session.waiting and not self.table.busy:
                return shown
        raise AssertionError(f"never settled: {self.session.shown.troubles}")

    def say(self, *wishes: object) -> Shown:
        """Wishes, then what is shown."""
        for wish in wishes:
            self.session.wish(wish)  # type: ignore[arg-type]
        return self.settle()


def open_match(
    setup: Setup, scene: Scene, path: Path, book: Book | None = None, sigma: float = SIGMA
) -> Match:
    """The match on the table, its first sight taken."""
    clock = Clock()
    table = VirtualTable(scene, overhead(scene.board, 128, 72))
    eyes = PretendEyes(table, clock, sigma)
    board = (scene.board.cols, scene.board.rows)
    book = book or Book.open(setup, path)
    match = Match(
        Session(book, eyes, Roller(None, None), Pointing(None, setup.grid), board, clock), table, eyes, clock
    )
    match.settle()
    return match
