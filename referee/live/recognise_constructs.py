"""Constructs and minifigs on one table: what the minifigs' eye sees, and constructs driven or stripped."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from referee.law import constructs as law
from referee.law.constructs import claims
from referee.law.constructs.hits import choices as hit_choices
from referee.law.constructs.hits import picker
from referee.law.constructs.motion import distance
from referee.law.constructs.state import Construct, State
from referee.law.constructs.structure import structure
from referee.law.game import Standing
from referee.law.measured import Measured
from referee.law.minifigs.state import Attack
from referee.law.ruling import Ruling
from referee.law.setup import Setup
from referee.live.compare import Difference, PieceOn, Worn
from referee.live.measuring import ground, occupied
from referee.live.recognise import Facts, ModelFacts, Point, Possible, TableNow, words_of
from referee.live.recognise_minifigs import Eye as FigureEye
from referee.live.sighting import Body
from referee.measure.bodies import Body as Solid
from referee.measure.bodies import construct_body, rectangle
from referee.measure.reach import gap, under_template
from referee.measure.sight import sight
from referee.measure.steps import highest_steps
from referee.measure.walls import stepping
from referee.measure.ways import flight, least_way, way_length
from referee.show import Choice, WayShown

NOT_SAID = (claims.Drive, claims.Fly, claims.Burn)  # seen on the table


class Eye(FigureEye):
    """The Recogniser of a match with constructs."""

    law: ClassVar[Any] = law

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        # colours come body first, then one for each device as it is written down
        self._colours = {
            entry.name: tuple(
                zip([d["name"] for d in entry.sheet.get("devices", ())], entry.colours[1:], strict=False)
            )
            for entry in setup.models
        }

    def standings(self, state: State) -> tuple[Standing, ...]:  # type: ignore[override]
        """Without those aboard or loaded, who are part of what carries them."""
        aboard = {rider.figure for c in state.constructs for rider in c.riders}
        aboard |= {c.name for c in state.constructs if c.carrier is not None}
        return tuple(replace(s, facing=None) for s in law.visible(state) if s.model not in aboard)

    def worn(self, state: State) -> Mapping[str, Worn]:  # type: ignore[override]
        """A device is on while any of its pieces is."""
        found = dict(super().worn(state))
        for construct in state.constructs:
            built = structure(construct.sheet)
            found[construct.name] = Worn(
                pieces=tuple(
                    PieceOn(device, colour, bool(construct.left & set(built.of_device(device))))
                    for device, colour in self._colours[construct.name]
                )
            )
        return found

    def possible(self, state: State, difference: Difference, table: TableNow) -> tuple[Possible, ...]:  # type: ignore[override]
        """A construct elsewhere was driven or flown; one stripped while a hit is to be assigned lost that."""
        construct, body = state.construct(difference.model), difference.body
        if construct is None or body is None:
            return super().possible(state, difference, table)
        if difference.kind == "piece taken":
            return self._picked(state, construct, difference.piece)
        if difference.kind != "misplaced":
            return ()
        return (self._driven(construct, body, table),)

    def _picked(self, state: State, construct: Construct, device: str) -> tuple[Possible, ...]:
        if not state.hits or state.hits[0].target != construct.name:
            return ()
        pieces = structure(construct.sheet).of_device(device)
        hit = next((name for name in hit_choices(state, construct) if name in pieces), None)
        if hit is None:
            return ()
        claim = claims.Pick(picker(state, state.hits[0]), hit)
        return (Possible(f"{construct.name} loses {hit}", claim),)

    def _driven(self, construct: Construct, body: Body, table: TableNow) -> Possible:
        before = table.stood.get(construct.name)
        start = before.at if before else construct.at
        sigmas = (before.error if before else 0.0, body.error)
        wheels = len(construct.has("land mobility"))
        others = [seen for name, seen in table.seen.items() if name != construct.name]
        plates = ground(table.heights)
        shut = occupied((table.heights.shape[0], table.heights.shape[1]), others)
        way = least_way(stepping(plates, wheels / 2, wheels, shut), start, body.at) if wheels else None
        flown = way is None and bool(construct.has("flight mobility"))
        if way is None and not flown:  # some step is too high: measured all the same, and ruled upon (CN-12)
            way = least_way(stepping(plates, np.inf, np.inf, shut), start, body.at)
        way = way or flight(start, body.at, 0.0)
        length = way_length(way, *sigmas)
        kind = "flight mobility" if flown else "land mobility"
        through = least_through(construct, length, len(construct.fresh(kind)))
        level = body.base or 0
        move = claims.Fly if flown else claims.Drive
        claim = move(construct.owner, construct.name, body.at, length, through, level, body.facing)
        if isinstance(claim, claims.Drive):
            up, down = highest_steps(plates, way.points)
            claim = replace(claim, step_up=Measured(up), step_down=Measured(down))
        shown = WayShown(construct.name, way.points, length, distance(construct, through, "CN-11").total)
        return Possible(f"{construct.name} moves {length.text()} studs", claim, shown)

    def choices(self, state: State, table: TableNow) -> tuple[Choice, ...]:  # type: ignore[override]
        """The minifigs' own words for what figures do, and plain ones for the devices."""
        found = super().choices(state, table)
        return tuple(each for each in found if not isinstance(each.claim, NOT_SAID))

    def label(self, state: Any, claim: Any) -> str:
        """A claim as a button says it."""
        own = type(claim).__module__ == claims.__name__
        return _label(state, claim) if own else super().label(state, claim)

    def measured(self, state: State, claim: Any, table: TableNow) -> Any:  # type: ignore[override]
        """Gaps, lines and templates as they are on the table, not as somebody says."""
        solids = self._solids(state, table)
        if isinstance(claim, (Attack, claims.Fire)):
            a, b = solids.get(claim.model), solids.get(claim.target)
            if a is None or b is None:
                return replace(claim, seen=False)
            others = [s for name, s in solids.items() if name not in (claim.model, claim.target)]
            seen = sight(ground(table.heights), a, b, others).verdict(state.doubt).value == "legal"
            if isinstance(claim, Attack):
                return replace(claim, gap=gap(a, b), seen=seen)
            return replace(claim, aim=self._off_line(state, claim, b), seen=seen)
        if isinstance(claim, (claims.Board, claims.Stow, claims.Unload)):
            a, b = solids.get(claim.model), solids.get(claim.construct)
            return replace(claim, gap=gap(a, b)) if a and b else claim
        if isinstance(claim, (claims.Land, claims.Explode)):
            return self._templated(state, claim, solids)
        return claim

    def _off_line(self, state: State, claim: claims.Fire, target: Solid) -> Measured:
        """Studs by which the weapon's line misses the target's body."""
        construct = state.construct(claim.model)
        assert construct is not None
        dx, dy = target.eye[0] - construct.at[0], target.eye[1] - construct.at[1]
        heading = math.radians(construct.facing)
        if construct.has("joint"):  # a weapon on a joint may be turned to it
            return Measured(0.0)
        ahead = dx * math.cos(heading) + dy * math.sin(heading)
        across = abs(dy * math.cos(heading) - dx * math.sin(heading))
        radius = max(math.dist(target.eye[:2], corner) for part in target.parts for corner in part.outline)
        off = across - radius if ahead > 0 else math.hypot(dx, dy)
        return Measured(max(off, 0.0), 1.96 * target.sigma)

    def _templated(self, state: State, claim: Any, solids: Mapping[str, Solid]) -> Any:
        if isinstance(claim, claims.Explode):
            blast = next(c for c in state.constructs if c.name == claim.model)
            device = next(d for d in blast.sheet.devices if d.kind == "warhead")
            at: Point = blast.at
        else:
            assert state.lobbed is not None
            lobbed = state.lobbed
            thrower = next(c for c in state.constructs if c.name == lobbed.attacker)
            device = next(d for d in thrower.sheet.devices if d.name == lobbed.weapon)
            at = claim.at
        hit = under_template(at, device.template, solids.values(), state.doubt)
        return replace(claim, touched=tuple(claims.Touched(each.model, each.gap) for each in hit))

    def _solids(self, state: State, table: TableNow) -> dict[str, Solid]:  # type: ignore[override]
        aboard = {rider.figure for c in state.constructs for rider in c.riders}
        found = {name: solid for name, solid in super()._solids(state, table).items() if name not in aboard}
        for construct in state.constructs:
            if not construct.left or construct.carrier is not None:
                continue
            body = table.seen.get(construct.name)
            outline = rectangle(construct.at, *construct.sheet.footprint, construct.facing)
            top = construct.level + (body.plates if body and body.plates else construct.sheet.height)
            sigma = body.error if body else 0.0
            found[construct.name] = construct_body(construct.name, outline, construct.level, top, sigma)
        return found

    def clearer(self, claim: Any, ruling: Ruling) -> tuple[Possible, ...]:
        """Too close to call: the players may let the lower end of the measure count."""
        if isinstance(claim, (claims.Drive, claims.Fly)):
            low = Measured(max(claim.length.value - claim.length.error, 0.0))
            return (Possible("let it stand", replace(claim, length=low)),)
        return super().clearer(claim, ruling)

    def accepted(self, state: State, table: TableNow) -> State:  # type: ignore[override]
        """Every model where it was seen, those aboard with what carries them."""
        for construct in state.constructs:
            body = table.seen.get(construct.name)
            if body is not None and construct.left:
                state = state.with_construct(replace(construct, at=body.at, level=body.base or 0))
        return super().accepted(state, table)  # type: ignore[return-value]

    def reach(self, state: State, model: str, table: TableNow) -> tuple[tuple[Point, ...], ...]:  # type: ignore[override]
        """A figure's studs; a construct's reach depends on the push it is given and is not drawn."""
        return super().reach(state, model, table) if state.figure(model) else ()

    def facts(self, state: State) -> Facts:  # type: ignore[override]
        """Figures as ever; pieces left and energy of the constructs."""
        found = super().facts(state)
        models = dict(found.models)
        for construct in state.constructs:
            elements = structure(construct.sheet).elements
            lost = tuple(each.name for each in elements if each.name not in construct.left)
            stats = (
                f"{construct.size} of {len(elements)} pieces",
                f"{len(construct.spent)} worked this turn",
            )
            models[construct.name] = ModelFacts(lost, stats, not construct.left)
        return Facts(found.scores, models)


