"""A measured line of the bench, and how a run of calls becomes one."""

import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what was measured, the figure, its unit, and a remark."""

    what: str
    value: float
    unit: str = "ms"
    remark: str = ""


def median_ms(call: Callable[[], object], times: int = 7) -> float:
    """The median wall time of `call` in milliseconds; the first call warms up and does not count."""
    call()
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        call()
        spent.append(1000 * (time.perf_counter() - start))
    return statistics.median(spent)


def table(title: str, rows: Iterable[Row]) -> str:
    """The rows as text, a heading above."""
    lines = [f"\n{title}", "-" * len(title)]
    lines += [f"{row.what:58s} {row.value:12.3f} {row.unit:6s} {row.remark}".rstrip() for row in rows]
    return "\n".join(lines)
