"""Solids and a camera -> the nearest surface at every sub-pixel: its depth, normal and paint.

Each solid is tested exactly against the rays of the sub-pixels around it, in the camera's own frame, so
that straight edges stay straight in space and bend in the picture as the lens bends them. Solids whose
surroundings are of like size are tested together.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.virtual.solids import Solids, ball_corners, cylinder_corners
from hardware.virtual.view import Array, Array32, View, rays

PAD = 96  # widest tile: canvases are this much larger right and below, so that no tile needs clipping
TILES = np.array([4, 6, 8, 12, 16, 24, 32, 48, 64, PAD])
BATCH = 60_000  # sub-pixels tested at once: the working arrays stay in the cache
MARGIN_PX = 1.5  # around a solid's corners: the lens bends edges outwards
EDGE_STEPS = 4  # points along each edge that bound a face: a bent edge stays inside
NEAR_MM = 5.0  # what is closer to the lens, or behind it, is not drawn
NORMAL_SCALE = 127.0

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Window:
    """A rectangle of pixels, and how many sub-pixels a pixel's side has: below 1, one to several pixels."""

    x0: int
    y0: int
    x1: int
    y1: int
    samples: float

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of sub-pixels."""
        return round((self.y1 - self.y0) * self.samples), round((self.x1 - self.x0) * self.samples)

    @property
    def inside(self) -> tuple[slice, slice]:
        """Where the window lies in an array of the whole picture."""
        (rows, cols), top, left = self.shape, round(self.y0 * self.samples), round(self.x0 * self.samples)
        return slice(top, top + rows), slice(left, left + cols)

    @property
    def padded(self) -> tuple[slice, slice]:
        """Where the window and its padding lie in an array of the whole (padded) picture."""
        down, across = self.inside
        return slice(down.start, down.stop + PAD), slice(across.start, across.stop + PAD)


@dataclass(frozen=True)
class Canvas:
    """The nearest surface in a window (padded right and below): depth in mm along the lens's axis."""

    window: Window
    x: Array32  # the rays
    y: Array32
    depth: Array32
    normal: NDArray[np.int8]  # (…, 3), the camera's frame
    paint: NDArray[np.uint8]  # (…, 4)


def blank(view: View, window: Window) -> Canvas:
    """A canvas on which nothing is drawn yet."""
    x, y = (r[window.padded] for r in rays(view.lens, window.samples, PAD))
    return Canvas(
        window,
        np.ascontiguousarray(x),
        np.ascontiguousarray(y),
        np.full(x.shape, np.inf, np.float32),
        np.zeros((*x.shape, 3), np.int8),
        np.zeros((*x.shape, 4), np.uint8),
    )


def draw(canvas: Canvas, view: View, solids: Solids) -> None:
    """Put `solids` on the canvas, nearer surfaces hiding farther ones."""
    _draw_faces(canvas, view, solids)
    if len(solids.cylinders):
        A, o = _in_view(solids.cylinders, view)
        for tile in _tiles(canvas.window, view, cylinder_corners(solids)):
            _draw_cylinders(
                canvas,
                tile,
                A[tile.which],
                o[tile.which],
                solids.shapes[tile.which],
                solids.cylinder_paint[tile.which],
            )
    if len(solids.balls):
        A, o = _in_view(solids.balls, view)
        for tile in _tiles(canvas.window, view, ball_corners(solids)):
            _draw_balls(canvas, tile, A[tile.which], o[tile.which], solids.ball_paint[tile.which])


@dataclass(frozen=True)
class _Tile:
    """Solids `which`, each tested in its own rectangle of one common size: flat indices (n, h·w)."""

    which: NDArray[np.intp]
    index: NDArray[np.intp]


def pixel_bounds(view: View, corners: Array, margin_px: float = MARGIN_PX) -> tuple[Array, Array, Mask]:
    """Least and greatest pixels (n, 2) of corner sets (n, k, 3), and which lie wholly before the lens."""
    q = view.seen(corners)
    before: Mask = np.asarray((q[..., 2] > NEAR_MM).all(1))
    z = np.where(q[..., 2] > NEAR_MM, q[..., 2], 1.0)
    px = view.lens.distort(q[..., 0] / z, q[..., 1] / z)
    return px.min(1) - margin_px, px.max(1) + margin_px, before


