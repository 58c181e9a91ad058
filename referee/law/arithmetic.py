"""Terms -> a sum that can be shown: "16 − 2 helmet − 3 sword = 11"."""

from dataclasses import dataclass

from referee.law.ids import RuleId


@dataclass(frozen=True, slots=True)
class Term:
    """One summand: shown to players, so it says why. An empty `why` prints the number alone."""

    value: float
    why: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms added up, then held within `least` and `most` where the law sets such bounds."""

    what: str
    terms: tuple[Term, ...]
    least: float | None = None
    most: float | None = None

    @property
    def raw(self) -> float:
        """The terms added up, before any bound."""
        return sum(term.value for term in self.terms)

    @property
    def total(self) -> float:
        """The sum within its bounds."""
        total = self.raw
        if self.least is not None:
            total = max(total, self.least)
        if self.most is not None:
            total = min(total, self.most)
        return total

    @property
    def rules(self) -> tuple[RuleId, ...]:
        """The rules of its terms, each once, in order."""
        return tuple(dict.fromkeys(term.rule for term in self.terms))

    def text(self) -> str:
        """The whole sum on one line, as a player would write it."""
        words = []
        for place, term in enumerate(self.terms):
            sign = ("−" if term.value < 0 else "") if place == 0 else ("− " if term.value < 0 else "+ ")
            words.append(f"{sign}{number(abs(term.value))}{' ' if term.why else ''}{term.why}")
        line = " ".join(words) if words else "0"
        line += f" = {number(self.raw)}"
        if self.total != self.raw:
            bound = "at least" if self.total > self.raw else "at most"
            line += f", {bound} {number(self.total)}"
        return line


def number(value: float) -> str:
    """2.0 as "2", 0.125 as "0.125", −3 with a true minus."""
    text = f"{value:.3f}".rstrip("0").rstrip(".") if value != int(value) else str(int(value))
    return text.replace("-", "−")


def half_up(value: float) -> int:
    """Rounded to the nearest whole number, halves up (the documents' 5.5 becomes 6)."""
    return int(value + 0.5) if value >= 0 else -int(-value + 0.4999999999)
