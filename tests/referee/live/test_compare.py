"""What is otherwise on the table than in the state, and what can't be said of it."""

from referee.law.game import Standing
from referee.live.compare import PieceOn, Stood, Worn, differences
from referee.live.sighting import Body, RollCall
from referee.measure.grid import Grid

GRID = Grid("hex", 6.0, 7, 8, (4.0, 4.0))
HOME = GRID.middle((1, 1))
STANDING = (Standing("Saw", "Ann", cell=(1, 1)),)
STOOD = {"Saw": Stood(HOME, 0.06, frozenset({"red", "lime"}))}
WORN = {"Saw": Worn(pieces=(PieceOn("saw", "lime", True),))}


def seen(aside: float) -> RollCall:
    at = (HOME[0] + aside, HOME[1])
    return RollCall({"Saw": Body("c1", at, 0.06, 0, None, False, frozenset({"red"}))})


def kinds(aside: float, disturbed: bool) -> list[str]:
    found = differences(STANDING, seen(aside), GRID, STOOD, WORN, None, disturbed)
    return [each.kind for each in found]


def test_a_piece_that_is_not_seen_any_more_was_taken_off() -> None:
    assert kinds(0.0, disturbed=False) == ["piece taken"]
    assert kinds(1.0, disturbed=False) == ["piece taken"]


def test_of_a_model_that_a_cat_pushed_nothing_is_said_about_its_pieces() -> None:
    assert kinds(1.0, disturbed=True) == []
    assert kinds(0.0, disturbed=True) == ["piece taken"]  # it still stands where it stood
