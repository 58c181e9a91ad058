"""Photo sets with known truth -> changed copies, truth changed alike: does the reader know only these sets?

    python -m tests.vision.jitter ../shared/tablebench/photos OUT [--kind mirror,…] [--set set101] [--overlay]

writes OUT/KIND/setNNN, each scored by tablebench's score.py like any other set. `--overlay` also writes
OUT/KIND/setNNN/overlay.png: footprints, tops and dice of the changed truth drawn over the changed picture.
"""

import argparse
import copy
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.truth_overlay import draw_truth

Picture = NDArray[np.uint8]
Truth = dict[str, Any]
Shade = Callable[[Picture, np.random.Generator], Picture]

STUD_MM = 8.0
QUALITY = 97  # high, so that a copy that is only turned stays the same picture
SCALE = 0.85


def half_turned(truth: Truth, across: bool, down: bool) -> Truth:
    """The truth with its pictures flipped left-right (`across`), upside down (`down`), or both: half a turn.

    Pixel centres have whole coordinates, as in OpenCV: column u becomes width − 1 − u.
    """
    out = copy.deepcopy(truth)
    cols, rows = truth["board"]["cols"], truth["board"]["rows"]
    width, height = truth["shots"][0]["camera"]["width"], truth["shots"][0]["camera"]["height"]

    def place(x: float, y: float) -> list[float]:
        return [cols - x if across else x, rows - y if down else y]

    def pixel(u: float, v: float) -> list[float]:
        return [round(width - 1 - u, 3) if across else u, round(height - 1 - v, 3) if down else v]

    def facing(degrees: float) -> float:
        turned = 180 - degrees if across else degrees
        return (-turned if down else turned) % 360

    def block(b: Truth) -> None:
        b["x"] = cols - b["x"] - b["w"] if across else b["x"]
        b["y"] = rows - b["y"] - b["d"] if down else b["y"]

    corners = [pixel(*corner) for corner in truth["tray_px"]]
    out["tray_px"] = corners if across == down else corners[::-1]  # the same way round as before
    for shot in out["shots"]:
        shot["camera"] = turned_camera(shot["camera"], cols, rows, across, down)
        for model in (*shot["figures"], *shot["constructs"]):
            model["x"], model["y"] = place(model["x"], model["y"])
            model["facing"] = facing(model["facing"])
        for construct in shot["constructs"]:
            x0, y0, x1, y1 = construct["footprint"]
            (xa, ya), (xb, yb) = place(x0, y0), place(x1, y1)
            construct["footprint"] = [min(xa, xb), min(ya, yb), max(xa, xb), max(ya, yb)]
        for b in shot["blocks"]:
            block(b)
        shot["heights"] = [row[::-1] if across else row for row in shot["heights"][:: -1 if down else 1]]
        for die in shot["dice"]:
            die["x_px"], die["y_px"] = pixel(die["x_px"], die["y_px"])
        what = shot["what"]
        if isinstance(what, dict):
            for end in ("from", "to"):
                if isinstance(what.get(end), list):
                    what[end] = place(*what[end])
            if "block_removed" in what:
                block(what["block_removed"])
    return out


def turned_camera(camera: Truth, cols: int, rows: int, across: bool, down: bool) -> Truth:
    """The camera that sees the flipped table in the flipped picture."""
    flip = np.diag([-1.0 if across else 1.0, -1.0 if down else 1.0, 1.0])
    rotation, shift = np.array(camera["R"]), np.array(camera["t"])
    far = np.array([cols * STUD_MM * across, rows * STUD_MM * down, 0.0])
    lens = np.array(camera["K"])
    lens[0, 2] = camera["width"] - 1 - lens[0, 2] if across else lens[0, 2]
    lens[1, 2] = camera["height"] - 1 - lens[1, 2] if down else lens[1, 2]
    k1, k2, p1, p2, k3 = camera["dist"]
    return camera | {
        "R": (flip @ rotation @ flip).tolist(),
        "t": (flip @ (shift + rotation @ far)).tolist(),
        "K": lens.tolist(),
        "dist": [k1, k2, -p1 if down else p1, -p2 if across else p2, k3],
    }


def scaled(truth: Truth, scale: float) -> Truth:
    """The truth of pictures made smaller."""
    out = copy.deepcopy(truth)

    def pixel(v: float) -> float:
        return (v + 0.5) * scale - 0.5

    out["tray_px"] = [[pixel(u), pixel(v)] for u, v in truth["tray_px"]]
    for shot in out["shots"]:
        camera = shot["camera"]
        camera["width"], camera["height"] = round(camera["width"] * scale), round(camera["height"] * scale)
        (fx, s, cx), (_, fy, cy), last = camera["K"]
        camera["K"] = [[fx * scale, s, pixel(cx)], [0.0, fy * scale, pixel(cy)], last]
        for die in shot["dice"]:
            die["x_px"], die["y_px"] = pixel(die["x_px"]), pixel(die["y_px"])
    return out


