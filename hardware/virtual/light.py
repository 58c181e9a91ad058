"""Surfaces seen -> light that reaches the lens: lamps, soft shadows, the room's light, gloss and wood grain.

Shadows by the lamp's own picture of the table (a map of heights as the lamp sees them): a surface is in
shadow where the lamp sees something higher on the way, softly by the lamp's size (percentage-closer soft
shadows, Fernando 2005).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual.bricks import BOARD_MM
from hardware.virtual.palette import rgb
from hardware.virtual.raster import NORMAL_SCALE, Canvas, Window, blank, draw
from hardware.virtual.scene import Ground, Lamp, Light
from hardware.virtual.solids import Solids
from hardware.virtual.view import PLATE_MM, STUD_MM, Array, Array32, Lens, View, look_at

SPREAD = 8  # looks towards a lamp per sub-pixel; four sub-pixels and a turn for each make it smooth
NOTHING_MM = -1000.0  # the height where a lamp's picture shows nothing
BIAS_MM = 0.25  # a surface this little below its surroundings is not in their shadow
OFF_SURFACE_MM = 0.35  # shadows are looked up this far off the surface: walls don't shade themselves
ROUGH_PIXELS = 1.5  # … or this many pixels of the lamp's picture, where that is rough
SEARCH_MM = 45.0  # what casts shadows is at most about this much higher than what it shades
GLOSS_POWER = 88.0  # plastic's highlight: wide, as studded boards show it
GLOSS_STRENGTH = 0.42
GLOSS_SEEN = 0.92  # a cosine below this gives less than a thousandth of the highlight
WOOD_GLOSS = 0.06
FLOOR_BOUNCE = 0.55  # how much of the room's light reaches a surface from below
GRAIN_PX_PER_MM = 1.6
GRAIN_MM = 640
Index = NDArray[np.intp]
GRAIN_BY_MM = (20_000.0, 20_000.0)  # keeps places positive for the wrap-around


@lru_cache(maxsize=1)
def srgb_to_linear() -> Array32:
    """Linear light of every sRGB value (IEC 61966-2-1)."""
    v = np.arange(256) / 255.0
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4).astype(np.float32)


@dataclass(frozen=True)
class ShadowMap:
    """Heights in mm as a lamp sees them, and the view it sees them through."""

    view: View
    heights: Array32
    reach_px: float  # pixels that a point moves if it is 1 mm to the side, at the table
    search_px: float  # how far from a point's own pixel something may hide part of the lamp from it
    around: Array32  # the greatest height within that


def shadow_map(lamp: Lamp, solids: Solids, size: int, low: Array, high: Array) -> ShadowMap:
    """The lamp's picture, `size` pixels wide, of what lies between two corners (x, y in mm)."""
    middle = (low + high) / 2
    place = np.array([lamp.x * STUD_MM, lamp.y * STUD_MM, lamp.height * PLATE_MM])
    target = np.array([middle[0], middle[1] + 0.01, 0.0])  # never exactly along the y axis
    away = float(np.linalg.norm(place - target))
    focal = size * away / (float(np.linalg.norm(high - low)) * 1.15 + 80.0)
    view = look_at(Lens(size, size, focal, focal, size / 2 - 0.5, size / 2 - 0.5), place, target)
    canvas = blank(view, Window(0, 0, size, size, 1))
    draw(canvas, view, solids)
    depth = canvas.depth[:size, :size]
    x, y = canvas.x[:size, :size], canvas.y[:size, :size]
    down = (view.R.T[2]).astype(np.float32)  # the table's −height along the lamp's ray
    heights = place[2] - depth * (down[0] * x + down[1] * y + down[2])
    known = np.where(np.isfinite(depth), heights, NOTHING_MM).astype(np.float32)
    search = focal / away * lamp.radius_mm * SEARCH_MM / (lamp.height * PLATE_MM - SEARCH_MM)
    near = 2 * int(np.ceil(search)) + 3
    around = np.asarray(cv2.dilate(known, np.ones((near, near), np.uint8)), np.float32)
    return ShadowMap(view, known, focal / away, search, around)


def lit_share(shadow: ShadowMap, lamp: Lamp, places: Array32, normals: Array32, turns: Array32) -> Array32:
    """The share of the lamp (0–1) seen from places (n, 3) in mm on the table with their normals."""
    pixel_mm = 1 / shadow.reach_px  # a surface that slopes within one of its pixels must not shade itself
    off = places + normals * np.float32(max(OFF_SURFACE_MM, ROUGH_PIXELS * pixel_mm - OFF_SURFACE_MM))
    q = _turned(off, (shadow.view.R * [1, 1, -1]).astype(np.float32))
    q += np.array(shadow.view.translation, np.float32)
    lens = shadow.view.lens
    u, v = lens.fx * q[:, 0] / q[:, 2] + lens.cx, lens.fy * q[:, 1] / q[:, 2] + lens.cy
    level = off[:, 2] + np.float32(BIAS_MM)
    share = np.ones_like(u)
    near = np.flatnonzero(_look(shadow.around, u, v) > level)  # elsewhere nothing higher is about
    if len(near):
        share[near] = _softly(shadow, lamp, u[near], v[near], level[near], turns[near])
    return share


