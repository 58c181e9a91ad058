"""Dice as people write them, "2d6+1d8", ↔ groups of (count, sides)."""

import re
from dataclasses import dataclass

from hardware.messages import MAX_DICE, MAX_GROUPS, MAX_SIDES

_GROUP = re.compile(r"\s*(\d*)\s*(?:d\s*(\d+|%)|(coins?))\s*", re.IGNORECASE)


class BadPool(ValueError):
    """Dice that can't be rolled: one sentence with what is wrong."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Which dice: groups of (count, sides), in the order they were asked for."""

    groups: tuple[tuple[int, int], ...]

    @property
    def count(self) -> int:
        """How many dice in all."""
        return sum(count for count, _ in self.groups)

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides of every die, one by one."""
        return tuple(sides for count, sides in self.groups for _ in range(count))

    def __str__(self) -> str:
        return "+".join(f"{count}d{sides}" for count, sides in self.groups)

    def encode(self) -> bytes:
        """Pairs of (count, sides), as the device takes them."""
        return bytes(number for group in self.groups for number in group)


def parse_pool(words: str) -> Pool:
    """ "2d6+1d8", "d20", "3 coins" → a pool; raises BadPool with what is wrong."""
    groups = []
    for part in words.split("+"):
        found = _GROUP.fullmatch(part)
        if not found:
            raise BadPool(f"can't read dice {words!r}: write them like 2d6+1d8, d100 or 3 coins")
        count = int(found[1] or 1)
        sides = 2 if found[3] else 100 if found[2] == "%" else int(found[2])
        groups.append((count, sides))
    return checked(Pool(tuple(groups)))


def checked(pool: Pool) -> Pool:
    """The pool itself, if the device can roll it in one go."""
    if any(not 2 <= sides <= MAX_SIDES for _, sides in pool.groups):
        raise BadPool(f"{pool}: a die has 2 to {MAX_SIDES} sides")
    if not pool.groups or any(count < 1 for count, _ in pool.groups):
        raise BadPool(f"{pool}: every kind of dice needs at least one die")
    if pool.count > MAX_DICE or len(pool.groups) > MAX_GROUPS:
        raise BadPool(
            f"{pool}: at most {MAX_DICE} dice of {MAX_GROUPS} kinds in one roll; roll them in parts"
        )
    return pool
