"""Attacks on constructs and by mounted weapons -> coins, then hits (CN-1, CN-8, CN-13 to CN-16, HR-2)."""

from dataclasses import replace
from typing import cast

from referee.law.arithmetic import Sum, Term, number
from referee.law.constructs.claims import Fire, Land, Lob, Reflip, Strike, Touched
from referee.law.constructs.devices import claw_act
from referee.law.constructs.energy import Need, pay
from referee.law.constructs.hits import Done, add_hits, seat_of
from referee.law.constructs.motion import acting, within
from referee.law.constructs.sheet import Device
from referee.law.constructs.state import Aimed, Construct, Hit, Lobbed, State
from referee.law.dice import Roll, what_is_wrong
from referee.law.ids import RuleId, rule
from referee.law.measured import Measured
from referee.law.minifigs import acts
from referee.law.minifigs.sheet import Weapon, flips
from referee.law.minifigs.state import Attack, Shot
from referee.law.refusal import Refused
from referee.law.ruling import Dice

HEADS = 2
STUDS_A_HEAD = 8  # of range (CN-16)
MOUNTED_FLIPS = 1  # accuracy 50 % (CN-15)
LAID = 0.5  # studs by which a template may be laid beside its reckoned place
CN_1, CN_2, CN_8 = rule("CN-1"), rule("CN-2"), rule("CN-8")
CN_13, CN_14, CN_15, CN_16 = rule("CN-13"), rule("CN-14"), rule("CN-15"), rule("CN-16")
HR_1, HR_2 = rule("HR-1"), rule("HR-2")


def attack(state: State, claim: Attack) -> Done:
    """A figure or a claw attacks: the seated are part of their construct, hitch-hikers are not (CN-2)."""
    part_of = seat_of(state, claim.target)
    if part_of is not None:
        said = f"{claim.target} is part of {part_of.name}: attack that"
        raise Refused(said, CN_2, legal_instead=(part_of.name,))
    if state.construct(claim.model) is not None:
        return _claw_attack(state, claim)
    ride = state.ride_of(claim.model)
    steady = ride is None or bool(ride.place_of(claim.model))
    if state.construct(claim.target) is None and steady:
        return cast(Done, acts.attack(state, claim))
    figure, weapon = acts.armed(state, claim)
    _check_target(state, claim.target, claim.player)
    acts.in_reach(state, weapon, claim)
    coins = flips(weapon, figure.sheet, seated_or_afoot=steady)
    after = state.with_figure(replace(figure, acts=figure.acts + 1))
    why = (HR_2, CN_1) if steady else (HR_2, CN_1, CN_8)
    return _aim(after, figure.name, claim, weapon, coins, why)


def _claw_attack(state: State, claim: Attack) -> Done:
    """A minifig weapon carried by a claw is used with the claw's act (CN-7)."""
    construct = acting(state, claim.player, claim.model)
    held = next((h for h in construct.held if h.thing.weapon and h.thing.called(claim.weapon)), None)
    if held is None or held.by not in construct.has("claw"):
        raise Refused(f"no claw of {construct.name} holds {claim.weapon}", rule("CN-7"))
    weapon = held.thing.weapon
    assert weapon is not None
    _check_target(state, claim.target, claim.player)
    acts.in_reach(state, weapon, claim)
    after, paid = claw_act(state, construct, held.by)
    coins = Sum("flips", (Term(float(weapon.accuracy), weapon.name, HR_2),), least=0.0)
    after, said, why, sums = _aim(after, construct.name, claim, weapon, coins, (HR_2, rule("CN-7")))
    return after, said, why, (*sums, *paid)


def _check_target(state: State, target: str, player: str) -> None:
    construct, figure = state.construct(target), state.figure(target)
    owner = construct.owner if construct else figure.owner if figure and figure.alive else None
    if owner is None or state.side(owner) == state.side(player):
        raise Refused(f"{target} is no target for {player}", HR_2)


def _aim(
    state: State, attacker: str, claim: Attack, weapon: Weapon, coins: Sum, why: tuple[RuleId, ...]
) -> Done:
    said = f"{attacker} attacks {claim.target} with {weapon.name}: {coins.text()} flips"
    if state.construct(claim.target) is None:
        shot = Shot(attacker, claim.target, weapon, int(coins.total))
        if not shot.flips:
            shot = replace(shot, damage=weapon.damage)
        return replace(state, shot=shot), said, why, (coins,)
    aimed = Aimed(attacker, claim.player, claim.target, weapon.name, int(coins.total), weapon.damage)
    if not aimed.flips:
        return _landed(state, aimed, 0), f"{said}, a hit", why, (coins,)
    return replace(state, aimed=aimed), said, why, (coins,)


