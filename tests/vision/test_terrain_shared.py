"""Terrain on the photographs with their truth: the must column, tables calibrated by the product itself."""

import importlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.pictures import load_picture
from calibration.table import Table
from vision.terrain import Terrain, read_terrain

MUST_AT_LEAST = {
    "height exact, raised studs": 0.90,
    "pieces found (recall)": 0.95,
    "pieces true (precision)": 0.95,
    "piece footprint exact": 0.95,
    "piece top level exact": 0.90,
    "piece colour": 0.95,
}
MUST_AT_MOST = {"height said but wrong, raised studs": 0.04, "height said but wrong, all seen studs": 0.005}


def table_of(folder: Path, truth: dict[str, Any]) -> Table:
    """Calibrated as a user would, from the bare board and the lens shots."""
    board = truth["board"]
    shots = [load_picture(p) for p in sorted((folder / "lens").glob("*.jpg"))]
    return calibrate(load_picture(folder / "00.jpg"), shots, (board["cols"], board["rows"]))


def answer(terrain: Terrain) -> dict[str, Any]:
    """As `studeye observe` prints it."""
    return {
        "heights": [[None if v < 0 else int(v) for v in row] for row in terrain.heights],
        "pieces": [
            {"x": p.x, "y": p.y, "w": p.w, "d": p.d, "top": p.top, "colour": p.colour} for p in terrain.pieces
        ],
    }


@pytest.mark.shared
def test_terrain_is_read_as_well_as_it_must_be(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(shared / "tablebench"))
    score = importlib.import_module("score")
    tally = score.Tally()
    for folder in sorted(p.parent for p in (shared / "tablebench" / "photos").glob("*/truth.json")):
        truth = json.loads((folder / "truth.json").read_text())
        bare, built = (load_picture(folder / name) for name in ("00.jpg", "01.jpg"))
        terrain = read_terrain(table_of(folder, truth), bare, built)
        assert terrain.drop.gap == 0.0, f"{folder.name}: these bricks are drawn as large as their cells"
        score.score_shot(tally, truth, truth["shots"][1], answer(terrain), {})
    for name, least in MUST_AT_LEAST.items():
        assert np.mean(tally.rows[name]) >= least, name
    for name, most in MUST_AT_MOST.items():
        assert np.mean(tally.rows[name]) <= most, name
