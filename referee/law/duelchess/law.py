"""Block Duel Chess claim by claim: power, moves, damage, ends (DC-10 to DC-15)."""

from collections.abc import Sequence
from dataclasses import replace

from referee.law.arithmetic import Sum, Term, half_up
from referee.law.codec import from_plain
from referee.law.dice import AllRolls, Roll, what_is_wrong
from referee.law.duelchess.sheet import ELEMENTS, account, read_sheet
from referee.law.duelchess.state import (
    Act,
    CallStalemate,
    CallTime,
    Cell,
    DuelClaim,
    Duelist,
    EndTurn,
    Place,
    Settings,
    State,
    Surrender,
)
from referee.law.game import Standing
from referee.law.ids import RuleId, rule
from referee.law.refusal import Refused
from referee.law.ruling import Dice, Due, Outcome, Ruling, Verdict
from referee.law.setup import Setup
from referee.measure import squares
from referee.problems import BadInput

DC_10, DC_11, DC_12, DC_13 = rule("DC-10"), rule("DC-11"), rule("DC-12"), rule("DC-13")
DC_14, DC_15, DC_8, HR_7 = rule("DC-14"), rule("DC-15"), rule("DC-8"), rule("HR-7")
SIDE = 8
WAYS = {"+": squares.CROSS, "×": squares.DIAGONAL, "*": squares.EIGHT_WAYS}
Step = tuple[State, str, tuple[RuleId, ...], tuple[Sum, ...]]


def start(setup: Setup) -> State:
    """The duel set up: two players, lawful cards, the agreed limits (DC-12)."""
    settings = from_plain(Settings, setup.settings, "settings")
    if len(setup.players) != 2:
        raise BadInput("a duel has two players")
    if not 200 <= settings.power <= 400:
        raise BadInput(f"settings: power {settings.power} is not within 200 to 400 (DC-11)")
    pieces = []
    for entry in setup.models:
        card = account(read_sheet(entry.sheet, f"model '{entry.name}'"))
        if card.faults:
            raise BadInput(f"model '{entry.name}': {card.faults[0].sentence} ({card.faults[0].rule})")
        value, attack, defence, movement = (
            half_up(card.total(what)) for what in ("Value", "Attack", "Defence", "Movement")
        )
        facts = {fact.name: fact.value for fact in card.facts}
        element = str(entry.sheet.get("element", "Normal"))
        pieces.append(
            Duelist(
                entry.name,
                entry.owner,
                element,
                value,
                attack,
                defence,
                movement,
                facts["Movement direction"],
                half_up(card.total("Range")),
                facts["Range direction"],
                half_up(card.total("Health")),
                entry.cell,
            )
        )
    state = State(setup.players, tuple(pieces), settings, (settings.power,) * 2, setup.doubt == "mover")
    for player in setup.players:
        team = state.team(player.name)
        if not 1 <= len(team) <= min(settings.most_pieces, 10):
            raise BadInput(
                f"{player.name} has {len(team)} pieces; 1 to {settings.most_pieces} are agreed (DC-12)"
            )
        worth = sum(piece.value for piece in team)
        if settings.most_value and worth > settings.most_value:
            raise BadInput(
                f"{player.name}'s pieces are worth {worth}, {settings.most_value} is agreed (DC-12)"
            )
    if _walled_off(settings):
        raise BadInput("settings: the obstacles wall a side off, leave a way (DC-10)")
    return _after_placing(state)


def _walled_off(settings: Settings) -> bool:
    """Can no way be found from the top row to the bottom row?"""
    seen = {(column, 0) for column in range(SIDE)} - set(settings.obstacles)
    edge = list(seen)
    while edge:
        here = edge.pop()
        for way in squares.CROSS:
            cell = squares.step(here, way)
            if on_board(cell) and cell not in seen and cell not in settings.obstacles:
                seen.add(cell)
                edge.append(cell)
    return not any(row == SIDE - 1 for _, row in seen)


def on_board(cell: Cell) -> bool:
    """Is the square one of the 64?"""
    return 0 <= cell[0] < SIDE and 0 <= cell[1] < SIDE


def _after_placing(state: State) -> State:
    return state if any(piece.cell is None for piece in state.pieces) else replace(state, phase="power")


def _to_place(state: State) -> Duelist:
    second = state.players[1].name
    waiting = [piece for piece in state.pieces if piece.cell is None]
    return min(waiting, key=lambda piece: piece.owner != second)


def _home(state: State, player: str) -> list[Cell]:
    rows = (6, 7) if player == state.players[0].name else (0, 1)
    cells = [(column, row) for row in rows for column in range(SIDE)]
    return [cell for cell in cells if state.at(cell) is None and cell not in state.settings.obstacles]


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
    return Due(player, "move, attack or end the turn", (DC_11,))


def moves(state: State, piece: Duelist) -> list[Cell]:
    """Squares it can move to: straight, over friends with Movement above 1, never over others (DC-13)."""
    assert piece.cell is not None
    found = []
    for way in WAYS[piece.ways]:
        for n in range(1, piece.movement + 1):
            cell = squares.step(piece.cell, way, n)
            if not on_board(cell) or cell in state.settings.obstacles:
                break
            there = state.at(cell)
            if there is None:
                found.append(cell)
            elif there.owner != piece.owner or piece.movement == 1:
                break
    return found


