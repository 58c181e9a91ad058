"""Photos taken with a live camera: looked at first, asked for again when they won't do."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import CannotRead
from calibration.pictures import load_picture
from hardware.camera import Frame
from referee.cli.shoot import LENS_SHOTS, WARM_UP, take_shots
from tests.calibration.conftest import COLS, ROWS, Shoot


class Slides:
    """A camera that shows one picture after another, each for as long as a shot takes."""

    def __init__(self, pictures: list[NDArray[np.uint8]]) -> None:
        self._pictures, self._count = pictures, 0

    def read(self) -> Frame:
        picture = self._pictures[self._count // (WARM_UP + 1)]
        self._count += 1
        return Frame(picture, 0.0, self._count)

    def close(self) -> None:
        pass


def test_six_lens_shots_and_the_mounted_one_are_kept(tmp_path: Path, shoot: Shoot) -> None:
    asked: list[str] = []

    def ask(words: str) -> str:
        asked.append(words)
        return ""

    dark = np.zeros_like(shoot.bare)
    pictures = [dark, *[shoot.lens[k % 4] for k in range(LENS_SHOTS)], shoot.bare]
    bare, lens = take_shots(Slides(pictures), tmp_path / "shots", (COLS, ROWS), ask)
    assert len(lens) == LENS_SHOTS
    assert np.array_equal(load_picture(bare), shoot.bare)
    assert "won't do" in asked[1]
    assert len(asked) == LENS_SHOTS + 2


def test_leaving_early_writes_nothing_more(tmp_path: Path, shoot: Shoot) -> None:
    with pytest.raises(CannotRead, match="nothing was written"):
        take_shots(Slides([shoot.bare]), tmp_path, (COLS, ROWS), lambda _: "q")
    assert list(tmp_path.iterdir()) == []
