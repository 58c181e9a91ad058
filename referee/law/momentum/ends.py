"""Rounds and how a match ends (MO-1, HR-5)."""

from dataclasses import replace

from referee.law.ids import rule
from referee.law.momentum.state import State
from referee.law.ruling import Outcome

MO_1, HR_5 = rule("MO-1"), rule("HR-5")


def outcome(state: State) -> Outcome | None:
    """The last side with an object wins; after the last round the greater Integrity (HR-5)."""
    scores = dict.fromkeys((player.team for player in state.players), 0)
    for body in state.alive:
        scores[state.team(body.owner)] += body.integrity
    tally = tuple((side, float(score)) for side, score in scores.items())
    left = [side for side, score in scores.items() if score]
    if not left:
        return Outcome(None, "no object is left on any side", (HR_5,), tally)
    if len(left) == 1:
        return Outcome(left[0], f"{left[0]} has the last object", (HR_5,), tally)
    if not state.settings.rounds or state.round <= state.settings.rounds:
        return None
    best = max(scores.values())
    first = [side for side, score in scores.items() if score == best]
    if len(first) > 1:
        return Outcome(None, "the rounds are over and Integrity is equal", (HR_5,), tally)
    return Outcome(first[0], f"the rounds are over and {first[0]} has the greater Integrity", (HR_5,), tally)


def over(state: State) -> State:
    """Nothing more is due."""
    return replace(state, phase="over", current="", way=(), entries=(), strike=None)


def next_round(state: State) -> State:
    """Every object has had its turn: all may take one again, with fresh RCT points (MO-1, HR-5)."""
    bodies = tuple(replace(body, gone=False, rct=body.sheet.rct) for body in state.bodies)
    return replace(state, bodies=bodies, round=state.round + 1, hauled=())
