"""Changed copies of photo sets: the changed truth lies where the changed picture shows it."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.jitter import KINDS, SCALE, copy_set, half_turned, scaled
from tests.vision.truth_overlay import project

COLS, ROWS, WIDTH, HEIGHT = 12, 8, 640, 480


def a_truth() -> dict[str, Any]:
    """A tilted, bent lens over a small table with one of everything."""
    rotation, _ = cv2.Rodrigues(np.array([0.06, -0.04, 0.1]))
    camera = {
        "width": WIDTH,
        "height": HEIGHT,
        "K": [[500.0, 0.0, 331.0], [0.0, 500.0, 228.0], [0.0, 0.0, 1.0]],
        "dist": [-0.1, 0.05, 0.002, -0.003, 0.0],
        "R": np.asarray(rotation).tolist(),
        "t": [-45.0, -30.0, 260.0],
    }
    heights = np.zeros((ROWS, COLS), int)
    heights[1:3, 2:6] = 3
    figure = {"id": "fig0", "x": 9.5, "y": 6.0, "base": 0, "facing": 90, "lying": False}
    construct = {"id": "m", "x": 9, "y": 2, "base": 0, "plates": 9, "facing": 0, "footprint": [8, 1, 11, 4]}
    block = {"x": 2, "y": 1, "w": 4, "d": 2, "base": 0, "plates": 3, "colour": "red"}
    top = project(camera, [(4.0, 2.0, 3.0)])[0]
    shot = {
        "image": "00.jpg",
        "what": {"moved": "fig0", "from": [1.0, 6.5], "to": [9.5, 6.0]},
        "camera": camera,
        "figures": [figure],
        "constructs": [construct],
        "blocks": [block],
        "heights": heights.tolist(),
        "dice": [{"colour": "red", "value": 2, "x_px": float(top[0]), "y_px": float(top[1])}],
    }
    return {
        "board": {"cols": COLS, "rows": ROWS, "colour": "tan"},
        "tray_px": [[500, 100], [600, 100], [600, 200], [500, 200]],
        "shots": [shot],
    }


FLIPS = [(True, False), (False, True), (True, True)]


@pytest.mark.parametrize(("across", "down"), FLIPS)
def test_every_point_of_a_flipped_table_lies_where_the_flipped_picture_shows_it(
    across: bool, down: bool
) -> None:
    before, after = a_truth(), half_turned(a_truth(), across, down)
    points = np.array([(1.0, 2.0, 0.0), (11.0, 7.5, 9.0), (6.0, 0.0, 15.0)])
    moved = points.copy()
    moved[:, 0] = COLS - moved[:, 0] if across else moved[:, 0]
    moved[:, 1] = ROWS - moved[:, 1] if down else moved[:, 1]
    px = project(before["shots"][0]["camera"], points)
    px[:, 0] = WIDTH - 1 - px[:, 0] if across else px[:, 0]
    px[:, 1] = HEIGHT - 1 - px[:, 1] if down else px[:, 1]
    assert np.allclose(project(after["shots"][0]["camera"], moved), px, atol=1e-9)


@pytest.mark.parametrize(("across", "down"), FLIPS)
def test_a_flipped_truth_agrees_with_itself(across: bool, down: bool) -> None:
    shot = half_turned(a_truth(), across, down)["shots"][0]
    block, die = shot["blocks"][0], shot["dice"][0]
    x, y, w, d = (block[k] for k in "xywd")
    cells = np.zeros((ROWS, COLS), int)
    cells[y : y + d, x : x + w] = 3
    assert (np.array(shot["heights"]) == cells).all()
    # the die of `a_truth` lies on the middle of the block's top
    middle = project(shot["camera"], [(x + w / 2, y + d / 2, 3.0)])[0]
    assert np.allclose(middle, [die["x_px"], die["y_px"]], atol=1e-2)
    figure, construct = shot["figures"][0], shot["constructs"][0]
    assert shot["what"]["to"] == [figure["x"], figure["y"]]
    x0, y0, x1, y1 = construct["footprint"]
    assert (x1 - x0, y1 - y0) == (3, 3)
    assert x0 <= construct["x"] <= x1
    assert y0 <= construct["y"] <= y1
    assert figure["facing"] == (270 if down else 90)
    assert construct["facing"] == (180 if across else 0)


@pytest.mark.parametrize(("across", "down"), FLIPS)
def test_flipping_twice_gives_the_truth_back(across: bool, down: bool) -> None:
    again = half_turned(half_turned(a_truth(), across, down), across, down)
    assert again["shots"][0]["blocks"] == a_truth()["shots"][0]["blocks"]
    assert again["shots"][0]["heights"] == a_truth()["shots"][0]["heights"]
    assert np.allclose(again["shots"][0]["camera"]["t"], a_truth()["shots"][0]["camera"]["t"])
    assert again["tray_px"] == a_truth()["tray_px"]


def test_a_smaller_picture_shows_every_point_at_its_scale() -> None:
    after = scaled(a_truth(), SCALE)["shots"][0]
    points = [(1.0, 2.0, 0.0), (11.0, 7.5, 9.0)]
    before = project(a_truth()["shots"][0]["camera"], points)
    assert np.allclose(project(after["camera"], points), (before + 0.5) * SCALE - 0.5)
    assert (after["camera"]["width"], after["camera"]["height"]) == (544, 408)


def test_a_dot_drawn_at_a_table_point_is_found_there_in_every_copy(tmp_path: Path) -> None:
    """The pixels go the same way as the truth: a bright blob at a block's corner stays at that corner."""
    truth = a_truth()
    truth["shots"][0]["image"] = "00.jpg"
    at = project(truth["shots"][0]["camera"], [(4.0, 2.0, 3.0)])[0]
    ys, xs = np.mgrid[0:HEIGHT, 0:WIDTH]
    blob = 40 + 160 * np.exp(-((xs - at[0]) ** 2 + (ys - at[1]) ** 2) / 50)
    folder = tmp_path / "set1"
    (folder / "lens").mkdir(parents=True)
    cv2.imwrite(str(folder / "00.jpg"), np.repeat(blob[..., None], 3, 2), [cv2.IMWRITE_JPEG_QUALITY, 98])
    (folder / "truth.json").write_text(json.dumps(truth))
    for kind in KINDS:
        copy_set(folder, tmp_path / kind, kind, overlay=True)
        picture = cv2.imread(str(tmp_path / kind / "00.jpg"), cv2.IMREAD_GRAYSCALE)
        assert picture is not None
        shot = json.loads((tmp_path / kind / "truth.json").read_text())["shots"][0]
        light = np.maximum(picture.astype(float) - 110, 0)
        v, u = np.mgrid[0 : light.shape[0], 0 : light.shape[1]]
        seen = np.array([(u * light).sum(), (v * light).sum()]) / light.sum()
        assert np.allclose(seen, [shot["dice"][0]["x_px"], shot["dice"][0]["y_px"]], atol=0.15), kind
