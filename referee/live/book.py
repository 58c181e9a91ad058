"""A match and its record as one: nothing happens to the match that is not on the disk first."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.law.codec import to_plain
from referee.law.match import Event, Match, replay
from referee.law.ruling import Ruling
from referee.law.setup import Setup
from referee.live.ground import Height, height
from referee.live.sizes import SizeSaid
from referee.problems import BadInput
from referee.record import Record
from referee.show import WayShown


@dataclass(frozen=True, slots=True)
class Ruled:
    """A claim and what became of it; `number` is its entry in the record."""

    claim: Any
    ruling: Ruling
    number: int
    way: WayShown | None = None
    settled_to_ruled_ms: float | None = None


class Book:
    """The match being played, every step of it written before it is taken."""

    def __init__(self, match: Match, record: Record) -> None:
        self.match = match
        self.record = record

    @classmethod
    def open(cls, setup: Setup, path: Path) -> "Book":
        """A new match in a new record."""
        match = Match(setup)
        record = Record.create(path)
        opening = match.opening()
        record.append(opening.kind, opening.body)
        return cls(match, record)

    @classmethod
    def resume(cls, path: Path) -> "Book":
        """The match that a record holds, where it was; a record that the law contradicts is refused."""
        record = Record.resume(path)
        match, contradictions = replay(Event(entry.kind, entry.body) for entry in record.entries())
        if contradictions:
            raise BadInput(f"{path}: {contradictions[0]}; `studeye verify {path}` says more")
        return cls(match, record)

    def rule(self, claim: Any, pictures: Sequence[bytes] = ()) -> Ruled:
        """The ruling on a claim, durable; raises CannotWrite with nothing changed."""
        state, ruling, event = self.match.consider(claim)
        entry = self.record.append(event.kind, event.body, pictures)
        self.match.settle(state)
        return Ruled(claim, ruling, entry.number)

    def undo(self) -> None:
        """Back before the last claim that stood."""
        if not self.match.can_undo:
            raise BadInput("there is nothing to undo")
        self.record.append("undo", {})
        self.match.undo()

    def appeal(self, player: str, words: str, upheld: bool) -> None:
        """A player contests the last ruling that stood; upheld, it is undone."""
        if upheld and not self.match.can_undo:
            raise BadInput("there is nothing that could be appealed")
        self.record.append("appeal", {"player": player, "words": words, "upheld": upheld})
        if upheld:
            self.match.undo()

    def correct(self, state: Any, why: str) -> None:
        """The players agree on another state."""
        plain = to_plain(state)
        self.record.append("correction", {"state": plain, "why": why})
        self.match.correct(plain, why)

    def pause(self, paused: bool) -> None:
        """Rule nothing, or go on."""
        if paused == self.match.paused:
            return
        self.record.append("pause" if paused else "resume", {})
        self.match.paused = paused

    def said_heights(self) -> list[Height]:
        """What people said of the terrain so far."""
        return [height(entry.body) for entry in self.record.entries() if entry.kind == "terrain"]

    def said_sizes(self) -> list[SizeSaid]:
        """What people said of constructs' sizes so far."""
        said = [entry.body for entry in self.record.entries() if entry.kind == "size"]
        return [SizeSaid(str(each["model"]), tuple(each["size"]) if each["size"] else None) for each in said]

    def note(self, kind: str, body: Any, pictures: Sequence[bytes] = ()) -> None:
        """Something that happened at the table and changes no state."""
        self.record.append(kind, body, pictures)
