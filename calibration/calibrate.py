"""Lens shots, a bare mounted shot and the board's size -> a Table."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.camera import STUD_MM, STUD_TOP_PLATES, Camera, Lens
from calibration.edges import check_edges, edge_shift
from calibration.find import find, other_board
from calibration.lattice import Grey, grey_of
from calibration.outline import Placement
from calibration.problems import CannotRead
from calibration.rim import rim_shift, shifted
from calibration.solve import Solved, as_rows, first_focal, pose_of, solve
from calibration.studs import Measured, lamp_of, measure, measure_roughly
from calibration.table import Accuracy, Board, Table
from calibration.warp import Array

Picture = NDArray[np.uint8]

ROUNDS = 2  # solve, then measure where the studs now are known to be
FAIR = 0.03  # studs: a shot whose studs lie this close to its lattice is never dropped
FEWEST_SHOTS = 2  # lens shots that must be readable
SHOWN = 0.12  # share of the studs that must be seen for a lens shot to count
SHOWN_MOUNTED = 0.25
FEWEST_BLOCKS = 12
CLIPPED_PX = 12  # a corner so little outside still shows its studs
RIVALS = 0.9  # studs of the same lattice beside the board, for each on it, that make the size doubtful


def calibrate(bare: Picture, lens_shots: Sequence[Picture], size: tuple[int, int] | None = None) -> Table:
    """The Table of a camera that took `bare` where it hangs and `lens_shots` from the hand.

    `size` is the board's (columns, rows); None counts them in the bare shot.
    """
    height, width = bare.shape[:2]
    mounted = find(bare, size)
    if mounted.shown < SHOWN_MOUNTED:
        raise CannotRead("no board was found: too few studs can be made out in the bare shot")
    size = (mounted.cols, mounted.rows)
    check_size(mounted)
    if any(picture.shape[:2] != (height, width) for picture in lens_shots):
        raise CannotRead(
            "a lens shot has another size than the bare shot; take all with the same camera settings"
        )
    placements, pictures = [mounted], [bare]
    with ThreadPoolExecutor(2) as pool:
        for picture, placement in zip(
            lens_shots, pool.map(lambda p: _found(p, size), lens_shots), strict=True
        ):
            if placement is not None:
                placements.append(placement)
                pictures.append(picture)
    if len(placements) - 1 < FEWEST_SHOTS:
        raise CannotRead(
            f"the board can be made out in {len(placements) - 1} of {len(lens_shots)} lens shots;"
            f" take at least {FEWEST_SHOTS + 1}, tilted, with the whole board in the picture and more light"
        )
    focal = first_focal([p.warp for p in placements]) or 0.8 * width
    solved, lamp = _joint(pictures, placements, first_lens(width, height, focal, placements))
    camera = _checked(bare, mounted, solved.cameras[0])
    return replace(_table(solved, camera, size), lamp=lamp)


def _checked(bare: Picture, mounted: Placement, camera: Camera) -> Camera:
    """The camera on the board's true corner, if the board is whole, alone and of its size."""
    size = (mounted.cols, mounted.rows)
    rim = rim_shift(bare, tops_of(camera, 0.0), *size)
    camera = shifted(camera, rim)
    grey = grey_of(bare)
    edge = edge_shift(grey, tops_of(camera), *size)
    camera = shifted(camera, edge)
    mounted = moved(mounted, (rim[0] + edge[0], rim[1] + edge[1]))
    check_whole(camera, size)
    check_edges(grey, tops_of(camera), *size)
    if other_board(grey, mounted):
        raise CannotRead(
            "two boards lie in the bare shot; push them together stud to stud, or clear one away"
        )
    return camera


def moved(placed: Placement, shift: tuple[int, int]) -> Placement:
    """The placement with its corner so many studs further along its lattice."""
    onwards = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]], float)
    H = placed.warp.H @ onwards
    return replace(placed, warp=replace(placed.warp, H=H / H[2, 2]))


def check_whole(camera: Camera, size: tuple[int, int]) -> None:
    """Raise CannotRead when the board is cut off by the frame."""
    cols, rows = size
    corners = tops_of(camera, 0.0)(np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], float))
    frame = np.array([camera.lens.width, camera.lens.height])
    if np.any(corners < -CLIPPED_PX) or np.any(corners > frame + CLIPPED_PX):
        raise CannotRead("the board is cut off by the picture's edge; move the camera until all corners show")


def check_size(mounted: Placement) -> None:
    """Raise CannotRead when the board is not of the size that was given."""
    if mounted.rivals > RIVALS * mounted.shown * mounted.cols * mounted.rows:
        raise CannotRead(
            f"more studs than {mounted.cols} × {mounted.rows} were seen; check the size given,"
            " or clear away a second board"
        )


def focal_from_height(bare: Picture, size: tuple[int, int], height_mm: float) -> float:
    """The focal length in pixels that makes a camera this high see the studs as large as it does."""
    placed = find(bare, size)
    middle = np.array([placed.cols / 2, placed.rows / 2])
    return height_mm / STUD_MM * float(np.sqrt(abs(np.linalg.det(placed.warp.steps_px(middle)))))


def focal_from_view(width: int, degrees: float) -> float:
    """The focal length in pixels of a lens whose picture spans so many degrees from left to right."""
    return width / 2 / float(np.tan(np.radians(degrees) / 2))