def targets(state: State, piece: Duelist, cell: Cell) -> list[str]:
    """Enemies within Range of `piece` standing on `cell`, in its direction (DC-8)."""
    return [
        other.name
        for other in state.pieces
        if other.owner != piece.owner
        and other.cell is not None
        and squares.direction_to(cell, other.cell) in WAYS[piece.aims]
        and squares.distance(cell, other.cell) <= piece.range
    ]


def legal_claims(state: State) -> Sequence[DuelClaim]:
    """Every claim that would stand now."""
    wanted = due(state)
    if wanted is None:
        return []
    if wanted.dice:
        return AllRolls(wanted.player, wanted.dice)
    if state.phase == "place":
        return [Place(wanted.player, wanted.models[0], cell) for cell in _home(state, wanted.player)]
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
    expected: tuple[type, ...] = {"place": (Place,), "power": (Roll,)}.get(
        state.phase, (Act, EndTurn, Surrender, CallTime, CallStalemate)
    )
    if not isinstance(claim, expected):
        raise Refused(f"now {wanted.player} is to {wanted.what}", *wanted.rules, legal_instead=(wanted.what,))
    if isinstance(claim, Place):
        if claim.piece != wanted.models[0] or claim.to not in _home(state, claim.player):
            raise Refused(
                f"{claim.piece} can't be placed on {claim.to} now", DC_12, legal_instead=(wanted.what,)
            )
        piece = replace(_to_place(state), cell=claim.to)
        return _after_placing(state.put(piece)), f"{piece.name} stands on {claim.to}", (DC_12,), ()
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
    gain = Sum("P-roll", (Term(10 * pips, f"{pips} × 10", DC_11), Term(20 * lost, "destroyed pieces", DC_11)))
    power = list(state.power)
    power[state.turn] += int(gain.total)
    after = replace(state, power=(power[0], power[1]), phase="act")
    return (
        after,
        f"{claim.player} gains {int(gain.total)} Power and has {power[state.turn]}",
        (DC_11,),
        (gain,),
    )


def damage(state: State, attacker: Duelist, target: Duelist) -> Sum:
    """Attack less Defence, never below 0, doubled or halved by the elements (DC-14)."""
    places = dict(state.settings.places)
    here = _boost(state, attacker, places)
    there = _boost(state, target, places)
    bare = max(attacker.attack + here - target.defence - there, 0)
    ahead = target.element in ELEMENTS[attacker.element].beats
    behind = attacker.element in ELEMENTS[target.element].beats
    terms = [Term(attacker.attack + here, "Attack", DC_14), Term(-target.defence - there, "Defence", DC_14)]
    if ahead and not behind:
        terms.append(Term(bare, "doubled: elemental advantage", DC_14))
    elif behind and not ahead:
        terms.append(Term(half_up(bare / 2) - bare, "halved: the target has the advantage", DC_14))
    return Sum("damage", tuple(terms), least=0)


def _boost(state: State, piece: Duelist, places: dict[Cell, str]) -> int:
    element = places.get(piece.cell) if piece.cell else None
    if element is None:
        return 0
    weaker = piece.element in ELEMENTS[element].beats
    return state.settings.place_bonus * ((element == piece.element) - (weaker and element != piece.element))


def _hurt(piece: Duelist, points: int) -> Duelist:
    health = max(piece.health - points, 0)
    return replace(piece, health=health, destroyed=health == 0, cell=None if health == 0 else piece.cell)


def _act(state: State, claim: Act) -> Step:
    piece = state.piece(claim.piece)
    if piece is None or piece.owner != claim.player or piece.cell is None:
        raise Refused(f"{claim.player} has no piece '{claim.piece}' on the board", DC_12)
    if piece.value > state.power[state.turn]:
        raise Refused(f"{piece.name} costs {piece.value}, {state.power[state.turn]} Power is left", DC_11)
    if claim.to is None and claim.target is None:
        raise Refused("neither a move nor an attack", DC_11)
    to = claim.to
    if claim.doubt is not None and to is not None and not (state.believe and to in moves(state, piece)):
        question = f"is {piece.name} on {to} or {claim.doubt}? Its middle is too near the border to tell"
        raise Refused(question, HR_7, verdict=Verdict.TOO_CLOSE)
    if to is not None and to not in moves(state, piece):
        raise Refused(
            f"{piece.name} can't move to {to}",
            DC_13,
            legal_instead=[str(cell) for cell in moves(state, piece)],
        )
    if claim.target is not None and claim.target not in targets(state, piece, to or piece.cell):
        within = targets(state, piece, to or piece.cell)
        raise Refused(f"{claim.target} is not within {piece.name}'s Range", DC_8, legal_instead=within)
    power = list(state.power)
    power[state.turn] -= piece.value
    piece = replace(piece, cell=to or piece.cell)
    words = [f"{piece.name} pays {piece.value}"] + ([f"moves to {to}"] if to else [])
    stepped = dict(state.settings.hazards).get(to, 0) if to else 0
    after = replace(state, power=(power[0], power[1]), stalemate_by="").put(_hurt(piece, stepped))
    sums: tuple[Sum, ...] = ()
    if claim.target is not None and piece.health > stepped:
        target = after.piece(claim.target)
        assert target is not None
        sums = (damage(after, piece, target),)
        struck = _hurt(target, int(sums[0].total))
        after = after.put(struck)
        words.append(f"hits {target.name} for {int(sums[0].total)}" + " and destroys it" * struck.destroyed)
    return after, ", ".join(words), (DC_11, DC_13, DC_14), sums


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
