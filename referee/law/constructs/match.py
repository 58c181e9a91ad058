"""A match with constructs: set-up -> states, claims and rulings, to its end (HR-1, HR-4)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from referee.law.codec import from_plain
from referee.law.constructs import claims, devices, hits, motion, projectiles, weapons
from referee.law.constructs.cost import account, worth
from referee.law.constructs.energy import Need, affordable
from referee.law.constructs.hits import Done
from referee.law.constructs.sheet import RIGS, ConstructSheet, read_sheet
from referee.law.constructs.state import Construct, Rider, Settings, State, Supply
from referee.law.constructs.structure import structure
from referee.law.dice import Roll
from referee.law.game import Standing
from referee.law.ids import rule
from referee.law.minifigs import acts, things, turn
from referee.law.minifigs import match as figure_match
from referee.law.minifigs.sheet import cost as figure_cost
from referee.law.minifigs.state import Allot, Attack, Drop, EndTurn, Move, PickUp, Reassemble
from referee.law.minifigs.state import Settings as FigureSettings
from referee.law.refusal import Refused
from referee.law.ruling import Dice, Due, Outcome, Ruling, Verdict
from referee.law.setup import Setup
from referee.problems import BadInput

HR_1, HR_2, HR_4 = rule("HR-1"), rule("HR-2"), rule("HR-4")


def allot(state: State, claim: Allot) -> Done:
    """A figure takes a hit as ever; then the next hit is due."""
    after, said, rules, sums = acts.allot(state, claim)
    return hits.settle(cast(State, after)), said, rules, sums


def end_turn(state: State, claim: EndTurn) -> Done:
    """HR-1: the next player's turn; claws without power let go, fuses burn, every unit is fresh again."""
    base, said, rules, sums = turn.end_turn(state, claim)
    after = cast(State, base)
    for construct in state.constructs:
        if construct.owner == claim.player:
            open_now = tuple(name for name in construct.has("claw") if name not in construct.spent)
            after = devices.let_go(after, construct, open_now)
    rested = tuple(
        replace(c, spent=frozenset(), fed=(), struck=frozenset(), supply=Supply()) for c in after.constructs
    )
    after = projectiles.burnt_down(replace(after, constructs=rested), claim.player)
    return after, said, rules, sums


HANDLERS: Mapping[type, Callable[[State, Any], Any]] = {
    Move: motion.move,
    Attack: weapons.attack,
    Roll: weapons.roll,
    Allot: allot,
    PickUp: things.pick_up,
    Drop: things.drop,
    Reassemble: things.reassemble,
    EndTurn: end_turn,
    claims.Drive: motion.drive,
    claims.Fly: motion.fly,
    claims.Burn: motion.burn,
    claims.Board: motion.board,
    claims.Leave: motion.leave,
    claims.Pull: motion.pull,
    claims.TurnJoint: devices.turn_joint,
    claims.Grip: devices.grip,
    claims.Keep: devices.keep,
    claims.Release: devices.release,
    claims.Stow: devices.stow,
    claims.Unload: devices.unload,
    claims.Strike: weapons.strike,
    claims.Fire: weapons.fire,
    claims.Lob: weapons.lob,
    claims.Reflip: weapons.reflip,
    claims.Land: weapons.land,
    claims.Launch: projectiles.launch,
    claims.Trigger: projectiles.trigger,
    claims.Explode: projectiles.explode,
    claims.Pick: hits.pick,
}


