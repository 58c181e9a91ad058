"""What is shown, one moment after another -> the sentences a referee would say aloud.

A pure function of two moments: the same match is told in the same words for ever. MechaTon is told with
some swagger, the others in their own tone; `plain` tells all of them dry.
"""

from dataclasses import dataclass

from referee.law.ruling import Ruling, Verdict
from referee.show import Shown, Weight

Flourishes = dict[str, tuple[str, ...]]

OPENINGS: dict[str, str] = {
    "mechaton": "Engines hot, visors down. Steel answers to the dice, and the dice answer to nobody!",
    "minifigs": "Small heroes, steady hands. The studs will be counted.",
    "constructs": "Crews to your machines. Every unit of energy is in the book.",
    "momentum": "Everything that moves, keeps moving. Mind your Direction.",
    "duelchess": "Eight by eight squares, and no square for the timid.",
}
FLOURISHES: dict[str, Flourishes] = {
    "mechaton": {
        "legal": (
            "By the book and by the bolt!",
            "The city felt that one.",
            "Pistons sing!",
            "Somebody polish that armour, it has an audience.",
            "Chrome and glory!",
            "The reactor approves.",
        ),
        "illegal": (
            "Not on this battlefield, pilot.",
            "The rulebook is heavier than your mech.",
            "Cool your jets.",
        ),
        "end": ("Last one standing owns the skyline!",),
    },
    "minifigs": {
        "legal": (),
        "illegal": ("A small step too many.",),
        "end": ("Collect your heads, everyone.",),
    },
    "constructs": {"legal": (), "illegal": ("The gauges say no.",), "end": ("Engines off.",)},
    "momentum": {"legal": (), "illegal": ("Physics objects.",), "end": ("At last, rest.",)},
    "duelchess": {"legal": (), "illegal": ("The board declines.",), "end": ("The duel is decided.",)},
}
EVERY = 3  # a flourish at every third ruling: more would tire


@dataclass(frozen=True, slots=True)
class Narrator:
    """Tells one match."""

    game: str
    plain: bool = False

    def lines(self, before: Shown | None, now: Shown) -> tuple[str, ...]:
        """What is new between two moments, in the order in which a person would say it."""
        said: list[str] = []
        if before is None and not self.plain and self.game in OPENINGS:
            said.append(OPENINGS[self.game])
        if now.ruling is not None and (before is None or now.ruling != before.ruling):
            said += self._of_ruling(now.ruling, now.number)
        if now.told and (before is None or now.told != before.told):
            said.append(_ended(now.told))
        old = {(t.what, t.at) for t in before.troubles} if before else set()
        said += [f"{_ended(t.what)} {_ended(t.cure)}" for t in now.troubles if (t.what, t.at) not in old]
        if before is not None and _waits(before) and not _waits(now):
            said.append("That is in order again: play goes on.")
        if now.question is not None and (before is None or before.question != now.question):
            answers = " — ".join(now.question.answers)
            said.append(
                f"{now.question.player + ': ' if now.question.player else ''}{now.question.words} {answers}"
            )
        if now.measured and (before is None or before.measured != now.measured):
            said.append(now.measured)
        said += self._of_turn(before, now)
        return tuple(said)

    def _of_ruling(self, ruling: Ruling, number: int) -> list[str]:
        opened = {
            Verdict.LEGAL: "",
            Verdict.ILLEGAL: "Illegal. ",
            Verdict.TOO_CLOSE: "Too close to call. ",
            Verdict.CANT_SEE: "I can't see that. ",
        }[ruling.verdict]
        said = [f"{opened}{sentence(ruling.sentence)} ({', '.join(ruling.rules)})"]
        if not self.plain and number % EVERY == 0:
            kind = "legal" if ruling.legal else "illegal"
            flourishes = FLOURISHES.get(self.game, {}).get(kind, ())
            said += [flourishes[number // EVERY % len(flourishes)]] if flourishes else []
        return said

    def _of_turn(self, before: Shown | None, now: Shown) -> list[str]:
        said: list[str] = []
        here = [player.name for player in now.players if player.here]
        was = [player.name for player in before.players if player.here] if before else []
        if now.outcome is not None:
            if before is None or before.outcome is None:
                won = f"{now.outcome.winner} wins: " if now.outcome.winner else "A draw: "
                said.append(f"{won}{now.outcome.why}")
                said += () if self.plain else FLOURISHES.get(self.game, {}).get("end", ())
            return said
        if here and here != was:
            head = f" The record stands at {now.head[:12]}." if now.head and was else ""
            said.append(f"{here[0]}'s turn.{head}")
        if now.due is not None and (before is None or before.due != now.due) and not _waits(now):
            said.append(_ended(f"{now.due.player}: {now.due.what}"))
        if before is not None and before.paused != now.paused:
            said.append("Paused." if now.paused else "Play goes on.")
        return said


def _waits(shown: Shown) -> bool:
    return any(trouble.weight is Weight.WAITS for trouble in shown.troubles)


def sentence(words: str) -> str:
    """Words with the capital that begins a sentence."""
    return words[:1].upper() + words[1:]


def _ended(words: str) -> str:
    """A sentence with its capital and its stop."""
    words = sentence(words)
    return words if not words or words[-1] in ".!?" else f"{words}."
