"""A construct keeps its size: a reading of another size says so by its error."""

from referee.live.sighting import Body
from referee.live.sizes import SURE, UNSURE, Sizes


def body(size: tuple[int, int], *, figure: bool = False) -> Body:
    footprint = (10, 10, 10 + size[0], 10 + size[1])
    return Body("c1", (12.0, 12.0), 0.25, 0, None, figure, frozenset({"red"}), footprint=footprint)


def test_the_usual_size_is_sure_and_another_is_not() -> None:
    sizes = Sizes()
    errors = [sizes.judge({"Owl": body(size)})["Owl"].error for size in ((4, 4), (4, 4), (4, 5), (4, 4))]
    assert errors == [SURE, SURE, UNSURE, SURE]


def test_sizes_are_each_model_s_own_and_a_tie_is_a_doubt() -> None:
    sizes = Sizes()
    sizes.judge({"Owl": body((4, 4)), "Ram": body((3, 2))})
    judged = sizes.judge({"Owl": body((4, 4)), "Ram": body((4, 4))})
    assert judged["Owl"].error == SURE
    assert judged["Ram"].error == UNSURE


def test_a_figure_s_error_is_its_own() -> None:
    assert Sizes().judge({"Ann": body((1, 2), figure=True)})["Ann"].error == 0.25


def test_a_quarter_turn_is_no_other_size() -> None:
    sizes = Sizes()
    errors = [sizes.judge({"Ram": body(size)})["Ram"].error for size in ((3, 2), (2, 3), (3, 3), (2, 3))]
    assert errors == [SURE, SURE, UNSURE, SURE]
