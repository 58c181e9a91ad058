"""The tower: tumbled, drawn and typed rolls; tower and tray must agree."""

import random
from collections.abc import Sequence

import pytest

from hardware.device import Device
from hardware.messages import Outcome
from hardware.pool import BadPool, Pool, parse_pool
from hardware.problems import HardwareTrouble
from hardware.tower import DiceTower, Disagree, How, TrayDie
from hardware.virtual_device import VirtualDevice


@pytest.mark.parametrize(
    ("words", "groups"),
    [
        ("2d6+1d8", ((2, 6), (1, 8))),
        ("d20", ((1, 20),)),
        ("3 coins", ((3, 2),)),
        ("D%", ((1, 100),)),
        (" 4D6 + d4 ", ((4, 6), (1, 4))),
    ],
)
def test_dice_are_read_as_people_write_them(words: str, groups: tuple[tuple[int, int], ...]) -> None:
    assert parse_pool(words).groups == groups


@pytest.mark.parametrize("words", ["", "2x6", "0d6", "d1", "d101", "29d6", "d4+d6+d8+d10+d12+d20", "-1d6"])
def test_dice_that_can_not_be_rolled_are_refused_with_the_reason(words: str) -> None:
    with pytest.raises(BadPool, match=r"dice|die|sides"):
        parse_pool(words)


class Tray:
    """What the camera says, one reading after another."""

    def __init__(self, *readings: Sequence[tuple[str, int | None]]) -> None:
        self._readings = list(readings)

    def __call__(self) -> list[TrayDie]:
        return [TrayDie(colour, value) for colour, value in self._readings.pop(0)]


def tower(tray: Tray | None, *outcomes: tuple[int, Outcome]) -> tuple[DiceTower, list[str]]:
    falls = list(outcomes)
    chip = VirtualDevice(
        rng=random.Random(2), on_tumble=lambda dice: falls.pop(0) if falls else (dice, Outcome.FELL)
    )
    device = Device(chip.link)
    device.connect()
    said: list[str] = []
    return DiceTower(device, tray, announce=said.append, sleep=lambda _s: None), said


def test_real_dice_are_loaded_tumbled_counted_and_read() -> None:
    rolls, said = tower(Tray([("red", 3), ("white", 5)]))
    roll = rolls.roll_tower(parse_pool("2d6"), ["white", "red"])
    assert (roll.values, roll.colours, roll.how, roll.id, roll.tumbles) == (
        (5, 3),
        ("white", "red"),
        How.TOWER,
        1,
        1,
    )
    assert said == ["load 1 white, 1 red and close the lid"]


@pytest.mark.parametrize(
    ("fall", "reading", "why"),
    [
        ((1, Outcome.SHORT), [("white", 4)], "1 of 2 dice fell"),
        ((2, Outcome.FELL), [("white", 4)], "2 dice fell, the tray shows 1"),
        ((2, Outcome.FELL), [("white", 4), ("white", None)], "1 of 2 dice can't be read"),
        ((2, Outcome.FELL), [("white", 4), ("red", 1)], "the tray shows 1 white, 1 red"),
        ((3, Outcome.EXTRA), [("white", 4)] * 3, "3 of 2 dice fell"),
        ((0, Outcome.JAM), [], "something blocks the tower"),
        ((0, Outcome.CUT), [], "the tumble was cut short"),
    ],
)
def test_a_disagreement_is_said_and_rolled_again(
    fall: tuple[int, Outcome], reading: list[tuple[str, int | None]], why: str
) -> None:
    rolls, said = tower(Tray(reading, [("white", 6), ("white", 1)]), fall)
    roll = rolls.roll_tower(parse_pool("2d6"), ["white", "white"])
    assert (roll.values, roll.tumbles) == ((6, 1), 2)
    assert said[1] == f"{why}: rolling again"


def test_after_three_disagreements_people_are_asked() -> None:
    rolls, _ = tower(Tray(*[[("white", None)]] * 3))
    with pytest.raises(Disagree, match="type it in"):
        rolls.roll_tower(parse_pool("1d6"))


def test_the_chip_rolls_every_pool() -> None:
    rolls, _ = tower(None)
    roll = rolls.roll_chip(parse_pool("3d6+2d8+d100"))
    assert len(roll.values) == 6
    assert roll.how == How.CHIP
    assert roll.total == sum(roll.values)


def test_typed_rolls_are_checked_against_their_dice() -> None:
    rolls = DiceTower(None)
    assert rolls.roll_typed(parse_pool("d6+d8"), [6, 8]).how == How.TYPED
    for values in ([7, 1], [1], [0, 1], [1, 2, 3]):
        with pytest.raises(BadPool):
            rolls.roll_typed(parse_pool("d6+d8"), values)


def test_what_is_missing_is_named() -> None:
    with pytest.raises(HardwareTrouble, match="plug it in"):
        DiceTower(None).roll_chip(Pool(((1, 6),)))
    rolls, _ = tower(None)
    with pytest.raises(HardwareTrouble, match="camera"):
        rolls.roll_tower(Pool(((1, 6),)))
    rolls, _ = tower(Tray([]))
    with pytest.raises(BadPool, match="six-sided"):
        rolls.roll_tower(Pool(((1, 8),)))


def test_a_button_s_tumble_waits_to_be_claimed_once() -> None:
    chip = VirtualDevice(on_tumble=lambda _dice: (3, Outcome.FELL))
    device = Device(chip.link)
    device.connect()
    rolls = DiceTower(device)
    chip.press_button()
    device.poll(0.05)
    assert [(record.token, record.fallen) for record in rolls.unclaimed()] == [(0, 3)]
    assert rolls.unclaimed() == []
