"""One claim about a figure and a state -> the next state and what to announce (MF-1 to MF-6, MF-13, HR-2)."""

from dataclasses import replace

from referee.law.arithmetic import Sum, Term, number
from referee.law.dice import Roll, what_is_wrong
from referee.law.ids import rule
from referee.law.measured import at_most
from referee.law.minifigs.body import exposed, penetrated, strike
from referee.law.minifigs.sheet import Piece, Weapon, allowance, flips
from referee.law.minifigs.state import Allot, Attack, Figure, Move, Shot, State, Thing
from referee.law.minifigs.things import empty_hands, thing_name
from referee.law.minifigs.turn import Done, acting
from referee.law.refusal import Refused
from referee.law.ruling import Dice, Verdict

HEADS = 2


def reach_now(figure: Figure, medium: str = "land") -> Sum:
    """Its allowance with what it still wears, wields and carries."""
    return allowance(
        figure.sheet,
        figure.body.pieces,
        figure.weapons,
        tuple((thing.name, thing.piece.weight) for thing in figure.carried if thing.piece),
        medium="water" if medium == "water" else "land",
    )


def move(state: State, claim: Move, slowed: tuple[Term, ...] = ()) -> Done:
    """MF-12 to MF-14: within the allowance, less what else slows it, ending on a level pair of studs."""
    figure = acting(state, claim.player, claim.model, costs_act=True)
    if figure.moved or figure.rooted:
        why = "MF-12" if figure.rooted else "HR-3"
        raise Refused(f"{figure.name} moves no more this turn", rule(why))
    if not claim.feet_level:
        raise Refused(f"{figure.name} must end with its feet on a pair of studs at one level", rule("MF-13"))
    may = reach_now(figure, claim.medium)
    may = replace(may, terms=(*may.terms, *slowed))
    verdict = at_most(claim.length, may.total, state.doubt)
    moved = f"{figure.name} moved {claim.length.text()} studs and may move {number(may.total)}"
    if verdict is not Verdict.LEGAL:
        rules = (rule("MF-13"), rule("HR-7"), *may.rules)
        instead = (f"up to {number(may.total)} studs",)
        raise Refused(moved, *rules, legal_instead=instead, verdict=verdict, arithmetic=(may,))
    after = replace(figure, at=claim.to, level=claim.level, acts=figure.acts + 1, moved=True)
    return state.with_figure(after), moved, (rule("MF-13"), *may.rules), (may,)


def armed(state: State, claim: Attack) -> tuple[Figure, Weapon]:
    """The figure that attacks and its weapon, if it may use it now (MF-9, MF-12, HR-3)."""
    figure = acting(state, claim.player, claim.model, costs_act=True)
    if not (figure.body.has("head") and figure.body.has("torso")):
        raise Refused(f"{figure.name} lacks its head or torso and can't attack", rule("MF-9"))
    weapon = figure.weapon(claim.weapon)
    held = figure.wielding(claim.weapon)
    fresh = held is not None and held.name in figure.fresh
    if weapon is None or fresh:
        usable = tuple(w.name for w in figure.weapons)
        why = rule("MF-12" if fresh else "HR-2")
        raise Refused(f"{figure.name} can't use {claim.weapon} now", why, legal_instead=usable)
    return figure, weapon


def in_reach(state: State, weapon: Weapon, claim: Attack) -> None:
    """Refuse a target that is not seen or beyond the weapon's reach or range (HR-2, HR-7)."""
    if not claim.seen:
        raise Refused(f"{claim.model} does not see {claim.target}", rule("HR-2"))
    far = max(weapon.reach, weapon.range)
    verdict = at_most(claim.gap, far, state.doubt)
    if verdict is not Verdict.LEGAL:
        said = f"{claim.target} is {claim.gap.text()} away, {weapon.name} reaches {far:g}"
        raise Refused(said, rule("HR-2"), rule("HR-7"), verdict=verdict)


def attack(state: State, claim: Attack) -> Done:
    """HR-2 and HR-3: a usable weapon, a seen target within reach or range, then the flips."""
    figure, weapon = armed(state, claim)
    target = state.figure(claim.target)
    if target is None or not target.alive or state.side(target.owner) == state.side(figure.owner):
        raise Refused(f"{claim.target} is no target for {figure.name}", rule("HR-2"))
    in_reach(state, weapon, claim)
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
    if tails > state.settings.forgiven_flips:
        said = f"{tails} of {shot.flips} flips failed: {shot.attacker} misses {shot.target}"
        return replace(state, shot=None), said, (rule("HR-2"),), ()
    return _hit(state, f"{shot.attacker} hits {shot.target}", None)


def choices(state: State) -> tuple[Piece, ...]:
    """The pieces among which the owner of the target chooses (MF-1, MF-4, MF-6)."""
    if state.shot is None or not state.shot.damage:
        return ()
    target = state.figure(state.shot.target)
    assert target is not None
    if state.shot.weapon.penetrating:
        return penetrated(target.body)
    return tuple(
        p for p in exposed(target.body) if p.part != "shield" or thing_name(target, p) not in target.fresh
    )


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
    dropped = tuple(
        Thing(thing_name(target, p), p.of or target.name, target.at, p) for p in fallen if p.ac > 0
    )  # AC 0 pieces stay with the piece above them (MF-5)
    if not body.has("torso"):
        hurt, held = empty_hands(hurt)
        dropped += held
    after = replace(state.with_figure(hurt), loose=state.loose + dropped, shot=None)
    if shot.weapon.cascading and over > 0 and hurt.alive:
        again = replace(after, shot=replace(shot, damage=over))
        after = again if choices(again) else after
    lost = ", ".join(p.name for p in fallen) or "nothing yet"
    said = f"{shot.damage} damage to {target.name}'s {claim.piece}: {lost} falls"
    why_more = (rule("MF-6"),) if shot.weapon.cascading or shot.weapon.penetrating else (rule("MF-3"),)
    return after, said, (rule("MF-1"), rule("MF-2"), rule("MF-4"), rule("MF-8"), *why_more), ()


def _hit(state: State, said: str, coins: Sum | None) -> Done:
    assert state.shot is not None
    hit = replace(state, shot=replace(state.shot, damage=state.shot.weapon.damage))
    return hit, said, (rule("HR-2"), rule("MF-1")), (coins,) if coins else ()
