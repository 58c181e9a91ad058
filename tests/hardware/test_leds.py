"""Polygons in studs become LEDs; only what changed is sent; dark means dark."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.led_map import rim, serpentine
from hardware.leds import LEDS_A_MESSAGE, AdalightLights, LedGrid, ScreenLights, delta_runs
from hardware.messages import Effect, Hold
from hardware.power import limit, scale

SQUARE = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)]


def test_a_polygon_lights_the_leds_below_it_whichever_way_the_row_runs() -> None:
    grid = serpentine(8, 8, 32, 32)  # an LED every four studs
    assert grid.under(SQUARE) == [0, 1, 14, 15]


def test_a_place_between_leds_lights_the_nearest() -> None:
    assert serpentine(4, 4, 32, 32).under([(7.9, 7.9), (8.3, 7.9), (8.3, 8.1)]) in ([0], [1], [6], [7])


def test_rim_strips_point_at_rows_and_columns() -> None:
    led_map = rim(8, 8, 32, 32)
    lit = led_map.under([(4.5, 8.5), (7.5, 8.5), (7.5, 11.5), (4.5, 11.5)])
    assert lit == [1, 8 + 2, 16 + 6, 24 + 5]


def test_later_shapes_lie_over_earlier_ones_and_the_rest_is_dark() -> None:
    screen = ScreenLights(64)
    grid = LedGrid(serpentine(8, 8, 32, 32), screen)
    grid.point([(SQUARE, (9, 0, 0)), ([(0, 0), (4, 0), (4, 4), (0, 4)], (0, 9, 0))])
    assert screen.frame[:6] == bytes([0, 9, 0, 9, 0, 0])
    assert sum(screen.frame) == 4 * 9
    grid.clear()
    assert screen.frame == bytes(192)


@pytest.mark.parametrize(("word", "mode"), [("dark", Hold.DARK), ("frozen", Hold.FROZEN)])
def test_a_picture_is_taken_in_the_dark_or_still_and_then_it_runs_again(word: str, mode: Hold) -> None:
    screen = ScreenLights(64)
    grid = LedGrid(serpentine(8, 8, 32, 32), screen)
    held = []
    with contextlib.suppress(RuntimeError), getattr(grid, word)():
        held.append(screen.holding)
        raise RuntimeError("the camera failed")
    assert (held, screen.holding) == ([mode], Hold.RUN)


def test_a_chase_runs_along_the_way_in_order() -> None:
    screen = ScreenLights(64)
    LedGrid(serpentine(8, 8, 32, 32), screen).chase([(2, 2), (6, 2), (10, 2), (10, 6)], (1, 2, 3))
    assert screen.effect == (Effect.CHASE, (1, 2, 3), 1200, (0, 1, 2, 13))


class Tape:
    """A link that only remembers."""

    name, boot_wait_s = "tape", 0.0

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def read(self, wait_s: float) -> bytes:  # noqa: ARG002
        return b""

    def close(self) -> None:
        pass


def test_adalight_frames_carry_count_check_and_colours() -> None:
    tape = Tape()
    strip = AdalightLights(tape, 300)
    strip.show(bytes([7] * 900))
    assert tape.sent[0][:6] == b"Ada" + bytes([1, 43, 1 ^ 43 ^ 0x55])
    strip.hold(Hold.DARK)
    strip.show(bytes([8] * 900))
    strip.hold(Hold.RUN)
    assert [frame[6] for frame in tape.sent] == [7, 0, 8]


@given(st.binary(min_size=192, max_size=192), st.binary(min_size=192, max_size=192))
def test_applying_the_runs_to_what_is_there_gives_what_is_wanted(there: bytes, wanted: bytes) -> None:
    frame = bytearray(there)
    for first, end in delta_runs(there, wanted):
        assert 0 < end - first <= LEDS_A_MESSAGE
        frame[3 * first : 3 * end] = wanted[3 * first : 3 * end]
    assert bytes(frame) == wanted


def test_one_changed_led_is_one_short_run_and_none_is_none() -> None:
    dark = bytes(192)
    assert delta_runs(dark, dark) == []
    assert delta_runs(dark, bytes(30) + b"\1\2\3" + bytes(159)) == [(10, 11)]


@given(st.binary(min_size=192, max_size=192), st.integers(0, 255), st.integers(20, 20000))
def test_the_power_supply_is_never_asked_for_more(rgb: bytes, brightness: int, budget_ma: int) -> None:
    drawn_ma = sum(limit(rgb, brightness, budget_ma)) * 20 / 255 + 64
    assert drawn_ma <= max(budget_ma, 64)
    assert scale(rgb, brightness, budget_ma) <= 256
