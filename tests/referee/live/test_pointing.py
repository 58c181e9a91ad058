"""LEDs point at what matters, are dark while hands work above them, and never hold a match up."""

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.led_map import LedMap, rim, serpentine
from hardware.leds import LedGrid, ScreenLights
from hardware.messages import Hold
from hardware.problems import LinkLost
from referee.law.setup import GridLaid
from referee.live.eyes import Glimpse
from referee.live.pointing import DUE, HERE, WRONG, Pointing
from referee.show import Shown, Trouble, Weight
from tests.referee.live.pretend import open_match
from tests.referee.live.test_mechaton_live import SCENE, SETUP


@pytest.fixture
def shown(tmp_path: Path) -> Shown:
    return open_match(SETUP, SCENE, tmp_path / "match.studeye").session.shown


def lit(lights: ScreenLights) -> set[tuple[int, ...]]:
    return {tuple(lights.frame[i : i + 3]) for i in range(0, len(lights.frame), 3)} - {(0, 0, 0)}


def held(lights: ScreenLights) -> Hold:
    return lights.holding


def pointing(led_map: LedMap) -> tuple[Pointing, ScreenLights]:
    lights = ScreenLights(len(led_map))
    return Pointing(LedGrid(led_map, lights), SETUP.grid), lights


def test_who_is_due_is_lit_and_what_is_wrong_shines_with_where_it_belongs(shown: Shown) -> None:
    points, lights = pointing(serpentine(12, 12, 48, 48))
    points.show(shown, 0.0)
    assert lit(lights) == {DUE}
    wrong = Trouble("Owl stands elsewhere", "put it back", at=(40.0, 40.0), to=(20.0, 20.0))
    points.show(replace(shown, troubles=(wrong, Trouble("a note", "", Weight.NOTE, at=(4.0, 4.0)))), 1.0)
    assert lit(lights) == {DUE, WRONG, HERE}


def test_leds_under_the_board_are_dark_while_hands_are_over_it_and_their_own_light_is_no_news(
    shown: Shown,
) -> None:
    points, lights = pointing(serpentine(12, 12, 48, 48))
    points.show(shown, 0.0)
    assert points.coloured(0.5)
    points.heed(Glimpse("hands"))
    assert held(lights) == Hold.DARK
    assert not points.coloured(0.5)
    points.show(shown, 2.0)
    assert held(lights) == Hold.RUN


def test_leds_along_the_rim_shine_all_the_time(shown: Shown) -> None:
    points, lights = pointing(rim(12, 12, 48, 48))
    points.show(shown, 0.0)
    points.heed(Glimpse("hands"))
    assert held(lights) == Hold.RUN
    assert not points.coloured(0.5)


def test_a_device_that_is_gone_is_not_tried_at_every_frame(shown: Shown) -> None:
    class Gone(ScreenLights):
        tries = 0

        def show(self, rgb: bytes) -> None:
            del rgb
            self.tries += 1
            raise LinkLost("the device went away")

    led_map = rim(12, 12, 48, 48)
    lights = Gone(len(led_map))
    points = Pointing(LedGrid(led_map, lights), GridLaid())
    for second in range(12):
        try:
            points.show(shown, float(second))
        except LinkLost:
            continue
    assert lights.tries == 2


def test_without_leds_nothing_shines(shown: Shown) -> None:
    points = Pointing(None, SETUP.grid)
    points.heed(Glimpse("hands"))
    points.show(shown, 0.0)
    assert not points.coloured(0.0)
