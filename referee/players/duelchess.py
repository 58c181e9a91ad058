"""Block Duel Chess as virtual players play it: power, moves and attacks on squares; and cheat at it."""

from collections.abc import Mapping

from referee.law import duelchess as law
from referee.law.duelchess.board import moves, on_board
from referee.law.duelchess.state import Act, Duelist, EndTurn, State, Surrender
from referee.law.game import Standing
from referee.law.setup import Setup
from referee.measure import squares
from referee.players.crew import Makes
from referee.players.deeds import Carry, Cheat, Deed
from referee.players.look import Cell, Look, roll
from referee.players.tray import nudge
from referee.show import Say

ENDS_TURN = 0.2  # the share of chances to go on that are not taken
FIGHTS = 0.3  # the share of chances to attack that are taken: duels are short enough
BESIDE = 1.5  # studs from a square's middle at which a second figure finds room


class Play:
    """How a duel is played."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup

    def legal(self, state: State, look: Look) -> Deed | None:
        """Attack where one can, else close in, else end the turn."""
        due = law.due(state)
        if due is None:
            return None
        if due.dice:
            return roll(look, due.dice)
        claims = law.legal_claims(state)
        acts = [claim for claim in claims if isinstance(claim, Act)]
        attacks = [act for act in acts if act.target is not None]
        end = EndTurn(due.player)
        if not acts or (not attacks and look.rng.random() < ENDS_TURN):
            claim = end if end in claims else Surrender(due.player)
            return Deed(f"{due.player}: {type(claim).__name__}", (), (Say(claim),))
        fights = attacks and look.rng.random() < FIGHTS
        moving = [act for act in acts if act.target is None]
        act = attacks[look.one_of(attacks)] if fights or not moving else _nearer(state, moving, look)
        if act.to is None:
            return Deed(f"{act.piece} attacks {act.target}", (), (Say(act),), target=act.target or "")
        carry = look.carry_to_cell(act.piece, act.to)
        return Deed(f"{act.piece} moves to {act.to}", (carry,), target=act.target or "only move")

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Everything stands where the state has it."""
        return law.visible(state)

    def cheats(self, state: State, look: Look) -> Mapping[Cheat, Makes]:
        """What could be tried now."""
        due = law.due(state)
        if due is None or state.phase not in ("power", "act"):
            return {}
        mine, theirs = state.team(due.player), [p for p in state.pieces if p.owner != due.player and p.cell]
        found: dict[Cheat, Makes] = {Cheat.OUT_OF_TURN: lambda: _strays(state, look, theirs)}
        if state.phase == "power":
            found[Cheat.OUT_OF_TURN] = lambda: _strays(state, look, list(mine))
            return found
        able = [piece for piece in mine if piece.value <= state.power[state.turn]]
        if look.scene.dice:
            found[Cheat.DIE_NUDGED] = lambda: nudge(look)
        if not able:
            return found
        piece = able[look.one_of(able)]
        found[Cheat.A_LITTLE_TOO_FAR] = lambda: _beyond(state, look, piece)
        found[Cheat.TOO_FAR] = lambda: _to_one_of(look, piece, _too_far(state, piece), Cheat.TOO_FAR)
        found[Cheat.WRONG_CELL] = lambda: _to_one_of(look, piece, _askew(state, piece), Cheat.WRONG_CELL)
        found[Cheat.TAKEN] = lambda: _taken(state, look, piece)
        found[Cheat.ANOTHER_TOO] = lambda: _another_too(state, look, piece)
        return found


def _nearer(state: State, acts: list[Act], look: Look) -> Act:
    """A move that brings a piece closer to an enemy, mostly."""

    def away(act: Act) -> float:
        foes = [p.cell for p in state.pieces if p.owner != act.player and p.cell is not None]
        assert act.to is not None
        return min(squares.distance(act.to, foe) for foe in foes) + float(look.rng.random()) * 2

    return min(acts, key=away)


