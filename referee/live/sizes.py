"""A construct's footprints, sighting after sighting -> its size, and so where it stands and how surely.

A construct does not change its size. One that is read with the size it is known by is where it was read, but
for the slack of what is put down and not pressed. One that is read a row longer or shorter is half a stud off
to one side or the other: the picture tells which row is its own (`whole`), else where its pieces lie as they
lay before, and keep within its size. The same tells one that was read across the way it lies. A size that the
match file says is believed from the first sighting.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee.law.setup import Setup
from referee.live.eyes import Sight
from referee.live.hindsight import size_of
from referee.live.sighting import Body
from referee.live.whole import whole
from vision.observation import Construct

SURE = 0.06  # studs, 1 sigma: the slack on the studs, and what a right footprint leaves open
LIKELY = 0.1  # of two sizes with equal evidence the smaller: what is made up makes a body longer
UNSURE = 0.3  # of a footprint a row too long or too short: half a stud within 95 %
WELL_SEEN = 0.3  # the reader's own 1 sigma, up to which one sighting tells the size
ROW = 1  # studs by which a side may be misread: more is another body's

Size = tuple[int, int]  # shorter, longer side
Box = tuple[int, int, int, int]  # x0, y0, x1, y1
Built = frozenset[tuple[str, tuple[float, float, float, float]]]  # pieces: colour, box about the middle


@dataclass(frozen=True, slots=True)
class SizeSaid:
    """How large people say that a construct's footprint is, lying either way; None: they don't."""

    model: str
    size: Size | None

    @property
    def label(self) -> str:
        """As an answer."""
        return f"{self.size[1]} × {self.size[0]} studs" if self.size else "none of these: see as it moves"

    def plain(self) -> dict[str, Any]:
        """For the record."""
        return {"model": self.model, "size": list(self.size) if self.size else None}


@dataclass
class Sizes:
    """What each construct's size is said to be, or was read as, each with the weight of its error."""

    said: dict[str, Size] = field(default_factory=dict)  # by the match file or by people at the table
    _asked: set[str] = field(default_factory=set)
    _read: dict[str, dict[Size, float]] = field(default_factory=dict)
    _last: dict[str, Box] = field(default_factory=dict)
    _built: dict[str, Built] = field(default_factory=dict)  # as its pieces were when its size was right

    def judge(self, seen: Mapping[str, Body], sight: Sight | None = None) -> dict[str, Body]:
        """The same bodies, each construct where its size says, with the error that this leaves."""
        for model, body in seen.items():
            self._note(model, body)
        there = {model: self.placed(model, body, sight) for model, body in seen.items()}
        for model, body in there.items():
            if body.footprint is not None and body.footprint == seen[model].footprint and body.error == SURE:
                self._built[model] = _built(body, body.footprint)
        return there

    def placed(self, model: str, body: Body, sight: Sight | None = None) -> Body:
        """A body seen now or earlier, by what is known of its size by now."""
        if body.figure or body.footprint is None:
            return body
        known, sure = self._known(model)
        if known is None:
            return replace(body, error=UNSURE)
        best = _likeliest(body, known, self._built.get(model, frozenset()), sight)
        if body.footprint in best:
            return replace(body, error=sure)
        if not best:
            return replace(body, error=UNSURE)
        x = sum(box[0] + box[2] for box in best) / (2 * len(best))
        y = sum(box[1] + box[3] for box in best) / (2 * len(best))
        if len(best) > 1:
            return replace(body, at=(x, y), error=UNSURE)
        return replace(body, at=(x, y), footprint=best[0], error=sure)

    def unknown(self, model: str) -> bool:
        """Does nothing tell this construct's size yet, and was nobody asked?"""
        return self._known(model)[0] is None and model not in self._asked

    def say(self, said: SizeSaid) -> None:
        """So large it is."""
        self._asked.add(said.model)
        if said.size is not None:
            self.said[said.model] = said.size

    def _note(self, model: str, body: Body) -> None:
        if body.figure or body.footprint is None or self._last.get(model) == body.footprint:
            return  # one that stays where it is tells nothing new: it is misread as it was misread
        self._last[model] = body.footprint
        read, size = self._read.setdefault(model, {}), size_of(body.footprint)
        read[size] = read.get(size, 0.0) + max(body.error, SURE) ** -2

    def _known(self, model: str) -> tuple[Size | None, float]:
        """The size that most of the evidence is for (None: too little), and the error of a place it tells."""
        if model in self.said:
            return self.said[model], SURE
        read = self._read.get(model, {})
        most = max(read.values(), default=0.0)
        best = [size for size, weight in read.items() if weight == most]
        if most < WELL_SEEN**-2:
            return None, UNSURE
        return min(best), SURE if len(best) == 1 else LIKELY


