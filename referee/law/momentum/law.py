"""Momentum claim by claim: what is due, what is legal, and what a claim does."""

from referee.law.codec import from_plain
from referee.law.dice import Roll, what_is_wrong
from referee.law.game import Standing
from referee.law.ids import rule
from referee.law.momentum import acts, flow, grips, pools, strikes, turn
from referee.law.momentum.claims import (
    Attack,
    MomentumClaim,
    Move,
    Pass,
    Reel,
    Release,
    Seize,
    Support,
    Take,
)
from referee.law.momentum.ends import outcome
from referee.law.momentum.sheet import account, read_sheet
from referee.law.momentum.state import Body, Ground, Settings, State
from referee.law.momentum.strikes import Step
from referee.law.refusal import Refused
from referee.law.ruling import Due, Ruling, Verdict
from referee.law.setup import Setup
from referee.problems import BadInput

MO_1, MO_2, MO_6, MO_7, MO_8 = rule("MO-1"), rule("MO-2"), rule("MO-6"), rule("MO-7"), rule("MO-8")
MO_9, MO_10, HR_5 = rule("MO-9"), rule("MO-10"), rule("HR-5")

HEX_SIDE = 60.0  # degrees between Directions


def start(setup: Setup) -> State:
    """The match set up and checked: lawful sheets, two sides, every object in a hex of the map."""
    settings = from_plain(Settings, dict(setup.settings), "settings")
    if settings.rounds < 0 or settings.link_integrity < 0:
        raise BadInput("settings: rounds and link_integrity can't be below 0")
    ground = Ground(setup.grid.columns, setup.grid.rows)
    owners = {player.name for player in setup.players}
    bodies = []
    for entry in setup.models:
        where = f"model '{entry.name}'"
        sheet = read_sheet(entry.sheet, where)
        faults = account(sheet).faults
        if faults:
            raise BadInput(f"{where}: {faults[0].sentence} ({faults[0].rule})")
        if entry.owner not in owners:
            raise BadInput(f"{where}: its owner '{entry.owner}' is no player of the match")
        if entry.cell is None or not ground.holds(entry.cell):
            raise BadInput(f"{where}: hex {entry.cell} is not on the map, give it a cell that is")
        direction = round(entry.facing / HEX_SIDE) % 6 if sheet.direction is None else sheet.direction
        bodies.append(
            Body(
                entry.name, entry.owner, sheet, entry.cell, direction,
                sheet.speed, sheet.elevation, sheet.integrity, sheet.rct,
            )
        )  # fmt: skip
    state = State(setup.players, tuple(bodies), ground, settings, believe=setup.doubt == "mover")
    if len({state.team(body.owner) for body in bodies}) < 2:
        raise BadInput("a match needs objects on at least two sides, add some")
    return state


def due(state: State) -> Due | None:
    """What must happen next; None when it is over. Between turns any player may go, one is asked first."""
    strike = state.strike
    if state.phase == "over":
        return None
    if state.phase == "turn":
        player, names = _asked_first(state)
        return Due(player, f"take a turn with {' or '.join(names)}", (MO_1,), models=names)
    if state.phase == "react":
        entry = state.entries[0]
        body = state.body(entry.attacker)
        what = f"attack {entry.target} with {body.name}, or pass"
        return Due(body.owner, what, (MO_7,), models=(body.name,))
    if state.phase == "act":
        body = state.body(state.current)
        return Due(body.owner, f"{body.name}: {flow.to_do(state)}", (MO_2, MO_7), models=(body.name,))
    assert strike is not None
    if state.phase == "answer":
        body = state.body(strike.target)
        what = f"answer {strike.attacker} with {body.name}'s momentum or weapon"
        return Due(body.owner, what, (MO_7, MO_8), models=(body.name,))
    if state.phase == "grip":
        body = state.body(strike.attacker)
        return Due(
            body.owner, f"grapple {strike.target} with {body.name}, or pass", (MO_8,), models=(body.name,)
        )
    if state.phase == "support":
        body = state.body(strike.middle or "")
        what = f"support {strike.attacker} or {strike.target} with {body.name}, or pass"
        return Due(body.owner, what, (MO_9,), models=(body.name,))
    role = strike.to_roll[0]
    body = pools.roller(state, strike, role)
    dice = pools.dice_of(state, strike, role)
    shown = " and ".join(kind.text() for kind in dice)
    return Due(body.owner, f"roll {shown} for {body.name}", (MO_6,), dice, (body.name,))