def calibrate_roughly(bare: Picture, size: tuple[int, int] | None, focal_px: float, doubt: float) -> Table:
    """The Table without lens shots: the focal length is taken as given, within `doubt` (a share of it).

    Places on the board are as good as ever; heights are off by as much as the focal length is.
    """
    mounted = find(bare, size)
    if mounted.shown < SHOWN_MOUNTED:
        raise CannotRead("no board was found: too few studs can be made out in the bare shot")
    height, width = bare.shape[:2]
    solved, lamp = _joint([bare], [mounted], first_lens(width, height, focal_px, [mounted]), doubt * focal_px)
    camera = _checked(bare, mounted, solved.cameras[0])
    table = _table(solved, camera, (mounted.cols, mounted.rows))
    rough = Accuracy(table.accuracy.grid_studs if table.accuracy else 0.0, None, 100 * doubt)
    return replace(table, accuracy=rough, lamp=lamp)


def _found(picture: Picture, size: tuple[int, int] | None) -> Placement | None:
    """The board in a lens shot; one unreadable shot of several is no reason to stop."""
    try:
        placement = find(picture, size)
    except CannotRead:
        return None
    return placement if placement.shown >= SHOWN else None


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


def _joint(
    pictures: Sequence[Picture], placements: Sequence[Placement], lens: Lens, focal_sigma: float | None = None
) -> tuple[Solved, tuple[float, ...]]:
    """Measure all pictures and solve for lens and poses: first by circles, then with the light modelled."""
    cols, rows = placements[0].cols, placements[0].rows
    grid = _grid(cols, rows)
    greys = [grey_of(p) for p in pictures]
    cameras = [pose_of(lens, grid, p.warp.to_px(grid)) for p in placements]
    with ThreadPoolExecutor(2) as pool:
        shots = list(pool.map(lambda g, p: measure_roughly(g, p.warp.to_px, cols, rows), greys, placements))
        for _ in range(ROUNDS):
            greys, shots, cameras = _sound(greys, shots, cameras)
            solved = solve(lens, cameras, shots, focal_sigma)
            lens, cameras = solved.cameras[0].lens, list(solved.cameras)
            shots = list(
                pool.map(lambda g, c: measure(g, tops_of(c), tops_of(c, 0.0), cols, rows), greys, cameras)
            )
    greys, shots, cameras = _sound(greys, shots, cameras)
    solved = solve(lens, cameras, shots, focal_sigma)
    typical = float(np.median([np.median(r) for r in solved.residuals]))
    fair = [k == 0 or np.median(r) < max(FAIR, 3 * typical) for k, r in enumerate(solved.residuals)]
    if not all(fair) and sum(fair) > FEWEST_SHOTS:  # a shot that doesn't fit the others spoils the lens
        shots = [m for m, ok in zip(shots, fair, strict=True) if ok]
        cameras = [c for c, ok in zip(solved.cameras, fair, strict=True) if ok]
        solved = solve(lens, cameras, shots)
    return _honest(solved, shots) if focal_sigma is None else solved, lamp_of(shots[0])


def _honest(solved: Solved, shots: list[Measured]) -> Solved:
    """The covariance, widened to what leaving out one lens shot after the other shows (the jackknife).

    A picture's studs share their light, so they are wrong together; only other pictures tell by how much.
    """
    lens, cameras = solved.cameras[0].lens, list(solved.cameras)
    if len(shots) <= FEWEST_SHOTS + 1:
        return solved
    with ThreadPoolExecutor(2) as pool:
        fewer = list(
            pool.map(
                lambda k: solve(lens, cameras[:k] + cameras[k + 1 :], shots[:k] + shots[k + 1 :]),
                range(1, len(shots)),
            )
        )
    values = np.array([[each.cameras[0].lens.fx, each.cameras[0].translation[2]] for each in fewer])
    spread = (len(values) - 1) * values.var(axis=0)
    stated = np.array([solved.covariance[0, 0], solved.covariance[12, 12]])
    widen = float(np.sqrt(max(1.0, *(spread / stated))))
    return replace(solved, covariance=solved.covariance * widen**2)


def _sound(
    greys: list[Grey], shots: list[Measured], cameras: list[Camera]
) -> tuple[list[Grey], list[Measured], list[Camera]]:
    """The mounted shot and those lens shots in which enough of the board was measured."""
    used = [k for k, m in enumerate(shots) if k == 0 or len(m.places) >= FEWEST_BLOCKS]
    if len(shots[0].places) < FEWEST_BLOCKS:
        raise CannotRead(
            "too few studs can be measured in the bare shot; take it sharper and with more light"
        )
    return [greys[k] for k in used], [shots[k] for k in used], [cameras[k] for k in used]


def _table(solved: Solved, camera: Camera, size: tuple[int, int]) -> Table:
    height_sigma = np.sqrt(solved.covariance[12, 12])
    accuracy = Accuracy(
        grid_studs=float(np.sqrt(np.mean(np.minimum(solved.residuals[0], 0.2) ** 2))),
        focal_percent=float(100 * np.sqrt(solved.covariance[0, 0]) / camera.lens.fx),
        height_percent=float(100 * height_sigma / np.linalg.norm(camera.translation)),
    )
    return Table(Board(*size), camera, accuracy=accuracy, covariance=as_rows(solved.pose_covariance))
