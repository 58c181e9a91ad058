"""A warp's derivatives, by which lattices are followed, against differences."""

import numpy as np
from numpy.typing import NDArray

from calibration.warp import Warp


def test_the_slopes_are_those_of_the_pixels() -> None:
    H = np.array([[0.021, 0.003, 0.05], [-0.002, 0.019, -0.03], [0.0011, -0.0007, 1.0]])
    places = np.array([[0.0, 0.0], [12.5, -3.0], [-20.0, 31.5]])

    def pixels(theta: NDArray[np.float64]) -> NDArray[np.float64]:
        return Warp(np.append(theta[:8], 1).reshape(3, 3), float(theta[8]), (640.0, 360.0), 1280.0).to_px(
            places
        )

    theta = np.append(H.ravel()[:8], -0.08)
    slopes = Warp(H, -0.08, (640.0, 360.0), 1280.0).slopes(places)
    for k in range(9):
        nudge = np.zeros(9)
        nudge[k] = 1e-7
        numeric = (pixels(theta + nudge) - pixels(theta - nudge)) / 2e-7
        assert np.allclose(slopes[:, :, k], numeric, rtol=1e-5, atol=1e-3)
