"""Ready-made models: mechs, vehicles, ships and game pieces, each built of named blocks.

A model's own frame: x ahead, its middle at (0, 0), its base at 0. What can be lost is a block of its own
colour under its own name, and stands where taking it off leaves the footprint as it was.
"""

from collections.abc import Sequence

from hardware.virtual.scene import Block, Built, Part

Named = tuple[str, str]  # a piece's name and its colour

# Where the pieces that can be lost sit on top: x, y, w, d. Each shows at least four studs from above, and
# none is higher than its neighbours, so that none hides another from a camera to the side.
WALKER_SLOTS = ((-2, 1, 4, 1), (-2, -2, 4, 1), (-2, -1, 2, 2))
WAGON_SLOTS = ((-1, -1, 2, 2), (1, -2, 2, 4), (-3, -2, 2, 4))
WALKER_PLATES, WAGON_PLATES = 5, 4  # how high the body under them is


def _part(name: str, x: float, y: float, w: int, d: int, base: int, plates: int, colour: str) -> Part:
    return Part(name, Block(x, y, w, d, base, plates, colour))


def mech(name: str, x: float, y: float, body: str, trim: str, legs: str, facing: float = 0) -> Built:
    """A walker of 6 × 6 studs: two legs, hips, chest, head, and a gun on its right; head and gun come off."""
    return Built(
        name,
        x,
        y,
        (
            _part("left leg", -1, -3, 2, 2, 0, 6, legs),
            _part("right leg", -1, 1, 2, 2, 0, 6, legs),
            _part("hips", -1, -3, 2, 6, 6, 3, body),
            _part("chest", -1, -1, 2, 2, 9, 3, trim),
            _part("head", 0, 0, 1, 1, 12, 3, body),
            _part("gun", -1, 2, 4, 1, 9, 3, trim),
        ),
        facing=facing,
    )


def walker(name: str, x: float, y: float, body: str, things: Sequence[Named], facing: float = 0) -> Built:
    """A stout mech of 4 × 4 studs that carries up to three things, each of which comes off."""
    hull = _part("hull", -2, -2, 4, 4, 0, WALKER_PLATES, body)
    return Built(name, x, y, (hull, *_on(WALKER_SLOTS, WALKER_PLATES, things)), facing=facing)


def wagon(name: str, x: float, y: float, body: str, pieces: Sequence[Named], facing: float = 0) -> Built:
    """A vehicle of 6 × 4 studs with up to three pieces that come off."""
    hull = _part("hull", -3, -2, 6, 4, 0, WAGON_PLATES, body)
    return Built(name, x, y, (hull, *_on(WAGON_SLOTS, WAGON_PLATES, pieces)), facing=facing)


def _on(slots: Sequence[tuple[int, int, int, int]], base: int, pieces: Sequence[Named]) -> list[Part]:
    if len(pieces) > len(slots):
        raise ValueError(f"{len(pieces)} pieces that come off, {len(slots)} have room")
    return [_part(name, *slot, base, 3, colour) for (name, colour), slot in zip(pieces, slots, strict=False)]


def vehicle(name: str, x: float, y: float, body: str, trim: str, facing: float = 0) -> Built:
    """A car of 6 × 4 studs: chassis, bonnet, cabin and a turret that comes off."""
    return Built(
        name,
        x,
        y,
        (
            _part("chassis", -3, -2, 6, 4, 0, 2, trim),
            _part("bonnet", 1, -1, 2, 2, 2, 1, body),
            _part("cabin", -3, -2, 4, 4, 2, 3, body),
            _part("turret", -2, -1, 2, 2, 5, 2, trim),
        ),
        facing=facing,
    )


def ship(name: str, x: float, y: float, hull: str, trim: str, facing: float = 0) -> Built:
    """A momentum ship of 3 × 2 studs: a low hull and a bridge, so that two find room side by side."""
    return Built(
        name,
        x,
        y,
        (
            _part("hull", -1.5, -1, 3, 2, 0, 3, hull),
            _part("bridge", -1.5, -1, 1, 2, 3, 3, trim),
        ),
        facing=facing,
    )


def token(name: str, x: float, y: float, colour: str) -> Built:
    """A momentum token: one 2 × 2 plate."""
    return Built(name, x, y, (_part("token", -1, -1, 2, 2, 0, 1, colour),))


def pointer(name: str, x: float, y: float, colour: str = "lime", facing: float = 0) -> Built:
    """What a player puts next to a target: a low arm two studs wide with a raised tail."""
    return Built(
        name,
        x,
        y,
        (_part("arm", -2, -1, 4, 2, 0, 3, colour), _part("tail", -2, -1, 2, 2, 3, 3, colour)),
        facing=facing,
    )


def duel_piece(
    name: str, x: float, y: float, colours: tuple[str, ...], wide: int = 2, facing: float = 0
) -> Built:
    """A Block Duel Chess piece: bricks of `wide` × `wide` studs stacked, one for each colour."""
    low = -(wide / 2)
    parts = tuple(_part(f"brick {i + 1}", low, low, wide, wide, 3 * i, 3, c) for i, c in enumerate(colours))
    return Built(name, x, y, parts, facing=facing)
