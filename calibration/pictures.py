"""A file -> a picture fit to be read, or one sentence on why it isn't."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.problems import CannotRead

DARKEST = 14.0  # grey levels: the brightest tenth of a picture taken in the dark is below this
SHARPEST_SHARE = 0.995
BLURRED = 2.2  # grey levels: no neighbouring pixels differ by more in a picture out of focus


def load_picture(path: Path) -> NDArray[np.uint8]:
    """The picture, blue-green-red; raises CannotRead for what is no picture, too dark or out of focus."""
    if not path.exists():
        raise CannotRead(f"{path} does not exist; check the name")
    data = np.fromfile(path, np.uint8) if path.is_file() else np.zeros(0, np.uint8)
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if picture is None:
        raise CannotRead(f"{path} is not a picture this can read; give a JPEG or PNG")
    return np.asarray(picture, np.uint8)


def check_picture(picture: NDArray[np.uint8], name: str) -> None:
    """Raise CannotRead when a picture is too dark or too blurred to show studs."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    if np.percentile(grey, 90) < DARKEST:
        raise CannotRead(f"{name} is too dark to see studs; switch on a lamp and take it again")
    soft = cv2.GaussianBlur(grey, (0, 0), 1.0).astype(np.int16)
    steps = np.abs(np.diff(soft, axis=1))
    if np.quantile(steps, SHARPEST_SHARE) < BLURRED:
        raise CannotRead(
            f"{name} is out of focus or moved; hold the camera still, let it focus and take it again"
        )
