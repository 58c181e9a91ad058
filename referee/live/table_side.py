"""Settled sights, one after the other -> what on the table is a claim, what is wrong, what is still to do."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.law.ruling import Due
from referee.law.setup import Setup
from referee.live.compare import NUDGED, Difference, Stood, differences, place_of
from referee.live.eyes import Sight
from referee.live.hindsight import stood_at
from referee.live.recognise import Possible, Recogniser, TableNow, grid_of, is_figure
from referee.live.sighting import Body, Expected, RollCall, bodies, call_roll, without_slivers
from referee.live.sizes import LIKELY, UNSURE, Sizes, SizeSaid, could_be, put_right, said_sizes
from referee.show import Choice, SightShown
from vision.observation import Observation

Point = tuple[float, float]
CROWDED = 1.5  # studs: two models can't stand with their middles nearer than this
Polygons = tuple[tuple[Point, ...], ...]
Key = tuple[str, str, str]  # kind, model, piece


@dataclass(frozen=True, slots=True)
class Weighed:
    """What differs now, sorted. Everything empty: table and state agree."""

    claims: tuple[tuple[Difference, tuple[Possible, ...]], ...] = ()
    faults: tuple[Difference, ...] = ()
    known: tuple[Difference, ...] = ()  # said already: refused and not yet back, or still to be done

    @property
    def agreed(self) -> bool:
        """Is everything where it should be?"""
        return not (self.claims or self.faults or self.known)


@dataclass
class TableSide:
    """The table as the match loop knows it."""

    setup: Setup
    eye: Recogniser
    sight: Sight | None = None
    before: Sight | None = None  # the last sight on which table and state agreed: evidence
    roll_call: RollCall = field(default_factory=lambda: RollCall({}))
    stood: dict[str, Stood] = field(default_factory=dict)
    disturbed: bool = False  # something large lay over the table since it was last agreed on
    _sizes: Sizes = field(default_factory=Sizes)
    _tracks: dict[str, str] = field(default_factory=dict)
    _known: dict[Key, Point | None] = field(default_factory=dict)
    _accepted: list[Point] = field(default_factory=list)  # strangers that people said may stay
    _unseen: set[str] = field(default_factory=set)  # models that people said are there
    _offered: tuple[Any, Sight, tuple[Choice, ...]] | None = None
    _looked: tuple[tuple[Any, Sight, str], tuple[Polygons, tuple[SightShown, ...]]] | None = None

    def __post_init__(self) -> None:
        self.grid = grid_of(self.setup)
        self._sizes = Sizes(said_sizes(self.setup))
        self._figures = {entry.name for entry in self.setup.models if is_figure(self.setup, entry)}

    def take(self, sight: Sight, state: Any) -> None:
        """A new settled sight: who is who in it."""
        self.sight = sight
        places = {each.model: place_of(each, self.grid) for each in self.eye.standings(state)}
        expected = [
            Expected(m.name, places.get(m.name), m.colours, is_figure(self.setup, m))
            for m in self.setup.models
        ]
        found = without_slivers(bodies(sight.observation), self._sizes.said)
        called = call_roll(found, expected, self._tracks)
        called_again = {model: self._own_kind(model, body, sight) for model, body in called.seen.items()}
        judged = self._sizes.judge(called_again, sight)
        self.stood = {
            model: self._told_better(stood, model, judged.get(model)) for model, stood in self.stood.items()
        }
        seen = self._held(judged, sight)
        self.roll_call = RollCall(seen, called.strangers)
        self._tracks.update({body.track: model for model, body in self.roll_call.seen.items()})
        self._unseen -= self.roll_call.seen.keys()

    def size_unknown(self) -> tuple[SizeSaid, ...]:
        """What the first construct whose size is in doubt could be; nothing when all are known."""
        for model, body in self.roll_call.seen.items():
            built = model not in self._figures and not body.figure and body.footprint is not None
            if built and self._sizes.unknown(model):
                return could_be(model, body)
        return ()

    def say_size(self, said: SizeSaid) -> None:
        """So large it is, from the next sight on."""
        self._sizes.say(said)

    def _own_kind(self, model: str, body: Body, sight: Sight) -> Body:
        """A construct that was read as a figure, put where it looks right; else its place is in doubt."""
        if not body.figure or model in self._figures:
            return body
        stood = self.stood.get(model)
        known = stood.body if stood is not None else None
        if stood is None or known is None or known.figure or stood.sight is None:
            return replace(body, error=UNSURE)
        x, y = (math.floor(v) for v in body.at)
        about = replace(known, track=body.track, at=body.at, footprint=(x - 1, y - 1, x + 2, y + 2))
        return stood_at(known, stood.sight, about, sight) or replace(body, error=UNSURE)

    def _told_better(self, stood: Stood, model: str, seen: Body | None) -> Stood:
        """Where a construct has been standing, now that its size is better known or it is seen elsewhere."""
        if stood.body is None or stood.body.figure:
            return stood
        body = self._sizes.placed(model, stood.body, stood.sight)
        if body.error > LIKELY and seen is not None and seen.error <= LIKELY and stood.sight and self.sight:
            body = stood_at(seen, self.sight, stood.body, stood.sight) or body
        return replace(stood, at=body.at, error=body.error, body=body)

    def _held(self, seen: Mapping[str, Body], sight: Sight) -> dict[str, Body]:
        """Constructs whose pixels are where they were are there, though two were read as one."""
        held = dict(seen)
        for model, stood in self.stood.items():
            body = seen.get(model)
            if body is not None and math.dist(body.at, stood.at) < NUDGED:
                continue
            others = (each for name, each in seen.items() if name != model)
            if any(math.dist(each.at, stood.at) < NUDGED for each in others):
                continue  # somebody else stands just there, in like colours
            if stood.body is not None and not stood.body.figure and stood.still_there(sight):
                held[model] = replace(stood.body, track=body.track if body else stood.body.track)
        return held

    @property
    def believed(self) -> Observation | None:
        """What was seen, with the constructs as their sizes say: None where that changes nothing."""
        assert self.sight is not None
        seen = self.sight.observation
        judged = {body.track: body for body in self.roll_call.seen.values() if not body.figure}
        constructs = tuple(
            put_right(each, judged[each.track]) if each.track in judged else each for each in seen.constructs
        )
        return None if constructs == seen.constructs else replace(seen, constructs=constructs)

    @property
    def now(self) -> TableNow:
        """What measuring needs."""
        assert self.sight is not None
        return TableNow(self.grid, self.sight.observation.heights, self.roll_call.seen, self.stood)

    def differing(self, state: Any) -> list[Difference]:
        """All that differs from `state`, but for what people said is right."""
        standings, worn = self.eye.standings(state), self.eye.worn(state)
        found = differences(
            standings, self.roll_call, self.grid, self.stood, worn, self.sight, self.disturbed
        )
        return [each for each in found if not self._is_accepted(each)]

    def astray(self, state: Any) -> TableNow:
        """The table with only those models that plainly stand elsewhere than `state` says, each alone."""
        places = {each.model: each.body for each in self.differing(state) if each.kind == "misplaced"}
        taken = {each.model: place_of(each, self.grid) for each in self.eye.standings(state)}
        seen = {}
        for model, body in places.items():
            others = [at for name, at in taken.items() if name not in places and at is not None]
            if body is not None and all(math.dist(body.at, at) > CROWDED for at in others):
                seen[model] = body
        return replace(self.now, seen=seen)

    def offered(self, state: Any) -> tuple[Choice, ...]:
        """What may be said now; worked out once for a state and a sight."""
        if self.sight is None:
            return ()
        if self._offered is None or self._offered[0] is not state or self._offered[1] is not self.sight:
            self._offered = (state, self.sight, self.eye.choices(state, self.now))
        return self._offered[2]

    def looked_from(self, state: Any, model: str | None) -> tuple[Polygons, tuple[SightShown, ...]]:
        """Where a model may go and whom it could attack; worked out once likewise."""
        if self.sight is None or model is None:
            return (), ()
        key = (state, self.sight, model)
        if self._looked is None or any(a is not b for a, b in zip(self._looked[0], key, strict=True)):
            found = self.eye.reach(state, model, self.now), self.eye.sights(state, model, self.now)
            self._looked = (key, found)
        return self._looked[1]

    def weigh(self, state: Any, due: Due | None) -> Weighed:
        """Claims, faults and what is known already, in the order in which they are to be taken."""
        if self.sight is None:
            return Weighed()
        fresh: list[Difference] = []
        known: list[Difference] = []
        for difference in self.differing(state):
            (known if self._is_known(difference) else fresh).append(difference)
        read = [(each, self.eye.possible(state, each, self.now)) for each in fresh]
        if len(read) == 1 and not known and read[0][1]:
            return Weighed(claims=tuple(read))  # whoever moved it, the law says what is wrong with it
        if self.disturbed and len(read) > 1:
            return Weighed(faults=tuple(each for each, _ in read), known=tuple(known))  # no player did that
        claims = tuple((each, could) for each, could in read if could and self._is_due(each, due))
        faults = [each for each, could in read if not (could and self._is_due(each, due))]
        if claims and known:  # somebody went on without putting right what was said
            faults += known
        if faults:
            return Weighed(faults=tuple(faults), known=tuple(known))
        return Weighed(claims, (), tuple(known))

    def remember(self, found: Sequence[Difference]) -> None:
        """These were said (refused, or to be done): not to be taken for news while they stay as they are."""
        for each in found:
            self._known[_key(each)] = each.body.at if each.body else None

    def agree(self, state: Any) -> None:
        """Table and state agree: this is where everything stands, and the next picture's before."""
        self._known.clear()
        self.disturbed = False
        self.before = self.sight
        for model, body in self.roll_call.seen.items():
            self.stands(model, body, state)

    def stands(self, model: str, body: Body, state: Any) -> None:
        """This is where the model stands by right, even near a border, and how it looks there."""
        earlier = self.stood.get(model)
        colours, pieces = body.colours, body.pieces
        if earlier is not None and math.dist(earlier.at, body.at) < NUDGED:
            colours, pieces = colours | earlier.colours, earlier.pieces or pieces
        worn = self.eye.worn(state).get(model)
        lost = {piece.colour for piece in worn.pieces if not piece.on} if worn else set()
        pieces = tuple(piece for piece in pieces if piece.colour not in lost)
        self.stood[model] = Stood(body.at, body.error, colours - lost, pieces, self.sight, body)

    def accept(self, state: Any) -> None:
        """People said that the table is right: whatever still differs from `state` may stay so."""
        self._known.clear()
        for each in self.differing(state):
            if each.kind == "missing":
                self._unseen.add(each.model)
            elif not each.model and each.body is not None:
                self._accepted.append(each.body.at)
        self.agree(state)

    def _is_accepted(self, difference: Difference) -> bool:
        if difference.kind == "missing":
            return difference.model in self._unseen
        body = difference.body
        return not difference.model and any(math.dist(at, body.at) < 1.0 for at in self._accepted if body)

    def _is_known(self, difference: Difference) -> bool:
        key = _key(difference)
        if key not in self._known:
            return False
        at = self._known[key]
        if difference.kind not in ("misplaced", "unexpected") or at is None or difference.body is None:
            return True
        return math.dist(at, difference.body.at) < NUDGED

    def _is_due(self, difference: Difference, due: Due | None) -> bool:
        if due is None:
            return False
        if due.models:
            return difference.model in due.models
        owner = next((m.owner for m in self.setup.models if m.name == difference.model), None)
        return owner == due.player


def _key(difference: Difference) -> Key:
    return difference.kind, difference.model, difference.piece
