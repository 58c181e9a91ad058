"""Dice asked for and dice that fell -> a roll the law can use, or the reason it can't."""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from referee.law.ruling import Dice


@dataclass(frozen=True, slots=True)
class Rolled:
    """One die as it fell."""

    value: int
    sides: int = 6
    colour: str = "any"


@dataclass(frozen=True, slots=True)
class Roll:
    """A claim: these dice fell for `player`."""

    player: str
    dice: tuple[Rolled, ...]

    def values(self, colour: str, sides: int) -> tuple[int, ...]:
        """The values of one kind of dice, in the order they were given."""
        return tuple(die.value for die in self.dice if die.colour == colour and die.sides == sides)


def roll_of(player: str, pool: Sequence[Dice], values: Sequence[int]) -> Roll:
    """`values` in the order of `pool` as a roll; one value a die."""
    kinds = [kind for kind in pool for _ in range(kind.count)]
    return Roll(
        player,
        tuple(Rolled(value, kind.sides, kind.colour) for kind, value in zip(kinds, values, strict=True)),
    )


def what_is_wrong(pool: Sequence[Dice], roll: Roll) -> str | None:
    """Why `roll` can't be the roll of `pool`: too few, too many, or a die that can't exist."""
    for die in roll.dice:
        if not 1 <= die.value <= die.sides:
            return f"a d{die.sides} can't show {die.value}: roll it again"
    wanted = Counter({(kind.colour, kind.sides): kind.count for kind in pool if kind.count})
    fell = Counter((die.colour, die.sides) for die in roll.dice)
    if wanted != fell:
        return f"{_named(wanted)} were to be rolled, {_named(fell)} fell: roll again"
    return None


def _named(counts: Counter[tuple[str, int]]) -> str:
    kinds = [Dice(count, sides, colour).text() for (colour, sides), count in sorted(counts.items())]
    return " and ".join(kinds) or "no dice"


class AllRolls(Sequence[Roll]):
    """Every roll of a pool, made when looked at: six dice have 46,656."""

    def __init__(self, player: str, pool: Sequence[Dice]) -> None:
        self._player = player
        self._pool = tuple(pool)
        self._sides = [kind.sides for kind in pool for _ in range(kind.count)]

    def __len__(self) -> int:
        return math.prod(self._sides)

    @overload
    def __getitem__(self, index: int) -> Roll: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Roll]: ...
    def __getitem__(self, index: int | slice) -> Roll | Sequence[Roll]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        values = []
        for sides in reversed(self._sides):
            place, value = divmod(place, sides)
            values.append(value + 1)
        return roll_of(self._player, self._pool, values[::-1])

    def __iter__(self) -> Iterator[Roll]:
        for values in itertools.product(*(range(1, sides + 1) for sides in self._sides)):
            yield roll_of(self._player, self._pool, values)