def _softly(shadow: ShadowMap, lamp: Lamp, u: Array32, v: Array32, level: Array32, turns: Array32) -> Array32:
    """The share of the lamp seen from pixels of its own picture, at given heights."""
    search = np.float32(shadow.search_px)
    higher, count = np.zeros_like(u), np.zeros_like(u)
    for du, dv in _disc(turns):
        h = _look(shadow.heights, u + du * search, v + dv * search)
        blocks = h > level
        higher += np.where(blocks, h, 0)
        count += blocks
    share = np.ones_like(u)
    some = np.flatnonzero(count)
    if not len(some):
        return share
    above = higher[some] / count[some]
    below_lamp = np.maximum(np.float32(lamp.height * PLATE_MM) - above, 1.0)
    soft = lamp.radius_mm * (above - level[some]) / below_lamp * shadow.reach_px
    soft = np.clip(soft, 0.7, search).astype(np.float32)
    seen = np.zeros(len(some), np.float32)
    for du, dv in _disc(turns[some][:, ::-1]):
        seen += _look(shadow.heights, u[some] + du * soft, v[some] + dv * soft) <= level[some]
    share[some] = seen / SPREAD
    return share


def _disc(turns: Array32) -> list[tuple[Array32, Array32]]:
    """Points spread evenly over a unit disc (a golden spiral), turned by each sub-pixel's own angle."""
    k = np.arange(SPREAD) + 0.5
    radius, angle = np.sqrt(k / SPREAD), 2.399963 * k
    xs, ys = (radius * np.cos(angle)).astype(np.float32), (radius * np.sin(angle)).astype(np.float32)
    c, s = turns[:, 0], turns[:, 1]
    return [(x * c - y * s, x * s + y * c) for x, y in zip(xs, ys, strict=True)]


def _look(heights: Array32, u: NDArray[np.floating[Any]], v: NDArray[np.floating[Any]]) -> Array32:
    size = heights.shape[0]
    inside = (u >= 0) & (u < size - 1) & (v >= 0) & (v < size - 1)
    at = np.where(inside, np.rint(v) * size + np.rint(u), 0).astype(np.int32)
    return np.where(inside, heights.ravel()[at], np.float32(NOTHING_MM))


@dataclass(frozen=True)
class Lit:
    """Light towards the lens (n, 3; linear, red green blue), and the share of it that is the lamps'."""

    light: Array32
    lamp_share: Array32


def shade(
    canvas: Canvas, view: View, light: Light, ground: Ground, shadows: list[list[ShadowMap]], index: Index
) -> Lit:
    """The light of some of a canvas's sub-pixels (flat indices): `shadows` gives each lamp's maps."""
    depth = canvas.depth.ravel()[index]
    rays, places = sight(canvas, view, index, depth)
    bare = np.isinf(depth)
    normals = _turned(
        canvas.normal.reshape(-1, 3)[index].astype(np.float32), _to_table(view) / np.float32(NORMAL_SCALE)
    )
    normals[bare] = (0, 0, 1)
    paint = canvas.paint.reshape(-1, 4)[index]
    albedo = srgb_to_linear()[paint[:, :3]]
    albedo[bare] = wood(ground, places[bare])
    gloss = np.where(bare, np.float32(WOOD_GLOSS), paint[:, 3] / np.float32(255))
    towards_eye = rays / -np.sqrt(np.einsum("ij,ij->i", rays, rays))[:, None]
    sky = np.float32((1 + FLOOR_BOUNCE) / 2) + np.float32((1 - FLOOR_BOUNCE) / 2) * normals[:, 2]
    total: Array32 = (
        albedo * (sky * np.float32(light.ambient))[:, None] * np.array(light.ambient_colour, np.float32)
    )
    from_lamps = np.zeros_like(total)
    for lamp, maps in zip(light.lamps, shadows, strict=True):
        from_lamps += _lamp_light(lamp, maps, places, normals, towards_eye, albedo, gloss, turns(index))
    total += from_lamps
    share = from_lamps.sum(1) / np.maximum(total.sum(1), 1e-6)
    return Lit(total, share)


def sight(canvas: Canvas, view: View, index: Index, depth: Array32) -> tuple[Array32, Array32]:
    """Rays and the places they meet, in mm on the table; where nothing was drawn, the table's top."""
    x, y = canvas.x.ravel()[index], canvas.y.ravel()[index]
    rays = _turned(np.stack([x, y, np.ones_like(x)], 1), _to_table(view))
    eye = view.eye_mm.astype(np.float32)
    floor = (np.float32(-BOARD_MM) - eye[2]) / np.minimum(rays[:, 2], np.float32(-1e-3))
    places: Array32 = eye + rays * np.where(np.isinf(depth), floor, depth)[:, None]
    return rays, places


