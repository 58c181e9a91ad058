"""Block Duel Chess claim by claim: power, moves, damage, ends (DC-11 to DC-15)."""

from collections.abc import Sequence
from dataclasses import replace

from referee.law.arithmetic import Sum, Term
from referee.law.dice import AllRolls, Roll, what_is_wrong
from referee.law.duelchess.board import carry_out, hazard_damage, moves, targets
from referee.law.duelchess.opening import after_placing, home
from referee.law.duelchess.state import (
    Act,
    CallStalemate,
    CallTime,
    Cell,
    DuelClaim,
    Duelist,
    EndTurn,
    Place,
    State,
    Surrender,
)
from referee.law.duelchess.surrender import is_lost
from referee.law.game import Standing
from referee.law.ids import RuleId, rule
from referee.law.refusal import Refused
from referee.law.ruling import Dice, Due, Outcome, Ruling, Verdict

DC_11, DC_12, DC_13 = rule("DC-11"), rule("DC-12"), rule("DC-13")
DC_10, DC_14, DC_15, DC_8, HR_7 = rule("DC-10"), rule("DC-14"), rule("DC-15"), rule("DC-8"), rule("HR-7")
Step = tuple[State, str, tuple[RuleId, ...], tuple[Sum, ...]]


def _to_place(state: State) -> Duelist:
    second = state.players[1].name
    waiting = [piece for piece in state.pieces if piece.cell is None]
    return min(waiting, key=lambda piece: piece.owner != second)


def _free_home(state: State, player: str) -> list[Cell]:
    blocked = {piece.cell for piece in state.pieces} | set(state.settings.obstacles)
    return [cell for cell in home(state, player) if cell not in blocked]


def due(state: State) -> Due | None:
    """What must happen next; None when it is over."""
    if state.phase == "over":
        return None
    if state.phase == "place":
        piece = _to_place(state)
        return Due(piece.owner, f"place {piece.name} in your two bottom rows", (DC_12,), models=(piece.name,))
    player = state.players[state.turn].name
    if state.phase == "power":
        return Due(player, "make the P-roll", (DC_11,), (Dice(2),))
    if state.lost:
        return Due(player, "surrender: the last piece is lost whatever you do", (DC_15,))
    return Due(player, "move, attack or end the turn", (DC_11,))


def legal_claims(state: State) -> Sequence[DuelClaim]:
    """Every claim that would stand now."""
    wanted = due(state)
    if wanted is None:
        return []
    if wanted.dice:
        return AllRolls(wanted.player, wanted.dice)
    if state.phase == "place":
        return [Place(wanted.player, wanted.models[0], cell) for cell in _free_home(state, wanted.player)]
    if state.lost:
        return [Surrender(wanted.player)]
    claims: list[DuelClaim] = [EndTurn(wanted.player), Surrender(wanted.player)]
    claims += [] if state.time_called else [CallTime(wanted.player)] if state.settings.timed else []
    claims += [] if state.settings.timed else [CallStalemate(wanted.player)]
    for piece in state.team(wanted.player):
        if piece.value <= state.power[state.turn]:
            assert piece.cell is not None
            for to in (None, *moves(state, piece)):
                claims += [
                    Act(wanted.player, piece.name, to, target)
                    for target in ([] if to is None else [None]) + targets(state, piece, to or piece.cell)
                ]
    return claims


def apply(state: State, claim: DuelClaim) -> tuple[State, Ruling]:
    """The state after `claim` and the ruling; a refused claim changes nothing."""
    try:
        after, sentence, rules, sums = _step(state, claim)
    except Refused as refused:
        return state, refused.ruling(due(state))
    ended = outcome(after)
    if ended:
        after = replace(after, phase="over")
        sentence, rules = f"{sentence}. {ended.why}", (*rules, *ended.rules)
    return after, Ruling(Verdict.LEGAL, rules, sentence, sums, due(after), outcome=ended)


def _step(state: State, claim: DuelClaim) -> Step:
    wanted = due(state)
    if wanted is None:
        raise Refused("the duel is over", DC_15)
    if claim.player != wanted.player:
        raise Refused(f"it is {wanted.player} who is to {wanted.what}", DC_12, legal_instead=(wanted.what,))
    acts = (Surrender,) if state.lost else (Act, EndTurn, Surrender, CallTime, CallStalemate)
    expected: tuple[type, ...] = {"place": (Place,), "power": (Roll,)}.get(state.phase, acts)
    if not isinstance(claim, expected):
        raise Refused(f"now {wanted.player} is to {wanted.what}", *wanted.rules, legal_instead=(wanted.what,))
    if isinstance(claim, Place):
        return _place(state, claim, wanted)
    if isinstance(claim, Roll):
        return _power(state, claim, wanted)
    if isinstance(claim, Act):
        return _act(state, claim)
    if isinstance(claim, EndTurn):
        ended = replace(state, turn=1 - state.turn, phase="power")
        over = state.time_called and state.turn == 1
        return (
            replace(ended, phase="over" if over else "power"),
            f"{claim.player} ends the turn",
            (DC_12,),
            (),
        )
    if isinstance(claim, Surrender):
        return replace(state, surrendered=claim.player), f"{claim.player} surrenders", (DC_15,), ()
    if isinstance(claim, CallTime):
        if not state.settings.timed or state.time_called:
            raise Refused("there is no time to call", DC_15)
        return replace(state, time_called=True), "time is called: both complete their turns", (DC_15,), ()
    return _stalemate(state, claim)


