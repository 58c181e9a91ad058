"""The dice that are due -> a roll of the law: six-sided ones from tower and tray, the others by the chip."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hardware.pool import Pool
from hardware.problems import HardwareTrouble
from hardware.tower import DiceTower, TrayDie
from referee.law.dice import Roll, Rolled
from referee.law.ruling import Dice, Due
from referee.problems import BadInput


@dataclass(frozen=True, slots=True)
class Fallen:
    """A roll as the law takes it, and what lies in the tray now (empty: nothing does)."""

    roll: Roll
    tray: tuple[TrayDie, ...] = ()


class Roller:
    """Rolls what is due with what there is: a tower and a tray, a chip, or nothing but typing."""

    def __init__(self, tower: DiceTower | None, read_tray: Callable[[], Sequence[TrayDie]] | None) -> None:
        self._tower, self._read_tray = tower, read_tray

    @property
    def how(self) -> str:
        """How rolls are made, for the display."""
        if self._tower is None:
            return "no device: rolls are typed"
        return "tower and tray, others by the chip" if self._read_tray else "the chip rolls"

    def roll(self, due: Due) -> Fallen:
        """Let the dice fall; HardwareTrouble when they can't."""
        if self._tower is None:
            raise HardwareTrouble("no device is connected: roll by hand and type the values in")
        six = [kind for kind in due.dice if kind.sides == 6]
        if self._read_tray is None or not six:
            return Fallen(Roll(due.player, self._by_chip(due.dice)))
        others = self._by_chip([kind for kind in due.dice if kind.sides != 6])
        colours = [kind.colour for kind in six for _ in range(kind.count)]
        named = [] if "any" in colours else colours
        made = self._tower.roll_tower(Pool(((len(colours), 6),)), named)
        fell = tuple(Rolled(value, 6, colour) for value, colour in zip(made.values, colours, strict=True))
        shown = made.colours or ("any",) * len(made.values)
        tray = tuple(TrayDie(colour, value) for colour, value in zip(shown, made.values, strict=True))
        return Fallen(Roll(due.player, _in_order(due.dice, (*fell, *others))), tray)

    def _by_chip(self, kinds: Sequence[Dice]) -> tuple[Rolled, ...]:
        if not kinds:
            return ()
        assert self._tower is not None
        made = self._tower.roll_chip(Pool(tuple((kind.count, kind.sides) for kind in kinds)))
        dice = [kind for kind in kinds for _ in range(kind.count)]
        return tuple(
            Rolled(value, kind.sides, kind.colour) for value, kind in zip(made.values, dice, strict=True)
        )


def typed(due: Due, values: Sequence[int]) -> Roll:
    """Values said by a player, in the order in which the dice are due."""
    dice = [kind for kind in due.dice for _ in range(kind.count)]
    if len(values) != len(dice):
        raise BadInput(f"{len(dice)} dice are due, {len(values)} values were typed: type one for each die")
    return Roll(
        due.player,
        tuple(Rolled(value, kind.sides, kind.colour) for value, kind in zip(values, dice, strict=True)),
    )


def turned(tray: Sequence[TrayDie], seen: Sequence[TrayDie]) -> str:
    """What was done to the dice of the last roll, in words; empty when nothing was, or they are gone."""
    left = [(die.colour, die.value) for die in tray]
    odd = []
    for die in seen:
        if die.value is None:
            continue
        same = next((each for each in left if each[1] == die.value and die.colour in (each[0], "any")), None)
        if same is None:
            same = next((each for each in left if each == ("any", die.value)), None)
        if same is None:
            odd.append(f"{die.colour} {die.value}")
        else:
            left.remove(same)
    if not odd:
        return ""
    fell = ", ".join(f"{colour} {value}" for colour, value in left)
    return f"the tray shows {', '.join(odd)} where {fell or 'nothing'} fell"


def _in_order(kinds: Sequence[Dice], fell: Sequence[Rolled]) -> tuple[Rolled, ...]:
    """The dice in the order in which they were due."""
    order = {(kind.colour, kind.sides): place for place, kind in enumerate(kinds)}
    return tuple(sorted(fell, key=lambda die: order[(die.colour, die.sides)]))
