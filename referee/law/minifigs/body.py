"""A figure's pieces and the damage of a turn -> what is exposed, what goes, what is left (MF-1 to MF-9)."""

from dataclasses import dataclass, replace

from referee.law.minifigs.sheet import FigureSheet, Piece, pieces

BODY = ("legs", "torso", "head")


@dataclass(frozen=True, slots=True)
class Body:
    """Pieces still on, from below, and the damage each has taken this turn (MF-2)."""

    pieces: tuple[Piece, ...]
    damage: tuple[tuple[str, int], ...] = ()

    def has(self, part: str) -> bool:
        """Is any piece of this part left?"""
        return any(piece.part == part for piece in self.pieces)

    def taken(self, name: str) -> int:
        """Damage that the piece has taken this turn."""
        return dict(self.damage).get(name, 0)

    def forget(self) -> "Body":
        """The turn is over: damage is forgotten (MF-2)."""
        return replace(self, damage=())


def whole(sheet: FigureSheet) -> Body:
    """The figure as it starts."""
    return Body(pieces(sheet))


def exposed(body: Body) -> tuple[Piece, ...]:
    """What a hit may take: nothing lies on it (MF-1), AC 0 apart (MF-5), the shield among it (MF-4)."""
    return tuple(p for p in body.pieces if p.ac > 0 and not _covers(body, p))


def penetrated(body: Body) -> tuple[Piece, ...]:
    """What a penetrating hit may take: the body part that only armour covers (MF-6)."""
    return tuple(
        p
        for p in body.pieces
        if p.part in BODY and p.ac > 0 and all(c.part not in BODY for c in _covers(body, p))
    )


def strike(body: Body, name: str, damage: int) -> tuple[Body, tuple[Piece, ...], int]:
    """`damage` to one piece: the body after, the pieces that fell, the damage left over (MF-2, MF-3)."""
    piece = next(p for p in body.pieces if p.name == name)
    taken = body.taken(name) + damage
    if taken < piece.ac:
        others = tuple((other, n) for other, n in body.damage if other != name)
        return replace(body, damage=(*others, (name, taken))), (), 0
    left = tuple(p for p in body.pieces if p.name != name)
    kept = Body(left, tuple((other, n) for other, n in body.damage if other != name))
    fallen: tuple[Piece, ...] = (piece,)
    bare = _bare_zeros(kept)
    if bare:
        gone = {p.name for p in bare}
        kept = replace(kept, pieces=tuple(p for p in kept.pieces if p.name not in gone))
        fallen += bare
    return kept, fallen, taken - piece.ac


def _covers(body: Body, piece: Piece) -> tuple[Piece, ...]:
    """What lies on `piece`: headgear on the head, neckwear and head on the torso, the torso on the legs."""
    above = {"head": ("headgear",), "torso": ("neckwear", "head"), "legs": ("torso",)}.get(piece.part, ())
    place = body.pieces.index(piece)
    same = tuple(p for p in body.pieces[place + 1 :] if p.part == piece.part and p.part in BODY)
    return same + tuple(p for p in body.pieces if p.part in above)


def _bare_zeros(body: Body) -> tuple[Piece, ...]:
    """AC 0 pieces that nothing above holds any more: they go at once (MF-5)."""
    parts = [p for p in body.pieces if p.part in BODY]
    solid = [place for place, p in enumerate(parts) if p.ac > 0]
    return tuple(p for place, p in enumerate(parts) if p.ac == 0 and not any(s > place for s in solid))
