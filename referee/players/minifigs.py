"""A minifig match as virtual players play it: walk, climb, fight, lose pieces; and cheat at it."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from hardware.virtual.scene import Loose, Minifig
from referee.law import minifigs as law
from referee.law.game import Standing
from referee.law.minifigs.acts import reach_now
from referee.law.minifigs.state import Allot, Attack, EndTurn, Figure, State
from referee.law.setup import Setup
from referee.players.crew import Makes
from referee.players.deeds import Carry, Cheat, Deed, Drop, HandWork, TakeAway, TakeOff
from referee.players.look import Look, roll
from referee.players.strides import Spot, Strides
from referee.show import Say

FIGHTS = 0.8  # the share of chances to attack that are taken
LEFT_LYING = 0.5  # the share of hats and heads that lie where they fell
FALLS = 3.5  # studs from the figure


class Play:
    """How a minifig match is played."""

    law: ClassVar[Any] = law

    def __init__(self, setup: Setup) -> None:
        self._setup = setup

    def legal(self, state: State, look: Look) -> Deed | None:
        """Attack who is in reach, else walk towards somebody, else end the turn."""
        due = self.law.due(state)
        if due is None:
            return None
        if due.dice:
            return roll(look, due.dice)
        if state.shot is not None:
            return self._allots(state, look)
        return (
            self.fights(state, look)
            or _walks(state, look)
            or Deed(f"{due.player} ends the turn", (), (Say(EndTurn(due.player)),))
        )

    def fights(self, state: State, look: Look) -> Deed | None:
        """An attack that would stand, mostly, if there is one."""
        attacks = [c.claim for c in look.shown.choices if isinstance(c.claim, Attack)]
        headless = {f.name for f in state.figures if not f.body.has("head")}  # no honour in hitting those
        attacks = [c for c in attacks if c.target not in headless and self.law.apply(state, c)[1].legal]
        if not attacks or look.rng.random() > FIGHTS:
            return None
        claim = attacks[look.one_of(attacks)]
        return Deed(f"{claim.model} attacks {claim.target}", (), (Say(claim),))

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Everything stands where the state has it."""
        standing: tuple[Standing, ...] = self.law.visible(state)
        return standing

    def cheats(self, state: State, look: Look) -> Mapping[Cheat, Makes]:
        """What could be tried now."""
        if self.law.due(state) is None:
            return {}
        if state.shot is not None:
            if not state.shot.damage or not self._fallen(state, self._allotment(state)):
                return {}
            return {
                Cheat.PIECE_KEPT: lambda: self._keeps(state),
                Cheat.SECOND_PIECE: lambda: self._second(state, look),
            }
        theirs = [f for f in _afoot(state, look) if f.owner != state.player]
        spent = [f for f in _afoot(state, look) if f.owner == state.player and f.moved]
        found: dict[Cheat, Makes] = {
            Cheat.OUT_OF_TURN: lambda: _strays(look, theirs, Cheat.OUT_OF_TURN),
            Cheat.WRONG_MODEL: lambda: _strays(look, spent, Cheat.WRONG_MODEL),
        }
        able = _able(state, look)
        if able:
            figure = able[look.one_of(able)]
            found[Cheat.A_LITTLE_TOO_FAR] = lambda: _beyond(look, figure)
            found[Cheat.TOO_FAR] = lambda: _cheats(
                look, figure, Strides.far_beyond, Cheat.TOO_FAR, "runs too far"
            )
            found[Cheat.NOT_LEVEL] = lambda: _cheats(
                look, figure, Strides.not_level, Cheat.NOT_LEVEL, "balances on an edge"
            )
            found[Cheat.ANOTHER_TOO] = lambda: _another_too(state, look)
        return found

    # --- losing pieces

    def _allotment(self, state: State) -> Allot:
        """What the owner gives up: what is worn before what is needed."""
        order = ("legs", "torso", "head")

        def dear(claim: Allot) -> int:
            return next((3 - i for i, part in enumerate(order) if claim.piece.startswith(part)), 0)

        chosen: Allot = min(self.law.legal_claims(state), key=dear)
        return chosen

    def _fallen(self, state: State, claim: Allot) -> tuple[HandWork, ...]:
        """What must be taken off the table if `claim` stands."""
        assert state.shot is not None
        before = state.figure(state.shot.target)
        after = self.law.apply(state, claim)[0].figure(state.shot.target)
        assert before is not None
        assert after is not None
        if not after.alive:
            return (TakeAway(before.name),)
        gone = {piece.part for piece in before.body.pieces} - {piece.part for piece in after.body.pieces}
        for part, piece in (("torso", "torso"), ("head", "head"), ("headgear", "hat")):
            if part in gone:
                return (TakeOff(before.name, piece),)  # what sits on it goes with it
        return ()

    def _allots(self, state: State, look: Look) -> Deed:
        claim = self._allotment(state)
        works = self._fallen(state, claim)
        return Deed(f"the hit takes {claim.piece}", (*works, *_left_lying(works, look)), (Say(claim),))

    def _keeps(self, state: State) -> Deed | None:
        claim = self._allotment(state)
        return Deed(f"loses {claim.piece} and leaves it on", (), (Say(claim),), Cheat.PIECE_KEPT)

    def _second(self, state: State, look: Look) -> Deed | None:
        claim = self._allotment(state)
        assert state.shot is not None
        others = [f.name for f in _afoot(state, look) if f.name != state.shot.target and f.body.has("torso")]
        if not others:
            return None
        other = others[look.one_of(others)]
        piece = look.pieces_on(other)[0]
        works = (*self._fallen(state, claim), TakeOff(other, piece))
        words = f"loses {claim.piece}, and {other}'s {piece} too"
        return Deed(words, works, (Say(claim),), Cheat.SECOND_PIECE)


