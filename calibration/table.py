"""A Table: all that is known of one camera over one board, in a form that can be saved."""

from dataclasses import dataclass

from calibration.camera import Camera


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
    covariance: tuple[tuple[float, ...], ...] = ()  # 6 × 6 of (rotation, translation) of the pose
    light: tuple[float, float, float] = (1.0, 1.0, 1.0)  # linear gain of R, G, B: seen = true × light
