"""Where the state says models stand, and where they were seen -> what differs, each difference in words."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from referee.law.game import Standing
from referee.live.eyes import Sight
from referee.live.pixels import still_shows
from referee.live.sighting import Body, RollCall
from referee.measure.grid import Grid
from referee.measure.ways import SIGMAS_95
from vision.observation import Piece

Point = tuple[float, float]
FaultKind = Literal[
    "misplaced", "turned", "missing", "unexpected", "piece kept", "piece taken", "dice", "refused", "many"
]

NUDGED = 0.45  # studs: half a stud is the least a model on studs can be moved by
STILL = 0.3  # studs: a construct read further off was pushed
TURNED = 45.0  # degrees
MOST_SHOW, FEW_PIECES = 0.6, 2  # share of a construct's pieces by which it is known to be where it was


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is otherwise on the table than in the state. `body` is what was seen of the model."""

    kind: FaultKind
    model: str
    words: str
    body: Body | None = None
    to: Point | None = None  # where it should be
    piece: str = ""  # the piece that is on or off, where it is about one


@dataclass(frozen=True, slots=True)
class PieceOn:
    """A piece of a construct, told by its colour: whether it should still be on."""

    name: str
    colour: str
    on: bool


@dataclass(frozen=True, slots=True)
class Worn:
    """What should be seen of a model's pieces; None: it does not matter or can't be told."""

    head: bool | None = None
    hat: bool | None = None
    pieces: tuple[PieceOn, ...] = ()


@dataclass(frozen=True, slots=True)
class Stood:
    """Where a model was last agreed to stand (1-sigma `error`), and the colours seen of it there."""

    at: Point
    error: float
    colours: frozenset[str]
    pieces: tuple[Piece, ...] = ()
    sight: Sight | None = None  # the settled table on which it was last agreed
    body: Body | None = None  # as it was then

    def still_there(self, now: Sight) -> bool:
        """Do most of a construct's pieces show where they did, whatever was read of it this time?"""
        if self.sight is None or self.body is None:
            return False
        told = [still_shows(self.sight, now, piece) for piece in self.pieces]
        return told.count(True) >= MOST_SHOW * max(len(told), FEW_PIECES)


def place_of(standing: Standing, grid: Grid | None) -> Point | None:
    """The middle of where a model should be, in studs."""
    if standing.studs is not None:
        return standing.studs
    return grid.middle(standing.cell) if grid and standing.cell else None


def differences(
    standings: Sequence[Standing],
    roll_call: RollCall,
    grid: Grid | None,
    stood: Mapping[str, Stood],
    worn: Mapping[str, Worn],
    now: Sight | None = None,
    disturbed: bool = False,
) -> list[Difference]:
    """Everything that is not as the state says, models in the order of the state, strangers last."""
    found: list[Difference] = []
    for standing in standings:
        body = roll_call.seen.get(standing.model)
        to = place_of(standing, grid)
        if body is None:
            found.append(Difference("missing", standing.model, f"{standing.model} is not to be seen", to=to))
            continue
        before = stood.get(standing.model)
        if _elsewhere(standing, body, grid, before):
            words = f"{standing.model} stands elsewhere"
            found.append(Difference("misplaced", standing.model, words, body, to))
            if not body.figure:
                continue  # seen from another side: its pieces are told again from where it stands now
        elif _otherwise_turned(standing, body):
            words = f"{standing.model} looks another way"
            found.append(Difference("turned", standing.model, words, body, to))
        if disturbed and not body.figure and before is not None and math.dist(before.at, body.at) > STILL:
            continue  # whatever pushed it about, its pieces are told when it stands where it stood
        found += _of_pieces(standing.model, body, worn.get(standing.model, Worn()), (before, now), to)
    placed = {standing.model for standing in standings}
    for model, body in roll_call.seen.items():
        if model not in placed:
            found.append(Difference("unexpected", model, f"{model} should not be on the board", body))
    for body in roll_call.strangers:
        found.append(Difference("unexpected", "", "something that is no model of the match", body))
    return found


def _elsewhere(standing: Standing, body: Body, grid: Grid | None, before: Stood | None) -> bool:
    still = before is not None and math.dist(before.at, body.at) < NUDGED
    if standing.cell is not None and grid is not None:
        placed = grid.place(body.at)
        if placed.cell == standing.cell:
            # over a border by less than anyone could see, but moved: the law is asked about it
            return not still and before is not None and placed.in_doubt(SIGMAS_95 * body.error)
        return not (still and placed.beyond == standing.cell)
    if standing.studs is not None:
        return math.dist(standing.studs, body.at) > NUDGED
    return False


def _otherwise_turned(standing: Standing, body: Body) -> bool:
    if standing.facing is None or body.facing is None:
        return False
    off = (body.facing - standing.facing + 180.0) % 360.0 - 180.0
    return abs(off) > TURNED


def _of_pieces(
    model: str, body: Body, wanted: Worn, sights: tuple[Stood | None, Sight | None], to: Point | None
) -> list[Difference]:
    found = []
    for name, should, seen in (("head", wanted.head, body.head), ("hat", wanted.hat, body.hat)):
        if should is None or seen is None or should == seen:
            continue
        if seen:
            words = f"{model} still has its {name}, which is lost"
            found.append(Difference("piece kept", model, words, body, to, name))
        else:
            words = f"{model}'s {name} was taken off, which is not lost"
            found.append(Difference("piece taken", model, words, body, to, name))
    told = [piece.colour for piece in wanted.pieces]
    for piece in wanted.pieces:
        on = _is_on(piece.colour, body, *sights) if told.count(piece.colour) == 1 else None
        if on is None or on == piece.on:
            continue
        if on:
            words = f"{model} still has {piece.name}, which is lost"
            found.append(Difference("piece kept", model, words, body, to, piece.name))
        else:
            words = f"{piece.name} was taken off {model} and is not lost"
            found.append(Difference("piece taken", model, words, body, to, piece.name))
    return found


def _is_on(colour: str, body: Body, before: Stood | None, now: Sight | None) -> bool | None:
    """Is the piece of this colour still on? By its own pixels first, then by what was read; None: unsure."""
    if before is None or colour not in before.colours:
        return None  # it was never seen where the model stands
    own = [piece for piece in before.pieces if piece.colour == colour]
    if own and before.sight is not None and now is not None:
        shows = [still_shows(before.sight, now, piece) for piece in own]
        if True in shows:
            return True
        if None not in shows:
            return False
    return colour in body.colours
