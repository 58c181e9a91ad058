"""A construct's footprints, sighting after sighting -> how sure its place is.

A construct does not change its size: one that is read with the size it has shown most often is where it was
read, but for the slack of what is put down and not pressed; one that is read a row longer or shorter may be
half a stud off.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee.live.sighting import Body

SURE = 0.06  # studs, 1 sigma: the slack on the studs, and what a right footprint leaves open
UNSURE = 0.3  # of a footprint a row too long or too short: half a stud within 95 %


@dataclass
class Sizes:
    """The footprints (shorter, longer side) that each construct has shown, and how often."""

    _shown: dict[str, Counter[tuple[int, int]]] = field(default_factory=dict)

    def judge(self, seen: Mapping[str, Body]) -> dict[str, Body]:
        """The same bodies, each construct with the error that its size speaks for."""
        return {model: self._judged(model, body) for model, body in seen.items()}

    def _judged(self, model: str, body: Body) -> Body:
        if body.figure or body.footprint is None:
            return body
        x0, y0, x1, y1 = body.footprint
        size = (min(x1 - x0, y1 - y0), max(x1 - x0, y1 - y0))  # a quarter turn is no other size
        shown = self._shown.setdefault(model, Counter())
        shown[size] += 1
        usual = all(count < shown[size] for other, count in shown.items() if other != size)
        return replace(body, error=SURE if usual else UNSURE)
