"""A lattice followed through a picture -> the board's own corner, size and turn on it."""

from dataclasses import dataclass

import numpy as np

from calibration.grow import FINE, Grown, levelled
from calibration.lattice import Grey
from calibration.problems import CannotRead
from calibration.warp import Array, Warp

ABSENT = 0.35  # share of studs a row must show to be the board's when counting
EDGE_WORTH = 0.5  # a full plate edge weighs as much as this share of a row of studs
SLIPPED = 0.25  # share of a row's studs that a board may lose when it slides along its lattice
EDGE_LEVELS = 10.0  # grey levels: a step across the rim that needs no more proof

FEWEST_COUNTED = 4  # studs a side: less is no board


@dataclass(frozen=True)
class Placement:
    """A board on its lattice: `warp` carries board places (x, y) in studs, stud tops, to pixels."""

    warp: Warp
    cols: int
    rows: int
    shown: float  # share of the board's studs that were seen
    rivals: int  # studs of the same lattice outside the board
    margin: float  # how much better than the next placement, in rows of studs
    studs: Array  # (n, 2): board places at which a stud was seen, those beside the board too

    def slack(self, most: int) -> tuple[range, range]:
        """How many studs (at most so many) the board may slide along x and along y and keep what was seen."""
        enough = self._kept(np.zeros(2)) - SLIPPED * min(self.cols, self.rows)

        def far(way: Array) -> int:
            return next((k for k in range(most) if self._kept((k + 1) * way) < enough), most)

        x, y = np.eye(2)
        return range(-far(-x), far(x) + 1), range(-far(-y), far(y) + 1)

    def _kept(self, shift: Array) -> int:
        """Studs seen on the board if it lay so much beside where it is taken to lie."""
        at = self.studs - shift
        return int(np.all((at > 0) & (at < [self.cols, self.rows]), axis=1).sum())

    @property
    def corners_px(self) -> Array:
        """The lattice's corners, clockwise from the top left."""
        c, r = float(self.cols), float(self.rows)
        return self.warp.to_px(np.array([[0, 0], [c, 0], [c, r], [0, r]]))


def _edges(grey: Grey, grown: Grown) -> tuple[Array, Array]:
    """Strength 0-1 of a plate edge before each column and row: (nj, ni + 1) and (nj + 1, ni), by strips."""
    nj, ni = grown.coherence.shape
    low = np.array(grown.low, float)
    level = levelled(grey, grown.warp, low, low + np.array([ni - 1, nj - 1]))
    level = np.where(level < 0, np.nan, level)
    near, far = 1, max(2, round(0.17 * FINE))

    def across(picture: Grey, cells: int, lines: int) -> Array:
        per_cell = picture.reshape(cells, FINE, lines, FINE).mean(1)  # (cells, lines, FINE)
        before = per_cell[:, :, FINE - far : FINE - near + 1].mean(-1)
        after = per_cell[:, :, near - 1 : far].mean(-1)
        step = np.zeros((cells, lines + 1))
        step[:, 1:-1] = after[:, 1:] - before[:, :-1]
        return np.clip(np.abs(np.nan_to_num(step)) / EDGE_LEVELS, 0, 1)

    down = across(level, nj, ni)
    sideways = across(np.ascontiguousarray(level.T), ni, nj).T
    return down, sideways


def _boxes(table: Array, rows: int, cols: int) -> Array:
    """Sums over every rows × cols box: [r, c] is the box whose first cell is (r, c)."""
    total = np.pad(np.cumsum(np.cumsum(table, 0), 1), ((1, 0), (1, 0)))
    return np.asarray(
        total[rows:, cols:] - total[:-rows, cols:] - total[rows:, :-cols] + total[:-rows, :-cols]
    )


def _padded(grown: Grown, cols: int, rows: int) -> Grown:
    """The same with places enough around it for a board of this size."""
    nj, ni = grown.coherence.shape
    more = ((max(2, rows - nj + 2),) * 2, (max(2, cols - ni + 2),) * 2)
    return Grown(
        grown.warp,
        (grown.low[0] - more[1][0], grown.low[1] - more[0][0]),
        np.pad(grown.coherence, more, constant_values=-1),
        np.pad(grown.px, (*more, (0, 0))),
        np.pad(grown.off, more, constant_values=1),
    )


