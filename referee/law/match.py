"""A game and its claims one after another -> a match that can be undone, appealed, put right and resumed.

The history lives here, outside the state: a state knows nothing of how it came about. Every event is
a plain value, so that a record of them is all that is needed to be where one was.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.law.codec import canonical, from_plain, to_plain
from referee.law.game import Game, claim_from_plain, load
from referee.law.ruling import Ruling
from referee.law.setup import Setup
from referee.problems import BadInput


@dataclass(frozen=True, slots=True)
class Event:
    """Something to be recorded: its kind and its body as plain values."""

    kind: str
    body: Mapping[str, Any]


class Match:
    """One match being played."""

    def __init__(self, setup: Setup) -> None:
        self.setup = from_plain(Setup, to_plain(setup), "setup")  # as a record gives it back: 1.0 for 1
        self.game: Game = load(setup.game)
        self.state: Any = self.game.start(self.setup)
        self.paused = False
        self._past: list[Any] = []

    def opening(self) -> Event:
        """The first entry of a record: all that the match starts from."""
        return Event("start", {"setup": to_plain(self.setup)})

    def consider(self, claim: Any) -> tuple[Any, Ruling, Event]:
        """What `claim` would do: to be recorded first, then `settle`d and announced."""
        plain = to_plain(claim)
        read_back = claim_from_plain(self.game, plain)  # what a replay will rule on, byte for byte
        state, ruling = self.game.apply(self.state, read_back)
        return state, ruling, Event("ruling", {"claim": plain, "ruling": to_plain(ruling)})

    def settle(self, state: Any) -> None:
        """Take over a state that is on disk; refusals leave the same state and no history."""
        if state is not self.state:
            self._past.append(self.state)
            self.state = state

    def claim(self, claim: Any) -> Ruling:
        """Consider and settle in one."""
        state, ruling, _ = self.consider(claim)
        self.settle(state)
        return ruling

    @property
    def can_undo(self) -> bool:
        """Is there a claim that stood and can be taken back?"""
        return bool(self._past)

    def undo(self) -> Event:
        """Back to exactly the state before the last claim that stood."""
        if not self._past:
            raise BadInput("there is nothing to undo")
        self.state = self._past.pop()
        return Event("undo", {})

    def appeal(self, player: str, words: str, upheld: bool) -> Event:
        """A player contests the last ruling; upheld, what it did is undone."""
        if upheld:
            self.undo()
        return Event("appeal", {"player": player, "words": words, "upheld": upheld})

    def correct(self, plain_state: Any, why: str) -> Event:
        """The players agree on another state, given as plain values of the game's own state."""
        state = from_plain(type(self.state), plain_state, "correction")
        self._past.append(self.state)
        self.state = state
        return Event("correction", {"state": to_plain(state), "why": why})

    def pause(self) -> Event:
        """Nothing is ruled until `go_on`."""
        self.paused = True
        return Event("pause", {})

    def go_on(self) -> Event:
        """Play goes on."""
        self.paused = False
        return Event("resume", {})


def replay(events: Iterable[Event]) -> tuple[Match, list[str]]:
    """The match after `events`, and every ruling that came out otherwise than it was recorded."""
    match: Match | None = None
    differences: list[str] = []
    for place, event in enumerate(events, 1):
        match, differs = replay_one(match, event, place)
        if differs:
            differences.append(f"entry {place}: the law rules otherwise than was recorded")
    if match is None:
        raise BadInput("the record is empty: no match was started in it")
    return match, differences


def replay_one(match: Match | None, event: Event, place: int) -> tuple[Match, bool]:
    """The match one event further, and whether its ruling came out otherwise, byte for byte."""
    if match is None:
        if event.kind != "start":
            raise BadInput("the record does not begin with a start: it is no match")
        return Match(from_plain(Setup, event.body["setup"], "setup")), False
    if event.kind == "ruling":
        claim = claim_from_plain(match.game, event.body["claim"], f"entry {place}")
        return match, canonical(to_plain(match.claim(claim))) != canonical(event.body["ruling"])
    if event.kind == "undo" or (event.kind == "appeal" and event.body["upheld"]):
        match.undo()
    elif event.kind == "correction":
        match.correct(event.body["state"], event.body["why"])
    elif event.kind in ("pause", "resume"):
        match.paused = event.kind == "pause"
    return match, False