def _to_table(view: View) -> Array32:
    """The turn from the camera's frame to the table's (x, y, height)."""
    turn: Array = view.R.T * np.array([[1.0], [1.0], [-1.0]])
    return turn.astype(np.float32)


def _lamp_light(
    lamp: Lamp,
    maps: list[ShadowMap],
    places: Array32,
    normals: Array32,
    towards_eye: Array32,
    albedo: Array32,
    gloss: Array32,
    turns: Array32,
) -> Array32:
    lamp_mm = np.array([lamp.x * STUD_MM, lamp.y * STUD_MM, lamp.height * PLATE_MM], np.float32)
    to_lamp = lamp_mm - places
    far = np.sqrt(np.einsum("ij,ij->i", to_lamp, to_lamp))
    to_lamp /= far[:, None]
    fall = (lamp_mm[2] / far) ** 2 * np.float32(lamp.strength)
    facing = np.maximum(np.einsum("ij,ij->i", normals, to_lamp), 0)
    half = to_lamp + towards_eye
    cosine = np.einsum("ij,ij->i", normals, half) / np.sqrt(np.einsum("ij,ij->i", half, half))
    shine = np.zeros_like(far)
    bright = np.flatnonzero((cosine > GLOSS_SEEN) & (facing > 0))
    shine[bright] = cosine[bright] ** np.float32(GLOSS_POWER) * gloss[bright] * np.float32(GLOSS_STRENGTH)
    lit = np.flatnonzero(facing > 0)
    share = np.zeros_like(far)
    if len(lit):
        share[lit] = 1
        for shadow in maps:
            share[lit] = np.minimum(
                share[lit], lit_share(shadow, lamp, places[lit], normals[lit], turns[lit])
            )
    strength = (fall * share)[:, None]
    out: Array32 = (albedo * facing[:, None] + shine[:, None]) * strength * np.array(lamp.colour, np.float32)
    return out


@lru_cache(maxsize=1)
def _turn_tile() -> Array32:
    angle = np.random.default_rng(7).random(65_521) * 2 * np.pi
    return np.stack([np.cos(angle), np.sin(angle)], 1).astype(np.float32)


def turns(index: Index) -> Array32:
    """A direction (n, 2) for each sub-pixel, so that a few looks towards the lamp make no pattern."""
    tile = _turn_tile()
    return tile[index % len(tile)]


def _turned(v: Array32, matrix: Array32) -> Array32:
    """Vectors (n, 3) turned by a matrix, without the linear algebra library and its threads."""
    out = np.empty_like(v)
    for i in range(3):
        out[:, i] = v[:, 0] * matrix[i, 0] + v[:, 1] * matrix[i, 1] + v[:, 2] * matrix[i, 2]
    return out


@lru_cache(maxsize=4)
def grain(seed: int) -> Array32:
    """A square of wood grain that joins at its edges: brightness about 1, streaks along y."""
    size = int(GRAIN_MM * GRAIN_PX_PER_MM)
    rng = np.random.default_rng(seed)
    total: Array = np.zeros((size, size))
    for across, along, weight in ((2.2, 90, 0.5), (6, 220, 0.8), (25, 400, 1.0), (1.0, 12, 0.25)):
        noise = np.fft.fft2(rng.standard_normal((size, size)))
        fx, fy = np.fft.fftfreq(size)[None, :], np.fft.fftfreq(size)[:, None]
        smooth = np.real(
            np.fft.ifft2(noise * np.exp(-2 * np.pi**2 * ((across * fx) ** 2 + (along * fy) ** 2)))
        )
        total += weight * smooth / smooth.std()
    streaks: Array = 1 + 0.11 * total / total.std()
    return streaks.astype(np.float32)


def wood(ground: Ground, places: Array32) -> Array32:
    """The table's reflectance at places on it."""
    tile = grain(ground.seed)
    size = tile.shape[0]
    if not len(places):
        return np.zeros((0, 3), np.float32)
    u = np.mod((places[:, 0] + GRAIN_BY_MM[0]) * GRAIN_PX_PER_MM, size).astype(np.float32)
    v = np.mod((places[:, 1] + GRAIN_BY_MM[1]) * GRAIN_PX_PER_MM, size).astype(np.float32)
    bright = sample(tile, u, v)
    base: NDArray[np.float32] = srgb_to_linear()[np.array(rgb(ground.colour))]
    reflected: Array32 = bright[:, None] * base
    return reflected


def sample(picture: Array32, u: Array32, v: Array32) -> Array32:
    """`picture` between its pixels, wrapping around, in rows short enough for OpenCV's remap."""
    width = 1024
    short = -len(u) % width
    grid_u, grid_v = (np.pad(a, (0, short)).reshape(-1, width) for a in (u, v))
    out = [
        cv2.remap(
            picture, grid_u[i : i + 8192], grid_v[i : i + 8192], cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP
        )
        for i in range(0, len(grid_u), 8192)
    ]
    return np.asarray(np.concatenate(out).ravel()[: len(u)], np.float32)