def _best_box(grey: Grey, grown: Grown, cols: int, rows: int) -> tuple[float, float, int, int]:
    """(score, margin over the next, i, j) of the best place for a board of this size."""
    studs = _boxes(grown.present.astype(float), rows, cols)
    down, sideways = _edges(grey, grown)
    left = _boxes(down, rows, 1)
    upper = _boxes(sideways, 1, cols)
    nj, ni = studs.shape
    edge = left[:nj, :ni] + left[:nj, cols : cols + ni] + upper[:nj, :ni] + upper[rows : rows + nj, :ni]
    score = studs + EDGE_WORTH * edge
    j, i = np.unravel_index(np.argmax(score), score.shape)
    others = score.copy()
    others[j, i] = -np.inf
    return float(score[j, i]), float(score[j, i] - others.max()) / min(cols, rows), int(i), int(j)


def place(grey: Grey, grown: Grown, cols: int, rows: int) -> Placement:
    """Where a board of the given size lies on the lattice."""
    options = []
    for across, down in {(cols, rows), (rows, cols)}:
        roomy = _padded(grown, across, down)
        score, margin, i, j = _best_box(grey, roomy, across, down)
        options.append((score, margin, roomy.low[0] + i, roomy.low[1] + j, across, down))
    _, margin, i, j, across, down = max(options)
    return _oriented(grown, i, j, across, down, (cols, rows), margin)


def count(grey: Grey, grown: Grown) -> Placement:
    """The board's size and place, worked out from which rows and columns show studs."""
    grown = _padded(grown, 0, 0)
    gain = grown.present.astype(float) - ABSENT
    down, sideways = _edges(grey, grown)
    nj, ni = gain.shape
    rows, cols = (0, nj), (0, ni)
    for _ in range(6):
        rows = _best_run(
            gain[:, cols[0] : cols[1]].sum(1), EDGE_WORTH * sideways[:, cols[0] : cols[1]].sum(1)
        )
        cols = _best_run(gain[rows[0] : rows[1]].sum(0), EDGE_WORTH * down[rows[0] : rows[1]].sum(0))
    across, deep = cols[1] - cols[0], rows[1] - rows[0]
    if min(across, deep) < FEWEST_COUNTED:
        raise CannotRead(
            "no board's studs stand clear of the rest of the picture; give its size with --board CxR"
        )
    return _oriented(grown, grown.low[0] + cols[0], grown.low[1] + rows[0], across, deep, None, 1.0)


def _best_run(gain: Array, edge: Array) -> tuple[int, int]:
    """The stretch [a, b) with the greatest gain, a rim at both its ends counting for it."""
    total = np.append(0, np.cumsum(gain))
    value = total[None, :] + edge[None, :] - total[:, None] + edge[:, None]
    value[np.tril_indices(len(total))] = -np.inf
    a, b = np.unravel_index(np.argmax(value), value.shape)
    return int(a), int(b)


def _oriented(
    grown: Grown, i: int, j: int, across: int, down: int, wanted: tuple[int, int] | None, margin: float
) -> Placement:
    """The placement with (0, 0) at the corner nearest the picture's top left, x right, y down."""
    base = np.array([[1, 0, i - 0.5], [0, 1, j - 0.5], [0, 0, 1.0]])
    best: tuple[float, Warp, int, int, Array] | None = None
    for quarter in range(4):
        w, d = (across, down) if quarter % 2 == 0 else (down, across)
        if wanted and (w, d) != wanted:
            continue
        turn = np.linalg.matrix_power(np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1.0]]), quarter)
        shift = {0: (0, 0), 1: (across, 0), 2: (across, down), 3: (0, down)}[quarter]
        turn = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1.0]]) @ turn
        warp = grown.warp.moved(base @ turn)
        far = float(np.hypot(*warp.to_px(np.zeros(2))))
        if best is None or far < best[0]:
            best = (far, warp, w, d, base @ turn)
    assert best is not None
    a, b = j - grown.low[1], i - grown.low[0]
    present = grown.present
    jj, ii = np.nonzero(present)
    seen = np.stack([ii + grown.low[0], jj + grown.low[1], np.ones(len(ii))], -1)
    inside = present[max(a, 0) : max(a + down, 0), max(b, 0) : max(b + across, 0)]
    return Placement(
        best[1],
        best[2],
        best[3],
        float(inside.sum()) / (across * down),
        int(present.sum() - inside.sum()),
        margin,
        np.asarray((seen @ np.linalg.inv(best[4]).T)[:, :2], float),
    )
