"""Initiative and who goes next: rounds, roll-offs, battle sequence, the end (MT-2, MT-9, MT-17)."""

from dataclasses import replace

from referee.law.ids import rule
from referee.law.mechaton.state import Mech, State
from referee.law.ruling import Outcome

MT_13, MT_17 = rule("MT-13"), rule("MT-17")


def new_round(state: State, number: int) -> State:
    """Everyone rolls Initiative anew."""
    mechs = tuple(replace(mech, initiative=0, ties=(), action=None, gone=False) for mech in state.mechs)
    fresh = replace(
        state,
        mechs=mechs,
        round=number,
        phase="initiative",
        current="",
        actor="",
        pending=tuple(mech.name for mech in mechs if not mech.destroyed),
    )
    if outcome(fresh):
        return replace(fresh, phase="over", pending=())
    return fresh


def settle_order(state: State) -> State:
    """Once all have rolled: ties roll off, else the lowest Initiative goes first."""
    tied = _tied(state.alive)
    if tied:
        return replace(state, phase="rolloff", pending=tied)
    return begin_turn(state, _lowest_left(state))


def _tied(mechs: tuple[Mech, ...]) -> tuple[str, ...]:
    """The mechs of the lowest tie; a tie is the same Initiative and the same roll-offs so far."""
    groups: dict[tuple[int, tuple[int, ...]], list[str]] = {}
    for mech in mechs:
        groups.setdefault((mech.initiative, mech.ties), []).append(mech.name)
    ties = [(key, names) for key, names in groups.items() if len(names) > 1]
    return tuple(min(ties)[1]) if ties else ()


def _lowest_left(state: State) -> Mech:
    return min((mech for mech in state.alive if not mech.gone), key=lambda mech: mech.order)


def begin_turn(state: State, mech: Mech) -> State:
    """`mech` is on turn; if she rolled as a target she goes on where she stopped (MT-10)."""
    phase = "act" if mech.action else "aim"
    return replace(state, current=mech.name, actor=mech.name, phase=phase)  # type: ignore[arg-type]


def end_turn(state: State) -> State:
    """The target is next unless she has gone; else the lowest Initiative left; else a new round (MT-9)."""
    mech = state.mech(state.current)
    state = state.put(replace(mech, gone=True) if dice_left(mech) else wreck(mech))
    if outcome(state):
        return replace(state, phase="over", current="", actor="")
    left = [each for each in state.alive if not each.gone]
    if not left:
        return new_round(state, state.round + 1)
    aimed = mech.action.target if mech.action else None
    target = next((each for each in left if each.name == aimed), None)
    return begin_turn(state, target or _lowest_left(state))


def wreck(mech: Mech) -> Mech:
    """A mech out of dice, by damage or because her last one flew with a missile, is destroyed (MT-13)."""
    return replace(mech, gone=True, destroyed=True, cell=None)


def dice_left(mech: Mech) -> int:
    """The dice she could still lose; the charging die is not among them."""
    return sum(thing.dice for thing in mech.things)


def outcome(state: State) -> Outcome | None:
    """The last side with a mech wins; with a limit of rounds, the side with most dice left (MT-17)."""
    sides = dict.fromkeys(state.team(mech.owner) for mech in state.mechs)
    scores = dict.fromkeys(sides, 0)
    for mech in state.alive:
        scores[state.team(mech.owner)] += dice_left(mech)
    left = [side for side in sides if any(state.team(mech.owner) == side for mech in state.alive)]
    tally = tuple((side, float(score)) for side, score in scores.items())
    if len(left) == 1:
        return Outcome(left[0], f"{left[0]} has the last mech standing", (MT_17,), tally)
    if state.settings.rounds and state.round > state.settings.rounds:
        best = max(scores.values())
        first = [side for side, score in scores.items() if score == best]
        if len(first) == 1:
            return Outcome(
                first[0], f"the rounds are over and {first[0]} has most dice left", (MT_17,), tally
            )
        return Outcome(None, "the rounds are over and the dice left are equal", (MT_17,), tally)
    return None