def roll(state: State, claim: Roll) -> Done:
    """The coins fall: of a figure's attack, of an attack on a construct, or of a lobbed weapon."""
    if state.lobbed is not None:
        return _lob_rolled(state, claim)
    aimed = state.aimed
    if aimed is None:
        return cast(Done, acts.roll(state, claim))
    _check_coins(claim, aimed.player, aimed.flips)
    tails = max(sum(die.value != HEADS for die in claim.dice) - state.settings.forgiven_flips, 0)
    after = _landed(replace(state, aimed=None), aimed, tails)
    if tails == 0:
        return after, f"{aimed.attacker} hits {aimed.target}", (HR_2, CN_1), ()
    if tails == 1 and state.construct(aimed.target) is not None:
        said = f"one flip failed: {aimed.attacker} barely misses {aimed.target}, the owner picks"
        return after, said, (HR_2, CN_1), ()
    said = f"{tails} of {aimed.flips} flips failed: {aimed.attacker} misses {aimed.target}"
    return after, said, (HR_2, CN_1), ()


def _landed(state: State, aimed: Aimed, tails: int) -> State:
    """CN-1: no tail and the attacker picks, one and the owner does; a figure is hit or it is not."""
    if tails > 1 or (tails == 1 and state.construct(aimed.target) is None):
        return state
    who = "owner" if tails else "attacker"
    hit = Hit(aimed.target, aimed.damage, "attacker", aimed.player, aimed.weapon)
    return add_hits(state, hit if who == "attacker" else replace(hit, picker="owner"))


def _check_coins(claim: Roll, player: str, coins: int) -> None:
    if claim.player != player:
        raise Refused(f"{player} flips", HR_1)
    wrong = what_is_wrong((Dice(coins, 2),), claim)
    if wrong:
        raise Refused(wrong, HR_2)


def _mounted(construct: Construct, name: str, kind: str) -> Device:
    """A mounted weapon that is still there: partly destroyed is lost whole (CN-13)."""
    device = next((d for d in construct.sheet.devices if d.name == name and d.kind == kind), None)
    if device is None or name not in construct.left:
        raise Refused(f"{construct.name} has no {kind} called {name}", CN_13)
    return device


def strike(state: State, claim: Strike) -> Done:
    """CN-14: no roll; every model the tip touches is hit once, friend or foe; the owners pick."""
    construct = acting(state, claim.player, claim.model)
    weapon = _mounted(construct, claim.weapon, "hand-to-hand weapon")
    if not claim.touched or claim.push < 1:
        raise Refused(f"{weapon.name} needs push and something that its tip touches", CN_14)
    targets = _touched(state, claim.touched, f"{weapon.name}'s tip", "CN-14")
    again = [name for name in targets if (weapon.name, name) in construct.struck]
    if again or construct.name in targets or len(set(targets)) < len(targets):
        twice = again[0] if again else construct.name
        raise Refused(f"{twice} is not struck by {weapon.name}: no model twice, nor itself", CN_14)
    paid = pay(state, construct, Need(push=claim.push))
    after = paid.state.construct(construct.name)
    assert after is not None
    struck = after.struck | {(weapon.name, name) for name in targets}
    damage = Sum("damage", (Term(float(claim.push), "push", CN_14),), most=float(weapon.pieces))
    hits = [Hit(name, int(damage.total), "owner", claim.player, weapon.name) for name in targets]
    said = f"{weapon.name} of {construct.name} hits {', '.join(targets)}: {damage.text()} damage each"
    state = add_hits(paid.state.with_construct(replace(after, struck=struck)), *hits)
    return state, said, (CN_14, CN_13), (damage, *paid.sums)


def _touched(state: State, touched: tuple[Touched, ...], what: str, why: str) -> list[str]:
    """The models touched; seated figures are part of theirs (CN-2)."""
    for each in touched:
        there = state.construct(each.model) or state.figure(each.model)
        if there is None or seat_of(state, each.model) is not None:
            raise Refused(f"{each.model} is no model that {what} could touch", rule(why), CN_2)
        within(each.gap, 0.0, state, f"{each.model} is {each.gap.text()} from {what}", why)
    return [each.model for each in touched]


def fire(state: State, claim: Fire) -> Done:
    """CN-15: 1 input and P power for P damage, 50 %; at most its pieces in power a turn; it must point."""
    construct = acting(state, claim.player, claim.model)
    weapon = _mounted(construct, claim.weapon, "line-of-sight weapon")
    part_of = seat_of(state, claim.target)
    if part_of is not None:
        raise Refused(f"{claim.target} is part of {part_of.name}: fire at that", CN_2)
    _check_target(state, claim.target, claim.player)
    if not claim.seen:
        raise Refused(f"{construct.name} does not see {claim.target}", CN_15)
    said = f"{weapon.name} points {claim.aim.text()} studs past {claim.target}: turn it there first"
    within(claim.aim, 0.0, state, said, "CN-15")
    had = dict(construct.fed).get(weapon.name, 0)
    fed = Sum("power", (Term(float(had), "before", CN_15), Term(float(claim.power), "now", CN_15)))
    if claim.power < 1 or fed.total > weapon.pieces:
        most = (f"up to {weapon.pieces - had} power",)
        said = f"{weapon.name} takes {weapon.pieces} power a turn: {fed.text()}"
        raise Refused(said, CN_15, legal_instead=most)
    paid = pay(state, construct, Need(input=1, power=claim.power), claim.saving)
    after = paid.state.construct(construct.name)
    assert after is not None
    others = tuple(each for each in after.fed if each[0] != weapon.name)
    after = replace(after, fed=(*others, (weapon.name, int(fed.total))))
    aimed = Aimed(construct.name, claim.player, claim.target, weapon.name, MOUNTED_FLIPS, claim.power)
    said = f"{construct.name} fires {weapon.name} at {claim.target}: {claim.power} damage, 1 flip"
    return replace(paid.state.with_construct(after), aimed=aimed), said, (CN_15, CN_13), (fed, *paid.sums)


