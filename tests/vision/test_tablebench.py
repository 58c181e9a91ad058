"""The scoreboard's *must* figures on two of its tables, one of them with a knocked camera."""

import re
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.shared
@pytest.mark.parametrize("name", ["set101", "set106"])
def test_the_lattice_the_terrain_and_the_dice_are_where_the_truth_has_them(shared: Path, name: str) -> None:
    bench = shared / "tablebench"
    words = [sys.executable, str(bench / "score.py"), str(bench / "photos" / name), "--"]
    done = subprocess.run(
        [*words, sys.executable, "-m", "referee", "observe"], capture_output=True, text=True, check=True
    )
    figures = dict(re.findall(r"^(\S.*?)\s{2,}([\d.]+)\s+n=", done.stdout, re.MULTILINE))
    assert float(figures["grid found"]) == 1
    assert float(figures["grid error, studs (mean)"]) <= 0.05
    assert float(re.findall(r"\(worst\).*worst ([\d.]+)", done.stdout)[0]) <= 0.15
    assert float(figures["height exact, raised studs"]) >= 0.90
    assert float(figures["pieces found (recall)"]) >= 0.95
    assert float(figures["die value"]) >= 0.99
