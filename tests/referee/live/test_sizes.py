"""A construct keeps its size: a reading of another size is put where its pieces say, or is a doubt."""

from referee.live.sighting import Body
from referee.live.sizes import LIKELY, SURE, UNSURE, Sizes
from vision.observation import Piece

Box = tuple[int, int, int, int]
COLOURS = {
    (1, 2): "red",
    (2, 2): "black",
    (4, 1): "white",
    (2, 1): "blue",
    (3, 1): "lime",
    (4, 4): "tan",
    (1, 1): "black",
}


def body(box: Box, *pieces: tuple[int, int, int, int], figure: bool = False, error: float = 0.12) -> Body:
    x0, y0, x1, y1 = box
    told = tuple(Piece(*piece, top=5, colour=COLOURS[piece[2:]]) for piece in pieces)
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    return Body("c1", middle, error, 0, None, figure, frozenset({"red"}), footprint=box, pieces=told)


def known(size: tuple[int, int], model: str = "Owl") -> Sizes:
    sizes = Sizes()
    for at in (10, 20):
        sizes.judge({model: body((at, at, at + size[0], at + size[1]))})
    return sizes


def test_the_known_size_is_sure() -> None:
    there = known((4, 4)).judge({"Owl": body((2, 2, 6, 6))})["Owl"]
    assert (there.at, there.error) == ((4.0, 4.0), SURE)


def test_a_row_too_long_is_where_most_pieces_keep_within_its_size() -> None:
    read = body((2, 2, 7, 6), (5, 5, 2, 1), (2, 2, 4, 1), (2, 3, 2, 2), (2, 5, 4, 1))  # the first: made up
    there = known((4, 4)).judge({"Owl": read})["Owl"]
    assert (there.at, there.error, there.footprint) == ((4.0, 4.0), SURE, (2, 2, 6, 6))


def test_a_row_too_long_without_pieces_to_tell_is_a_doubt() -> None:
    there = known((4, 4)).judge({"Owl": body((2, 2, 7, 6))})["Owl"]
    assert (there.at, there.error) == ((4.5, 4.0), UNSURE)


def test_a_row_too_short_is_a_doubt() -> None:
    there = known((4, 4)).judge({"Owl": body((2, 2, 5, 6), (2, 2, 3, 1))})["Owl"]
    assert (there.at, there.error) == ((3.5, 4.0), UNSURE)


def test_a_row_too_short_is_where_its_pieces_lie_as_they_lay_before() -> None:
    sizes = known((4, 4))
    sizes.judge({"Owl": body((10, 10, 14, 14), (10, 10, 4, 1), (10, 12, 2, 2))})
    there = sizes.judge({"Owl": body((21, 20, 24, 24), (22, 22, 2, 2))})["Owl"]  # turned by a half, too
    assert (there.at, there.error) == ((22.0, 22.0), SURE)


def test_another_size_altogether_is_a_doubt_where_it_was_read() -> None:
    there = known((4, 4)).judge({"Owl": body((2, 2, 10, 6), (2, 2, 4, 4))})["Owl"]
    assert (there.at, there.error) == ((6.0, 4.0), UNSURE)


def test_a_quarter_turn_is_no_other_size() -> None:
    sizes = known((3, 2), "Ram")
    assert sizes.judge({"Ram": body((0, 0, 2, 3))})["Ram"].error == SURE


def test_a_long_one_read_across_is_where_its_pieces_lie_as_they_lay_before() -> None:
    sizes = known((3, 2), "Kite")
    sizes.judge({"Kite": body((10, 10, 13, 12), (10, 10, 1, 2), (11, 10, 2, 2))})
    there = sizes.judge({"Kite": body((35, 7, 37, 10), (36, 8, 1, 1), (35, 7, 1, 2))})["Kite"]
    assert (there.at, there.footprint) == ((36.5, 8.0), (35, 7, 38, 9))


def test_one_that_stays_where_it_is_misread_does_not_make_the_size() -> None:
    sizes = Sizes()
    for _ in range(9):
        first = sizes.judge({"Missile": body((32, 37, 35, 40), (32, 38, 1, 2), (33, 37, 1, 2), error=0.4)})
    assert first["Missile"].error == UNSURE  # the reader itself was not sure
    assert sizes.judge({"Missile": body((28, 29, 31, 31))})["Missile"].error == SURE


def test_where_it_stood_is_told_better_once_its_size_is_known() -> None:
    sizes = Sizes()
    read = body((32, 37, 35, 40), (32, 38, 1, 2), (34, 38, 1, 2), (33, 37, 1, 2), error=0.4)
    sizes.judge({"Missile": read})
    sizes.judge({"Missile": body((28, 29, 31, 31), (28, 29, 1, 2), (29, 29, 2, 2))})
    assert sizes.placed("Missile", read).at == (33.5, 39.0)


def test_of_two_sizes_with_equal_evidence_the_smaller_is_likely() -> None:
    sizes = Sizes()
    sizes.judge({"Owl": body((0, 0, 4, 4), (0, 0, 4, 1))})
    there = sizes.judge({"Owl": body((0, 9, 4, 14), (0, 9, 4, 1))})["Owl"]
    assert (there.at, there.error) == ((2.0, 11.0), LIKELY)


def test_sizes_are_each_model_s_own() -> None:
    sizes = known((4, 4))
    assert sizes.judge({"Ram": body((0, 0, 3, 2))})["Ram"].error == SURE


def test_a_figure_s_error_is_its_own() -> None:
    assert Sizes().judge({"Ann": body((1, 2, 2, 4), figure=True, error=0.25)})["Ann"].error == 0.25
