"""A table that exists and changes only by hands: what they do becomes a run of frames before a camera."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hardware.camera import Frame
from hardware.messages import Outcome
from hardware.problems import HardwareTrouble
from hardware.virtual.builders import tumbled
from hardware.virtual.render import Renderer
from hardware.virtual.scene import Block, Cat, Die, Hand, Hat, Light, Loose, Minifig, Model, Scene
from hardware.virtual.sensor import Picture, Sensor
from hardware.virtual.view import View

GRIP_PLATES = 13.0  # fingers close this high above what a model stands on
CARRY_PLATES = 18.0  # how high a model is lifted over the table


@dataclass(frozen=True, slots=True)
class Pace:
    """Frames that each part of a hand's work takes."""

    coming: int = 2
    carrying: int = 3
    leaving: int = 2
    resting: int = 3


class VirtualTable:
    """The table, its camera's place and what hands are about to do. Each `step` is one frame of time."""

    def __init__(self, scene: Scene, view: View, seed: int = 0, pace: Pace | None = None) -> None:
        self.view = view
        self.pace = pace or Pace()
        self.covered = self.black = self.frozen = self.unplugged = False
        self._now = scene
        self._planned = scene  # as it will be when every hand is done
        self._coming: deque[Scene] = deque()
        self._rng = np.random.default_rng(seed)
        self._loaded: tuple[str, ...] = ()

    @property
    def truth_for_tests(self) -> Scene:
        """What is really there once the hands are done: never for the referee."""
        return self._planned

    @property
    def in_sight(self) -> Scene:
        """The same for those who sit at the table: virtual players look at it before they act."""
        return self._planned

    @property
    def now(self) -> Scene:
        """What stands before the camera in this frame: for the camera alone."""
        return self._now

    @property
    def busy(self) -> bool:
        """Whether hands still have something to do."""
        return bool(self._coming)

    def step(self) -> None:
        """One frame of time passes."""
        if self._coming:
            self._now = self._coming.popleft()

    # --- hands

    def move(
        self, name: str, x: float, y: float, base: float | None = None, facing: float | None = None
    ) -> None:
        """A hand picks the model up, carries it and puts it down; lying figures stand up only by `stand`."""
        model = self._planned.model(name)
        there = replace(
            model,
            x=x,
            y=y,
            base=model.base if base is None else base,
            facing=model.facing if facing is None else facing,
        )
        self._hand_in(model.x, model.y, model.base)
        for share in np.linspace(0, 1, self.pace.carrying + 2)[1:-1]:
            px, py = (1 - share) * model.x + share * x, (1 - share) * model.y + share * y
            held = replace(model, x=px, y=py, lift=CARRY_PLATES)
            self._show(self._planned.with_model(held), (px, py, model.base + CARRY_PLATES))
        self._planned = self._planned.with_model(there)
        self._hand_out(x, y, there.base)

    def turn(self, name: str, facing: float) -> None:
        """A hand turns a model where it stands."""
        model = self._planned.model(name)
        self._at(model, replace(model, facing=facing))

    def lay_down(self, name: str) -> None:
        """A hand lays a figure on its back."""
        figure = self._figure(name)
        self._at(figure, replace(figure, lying=True))

    def lose(self, name: str, piece: str) -> None:
        """A hand takes a piece off a model: "hat", "head" or "torso" with what sits on it, or a part."""
        model = self._planned.model(name)
        if isinstance(model, Minifig):
            after: Model = _without(model, piece)
        else:
            after = model.without(piece)
        self._at(model, after)

    def put_hat(self, name: str, hat: Hat) -> None:
        """A hand puts a hat on a figure."""
        figure = self._figure(name)
        self._at(figure, replace(figure, hat=hat, head=True))

    def put(self, model: Model) -> None:
        """A hand brings a model and puts it down, or puts another in the place of the one of that name."""
        self._hand_in(model.x, model.y, model.base)
        self._planned = self._planned.with_model(model)
        self._hand_out(model.x, model.y, model.base)

    def take(self, name: str) -> None:
        """A hand takes a model away."""
        model = self._planned.model(name)
        self._hand_in(model.x, model.y, model.base)
        self._planned = replace(
            self._planned, models=tuple(m for m in self._planned.models if m.name != name)
        )
        self._hand_out(model.x, model.y, model.base)

    def put_block(self, block: Block) -> None:
        """A hand adds a block to the terrain."""
        self._change(
            block.x, block.y, block.base, replace(self._planned, blocks=(*self._planned.blocks, block))
        )

    def take_block(self, block: Block) -> None:
        """A hand takes a block of the terrain."""
        left = tuple(b for b in self._planned.blocks if b != block)
        self._change(block.x, block.y, block.base, replace(self._planned, blocks=left))

    def drop(self, loose: Loose) -> None:
        """A hand leaves a loose piece on the board."""
        self._change(
            loose.x, loose.y, loose.base, replace(self._planned, loose=(*self._planned.loose, loose))
        )

    def point(self, x: float, y: float) -> None:
        """A hand comes, points and leaves: nothing changes."""
        self._change(x, y, 0.0, self._planned)

    # --- dice

    def load(self, colours: Iterable[str]) -> None:
        """A hand takes dice of these colours and drops them into the tower, which holds them."""
        self._loaded = tuple(colours)

    def tower(self, _wanted: int) -> tuple[int, Outcome]:
        """The tower's hook: whatever was asked for, what was loaded falls into the tray, and is counted."""
        self.tumble(self._loaded)
        return len(self._loaded), Outcome.FELL

    def tumble(self, colours: Sequence[str]) -> None:
        """The tower's hook: these dice fall into the emptied tray."""
        dice = tumbled(list(colours), self._planned.tray, self._rng)
        for height in (12.0, 4.0):
            rolling = tuple(
                replace(d, value=int(self._rng.integers(1, 7)), turn=d.turn + 90 * height, lift=height)
                for d in dice
            )
            self._coming.append(replace(self._planned, dice=rolling))
        self._planned = replace(self._planned, dice=dice)
        self._rest()

    def set_dice(self, dice: Iterable[Die]) -> None:
        """A hand lays dice in the tray as given (a nudged or cocked die, or none)."""
        tray = self._planned.tray
        self._change(tray.x + tray.w / 2, tray.y + tray.d / 2, 0.0, replace(self._planned, dice=tuple(dice)))

    def nudge_die(self, which: int, value: int) -> None:
        """A hand turns one die of the tray to another value."""
        dice = list(self._planned.dice)
        dice[which] = replace(dice[which], value=value)
        self._change(dice[which].x, dice[which].y, 0.0, replace(self._planned, dice=tuple(dice)))

    # --- mishaps

    def knock(
        self, turn_deg: tuple[float, float, float], shift_mm: tuple[float, float, float] = (0, 0, 0)
    ) -> None:
        """Somebody knocks against the camera."""
        self.view = self.view.knocked(turn_deg, shift_mm)

    def switch_light(self, light: Light) -> None:
        """A lamp goes on or off, or the sun comes out."""
        self._planned = replace(self._planned, light=light)
        self._rest()

    def leave_hand(self, x: float, y: float) -> None:
        """A hand comes and stays until `clear_hands`."""
        self._planned = replace(self._planned, hands=(*self._planned.hands, Hand(x, y)))
        self._rest()

    def clear_hands(self) -> None:
        """Hands and cats that stayed are gone."""
        self._planned = replace(self._planned, hands=(), cats=())
        self._rest()

    def cat(self) -> None:
        """A cat walks across the table and lies down: every model is shifted off its studs."""
        board, shove = self._planned.board, self._rng.uniform(-1.5, 1.5, (len(self._planned.models), 2))
        middle = Cat(board.cols / 2, board.rows / 2, float(self._rng.uniform(0, 360)))
        self._coming.append(replace(self._planned, cats=(replace(middle, x=-8.0),)))
        shoved = tuple(
            replace(m, x=m.x + float(dx), y=m.y + float(dy))
            for m, (dx, dy) in zip(self._planned.models, shove, strict=True)
        )
        self._planned = replace(self._planned, models=shoved, cats=(middle,))
        self._rest()

    # --- how hands become frames

    def _figure(self, name: str) -> Minifig:
        model = self._planned.model(name)
        if not isinstance(model, Minifig):
            raise ValueError(f"{name} is no figure")
        return model

    def _at(self, before: Model, after: Model) -> None:
        self._change(before.x, before.y, before.base, self._planned.with_model(after))

    def _change(self, x: float, y: float, base: float, after: Scene) -> None:
        """A hand comes to a place, the table is changed under it, and it leaves."""
        self._hand_in(x, y, base)
        self._planned = after
        self._hand_out(x, y, base)

    def _arm_from(self) -> float:
        """Players sit along the board's lower side."""
        return 90.0

    def _show(self, scene: Scene, hand: tuple[float, float, float]) -> None:
        x, y, over = hand
        new = Hand(x, y, over + GRIP_PLATES, self._arm_from())
        self._coming.append(replace(scene, hands=(*scene.hands, new)))

    def _hand_in(self, x: float, y: float, base: float) -> None:
        far = self._planned.board.rows + 10.0
        for share in np.linspace(0, 1, self.pace.coming + 1)[1:]:
            self._show(self._planned, (x, far + share * (y - far), base + (1 - share) * CARRY_PLATES))

    def _hand_out(self, x: float, y: float, base: float) -> None:
        far = self._planned.board.rows + 10.0
        for share in np.linspace(1, 0, self.pace.leaving + 1)[:-1]:
            self._show(self._planned, (x, far + share * (y - far), base + (1 - share) * CARRY_PLATES))
        self._rest()

    def _rest(self) -> None:
        self._coming.extend([self._planned] * self.pace.resting)


