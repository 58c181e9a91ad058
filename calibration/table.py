"""A Table: all that is known of one camera over one board, in a form that can be saved."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.camera import Camera

Array = NDArray[np.float64]

NUDGES = (1e-6, 1e-6, 1e-6, 1e-3, 1e-3, 1e-3)  # radians and millimetres, for derivatives


@dataclass(frozen=True, slots=True)
class Board:
    """The baseplates: how many studs across and down, and their LDraw colour."""

    cols: int
    rows: int
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How good the fit is, measured on the studs themselves."""

    grid_studs: float  # root mean square of stud residuals, in studs
    focal_percent: float | None  # 1-sigma of the focal length; None when it was typed in
    height_percent: float | None  # 1-sigma of the camera's height


@dataclass(frozen=True)
class Table:
    """One camera over one board."""

    board: Board
    camera: Camera
    tray_px: tuple[tuple[float, float], ...] = ()  # corners of where dice land, in pixels
    accuracy: Accuracy | None = None
    covariance: tuple[tuple[float, ...], ...] = ()  # 6 × 6 of the pose (rotation, translation), lens given
    light: tuple[float, float, float] = (1.0, 1.0, 1.0)  # linear gain of R, G, B: seen = true × light
    shade: tuple[float, ...] = ()  # log of the light's fall-off: 1, x, y, x², xy, y² of board places 0-1
    lamp: tuple[float, ...] = ()  # shadow of a stud, in studs: rows 1, x/32, y/32 times columns x, y
    leds: tuple[tuple[float, float], ...] = ()  # places of the LEDs in studs, in the order of their chain

    def spread(self, pixels: ArrayLike, plates: ArrayLike = 0.0) -> Array:
        """Covariance (…, 2, 2) in studs² of where pixels (…, 2) lie `plates` up, from the pose's own."""
        if not self.covariance:
            return np.zeros((*np.shape(pixels)[:-1], 2, 2))
        here = self.camera.to_table(pixels, plates)
        pose = np.append(self.camera.rotation, self.camera.translation)
        columns = []
        for k, nudge in enumerate(NUDGES):
            moved = pose.copy()
            moved[k] += nudge
            r, t = moved[:3].tolist(), moved[3:].tolist()
            camera = replace(self.camera, rotation=(r[0], r[1], r[2]), translation=(t[0], t[1], t[2]))
            columns.append((camera.to_table(pixels, plates) - here) / nudge)
        J = np.stack(columns, -1)
        at_board = J @ np.array(self.covariance) @ np.swapaxes(J, -1, -2)
        # a camera taken to hang too high takes all parallax for too small
        lean = here - self.camera.to_table(pixels, 0.0)
        doubt = (self.accuracy.height_percent or 0.0) / 100 if self.accuracy else 0.0
        return np.asarray(at_board + doubt**2 * lean[..., :, None] * lean[..., None, :])

    def sigma_studs(self, pixels: ArrayLike, plates: ArrayLike = 0.0) -> Array:
        """1-sigma (…) in studs, the worse direction, of where pixels (…, 2) lie `plates` up."""
        return np.asarray(np.sqrt(np.linalg.eigvalsh(self.spread(pixels, plates))[..., -1]))