def _empty(state: State) -> list[Cell]:
    cells = [(column, row) for column in range(8) for row in range(8)]
    return [cell for cell in cells if state.at(cell) is None and cell not in state.settings.obstacles]


def _too_far(state: State, piece: Duelist) -> list[Cell]:
    """Empty squares beyond its Movement."""
    assert piece.cell is not None
    return [cell for cell in _empty(state) if squares.distance(piece.cell, cell) > piece.movement]


def _askew(state: State, piece: Duelist) -> list[Cell]:
    """Empty squares near enough, but not in a direction it can go."""
    assert piece.cell is not None
    lawful = moves(state, piece)
    near = [cell for cell in _empty(state) if squares.distance(piece.cell, cell) <= piece.movement]
    return [cell for cell in near if cell not in lawful]


def _to_one_of(look: Look, piece: Duelist, cells: list[Cell], cheat: Cheat) -> Deed | None:
    if not cells:
        return None
    cell = cells[look.one_of(cells)]
    return Deed(f"{piece.name} goes to {cell}", (look.carry_to_cell(piece.name, cell),), (), cheat)


def _beyond(state: State, look: Look, piece: Duelist) -> Deed | None:
    """Just over the border of the last square it could go to, into one that it can't."""
    lawful = moves(state, piece)
    borders = [
        (home, cell)
        for home in lawful
        for way in squares.CROSS
        if on_board(cell := squares.step(home, way))
        and cell not in lawful
        and cell != piece.cell
        and state.at(cell) is None
        and cell not in state.settings.obstacles
    ]
    carry = look.carry_beyond(piece.name, borders)
    if carry is None:
        return None
    placed = look.grid.place(carry.to)
    cell, past = placed.cell, placed.to_border
    return Deed(f"{piece.name} goes just into {cell}", (carry,), (), Cheat.A_LITTLE_TOO_FAR, beyond=past)


def _taken(state: State, look: Look, piece: Duelist) -> Deed | None:
    """Beside another piece on the same square."""
    others = [other for other in state.pieces if other.name != piece.name and other.cell is not None]
    if not others:
        return None
    other = others[look.one_of(others)]
    assert other.cell is not None
    x, y = look.grid.middle(other.cell)
    there = look.model(other.name)
    for dx, dy in ((0.0, BESIDE), (0.0, -BESIDE), (BESIDE, 0.0), (-BESIDE, 0.0)):
        at = look.put_down(look.model(piece.name), (x + dx, y + dy))
        apart = max(abs(at[0] - there.x), abs(at[1] - there.y))
        if look.grid.place(at).cell == other.cell and apart >= BESIDE:
            return Deed(
                f"{piece.name} squeezes in beside {other.name}", (Carry(piece.name, at),), (), Cheat.TAKEN
            )
    return None


def _strays(state: State, look: Look, pieces: list[Duelist]) -> Deed | None:
    """A piece that is not to move goes to an empty square near it."""
    if not pieces:
        return None
    piece = pieces[look.one_of(pieces)]
    assert piece.cell is not None
    near = [cell for cell in _empty(state) if squares.distance(piece.cell, cell) <= 2]
    return _to_one_of(look, piece, near, Cheat.OUT_OF_TURN)


def _another_too(state: State, look: Look, piece: Duelist) -> Deed | None:
    lawful = moves(state, piece)
    others = [other for other in state.pieces if other.owner != piece.owner and other.cell is not None]
    second = _strays(state, look, others)
    if not lawful or second is None:
        return None
    cell, shifted = lawful[look.one_of(lawful)], second.hands[0]
    assert isinstance(shifted, Carry)
    if look.grid.place(shifted.to).cell == cell:
        return None
    words = f"{piece.name} moves to {cell} and {shifted.model} is pushed"
    return Deed(words, (look.carry_to_cell(piece.name, cell), shifted), (), Cheat.ANOTHER_TOO)
