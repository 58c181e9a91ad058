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
    left = Body(
        tuple(p for p in body.pieces if p.name != name),
        tuple((other, n) for other, n in body.damage if other != name),
    )
    along = _unheld(left)
    kept = replace(left, pieces=tuple(p for p in left.pieces if p not in along))
    return kept, (piece, *along), taken - piece.ac


def attached(body: Body, piece: Piece, sheet: FigureSheet) -> Body | None:
    """The body with `piece` put on; None where it does not fit or another is there (MF-11)."""
    if piece.part == "shield" or any(p.name == piece.name for p in body.pieces):
        return None
    seat = {"legs": "legs", "torso": "legs", "head": "torso", "headgear": "head", "neckwear": "torso"}
    own = sum(p.part == piece.part for p in pieces(sheet))
    room = max(own, 1) - sum(p.part == piece.part for p in body.pieces)
    if room < 1 or not body.has(seat[piece.part]):
        return None
    order = [*BODY, "neckwear", "headgear", "shield"]
    return replace(
        body, pieces=tuple(sorted((*body.pieces, piece), key=lambda p: (order.index(p.part), p.name)))
    )


def _covers(body: Body, piece: Piece) -> tuple[Piece, ...]:
    """What lies on `piece`: headgear on the head, neckwear and head on the torso, the torso on the legs."""
    above = {"head": ("headgear",), "torso": ("neckwear", "head"), "legs": ("torso",)}.get(piece.part, ())
    place = body.pieces.index(piece)
    same = tuple(p for p in body.pieces[place + 1 :] if p.part == piece.part and p.part in BODY)
    return same + tuple(p for p in body.pieces if p.part in above)


def _unheld(body: Body) -> tuple[Piece, ...]:
    """What goes along: bare AC 0 pieces (MF-5), the shield of a lost torso, all without legs (MF-9)."""
    parts = [p for p in body.pieces if p.part in BODY]
    solid = [place for place, p in enumerate(parts) if p.ac > 0]
    bare = tuple(p for place, p in enumerate(parts) if p.ac == 0 and not any(s > place for s in solid))
    left = {p.part for p in parts if p not in bare}
    if "legs" not in left:
        return bare + tuple(p for p in body.pieces if p not in bare)
    if "torso" not in left:
        return bare + tuple(p for p in body.pieces if p.part == "shield")
    return bare
