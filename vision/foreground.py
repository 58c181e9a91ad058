"""A frame's plan and the terrain -> how far each pixel is from showing what stood there before the models.

Exposure, cast, vignetting and glare change slowly over a table, so they are read off the studs that did not
change, one gain a stud and channel, and taken out. A shadow darkens all channels alike and is let off at a
price. Edges of studs and stacks may lie a fraction of a pixel off, so they count for less.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.backdrop import (
    CEILING,
    CLIPPED,
    DEEPEST_SHADOW,
    SHADOW_SPREAD,
    Backdrop,
    Plane,
    channel_max,
    channel_sum,
)
from vision.plan import PX, Picture

DIMMEST = 6.0  # grey levels; darker tells nothing about the light
UNCHANGED = 0.12  # ln of the gain: a stud farther from its neighbours' light has changed itself
LIGHT_WIDTHS = (31, 15, 7)  # studs over which the light is averaged, coarse to fine
GLARE_WIDTHS = (5, 3, 3, 3)  # the same where a glare moved: it is followed inwards
QUANTUM = 0.005  # ln of the gain: how finely medians are taken
SWEEP = 9  # studs: what is odd so widely and evenly is no model but a light that moved
SWEPT, EVENLY = 0.06, 0.1  # ln of the gain: how odd, and how evenly so
GLARE_MOVED = 0.06  # of the studs: moved lamps swept 0.08 to 0.5 of them, models up to 0.03
LEAST_SHARE = 0.05  # of a neighbourhood that must be unchanged to tell its light; else the wider one's stands
LEAST_TELLING = 0.2  # of the studs that must not be clipped to tell the light; else clipped ones do
DARKEST_SHADOW = 0.12  # of the light that a lamp's hard shadow leaves
SMOOTHED = 5  # plan pixels a side over which the mask's cost is averaged
PLAINLY = 2.0  # chi-square up to which a pixel shows its background in the same light: noise makes 1
SUSPECT = 3.5  # smoothed chi-square from which a pixel is held to show something else


Colours = NDArray[np.float32]  # n × 3


@dataclass(frozen=True)
class Foreground:
    """A frame beside its background, all in plan pixels."""

    seen: Plane  # rows × cols × 3: the frame's plan in the terrain shot's light
    background_cost: Plane  # rows × cols: chi-square of showing the background, in shadow or not; ≤ CEILING
    odd_cost: Plane  # rows × cols: the same with shadows of any depth let off for nothing: what is no shadow
    mask: NDArray[np.bool_]  # rows × cols: pixels held to show something that came later
    gain: NDArray[np.float32]  # studs (with the plan's margin) × 3: the frame's light over the terrain shot's
    clipped: NDArray[np.int64]  # places in the flattened `seen` that were too bright for the sensor
    relit: bool = False  # whether lamps hang elsewhere than in the terrain shot: shadows and glare moved


def foreground(plan: Picture, drop: Backdrop) -> Foreground:
    """What of a frame's plan differs from the background it was calibrated with (`terrain.drop`)."""
    gain, relit = light_ratio(plan, drop)
    size = (plan.shape[1], plan.shape[0])
    back = cv2.resize(1 / gain, size, interpolation=cv2.INTER_LINEAR)
    seen = np.asarray(cv2.multiply(plan, back, dtype=cv2.CV_32F), np.float32)
    clipped = np.flatnonzero(plan >= CLIPPED)
    _unclip(seen, clipped, drop)
    cost, odd = costs(seen, drop)
    smooth = cv2.blur(cost, (SMOOTHED, SMOOTHED))
    return Foreground(seen, cost, odd, np.asarray(smooth > SUSPECT), gain, clipped, relit)


def _unclip(seen: Plane, clipped: NDArray[np.int64], drop: Backdrop) -> None:
    """What was too bright for the sensor, now or then, may be as bright as what it is compared with."""
    ground = drop.seen.ravel()
    for where, meet in ((clipped, np.maximum), (drop.clipped, np.minimum)):
        if len(where):
            seen.ravel()[where] = meet(seen.ravel()[where], ground[where])


