"""The compiled firmware as a match's device: the virtual table's dice break its beam."""

import pytest

from hardware.bench import missing_tools
from hardware.tower import DiceTower, TrayDie
from hardware.virtual.builders import overhead
from hardware.virtual.scene import Board, Scene
from hardware.virtual.table import VirtualTable
from referee.law.ruling import Dice, Due
from referee.live.rolling import Roller
from referee.live.virtual import BenchDevice, bench_device

pytestmark = [pytest.mark.avr, pytest.mark.skipif(missing_tools() is not None, reason="needs the AVR tools")]


def test_loaded_dice_fall_through_the_compiled_tower_and_others_are_drawn_by_its_chip() -> None:
    scene = Scene(Board(32, 32))
    table = VirtualTable(scene, overhead(scene.board, 128, 72))
    device = bench_device(table)
    assert isinstance(device, BenchDevice)

    def tray() -> list[TrayDie]:
        return [TrayDie(die.colour, die.value) for die in table.truth_for_tests.dice]

    table.load(["white", "red"])
    due = Due("Ann", "roll", dice=(Dice(1, 8, "green"), Dice(1, 6, "red"), Dice(1, 6, "white")))
    try:
        fallen = Roller(DiceTower(device, tray), tray).roll(due)
    finally:
        device.end()
    assert [(die.colour, die.sides) for die in fallen.roll.dice] == [("green", 8), ("red", 6), ("white", 6)]
    shown = {die.colour: die.value for die in table.truth_for_tests.dice}
    assert [die.value for die in fallen.roll.dice[1:]] == [shown["red"], shown["white"]]