def _without(figure: Minifig, piece: str) -> Minifig:
    """What sits on a lost piece goes with it."""
    if piece == "hat":
        return replace(figure, hat=None)
    if piece == "head":
        return replace(figure, hat=None, head=False)
    return replace(figure, hat=None, head=False, body=False, armed=False)


class VirtualCamera:
    """The camera over a virtual table: every read is one frame of the table's time."""

    def __init__(self, table: VirtualTable, clock: Callable[[], float], sensor: Sensor | None = None) -> None:
        self._table = table
        self._clock = clock
        self._sensor = sensor or Sensor(samples=1)
        self._renderer = Renderer(table.view, self._sensor)
        self._count = 0
        self._last: Picture | None = None

    def read(self) -> Frame:
        """The table as it is now, after one frame of time."""
        table = self._table
        if table.unplugged:
            raise HardwareTrouble("the camera is unplugged: check its cable and plug it in again")
        table.step()
        picture = self._last if table.frozen and self._last is not None else self._take()
        self._last = picture
        self._count += 1
        return Frame(picture, self._clock(), self._count - 1)

    def close(self) -> None:
        """Nothing to let go of."""

    def _take(self) -> Picture:
        lens = self._table.view.lens
        if self._table.black or self._table.covered:
            level = 0 if self._table.black else 3  # a cover lets a trace of light in, and the sensor's noise
            dark = np.random.default_rng(self._count).integers(0, level + 1, (lens.height, lens.width, 3))
            return dark.astype(np.uint8)
        if self._renderer.view != self._table.view:
            self._renderer = Renderer(self._table.view, self._sensor)
        return self._renderer.picture(self._table.now, self._count)