def could_be(model: str, body: Body) -> tuple[SizeSaid, ...]:
    """The sizes that a doubtful reading could mean, as it was read first, then a row less or more."""
    assert body.footprint is not None
    short, long = size_of(body.footprint)
    rows = ((short, long), (short - 1, long), (short, long - 1), (short + 1, long), (short, long + 1))
    sizes = dict.fromkeys((min(size), max(size)) for size in rows if min(size) > 0)
    return (*(SizeSaid(model, size) for size in sizes), SizeSaid(model, None))


def said_sizes(setup: Setup) -> dict[str, Size]:
    """The sizes of a match's constructs that its file or their sheets say."""
    said = {}
    for entry in setup.models:
        size = entry.size or entry.sheet.get("footprint")
        if size is not None:
            said[entry.name] = (round(min(size)), round(max(size)))
    return said


def put_right(seen: Construct, body: Body) -> Construct:
    """What vision read of a construct, as it is known to stand: its new place is read by this."""
    if body.footprint is None or body.error > LIKELY:
        return seen
    x0, y0, x1, y1 = body.footprint
    pieces = []
    for piece in seen.pieces:
        left, top = max(piece.x, x0), max(piece.y, y0)
        wide, deep = min(piece.x + piece.w, x1) - left, min(piece.y + piece.d, y1) - top
        if wide > 0 and deep > 0:
            pieces.append(replace(piece, x=left, y=top, w=wide, d=deep))
    x, y = body.at
    return replace(
        seen, x=x, y=y, footprint=body.footprint, error=min(seen.error, body.error), pieces=tuple(pieces)
    )


def _likeliest(body: Body, size: Size, built: Built, sight: Sight | None) -> list[Box]:
    """Where the whole body may stand: by its looks, else where most lies as it lay and keeps within."""
    assert body.footprint is not None
    boxes = list(dict.fromkeys(_places(body.footprint, size)))
    told = whole(body, boxes, sight) if sight is not None and body.footprint not in boxes else None
    if told is not None:
        return [told]
    places = {box: (_alike(_built(body, box), built), _held(body, box)) for box in boxes}
    most = max(places.values(), default=None)
    return [box for box, told in places.items() if told == most]


def _built(body: Body, box: Box) -> Built:
    """A body's pieces about the middle of a box."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return frozenset(
        (piece.colour, (piece.x - x, piece.y - y, piece.x + piece.w - x, piece.y + piece.d - y))
        for piece in body.pieces
        if piece.colour
    )


def _alike(now: Built, before: Built) -> float:
    """Studs of the pieces that lie as they lay before, the model turned as it may have been."""
    most = 0.0
    for _ in range(4):
        most = max(most, sum((x1 - x0) * (y1 - y0) for _, (x0, y0, x1, y1) in now & before))
        before = frozenset((colour, (-y1, x0, -y0, x1)) for colour, (x0, y0, x1, y1) in before)
    return most


def _places(read: Box, size: Size) -> Iterator[Box]:
    """Every box of that size, lying either way, whose sides are at most a row off those that were read."""
    x0, y0, x1, y1 = read
    for wide, deep in (size, size[::-1]):
        off_x, off_y = x1 - x0 - wide, y1 - y0 - deep
        if abs(off_x) > ROW or abs(off_y) > ROW:
            continue
        for x in {x0, x0 + off_x}:
            for y in {y0, y0 + off_y}:
                yield x, y, x + wide, y + deep


def _held(body: Body, box: Box) -> int:
    """Studs of those pieces that lie wholly within a box."""
    x0, y0, x1, y1 = box
    return sum(
        piece.w * piece.d
        for piece in body.pieces
        if x0 <= piece.x and piece.x + piece.w <= x1 and y0 <= piece.y and piece.y + piece.d <= y1
    )
