"""MechaTon on the table: mechs in hexes seen to be placed, moved and stripped -> its claims."""

from collections.abc import Mapping
from dataclasses import replace

from referee.law.dice import Rolled
from referee.law.game import Standing
from referee.law.mechaton import law
from referee.law.mechaton.claims import Aim, Assign, Attack, Hold, Lose, MechClaim, Move, Place
from referee.law.mechaton.ground import band_of, cover_between, reachable
from referee.law.mechaton.sheet import BAND_NAMES, count
from referee.law.mechaton.state import Mech, State
from referee.law.ruling import Ruling, Verdict
from referee.law.setup import Entry, Setup
from referee.live.compare import Difference, PieceOn, Worn
from referee.live.recognise import Facts, ModelFacts, Point, Possible, TableNow, grid_of
from referee.measure.ways import SIGMAS_95
from referee.show import Choice, SightShown


class Eye:
    """MechaTon's Recogniser."""

    def __init__(self, setup: Setup) -> None:
        grid = grid_of(setup)
        assert grid is not None
        self._grid = grid
        # colours come body first, then one for each thing as it is written down
        self._colours = {
            entry.name: tuple(zip(_written(entry), entry.colours[1:], strict=False)) for entry in setup.models
        }

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Hexes only: a mech may face anywhere (MT-8)."""
        return tuple(replace(standing, facing=None) for standing in law.visible(state))

    def worn(self, state: State) -> Mapping[str, Worn]:
        """Things lost or launched are off."""
        return {mech.name: Worn(pieces=self._pieces(mech)) for mech in state.alive}

    def _pieces(self, mech: Mech) -> tuple[PieceOn, ...]:
        kept = {thing.name for thing in mech.things}
        return tuple(PieceOn(name, colour, name in kept) for name, colour in self._colours[mech.name])

    def possible(self, state: State, difference: Difference, table: TableNow) -> tuple[Possible, ...]:
        """A mech elsewhere has moved, one that was not there is placed, one stripped loses a thing."""
        mech = next((each for each in state.mechs if each.name == difference.model), None)
        if mech is None or difference.body is None:
            return ()
        if difference.kind == "piece taken" and state.phase == "lose" and mech.name == state.actor:
            lost = Lose(mech.owner, mech.name, difference.piece)
            return (Possible(f"{mech.name} loses {difference.piece}", lost),)
        if difference.kind not in ("misplaced", "unexpected") or mech.destroyed:
            return ()
        placed = self._grid.place(difference.body.at)
        doubt = placed.beyond if placed.in_doubt(SIGMAS_95 * difference.body.error) else None
        if mech.cell is None:
            claimed = Place(mech.owner, mech.name, placed.cell, doubt=doubt)
            return (Possible(f"place {mech.name}", claimed),)
        way = table.straight(mech.name, difference.body)
        claim = Move(mech.owner, mech.name, placed.cell, doubt=doubt)
        return (Possible(f"{mech.name} to {placed.cell}", claim, way),)

    def choices(self, state: State, table: TableNow) -> tuple[Choice, ...]:
        """Everything that is said and not done by hand; the best dice first."""
        if state.phase in ("place", "initiative", "rolloff", "roll", "extra", "damage", "over"):
            return ()
        claims = [claim for claim in law.legal_claims(state) if not isinstance(claim, Move)]
        if state.phase == "assign":
            claims.sort(key=_worth, reverse=True)
        return tuple(Choice(_label(claim), claim, _models(claim)) for claim in claims)

    def measured(self, state: State, claim: MechClaim, table: TableNow) -> MechClaim:
        """Nothing that is said here needs measuring: the map knows range and cover."""
        return claim

    def clearer(self, claim: MechClaim, ruling: Ruling) -> tuple[Possible, ...]:
        """Which of two hexes, or which cover."""
        if isinstance(claim, (Move, Place)) and claim.doubt is not None:
            return tuple(
                Possible(f"hex {cell}", replace(claim, to=cell, doubt=None))
                for cell in (claim.to, claim.doubt)
            )
        if isinstance(claim, Attack) and ruling.verdict is Verdict.CANT_SEE:
            return (
                Possible("nothing between", replace(claim, cover="none")),
                Possible("soft cover", replace(claim, cover="soft")),
                Possible("hard cover", replace(claim, cover="hard")),
            )
        return ()

    def accepted(self, state: State, table: TableNow) -> State:
        """Every mech in the hex where she was seen."""
        for mech in state.alive:
            body = table.seen.get(mech.name)
            if body is not None:
                state = state.put(replace(mech, cell=self._grid.place(body.at).cell))
        return state

    def reach(self, state: State, model: str, table: TableNow) -> tuple[tuple[Point, ...], ...]:
        """The hexes within her Move, once it is known."""
        mech = state.mech(model)
        if mech.cell is None or mech.action is None or not mech.action.assigned or mech.action.moved:
            return ()
        cells = reachable(state, model, mech.action.move)
        return tuple(tuple(self._grid.outline(cell)) for cell in cells)

    def sights(self, state: State, model: str, table: TableNow) -> tuple[SightShown, ...]:
        """To every enemy, with the cover between (MT-11)."""
        mech = state.mech(model)
        if mech.cell is None:
            return ()
        side = state.team(mech.owner)
        return tuple(
            SightShown(
                self._grid.middle(mech.cell),
                self._grid.middle(other.cell),
                cover_between(state, mech.cell, other.cell),
            )
            for other in state.alive
            if other.cell is not None and state.team(other.owner) != side
        )

    def facts(self, state: State) -> Facts:
        """Dice left a side; things and ranges a mech."""
        scores = {
            player.name: f"{sum(_dice(mech) for mech in state.alive if mech.owner == player.name)} dice left"
            for player in state.players
        }
        models = {
            mech.name: ModelFacts(mech.lost, _stats(state, mech), mech.destroyed) for mech in state.mechs
        }
        hard = tuple((cell, "hard") for cell in state.settings.hard)
        return Facts(scores, models, hard + tuple((cell, "soft") for cell in state.settings.soft))


def _written(entry: Entry) -> tuple[str, ...]:
    return tuple(thing["name"] for thing in entry.sheet.get("things", ()))


def _dice(mech: Mech) -> int:
    return sum(thing.dice for thing in mech.things)


def _stats(state: State, mech: Mech) -> tuple[str, ...]:
    things = mech.things
    dice = [(count(things, colour), colour) for colour in ("white", "green", "blue")]
    reds = [(count(things, band), f"red {BAND_NAMES[band]}") for band in ("hand", "short", "long")]
    lines = [", ".join(f"{n} {words}" for n, words in kinds if n) for kinds in (dice, reds)]
    lines = [line for line in lines if line]
    if mech.initiative:
        lines.append(f"Initiative {mech.initiative}")
    action = mech.action
    if action is not None and action.assigned:
        lines.append(
            f"Move {action.move}, Attack {action.attack}, Shield {action.shield}, Defend {action.defend}"
        )
    if action is not None and action.target is not None and mech.cell is not None:
        target = state.mech(action.target)
        if target.cell is not None:
            lines.append(f"{target.name} is at {BAND_NAMES[band_of(state.settings, mech.cell, target.cell)]}")
    return tuple(lines)


def _worth(claim: MechClaim) -> tuple[int, int]:
    assert isinstance(claim, Assign)
    given = [die.value for die in (claim.move, claim.attack, claim.shield) if die is not None]
    return len(given), sum(given)


def _models(claim: MechClaim) -> tuple[str, ...]:
    if isinstance(claim, Aim) and claim.target is not None:
        return claim.mech, claim.target
    return () if isinstance(claim, (Assign,)) else (getattr(claim, "mech", ""),)


def _label(claim: MechClaim) -> str:
    if isinstance(claim, Aim):
        if claim.target is None or claim.band is None:
            return "no target"
        missile = f" with {claim.missile}" if claim.missile else ""
        return f"aim at {claim.target}, {BAND_NAMES[claim.band]}{missile}"
    if isinstance(claim, Assign):
        slots = (("Move", claim.move), ("Attack", claim.attack), ("Shield", claim.shield))
        return ", ".join(f"{name} {_die(die)}" for name, die in slots)
    if isinstance(claim, Lose):
        return f"lose {claim.thing}"
    return "hold fire" if isinstance(claim, Hold) else "attack"


def _die(die: Rolled | None) -> str:
    return "–" if die is None else f"{die.value} ({die.colour}{' d8' * (die.sides == 8)})"
