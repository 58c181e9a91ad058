"""A minifig match: set-up -> states, claims and rulings, to its end (HR-1, HR-4)."""

import math
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

from referee.law.codec import from_plain
from referee.law.dice import AllRolls, Roll
from referee.law.game import Standing
from referee.law.ids import rule
from referee.law.measured import Doubt, Measured
from referee.law.minifigs import acts, things
from referee.law.minifigs.body import whole
from referee.law.minifigs.sheet import cost, faults, pieces, read_sheet
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
    Thing,
)
from referee.law.minifigs.turn import Done, end_turn, near
from referee.law.refusal import Refused
from referee.law.ruling import Dice, Due, Outcome, Ruling, Verdict
from referee.law.setup import Entry, Setup
from referee.problems import BadInput

FEET = 0.5  # studs; two figures' middles can't be nearer than this along both sides of the board

STEP_ASIDE = 2.0  # studs from middle to middle of two figures side by side
BODY_WIDTH = 2.0  # studs; half of each body lies between two middles

HANDLERS: dict[type, Callable[[State, Any], Done]] = {
    Move: acts.move,
    Attack: acts.attack,
    Roll: acts.roll,
    Allot: acts.allot,
    PickUp: things.pick_up,
    Drop: things.drop,
    Reassemble: things.reassemble,
    EndTurn: end_turn,
}


def start(setup: Setup) -> State:
    """The state before the first claim; a set-up against the law is a BadInput."""
    state = figures_set_up(setup)
    if len({state.side(figure.owner) for figure in state.figures}) < 2:
        raise BadInput("a match needs figures on at least two sides, add some")
    return state


def figures_set_up(setup: Setup) -> State:
    """The figures of a match, each checked on its own and in its place."""
    settings = from_plain(Settings, dict(setup.settings), "settings")
    if settings.mining:
        raise BadInput(
            "settings: mines and forging are rules in progress and not refereed (MF-18): take `mining` out"
        )
    players = tuple(player.name for player in setup.players)
    figures: list[Figure] = []
    for entry in setup.models:
        if entry.owner not in players:
            raise BadInput(
                f"{entry.name}: no player is called {entry.owner}; name one of {', '.join(players)}"
            )
        figures.append(_figure(entry, settings))
        here = figures[-1].at
        if any(near(here, other.at, FEET) for other in figures[:-1]):
            raise BadInput(f"{entry.name}: somebody stands at {here} already, choose another place")
    return State(
        players,
        tuple(figures),
        (),
        settings,
        Doubt.CALL if setup.doubt == "call" else Doubt.MOVER,
        tuple(player.team for player in setup.players),
    )


def _figure(entry: Entry, settings: Settings) -> Figure:
    """A model of the match file as it starts, with everything on its sheet."""
    sheet = read_sheet(entry.sheet, entry.name)
    wrong = faults(sheet)
    if wrong:
        raise BadInput(f"{entry.name}: {wrong[0].sentence} ({wrong[0].rule}); correct its sheet")
    if entry.studs is None:
        raise BadInput(f"{entry.name}: where does it start? Add studs = [x, y]")
    flag = (settings.flags or {}).get(entry.owner)
    return Figure(
        entry.name,
        entry.owner,
        sheet,
        whole(sheet),
        entry.studs,
        wielded=tuple(Thing(f"{entry.name}'s {w.name}", entry.name, weapon=w) for w in sheet.weapons),
        began_by_flag=flag is not None and near(entry.studs, flag, settings.beside),
    )


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
        return Due(
            state.player, f"flip {Dice(shot.flips, 2).text()}", (rule("HR-2"),), (Dice(shot.flips, 2),)
        )
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
    worth = dict.fromkeys((state.side(player) for player in state.players), 0.0)
    alive = [figure for figure in state.figures if figure.alive]
    for figure in alive:
        worth[state.side(figure.owner)] += cost(figure.sheet).total
    scores = tuple(worth.items())
    standing = {state.side(figure.owner) for figure in alive}
    if len(standing) <= 1:
        winner = standing.pop() if standing else None
        return Outcome(winner, "no other side has a model able to act", (rule("HR-4"),), scores)
    if state.turn < state.settings.turn_limit:
        return None
    best = max(worth.values())
    first = [side for side, value in scores if value == best]
    return Outcome(
        first[0] if len(first) == 1 else None, "the turn limit: surviving cost", (rule("HR-4"),), scores
    )


