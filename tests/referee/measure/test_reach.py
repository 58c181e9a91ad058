"""Gaps, contact, templates, and which pieces can be hit."""

import math

import pytest

from referee.law.measured import Doubt
from referee.law.ruling import Verdict
from referee.measure.bodies import construct_body, figure_body, rectangle
from referee.measure.pieces import Placed, exposed, exposed_pieces, units
from referee.measure.reach import contact, gap, template_radius, under_template, within


def test_a_gap_is_between_the_nearest_points_in_three_dimensions() -> None:
    a = construct_body("a", rectangle((0, 0), 2, 2), 0, 9)
    b = construct_body("b", rectangle((5, 0), 2, 2), 0, 9)
    assert gap(a, b).value == pytest.approx(3.0)
    above = construct_body("c", rectangle((5, 0), 2, 2), 19, 30)  # ten plates up: four studs
    assert gap(a, above).value == pytest.approx(5.0)
    assert gap(a, construct_body("d", rectangle((1.5, 0), 2, 2), 0, 3)).value == 0.0


def test_a_turned_outline_touches_with_its_corner() -> None:
    a = construct_body("a", rectangle((0, 0), 2, 2), 0, 9)
    b = construct_body("b", rectangle((1 + math.sqrt(2), 0), 2, 2, turned=45), 0, 9)
    assert gap(a, b).value == pytest.approx(0.0, abs=1e-9)
    assert contact(a, b, Doubt.CALL) is Verdict.LEGAL


@pytest.mark.rule("HR-7")
@pytest.mark.parametrize(
    ("x", "sigma", "verdict"),
    [
        (4.0, 0.0, Verdict.LEGAL),
        (4.2, 0.0, Verdict.ILLEGAL),
        (4.2, 0.2, Verdict.TOO_CLOSE),
        (6.0, 0.2, Verdict.ILLEGAL),
    ],
)
def test_reach_is_in_doubt_inside_the_error(x: float, sigma: float, verdict: Verdict) -> None:
    a = construct_body("a", rectangle((0, 0), 2, 2), 0, 9)
    b = construct_body("b", rectangle((x, 0), 2, 2), 0, 9, sigma)
    assert within(a, b, 2.0, Doubt.CALL) is verdict


@pytest.mark.rule("CN-16")
def test_a_template_is_a_disc_of_its_studs_and_takes_what_it_touches() -> None:
    assert template_radius(4 * math.pi) == pytest.approx(2.0)
    bodies = [figure_body("near", (12.9, 10), 0), figure_body("rim", (13.1, 10), 0, sigma=0.2)]
    bodies += [figure_body("far", (16, 10), 0), construct_body("on it", rectangle((10, 10), 9, 9), 0, 3)]
    found = {touch.model: touch for touch in under_template((10, 10), 4 * math.pi, bodies, Doubt.CALL)}
    assert {name: touch.verdict for name, touch in found.items()} == {
        "near": Verdict.LEGAL,
        "rim": Verdict.TOO_CLOSE,
        "on it": Verdict.LEGAL,
    }
    assert found["near"].gap.value == pytest.approx(-0.1)


def test_a_headless_figure_is_lower() -> None:
    whole, headless = figure_body("a", (5, 5), 3), figure_body("a", (5, 5), 3, parts=("legs", "torso"))
    assert whole.parts[-1].top == 15
    assert headless.parts[-1].top == 12
    assert headless.eye[2] < whole.eye[2]


@pytest.mark.rule("CN-3")
def test_pieces_that_cover_each_other_are_one() -> None:
    above = (
        ("a", frozenset({"b"})),
        ("b", frozenset({"c"})),
        ("c", frozenset({"a"})),
        ("d", frozenset({"e"})),
        ("e", frozenset[str]()),
    )
    assert set(units(above)) == {frozenset("abc"), frozenset("d"), frozenset("e")}
    assert set(exposed(above, frozenset("abcde"))) == {frozenset("abc"), frozenset("d")}
    assert set(exposed(above, frozenset("abce"))) == {frozenset("abc"), frozenset("e")}


def test_what_lies_on_what_follows_from_the_places_of_the_pieces() -> None:
    base = Placed("base", 0, 0, 4, 2, 0, 1)
    left, right = Placed("left", 0, 0, 2, 2, 1, 2), Placed("right", 2, 0, 2, 2, 1, 2)
    top = Placed("top", 1.95, 0, 2.05, 2, 2, 3)  # a hair over `left`
    assert exposed_pieces((base, left, right)).sure == {"left", "right"}
    assert exposed_pieces((base, left, right, top)).sure == {"top"}
    vague = exposed_pieces((base, left, right, top), error=0.1)
    assert vague.sure == {"top"}
    assert vague.doubtful == {"left"}
