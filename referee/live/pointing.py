"""What is shown -> LEDs that point at it: what is wrong, where it belongs, who is to act.

LEDs under the board colour what the camera reads: they are dark from the first hand to the ruling, and a
sight that only their own coming on called forth is not taken for news.
"""

import contextlib
import math
from collections.abc import Sequence

from hardware.led_map import Side
from hardware.leds import LedGrid
from referee.law.setup import GridLaid
from referee.live.eyes import Glimpse
from referee.measure.grid import Grid
from referee.show import Shown, Weight

Point = tuple[float, float]
RGB = tuple[int, int, int]

# told apart by brightness as well as by hue
WRONG: RGB = (255, 90, 0)
HERE: RGB = (0, 110, 255)
DUE: RGB = (60, 60, 60)
GONE_S = 10.0  # between attempts to light anything on a device that does not answer
ECHO_S = 1.5  # within which our own LEDs coming on may settle the picture anew


class Pointing:
    """The LED grid of a match, or none."""

    def __init__(self, leds: LedGrid | None, laid: GridLaid) -> None:
        self._leds = leds
        self._grid = (
            None
            if laid.kind == "studs"
            else Grid(laid.kind, laid.size, laid.columns, laid.rows, laid.origin, laid.turned)
        )
        self._under = leds is not None and Side.UNDER in leds.map.sides
        self._last: Sequence[tuple[Sequence[Point], RGB]] = ()
        self._changed_at: float | None = None
        self._lit = True
        self._rests_until = -math.inf
        self._dark = contextlib.ExitStack()

    def heed(self, glimpse: Glimpse) -> None:
        """Dark from the moment a hand comes until the table is read and shown again."""
        if glimpse.state != "hands":
            return
        self._changed_at = None
        if self._under and self._leds is not None and self._lit:
            self._dark.enter_context(self._leds.dark())
            self._lit = False

    def coloured(self, now: float) -> bool:
        """Is a settled picture but the echo of LEDs that just changed?"""
        return self._under and self._changed_at is not None and now - self._changed_at < ECHO_S

    def show(self, shown: Shown, now: float) -> None:
        """Point at what matters; HardwareTrouble when the device is gone."""
        if self._leds is None or now < self._rests_until:
            return
        self._rests_until = now + GONE_S  # unless all goes well: a device that is gone must not hold us up
        if not shown.hands:
            self._dark.close()
            self._lit = True
        shapes = self.shapes(shown)
        if shapes != self._last:
            self._leds.point(shapes)
            self._last, self._changed_at = shapes, now
        self._rests_until = now

    def shapes(self, shown: Shown) -> list[tuple[Sequence[Point], RGB]]:
        """Polygons in studs and their colours, the most important last."""
        due = shown.due.models if shown.due else ()
        found = [(self._around(m.at), DUE) for m in shown.models if m.name in due and m.at]
        for trouble in shown.troubles:
            if trouble.weight is Weight.WAITS:
                found += [(self._around(trouble.at), WRONG)] if trouble.at else []
                found += [(self._around(trouble.to), HERE)] if trouble.to else []
        return list(found)

    def _around(self, at: Point) -> Sequence[Point]:
        if self._grid is not None:
            return self._grid.outline(self._grid.place(at).cell)
        x, y = at
        return [(x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1)]
