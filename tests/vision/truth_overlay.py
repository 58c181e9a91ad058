"""A shot's truth -> lines over its picture, to judge by eye: blocks, models and dice."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Truth = dict[str, Any]

STUD_MM, PLATE_MM = 8.0, 3.2
BLOCKS, MODELS, PIXELS = (0, 255, 255), (0, 255, 0), (255, 0, 255)


def project(camera: Truth, points: Any) -> Array:
    """Pixels (N, 2) of table points (N, 3) in studs, studs and plates: the lens model of tablebench."""
    p = np.asarray(points, float).reshape(-1, 3) * [STUD_MM, STUD_MM, -PLATE_MM]
    q = p @ np.array(camera["R"]).T + np.array(camera["t"])
    x, y = q[:, 0] / q[:, 2], q[:, 1] / q[:, 2]
    k1, k2, p1, p2, k3 = camera["dist"]
    r2 = x * x + y * y
    radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
    u = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
    v = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
    lens = np.array(camera["K"])
    return np.stack([lens[0, 0] * u + lens[0, 2], lens[1, 1] * v + lens[1, 2]], -1)


def draw_truth(picture: Any, truth: Truth, shot: Truth) -> Any:
    """The picture with the truth drawn on it."""
    out, camera = picture.copy(), shot["camera"]

    def loop(px: Array, colour: tuple[int, int, int]) -> None:
        cv2.polylines(out, [np.round(px * 16).astype(np.int32)], True, colour, 1, cv2.LINE_AA, 4)

    def level(h: float, x0: float, y0: float, x1: float, y1: float) -> Array:
        return project(camera, [(x0, y0, h), (x1, y0, h), (x1, y1, h), (x0, y1, h)])

    loop(level(0, 0, 0, truth["board"]["cols"], truth["board"]["rows"]), BLOCKS)
    for b in shot["blocks"]:
        loop(level(b["base"] + b["plates"], b["x"], b["y"], b["x"] + b["w"], b["y"] + b["d"]), BLOCKS)
    for f in shot["figures"]:
        turn = np.deg2rad(f["facing"])
        ahead = [f["x"] + 1.5 * np.cos(turn), f["y"] + 1.5 * np.sin(turn), f["base"]]
        loop(project(camera, [[f["x"], f["y"], f["base"]], ahead]), MODELS)
        loop(level(f["base"] + 12, f["x"] - 0.5, f["y"] - 0.5, f["x"] + 0.5, f["y"] + 0.5), MODELS)
    for c in shot["constructs"]:
        loop(level(c["base"], *c["footprint"]), MODELS)
        loop(level(c["base"] + c["plates"], *c["footprint"]), MODELS)
    for die in shot["dice"]:
        cv2.circle(out, (round(die["x_px"]), round(die["y_px"])), 14, PIXELS, 1, cv2.LINE_AA)
    loop(np.array(truth["tray_px"], float), PIXELS)
    return out
