"""The light of two settled observations -> whether a lamp was switched, or the sun came out, between them."""

import numpy as np

from vision.foreground import Foreground
from vision.observation import Change, Observation

BRIGHTER = 0.06  # ln: automatic exposure wobbles by 0.025
TINTED = 0.0135  # ln between channels: exposure moves them alike, to 0.011


def light_of(fore: Foreground) -> tuple[float, float, float]:
    """The frame's light over the terrain shot's: ln of blue, green and red, the median over the studs."""
    blue, green, red = np.median(np.log(fore.gain.reshape(-1, 3)), axis=0)
    return float(blue), float(green), float(red)


def light_changed(before: Observation, after: Observation) -> tuple[Change, ...]:
    """The change of light between two observations, if any."""
    if after.relit:  # the background is taken anew in every such light, so this one is new
        return (Change("light"),)
    if before.light is None or after.light is None:
        return ()
    moved = np.subtract(after.light, before.light)
    changed = abs(float(moved.mean())) > BRIGHTER or float(np.ptp(moved)) > TINTED
    return (Change("light"),) if changed else ()
