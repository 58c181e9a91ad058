"""A state in which something has happened -> the next one in which somebody is due (MO-1, MO-4, MO-7)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from referee.law.arithmetic import Sum
from referee.law.ids import RuleId, rule
from referee.law.momentum import chain, ends, grips, pools, strikes, turn
from referee.law.momentum.claims import Attack, Reel, Seize
from referee.law.momentum.sheet import fall_sum, slow_sum
from referee.law.momentum.state import Body, Entry, State

MO_2, MO_4, MO_10, HR_6 = rule("MO-2"), rule("MO-4"), rule("MO-10"), rule("HR-6")


@dataclass(slots=True)
class Told:
    """What has been said on the way."""

    sentences: list[str] = field(default_factory=list)
    rules: list[RuleId] = field(default_factory=list)
    sums: list[Sum] = field(default_factory=list)

    def add(self, sentence: str, rules: Sequence[RuleId], sums: Sequence[Sum] = ()) -> None:
        """One more thing that happened."""
        self.sentences.append(sentence)
        self.rules += rules
        self.sums += sums


def run_on(state: State, told: Told) -> State:
    """On to where a player has something to say or to roll, or to the end."""
    while True:
        if state.strike is not None:
            if state.phase != "roll":
                return state
            state = _without_dice(state)
            assert state.strike is not None
            if state.strike.to_roll:
                return state
            state, sentence, rules, sums = strikes.resolved(state)
            told.add(sentence, rules, sums)
        elif ends.outcome(state) is not None:
            return ends.over(state)
        elif state.entries:
            if _open(state, state.entries[0]):
                return replace(state, phase="react")
            state = replace(state, entries=state.entries[1:])
        elif not state.current:
            return _between_turns(state)
        elif _finished(state):
            state = _end_turn(state, told)
        elif state.way and grips.held(state, state.current):  # grappled on its way, it goes no further
            state = replace(state, way=(), leaving=False)
        elif state.way:
            state = turn.step(state)
        elif state.moved and not state.landed:
            state = _land(state, told)
        elif not state.moved and turn.stays(state, state.body(state.current)):
            state = replace(state, moved=True)
        else:
            return replace(state, phase="act")


def _without_dice(state: State) -> State:
    """Whoever rolls no dice has 0."""
    strike = state.strike
    assert strike is not None
    while strike.to_roll and not pools.dice_of(state, strike, strike.to_roll[0]):
        strike = replace(strike, to_roll=strike.to_roll[1:], rolled=(*strike.rolled, 0))
    return replace(state, strike=strike)


def _open(state: State, entry: Entry) -> bool:
    """May the attack still be made, and is there one?"""
    attacker, target = state.find(entry.attacker), state.find(entry.target)
    if attacker is None or target is None:
        return False
    if entry.link is not None and entry.link >= len(chain.parts(attacker)):
        return False
    if entry.target_link is not None and entry.target_link >= len(chain.parts(target)):
        return False
    return bool(reactions(state, entry))


def reactions(state: State, entry: Entry) -> list[Attack | Seize]:
    """What the one whose threat was entered may do, beside nothing."""
    found: list[Attack | Seize] = [*strikes.open_attacks(state, entry)]
    if entry.link is not None:
        body, target = state.body(entry.attacker), state.body(entry.target)
        if grips.may_grip(state, body, target):
            found.append(Seize(body.owner, body.name, target.name))
    return found


def must_attack(body: Body, found: Sequence[Attack | Seize | Reel]) -> bool:
    """An autonomous object that can make a weapon attack does (MO-6)."""
    return body.sheet.autonomous and any(isinstance(each, Attack) and each.weapon for each in found)


def options(state: State) -> list[Attack | Seize | Reel]:
    """What the object on turn may do beside what it must: fight within a grapple, shoot, seize, reel in."""
    body = state.body(state.current)
    found: list[Attack | Seize | Reel] = []
    if not state.struck:
        for other in partners(state, body):
            found += strikes.open_attacks(state, Entry(body.name, other))
    found += strikes.open_shots(state, body)
    if body.chain:
        found += [
            Seize(body.owner, body.name, other.name)
            for other in state.alive
            if state.foes(body, other) and grips.may_grip(state, body, other) and in_reach(state, body, other)
        ]
        if state.reeled == "in":
            found += chain.reels(state, body)
    return found


def partners(state: State, body: Body) -> list[str]:
    """Those it grapples or is grappled by, chains apart."""
    return [
        grip.target if grip.grappler == body.name else grip.grappler
        for grip in state.grips
        if grip.link is None and body.name in (grip.grappler, grip.target)
    ]


def in_reach(state: State, body: Body, other: Body) -> bool:
    """Does a link of its chain touch the other?"""
    near = chain.nearest(state, body, other.spot)
    return near is not None and near[0] <= chain.LINK_THREAT


def must_reel(state: State) -> bool:
    """A chain is reeled out or in every turn (MO-10)."""
    return state.body(state.current).sheet.chain is not None and not state.reeled


def to_do(state: State) -> str:
    """What the object on turn still has to do, in words."""
    doing = [] if state.moved else ["move"]
    if must_reel(state):
        doing.append("reel its chain")
    return " and ".join(doing) if doing else "attack, seize, or end its turn"


def _finished(state: State) -> bool:
    body = state.body(state.current)
    if not body.alive or state.done:
        return True
    if state.way or not state.landed or must_reel(state):
        return False
    return not options(state)


def _land(state: State, told: Told) -> State:
    """The end of the movement: it falls, stops at the edge or is lost over it (MO-4)."""
    body = state.body(state.current)
    state = replace(state, landed=True)
    if state.leaving and state.settings.edge == "lost":
        told.add(f"{body.name} leaves the map and is lost", (MO_2,))
        return strikes.destroyed(state, body.name)
    if not grips.held(state, body.name):
        fall = fall_sum(body.elevation)
        if fall.total != body.elevation:
            told.add(f"it falls to Elevation {int(fall.total)}", (MO_4, HR_6), (fall,))
            body = replace(body, elevation=int(fall.total))
    if state.leaving:
        told.add("it stops there at Speed 0", (MO_2,))
        body = replace(body, speed=0)
    state = grips.matched(state.put(body))
    for other in state.alive:
        if other.name != body.name:
            state = _snapped(state, other, told)
    return state


def _snapped(state: State, body: Body, told: Told) -> State:
    after = chain.snapped(state, body)
    if after is not state:
        told.add(f"{body.name}'s chain parts where it was over three hexes long", (MO_10,))
    return after


def _end_turn(state: State, told: Told) -> State:
    """Speed above Max falls, the chain is looked at, the turn is over (MO-4, MO-10)."""
    body = state.body(state.current)
    if body.alive:
        slow = slow_sum(body.speed, body.sheet)
        if slow.total != body.speed and not grips.held(state, body.name):
            told.add(f"{body.name} slows to Speed {int(slow.total)}", (MO_4,), (slow,))
            body = replace(body, speed=int(slow.total))
        state = _snapped(grips.matched(state.put(body)), body, told)
        body = state.body(body.name)
    return replace(
        state.put(replace(body, gone=True)),
        last=body.owner,
        current="",
        way=(),
        moved=False,
        landed=False,
        done=False,
        leaving=False,
        reeled="",
        struck=False,
        entries=(),
    )


def _between_turns(state: State) -> State:
    """The next object's turn, or a new round once all have had theirs (MO-1)."""
    if all(body.gone for body in state.alive):
        state = ends.next_round(state)
        if ends.outcome(state) is not None:
            return ends.over(state)
    return replace(state, phase="turn")
