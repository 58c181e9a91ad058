"""A minifig match: set-up -> states, claims and rulings, to its end (HR-1, HR-4)."""

from collections.abc import Callable, Sequence
from typing import Any

from referee.law.codec import from_plain
from referee.law.dice import AllRolls, Roll
from referee.law.game import Standing
from referee.law.ids import rule
from referee.law.measured import Doubt, Measured
from referee.law.minifigs import acts
from referee.law.minifigs.body import whole
from referee.law.minifigs.sheet import account, cost, pieces, read_sheet
from referee.law.minifigs.state import (
    Allot,
    Attack,
    Drop,
    EndTurn,
    Figure,
    Move,
    PickUp,
    Reassemble,
    Settings,
    State,
)
from referee.law.refusal import Refused
from referee.law.ruling import Dice, Due, Outcome, Ruling, Verdict
from referee.law.setup import Setup
from referee.problems import BadInput

HANDLERS: dict[type, Callable[[State, Any], acts.Done]] = {
    Move: acts.move,
    Attack: acts.attack,
    Roll: acts.roll,
    Allot: acts.allot,
    PickUp: acts.pick_up,
    Drop: acts.drop,
    Reassemble: acts.reassemble,
    EndTurn: acts.end_turn,
}


def start(setup: Setup) -> State:
    """The state before the first claim; a set-up against the law is a BadInput."""
    settings = from_plain(Settings, dict(setup.settings), "settings")
    players = tuple(player.name for player in setup.players)
    flags = settings.flags or {}
    figures = []
    for entry in setup.models:
        sheet = read_sheet(entry.sheet, entry.name)
        faults = account(sheet).faults
        if faults:
            raise BadInput(f"{entry.name}: {faults[0].sentence} ({faults[0].rule}); correct its sheet")
        if entry.owner not in players:
            raise BadInput(
                f"{entry.name}: no player is called {entry.owner}; name one of {', '.join(players)}"
            )
        at = entry.studs or (0.0, 0.0)
        wielded = tuple(weapon.name for weapon in sheet.weapons)
        by_flag = entry.owner in flags and acts._near(at, flags[entry.owner])
        figures.append(
            Figure(entry.name, entry.owner, sheet, whole(sheet), at, wielded=wielded, began_by_flag=by_flag)
        )
    doubt = Doubt.CALL if setup.doubt == "call" else Doubt.MOVER
    return State(players, tuple(figures), (), settings, doubt)


def apply(state: State, claim: Any) -> tuple[State, Ruling]:
    """The state after `claim`, and the ruling; an illegal claim gives back the same state."""
    try:
        if outcome(state):
            raise Refused("the match is over", rule("HR-4"))
        if state.shot and not isinstance(claim, (Roll, Allot)):
            raise Refused("an attack is under way", rule("HR-2"))
        handler = HANDLERS.get(type(claim))
        if handler is None:
            raise Refused(f"{type(claim).__name__} is no claim of this game", rule("HR-1"))
        after, said, rules, sums = handler(state, claim)
    except Refused as no:
        return state, no.ruling(due(state))
    rules = tuple(dict.fromkeys(rules))
    return after, Ruling(Verdict.LEGAL, rules, said, sums, due(after), outcome=outcome(after))


def due(state: State) -> Due | None:
    """What must happen next; None when the match is over."""
    if outcome(state):
        return None
    shot = state.shot
    if shot is None:
        return Due(state.player, "act with your models or end the turn", (rule("HR-1"), rule("HR-3")))
    if not shot.damage:
        return Due(state.player, f"flip {shot.flips} coins", (rule("HR-2"),), (Dice(shot.flips, 2),))
    target = state.figure(shot.target)
    assert target is not None
    names = ", ".join(p.name for p in acts.choices(state))
    return Due(
        target.owner, f"choose the piece that takes the hit: {names}", (rule("MF-4"),), models=(target.name,)
    )


def outcome(state: State) -> Outcome | None:
    """HR-4: one side has no figure able to act, or the turn limit: the greater surviving cost wins."""
    if state.shot:
        return None
    worth = {
        p: sum(cost(f.sheet).total for f in state.figures if f.owner == p and f.alive) for p in state.players
    }
    scores = tuple(worth.items())
    standing = [p for p in state.players if any(f.owner == p and f.alive for f in state.figures)]
    if len(standing) <= 1:
        winner = standing[0] if standing else None
        return Outcome(winner, "no other side has a model able to act", (rule("HR-4"),), scores)
    if state.turn < state.settings.turn_limit:
        return None
    best = max(worth.values())
    first = [p for p, value in scores if value == best]
    return Outcome(
        first[0] if len(first) == 1 else None, "the turn limit: surviving cost", (rule("HR-4"),), scores
    )


def legal_claims(state: State) -> Sequence[Any]:
    """What may be claimed now; moves and attacks stand for all that measure as little."""
    if outcome(state):
        return ()
    if state.shot:
        if not state.shot.damage:
            return AllRolls(state.player, (Dice(state.shot.flips, 2),))
        target = state.figure(state.shot.target)
        assert target is not None
        return tuple(Allot(target.owner, p.name) for p in acts.choices(state))
    player = state.player
    found: list[Any] = []
    for figure in state.figures:
        if figure.owner != player or not figure.alive:
            continue
        found.append(Move(player, figure.name, figure.at, Measured(0.0)))
        for weapon in (*figure.sheet.weapons, *((figure.sheet.hook,) if figure.sheet.hook else ())):
            found += [
                Attack(player, figure.name, weapon.name, other.name, Measured(0.0))
                for other in state.figures
                if other.owner != player and other.alive
            ]
        found += [PickUp(player, figure.name, thing.name) for thing in state.loose if thing.at == figure.at]
        found += [Drop(player, figure.name, name) for name in figure.wielded]
        found += [Drop(player, figure.name, thing.name) for thing in figure.carried]
        found += [
            Reassemble(player, figure.name, (thing.name,), other.name)
            for thing in figure.carried
            for other in state.figures
            if thing.of == other.name
        ]
    found.append(EndTurn(player))
    return tuple(claim for claim in found if apply(state, claim)[1].legal)


def visible(state: State) -> tuple[Standing, ...]:
    """What should stand on the table now."""
    return tuple(
        Standing(
            f.name,
            f.owner,
            studs=f.at,
            level=f.level,
            pieces_lost=tuple(p.name for p in pieces(f.sheet) if p not in f.body.pieces),
        )
        for f in state.figures
        if f.alive
    )
