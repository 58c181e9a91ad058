"""Block Duel Chess on the table: pieces seen in other squares -> acts, with the attack asked about."""

from collections.abc import Mapping
from dataclasses import replace

from referee.law.duelchess import board, law
from referee.law.duelchess.state import (
    Act,
    CallStalemate,
    CallTime,
    DuelClaim,
    Duelist,
    EndTurn,
    Place,
    State,
    Surrender,
)
from referee.law.game import Standing
from referee.law.ruling import Ruling
from referee.law.setup import Setup
from referee.live.compare import Difference, Worn
from referee.live.recognise import Facts, ModelFacts, Point, Possible, TableNow, grid_of
from referee.measure.ways import SIGMAS_95
from referee.show import Choice, SightShown


class Eye:
    """Block Duel Chess's Recogniser."""

    def __init__(self, setup: Setup) -> None:
        grid = grid_of(setup)
        assert grid is not None
        self._grid = grid

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Squares only."""
        return law.visible(state)

    def worn(self, state: State) -> Mapping[str, Worn]:
        """Pieces lose Health, not parts."""
        return {}

    def possible(self, state: State, difference: Difference, table: TableNow) -> tuple[Possible, ...]:
        """A piece elsewhere has moved; with enemies in range it may attack as well, for the same Power."""
        piece = state.piece(difference.model)
        body = difference.body
        if piece is None or body is None or piece.destroyed:
            return ()
        if difference.kind not in ("misplaced", "unexpected"):
            return ()
        placed = self._grid.place(body.at)
        doubt = placed.beyond if placed.in_doubt(SIGMAS_95 * body.error) else None
        if piece.cell is None:
            return (Possible(f"place {piece.name}", Place(piece.owner, piece.name, placed.cell, doubt)),)
        moved = Act(piece.owner, piece.name, placed.cell, doubt=doubt)
        way = table.straight(piece.name, body)
        only = Possible(f"{piece.name} moves to {placed.cell}", moved, way)
        if doubt is not None or not law.apply(state, moved)[1].legal:
            return (only,)
        attacks = [
            Possible(f"and attacks {target}", replace(moved, target=target), way)
            for target in board.targets(state, piece, placed.cell)
        ]
        return (replace(only, label="only moves"), *attacks) if attacks else (only,)

    def choices(self, state: State, table: TableNow) -> tuple[Choice, ...]:
        """Attacks from where pieces stand, the end of the turn, and giving up; moves are made by hand."""
        if state.phase != "act":
            return ()
        said = [c for c in law.legal_claims(state) if not (isinstance(c, Act) and c.to is not None)]
        said.sort(key=lambda claim: not isinstance(claim, Act))
        return tuple(
            Choice(_label(claim), claim, (claim.piece, claim.target or "") if isinstance(claim, Act) else ())
            for claim in said
        )

    def measured(self, state: State, claim: DuelClaim, table: TableNow) -> DuelClaim:
        """Squares are counted, not measured."""
        return claim

    def clearer(self, claim: DuelClaim, ruling: Ruling) -> tuple[Possible, ...]:
        """Which of two squares."""
        if not isinstance(claim, (Act, Place)) or claim.doubt is None:
            return ()
        cells = [cell for cell in (claim.to, claim.doubt) if cell is not None]
        return tuple(Possible(f"square {cell}", replace(claim, to=cell, doubt=None)) for cell in cells)

    def accepted(self, state: State, table: TableNow) -> State:
        """Every piece on the square where it was seen."""
        for piece in state.pieces:
            body = table.seen.get(piece.name)
            if body is not None and not piece.destroyed:
                state = state.put(replace(piece, cell=self._grid.place(body.at).cell))
        return state

    def reach(self, state: State, model: str, table: TableNow) -> tuple[tuple[Point, ...], ...]:
        """The squares it can move to."""
        piece = state.piece(model)
        if piece is None or piece.cell is None:
            return ()
        return tuple(tuple(self._grid.outline(cell)) for cell in board.moves(state, piece))

    def sights(self, state: State, model: str, table: TableNow) -> tuple[SightShown, ...]:
        """To every enemy within Range."""
        piece = state.piece(model)
        if piece is None or piece.cell is None:
            return ()
        near = [state.piece(name) for name in board.targets(state, piece, piece.cell)]
        return tuple(
            SightShown(self._grid.middle(piece.cell), self._grid.middle(other.cell))
            for other in near
            if other is not None and other.cell is not None
        )

    def facts(self, state: State) -> Facts:
        """Power a player; Health and card a piece."""
        scores = {
            player.name: f"Power {power}, Health {sum(piece.health for piece in state.team(player.name))}"
            for player, power in zip(state.players, state.power, strict=True)
        }
        models = {p.name: ModelFacts((), _stats(p), p.destroyed) for p in state.pieces}
        settings = state.settings
        marked = [(cell, "obstacle") for cell in settings.obstacles]
        marked += [(hazard.cell, f"hazard {hazard.damage}") for hazard in settings.hazards]
        marked += list(settings.places)
        return Facts(scores, models, tuple(marked))


def _stats(piece: Duelist) -> tuple[str, ...]:
    return (
        f"Health {piece.health}, Value {piece.value}",
        f"Attack {piece.attack}, Defence {piece.defence}, {piece.element}",
        f"Movement {piece.movement} {piece.ways}, Range {piece.range} {piece.aims}",
    )


def _label(claim: DuelClaim) -> str:
    if isinstance(claim, Act):
        return f"{claim.piece} attacks {claim.target}"
    words: dict[type, str] = {
        EndTurn: "end the turn",
        Surrender: "surrender",
        CallTime: "call time",
        CallStalemate: "call a stalemate",
    }
    return words[type(claim)]