def _place(state: State, claim: Place, wanted: Due) -> Step:
    free = _free_home(state, claim.player)
    to = _believed(state, claim.piece, claim.to, claim.doubt, free)
    if claim.piece != wanted.models[0] or to not in free:
        raise Refused(f"{claim.piece} can't be placed on {to} now", DC_12, legal_instead=(wanted.what,))
    piece = replace(_to_place(state), cell=to)
    return after_placing(state.put(piece)), f"{piece.name} stands on {to}", (DC_12,), ()


def _believed(state: State, name: str, to: Cell, doubt: Cell | None, may: list[Cell]) -> Cell:
    """The square a seen piece counts as standing on; a middle too near a border is asked about (HR-7)."""
    if doubt is None:
        return to
    if state.believe:
        return to if to in may else doubt
    question = f"is {name} on {to} or {doubt}? Its middle is too near the border to tell"
    instead = [str(cell) for cell in (to, doubt) if cell in may]
    raise Refused(question, HR_7, legal_instead=instead, verdict=Verdict.TOO_CLOSE)


def _stalemate(state: State, claim: CallStalemate) -> Step:
    if state.settings.timed:
        raise Refused("with a time limit no stalemate can be called", DC_15)
    if state.stalemate_by and state.stalemate_by != claim.player:
        return replace(state, phase="over"), "both agree on a stalemate", (DC_15,), ()
    return replace(state, stalemate_by=claim.player), f"{claim.player} calls a stalemate", (DC_15,), ()


def _power(state: State, claim: Roll, wanted: Due) -> Step:
    wrong = what_is_wrong(wanted.dice, claim)
    if wrong:
        raise Refused(wrong, DC_11, legal_instead=("2 d6",))
    lost = sum(piece.destroyed and piece.owner == claim.player for piece in state.pieces)
    pips = sum(die.value for die in claim.dice)
    gain = Sum(
        "P-roll", (Term(10 * pips, f"({pips} × 10)", DC_11), Term(20 * lost, "destroyed pieces", DC_11))
    )
    power = list(state.power)
    power[state.turn] += int(gain.total)
    after = replace(state, power=(power[0], power[1]), phase="act")
    said = f"{claim.player} gains {int(gain.total)} Power and has {power[state.turn]}"
    if is_lost(after):
        said += ", but the last piece is lost whatever happens: surrender is mandatory"
        return replace(after, lost=True), said, (DC_11, DC_15), (gain,)
    return after, said, (DC_11,), (gain,)


def _act(state: State, claim: Act) -> Step:
    piece = state.piece(claim.piece)
    if piece is None or piece.owner != claim.player or piece.cell is None:
        raise Refused(f"{claim.player} has no piece '{claim.piece}' on the board", DC_12)
    if piece.value > state.power[state.turn]:
        raise Refused(f"{piece.name} costs {piece.value}, {state.power[state.turn]} Power is left", DC_11)
    if claim.to is None and claim.target is None:
        raise Refused("neither a move nor an attack", DC_11)
    to = claim.to
    if to is not None:
        to = _believed(state, piece.name, to, claim.doubt, moves(state, piece))
    if to is not None and to not in moves(state, piece):
        raise Refused(
            f"{piece.name} can't move to {to}",
            DC_13,
            legal_instead=[str(cell) for cell in moves(state, piece)],
        )
    if claim.target is not None and claim.target not in targets(state, piece, to or piece.cell):
        within = targets(state, piece, to or piece.cell)
        raise Refused(f"{claim.target} is not within {piece.name}'s Range", DC_8, legal_instead=within)
    after, words, sums = carry_out(state, piece, to, claim.target)
    rules = [DC_11] + [DC_13] * (to is not None) + [DC_8, DC_14] * (claim.target is not None)
    rules += [DC_10] if to is not None and hazard_damage(state.settings, to) else []
    return after, words, tuple(rules), sums


def outcome(state: State) -> Outcome | None:
    """All destroyed, surrender, time, or an agreed stalemate (DC-15)."""
    first, second = (player.name for player in state.players)
    health = [float(sum(piece.health for piece in state.team(name))) for name in (first, second)]
    scores = ((first, state.power[0] + health[0]), (second, state.power[1] + health[1]))
    for name, other in ((first, second), (second, first)):
        if state.surrendered == name:
            return Outcome(other, f"{name} surrendered", (DC_15,), scores)
    left = [name for name in (first, second) if state.team(name)]
    if len(left) == 1:
        return Outcome(left[0], "all opposing pieces are destroyed", (DC_15,), scores)
    if state.phase != "over":
        return None
    if state.time_called and scores[0][1] != scores[1][1]:
        best = max(scores, key=lambda score: score[1])
        return Outcome(best[0], f"time: {best[0]} has most Power and Health, {best[1]:g}", (DC_15,), scores)
    return Outcome(None, "a draw", (DC_15,), scores)


def visible(state: State) -> tuple[Standing, ...]:
    """Every piece on the board and its square."""
    return tuple(Standing(each.name, each.owner, cell=each.cell) for each in state.pieces if each.cell)
