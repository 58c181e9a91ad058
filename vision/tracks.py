"""Models before and after -> which is which: by place, colours, what is worn, and kind.

Every pairing has a price; the cheapest set of pairings wins (Kuhn's assignment). Staying is free, moving
costs a fixed sum before its length counts, so of two twins the one that need not have moved has not.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from calibration.palette import PALETTE, linear
from vision.colour import to_lab
from vision.observation import Construct, Figure
from vision.sameness import Model

IN_PLACE = 0.6  # studs a figure's reading may differ without it having moved; a pair of studs off is 1
CONSTRUCT_IN_PLACE = 1.2  # constructs are read less finely
FALLEN = 2.5  # studs from where it stood that a figure which fell may lie
MOVING = 1.0  # price of having moved at all
A_STUD = 0.01  # and of every stud of the way
STRANGE = 2.5  # price of pixels with no colour in common; the same model's lie 0.1 to 0.4 apart
ALONE = 2.2  # price of a model without a partner: two such must cost more than a likely misreading
# price of differing wholly; legs are hardly seen from above
LOOKS = {"torso": 1.6, "hat": 1.0, "skin": 0.5, "legs": 0.4, "head": 0.3}
NEAR_COLOURS = 40.0  # CIELAB distance from which two colours are never mistaken for one another
BUILT_LOOKS = {"colours": 2.2, "plates": 0.5, "size": 0.8}
UNKNOWN = 0.5  # strangeness of pixels nobody looked at
NEVER = 1e3


def paired(
    before: Sequence[Model], after: Sequence[Model], strangeness: NDArray[np.float64] | None = None
) -> tuple[tuple[int, int], ...]:
    """Pairs (index before, index after) of the same model; the others came or went.

    `strangeness` (before × after, 0–1) tells how differently their pixels are coloured, where that is known.
    """
    n, m = len(before), len(after)
    price = np.full((n + m, n + m), NEVER)
    for i, a in enumerate(before):
        price[i, :m] = [cost(a, b) for b in after]
    price[:n, :m] += STRANGE * (UNKNOWN if strangeness is None else strangeness)
    price[np.arange(n), m + np.arange(n)] = ALONE
    price[n + np.arange(m), np.arange(m)] = ALONE
    price[n:, m:] = 0.0
    rows, cols = linear_sum_assignment(price)
    return tuple((int(r), int(c)) for r, c in zip(rows, cols, strict=True) if r < n and c < m)


def cost(a: Model, b: Model) -> float:
    """What it takes to believe that `a` is now `b`."""
    way = float(np.hypot(a.x - b.x, a.y - b.y))
    if isinstance(a, Figure) and isinstance(b, Figure) and a.lying != b.lying and way <= FALLEN:
        return 0.5 * unlikeness(a, b)  # who lies where somebody stood fell, and shows another side of itself
    near = CONSTRUCT_IN_PLACE if isinstance(a, Construct) else IN_PLACE
    return unlikeness(a, b) + (0.0 if way <= near else MOVING + A_STUD * way)


def unlikeness(a: Model, b: Model) -> float:
    """How differently two models look, places apart; what can't be told costs nothing."""
    if isinstance(a, Figure) and isinstance(b, Figure):
        worn = LOOKS["hat"] * _apart(_hat(a), _hat(b)) + LOOKS["head"] * (
            None not in (a.head, b.head) and a.head != b.head
        )
        return worn + sum(LOOKS[k] * _apart(getattr(a, k), getattr(b, k)) for k in ("torso", "legs", "skin"))
    if isinstance(a, Construct) and isinstance(b, Construct):
        mine, yours = set(a.colours), set(b.colours)
        colours = 1 - len(mine & yours) / max(1, len(mine | yours))
        plates = min(1.0, abs((a.plates or 0) - (b.plates or 0)) / 6) if a.plates and b.plates else 0.0
        sizes = sorted(max(1, _area(c)) for c in (a, b))
        return (
            BUILT_LOOKS["colours"] * colours
            + BUILT_LOOKS["plates"] * plates
            + BUILT_LOOKS["size"] * (1 - sizes[0] / sizes[1])
        )
    return NEVER


def _hat(figure: Figure) -> str | None:
    """The hat's colour; "" for none."""
    if figure.hat is False:
        return ""
    return None if figure.hat is None else figure.hat.colour


def _area(construct: Construct) -> int:
    x0, y0, x1, y1 = construct.footprint
    return (x1 - x0) * (y1 - y0)


def _apart(a: str | None, b: str | None) -> float:
    """0 for the same colour, 1 for two that nobody mixes up, between for near ones."""
    if a is None or b is None or a == b:
        return 0.0
    if a not in PALETTE or b not in PALETTE:
        return 1.0
    lab = to_lab(linear(np.array([PALETTE[a], PALETTE[b]], float)))
    return min(1.0, float(np.linalg.norm(lab[0] - lab[1])) / NEAR_COLOURS)
