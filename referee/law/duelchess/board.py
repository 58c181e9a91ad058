"""Squares and pieces -> where one may go, whom it reaches and hurts (DC-8, DC-10, DC-11, DC-13, DC-14)."""

from dataclasses import replace

from referee.law.arithmetic import Sum, Term, half_up
from referee.law.duelchess.sheet import ELEMENTS
from referee.law.duelchess.state import Cell, Duelist, Settings, State
from referee.law.ids import rule
from referee.measure import squares

DC_14 = rule("DC-14")
SIDE = 8
OBSTACLE = ""  # nobody's
WAYS = {"+": squares.CROSS, "×": squares.DIAGONAL, "*": squares.EIGHT_WAYS}


def on_board(cell: Cell) -> bool:
    """Is the square one of the 64?"""
    return 0 <= cell[0] < SIDE and 0 <= cell[1] < SIDE


def walled_off(settings: Settings, ways: str) -> bool:
    """Can a piece that moves in these ways find none from the top row to the bottom row (DC-10)?"""
    seen = {(column, 0) for column in range(SIDE)} - set(settings.obstacles)
    edge = list(seen)
    while edge:
        here = edge.pop()
        for way in WAYS[ways]:
            cell = squares.step(here, way)
            if on_board(cell) and cell not in seen and cell not in settings.obstacles:
                seen.add(cell)
                edge.append(cell)
    return not any(row == SIDE - 1 for _, row in seen)


def moves(state: State, piece: Duelist, start: Cell | None = None) -> list[Cell]:
    """Squares it can move to, from where it stands or would stand: straight, over friends only (DC-13)."""
    start = start or piece.cell
    assert start is not None
    standing = {other.cell: other.owner for other in state.pieces if other.name != piece.name}
    standing.update(dict.fromkeys(state.settings.obstacles, OBSTACLE))
    found = []
    for across, down in WAYS[piece.ways]:
        column, row = start
        for _ in range(piece.movement):
            column, row = column + across, row + down
            there = standing.get((column, row))
            if there is None and on_board((column, row)):
                found.append((column, row))
            elif there != piece.owner:
                break  # a friend is jumped, which takes a further square: Movement above 1
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


def hazard_damage(settings: Settings, cell: Cell) -> int:
    """What the hazards do to a piece that ends its move on `cell` (DC-10)."""
    return sum(
        hazard.damage
        for hazard in settings.hazards
        if hazard.cell == cell
        or (
            squares.distance(hazard.cell, cell) <= hazard.range
            and squares.direction_to(hazard.cell, cell) in WAYS[hazard.ways]
        )
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


def hurt(piece: Duelist, points: int) -> Duelist:
    """The piece with less Health; at none it is destroyed and leaves the board."""
    health = max(piece.health - points, 0)
    return replace(piece, health=health, destroyed=health == 0, cell=None if health == 0 else piece.cell)


def carry_out(
    state: State, piece: Duelist, to: Cell | None, target_name: str | None
) -> tuple[State, str, tuple[Sum, ...]]:
    """A lawful act done: Power paid, the piece moved, hazards and the attack felt (DC-10, DC-11, DC-14)."""
    power = list(state.power)
    power[state.turn] -= piece.value
    words = [f"{piece.name} pays {piece.value}"] + ([f"moves to {to}"] if to else [])
    piece = replace(piece, cell=to or piece.cell)
    stepped = hazard_damage(state.settings, to) if to else 0
    if stepped:
        words.append(f"loses {stepped} Health to a hazard")
    piece = hurt(piece, stepped)
    after = replace(state, power=(power[0], power[1]), stalemate_by="").put(piece)
    if target_name is None or piece.destroyed:
        return after, ", ".join(words), ()
    target = after.piece(target_name)
    assert target is not None
    dealt = damage(after, piece, target)
    struck = hurt(target, int(dealt.total))
    words.append(f"hits {target.name} for {int(dealt.total)}" + " and destroys it" * struck.destroyed)
    return after.put(struck), ", ".join(words), (dealt,)
