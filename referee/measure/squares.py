"""Squares (column, row) -> distances, directions and straight lines."""

Cell = tuple[int, int]

CROSS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL: tuple[Cell, ...] = ((1, 1), (-1, 1), (-1, -1), (1, -1))
EIGHT_WAYS: tuple[Cell, ...] = CROSS + DIAGONAL


def distance(a: Cell, b: Cell) -> int:
    """King's steps from `a` to `b`: a diagonal step counts one."""
    return max(abs(b[0] - a[0]), abs(b[1] - a[1]))


def step(cell: Cell, direction: Cell, n: int = 1) -> Cell:
    """`n` squares from `cell` in `direction`."""
    return cell[0] + n * direction[0], cell[1] + n * direction[1]


def direction_to(a: Cell, b: Cell) -> Cell | None:
    """The direction of the straight line from `a` to `b`, one of the eight; None when there is none."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if (dx, dy) == (0, 0) or (dx and dy and abs(dx) != abs(dy)):
        return None
    return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)


def between(a: Cell, b: Cell) -> list[Cell]:
    """The squares strictly between two that lie on a straight line."""
    direction = direction_to(a, b)
    if direction is None:
        return []
    return [step(a, direction, n) for n in range(1, distance(a, b))]