def _label(state: State, claim: Any) -> str:
    """What is said of a device, in the order in which a player would say it."""
    match claim:
        case claims.Board(_, model, construct, place):
            return f"{model} boards {construct}{', ' + place if place else ''}"
        case claims.Leave(_, model):
            return f"{model} gets off"
        case claims.Pull(_, model, construct, harness):
            return f"{model} pulls {construct} by its {harness}"
        case claims.TurnJoint(_, model, joint, position, by):
            return f"{by or model} turns {joint} to {position}"
        case claims.Grip(_, _, claw, thing):
            return f"{claw} grips {thing}"
        case claims.Keep(_, _, claw):
            return f"{claw} holds on"
        case claims.Release(_, _, claw):
            return f"{claw} lets go"
        case claims.Stow(_, model, construct, _, thing):
            return f"{model} stows {thing} in {construct}"
        case claims.Unload(_, model, construct, thing):
            return f"{model} takes {thing} out of {construct}"
        case claims.Strike(_, model, weapon, push):
            return f"{model}'s {weapon} strikes, push {push}"
        case claims.Fire(_, model, weapon, target, power):
            return f"{model}'s {weapon} fires at {target}, power {power}"
        case claims.Lob(_, model, weapon, push):
            return f"{model}'s {weapon} throws, push {push}"
        case claims.Reflip(_, coins):
            return f"flip {coins} coin{'s' * (coins != 1)} again"
        case claims.Launch(_, model, projectile, put_in, power, push, fuse):
            given = {"input": put_in, "power": power, "push": push, "fuse": fuse}
            told = "".join(f", {name} {value}" for name, value in given.items() if value)
            return f"{model} launches {projectile}{told}"
        case claims.Trigger(_, model):
            return f"{model} is triggered"
        case claims.Explode(_, model):
            return f"{model} explodes"
        case claims.Pick(_, piece):
            return f"{state.hits[0].target if state.hits else 'it'} loses {piece}"
    return words_of(claim)


def least_through(construct: Construct, length: Measured, fresh: int) -> int:
    """The fewest mobility pieces that could have carried it so far, or all that are fresh (CN-11)."""
    for through in range(1, fresh + 1):
        if length.value - length.error <= distance(construct, through, "CN-11").total:
            return through
    return max(fresh, 1)