def _asked_first(state: State) -> tuple[str, tuple[str, ...]]:
    """The next player after the last one who has an object left to move, and those objects."""
    names = [player.name for player in state.players]
    place = names.index(state.last) + 1 if state.last else 0
    for name in names[place:] + names[:place]:
        left = tuple(body.name for body in state.alive if body.owner == name and not body.gone)
        if left:
            return name, left
    raise AssertionError("a turn is due but no object is left")


_EXPECTED: dict[str, tuple[type, ...]] = {
    "turn": (Take,),
    "act": (Move, Attack, Seize, Reel, Pass),
    "react": (Attack, Seize, Pass),
    "answer": (Attack,),
    "grip": (Seize, Pass),
    "support": (Support, Pass),
    "roll": (Roll,),
}


def apply(state: State, claim: MomentumClaim) -> tuple[State, Ruling]:
    """The state after `claim` and the ruling; a refused claim changes nothing."""
    told = flow.Told()
    try:
        after, sentence, rules, sums = _step(state, claim)
    except Refused as refused:
        return state, refused.ruling(due(state))
    told.add(sentence, rules, sums)
    after = flow.run_on(after, told)
    ended = outcome(after) if after.phase == "over" else None
    if ended:
        told.add(ended.why, ended.rules)
    cited = tuple(dict.fromkeys(told.rules))
    said = "; ".join(told.sentences)
    return after, Ruling(Verdict.LEGAL, cited, said, tuple(told.sums), due(after), outcome=ended)


def _step(state: State, claim: MomentumClaim) -> Step:
    wanted = due(state)
    if wanted is None:
        raise Refused("the match is over", HR_5)
    if isinstance(claim, Release) and state.phase != "roll":
        return acts.release(state, claim)
    if not isinstance(claim, _EXPECTED[state.phase]):
        raise Refused(f"now {wanted.player} is to {wanted.what}", *wanted.rules, legal_instead=(wanted.what,))
    if isinstance(claim, Take):
        acts.own(state, claim.player, claim.object)
        return turn.take(state, claim)
    if claim.player != wanted.player:
        raise Refused(
            f"{claim.player} is not due: {wanted.player} is to {wanted.what}",
            *wanted.rules,
            legal_instead=(wanted.what,),
        )
    if isinstance(claim, Roll):
        wrong = what_is_wrong(wanted.dice, claim)
        if wrong:
            raise Refused(wrong, MO_6, legal_instead=[kind.text() for kind in wanted.dice])
        return strikes.rolled(state, claim)
    if claim.object != wanted.models[0]:
        raise Refused(f"now it is about {wanted.models[0]}, not {claim.object}", *wanted.rules)
    return acts.HANDLERS[state.phase](state, claim)


def visible(state: State) -> tuple[Standing, ...]:
    """Every object in its hex, those under way where the way ends, and the major links of the chains."""
    shown = []
    if state.way:
        going = grips.bound(state, state.current)
        state = grips.shifted(state, going, state.body(state.current).spot, state.way[-1])
    for body in state.alive:
        shown.append(Standing(body.name, body.owner, cell=body.cell, facing=body.direction * HEX_SIDE))
        for number, link in enumerate(body.chain, 1):
            shown.append(Standing(f"{body.name} link {number}", body.owner, cell=link.cell))
    return tuple(shown)
