"""One claim about a figure and a state -> the next state and what to announce (MF-1 to MF-13, HR-2, HR-3)."""

from dataclasses import replace

from referee.law.arithmetic import Sum
from referee.law.dice import Roll, what_is_wrong
from referee.law.ids import RuleId, rule
from referee.law.measured import at_most
from referee.law.minifigs.body import exposed, penetrated, strike
from referee.law.minifigs.sheet import Piece, allowance, flips, hands_free
from referee.law.minifigs.state import (
    Allot,
    Attack,
    Drop,
    EndTurn,
    Figure,
    Move,
    PickUp,
    Reassemble,
    Shot,
    State,
    Thing,
)
from referee.law.refusal import Refused
from referee.law.ruling import Dice, Verdict

Done = tuple[State, str, tuple[RuleId, ...], tuple[Sum, ...]]
HEADS = 2
TOUCHING = 1.5  # studs between a figure's middle and a flag beside it, middle to middle


def acting(state: State, player: str, model: str, *, costs_act: bool) -> Figure:
    """The figure that acts, if it may."""
    figure = state.figure(model)
    if figure is None:
        raise Refused(f"there is no model called {model}", rule("HR-1"))
    if player != state.player or figure.owner != player:
        raise Refused(f"it is {state.player}'s turn, with {state.player}'s models", rule("HR-1"))
    if not figure.alive:
        raise Refused(f"{model} has no legs and is out of the game", rule("MF-9"))
    if costs_act and figure.acts >= state.settings.acts:
        raise Refused(f"{model} has acted {figure.acts} times this turn", rule("HR-3"))
    return figure


def reach_now(figure: Figure, medium: str = "land") -> Sum:
    """Its allowance with what it still wears, wields and carries."""
    return allowance(
        figure.sheet,
        frozenset(p.name for p in figure.body.pieces),
        frozenset(figure.wielded) | ({figure.sheet.hook.name} if figure.sheet.hook else frozenset()),
        tuple((thing.name, thing.ac) for thing in figure.carried),
        medium="water" if medium == "water" else "land",
    )


def move(state: State, claim: Move) -> Done:
    """MF-12 to MF-14: within the allowance, ending on a level pair of studs."""
    figure = acting(state, claim.player, claim.model, costs_act=True)
    if figure.moved or figure.rooted:
        why = "MF-12" if figure.rooted else "HR-3"
        raise Refused(f"{figure.name} moves no more this turn", rule(why))
    if not claim.feet_level:
        raise Refused(f"{figure.name} must end with its feet on a pair of studs at one level", rule("MF-13"))
    may = reach_now(figure, claim.medium)
    verdict = at_most(claim.length, may.total, state.doubt)
    moved = f"{figure.name} moved {claim.length.text()}, allowed {may.text()}"
    if verdict is not Verdict.LEGAL:
        rules = (rule("MF-13"), rule("HR-7"), *may.rules)
        raise Refused(moved, *rules, legal_instead=(f"up to {may.total:g} studs",), verdict=verdict)
    after = replace(figure, at=claim.to, level=claim.level, acts=figure.acts + 1, moved=True)
    return state.with_figure(after), moved, (rule("MF-13"), *may.rules), (may,)


def attack(state: State, claim: Attack) -> Done:
    """HR-2 and HR-3: a usable weapon, a seen target within reach or range, then the flips."""
    figure = acting(state, claim.player, claim.model, costs_act=True)
    if not (figure.body.has("head") and figure.body.has("torso")):
        raise Refused(f"{figure.name} lacks its head or torso and can't attack", rule("MF-9"))
    weapon = figure.weapon(claim.weapon)
    if weapon is None or claim.weapon in figure.fresh:
        why = "MF-12" if claim.weapon in figure.fresh else "HR-2"
        usable = tuple(w.name for w in figure.sheet.weapons if w.name in figure.wielded)
        raise Refused(f"{figure.name} can't use {claim.weapon} now", rule(why), legal_instead=usable)
    target = state.figure(claim.target)
    if target is None or not target.alive or target.name == figure.name:
        raise Refused(f"{claim.target} is no target", rule("HR-2"))
    if not claim.seen:
        raise Refused(f"{figure.name} does not see {target.name}", rule("HR-2"))
    far = max(weapon.reach, weapon.range)
    verdict = at_most(claim.gap, far, state.doubt)
    if verdict is not Verdict.LEGAL:
        said = f"{target.name} is {claim.gap.text()} away, {weapon.name} reaches {far:g}"
        raise Refused(said, rule("HR-2"), rule("HR-7"), verdict=verdict)
    coins = flips(weapon, figure.sheet)
    after = state.with_figure(replace(figure, acts=figure.acts + 1))
    shot = Shot(figure.name, target.name, weapon, int(coins.total))
    said = f"{figure.name} attacks {target.name} with {weapon.name}: {coins.text()} flips"
    if shot.flips == 0:
        return _hit(replace(after, shot=shot), said, coins)
    return replace(after, shot=shot), said, coins.rules, (coins,)