def light_ratio(plan: Picture, drop: Backdrop) -> tuple[NDArray[np.float32], bool]:
    """The frame's light over the terrain shot's, a stud and channel: the mean of the unchanged around.

    And whether a glare moved, so that it had to be followed.
    """
    size = (plan.shape[1] // PX, plan.shape[0] // PX)
    now = cv2.resize(plan, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    ratio = np.log(np.maximum(now, DIMMEST) / np.maximum(drop.by_stud, DIMMEST))
    usable = drop.framed_studs
    # by channel: red may be clipped alone
    telling = usable[..., None] & (np.maximum(now, drop.by_stud) < CLIPPED)
    enough = telling.sum(axis=(0, 1)) > LEAST_TELLING * usable.sum()
    telling |= usable[..., None] & ~enough
    light = np.zeros_like(ratio)
    for channel in range(3):
        light[..., channel] = np.median(ratio[..., channel][telling[..., channel]])
    light = _averaged(light, ratio, telling, LIGHT_WIDTHS)
    moved = glare_moved(_left(light, ratio, telling), usable)
    if moved:
        light = _averaged(light, ratio, telling, GLARE_WIDTHS)
    return np.asarray(np.exp(light), np.float32), moved


def glare_moved(left: NDArray[np.float32], usable: NDArray[np.bool_]) -> bool:
    """Whether what is left of the studs' gains is a light that moved: wide and even, as no model is."""
    fine = 1 / QUANTUM
    whole = np.clip(128 + fine * left, 0, 255).astype(np.uint8)
    middle = cv2.medianBlur(whole, SWEEP)
    spread = cv2.medianBlur(cv2.absdiff(whole, middle), SWEEP)
    swept = channel_max(cv2.absdiff(middle, np.full_like(middle, 128))) > fine * SWEPT
    even = channel_max(spread) < fine * EVENLY
    return bool((swept & even)[usable].mean() > GLARE_MOVED)


def _averaged(
    light: NDArray[np.float32],
    ratio: NDArray[np.float32],
    telling: NDArray[np.bool_],
    widths: tuple[int, ...],
) -> NDArray[np.float32]:
    """The light brought nearer to the ratios of the studs around that are not unlike it, width by width."""
    for width in widths:
        left = _left(light, ratio, telling)
        # what shows something else, or a light that its neighbours don't
        alike = channel_max(np.abs(left)) < UNCHANGED
        weight = np.asarray(telling & alike[..., None], np.float32)
        share = np.maximum(cv2.blur(weight, (width, width)), LEAST_SHARE)
        light = np.asarray(light + cv2.blur(left * weight, (width, width)) / share, np.float32)
    return light


def _left(
    light: NDArray[np.float32], ratio: NDArray[np.float32], telling: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """What of the studs' ratios the light does not account for, in channels that tell."""
    return np.asarray(np.where(telling, ratio - light, 0), np.float32)


def costs(seen: Plane, drop: Backdrop) -> tuple[Plane, Plane]:
    """Chi-squares, at most CEILING, of each pixel showing the background: in a soft shadow, and in any.

    Most pixels plainly show what they showed, in the same light: only the others are asked about shadows.
    """
    off = cv2.subtract(seen, drop.seen)
    soft = cv2.multiply(channel_sum(cv2.multiply(off, off)), drop.precision)
    deep = soft.copy()
    where = np.flatnonzero(soft > PLAINLY)
    here, ground = (np.take(v.reshape(-1, 3), where, axis=0) for v in (seen, drop.seen))
    variance, own = (np.take(v.ravel(), where) for v in (drop.variance, drop.square))
    dot, square = _dots(here, ground), _dots(here, here)

    def misfit(shade: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.asarray((square - 2 * shade * dot + shade * shade * own) / variance, np.float32)

    free = dot / own
    lightest = np.ones_like(free) if drop.lightest is None else np.take(drop.lightest.ravel(), where)
    shade = np.clip(free, DEEPEST_SHADOW, lightest)
    dark = (1 - shade) * (1 / SHADOW_SPREAD)
    soft.ravel()[where] = np.minimum(misfit(shade) + dark * dark, CEILING)
    hidden = misfit(np.clip(free, DARKEST_SHADOW, lightest))
    some = np.flatnonzero((hidden > SUSPECT) & (free < 1) & np.take(drop.inside.ravel(), where))
    glareless = _without_glare(np.take(here, some, axis=0), np.take(ground, some, axis=0), drop)
    hidden[some] = np.minimum(hidden[some], glareless / np.take(variance, some))
    deep.ravel()[where] = np.minimum(hidden, CEILING)
    return np.asarray(soft), np.asarray(deep)


def _without_glare(here: Colours, ground: Colours, drop: Backdrop) -> NDArray[np.float32]:
    """Squared grey levels left if a shadow took the glare too: the board's calm colour shows, or half."""
    left = []
    calm = np.tile(drop.calm, (len(ground), 1))
    for matte in (calm, (calm + ground) * np.float32(0.5)):
        shade = np.clip(_dots(here, matte) / np.maximum(_dots(matte, matte), 1.0), DARKEST_SHADOW, 1.0)
        off = here - shade.astype(np.float32)[:, None] * matte
        left.append(_dots(off, off))
    return np.minimum(*left)


def _dots(a: Colours, b: Colours) -> NDArray[np.float32]:
    """The products of colours, summed over the channels."""
    if not len(a):
        return np.zeros(0, np.float32)
    return channel_sum(cv2.multiply(a[:, None], b[:, None]))[:, 0]