def _left_lying(works: Sequence[HandWork], look: Look) -> tuple[Drop, ...]:
    """Where a hat or head that came off is left on the board, every other time (MF-8)."""
    off = next((work for work in works if isinstance(work, TakeOff) and work.piece in ("hat", "head")), None)
    if off is None or look.rng.random() > LEFT_LYING:
        return ()
    figure = look.model(off.model)
    assert isinstance(figure, Minifig)
    hat = figure.hat if off.piece == "hat" else None
    angles = look.rng.permutation(8) * (math.pi / 4)
    spots = [
        (round(figure.x + FALLS * math.cos(a)) + 0.5, round(figure.y + FALLS * math.sin(a)) + 0.5)
        for a in angles
    ]
    at = next((at for at in spots if look.clear("", at, FALLS - 1) and not look.height_at(at)), None)
    if at is None:
        return ()
    return (Drop(Loose(*at, hat.colour) if hat else Loose(*at, figure.skin, what="head")),)


def _afoot(state: State, look: Look) -> list[Figure]:
    """Figures that stand on the table themselves."""
    standing = {model.name for model in look.scene.models}
    return [f for f in state.figures if f.alive and f.name in standing]


def _able(state: State, look: Look) -> list[Figure]:
    """Those who may still move."""
    mine = [f for f in _afoot(state, look) if f.owner == state.player]
    return [f for f in mine if not f.moved and not f.rooted and f.acts < state.settings.acts]


def _walks(state: State, look: Look) -> Deed | None:
    able = _able(state, look)
    if not able:
        return None
    figure = able[look.one_of(able)]
    foes = look.places_of_others(state.player)

    def good(spot: Spot) -> float:
        return min(math.dist(spot.at, foe) for foe in foes) + float(look.rng.uniform(0, 12))

    strides = Strides(look, look.model(figure.name))
    spot = strides.within(reach_now(figure).total, good)
    if spot is None:
        return None
    return Deed(f"{figure.name} walks", (strides.carry(spot),))


def _beyond(look: Look, figure: Figure) -> Deed | None:
    return _cheats(look, figure, Strides.a_little_beyond, Cheat.A_LITTLE_TOO_FAR, "walks a little too far")


def _cheats(look: Look, figure: Figure, where: Any, cheat: Cheat, words: str) -> Deed | None:
    strides = Strides(look, look.model(figure.name))
    may = reach_now(figure).total
    spot = where(strides, may)
    if spot is None:
        return None
    beyond = strides.cost(spot.at) - may
    return Deed(f"{figure.name} {words}", (strides.carry(spot),), (), cheat, beyond=beyond)


def _strays(look: Look, figures: list[Figure], cheat: Cheat) -> Deed | None:
    """A figure that is not to move goes some studs."""
    if not figures:
        return None
    figure = figures[look.one_of(figures)]
    strides = Strides(look, look.model(figure.name))
    spot = strides.near(5.0)
    return Deed(f"{figure.name} strays", (strides.carry(spot),), (), cheat) if spot else None


def _another_too(state: State, look: Look) -> Deed | None:
    walk = _walks(state, look)
    if walk is None:
        return None
    first = walk.hands[0]
    assert isinstance(first, Carry)
    able = {figure.name for figure in _able(state, look)}  # pushing these would be their own lawful moves
    others = [f for f in _afoot(state, look) if f.name not in able and f.name != first.model]
    second = _strays(look, others, Cheat.OUT_OF_TURN)
    if second is None:
        return None
    pushed = second.hands[0]
    assert isinstance(pushed, Carry)
    if math.dist(first.to, pushed.to) < 3.0:
        return None
    words = f"{first.model} walks and {pushed.model} is pushed"
    return Deed(words, (first, pushed), (), Cheat.ANOTHER_TOO)
