"""Two settled frames and a model's place -> whether its picture there is still the same.

A reading may flip between two explanations of the same pixels; the pixels themselves don't. Gain and cast
are taken out, since lamps and automatic exposure change both.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Array, Camera
from vision.observation import Construct, Figure
from vision.plan import Picture

Model = Figure | Construct

STANDING_PLATES, LYING_PLATES = 13, 5
STANDING_REACH, LYING_REACH = 1.3, 2.7  # studs around a figure's middle that it may show in
HEAD_PLATES, HEAD_REACH = (9.0, 11.0, 13.0), 0.95  # where a head and hat are, above the feet
PATCH_PX_A_STUD = 8.0  # patches are compared at about this fineness: finer is noise
NEAR_PX = 9  # pixels of a patch, about a stud, over which a lamp's light hardly changes
FAINT_NEAR = 6.0  # grey levels: contrast so small counts little
MOST_CONTRAST = 40.0  # grey levels: one bright edge must not outvote all others
FAINT = 3.0  # grey levels: patches that vary less are flat, and correlation says nothing of them


def body(model: Model) -> Array:
    """The corners (8, 3) of the room a model takes: studs, studs, plates."""
    base = model.base or 0
    if isinstance(model, Figure):
        reach = LYING_REACH if model.lying else STANDING_REACH
        x0, y0, x1, y1 = model.x - reach, model.y - reach, model.x + reach, model.y + reach
        top = base + (LYING_PLATES if model.lying else STANDING_PLATES)
    else:
        x0, y0, x1, y1 = (float(v) for v in model.footprint)
        top = base + (model.plates or 3) + 1
    return np.array([(x, y, z) for x in (x0, x1) for y in (y0, y1) for z in (base, top)], float)


def likeness(model: Model, before: Picture, was: Camera, now: Picture, camera: Camera) -> float:
    """Correlation, −1 to 1, of the two frames over a model's picture."""
    ground = shadow_of(body(model), was)
    return correlation(patch(before, was, ground), patch(now, camera, ground))


def likeness_in_other_light(
    model: Model, before: Picture, was: Camera, now: Picture, camera: Camera
) -> float:
    """The same when a lamp was switched: glare and shadows moved, so every stud has a light of its own.

    The correlation is taken around each pixel and averaged by contrast (local normalised correlation).
    """
    ground = shadow_of(body(model), was)
    a, b = patch(before, was, ground), patch(now, camera, ground)
    near = (NEAR_PX, NEAR_PX)
    p, q = a - cv2.blur(a, near), b - cv2.blur(b, near)
    pp, qq, pq = (cv2.blur((u * v).sum(axis=-1), near) for u, v in ((p, p), (q, q), (p, q)))
    faint = FAINT_NEAR**2
    contrast = np.minimum(np.sqrt(np.maximum(pp, qq)), MOST_CONTRAST)
    alike = pq / np.sqrt((pp + faint) * (qq + faint))
    return float((alike * contrast).sum() / max(float(contrast.sum()), 1e-6))


def shadow_of(corners: Array, camera: Camera) -> Array:
    """The upright rectangle (4, 3) at the base's level that hides behind the room within `corners`."""
    low, eye = float(corners[:, 2].min()), camera.eye
    push = (eye[2] - low) / (eye[2] - corners[:, 2:3])
    flat = eye[:2] + (corners[:, :2] - eye[:2]) * push
    (x0, y0), (x1, y1) = flat.min(axis=0), flat.max(axis=0)
    return np.array([(x0, y0, low), (x1, y0, low), (x1, y1, low), (x0, y1, low)])


def patch(frame: Picture, camera: Camera, ground: Array) -> NDArray[np.float32]:
    """What a camera shows over a rectangle of the table, upright and at a fixed fineness."""
    cols, rows = (max(4, round(float(v) * PATCH_PX_A_STUD)) for v in ground[2, :2] - ground[0, :2])
    target = np.array([(0, 0), (cols, 0), (cols, rows), (0, rows)], np.float32) - 0.5
    turn = cv2.getPerspectiveTransform(camera.project(ground).astype(np.float32), target)
    out = cv2.warpPerspective(frame, turn, (cols, rows), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.blur(out.astype(np.float32), (3, 3)), np.float32)


def likeness_below_the_neck(
    figure: Figure, before: Picture, was: Camera, now: Picture, camera: Camera
) -> float:
    """The same for a standing figure with its head and hat left out: has it kept its feet?"""
    ground = shadow_of(body(figure), was)
    a, b = patch(before, was, ground), patch(now, camera, ground)
    base, eye = ground[0, 2], was.eye
    shown = np.ones(a.shape[:2], np.uint8)
    for up in HEAD_PLATES:
        push = (eye[2] - base) / (eye[2] - base - up)
        middle = eye[:2] + (np.array([figure.x, figure.y]) - eye[:2]) * push - ground[0, :2]
        u, v = np.round(middle * PATCH_PX_A_STUD).astype(int)
        cv2.circle(shown, (int(u), int(v)), round(HEAD_REACH * PATCH_PX_A_STUD), 0, -1)
    return correlation(a, b, shown > 0)


def correlation(
    a: NDArray[np.float32], b: NDArray[np.float32], where: NDArray[np.bool_] | None = None
) -> float:
    """How alike two patches are but for gain and cast: their channels' correlation, weighted by contrast."""
    p, q = (v.reshape(-1, 3) if where is None else v[where] for v in (a, b))
    p, q = p - p.mean(axis=0), q - q.mean(axis=0)
    if max(float(p.std()), float(q.std())) < FAINT:
        return 1.0
    return float((p * q).sum() / max(np.sqrt(float((p * p).sum()) * float((q * q).sum())), 1e-6))
