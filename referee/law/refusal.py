"""A reason to say no -> a ruling that changes nothing."""

from collections.abc import Sequence

from referee.law.arithmetic import Sum
from referee.law.ids import RuleId
from referee.law.ruling import Due, Ruling, Verdict


class Refused(Exception):
    """Raised inside a game's law where a rule forbids a claim; `apply` turns it into a ruling."""

    def __init__(
        self,
        sentence: str,
        *rules: RuleId,
        legal_instead: Sequence[str] = (),
        verdict: Verdict = Verdict.ILLEGAL,
        arithmetic: Sequence[Sum] = (),
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.rules = rules
        self.legal_instead = tuple(legal_instead)
        self.verdict = verdict
        self.arithmetic = tuple(arithmetic)

    def ruling(self, due: Due | None) -> Ruling:
        """The refusal as it is announced; what was due is still due."""
        return Ruling(self.verdict, self.rules, self.sentence, self.arithmetic, due, self.legal_instead)
