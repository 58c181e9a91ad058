"""A construct keeps its size: a reading of another size is put where its pieces say, or is a doubt."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.camera import Camera, Lens
from referee.law.match import Match
from referee.live.eyes import Sight
from referee.live.hindsight import as_construct, stood_at
from referee.live.recognise import recogniser_for
from referee.live.sighting import Body
from referee.live.sizes import LIKELY, SURE, UNSURE, Sizes, put_right, said_sizes
from referee.live.table_side import TableSide
from referee.match_file import read_match
from vision.observation import Construct, Figure, Observation, Piece

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


# --- a size that the match file says, and what the picture tells

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
LENS = Lens(640, 640, 2000.0, 2000.0, 319.5, 319.5, 0, 0, 0, 0, 0)
CAMERA = Camera(LENS, (0.0, 0.0, 0.0), (-128.0, -128.0, 800.0))  # 20 pixels a stud
BOARD, RED, SHADOW, BLACK = (170, 170, 170), (30, 30, 190), (95, 95, 95), (40, 40, 40)


def seen(*rectangles: tuple[Box, tuple[int, int, int]]) -> Sight:
    """A table with coloured rectangles on it, all of them flat."""
    picture = np.full((640, 640, 3), BOARD, np.uint8)
    for (x0, y0, x1, y1), colour in rectangles:
        px = np.round(CAMERA.project(np.array([(x0, y0, 0), (x1, y1, 0)], float))).astype(int)
        cv2.rectangle(picture, px[0].tolist(), px[1].tolist(), colour, -1)
    return Sight(Observation(CAMERA, np.zeros((32, 32), np.int16)), picture, 0.0)


def ship(box: Box, *pieces: tuple[Box, str], error: float = 0.12) -> Body:
    x0, y0, x1, y1 = box
    told = tuple(Piece(a, b, c - a, d - b, 0, colour) for (a, b, c, d), colour in pieces)
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    colours = frozenset({"red", "black"})
    return Body("c1", middle, error, 0, None, False, colours, plates=3, footprint=box, pieces=told)


@pytest.mark.parametrize(
    ("said", "error", "judged"),
    [({}, 0.4, UNSURE), ({"Ram": (2, 3)}, 0.4, SURE), ({"Ram": (2, 3)}, 0.12, SURE)],
)
def test_a_size_that_is_said_is_known_from_the_first_sighting(
    said: dict[str, tuple[int, int]], error: float, judged: float
) -> None:
    assert Sizes(said).judge({"Ram": body((0, 0, 3, 2), error=error)})["Ram"].error == judged


def test_the_row_that_looks_like_the_body_is_its_own_and_the_shadow_is_not() -> None:
    sight = seen(((10, 10, 13, 12), RED), ((10, 9, 13, 10), SHADOW))
    read = ship((10, 9, 13, 12), ((10, 9, 13, 12), "red"))  # one piece: no piece tells which row is made up
    there = Sizes({"Ram": (2, 3)}).judge({"Ram": read}, sight)["Ram"]
    assert (there.at, there.error, there.footprint) == ((11.5, 11.0), SURE, (10, 10, 13, 12))


def test_rows_that_look_the_same_are_a_doubt() -> None:
    sight = seen(((10, 9, 13, 12), RED))
    read = ship((10, 9, 13, 12), ((10, 9, 13, 12), "red"))
    assert Sizes({"Ram": (2, 3)}).judge({"Ram": read}, sight)["Ram"].error == UNSURE


def test_a_reading_of_another_size_altogether_or_without_heights_is_a_doubt() -> None:
    sight, sizes = seen(((10, 9, 13, 12), RED)), Sizes({"Ram": (2, 3)})
    whale = ship((2, 2, 12, 9), ((2, 2, 12, 9), "red"))  # two models and a hand read as one
    assert sizes.judge({"Ram": whale}, sight)["Ram"].error == UNSURE
    flat = ship((10, 9, 13, 12), ((10, 9, 13, 12), "red"))
    flat = replace(flat, pieces=tuple(replace(piece, top=None) for piece in flat.pieces))
    assert sizes.judge({"Ram": flat}, sight)["Ram"].error == UNSURE


def test_vision_is_told_where_the_body_ends() -> None:
    read = ship((10, 9, 13, 12), ((10, 9, 11, 12), "black"), ((11, 9, 13, 12), "red"))
    judged = ship((10, 10, 13, 12), error=SURE)
    right = put_right(as_construct(read), judged)
    assert (right.footprint, right.x, right.y, right.error) == ((10, 10, 13, 12), 11.5, 11.0, SURE)
    assert [(p.x, p.y, p.w, p.d) for p in right.pieces] == [(10, 10, 1, 2), (11, 10, 2, 2)]


def test_vision_is_told_nothing_of_what_is_in_doubt() -> None:
    read = as_construct(ship((10, 9, 13, 12)))
    assert put_right(read, ship((10, 10, 13, 12), error=UNSURE)) == read


def test_one_seen_well_elsewhere_tells_where_it_stood() -> None:
    pieces = (((20, 20, 21, 22), "black"), ((21, 20, 23, 22), "red"))
    now = seen(((20, 20, 21, 22), BLACK), ((21, 20, 23, 22), RED))
    before = seen(((10, 10, 11, 12), BLACK), ((11, 10, 13, 12), RED), ((10, 9, 13, 10), SHADOW))
    doubted = ship((10, 9, 13, 12), ((10, 9, 13, 12), "red"), error=0.4)
    told = stood_at(ship((20, 20, 23, 22), *pieces, error=SURE), now, doubted, before)
    assert told is not None
    assert (told.at, told.error) == ((11.5, 11.0), SURE)


def test_where_nothing_looks_like_it_nothing_is_told_though_the_size_fits() -> None:
    now = seen(((20, 20, 21, 22), BLACK), ((21, 20, 23, 22), RED))
    known = ship((20, 20, 23, 22), ((20, 20, 21, 22), "black"), ((21, 20, 23, 22), "red"), error=SURE)
    doubted = ship((10, 10, 13, 12), ((10, 10, 13, 12), "red"), error=0.4)
    assert stood_at(known, now, doubted, seen()) is None


def test_one_that_stands_where_it_stood_tells_nothing_new() -> None:
    sight, there = seen(), ship((10, 10, 13, 12), error=SURE)
    assert stood_at(there, sight, ship((10, 9, 13, 12)), sight) is None


def test_the_examples_say_their_constructs_sizes() -> None:
    said = {game: said_sizes(read_match(EXAMPLES / game / "match.toml")) for game in ("momentum", "mechaton")}
    assert set(said["momentum"].values()) == {(2, 3)}
    assert set(said["mechaton"].values()) == {(4, 4)}
    assert said_sizes(read_match(EXAMPLES / "constructs" / "match.toml"))["Buggy"] == (4, 6)


def test_a_construct_that_was_read_as_a_figure_is_put_where_it_looks_right_or_is_in_doubt() -> None:
    setup = read_match(EXAMPLES / "momentum" / "match.toml")
    side, state = TableSide(setup, recogniser_for(setup)), Match(setup).state
    pieces = (Piece(10, 10, 1, 2, 0, "lime"), Piece(11, 10, 2, 2, 0, "blue"))
    ram = Construct("c1", 11.5, 11.0, 0, 3, (10, 10, 13, 12), ("lime", "blue"), error=0.12, pieces=pieces)
    lime, blue = (30, 200, 165), (180, 80, 30)
    there = seen(((10, 10, 11, 12), lime), ((11, 10, 13, 12), blue))
    side.take(replace(there, observation=replace(there.observation, constructs=(ram,))), state)
    side.agree(state)
    assert side.roll_call.seen["Ram"].error == SURE
    figure = Figure("f1", 21.5, 21.0, 0, 0.0, False, True, False, "blue", None, "lime", error=0.02)
    for rectangles, at, error in (
        ((((20, 20, 21, 22), lime), ((21, 20, 23, 22), blue)), (21.5, 21.0), SURE),
        ((((2, 2, 3, 4), lime), ((3, 2, 5, 4), blue)), (21.5, 21.0), UNSURE),  # there is nothing there
    ):
        now = seen(*rectangles)
        side.take(replace(now, observation=replace(now.observation, figures=(figure,))), state)
        assert (side.roll_call.seen["Ram"].at, side.roll_call.seen["Ram"].error) == (at, error)


def test_who_left_is_not_held_where_another_stands_in_like_colours() -> None:
    setup = read_match(EXAMPLES / "momentum" / "match.toml")
    side, state = TableSide(setup, recogniser_for(setup)), Match(setup).state
    pieces = (Piece(10, 10, 1, 2, 0, "lime"), Piece(11, 10, 2, 2, 0, "blue"))
    ram = Construct("c1", 11.5, 11.0, 0, 3, (10, 10, 13, 12), ("lime", "blue"), error=0.12, pieces=pieces)
    kite = replace(ram, track="c2", colours=("white", "orange"), pieces=())
    there = seen(((10, 10, 11, 12), (30, 200, 165)), ((11, 10, 13, 12), (180, 80, 30)))
    side.take(replace(there, observation=replace(there.observation, constructs=(ram,))), state)
    side.agree(state)
    side.take(replace(there, observation=replace(there.observation, constructs=())), state)
    assert "Ram" in side.roll_call.seen  # it shows as it did, whatever was read
    side.take(replace(there, observation=replace(there.observation, constructs=(kite,))), state)
    assert set(side.roll_call.seen) == {"Kite"}