def start(setup: Setup) -> State:
    """The state before the first claim: figures and constructs, who sits where; a BadInput if unlawful."""
    settings = from_plain(Settings, dict(setup.settings), "settings")
    sheets = {entry.name: read_sheet(entry.sheet, entry.name) for entry in setup.models}
    figures = tuple(e for e in setup.models if not isinstance(sheets[e.name], ConstructSheet))
    known = FigureSettings.__dataclass_fields__
    plain = {key: value for key, value in setup.settings.items() if key in known}
    base = figure_match.figures_set_up(replace(setup, models=figures, settings=plain))
    built = []
    for entry in setup.models:
        sheet = sheets[entry.name]
        if isinstance(sheet, ConstructSheet):
            for fault in account(sheet).faults:
                raise BadInput(f"{entry.name}: {fault.sentence} ({fault.rule}); correct its sheet")
            if entry.owner not in base.players:
                names = ", ".join(base.players)
                raise BadInput(f"{entry.name}: no player is called {entry.owner}; name one of {names}")
            left = frozenset(each.name for each in structure(sheet).elements)
            if entry.studs is None:
                raise BadInput(f"{entry.name}: where does it start? Add studs = [x, y]")
            built.append(Construct(entry.name, entry.owner, sheet, left, entry.studs, facing=entry.facing))
    fields = {name: getattr(base, name) for name in type(base).__dataclass_fields__}
    state = _loaded(_seated(State(**{**fields, "settings": settings, "constructs": tuple(built)})))
    owners = [figure.owner for figure in state.figures] + [construct.owner for construct in state.constructs]
    sides = {state.side(owner) for owner in owners}
    if len(sides) < 2:
        raise BadInput("a match needs models on at least two sides, add some")
    return state


def _seated(state: State) -> State:
    """The figures that start aboard."""
    for name, (where, place) in state.settings.aboard.items():
        construct, figure = state.construct(where), state.figure(name)
        if construct is None or figure is None:
            raise BadInput(f"settings: aboard: {name} can't be aboard {where}: no such models")
        if place and place not in construct.has("seat", "harness", *RIGS):
            raise BadInput(f"settings: aboard: {where} has no seat, rig or harness called {place}")
        riders = (*construct.riders, Rider(name, place))
        state = state.with_construct(replace(construct, riders=riders))
        state = state.with_figure(replace(figure, at=construct.at, level=construct.level))
    return state


def _loaded(state: State) -> State:
    """The projectiles that start on launch pads."""
    for name, (where, pad) in state.settings.loaded.items():
        carrier, projectile = state.construct(where), state.construct(name)
        pads = {d.name for d in carrier.sheet.devices if d.kind == "launch pad"} if carrier else set()
        if carrier is None or projectile is None or pad not in pads:
            raise BadInput(f"settings: loaded: {name} can't be on {pad} of {where}: no such launch pad")
        state = state.with_construct(
            replace(projectile, carrier=(where, pad), at=carrier.at, facing=carrier.facing)
        )
    return state


def apply(state: State, claim: Any) -> tuple[State, Ruling]:
    """The state after `claim`, and the ruling; an illegal claim gives back the same state."""
    try:
        after, said, rules, sums = _step(state, claim)
    except Refused as no:
        return state, no.ruling(due(state))
    ended = outcome(after)
    rules = tuple(dict.fromkeys(rules))
    return after, Ruling(Verdict.LEGAL, rules, said, sums, _due(after, ended), outcome=ended)


def _step(state: State, claim: Any) -> Done:
    if outcome(state):
        raise Refused("the match is over", HR_4)
    handler = HANDLERS.get(type(claim))
    if handler is None:
        raise Refused(f"{type(claim).__name__} is no claim of this game", HR_1)
    if state.busy and not isinstance(claim, _expected(state)):
        wanted = _due(state, None)
        assert wanted is not None
        raise Refused(f"now {wanted.player} is to {wanted.what}", *wanted.rules)
    return cast(Done, handler(state, claim))


def stands(state: State, claim: Any) -> bool:
    """Would `claim` be legal, in a match that goes on with nothing under way?"""
    try:
        HANDLERS[type(claim)](state, claim)
    except Refused:
        return False
    return True


def _expected(state: State) -> tuple[type, ...]:
    if state.shot is not None:
        return (Allot,) if state.shot.damage else (Roll,)
    if state.hits:
        return (claims.Pick,)
    if state.aimed is not None or (state.lobbed is not None and state.lobbed.flips):
        return (Roll,)
    if state.lobbed is not None:
        return (claims.Reflip, claims.Land)
    return (claims.Explode,)


def due(state: State) -> Due | None:
    """What must happen next; None when the match is over."""
    return _due(state, outcome(state))


