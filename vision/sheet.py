"""A picture being drawn on: smooth lines, glazes, dots and labels at places of the table."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.camera import Camera
from vision.plan import Picture

Colour = tuple[int, int, int]  # blue, green, red, as OpenCV has them
Box = tuple[int, int, int, int]  # x0, y0, x1, y1 in pixels

WHITE: Colour = (255, 255, 255)
INK: Colour = (34, 24, 18)
FONT = cv2.FONT_HERSHEY_DUPLEX
REFERENCE_PX = 1000.0  # picture height at which a unit is a pixel
LABEL_SIZE, LABEL_ALPHA = 15, 0.78
SIXTEENTHS = 4  # OpenCV's shift: drawn between pixels


@dataclass
class Sheet:
    """A picture seen through a camera. Lengths are in units: a pixel of a picture a thousand high."""

    picture: Picture
    camera: Camera
    taken: list[Box] = field(default_factory=list)  # what labels should keep clear of

    @property
    def unit(self) -> float:
        """Pixels to a unit."""
        return float(self.picture.shape[0] / REFERENCE_PX)

    def line(self, points: ArrayLike, colour: Colour, width: float = 1.0) -> None:
        """A smooth line through table points (studs, studs, plates)."""
        self._stroke(self.camera.project(points), False, colour, width)

    def loop(self, points: ArrayLike, colour: Colour, width: float = 1.5) -> None:
        """A closed line through table points, dark beneath so that it shows on any colour."""
        px = self.camera.project(points)
        self._stroke(px, True, INK, width + 1.8)
        self._stroke(px, True, colour, width)

    def arrow(self, start: ArrayLike, end: ArrayLike, colour: Colour, width: float = 2.0) -> None:
        """An arrow between two table points."""
        a, b = self.camera.project(start), self.camera.project(end)
        length = float(np.linalg.norm(b - a))
        if length < 1:
            return
        along = (b - a) / length
        across = np.array([-along[1], along[0]])
        head = min(7.0 * self.unit * width / 2, 0.6 * length)
        tip = np.array([b, b - head * along + 0.55 * head * across, b - head * along - 0.55 * head * across])
        for colour_, more in ((INK, 1.8), (colour, 0.0)):
            self._stroke(np.array([a, b - 0.8 * head * along]), False, colour_, width + more)
            self._stroke(tip, True, colour_, more)
            cv2.fillPoly(self.picture, [_fine(tip)], colour_, cv2.LINE_AA, SIXTEENTHS)

    def glaze(self, points: ArrayLike, colour: Colour, share: float) -> None:
        """A see-through patch over table points."""
        corners = np.round(self.camera.project(points)).astype(np.int32)
        x0, y0 = np.maximum(corners.min(axis=0) - 1, 0)
        x1, y1 = np.maximum(corners.max(axis=0) + 2, 0)
        under = self.picture[y0:y1, x0:x1]
        if under.size:
            over = under.copy()
            cv2.fillPoly(over, [corners - np.array([x0, y0])], colour, cv2.LINE_AA)
            under[:] = cv2.addWeighted(over, share, under, 1 - share, 0)

    def dot(self, centre_px: ArrayLike, radius: float, colour: Colour) -> None:
        """A filled dot with a dark rim."""
        u, v = (round(float(c) * 16) for c in np.asarray(centre_px, float))
        for r, ink in ((radius + 1.0, INK), (radius, colour)):
            size = round(r * self.unit * 16)
            cv2.circle(self.picture, (u, v), size, ink, -1, cv2.LINE_AA, SIXTEENTHS)

    def ring(self, centre_px: ArrayLike, radius_px: float, colour: Colour, width: float = 2.0) -> None:
        """A circle with a dark rim."""
        turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        round_it = np.asarray(centre_px, float) + radius_px * np.stack([np.cos(turn), np.sin(turn)], -1)
        self._stroke(round_it, True, INK, width + 1.8)
        self._stroke(round_it, True, colour, width)

    def text(self, words: str, centre_px: ArrayLike, size: float, colour: Colour) -> None:
        """Words in the middle of a place, edged in ink."""
        scale = size * self.unit / 30
        (w, h), _ = cv2.getTextSize(words, FONT, scale, 1)
        u, v = np.asarray(centre_px, float)
        at = (round(u - w / 2), round(v + h / 2))
        thin = max(1, round(self.unit))
        for ink, width in ((INK, thin + max(2, round(2 * self.unit))), (colour, thin)):
            cv2.putText(self.picture, words, at, FONT, scale, ink, width, cv2.LINE_AA)

    def keep_clear(self, points: ArrayLike) -> None:
        """No label shall lie on the picture of these table points, if it can be helped."""
        px = self.camera.project(points).reshape(-1, 2)
        (x0, y0), (x1, y1) = px.min(axis=0), px.max(axis=0)
        self.taken.append((round(x0), round(y0), round(x1), round(y1)))

    def label(
        self, words: str, beside_px: ArrayLike, colour: Colour, swatches: Sequence[Colour], away: float
    ) -> None:
        """Words and little squares of colour on a dark chip beside a place, where nothing else is."""
        scale = LABEL_SIZE * self.unit / 30
        (w, h), _ = cv2.getTextSize(words, FONT, scale, 1)
        pad, side = round(4 * self.unit), round(11 * self.unit)
        size = (w + 2 * pad + len(swatches) * (side + 2), h + 2 * pad)
        x, y = self._free_place(np.asarray(beside_px, float), size, away * self.unit)
        chip = self.picture[max(0, y) : y + size[1], max(0, x) : x + size[0]]
        if not chip.size:
            return
        self.taken.append((x, y, x + size[0], y + size[1]))
        chip[:] = cv2.addWeighted(chip, 1 - LABEL_ALPHA, np.full_like(chip, INK), LABEL_ALPHA, 0)
        cv2.rectangle(self.picture, (x, y), (x + max(2, pad // 2), y + size[1] - 1), colour, -1)
        thin = max(1, round(self.unit))
        at = (x + pad + max(2, pad // 2), y + pad + h)
        cv2.putText(self.picture, words, at, FONT, scale, WHITE, thin, cv2.LINE_AA)
        left = at[0] + w + 2
        for k, swatch in enumerate(swatches):
            a = (left + k * (side + 2), y + (size[1] - side) // 2)
            cv2.rectangle(self.picture, a, (a[0] + side - 1, a[1] + side - 1), swatch, -1)
            cv2.rectangle(self.picture, a, (a[0] + side - 1, a[1] + side - 1), WHITE, 1)

    def _free_place(self, beside: NDArray[np.float64], size: tuple[int, int], away: float) -> tuple[int, int]:
        """The chip's upper left corner: of eight places around, the one that hides least."""
        w, h = size
        rows, cols = self.picture.shape[:2]
        best = (float("inf"), (0, 0))
        for k, turn in enumerate(np.deg2rad([60, 120, -60, -120, 0, 180, 90, -90])):
            cx = beside[0] + (away + w / 2) * np.cos(turn)
            cy = beside[1] + (away + h / 2) * np.sin(turn)
            x = int(np.clip(cx - w / 2, 0, cols - w))
            y = int(np.clip(cy - h / 2, 0, rows - h))
            hidden = sum(_overlap((x, y, x + w, y + h), box) for box in self.taken)
            best = min(best, (hidden + k, (x, y)))
        return best[1]

    def _stroke(self, px: NDArray[np.float64], closed: bool, colour: Colour, width: float) -> None:
        thick = max(1, round(width * self.unit))
        cv2.polylines(self.picture, [_fine(px)], closed, colour, thick, cv2.LINE_AA, SIXTEENTHS)


def _fine(px: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.round(px * 16).astype(np.int32)


def _overlap(a: Box, b: Box) -> int:
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return max(0, w) * max(0, h)
