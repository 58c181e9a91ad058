"""Dice asked for → a Roll: tumbled and read from the tray, drawn by the chip, or typed by a player."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from hardware.device import Device
from hardware.messages import AskRoll, AskTumble, Kind, Outcome, StopTumble
from hardware.pool import BadPool, Pool, checked
from hardware.problems import HardwareTrouble
from hardware.rolls import RollRecord

CHIP_WITHIN_S = 10.0
TUMBLE_WITHIN_S = 40.0
SETTLE_S = 0.3  # dice that left the beam still rock in the tray


class How(Enum):
    """Where a roll's values come from."""

    TOWER = "tower"
    """Real dice, counted by the beam, read in the tray."""
    CHIP = "chip"
    """Drawn by the Arduino's sampler."""
    TYPED = "typed"
    """Said by a player."""


@dataclass(frozen=True, slots=True)
class TrayDie:
    """A die lying in the tray, as whoever reads the tray says; value None: cocked or unreadable."""

    colour: str
    value: int | None


@dataclass(frozen=True, slots=True)
class Roll:
    """One roll: which dice, what they show, how it came about, and the device's number for it."""

    pool: Pool
    values: tuple[int, ...]
    how: How
    id: int | None = None
    colours: tuple[str, ...] = ()
    tumbles: int = 1

    @property
    def total(self) -> int:
        """The sum of the values."""
        return sum(self.values)


class Disagree(HardwareTrouble):
    """Tower and tray don't say the same: what each says, and what to do."""


TrayReader = Callable[[], Sequence[TrayDie]]


class DiceTower:
    """Rolls of every kind, each received exactly once."""

    def __init__(
        self,
        device: Device | None,
        read_tray: TrayReader | None = None,
        *,
        announce: Callable[[str], None] = lambda _words: None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._device, self._read_tray = device, read_tray
        self._announce, self._sleep = announce, sleep

    def roll_chip(self, pool: Pool, within_s: float = CHIP_WITHIN_S) -> Roll:
        """Have the chip draw the dice."""
        asked = checked(pool)
        made = self._need_device().roll(lambda n, token: AskRoll(n, token, asked.encode()), within_s)
        return _chip_roll(made)

    def roll_typed(self, pool: Pool, values: Sequence[int]) -> Roll:
        """A player read the dice: as many values as dice, each on its die."""
        if len(values) != pool.count:
            raise BadPool(f"{pool} has {pool.count} dice, {len(values)} values were typed")
        for value, sides in zip(values, pool.sides, strict=True):
            if not 1 <= value <= sides:
                raise BadPool(f"a d{sides} can't show {value}")
        return Roll(pool, tuple(values), How.TYPED)

    def roll_tower(self, pool: Pool, colours: Sequence[str] = (), tries: int = 3) -> Roll:
        """Tumble real six-sided dice and read them; tower and tray must agree, or they tumble again."""
        if self._read_tray is None:
            raise HardwareTrouble("nobody reads the tray: give the tower a camera, or type the roll in")
        if set(pool.sides) != {6}:
            raise BadPool(f"{pool}: the tray reads six-sided dice; let the chip roll the others")
        self._announce(f"load {_load(pool, colours)} and close the lid")
        why = ""
        for tumble in range(1, tries + 1):
            made = self._tumble(pool.count)
            self._sleep(SETTLE_S)
            dice = self._read_tray()
            why = disagreement(made, dice, pool.count, colours)
            if not why:
                ordered = _in_order(dice, colours)
                values = tuple(die.value for die in ordered if die.value is not None)
                shown = tuple(die.colour for die in ordered)
                return Roll(pool, values, How.TOWER, made.id, shown, tumble)
            self._announce(f"{why}: rolling again")
        raise Disagree(f"{why} after {tries} tumbles: look into tower and tray, roll again or type it in")

    def _tumble(self, dice: int) -> RollRecord:
        return self._need_device().roll(lambda n, token: AskTumble(n, token, dice), TUMBLE_WITHIN_S)

    def stop(self) -> None:
        """Stop a tumble."""
        self._need_device().do(StopTumble())

    def unclaimed(self) -> list[RollRecord]:
        """Rolls nobody here asked for: the button, or one made before a crash; oldest first, once each."""
        device = self._need_device()
        device.poll()
        found = list(device.rolls)
        device.rolls.clear()
        return found

    def _need_device(self) -> Device:
        if self._device is None:
            raise HardwareTrouble("no device is connected: plug it in, or type the roll in")
        return self._device


def _chip_roll(made: RollRecord) -> Roll:
    assert made.kind == Kind.CHIP
    return Roll(Pool(made.groups), made.values, How.CHIP, made.id)


def _load(pool: Pool, colours: Sequence[str]) -> str:
    if not colours:
        return f"{pool.count} dice"
    return ", ".join(f"{count} {colour}" for colour, count in Counter(colours).items())


def _in_order(dice: Sequence[TrayDie], colours: Sequence[str]) -> list[TrayDie]:
    left = list(dice)
    ordered = []
    for colour in colours:
        die = next(die for die in left if die.colour == colour)
        left.remove(die)
        ordered.append(die)
    return ordered + left


def disagreement(made: RollRecord, dice: Sequence[TrayDie], wanted: int, colours: Sequence[str]) -> str:
    """Why this tumble can't count, in one clause; empty when tower and tray agree."""
    if made.outcome == Outcome.JAM:
        return "something blocks the tower"
    if made.outcome == Outcome.CUT:
        return "the tumble was cut short"
    if made.fallen != wanted:
        return f"{made.fallen} of {wanted} dice fell"
    if len(dice) != wanted:
        return f"{made.fallen} dice fell, the tray shows {len(dice)}"
    cocked = sum(die.value is None for die in dice)
    if cocked:
        return f"{cocked} of {wanted} dice can't be read"
    if colours and Counter(colours) != Counter(die.colour for die in dice):
        return f"the tray shows {_load(Pool(((wanted, 6),)), [die.colour for die in dice])}"
    return ""