def roll(state: State, claim: Roll) -> Done:
    """HR-2: the attack hits if every flip is heads."""
    shot = state.shot
    if shot is None or shot.damage:
        raise Refused("no flips are due", rule("HR-2"))
    if claim.player != state.player:
        raise Refused(f"{state.player} flips", rule("HR-1"))
    wrong = what_is_wrong((Dice(shot.flips, 2),), claim)
    if wrong:
        raise Refused(wrong, rule("HR-2"))
    tails = sum(die.value != HEADS for die in claim.dice)
    if tails:
        said = f"{tails} of {shot.flips} flips failed: {shot.attacker} misses {shot.target}"
        return replace(state, shot=None), said, (rule("HR-2"),), ()
    return _hit(state, f"{shot.attacker} hits {shot.target}", None)


def choices(state: State) -> tuple[Piece, ...]:
    """The pieces among which the owner of the target chooses (MF-1, MF-4, MF-6)."""
    if state.shot is None or not state.shot.damage:
        return ()
    target = state.figure(state.shot.target)
    assert target is not None
    return penetrated(target.body) if state.shot.weapon.penetrating else exposed(target.body)


def allot(state: State, claim: Allot) -> Done:
    """MF-1 to MF-6: one exposed piece takes the hit; only a cascading weapon goes on."""
    shot = state.shot
    if shot is None or not shot.damage:
        raise Refused("no damage is to be allotted", rule("MF-4"))
    target = state.figure(shot.target)
    assert target is not None
    if claim.player != target.owner:
        raise Refused(f"{target.owner} decides where the hit goes", rule("MF-4"))
    may = choices(state)
    if claim.piece not in {p.name for p in may}:
        instead = tuple(p.name for p in may)
        why = rule("MF-6" if shot.weapon.penetrating else "MF-1")
        raise Refused(f"{claim.piece} is not exposed on {target.name}", why, legal_instead=instead)
    body, fallen, over = strike(target.body, claim.piece, shot.damage)
    hurt = replace(target, body=body)
    dropped = tuple(Thing(f"{target.name}'s {p.name}", "piece", p.ac, target.at, target.name) for p in fallen)
    if not body.has("torso"):
        hurt, held = _empty_hands(hurt)
        dropped += held
    after = replace(state.with_figure(hurt), loose=state.loose + dropped, shot=None)
    if shot.weapon.cascading and over > 0 and hurt.alive:
        again = replace(after, shot=replace(shot, damage=over))
        after = again if choices(again) else after
    lost = ", ".join(p.name for p in fallen) or "nothing yet"
    said = f"{shot.damage} damage to {target.name}'s {claim.piece}: {lost} falls"
    why_more = (rule("MF-6"),) if shot.weapon.cascading or shot.weapon.penetrating else (rule("MF-3"),)
    return after, said, (rule("MF-1"), rule("MF-2"), rule("MF-4"), rule("MF-8"), *why_more), ()


def pick_up(state: State, claim: PickUp) -> Done:
    """MF-10 and MF-12: with a free hand or an open container; equipment ends the movement."""
    figure = acting(state, claim.player, claim.model, costs_act=False)
    thing = next((t for t in state.loose if t.name == claim.thing), None)
    if thing is None or not claim.in_reach:
        raise Refused(f"{claim.thing} does not lie within {figure.name}'s reach", rule("MF-12"))
    if not figure.body.has("torso"):
        raise Refused(f"{figure.name} has no torso and carries nothing", rule("MF-9"))
    if room(figure) < 1:
        raise Refused(f"{figure.name} has no hand free for {thing.name}", rule("MF-10"))
    loose = tuple(t for t in state.loose if t is not thing)
    if thing.kind == "piece":
        after = replace(figure, carried=(*figure.carried, replace(thing, at=None)))
        said, why = f"{figure.name} picks up {thing.name}, free of charge", "MF-10"
    else:
        own = thing.name in {w.name for w in figure.sheet.weapons}
        after = replace(figure, rooted=True, fresh=(*figure.fresh, thing.name))
        after = (
            replace(after, wielded=(*figure.wielded, thing.name))
            if own
            else replace(after, carried=(*figure.carried, replace(thing, at=None)))
        )
        said, why = f"{figure.name} takes {thing.name} and moves no more this turn", "MF-12"
    return replace(state.with_figure(after), loose=loose), said, (rule(why),), ()


