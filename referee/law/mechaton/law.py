"""MechaTon claim by claim: what is due, what is legal, and what a claim does."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee.law.codec import from_plain
from referee.law.dice import AllRolls, Roll, Rolled, what_is_wrong
from referee.law.game import Standing
from referee.law.ids import rule
from referee.law.mechaton import combat, turn
from referee.law.mechaton.claims import Aim, Assign, Attack, Hold, Lose, MechClaim, Move, Place
from referee.law.mechaton.combat import Step
from referee.law.mechaton.ground import home_rows, reachable
from referee.law.mechaton.sequence import new_round, outcome, settle_order
from referee.law.mechaton.sheet import BANDS, account, initiative_dice, read_sheet
from referee.law.mechaton.state import Ground, Mech, Settings, State
from referee.law.refusal import Refused
from referee.law.ruling import Dice, Due, Ruling, Verdict
from referee.law.setup import Setup
from referee.problems import BadInput

MT_2, MT_3, MT_4, MT_6, MT_8 = rule("MT-2"), rule("MT-3"), rule("MT-4"), rule("MT-6"), rule("MT-8")
MT_9, MT_13 = rule("MT-9"), rule("MT-13")

HEX_SIDE = 60.0  # degrees between facings


def start(setup: Setup) -> State:
    """The match set up and checked: lawful sheets, two sides, one mech a hex, on the map."""
    settings = from_plain(Settings, setup.settings, "settings")
    ground = Ground(setup.grid.columns, setup.grid.rows, frozenset(settings.hard), frozenset(settings.soft))
    names = {player.name for player in setup.players}
    mechs: list[Mech] = []
    for entry in setup.models:
        where = f"model '{entry.name}'"
        sheet = read_sheet(entry.sheet, where)
        faults = account(sheet).faults
        if faults:
            raise BadInput(f"{where}: {faults[0].sentence} ({faults[0].rule})")
        if entry.owner not in names:
            raise BadInput(f"{where}: its owner '{entry.owner}' is no player of the match")
        if entry.cell is not None and (not ground.holds(entry.cell) or entry.cell in ground.hard):
            raise BadInput(f"{where}: hex {entry.cell} is off the map or in hard cover, choose another")
        if entry.cell is not None and any(mech.cell == entry.cell for mech in mechs):
            raise BadInput(f"{where}: hex {entry.cell} is taken, choose another")
        mechs.append(Mech(entry.name, entry.owner, sheet, entry.cell, round(entry.facing / HEX_SIDE) % 6))
    state = State(setup.players, tuple(mechs), ground, settings, believe=setup.doubt == "mover")
    if len({state.team(mech.owner) for mech in mechs}) < 2:
        raise BadInput("a match needs mechs on at least two sides, add some")
    return _after_placing(state)


def _after_placing(state: State) -> State:
    return state if any(mech.cell is None for mech in state.mechs) else new_round(state, 1)


def due(state: State) -> Due | None:
    """What must happen next; None when it is over."""
    if state.phase == "over":
        return None
    if state.phase == "place":
        mech = next(mech for mech in state.mechs if mech.cell is None)
        return Due(mech.owner, f"place {mech.name} on your side of the map", (MT_8,), models=(mech.name,))
    if state.phase in ("initiative", "rolloff"):
        mech = state.mech(state.pending[0])
        dice = int(initiative_dice(mech.sheet).total) if state.phase == "initiative" else 1
        what = "Initiative" if state.phase == "initiative" else "the roll-off"
        return Due(mech.owner, f"roll {what} for {mech.name}", (MT_2,), (Dice(dice, 10),), (mech.name,))
    mech = state.mech(state.actor)
    if state.phase == "aim":
        return Due(mech.owner, f"choose a target for {mech.name}, or none", (MT_3,), models=(mech.name,))
    if state.phase == "roll":
        return Due(mech.owner, f"roll for {mech.name}", (MT_3,), turn.pool(mech), (mech.name,))
    if state.phase == "assign":
        return Due(mech.owner, f"assign {mech.name}'s dice", (MT_4,), models=(mech.name,))
    if state.phase == "extra":
        dice_due = (Dice(state.free_blue, 6, "blue"),)
        return Due(mech.owner, f"roll {mech.name}'s free blue", state.blue_for, dice_due, (mech.name,))
    if state.phase == "damage":
        dice_due = (Dice(state.damage_dice, 6),)
        return Due(mech.owner, f"roll {state.damage_dice} damage dice", (MT_13,), dice_due, (mech.name,))
    if state.phase == "lose":
        return Due(mech.owner, f"take a thing off {mech.name}", (MT_13,), models=(mech.name,))
    return _due_act(mech)


def _due_act(mech: Mech) -> Due:
    assert mech.action is not None
    doing = [
        word
        for word, may in (("move", turn.may_move(mech.action)), ("fight", turn.may_fight(mech.action)))
        if may
    ]
    return Due(mech.owner, f"{mech.name}: {' or '.join(doing)}", (MT_6, MT_8), models=(mech.name,))


def legal_claims(state: State) -> Sequence[MechClaim]:
    """Every claim that would stand now; facings and seen covers apart."""
    wanted = due(state)
    if wanted is None:
        return []
    if wanted.dice:
        return AllRolls(wanted.player, wanted.dice)
    mech = state.mech(wanted.models[0])
    if state.phase == "roll":
        return [Roll(wanted.player, ())]
    if state.phase == "place":
        return [Place(mech.owner, mech.name, cell) for cell in _free_home(state, mech.owner)]
    if state.phase == "aim":
        return _legal_aims(state, mech)
    if state.phase == "assign":
        return _legal_assigns(mech)
    if state.phase == "lose":
        return [Lose(mech.owner, mech.name, thing.name) for thing in mech.things if thing.dice]
    action = mech.action
    assert action is not None
    claims: list[MechClaim] = []
    if turn.may_move(action):
        claims += [Move(mech.owner, mech.name, to) for to in reachable(state, mech.name, action.move)]
    if turn.may_fight(action):
        claims += [Attack(mech.owner, mech.name), Hold(mech.owner, mech.name)]
    return claims


def _free_home(state: State, player: str) -> list[tuple[int, int]]:
    taken = {mech.cell for mech in state.mechs}
    cells = [
        (column - row // 2, row) for row in home_rows(state, player) for column in range(state.ground.columns)
    ]
    return [cell for cell in cells if cell not in taken and cell not in state.ground.hard]


def _legal_aims(state: State, mech: Mech) -> list[MechClaim]:
    claims: list[MechClaim] = [Aim(mech.owner, mech.name)]
    for target in turn.enemies(state, mech):
        claims += [Aim(mech.owner, mech.name, target, band) for band in turn.bands_open(state, mech)]
        claims += [
            Aim(mech.owner, mech.name, target, band, missile)
            for band in BANDS
            for missile in turn.missiles_open(state, mech, band)
        ]
    return claims


def _legal_assigns(mech: Mech) -> list[MechClaim]:
    """Every way to give out the dice, equal dice counting once; a slot may stay empty."""
    action = mech.action
    assert action is not None
    dice = action.dice
    blue = any(die.colour == "blue" for die in dice)
    claims: dict[MechClaim, None] = {}

    def open_to(colour: str, wanted: bool) -> list[int | None]:
        places = [place for place, die in enumerate(dice) if die.colour in ("white", colour)]
        return [None, *places] if wanted else [None]

    for m in open_to("green", True):
        for a in open_to("red", action.target is not None):
            for s in open_to("blue", blue):
                used = [place for place in (m, a, s) if place is not None]
                if len(set(used)) == len(used):
                    chosen: list[Rolled | None] = [None if i is None else dice[i] for i in (m, a, s)]
                    claims[Assign(mech.owner, mech.name, *chosen)] = None
    return list(claims)


def apply(state: State, claim: MechClaim) -> tuple[State, Ruling]:
    """The state after `claim` and the ruling; a refused claim changes nothing."""
    try:
        after, sentence, rules, sums = _step(state, claim)
    except Refused as refused:
        return state, refused.ruling(due(state))
    for mech in state.alive:
        if after.mech(mech.name).destroyed and "destroyed" not in sentence:
            sentence, rules = f"{sentence}; {mech.name}, out of dice, is destroyed", (*rules, MT_13)
    ended = outcome(after) if after.phase == "over" else None
    if ended:
        sentence = f"{sentence}. {ended.why}"
        rules = (*rules, *ended.rules)
    return after, Ruling(Verdict.LEGAL, rules, sentence, sums, due(after), outcome=ended)


def _step(state: State, claim: MechClaim) -> Step:
    wanted = due(state)
    if wanted is None:
        raise Refused("the match is over", rule("MT-17"))
    if claim.player != wanted.player:
        raise Refused(
            f"{claim.player} is not due: {wanted.player} is to {wanted.what}",
            MT_9,
            legal_instead=(wanted.what,),
        )
    if not isinstance(claim, _EXPECTED[state.phase]):
        raise Refused(f"now {wanted.player} is to {wanted.what}", *wanted.rules, legal_instead=(wanted.what,))
    if not isinstance(claim, Roll) and claim.mech != wanted.models[0]:
        raise Refused(f"it is {wanted.models[0]}'s turn, not {claim.mech}'s", MT_9)
    if isinstance(claim, Roll):
        return _rolled(state, claim, wanted)
    if isinstance(claim, Place):
        return _place(state, claim)
    if isinstance(claim, Aim):
        return turn.aim(state, claim)
    if isinstance(claim, Assign):
        return turn.assign(state, claim)
    if isinstance(claim, Lose):
        return combat.lose(state, claim.thing)
    return _act(state, claim)


_EXPECTED: dict[str, tuple[type, ...]] = {
    "place": (Place,),
    "initiative": (Roll,),
    "rolloff": (Roll,),
    "aim": (Aim,),
    "roll": (Roll,),
    "assign": (Assign,),
    "act": (Move, Attack, Hold),
    "extra": (Roll,),
    "damage": (Roll,),
    "lose": (Lose,),
}


def _act(state: State, claim: Any) -> Step:
    if isinstance(claim, Move):
        if state.mech(claim.mech).action.moved:  # type: ignore[union-attr]
            raise Refused(f"{claim.mech} has moved already", MT_8)
        return turn.move(state, claim)
    mech = state.mech(claim.mech)
    assert mech.action is not None
    if mech.action.fought:
        raise Refused(f"{mech.name} has no attack left", MT_6)
    if not turn.may_fight(mech.action):
        raise Refused(f"{mech.name}'s Move is higher: she moves first", MT_6)
    if isinstance(claim, Hold):
        held = combat.with_action(state, mech, replace(mech.action, fought=True))
        return combat.finish(held), f"{mech.name} holds her fire", (MT_6,), ()
    return combat.attack(state, claim)


def _place(state: State, claim: Place) -> Step:
    mech = state.mech(claim.mech)
    free = _free_home(state, mech.owner)
    to = turn.believed(state, claim, free)
    if to not in free:
        raise Refused(f"{mech.name} can't be set up in hex {to}", MT_8, legal_instead=map_text(free))
    facing = mech.facing if claim.facing is None else claim.facing % 6
    state = _after_placing(state.put(replace(mech, cell=to, facing=facing)))
    return state, f"{mech.name} is set up in hex {to}", (MT_8,), ()


def map_text(cells: Sequence[tuple[int, int]]) -> list[str]:
    """Hexes as words."""
    return [str(cell) for cell in cells]


def _rolled(state: State, claim: Roll, wanted: Due) -> Step:
    wrong = what_is_wrong(wanted.dice, claim)
    if wrong:
        raise Refused(wrong, *wanted.rules, legal_instead=[kind.text() for kind in wanted.dice])
    values = tuple(die.value for die in claim.dice)
    if state.phase == "roll":
        return turn.rolled(state, claim.dice)
    if state.phase == "extra":
        return combat.extra_shield(state, values)
    if state.phase == "damage":
        return combat.damage_rolled(state, values)
    mech = state.mech(state.pending[0])
    best = max(values)
    if state.phase == "initiative":
        mech = replace(mech, initiative=best)
        sentence = f"{mech.name}'s Initiative is {best}"
    else:
        mech = replace(mech, ties=(*mech.ties, best))
        sentence = f"{mech.name} rolls {best} in the roll-off; lower goes first"
    state = replace(state.put(mech), pending=state.pending[1:])
    return (state if state.pending else settle_order(state)), sentence, (MT_2,), ()


def visible(state: State) -> tuple[Standing, ...]:
    """Every mech on the map: her hex, her facing, and the things that should be off her."""
    return tuple(
        Standing(
            mech.name,
            mech.owner,
            cell=mech.cell,
            facing=mech.facing * HEX_SIDE,
            pieces_lost=(*mech.lost, *mech.fired),
        )
        for mech in state.mechs
        if mech.cell is not None
    )
