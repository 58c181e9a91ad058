"""Pieces and what lies on what -> which pieces can be hit (MF-1, CN-3).

A piece is exposed when no other piece that is still there lies on it. Pieces that cover each other
mutually could never be exposed: they count as one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

Above = tuple[tuple[str, frozenset[str]], ...]  # each piece and what lies directly below it


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece as it sits in a model: a rectangle of studs, from `bottom` to `top` in plates."""

    name: str
    x: float
    y: float
    width: float
    depth: float
    bottom: float
    top: float


@dataclass(frozen=True, slots=True)
class Exposed:
    """Pieces that can be hit, and those of which that is in doubt."""

    sure: frozenset[str]
    doubtful: frozenset[str]


def everything_below(directly: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """What each piece is above, directly or not."""
    found: dict[str, frozenset[str]] = {}
    for name in directly:
        below: set[str] = set()
        edge = set(directly[name])
        while edge:
            below |= edge
            edge = {lower for each in edge for lower in directly.get(each, ())} - below
        found[name] = frozenset(below)
    return found


@lru_cache(maxsize=4096)
def units(directly: Above) -> tuple[frozenset[str], ...]:
    """The pieces in groups that go together: mutual covers are one (CN-3), all others stand alone."""
    below = everything_below(dict(directly))
    found: dict[frozenset[str], None] = {}
    for name in below:
        mutual = {other for other in below[name] if name in below.get(other, ())}
        found[frozenset({name, *mutual})] = None
    return tuple(found)


@lru_cache(maxsize=65536)
def exposed(directly: Above, left: frozenset[str]) -> tuple[frozenset[str], ...]:
    """The groups on which nothing lies that is still there (`left`)."""
    there = tuple((name, below & left) for name, below in directly if name in left)
    groups = units(there)
    covered = {lower for _, below in there for lower in below}
    on = {name: {upper for upper, below in there if name in below} for name in covered}
    return tuple(group for group in groups if all(on.get(name, set()) <= group for name in group))


def covering(pieces: Sequence[Placed], error: float = 0.0) -> tuple[Above, Above]:
    """What lies on what by its place: surely, and at most, where rims are within `error` of each other."""
    return _covering(pieces, error), _covering(pieces, -error)


def exposed_pieces(pieces: Sequence[Placed], error: float = 0.0) -> Exposed:
    """The pieces of a model that can be hit; `error` is how unsure each rim is, in studs."""
    names = frozenset(piece.name for piece in pieces)
    surely_on, perhaps_on = covering(pieces, error)
    free = frozenset().union(*exposed(perhaps_on, names))
    perhaps = frozenset().union(*exposed(surely_on, names))
    return Exposed(free, perhaps - free)


def _covering(pieces: Sequence[Placed], least: float) -> Above:
    def on(upper: Placed, lower: Placed) -> bool:
        across = min(upper.x + upper.width, lower.x + lower.width) - max(upper.x, lower.x)
        along = min(upper.y + upper.depth, lower.y + lower.depth) - max(upper.y, lower.y)
        return upper.bottom >= lower.top - 1e-6 and min(across, along) > least + 1e-9

    return tuple(
        (upper.name, frozenset(lower.name for lower in pieces if lower is not upper and on(upper, lower)))
        for upper in pieces
    )
