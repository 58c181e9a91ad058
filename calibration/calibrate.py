"""Lens shots, a bare mounted shot and the board's size -> a Table."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.camera import STUD_TOP_PLATES, Camera, Lens
from calibration.find import find
from calibration.lattice import grey_of
from calibration.outline import Placement
from calibration.problems import CannotRead
from calibration.solve import Solved, as_rows, first_focal, pose_of, solve
from calibration.studs import Measured, measure
from calibration.table import Accuracy, Board, Table
from calibration.warp import Array, Warp

Picture = NDArray[np.uint8]

ROUNDS = 2  # measure, solve, measure again where the studs now are known to be
FEWEST_SHOTS = 2  # lens shots that must be readable
SHOWN = 0.12  # share of the studs that must be seen for a lens shot to count
SHOWN_MOUNTED = 0.25
FEWEST_BLOCKS = 12


def calibrate(bare: Picture, lens_shots: Sequence[Picture], size: tuple[int, int] | None = None) -> Table:
    """The Table of a camera that took `bare` where it hangs and `lens_shots` from the hand.

    `size` is the board's (columns, rows); None counts them in the bare shot.
    """
    height, width = bare.shape[:2]
    mounted = find(bare, size)
    if mounted.shown < SHOWN_MOUNTED:
        raise CannotRead("no board was found: too few studs can be made out in the bare shot")
    size = (mounted.cols, mounted.rows)
    placements, pictures = [mounted], [bare]
    for picture in lens_shots:
        if picture.shape[:2] != (height, width):
            raise CannotRead("a lens shot has another size than the bare shot; take all with the same camera settings")
        try:
            placement = find(picture, size)
        except CannotRead:
            continue  # one unreadable shot of several is no reason to stop
        if placement.shown >= SHOWN:
            placements.append(placement)
            pictures.append(picture)
    if len(placements) - 1 < FEWEST_SHOTS:
        raise CannotRead(
            f"the board can be made out in {len(placements) - 1} of {len(lens_shots)} lens shots;"
            f" take at least {FEWEST_SHOTS + 1}, tilted, with the whole board in the picture and more light"
        )
    focal = first_focal([p.warp for p in placements]) or 0.8 * width
    solved = _joint(pictures, placements, first_lens(width, height, focal, placements))
    return _table(solved, mounted, bare)


def first_lens(width: int, height: int, focal: float, placements: Sequence[Placement]) -> Lens:
    """A lens to start from: centred, with the bend the warps saw."""
    bend = float(np.median([p.warp.k1 * (focal / p.warp.scale) ** 2 for p in placements]))
    return Lens(width, height, focal, focal, (width - 1) / 2, (height - 1) / 2, k1=bend)


def _grid(cols: int, rows: int) -> Array:
    x, y = np.meshgrid(np.linspace(0, cols, 9), np.linspace(0, rows, 9))
    return np.stack([x, y], -1).reshape(-1, 2)


def tops_of(camera: Camera, plates: float = STUD_TOP_PLATES) -> "ToPlaces":
    """Places -> pixels at a height, as measuring wants it."""
    return ToPlaces(camera, plates)


class ToPlaces:
    """A camera's picture of places at one height."""

    def __init__(self, camera: Camera, plates: float) -> None:
        self.camera, self.plates = camera, plates

    def __call__(self, places: Array) -> Array:
        """Pixels of board places."""
        at = np.concatenate([places, np.full((*places.shape[:-1], 1), self.plates)], -1)
        return self.camera.project(at)


def _joint(pictures: Sequence[Picture], placements: Sequence[Placement], lens: Lens) -> Solved:
    """Measure all pictures and solve for lens and poses, twice."""
    cols, rows = placements[0].cols, placements[0].rows
    greys = [grey_of(p) for p in pictures]
    grid = _grid(cols, rows)
    cameras = [pose_of(lens, grid, p.warp.to_px(grid)) for p in placements]
    shots = [
        measure(g, p.warp.to_px, _feet(p.warp, c), cols, rows)
        for g, p, c in zip(greys, placements, cameras, strict=True)
    ]
    solved: Solved | None = None
    for _ in range(ROUNDS):
        used = [k for k, m in enumerate(shots) if k == 0 or len(m.places) >= FEWEST_BLOCKS]
        greys, shots, cameras = ([seq[k] for k in used] for seq in (greys, shots, cameras))
        solved = solve(lens, cameras, shots)
        lens, cameras = solved.cameras[0].lens, list(solved.cameras)
        shots = [measure(g, tops_of(c), tops_of(c, 0.0), cols, rows) for g, c in zip(greys, cameras, strict=True)]
    assert solved is not None
    return solve(lens, cameras, shots)


def _feet(warp: Warp, camera: Camera) -> "Feet":
    return Feet(warp, camera)


class Feet:
    """Where studs' feet are when only the tops' warp is known: the tops, less the camera's own parallax."""

    def __init__(self, warp: Warp, camera: Camera) -> None:
        self.warp, self.top, self.foot = warp, ToPlaces(camera, STUD_TOP_PLATES), ToPlaces(camera, 0.0)

    def __call__(self, places: Array) -> Array:
        """Pixels of the feet."""
        return self.warp.to_px(places) + self.foot(places) - self.top(places)


def _table(solved: Solved, mounted: Placement, bare: Picture) -> Table:
    camera = solved.cameras[0]
    cov = solved.covariance[7:13, 7:13]
    accuracy = Accuracy(
        grid_studs=float(np.sqrt(np.mean(np.minimum(solved.residuals[0], 0.2) ** 2))),
        focal_percent=float(100 * np.sqrt(solved.covariance[0, 0]) / camera.lens.fx),
        height_percent=float(100 * np.sqrt(cov[5, 5]) / np.linalg.norm(camera.translation)),
    )
    return Table(Board(mounted.cols, mounted.rows), camera, accuracy=accuracy, covariance=as_rows(cov))
