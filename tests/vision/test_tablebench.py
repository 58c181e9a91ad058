"""The scoreboard's *must* column on three of its tables: a knocked camera, a switched lamp, taken bricks."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SETS = ("set101", "set104", "set106")
AT_LEAST = {
    "grid found": 1,
    "figures found (recall)": 0.97,
    "figures true (precision)": 0.97,
    "figure on its exact studs": 0.93,
    "figure facing right": 0.93,
    "figure level exact": 0.93,
    "figure head seen or missed rightly": 0.95,
    "figure hat seen or missed rightly": 0.95,
    "figure lying or standing": 0.95,
    "figure torso colour": 0.90,
    "model keeps its track": 0.97,
    "tracks are told apart": 0.97,
    "constructs found (recall)": 0.95,
    "constructs true (precision)": 0.95,
    "construct colours seen": 0.75,
    "construct colours true": 0.75,
    "height exact, raised studs": 0.90,
    "pieces found (recall)": 0.95,
    "pieces true (precision)": 0.95,
    "piece footprint exact": 0.95,
    "piece top level exact": 0.90,
    "piece colour": 0.95,
    "dice found (recall)": 0.99,
    "dice true (precision)": 0.99,
    "die value": 0.99,
    "move seen": 1,
}
AT_MOST = {
    "grid error, studs (mean)": 0.05,
    "construct place error, studs": 0.7,
    "construct height error, plates": 1.5,
    "height said but wrong, raised studs": 0.04,
    "height said but wrong, all seen studs": 0.005,
    "die value said but wrong": 0,
    "moves claimed that were not": 0,
}


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    """What the scoreboard says of all the photos together."""
    bench = Path(__file__).resolve().parents[3] / "shared" / "tablebench"
    if not bench.is_dir():
        pytest.skip("needs the photographs in ../shared")
    sets = [str(bench / "photos" / name) for name in SETS]
    done = subprocess.run(
        [sys.executable, str(bench / "score.py"), *sets, "--", sys.executable, "-m", "referee", "observe"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).resolve().parents[2],
    )
    (tmp_path_factory.mktemp("score") / "board.txt").write_text(done.stdout)
    return {
        name: float(value) for name, value in re.findall(r"^(\S.*?)\s{2,}([\d.]+)\s+n=", done.stdout, re.M)
    }


@pytest.mark.shared
@pytest.mark.parametrize("measure", AT_LEAST)
def test_enough_is_read_rightly(board: dict[str, float], measure: str) -> None:
    assert board[measure] >= AT_LEAST[measure]


@pytest.mark.shared
@pytest.mark.parametrize("measure", AT_MOST)
def test_little_is_read_wrongly(board: dict[str, float], measure: str) -> None:
    assert board[measure] <= AT_MOST[measure]
