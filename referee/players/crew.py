"""A match's state and what is shown -> what its players do: hands on the virtual table, and words.

One crew plays every side. It knows the law and looks at the table as people do; it tells the referee
nothing but what a player says at the display. Having cheated it waits to be caught, and puts it right.
"""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, cast

import numpy as np

from hardware.virtual.scene import Built, Minifig, Model, Scene
from hardware.virtual.table import VirtualTable
from referee.law.game import Game, Standing, load
from referee.law.minifigs.sheet import FigureSheet
from referee.law.setup import Setup
from referee.players.deeds import Carry, Cheat, Deed, Drop, HandWork, Load, Nudge, Point, TakeAway, TakeOff
from referee.players.look import Look, extent, place_in_cell, top_at
from referee.players.stage import grid_of, is_figure
from referee.show import AcceptTable, Answer, Question, Quit, RollNow, Say, Shown, Weight, Wish

PATIENCE = 3  # times that a trouble nobody understands is looked at before the players give up
SELDOM = {Cheat.PIECE_KEPT, Cheat.SECOND_PIECE}  # there is seldom a chance for these: it is taken
ASTRAY = 0.3  # studs off its place at which a model on studs counts as moved

Makes = Callable[[], Deed | None]


class Plays(Protocol):
    """How one game is played and cheated at."""

    def legal(self, state: Any, look: Look) -> Deed | None:
        """Something the law allows now; None when there is nothing."""

    def cheats(self, state: Any, look: Look) -> Mapping[Cheat, Makes]:
        """The cheats that could be tried now."""

    def standings(self, state: Any) -> tuple[Standing, ...]:
        """Where models should stand while `state` lasts."""


@dataclass(frozen=True)
class Cheating:
    """How often the crew cheats, and how often only by a little."""

    share: float = 0.2
    little: float = 0.5
    favourite: Cheat | None = None  # tried before all others whenever there is a chance


@dataclass(frozen=True)
class Done:
    """A deed that was done, by its number: what the table was before, and what it was meant to be."""

    number: int
    deed: Deed
    before: Scene
    after: Scene


