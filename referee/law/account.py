"""What a sheet adds up to: every stat as a sum, plain facts, and what is illegal about it."""

from dataclasses import dataclass

from referee.law.arithmetic import Sum
from referee.law.ids import RuleId


@dataclass(frozen=True, slots=True)
class Fact:
    """A stat that is no sum: "Range direction", "×"."""

    name: str
    value: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing about a sheet that a rule forbids."""

    sentence: str
    rule: RuleId


@dataclass(frozen=True, slots=True)
class Account:
    """A sheet worked out."""

    title: str
    sums: tuple[Sum, ...]
    facts: tuple[Fact, ...] = ()
    faults: tuple[Fault, ...] = ()

    def total(self, what: str) -> float:
        """The total of the sum named `what`."""
        return next(each.total for each in self.sums if each.what == what)