def in_light(picture: Picture, gain: NDArray[np.float64], gamma: float = 1.0) -> Picture:
    """The picture with its light multiplied (B, G, R, in linear light) and its tones bent."""
    bright = (picture / 255.0) ** 2.2 * gain
    return np.asarray(np.clip(np.round(255 * bright ** (gamma / 2.2)), 0, 255), np.uint8)


def noisy(picture: Picture, dice: np.random.Generator, sigma: float = 4.0) -> Picture:
    """The picture with grain of a pixel or two, as after a webcam's own smoothing."""
    grain = dice.normal(0, 1, picture.shape).astype(np.float32)
    grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.6), np.float32)
    return np.asarray(np.clip(np.round(picture + sigma * grain / grain.std()), 0, 255), np.uint8)


def recompressed(picture: Picture, quality: int = 55) -> Picture:
    """The picture as a thriftier JPEG shows it."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def wobbly(picture: Picture, dice: np.random.Generator) -> Picture:
    """The picture with an exposure and a white balance of its own."""
    gain = np.exp(dice.normal(0, 0.05) + dice.normal(0, 0.015, 3))
    return in_light(picture, gain)


def smaller(picture: Picture) -> Picture:
    """The picture at SCALE, averaged."""
    size = (round(picture.shape[1] * SCALE), round(picture.shape[0] * SCALE))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def same(truth: Truth) -> Truth:
    """A change of pixels alone changes nothing on the table."""
    return truth


@dataclass(frozen=True)
class Kind:
    """One way to change a set: its pixels, and what that makes of its truth."""

    pixels: Shade
    truth: Callable[[Truth], Truth] = same


KINDS: dict[str, Kind] = {
    "mirror": Kind(lambda p, _: np.asarray(p[:, ::-1]), lambda t: half_turned(t, True, False)),
    "turn": Kind(lambda p, _: np.asarray(p[::-1, ::-1]), lambda t: half_turned(t, True, True)),
    "flip": Kind(lambda p, _: np.asarray(p[::-1]), lambda t: half_turned(t, False, True)),
    "dim": Kind(lambda p, _: in_light(p, np.full(3, 0.6))),
    "bright": Kind(lambda p, _: in_light(p, np.full(3, 1.3))),
    "gamma": Kind(lambda p, _: in_light(p, np.ones(3), 1.2)),
    "warm": Kind(lambda p, _: in_light(p, np.array([0.75, 0.97, 1.12]))),
    "cold": Kind(lambda p, _: in_light(p, np.array([1.15, 1.0, 0.82]))),
    "wobble": Kind(wobbly),
    "noise": Kind(noisy),
    "jpeg": Kind(lambda p, _: recompressed(p)),
    "blur": Kind(lambda p, _: np.asarray(cv2.GaussianBlur(p, (0, 0), 0.8), np.uint8)),
    "small": Kind(lambda p, _: smaller(p), lambda t: scaled(t, SCALE)),
}


def copy_set(folder: Path, out: Path, name: str, overlay: bool = False) -> None:
    """Write one changed copy of a set."""
    kind = KINDS[name]
    dice = np.random.default_rng([int.from_bytes(folder.name.encode(), "big") % 2**32, len(name)])
    (out / "lens").mkdir(parents=True, exist_ok=True)
    for path in sorted([*folder.glob("*.jpg"), *(folder / "lens").glob("*.jpg")]):
        picture = np.asarray(cv2.imread(str(path)), np.uint8)
        target = out / path.relative_to(folder)
        cv2.imwrite(str(target), kind.pixels(picture, dice), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    truth = kind.truth(json.loads((folder / "truth.json").read_text()))
    (out / "truth.json").write_text(json.dumps(truth))
    if overlay:
        shot = truth["shots"][-1]
        cv2.imwrite(str(out / "overlay.png"), draw_truth(cv2.imread(str(out / shot["image"])), truth, shot))


def main(words: list[str]) -> None:
    """The command."""
    asked = argparse.ArgumentParser(prog="python -m tests.vision.jitter", description=__doc__)
    asked.add_argument("photos", type=Path)
    asked.add_argument("out", type=Path)
    asked.add_argument("--kind", default=",".join(KINDS), help=f"of {', '.join(KINDS)}; all by default")
    asked.add_argument("--set", default="", help="names of sets; all by default")
    asked.add_argument("--overlay", action="store_true", help="draw the changed truth over a changed picture")
    said = asked.parse_args(words)
    wanted = [name for name in said.set.split(",") if name]
    for kind in said.kind.split(","):
        if kind not in KINDS:
            asked.error(f"no kind {kind!r}; there are {', '.join(KINDS)}")
        for path in sorted(said.photos.glob("*/truth.json")):
            if not wanted or path.parent.name in wanted:
                copy_set(path.parent, said.out / kind / path.parent.name, kind, said.overlay)


if __name__ == "__main__":
    main(sys.argv[1:])
