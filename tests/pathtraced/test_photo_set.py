"""Sets and clips whose pictures are blank: what is written beside them, and that a seed says it all."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest

from tests.pathtraced.blank import Blank
from tests.pathtraced.clip import make_clip
from tests.pathtraced.photo_set import make_set
from tests.pathtraced.recipe import NAMED, Recipe

SIZE = (320, 180)
RECIPE = replace(
    NAMED[2101], size=SIZE, lying=1, changes=("moved", "light", "knocked", "block_removed", "nothing")
)
SEED = 11


def made(folder: Path, seed: int = SEED, recipe: Recipe = RECIPE) -> dict[str, Any]:
    """The truth of a set just made."""
    make_set(folder, recipe, seed, 1, Blank)
    truth: dict[str, Any] = json.loads((folder / "truth.json").read_text())
    return truth


def test_a_set_has_the_files_and_the_truth_of_tablebench(tmp_path: Path) -> None:
    truth = made(tmp_path)
    photos = [f"{number:02d}.jpg" for number in range(8)]
    assert sorted(path.name for path in tmp_path.glob("*.jpg")) == photos
    assert sorted(path.name for path in tmp_path.glob("lens/*")) == photos[:6]
    assert truth.keys() == {"board", "tray_px", "shots"}
    assert [shot["image"] for shot in truth["shots"]] == photos
    picture = cv2.imread(str(tmp_path / "02.jpg"))
    assert picture is not None
    assert picture.shape == (SIZE[1], SIZE[0], 3)


@pytest.mark.shared
def test_the_truth_has_tablebenchs_keys(tmp_path: Path, shared: Path) -> None:
    theirs = json.loads((shared / "tablebench/photos/set101/truth.json").read_text())
    mine, other = made(tmp_path)["shots"][2], theirs["shots"][2]
    assert mine.keys() == other.keys()
    assert mine["camera"].keys() == other["camera"].keys()
    for things in ("figures", "constructs", "blocks", "dice"):
        assert mine[things][0].keys() == other[things][0].keys()


def test_what_each_photo_shows_is_told_in_order(tmp_path: Path) -> None:
    shots = made(tmp_path)["shots"]
    told = [shot["what"] if isinstance(shot["what"], str) else next(iter(shot["what"])) for shot in shots]
    assert told == [
        "bare board", "terrain", "set-up",
        "moved", "light changed", "camera knocked", "block_removed", "nothing",
    ]  # fmt: skip
    assert not shots[0]["blocks"]
    assert not shots[1]["figures"]
    cameras = [shot["camera"]["R"] for shot in shots]
    assert [camera == cameras[0] for camera in cameras] == [True] * 5 + [False] * 3


def test_the_same_seed_makes_the_same_set(tmp_path: Path) -> None:
    first, again, other = (made(tmp_path / name, seed) for name, seed in (("a", 1), ("b", 1), ("c", 2)))
    assert first == again
    assert first != other
    assert (tmp_path / "a/03.jpg").read_bytes() == (tmp_path / "b/03.jpg").read_bytes()


def test_a_change_that_is_not_possible_becomes_another(tmp_path: Path) -> None:
    shots = made(tmp_path, recipe=replace(RECIPE, constructs=0, changes=("mech",)))["shots"]
    assert "moved" in shots[3]["what"]
    shots = made(tmp_path, recipe=replace(RECIPE, figures=0, lying=0, changes=("hat_off",)))["shots"]
    assert shots[3]["what"] == "nothing"


def test_a_clip_tells_when_a_hand_is_there_and_when_the_table_rests(tmp_path: Path) -> None:
    make_clip(tmp_path, replace(RECIPE, lying=0), SEED, 1, Blank)
    truth = json.loads((tmp_path / "truth.json").read_text())
    video = cv2.VideoCapture(str(tmp_path / "clip.mp4"))
    assert int(video.get(cv2.CAP_PROP_FRAME_COUNT)) == len(truth["frames"])
    hands = "".join("h" if frame["hand"] else "." for frame in truth["frames"])
    assert [run[0] for run in hands.replace(".h", ". h").replace("h.", "h .").split()] == list(".h.h.h.")
    for state in truth["states"]:
        assert not truth["frames"][state["settled_at"]]["hand"]
    assert [state["change"] is None for state in truth["states"]].count(
        True
    ) == 2  # the start, a pointing hand
    for before, after in zip(truth["states"], truth["states"][1:], strict=False):
        assert (before["figures"] != after["figures"]) == (after["change"] is not None)
