"""A printed ChArUco board: made to be cut out, and found again, where lens shots of studs can't be had."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Lens
from calibration.problems import CannotRead

SQUARES = (7, 10)  # across and down: an A4 sheet
SQUARE_MM, MARKER_MM = 24.0, 18.0
PRINT_PX_PER_MM = 12  # about 300 dots an inch
MARGIN_MM = 12
FEWEST_CORNERS = 12


def sheet() -> "cv2.aruco.CharucoBoard":
    """The one board this prints and looks for."""
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    return cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, words)


def printed() -> NDArray[np.uint8]:
    """The sheet as a picture, to be printed at 100 % and cut out."""
    size = tuple(int((n * SQUARE_MM + 2 * MARGIN_MM) * PRINT_PX_PER_MM) for n in SQUARES)
    picture = sheet().generateImage(size, marginSize=MARGIN_MM * PRINT_PX_PER_MM)
    return np.asarray(picture, np.uint8)


def corners(picture: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Pixels (n, 2) and ids (n,) of the sheet's inner corners seen in a picture."""
    found = cv2.aruco.CharucoDetector(sheet()).detectBoard(picture)
    if found[0] is None or len(found[0]) < FEWEST_CORNERS:
        raise CannotRead(
            "no ChArUco sheet was found; print one with `studeye board --print-charuco sheet.png`"
        )
    return np.asarray(found[0], np.float32).reshape(-1, 2), np.asarray(found[1], np.int32).ravel()


def lens_of(pictures: list[NDArray[np.uint8]]) -> tuple[Lens, float]:
    """The lens from tilted pictures of the sheet, and its reprojection error in pixels."""
    height, width = pictures[0].shape[:2]
    places = np.asarray(sheet().getChessboardCorners(), np.float32)
    seen = [corners(p) for p in pictures]
    error, K, bend, _, _ = cv2.calibrateCamera(
        [places[ids] for _, ids in seen],
        [px.reshape(-1, 1, 2) for px, _ in seen],
        (width, height),
        np.eye(3),
        np.zeros(5),
        flags=cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_FIX_K3,
    )
    k = [float(v) for v in np.ravel(bend)[:5]]
    lens = Lens(width, height, float(K[0, 0]), float(K[1, 1]), float(K[0, 2]), float(K[1, 2]), *k)
    return lens, float(error)