def drop(state: State, claim: Drop) -> Done:
    """MF-12: free, any number of times; a hook is never dropped (MF-17)."""
    figure = acting(state, claim.player, claim.model, costs_act=False)
    if figure.sheet.hook and claim.thing == figure.sheet.hook.name:
        raise Refused(f"{claim.thing} is part of {figure.name}'s torso", rule("MF-17"))
    held = next((t for t in figure.carried if t.name == claim.thing), None)
    if held is None and claim.thing not in figure.wielded:
        raise Refused(f"{figure.name} does not hold {claim.thing}", rule("MF-12"))
    thing = held or Thing(claim.thing, "weapon", 1, None, figure.name)
    after = replace(
        figure,
        carried=tuple(t for t in figure.carried if t is not held),
        wielded=tuple(w for w in figure.wielded if held or w != claim.thing),
    )
    lying = replace(thing, at=figure.at)
    said = f"{figure.name} drops {thing.name}"
    return replace(state.with_figure(after), loose=(*state.loose, lying)), said, (rule("MF-12"),), ()


def reassemble(state: State, claim: Reassemble) -> Done:
    """MF-11: a whole turn by the home flag; each hand may attach one carried piece to its own model."""
    figure = acting(state, claim.player, claim.model, costs_act=True)
    onto = state.figure(claim.onto)
    if not figure.sheet.reassembles_anywhere and not (figure.began_by_flag and claim.both_by_flag):
        raise Refused(f"{figure.name} did not begin its turn next to its home flag", rule("MF-11"))
    if figure.acts or figure.rooted:
        raise Refused(f"{figure.name} must spend its whole turn reassembling", rule("MF-11"))
    if onto is None or len(claim.things) > hands_free(figure.sheet) or not claim.things:
        raise Refused("each hand attaches one piece to a model by the flag", rule("MF-11"))
    carried = {t.name: t for t in figure.carried if t.kind == "piece"}
    full = {f"{onto.name}'s {p.name}": p for p in _whole(onto)}
    wrong = [name for name in claim.things if name not in carried or name not in full]
    if wrong:
        raise Refused(f"{wrong[0]} is not in {figure.name}'s hands or no part of {onto.name}", rule("MF-11"))
    spent = replace(
        figure,
        acts=state.settings.acts,
        moved=True,
        rooted=True,
        carried=tuple(t for t in figure.carried if t.name not in claim.things),
    )
    after = state.with_figure(spent)
    target = after.figure(onto.name)
    assert target is not None
    names = {p.name for p in target.body.pieces} | {full[name].name for name in claim.things}
    body = replace(target.body, pieces=tuple(p for p in _whole(target) if p.name in names))
    said = f"{figure.name} puts {' and '.join(claim.things)} back onto {onto.name}"
    return after.with_figure(replace(target, body=body)), said, (rule("MF-11"),), ()


def end_turn(state: State, claim: EndTurn) -> Done:
    """HR-1: the next player's turn; damage and acts are forgotten (MF-2)."""
    if claim.player != state.player:
        raise Refused(f"it is {state.player}'s turn", rule("HR-1"))
    flags = state.settings.flags or {}
    following = replace(state, turn=state.turn + 1)
    figures = tuple(
        replace(
            f,
            body=f.body.forget(),
            acts=0,
            moved=False,
            rooted=False,
            fresh=(),
            began_by_flag=f.owner in flags and _near(f.at, flags[f.owner]),
        )
        for f in state.figures
    )
    said = f"{claim.player}'s turn is over; {following.player} is next"
    return replace(following, figures=figures), said, (rule("HR-1"), rule("MF-2")), ()


def room(figure: Figure) -> int:
    """Pieces it can still take: a piece a hand, more in an open container, none in a hook (MF-10, MF-17)."""
    used = len(figure.carried) + sum(p.part == "shield" for p in figure.body.pieces)
    used += sum(2 if w.two_handed else 1 for w in figure.sheet.weapons if w.name in figure.wielded)
    return hands_free(figure.sheet) + figure.sheet.container - used


def _hit(state: State, said: str, coins: Sum | None) -> Done:
    assert state.shot is not None
    hit = replace(state, shot=replace(state.shot, damage=state.shot.weapon.damage))
    return hit, said, (rule("HR-2"), rule("MF-1")), (coins,) if coins else ()


def _empty_hands(figure: Figure) -> tuple[Figure, tuple[Thing, ...]]:
    held = tuple(replace(t, at=figure.at) for t in figure.carried)
    held += tuple(Thing(w, "weapon", 1, figure.at, figure.name) for w in figure.wielded)
    return replace(figure, carried=(), wielded=()), held


def _whole(figure: Figure) -> tuple[Piece, ...]:
    from referee.law.minifigs.sheet import pieces

    return pieces(figure.sheet)


def _near(at: tuple[float, float], flag: tuple[float, float]) -> bool:
    return bool(max(abs(at[0] - flag[0]), abs(at[1] - flag[1])) <= TOUCHING)
