"""Ready-made models: what can be lost shows from above, and losing it leaves the footprint as it was."""

import pytest

from hardware.virtual.models import Named, wagon, walker
from hardware.virtual.scene import Built

PIECES: list[Named] = [("gun", "white"), ("roof", "red"), ("boot", "lime")]


def feet(built: Built) -> set[tuple[float, float]]:
    blocks = [part.block for part in built.parts if part.block.base == 0]
    return {(b.x + i, b.y + j) for b in blocks for i in range(b.w) for j in range(b.d)}


def tops(built: Built) -> dict[tuple[float, float], str]:
    seen: dict[tuple[float, float], tuple[float, str]] = {}
    for part in built.parts:
        b = part.block
        for place in ((b.x + i, b.y + j) for i in range(b.w) for j in range(b.d)):
            seen[place] = max(seen.get(place, (0.0, "")), (b.top, part.name))
    return {place: name for place, (_, name) in seen.items()}


@pytest.mark.parametrize(
    "built", [walker("a", 0, 0, "blue", PIECES), wagon("a", 0, 0, "blue", PIECES)], ids=["walker", "wagon"]
)
def test_every_piece_shows_four_studs_from_above_and_so_does_the_body(built: Built) -> None:
    shown = list(tops(built).values())
    assert all(shown.count(name) >= 4 for name in ("gun", "roof", "boot", "hull"))


@pytest.mark.parametrize("lost", ["gun", "roof", "boot"])
def test_losing_a_piece_leaves_the_footprint(lost: str) -> None:
    for built in (walker("a", 0, 0, "blue", PIECES), wagon("a", 0, 0, "blue", PIECES)):
        assert feet(built.without(lost)) == feet(built)


def test_more_pieces_than_there_is_room_for_are_refused() -> None:
    with pytest.raises(ValueError, match="have room"):
        walker("a", 0, 0, "blue", [*PIECES, ("mast", "black")])
