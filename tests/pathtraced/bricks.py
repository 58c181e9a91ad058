"""A construct -> the bricks it is built of."""

from dataclasses import dataclass

from tests.pathtraced.layout import BRICK, Construct


@dataclass(frozen=True, slots=True)
class Brick:
    """A brick of a construct: its corner (forward and to the right of the middle) and size in studs."""

    front: int
    right: int
    deep: int
    wide: int
    base: int
    plates: int
    colour: str


def bricks(construct: Construct) -> list[Brick]:
    """All bricks of a construct, from its feet up."""
    low = 7 if construct.tall else 4  # plates, where its body begins
    out = [brick for side in (-3, 1) for brick in _leg(construct, side, low)]
    out += [
        Brick(-1, -3, 2, 6, low, BRICK, construct.body),
        Brick(-1, -2, 2, 4, low + 3, BRICK, construct.body),
        Brick(-1, -1, 2, 2, low + 6, BRICK, construct.trunk),
    ]
    if construct.arm != "none":
        out.append(Brick(0, 2 if construct.arm == "right" else -3, 4, 1, low + 3, BRICK, construct.trunk))
    if construct.head:
        out.append(Brick(-1, 0, 1, 1, low + 9, BRICK, construct.body))
    return out


def _leg(construct: Construct, side: int, high: int) -> list[Brick]:
    foot = Brick(-2, side, 4, 2, 0, 1, construct.legs)
    return [foot, *(Brick(-1, side, 2, 2, base, BRICK, construct.legs) for base in range(1, high, BRICK))]
