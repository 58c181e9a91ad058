"""A state -> every claim that would stand now."""

from collections.abc import Callable, Sequence

from referee.law.dice import AllRolls
from referee.law.momentum import chain, flow, pools, strikes, turn
from referee.law.momentum.claims import Attack, MomentumClaim, Move, Pass, Release, Seize, Support, Take
from referee.law.momentum.state import State


def legal_claims(state: State) -> Sequence[MomentumClaim]:
    """Every claim that would stand now, save that a movement is listed once for each place it may end in,
    by one way, and a chain's reels in their usual forms.
    """
    if state.phase == "over":
        return []
    if state.phase == "roll":
        assert state.strike is not None
        role = state.strike.to_roll[0]
        dice = pools.dice_of(state, state.strike, role)
        return AllRolls(pools.roller(state, state.strike, role).owner, dice)
    found = _LEGAL[state.phase](state)
    return found + [
        Release(state.body(grip.grappler).owner, grip.grappler, grip.target) for grip in state.grips
    ]


def _legal_turns(state: State) -> list[MomentumClaim]:
    return [
        Take(body.owner, body.name, speed, direction)
        for body in state.alive
        if not body.gone
        for speed in turn.speeds(state, body)
        for direction in turn.directions(state, body, speed)
    ]


def _legal_acts(state: State) -> list[MomentumClaim]:
    body = state.body(state.current)
    claims: list[MomentumClaim] = []
    if not state.moved:
        claims += [Move(body.owner, body.name, (q, r), level) for q, r, level in turn.destinations(state)]
    open_options = flow.options(state)
    claims += open_options
    if flow.must_reel(state):
        claims += chain.reels(state, body)
    elif state.moved and not flow.must_attack(body, open_options):
        claims.append(Pass(body.owner, body.name))
    return claims


def _legal_reactions(state: State) -> list[MomentumClaim]:
    entry = state.entries[0]
    body = state.body(entry.attacker)
    found = flow.reactions(state, entry)
    passing: list[MomentumClaim] = [Pass(body.owner, body.name)]
    return [*found, *([] if flow.must_attack(body, found) else passing)]


def _legal_answers(state: State) -> list[MomentumClaim]:
    assert state.strike is not None
    body = state.body(state.strike.target)
    names: list[str | None] = [tool.name for tool in strikes.weapons(body, "melee")]
    if not body.sheet.autonomous:
        names.append(None)
    return [Attack(body.owner, body.name, state.strike.attacker, name) for name in names]


def _legal_grips(state: State) -> list[MomentumClaim]:
    assert state.strike is not None
    body = state.body(state.strike.attacker)
    return [Seize(body.owner, body.name, state.strike.target), Pass(body.owner, body.name)]


def _legal_supports(state: State) -> list[MomentumClaim]:
    strike = state.strike
    assert strike is not None
    body = state.body(strike.middle or "")
    found: list[MomentumClaim] = [
        Support(body.owner, body.name, side, tool.name)
        for side in (strike.attacker, strike.target)
        for kind in ("melee", "ranged")
        for tool in strikes.weapons(body, kind)
    ]
    return found if body.sheet.autonomous else [*found, Pass(body.owner, body.name)]


_LEGAL: dict[str, Callable[[State], list[MomentumClaim]]] = {
    "turn": _legal_turns,
    "act": _legal_acts,
    "react": _legal_reactions,
    "answer": _legal_answers,
    "grip": _legal_grips,
    "support": _legal_supports,
}