class Crew:
    """All the players of a match."""

    def __init__(
        self, setup: Setup, table: VirtualTable, seed: int = 0, cheating: Cheating | None = None
    ) -> None:
        self.setup, self.table = setup, table
        self.done: list[Done] = []
        self.puzzled = 0
        self._game: Game = load(setup.game)
        self._plays = cast(Plays, importlib.import_module(f"referee.players.{setup.game}").Play(setup))
        self._rng = np.random.default_rng([seed, 2])
        self._cheating = cheating
        self._agreed: Scene = table.in_sight
        self._errors: dict[str, float] = {}  # the referee's last stated one for figures and for constructs
        self._target = ""
        self._owed = 0.0
        self._tried: dict[Cheat, int] = {}
        self._next_little = bool(self._rng.random() < 0.5)

    def act(self, state: Any, shown: Shown) -> tuple[Wish, ...]:
        """Something, now that everybody waits: hands move on the table, words are handed back."""
        if shown.way is not None and shown.way.length is not None:
            self._errors[_kind(self.setup, shown.way.model)] = max(shown.way.length.error, 0.02)
        if shown.paused:
            return ()
        if shown.question is not None:
            return (Answer(shown.question.number, self._answer(shown.question)),)
        wrong = self._to_put_right(state)
        if wrong and (kept := self._keeps_the_dead(state, shown)) is not None:
            return self._do(kept)
        if wrong:
            for put_right in wrong:
                put_right()
            return ()
        if any(trouble.weight is Weight.WAITS for trouble in shown.troubles):
            return self._puzzle()
        self.puzzled = 0
        if shown.due is None:
            return ()
        self._agreed = self.table.in_sight
        look = Look(self.setup, self._agreed, shown, self._rng, self._errors)
        deed = self._cheat(state, look) or self._plays.legal(state, look)
        return self._do(deed) if deed is not None else ()

    def _do(self, deed: Deed) -> tuple[Wish, ...]:
        before = self.table.in_sight
        self._target = deed.target
        for work in deed.hands:
            self._by_hand(work)
        self.done.append(Done(len(self.done), deed, before, self.table.in_sight))
        return deed.says

    def _by_hand(self, work: HandWork) -> None:
        table = self.table
        match work:
            case Carry(model, (x, y), base, facing):
                table.move(model, x, y, base, facing)
            case TakeOff(model, piece):
                table.lose(model, piece)
            case Drop(loose):
                table.drop(loose)
            case TakeAway(model):
                table.take(model)
            case Load(colours):
                table.load(colours)
            case Nudge(which, value):
                table.nudge_die(which, value)

    # --- cheating

    def _cheat(self, state: Any, look: Look) -> Deed | None:
        """A cheat when one is owed and can be done now; every other one is only a little too far."""
        if self._cheating is None:
            return None
        self._owed += self._cheating.share
        makes = dict(self._plays.cheats(state, look))
        seldom = SELDOM & makes.keys()
        if self._owed < self._rng.uniform(0.5, 1.5) - (1.0 if seldom else 0.0):
            return None
        if seldom:
            makes = {kind: make for kind, make in makes.items() if kind in seldom}
            self._next_little = False
        little = makes.pop(Cheat.A_LITTLE_TOO_FAR, None)
        fine = little() if little and self._next_little else None
        deed = fine if self._next_little else self._least_tried(makes)
        if deed is None:
            return None
        self._owed -= 1.0
        self._tried[deed.cheat or Cheat.TOO_FAR] = self._tried.get(deed.cheat or Cheat.TOO_FAR, 0) + 1
        self._next_little = bool(self._rng.random() < self._cheating.little)
        return deed

    def _least_tried(self, makes: Mapping[Cheat, Makes]) -> Deed | None:
        favourite = self._cheating.favourite if self._cheating else None
        order = sorted(
            makes,
            key=lambda kind: (kind is not favourite, self._tried.get(kind, 0), float(self._rng.random())),
        )
        return next((deed for kind in order if (deed := makes[kind]()) is not None), None)

    def _keeps_the_dead(self, state: Any, shown: Shown) -> Deed | None:
        """A destroyed model is left on the board, and she goes on as if nothing were."""
        standing = {each.model for each in self._plays.standings(state)}
        dead = [m.name for m in self.table.in_sight.models if m.name not in standing]
        last = self.done[-1].deed if self.done else None
        if not dead or self._cheating is None or last is None or last.cheat or shown.due is None:
            return None
        if self._rng.random() < 0.5:
            return None
        on: Wish = RollNow() if shown.due.dice or not shown.choices else Say(shown.choices[0].claim)
        self._owed -= 1.0
        return Deed(f"{dead[0]} is destroyed and left on the board", (), (on,), Cheat.PIECE_KEPT)

    # --- putting right

    def _to_put_right(self, state: Any) -> list[Callable[[], None]]:
        """What a hand must do so that the table is as the state says."""
        scene, found = self.table.in_sight, []
        should = {standing.model: standing for standing in self._plays.standings(state)}
        for model in scene.models:
            standing = should.get(model.name)
            if standing is None:
                found.append(_later(self.table.take, model.name))
                continue
            entry = next(each for each in self.setup.models if each.name == model.name)
            sheet = self._game.read_sheet(entry.sheet, entry.name)
            wanted = _as_it_should_be(self._agreed.model(model.name), standing, sheet)
            if self._stands(model, standing):
                wanted = replace(wanted, x=model.x, y=model.y, base=model.base, facing=model.facing)
            elif not self._stands(wanted, standing):
                x, y = self._place(wanted, standing)
                wanted = replace(wanted, x=x, y=y, base=float(standing.level or 0))
            if wanted != model:
                found.append(_later(self._put_back, model, wanted))
        lay, lie = self._agreed.dice, scene.dice
        if lay != lie and [die.x for die in lay] == [die.x for die in lie]:  # turned where they lay
            found.append(_later(self.table.set_dice, lay))
        return found

    def _put_back(self, model: Model, wanted: Model) -> None:
        if (model.x, model.y) != (wanted.x, wanted.y):
            self.table.move(model.name, wanted.x, wanted.y, wanted.base, wanted.facing)
        if replace(model, x=wanted.x, y=wanted.y, base=wanted.base, facing=wanted.facing) != wanted:
            self.table.put(wanted)

    def _stands(self, model: Model, standing: Standing) -> bool:
        """Does the model stand where the state has it?"""
        grid = grid_of(self.setup)
        if standing.cell is not None and grid is not None:
            return grid.place((model.x, model.y)).cell == standing.cell
        at = standing.studs or (model.x, model.y)
        return abs(model.x - at[0]) < ASTRAY and abs(model.y - at[1]) < ASTRAY

    def _place(self, model: Model, standing: Standing) -> Point:
        """Where a hand puts a model that the state has elsewhere, in studs."""
        grid = grid_of(self.setup)
        if standing.cell is not None and grid is not None:
            return place_in_cell(self.table.in_sight, grid, model, standing.cell, self._rng)
        assert standing.studs is not None
        return standing.studs

    # --- words

    def _answer(self, question: Question) -> int:
        """What she means: her target, where the model truly stands, how high a block is; else the first."""
        answers = question.answers
        model = next(
            (m for m in self.table.in_sight.models if f" {m.name}'s footprint" in question.words), None
        )
        if model is not None:
            x0, y0, x1, y1 = extent(model, (0.0, 0.0))
            size = f"{max(x1 - x0, y1 - y0):.0f} × {min(x1 - x0, y1 - y0):.0f} studs"
            return answers.index(size) if size in answers else 0
        if question.at is not None:
            top = top_at(self.table.in_sight, question.at)
            return next((i for i, words in enumerate(answers) if words.startswith(f"{top:.0f} plate")), 0)
        if self._target:
            named = [i for i, words in enumerate(answers) if self._target in words]
            if named:
                return named[0]
        carried = [w for w in self.done[-1].deed.hands if isinstance(w, Carry)] if self.done else []
        grid = grid_of(self.setup)
        if carried and grid is not None:
            cell = grid.place(carried[0].to).cell
            return next((i for i, words in enumerate(answers) if str(cell) in words), 0)
        return 0

    def _puzzle(self) -> tuple[Wish, ...]:
        """The referee waits though all is as the state says: look again, then say so, then give up."""
        self.puzzled += 1
        if self.puzzled > 2 * PATIENCE:
            return (Quit(),)
        if self.puzzled > PATIENCE:
            return (AcceptTable("everything stands where it should"),)
        self.table.point(2.0, float(self.table.in_sight.board.rows) - 2.0)
        return ()


def _kind(setup: Setup, model: str) -> str:
    entry = next((each for each in setup.models if each.name == model), None)
    return "figure" if entry is not None and is_figure(setup, entry) else "construct"


def _later(work: Callable[..., None], *args: Any) -> Callable[[], None]:
    return lambda: work(*args)


def _as_it_should_be(agreed: Model, standing: Standing, sheet: Any) -> Model:
    """A model as it last stood, with the pieces on that the state says are on."""
    if isinstance(agreed, Built):
        return replace(agreed, parts=tuple(p for p in agreed.parts if p.name not in standing.pieces_lost))
    return _dressed(agreed, standing, sheet) if isinstance(sheet, FigureSheet) else agreed


def _dressed(figure: Minifig, standing: Standing, sheet: Any) -> Minifig:
    lost = standing.pieces_lost
    helmets = [piece.name for piece in sheet.armour if piece.covers == "head"]
    bare = any(name in lost for name in helmets)
    headless = any(name.startswith("head") for name in lost)
    trunkless = any(name.startswith("torso") for name in lost)
    return replace(
        figure,
        hat=None if bare or headless else figure.hat,
        head=figure.head and not headless,
        body=figure.body and not trunkless,
        armed=figure.armed and not trunkless,
    )
