"""What is drawn: nothing overlaps, nothing is lost when the window is small, verdicts differ in shape."""

import io
import itertools
from dataclasses import fields, replace
from typing import cast

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.display.frame import framed
from referee.display.glide import GLIDE_S, Glide
from referee.display.layout import lay_out
from referee.display.marks import verdict_mark
from referee.display.picture import Look, Motion, draw, draw_motion, screenshot
from referee.display.text import shortened, wrapped
from referee.display.theme import type_for
from referee.law.ruling import Outcome, Verdict
from referee.show import Evidence, Question, Trouble, Weight
from tests.referee.display.scenes import mechs, waiting

SIZES = [
    (1920, 1080),
    (1280, 720),
    (3840, 2160),
    (1024, 768),
    (640, 480),
    (800, 1280),
    (1080, 1920),
    (1024, 600),
]


@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps_and_everything_is_on_the_screen(size: tuple[int, int]) -> None:
    layout = lay_out(size)
    parts = [getattr(layout, field.name) for field in fields(layout)]
    rects = [part for part in parts if isinstance(part, pygame.Rect)]
    for a, b in itertools.combinations(rects, 2):
        assert not a.colliderect(b)
    for rect in rects:
        assert pygame.Rect(0, 0, *size).contains(rect)
        assert rect.width > 20
        assert rect.height > 8


@given(
    st.tuples(st.floats(0, 48), st.floats(0, 32)),
    st.integers(0, 3),
    st.integers(200, 900),
    st.integers(200, 900),
)
def test_a_click_lands_on_the_stud_that_is_drawn_there(
    point: tuple[float, float], turns: int, wide: int, tall: int
) -> None:
    frame = framed((48, 32), pygame.Rect(7, 9, wide, tall), turns)
    assert frame.to_studs(frame.to_px(point)) == pytest.approx(point, abs=1e-6)


def test_turning_the_board_brings_the_far_corner_near() -> None:
    within = pygame.Rect(0, 0, 480, 320)
    assert framed((48, 32), within, 0).to_px((0, 0)) == pytest.approx((0, 0))
    assert framed((48, 32), within, 2).to_px((0, 0)) == pytest.approx((480, 320))


def test_verdicts_differ_without_their_colours() -> None:
    shapes = {pygame.mask.from_surface(verdict_mark(v, 64)).count() for v in Verdict}
    inks = {
        pygame.mask.from_threshold(verdict_mark(v, 64), (18, 21, 28), (40, 40, 40)).count() for v in Verdict
    }
    assert len(shapes) >= 3
    assert len(inks) == len(Verdict)


@pytest.mark.parametrize("size", SIZES)
def test_the_ruling_s_words_are_drawn_at_every_size(size: tuple[int, int]) -> None:
    shown = mechs()
    assert shown.ruling is not None
    with_ruling, without = pygame.Surface(size), pygame.Surface(size)
    draw(with_ruling, shown, Look())
    draw(without, replace(shown, ruling=replace(shown.ruling, sentence="")), Look())
    where = lay_out(size).ruling
    assert with_ruling.subsurface(where).get_buffer().raw != without.subsurface(where).get_buffer().raw


@pytest.mark.parametrize("size", SIZES)
def test_a_player_s_card_has_room_for_what_counts(size: tuple[int, int]) -> None:
    shown = mechs()
    bare = replace(shown, players=tuple(replace(player, score="") for player in shown.players))
    with_score, without = pygame.Surface(size), pygame.Surface(size)
    draw(with_score, shown, Look())
    draw(without, bare, Look())
    where = lay_out(size).players
    inside = where.inflate(0, -round(8 * type_for(size).scale))  # not cut off by the card's edge
    changed = pygame.mask.from_threshold(with_score, (0, 0, 0), (1, 1, 1), without)
    changed.invert()
    found = cast(list[pygame.Rect], changed.get_bounding_rects())
    rows = [rect for rect in found if rect.colliderect(where)]
    assert rows
    assert all(inside.contains(rect) for rect in rows)


@pytest.mark.parametrize("size", SIZES)
def test_why_a_wish_was_not_granted_is_drawn(size: tuple[int, int]) -> None:
    shown = mechs()
    noted = replace(shown, troubles=(Trouble("no dice are due now", "", Weight.NOTE),))
    assert screenshot(noted, size) != screenshot(shown, size)


def test_a_tall_screen_is_as_readable_as_a_wide_one() -> None:
    assert type_for((1080, 1920)).scale >= 0.85 * type_for((1920, 1080)).scale


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("turns", [0, 1])
def test_the_board_drawn_again_is_the_board_as_drawn_with_all_the_rest(
    size: tuple[int, int], turns: int
) -> None:
    shown, look = waiting(), Look(turns)
    before, after = Motion({"Pirate": (1.0, 31.0)}, 0.0), Motion({"Pirate": (31.0, 1.0)}, 0.3)
    whole, parts = pygame.Surface(size), pygame.Surface(size)
    draw(whole, shown, look, after)
    draw(parts, shown, look, before)
    draw_motion(parts, shown, look, after)
    assert parts.get_buffer().raw == whole.get_buffer().raw


def test_a_screenshot_is_a_png_of_the_asked_size() -> None:
    picture = pygame.image.load(io.BytesIO(screenshot(waiting(), (960, 540))))
    assert picture.get_size() == (960, 540)


def test_evidence_question_pause_and_end_are_drawn() -> None:
    jpeg = io.BytesIO()
    pygame.image.save(pygame.Surface((64, 48)), jpeg, "x.jpg")
    base = mechs()
    moments = [
        base,
        replace(base, evidence=Evidence(jpeg.getvalue(), jpeg.getvalue())),
        replace(base, question=Question(1, "Which hex?", ("2,3", "2,4"))),
        replace(base, paused=True),
        replace(base, outcome=Outcome("Ann", "Bob has no mech left", ())),
        replace(base, hands=True),
    ]
    assert len({screenshot(moment, (640, 480)) for moment in moments}) == len(moments)


def test_words_are_broken_at_the_width_and_never_lost() -> None:
    font = type_for((1280, 720)).body
    words = "Too far: the Pirate moved 18.4 ± 0.2 studs and may move 13."
    lines = wrapped(words, font, 200)
    assert " ".join(lines) == words
    assert all(font.size(line)[0] <= 200 for line in lines)
    assert shortened("x" * 500, font, 100).endswith("…")


def test_a_model_glides_from_its_old_place_to_its_new_one() -> None:
    before = mechs()
    moved = tuple(replace(m, at=(30.0, 30.0)) if m.name == "Owl" else m for m in before.models)
    glide = Glide()
    glide.go(before, replace(before, models=moved), 10.0)
    old = next(m.at for m in before.models if m.name == "Owl")
    assert old is not None
    assert glide.places(10.0) == {"Owl": pytest.approx(old)}
    half = glide.places(10.0 + GLIDE_S / 2)["Owl"]
    assert half == pytest.approx(((old[0] + 30) / 2, (old[1] + 30) / 2))
    assert glide.places(10.01 + GLIDE_S) == {}
