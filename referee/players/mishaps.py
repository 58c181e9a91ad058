"""What goes wrong around a table, one thing after another: to see what the referee does then.

A mishap comes while nobody's hands are busy, lasts, and goes away by itself. What a cat pushed about is for
the players to put back.
"""

from collections.abc import Callable
from dataclasses import dataclass

from hardware.virtual.cable import Cable
from hardware.virtual.table import VirtualTable

QUIET, LASTS = 80, 50  # frames from one mishap to the next, and that most last
HAND_LASTS = 280  # at ten a second longer than the 20 s after which a hand is named


@dataclass(frozen=True, slots=True)
class Mishap:
    """Something that happens, and how it ends."""

    name: str
    begin: Callable[[], None]
    end: Callable[[], None]
    lasts: int = LASTS


def all_mishaps(table: VirtualTable, cable: Cable | None) -> tuple[Mishap, ...]:
    """Everything that can be shown on a virtual table."""

    def switched(which: str, on: bool) -> Callable[[], None]:
        return lambda: setattr(table, which, on)

    x, y = table.in_sight.board.cols / 2, table.in_sight.board.rows / 2
    return (
        *(
            Mishap(f"the camera is {which}", switched(which, True), switched(which, False))
            for which in ("unplugged", "black", "frozen", "covered")
        ),
        Mishap("a hand stays over the table", lambda: table.leave_hand(x, y), table.clear_hands, HAND_LASTS),
        Mishap("a cat comes", table.cat, table.clear_hands),
        *((Mishap("the device is unplugged", cable.pull, cable.put_back),) if cable else ()),
    )


class Mishaps:
    """One after the other, round and round; `step` once a frame."""

    def __init__(self, kinds: tuple[Mishap, ...], tell: Callable[[str], None]) -> None:
        self._kinds, self._tell = kinds, tell
        self._now: Mishap | None = None
        self._count = self._next = 0

    def step(self, busy: bool) -> None:
        """A frame passes; while hands are `busy` nothing new happens."""
        self._count += 1
        if self._now is not None and self._count >= self._now.lasts:
            self._tell(f"[mishap over: {self._now.name}]")
            self._now.end()
            self._now, self._count = None, 0
        elif self._now is None and self._count >= QUIET and not busy:
            self._now, self._count = self._kinds[self._next % len(self._kinds)], 0
            self._next += 1
            self._tell(f"[mishap: {self._now.name}]")
            self._now.begin()
