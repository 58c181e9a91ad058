"""What people click, touch and press -> the wishes that come out of the window."""

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from referee.display.frame import framed
from referee.display.layout import lay_out
from referee.display.window import Window
from referee.show import (
    AcceptTable,
    Appeal,
    Measure,
    Pause,
    Quit,
    RollNow,
    Say,
    Select,
    Shown,
    TypeRoll,
    Undo,
    Wish,
)
from tests.referee.display.scenes import mechs, waiting

SIZE = (1280, 720)


@pytest.fixture
def window() -> Iterator[Window]:
    opened = Window(SIZE, clock=lambda: 100.0)
    opened.show(mechs())
    opened.step()
    yield opened
    opened.close()


def click(window: Window, at: tuple[float, float]) -> tuple[Wish, ...]:
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))
    return window.step()


def press(window: Window, key: str) -> tuple[Wish, ...]:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(key), unicode=key))
    return window.step()


def on_board(shown: Shown, name: str) -> tuple[float, float]:
    frame = framed(shown.board, lay_out(SIZE).board)
    at = next(model.at for model in shown.models if model.name == name)
    assert at is not None
    return frame.to_px(at)


@pytest.mark.parametrize(
    ("key", "wish"),
    [
        ("u", Undo()),
        ("c", AcceptTable("the players say so")),
        ("p", Pause(True)),
        ("q", Quit()),
        ("1", RollNow()),  # what is due comes first
        ("2", Say(None)),
    ],
)
def test_one_key_is_enough(window: Window, key: str, wish: Wish) -> None:
    assert press(window, key) == (wish,)


def test_my_model_then_its_target_is_an_attack(window: Window) -> None:
    assert click(window, on_board(mechs(), "Ripsaw")) == (Select("Ripsaw"),)
    assert click(window, on_board(mechs(), "Owl")) == (Say(None),)


def test_an_appeal_asks_who_was_right(window: Window) -> None:
    assert press(window, "a") == ()
    assert press(window, "1") == (Appeal("Ann", "upheld at the table", True),)


def test_the_pictures_are_looked_at_large_by_one_key_and_put_away_by_a_click(window: Window) -> None:
    before = bytes(pygame.display.get_surface().get_buffer().raw)
    assert press(window, "e") == ()
    assert bytes(pygame.display.get_surface().get_buffer().raw) != before
    assert click(window, on_board(mechs(), "Ripsaw")) == ()  # the board is not to be seen: nobody is picked
    window.step()
    assert bytes(pygame.display.get_surface().get_buffer().raw) == before


def test_just_measure_takes_two_clicks(window: Window) -> None:
    shown = mechs()
    press(window, "m")
    click(window, on_board(shown, "Ripsaw"))
    free = framed(shown.board, lay_out(SIZE).board).to_px((30.0, 30.0))
    (wish,) = click(window, free)
    assert isinstance(wish, Measure)
    assert wish.start == "Ripsaw"
    assert wish.end == pytest.approx((30.0, 30.0), abs=0.05)


def test_a_click_beside_everything_selects_nothing(window: Window) -> None:
    free = framed(mechs().board, lay_out(SIZE).board).to_px((33.0, 33.0))
    assert click(window, free) == (Select(None),)


def test_closing_the_window_leaves(window: Window) -> None:
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert window.step() == (Quit(),)


def test_a_finger_is_as_good_as_a_mouse(window: Window) -> None:
    x, y = lay_out(SIZE).tools.topleft
    pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, x=(x + 9) / SIZE[0], y=(y + 9) / SIZE[1]))
    # SDL says every touch a second time, as a mouse's click: one touch undoes once
    twin = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x + 9, y + 9), button=1, touch=True)
    pygame.event.post(twin)
    assert window.step() == (Undo(),)


def test_a_roll_can_be_typed(window: Window) -> None:
    for key in ("t", "1", "0", "space", "x", "4", "3", "backspace"):
        words = {"space": " ", "backspace": "\b"}.get(key, key)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(key), unicode=words))
        assert window.step() == ()
    assert press(window, "return") == (TypeRoll((10, 4)),)


@pytest.fixture
def brought(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was brought to the screen, in order."""
    done: list[str] = []
    monkeypatch.setattr(pygame.display, "flip", lambda: done.append("all"))
    monkeypatch.setattr(pygame.display, "update", lambda _where: done.append("board"))
    return done


def test_what_did_not_change_is_not_drawn_again(window: Window, brought: list[str]) -> None:
    for _ in range(3):
        window.step()
    assert brought == []
    window.show(replace(mechs(), number=8, claim="another"))
    window.step()
    window.step()
    assert brought == ["all"]


def test_a_window_that_was_covered_is_drawn_again(window: Window, brought: list[str]) -> None:
    pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
    window.step()
    assert brought == ["all"]


def test_only_the_board_is_drawn_while_a_model_glides_and_once_when_it_has_arrived(
    brought: list[str],
) -> None:
    now = [100.0]
    opened = Window(SIZE, clock=lambda: now[0])
    opened.show(mechs())
    opened.step()
    moved = tuple(replace(m, at=(30.0, 30.0)) if m.name == "Owl" else m for m in mechs().models)
    opened.show(replace(mechs(), number=8, models=moved))
    for now_s in (100.0, 100.2, 100.4, 101.0, 101.2):
        now[0] = now_s
        opened.step()
    opened.close()
    assert brought == ["all", "all", "board", "board", "board"]


def test_a_trouble_on_the_board_keeps_pulsing(brought: list[str]) -> None:
    opened = Window(SIZE, clock=lambda: 100.0)
    opened.show(waiting())
    for _ in range(3):
        opened.step()
    opened.close()
    assert brought == ["all", "board", "board"]


def test_what_is_being_done_is_said_before_there_is_a_match(brought: list[str]) -> None:
    opened = Window(SIZE, clock=lambda: 100.0)
    opened.greet("Photographing the bare board …")
    opened.step()
    opened.step()
    opened.greet("Calibrating …")
    opened.step()
    opened.close()
    assert brought == ["all", "all"]


def test_full_screen_and_back_to_the_size_it_had(window: Window) -> None:
    press(window, "f")
    press(window, "f")
    assert pygame.display.get_surface().get_size() == SIZE
    assert click(window, lay_out(SIZE).tools.move(9, 9).topleft) == (Undo(),)
