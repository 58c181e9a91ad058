"""Photographs of dice, and changed copies of them → how well they are read.

`python -m tests.vision.dice_jitter ../shared/realphotos/dice` reads every photo as it is, mirrored, turned,
brighter, darker, smaller, larger, blurred and packed again, and prints a line for each of these.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice import read_dice
from vision.observation import Die

Picture = NDArray[np.uint8]
Box = tuple[float, float, float, float]
Change = tuple[
    Callable[[Picture], Picture], NDArray[np.float64]
]  # of the pixels; of the places: a 2 × 3 matrix
BLUR_PX, QUALITY = 0.7, 70


def changes(size: int) -> dict[str, Change]:
    """What is done to square photos of `size` pixels."""
    same, last = np.eye(2, 3), size - 1.0
    table: dict[str, Change] = {
        "as it is": (lambda p: p, same),
        "mirrored": (lambda p: p[:, ::-1], np.array([[-1, 0, last], [0, 1.0, 0]])),
        "turned by 90°": (lambda p: np.rot90(p), np.array([[0, 1.0, 0], [-1, 0, last]])),
        "turned by 180°": (lambda p: np.rot90(p, 2), np.array([[-1.0, 0, last], [0, -1, last]])),
        "15 % darker": (lambda p: lit(p, 0.85), same),
        "15 % brighter": (lambda p: lit(p, 1.15), same),
        "0.9 as large": (lambda p: scaled(p, 0.9), same * 0.9),
        "1.1 as large": (lambda p: scaled(p, 1.1), same * 1.1),
        "blurred": (lambda p: np.asarray(cv2.GaussianBlur(p, (0, 0), BLUR_PX), np.uint8), same),
        "packed again": (repacked, same),
    }
    return table


def lit(picture: Picture, gain: float) -> Picture:
    """The picture in more or less light."""
    return np.asarray(np.clip(picture * gain, 0, 255), np.uint8)


def scaled(picture: Picture, scale: float) -> Picture:
    """The picture smaller or larger."""
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def repacked(picture: Picture) -> Picture:
    """The picture as JPEG once more."""
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def counted(read: tuple[Die, ...], wanted: list[tuple[Box, int]]) -> NDArray[np.int64]:
    """Dice, found, right, wrong and extra, as the shared scorer counts them."""
    left, found, right, wrong = list(read), 0, 0, 0
    for (x0, y0, x1, y1), value in wanted:
        far = [np.hypot(d.x_px - (x0 + x1) / 2, d.y_px - (y0 + y1) / 2) for d in left]
        if far and min(far) < 0.5 * max(x1 - x0, y1 - y0):
            die = left.pop(int(np.argmin(far)))
            found += 1
            right += die.value == value
            wrong += die.value not in (value, None)
    return np.array([len(wanted), found, right, wrong, len(left)])


def moved(box: list[float], places: NDArray[np.float64]) -> Box:
    """A box where the changed picture has it."""
    corners = np.array([[box[0], box[1], 1], [box[2], box[3], 1]]) @ places.T
    low, high = corners.min(0), corners.max(0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def main(folder: Path) -> None:
    """A line for each change, and one for all of them."""
    truth = json.loads((folder / "truth.json").read_text())
    photos = {name: np.asarray(cv2.imread(str(folder / name)), np.uint8) for name in truth}
    sums: dict[str, NDArray[np.int64]] = {}
    for name, wanted in truth.items():
        for word, (change, places) in changes(photos[name].shape[0]).items():
            boxes = [(moved(die["box"], places), int(die["value"])) for die in wanted]
            read = read_dice(np.ascontiguousarray(change(photos[name])))
            sums[word] = sums.get(word, np.zeros(5, np.int64)) + counted(read, boxes)
    sums["all"] = np.sum(list(sums.values()), axis=0)
    print("| photos | found | value right | value wrong | not dice |\n| --- | --- | --- | --- | --- |")
    for word, (dice, found, right, wrong, extra) in sums.items():
        shares = (
            f"{found / dice:.3f} | {right / dice:.3f} | {wrong / dice:.3f} | {extra / (found + extra):.3f}"
        )
        print(f"| {word} | {shares} |")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