def _due(state: State, ended: Outcome | None) -> Due | None:
    if ended:
        return None
    if state.shot is not None:
        return figure_match.due(state)
    if state.hits:
        hit = state.hits[0]
        construct = state.construct(hit.target)
        assert construct is not None
        what = f"pick the piece that {hit.target} loses: {', '.join(hits.choices(state, construct))}"
        return Due(hits.picker(state, hit), what, (rule("CN-1"), rule("CN-4")), models=(hit.target,))
    if state.aimed is not None:
        coins = state.aimed.flips
        return Due(state.aimed.player, f"flip {Dice(coins, 2).text()}", (HR_2,), (Dice(coins, 2),))
    if state.lobbed is not None:
        lobbed = state.lobbed
        if lobbed.flips:
            coin = (Dice(lobbed.flips, 2),)
            return Due(lobbed.player, f"flip {Dice(lobbed.flips, 2).text()}", (rule("CN-16"),), coin)
        what = f"lay the template {weapons.range_of(lobbed).total:g} studs off, or reflip"
        return Due(lobbed.player, what, (rule("CN-16"),), models=(lobbed.attacker,))
    if state.blasts:
        name = state.blasts[0]
        owner = next(c.owner for c in state.constructs if c.name == name)
        return Due(owner, f"lay the template of {name}'s explosion", (rule("CN-17"),), models=(name,))
    return Due(state.player, "act with your models or end the turn", (HR_1, rule("HR-3")))


WORKS = (  # what the least activation of each kind of device needs (CN-7 to CN-17)
    ("land mobility", Need(1, push=1)),
    ("flight mobility", Need(1, push=2)),
    ("joint", Need(1)),
    ("claw", Need(1, 1)),
    ("hand-to-hand weapon", Need(push=1)),
    ("line-of-sight weapon", Need(1, 1)),
    ("lobbed weapon", Need(push=1)),
    ("launch pad", Need(1)),
    ("rocket engine", Need(1, 1)),
    ("smart trigger", Need(1)),
)


def able(state: State, construct: Construct) -> bool:
    """Could it act at all with a turn's fresh units (HR-4)? A fuse that burns is an act to come."""
    if not construct.left or construct.fuse is not None:
        return bool(construct.left)
    fresh = replace(construct, spent=frozenset(), supply=Supply())
    rested = replace(state, figures=tuple(replace(f, acts=0) for f in state.figures))
    return any(construct.has(kind) and affordable(rested, fresh, need) for kind, need in WORKS)


def outcome(state: State) -> Outcome | None:
    """HR-4: one side has no model able to act, or the turn limit: the greater surviving cost wins."""
    if state.busy:
        return None
    sides = tuple(dict.fromkeys(state.side(player) for player in state.players))
    acting = {state.side(f.owner) for f in state.figures if f.alive}
    for construct in state.constructs:
        if state.side(construct.owner) not in acting and able(state, construct):
            acting.add(state.side(construct.owner))
    if len(acting) > 1 and state.turn < state.settings.turn_limit:
        return None
    scores = tuple((side, _worth(state, side)) for side in sides)
    if len(acting) <= 1:
        return Outcome(next(iter(acting), None), "no other side has a model able to act", (HR_4,), scores)
    best = max(value for _, value in scores)
    first = [side for side, value in scores if value == best]
    winner = first[0] if len(first) == 1 else None
    return Outcome(winner, "the turn limit: surviving cost", (HR_4,), scores)


def _worth(state: State, side: str) -> float:
    figures = [figure_cost(f.sheet).total for f in state.figures if f.alive and state.side(f.owner) == side]
    built = [worth(c.sheet, c.left) for c in state.constructs if state.side(c.owner) == side]
    return sum(figures) + sum(built)


def visible(state: State) -> tuple[Standing, ...]:
    """What should stand on the table now."""
    standing = tuple(
        Standing(
            c.name,
            c.owner,
            studs=c.at,
            level=c.level,
            facing=c.facing,
            pieces_lost=tuple(e.name for e in structure(c.sheet).elements if e.name not in c.left),
        )
        for c in state.constructs
        if c.left
    )
    sitting = {f.name for c in state.constructs for f, _ in hits.seated(state, c)}  # part of the model (CN-2)
    return tuple(each for each in figure_match.visible(state) if each.model not in sitting) + standing
