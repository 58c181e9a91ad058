"""A number and how sure it is: what every measure returns."""

import math
from dataclasses import dataclass

SIGMAS_95 = 1.959964  # half-width of the middle 95 % of a normal error, in sigmas


@dataclass(frozen=True, slots=True)
class Measured:
    """A value with its one-sigma error, in the same unit (studs unless the name says otherwise)."""

    value: float
    sigma: float = 0.0

    @property
    def error95(self) -> float:
        """The true value lies within this of `value` in 95 cases of 100."""
        return SIGMAS_95 * self.sigma

    @property
    def low(self) -> float:
        """The least it may be, at 95 %."""
        return self.value - self.error95

    @property
    def high(self) -> float:
        """The most it may be, at 95 %."""
        return self.value + self.error95

    def __add__(self, other: "Measured") -> "Measured":
        """Two independent measures laid end to end."""
        return Measured(self.value + other.value, math.hypot(self.sigma, other.sigma))

    def times(self, factor: float) -> "Measured":
        """The same measure in another unit."""
        return Measured(self.value * factor, self.sigma * abs(factor))

    def text(self) -> str:
        """Like "9.4 ± 0.2": the error is the 95 % one, and an exact value stands alone."""
        if self.sigma == 0.0:
            return f"{self.value:.2f}".rstrip("0").rstrip(".")
        places = 1 if self.error95 >= 0.095 else 2
        return f"{self.value:.{places}f} ± {max(self.error95, 10.0**-places):.{places}f}"
