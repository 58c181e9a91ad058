"""Who is who: colours above all, then tracks, then places."""

import pytest

from referee.live.sighting import Body, Expected, between, call_roll, without_slivers

RED = ("red", "white", "lime")
BLUE = ("blue", "white", "black")
MODELS = [Expected("Saw", (5.0, 5.0), RED, False), Expected("Owl", (20.0, 20.0), BLUE, False)]


def body(track: str, at: tuple[float, float], *colours: str, figure: bool = False) -> Body:
    return Body(track, at, 0.03, 0, None, figure, frozenset(colours))


def test_at_first_colours_name_a_body_wherever_it_stands() -> None:
    found = [body("c1", (6.0, 5.0), *BLUE), body("c2", (20.0, 20.0), *RED)]
    seen = call_roll(found, MODELS, {}).seen
    assert seen["Owl"].track == "c1"
    assert seen["Saw"].track == "c2"


def test_without_colours_the_place_names_it() -> None:
    models = [Expected("A", (5.0, 5.0)), Expected("B", (20.0, 20.0))]
    found = [body("c1", (19.0, 20.0), "red"), body("c2", (5.0, 6.0), "blue")]
    seen = call_roll(found, models, {}).seen
    assert seen["A"].track == "c2"


def test_a_track_keeps_a_name_though_a_colour_is_hidden() -> None:
    found = [body("c1", (20.0, 20.0), "white"), body("c2", (5.0, 5.0), "white", "black")]
    seen = call_roll(found, MODELS, {"c1": "Saw", "c2": "Owl"}).seen
    assert seen["Saw"].track == "c1"


def test_a_swapped_track_with_plainly_other_colours_renames_nobody() -> None:
    found = [body("c1", (30.0, 5.0), *BLUE), body("c2", (5.0, 5.0), *RED)]
    seen = call_roll(found, MODELS, {"c1": "Saw", "c2": "Owl"}).seen
    assert seen["Owl"].track == "c1"
    assert seen["Saw"].track == "c2"


def test_a_body_of_strange_colours_is_nobody() -> None:
    found = [body("c1", (5.0, 5.0), *RED), body("c9", (20.0, 20.0), "tan")]
    roll = call_roll(found, MODELS, {"c1": "Saw"})
    assert list(roll.seen) == ["Saw"]
    assert [each.track for each in roll.strangers] == ["c9"]


def test_a_construct_once_read_as_a_figure_is_still_itself() -> None:
    found = [body("f3", (20.0, 20.5), "blue", "white", figure=True), body("c2", (5.0, 5.0), *RED)]
    seen = call_roll(found, MODELS, {"c2": "Saw"}).seen
    assert seen["Owl"].track == "f3"


@pytest.mark.parametrize(
    ("other", "studs"),
    [((6, 2, 10, 3), 2.0), ((2, 4, 4, 5), 0.0), ((0, 0, 9, 9), -4.0), ((7, 7, 8, 8), 3.0)],
)
def test_how_far_one_stands_beside_another(other: tuple[int, int, int, int], studs: float) -> None:
    def construct(box: tuple[int, int, int, int]) -> Body:
        return Body("c", (0.0, 0.0), 0.1, 0, None, False, frozenset(), footprint=box)

    assert between(construct((0, 0, 4, 4)), construct(other)) == studs
    assert between(construct(other), construct((0, 0, 4, 4))) == studs


def test_a_figure_reaches_a_stud_around_its_middle() -> None:
    ann = Body("f", (2.5, 2.0), 0.02, 0, 0.0, True, frozenset())
    arm = Body("c", (6.0, 2.5), 0.1, 0, None, False, frozenset(), footprint=(5, 2, 7, 3))
    assert between(ann, arm) == 1.5


def built(track: str, box: tuple[int, int, int, int]) -> Body:
    return Body(track, (0.0, 0.0), 0.1, 0, None, False, frozenset(), footprint=box)


def test_a_strip_along_a_construct_is_no_body_of_its_own() -> None:
    mole, strip = built("m", (29, 15, 33, 19)), built("s", (33, 15, 34, 19))
    alone = built("a", (40, 15, 41, 19))
    assert without_slivers((mole, strip, alone), {"Gnat": (4, 4)}) == (mole, alone)
    assert without_slivers((mole, strip, alone), {"Dart": (1, 4)}) == (mole, strip, alone)
    figure = Body("f", (33.5, 17.0), 0.02, 0, 0.0, True, frozenset())
    assert without_slivers((mole, figure), {}) == (mole, figure)
