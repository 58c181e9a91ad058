"""Values that were rolled → is the die fair? Chi-squared, runs, p-values and a plot."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scipy import stats

SUSPICIOUS = 0.001  # a fair die says so once in a thousand tests
LEAST_EXPECTED = 5.0  # per side: fewer, and chi-squared says nothing


@dataclass(frozen=True, slots=True)
class Fairness:
    """What the statistics say of one kind (or colour) of dice."""

    name: str
    sides: int
    counts: tuple[int, ...]
    chi_squared: float
    p_sides: float
    """Chance of sides this uneven from a fair die."""
    runs: int
    p_runs: float
    """Chance of so many or so few runs above and below the median (Wald and Wolfowitz 1940)."""
    p_pairs: float
    """Chance that a roll says this much about the next (chi-squared of successive pairs)."""

    @property
    def rolls(self) -> int:
        """How many dice were looked at."""
        return sum(self.counts)

    @property
    def enough(self) -> bool:
        """Whether there were rolls enough to say anything."""
        return self.rolls >= LEAST_EXPECTED * self.sides

    @property
    def fair(self) -> bool:
        """Nothing suspicious: three tests share the threshold (Bonferroni)."""
        return min(self.p_sides, self.p_runs, self.p_pairs) >= SUSPICIOUS / 3


def judge(name: str, sides: int, values: Sequence[int]) -> Fairness:
    """The statistics of dice with `sides` sides, in the order they were rolled."""
    counts = [0] * sides
    for value in values:
        counts[value - 1] += 1
    expected = len(values) / sides
    chi = sum((count - expected) ** 2 / expected for count in counts) if values else 0.0
    runs, p_runs = _runs(sides, values)
    p_sides = float(stats.chi2.sf(chi, sides - 1))
    return Fairness(name, sides, tuple(counts), chi, p_sides, runs, p_runs, _pairs(sides, values))


def judge_all(rolled: Mapping[str, tuple[int, Sequence[int]]]) -> list[Fairness]:
    """Every colour or kind: name → (sides, values)."""
    return [judge(name, sides, values) for name, (sides, values) in sorted(rolled.items())]


def _runs(sides: int, values: Sequence[int]) -> tuple[int, float]:
    middle = (sides + 1) / 2
    signs = [value > middle for value in values if value != middle]
    above = sum(signs)
    below = len(signs) - above
    if not above or not below:
        return min(len(signs), 1), 1.0 if len(signs) < 2 * LEAST_EXPECTED else 2.0 ** (1 - len(signs))
    runs = 1 + sum(a != b for a, b in pairwise(signs))
    total = above + below
    mean = 1 + 2 * above * below / total
    spread = math.sqrt(max((mean - 1) * (mean - 2) / (total - 1), 1e-12))
    return runs, float(2 * stats.norm.sf(abs(runs - mean) / spread))


def _pairs(sides: int, values: Sequence[int]) -> float:
    """Successive values in a square table; sides are pooled until every cell expects enough."""
    bins = sides
    while bins > 2 and (len(values) - 1) / bins**2 < LEAST_EXPECTED:
        bins -= 1
    if len(values) - 1 < LEAST_EXPECTED * bins**2:
        return 1.0
    binned = [(value - 1) * bins // sides for value in values]
    table = [[0.5] * bins for _ in range(bins)]  # half a count keeps an empty row from dividing by zero
    for first, second in pairwise(binned):
        table[first][second] += 1
    return float(stats.chi2_contingency(table, correction=False).pvalue)


def plot_svg(found: Sequence[Fairness]) -> str:
    """Bars of every side beside what a fair die would give, with the band 95 of 100 fair dice stay in."""
    width, row = 640, 170
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{row * len(found) + 10}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for nth, dice in enumerate(found):
        parts += _bars(dice, 10 + nth * row, width, row)
    return "\n".join([*parts, "</svg>", ""])


def _bars(dice: Fairness, top: float, width: float, row: float) -> list[str]:
    left, base, tall = 50.0, top + row - 40, row - 70
    expected = dice.rolls / dice.sides
    slack = 1.96 * math.sqrt(expected * (1 - 1 / dice.sides))
    most = max([*dice.counts, expected + slack, 1])
    step = (width - left - 20) / dice.sides
    level = base - tall * expected / most
    band = tall * slack / most
    words = f"{dice.name}: {dice.rolls} dice, p(sides) {dice.p_sides:.3f}, p(runs) {dice.p_runs:.3f}"
    parts = [
        f'<text x="{left}" y="{top + 14}">{words}</text>',
        f'<rect x="{left}" y="{level - band:.1f}" width="{step * dice.sides:.1f}" height="{2 * band:.1f}" '
        'fill="#e0e0e0"/>',
    ]
    for side, count in enumerate(dice.counts):
        x, high = left + side * step, tall * count / most
        parts.append(
            f'<rect x="{x + step * 0.15:.1f}" y="{base - high:.1f}" width="{step * 0.7:.1f}" '
            f'height="{high:.1f}" fill="#3b6ea5"/>'
        )
        if dice.sides <= 20:
            parts.append(
                f'<text x="{x + step / 2:.1f}" y="{base + 16}" text-anchor="middle">{side + 1}</text>'
            )
    right = left + step * dice.sides
    fair = f'<line x1="{left}" x2="{right:.1f}" y1="{level:.1f}" y2="{level:.1f}" stroke="#c0392b"/>'
    return [*parts, fair]
