"""Two states of the table -> models that glide from where they were to where they are."""

from dataclasses import dataclass, field

from referee.display.frame import Point
from referee.show import Shown

GLIDE_S = 0.6


@dataclass
class Glide:
    """Models on their way, by the display's own clock."""

    starts: dict[str, Point] = field(default_factory=dict)
    ends: dict[str, Point] = field(default_factory=dict)
    since_s: float = 0.0

    def go(self, before: Shown, after: Shown, now_s: float) -> None:
        """Every model whose place changed sets out from where it is drawn now."""
        drawn = self.places(now_s)
        was = {m.name: drawn.get(m.name, m.at) for m in before.models}
        ends = {m.name: m.at for m in after.models if m.at is not None}
        moved = {name: at for name, at in ends.items() if was.get(name) not in (None, at)}
        self.starts = {name: start for name in moved if (start := was[name]) is not None}
        self.ends = {name: moved[name] for name in self.starts}
        self.since_s = now_s

    def places(self, now_s: float) -> dict[str, Point]:
        """Where gliding models are drawn; empty when all have arrived."""
        t = (now_s - self.since_s) / GLIDE_S
        if t >= 1:
            return {}
        eased = t * t * (3 - 2 * t)
        return {
            name: (a[0] + (b[0] - a[0]) * eased, a[1] + (b[1] - a[1]) * eased)
            for name, a in self.starts.items()
            for b in (self.ends[name],)
        }