def lob(state: State, claim: Lob) -> Done:
    """CN-16: once a turn, P push for P coins and I input for reflips."""
    construct = acting(state, claim.player, claim.model)
    weapon = _mounted(construct, claim.weapon, "lobbed weapon")
    if weapon.name in construct.spent:
        raise Refused(f"{weapon.name} has lobbed this turn: one attack a turn", CN_16)
    if claim.push < 1 or claim.reflips < 0:
        raise Refused(f"{weapon.name} needs at least 1 push", CN_16)
    paid = pay(state, construct, Need(input=claim.reflips, push=claim.push), claim.saving)
    after = paid.state.construct(construct.name)
    assert after is not None
    after = replace(after, spent=after.spent | {weapon.name})
    lobbed = Lobbed(construct.name, claim.player, weapon.name, claim.push, reflips=claim.reflips)
    said = f"{construct.name} lobs {weapon.name}: {claim.push} coins, {claim.reflips} reflips"
    return replace(paid.state.with_construct(after), lobbed=lobbed), said, (CN_16,), paid.sums


def _lob_rolled(state: State, claim: Roll) -> Done:
    lobbed = state.lobbed
    assert lobbed is not None
    if not lobbed.flips:
        raise Refused("no flips are due", CN_16)
    _check_coins(claim, lobbed.player, lobbed.flips)
    heads = sum(die.value == HEADS for die in claim.dice)
    tails = lobbed.tails + lobbed.flips - heads
    after = replace(lobbed, flips=0, heads=lobbed.heads + heads, tails=tails)
    return replace(state, lobbed=after), f"{range_of(after).text()} studs of range", (CN_16,), ()


def range_of(lobbed: Lobbed) -> Sum:
    """8 studs for each head (CN-16)."""
    words = f"8 × {lobbed.heads} heads"
    return Sum("range", (Term(float(STUDS_A_HEAD * lobbed.heads), words, CN_16),))


def reflip(state: State, claim: Reflip) -> Done:
    """CN-16: up to I tails are flipped again."""
    lobbed = state.lobbed
    if lobbed is None or lobbed.flips:
        raise Refused("there is nothing to reflip", CN_16)
    _check_lobber(lobbed, claim.player)
    most = min(lobbed.reflips, lobbed.tails)
    if not 1 <= claim.coins <= most:
        raise Refused(f"{claim.coins} reflips asked, {most} may be made", CN_16)
    left = lobbed.reflips - claim.coins
    after = replace(lobbed, flips=claim.coins, tails=lobbed.tails - claim.coins, reflips=left)
    return replace(state, lobbed=after), f"{claim.coins} tails are flipped again", (CN_16,), ()


def _check_lobber(lobbed: Lobbed, player: str) -> None:
    if player != lobbed.player:
        raise Refused(f"{lobbed.player} lobs", HR_1)


def land(state: State, claim: Land) -> Done:
    """CN-16: the template lies at its range on the weapon's line; everyone it touches is hit."""
    lobbed = state.lobbed
    if lobbed is None or lobbed.flips:
        raise Refused("no template is to be laid", CN_16)
    _check_lobber(lobbed, claim.player)
    reach = range_of(lobbed)
    off = Measured(abs(claim.distance.value - reach.total), claim.distance.error)
    said = f"the template lies {claim.distance.text()} studs off, its range is {number(reach.total)}"
    within(off, LAID, state, said, "CN-16")
    said = f"the template lies {claim.aim.text()} studs beside the line of {lobbed.weapon}"
    within(claim.aim, LAID, state, said, "CN-16")
    targets = _touched(state, claim.touched, "the template", "CN-16")
    construct = state.construct(lobbed.attacker)
    damage = _mounted(construct, lobbed.weapon, "lobbed weapon").damage if construct else 0
    hits = [Hit(name, damage, "attacker", claim.player, lobbed.weapon) for name in dict.fromkeys(targets)]
    after = add_hits(replace(state, lobbed=None), *hits)
    said = f"{lobbed.weapon} lands {reach.text()} studs off and hits {', '.join(targets) or 'nobody'}"
    return after, said, (CN_16, CN_1), (reach,)


def template_targets(state: State, touched: tuple[Touched, ...], what: str, why: str) -> list[str]:
    """The models that a template touches, each once."""
    return list(dict.fromkeys(_touched(state, touched, what, why)))