def _tiles(window: Window, view: View, corners: Array) -> Iterator[_Tile]:
    """Batches of solids with the sub-pixels around them that lie in the window."""
    low, high, before = pixel_bounds(view, corners)
    s, (rows, cols) = window.samples, window.shape
    origin = np.array([window.x0, window.y0])
    first = np.clip(np.floor((low - origin + 0.5) * s), 0, [cols, rows]).astype(np.intp)
    last = np.clip(np.ceil((high - origin + 0.5) * s), 0, [cols, rows]).astype(np.intp)
    size = last - first
    kept = np.flatnonzero(before & (size > 0).all(1))
    which, first, size = _split(kept, first[kept], size[kept])
    if not len(which):
        return
    rank = np.searchsorted(TILES, size)  # the smallest tile that holds each
    width = cols + PAD
    for key in np.unique(rank[:, 0] * len(TILES) + rank[:, 1]):
        w, h = TILES[key // len(TILES)], TILES[key % len(TILES)]
        members = np.flatnonzero((rank[:, 0] * len(TILES) + rank[:, 1]) == key)
        offsets = (np.arange(h)[:, None] * width + np.arange(w)).ravel()
        step = max(1, BATCH // (w * h))
        for start in range(0, len(members), step):
            some = members[start : start + step]
            yield _Tile(which[some], (first[some, 1] * width + first[some, 0])[:, None] + offsets)


def _split(
    which: NDArray[np.intp], first: NDArray[np.intp], size: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Rectangles larger than the widest tile, cut into several."""
    for axis in (0, 1):
        count = -(-size[:, axis] // PAD)
        again = np.repeat(np.arange(len(which)), count)
        nth = np.arange(len(again)) - np.repeat(np.cumsum(count) - count, count)
        which, first, size = which[again], first[again].copy(), size[again].copy()
        first[:, axis] += nth * PAD
        size[:, axis] = np.minimum(size[:, axis] - nth * PAD, PAD)
    return which, first, size


def _in_view(maps: Array, view: View) -> tuple[Array32, Array32]:
    """Maps of the camera's frame to each unit solid's: matrices, and the lens's place in it."""
    to_table = view.R.T * np.array([[1.0], [1.0], [-1.0]])
    A = maps[:, :, :3] @ to_table
    o = maps[:, :, :3] @ view.eye_mm + maps[:, :, 3]
    return A.astype(np.float32), o.astype(np.float32)


def _draw_faces(canvas: Canvas, view: View, solids: Solids) -> None:
    towards = ((view.eye_mm - solids.faces[:, 0]) * solids.face_normals).sum(1) > 0
    corners = solids.faces[towards]
    if not len(corners):
        return
    normals = (solids.face_normals[towards] * [1, 1, -1]) @ view.R.T
    paints = solids.face_paint[towards]
    along = np.linspace(0, 1, EDGE_STEPS, endpoint=False)[:, None, None, None]
    outline = corners + along * (np.roll(corners, -1, 1) - corners)
    q = view.seen(corners)
    edges = np.cross(q, np.roll(q, -1, 1))
    length = np.linalg.norm(edges, axis=2, keepdims=True)
    edges = np.where(
        length > 0, edges / np.maximum(length, 1e-9), 0
    )  # a triangle's repeated corner tests nothing
    edges *= np.sign((edges * q.mean(1)[:, None]).sum(2, keepdims=True))
    plane = normals / (normals * q[:, 0]).sum(1)[:, None]  # ray · plane = 1 / depth
    edges32, plane32 = edges.astype(np.float32), plane.astype(np.float32)
    for tile in _tiles(canvas.window, view, outline.transpose(1, 0, 2, 3).reshape(len(corners), -1, 3)):
        x, y = canvas.x.ravel()[tile.index], canvas.y.ravel()[tile.index]
        e, p = edges32[tile.which][:, :, :, None], plane32[tile.which][:, :, None]
        inside = e[:, 0, 0] * x + e[:, 0, 1] * y + e[:, 0, 2] >= 0
        for i in (1, 2, 3):
            inside &= e[:, i, 0] * x + e[:, i, 1] * y + e[:, i, 2] >= 0
        nth, at = np.nonzero(inside)
        n = p[nth, :, 0]
        depth = 1 / (n[:, 0] * x[nth, at] + n[:, 1] * y[nth, at] + n[:, 2])
        which = tile.which[nth]
        _keep_nearest(canvas, tile.index[nth, at], depth, normals[which], paints[which])


def _draw_cylinders(
    canvas: Canvas, tile: _Tile, A: Array32, o: Array32, shapes: Array, paints: NDArray[np.uint8]
) -> None:
    dx, dy, dz = _directions(canvas, tile, A)
    ox, oy, oz = o[:, 0, None], o[:, 1, None], o[:, 2, None]
    taper = shapes[:, 0, None].astype(np.float32)
    wide = 1 - taper * oz
    a = dx * dx + dy * dy - (taper * dz) ** 2
    b = ox * dx + oy * dy + taper * dz * wide
    c = ox * ox + oy * oy - wide * wide
    root = np.sqrt(np.maximum(b * b - a * c, 0))
    touched = b * b >= a * c
    best = np.full(dx.shape, np.inf, np.float32)
    capped = np.zeros(dx.shape, bool)
    with np.errstate(divide="ignore", invalid="ignore"):
        for t in ((-b - root) / a, (-b + root) / a):
            z = oz + t * dz
            np.copyto(best, t, where=touched & (z >= 0) & (z <= 1) & (t > 0) & (t < best))
        for end in (0.0, 1.0):
            t = (end - oz) / dz
            r2 = (ox + t * dx) ** 2 + (oy + t * dy) ** 2
            hit = (r2 <= (1 - taper * end) ** 2) & (t > 0) & (t < best)
            np.copyto(best, t, where=hit)
            capped |= hit  # a later cap is nearer, and so a cap all the same
    nth, at = np.nonzero(best < np.inf)
    t = best[nth, at]
    lx, ly = o[nth, 0] + t * dx[nth, at], o[nth, 1] + t * dy[nth, at]
    lz = o[nth, 2] + t * dz[nth, at]
    k, rim = shapes[nth, 0], shapes[nth, 1]
    r = np.maximum(np.hypot(lx, ly), 1e-6)
    cap = capped[nth, at]
    # a cap's outer rim is rounded: its normal leans outwards there
    lean = np.where(cap, np.clip((r / (1 - k * lz) - 1 + rim) / np.maximum(rim, 1e-6), 0, 1) * (rim > 0), 1.0)
    side = np.stack([lx / r, ly / r, k], 1)
    up = np.where(lz > 0.5, 1.0, -1.0) * np.where(cap, 1.0, 0.0)
    local = side * lean[:, None] + np.stack(
        [np.zeros_like(up), np.zeros_like(up), up * _axis_scale(A)[nth]], 1
    )
    normal = np.einsum("nij,ni->nj", A[nth], local)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    _keep_nearest(canvas, tile.index[nth, at], t, normal, paints[nth])


def _axis_scale(A: Array32) -> Array:
    """How much longer the cylinder's radius map is than its axis map: makes cap and side lean evenly."""
    ratio: Array = np.linalg.norm(A[:, 0], axis=1) / np.linalg.norm(A[:, 2], axis=1)
    return ratio


def _draw_balls(canvas: Canvas, tile: _Tile, A: Array32, o: Array32, paints: NDArray[np.uint8]) -> None:
    dx, dy, dz = _directions(canvas, tile, A)
    a = dx * dx + dy * dy + dz * dz
    b = o[:, 0, None] * dx + o[:, 1, None] * dy + o[:, 2, None] * dz
    c = (o * o).sum(1)[:, None] - 1
    under = b * b - a * c
    nth, at = np.nonzero(under >= 0)
    t = (-b[nth, at] - np.sqrt(under[nth, at])) / a[nth, at]
    local = o[nth] + t[:, None] * np.stack([dx[nth, at], dy[nth, at], dz[nth, at]], 1)
    normal = np.einsum("nij,ni->nj", A[nth], local)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    _keep_nearest(canvas, tile.index[nth, at], t, normal, paints[nth])


def _directions(canvas: Canvas, tile: _Tile, A: Array32) -> tuple[Array32, Array32, Array32]:
    """The rays of a tile in each solid's own frame."""
    x, y = canvas.x.ravel()[tile.index], canvas.y.ravel()[tile.index]
    dx, dy, dz = (A[:, i, 0, None] * x + A[:, i, 1, None] * y + A[:, i, 2, None] for i in range(3))
    return dx, dy, dz


def _keep_nearest(
    canvas: Canvas, index: NDArray[np.intp], depth: Array32, normals: Array, paints: NDArray[np.uint8]
) -> None:
    flat = canvas.depth.ravel()
    ahead = depth > NEAR_MM
    nearer = np.flatnonzero((depth < flat[index]) & ahead)
    index, depth = index[nearer], depth[nearer].astype(np.float32)
    np.minimum.at(flat, index, depth)
    won = np.flatnonzero(flat[index] == depth)
    index, nearer = index[won], nearer[won]
    canvas.normal.reshape(-1, 3)[index] = np.round(normals[nearer] * NORMAL_SCALE)
    canvas.paint.view(np.uint32).ravel()[index] = np.ascontiguousarray(paints[nearer]).view(np.uint32).ravel()