def legal_claims(state: State) -> Sequence[Any]:
    """What may be claimed now. Moves and gaps are those of bare ground: the table's own are measured."""
    if outcome(state):
        return ()
    if state.shot:
        if not state.shot.damage:
            return AllRolls(state.player, (Dice(state.shot.flips, 2),))
        target = state.figure(state.shot.target)
        assert target is not None
        return tuple(Allot(target.owner, p.name) for p in acts.choices(state))
    found: list[Any] = []
    for figure in state.figures:
        if figure.owner == state.player and figure.alive:
            found += proposals(state, figure)
    found.append(EndTurn(state.player))
    return tuple(claim for claim in found if apply(state, claim)[1].legal)


def proposals(state: State, figure: Figure) -> list[Any]:
    """What a figure could claim on bare ground, lawful or not."""
    return [*_moves(state, figure), *_attacks(state, figure), *_handling(state, figure)]


def _moves(state: State, figure: Figure) -> list[Move]:
    """Standing still, and going to every other figure, loose thing and the home flag within its allowance."""
    flag = (state.settings.flags or {}).get(figure.owner)
    goals = [thing.at for thing in state.loose if thing.at] + ([flag] if flag else [])
    goals += [_beside(figure.at, other.at) for other in state.figures if other.alive and other is not figure]
    taken = [other.at for other in state.figures if other.alive and other is not figure]
    free = [goal for goal in dict.fromkeys(goals) if not any(near(goal, at, FEET) for at in taken)]
    return [
        Move(figure.owner, figure.name, to, Measured(math.dist(figure.at, to)))
        for to in dict.fromkeys((figure.at, *free))
    ]


def _beside(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    """The place two studs short of `end`, on the side one comes from."""
    return end[0] + (-STEP_ASIDE if start[0] < end[0] else STEP_ASIDE), end[1]


def _attacks(state: State, figure: Figure) -> list[Attack]:
    """Every weapon at every enemy, as far as their feet are apart."""
    weapons = [t.weapon.name if t.of == figure.name and t.weapon else t.name for t in figure.wielded]
    weapons += [figure.hook.name] if figure.hook else []
    return [
        Attack(figure.owner, figure.name, weapon, other.name, Measured(gap(figure, other)))
        for weapon in weapons
        for other in state.figures
        if other.alive and state.side(other.owner) != state.side(figure.owner)
    ]


def gap(figure: Figure, other: Figure) -> float:
    """Studs between the bodies of two figures on bare ground."""
    return max(math.dist(figure.at, other.at) - BODY_WIDTH, 0.0)


def _handling(state: State, figure: Figure) -> list[Any]:
    """Picking up, dropping and putting together."""
    found: list[Any] = [PickUp(figure.owner, figure.name, thing.name) for thing in state.loose]
    held = (*figure.wielded, *figure.carried, *things.shields(figure))
    found += [Drop(figure.owner, figure.name, thing.name) for thing in held]
    if figure.began_by_flag or figure.sheet.reassembles_anywhere:
        names = [thing.name for thing in figure.carried if thing.piece]
        found += [
            Reassemble(figure.owner, figure.name, hands, other.name)
            for hands in (*permutations(names, 1), *permutations(names, 2))
            for other in state.figures
        ]
    return found


def visible(state: State) -> tuple[Standing, ...]:
    """What should stand on the table now."""
    return tuple(
        Standing(
            f.name,
            f.owner,
            studs=f.at,
            level=f.level,
            pieces_lost=_missing(f),
        )
        for f in state.figures
        if f.alive
    )


def _missing(figure: Figure) -> tuple[str, ...]:
    """Pieces of its sheet that are not on it, another's in the same place not counting as missing (MF-11)."""
    on = {piece.name for piece in figure.body.pieces}
    replaced = {piece.part for piece in figure.body.pieces if piece.of}
    return tuple(p.name for p in pieces(figure.sheet) if p.name not in on and p.part not in replaced)
