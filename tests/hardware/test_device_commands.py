"""`studeye roll`, `leds` and `flash` as a person or a program calls them."""

import json
from pathlib import Path

import pytest

from referee.cli.main import BAD_INPUT, DONE, HARDWARE, main


def test_roll_says_dice_values_and_total(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["roll", "2d6+1d8", "--virtual", "--json", "--times", "3"]) == DONE
    rolls = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [roll["id"] for roll in rolls] == [1, 2, 3]
    assert all(roll["total"] == sum(roll["values"]) and len(roll["values"]) == 3 for roll in rolls)
    assert main(["roll", "d20", "--virtual"]) == DONE
    assert capsys.readouterr().out.startswith("1d20: ")


def test_roll_checks_typed_values_without_a_device(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["roll", "2d6", "--typed", "3,4"]) == DONE
    assert "= 7" in capsys.readouterr().out


def test_fairness_prints_its_p_values_and_draws_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plot = tmp_path / "dice.svg"
    words = ["roll", "d6+d20", "--virtual", "--json", "--fairness", "600", "--plot", str(plot)]
    main(words)  # a fair die is accused once in a thousand: the verdict is not what is tested here
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(dice["name"], dice["rolls"]) for dice in found] == [("d6", 600), ("d20", 600)]
    assert all(0 <= dice["p_sides"] <= 1 and sum(dice["counts"]) == 600 for dice in found)
    assert plot.read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["roll", "2x6"], BAD_INPUT, "write them like"),
        (["roll", "2d6", "--typed", "3,9"], BAD_INPUT, "can't show 9"),
        (["roll", "2d6", "--typed", "three"], BAD_INPUT, "three"),
        (["roll", "d6", "--virtual", "--times", "0"], BAD_INPUT, "at least 1"),
        (["roll", "--port", "/dev/not-there"], HARDWARE, "plugged in"),
        (["leds", "mauve", "--virtual"], BAD_INPUT, "#rrggbb"),
        (["leds", "red", "--virtual", "--grid", "9x9"], BAD_INPUT, "64 LEDs"),
        (["leds", "red", "--screen", "--at", "here"], BAD_INPUT, "studs"),
        (["leds", "red", "--screen", "--grid", "0x8"], BAD_INPUT, "--grid"),
        (["leds", "red", "--virtual", "--brightness", "300"], BAD_INPUT, "0 to 255"),
    ],
)
def test_bad_input_is_one_sentence_and_its_exit_code(
    words: list[str], code: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == code
    captured = capsys.readouterr()
    assert says in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("effect", ["steady", "pulse", "chase", "flash"])
def test_leds_light_the_place_that_is_named(effect: str, capsys: pytest.CaptureFixture[str]) -> None:
    place = ["--at", "0,0", "8,0", "8,8", "0,8"]
    assert main(["leds", "#0102ff", "--virtual", "--json", "--effect", effect, *place]) == DONE
    said = json.loads(capsys.readouterr().out)
    assert (said["leds"], said["colour"]) == ([0, 1, 14, 15], [1, 2, 255])


def test_flash_says_what_it_would_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["flash", "--dry-run", "--board", "mega", "--port", "/dev/ttyACM0", "--json"]) == DONE
    words = json.loads(capsys.readouterr().out)["command"]
    assert words[:3] == ["avrdude", "-p", "atmega2560"]
    assert words[-1].endswith("studeye-mega.hex:i")
