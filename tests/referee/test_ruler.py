"""The ruler alone: what is measured between the models of an observation."""

import json
from pathlib import Path

import numpy as np
import pytest

from calibration.camera import Camera, Lens
from referee.cli.main import main
from referee.problems import BadInput
from referee.ruler import between, every_pair
from vision.observation import Construct, Figure, Observation

CAMERA = Camera(Lens(128, 72, 100.0, 100.0, 64.0, 36.0), (0.0, 0.0, 0.0), (0.0, 0.0, 80.0))


def figure(track: str, x: float, y: float, error: float = 0.05) -> Figure:
    return Figure(track, x, y, 0, 90.0, False, True, False, "red", "yellow", error=error)


def table(height: int, *more: Figure) -> Observation:
    """Two figures with a wall of some plates right across between them, and a construct far off."""
    heights = np.zeros((24, 24), np.int16)
    heights[:, 11] = height
    van = Construct("c1", 20.0, 20.0, 0, 9, (18, 19, 22, 21), ("red",))
    return Observation(
        CAMERA, heights, figures=(figure("f1", 4, 12.5), figure("f2", 19, 12.5), *more), constructs=(van,)
    )


def test_a_wall_is_climbed_and_seen_over_from_the_shoulders_up() -> None:
    found = between(table(5), "f1", "f2")
    assert found.way is not None
    assert found.way.value == pytest.approx(15 + 2 * 5 * 0.4)
    assert found.way.error == pytest.approx(1.96 * 0.05 * 2**0.5)
    assert found.climb == pytest.approx(4.0)
    assert found.straight == 15
    assert found.eye is not None
    assert found.eye.gap.value == pytest.approx(13.0)
    assert found.eye.seen
    tall = between(table(30), "f1", "f2").eye
    assert tall is not None
    assert not tall.seen
    assert tall.cover == "hard"
    assert "hidden" in between(table(30), "f1", "f2").text()


def test_a_model_in_between_is_gone_round_and_is_soft_cover() -> None:
    crowd = tuple(figure(f"x{n}", 8.0, 11.5 + n) for n in range(3))
    found = between(table(0, *crowd), "f1", "f2")
    assert found.way is not None
    assert found.way.value > 15.2
    assert found.eye is not None
    assert found.eye.cover == "soft"


def test_places_and_every_pair() -> None:
    assert between(table(0), "2,3", "5,7").straight == 5
    assert between(table(0), "2,3", "f1").eye is None
    assert len(every_pair(table(0))) == 6
    with pytest.raises(BadInput, match="did you mean 'f1'"):
        between(table(0), "ff1", "f2")


def test_one_end_alone_is_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", "photo.jpg", "--from", "f1"]) == 2
    assert "Give both --from and --to" in capsys.readouterr().err


@pytest.mark.shared
def test_studeye_measure_reads_a_photo(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos = shared / "tablebench/photos/set101"
    lens = ",".join(str(path) for path in sorted((photos / "lens").glob("*.jpg")))
    words = [
        "--board",
        "32x32",
        "--lens",
        lens,
        "--bare",
        str(photos / "00.jpg"),
        "--terrain",
        str(photos / "01.jpg"),
    ]
    assert main(["measure", str(photos / "02.jpg"), *words, "--from", "0,0", "--to", "3,4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["straight"] == 5
