"""Rows of many matches -> the verdict table: cheats by kind, lawful deeds, and how honest the error is."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import median

from tests.verdicts.row import LEGAL, Row


def honest(rows: Iterable[Row]) -> list[tuple[float, float]]:
    """Of every measured move: how far the measure was off, and the error that was stated."""
    return [
        (abs(row.measured - row.true), row.stated)
        for row in rows
        if row.true is not None and row.measured is not None and row.stated is not None
    ]


def lines(rows: Sequence[Row]) -> Iterator[str]:
    """The table, game by game and all together."""
    games = list(dict.fromkeys(row.game for row in rows))
    for game in games:
        yield from _of(game, [row for row in rows if row.game == game])
    if len(games) > 1:
        yield from _of("all games", rows)


def _of(title: str, rows: Sequence[Row]) -> Iterator[str]:
    matches = len({(row.game, row.seed) for row in rows})
    cheats = [row for row in rows if row.kind != LEGAL]
    lawful = [row for row in rows if row.kind == LEGAL]
    yield f"{title}: {matches} matches, {len(rows)} deeds, {len(cheats)} of them cheats"
    for kind in sorted({row.kind for row in cheats}):
        fates = Counter(row.fate for row in cheats if row.kind == kind)
        told = ", ".join(f"{fates[fate]} {fate}" for fate in sorted(fates))
        yield f"  {kind:32s} {sum(fates.values()):4d}: {told}"
    fates = Counter(row.fate for row in lawful)
    yield f"  {'lawful deeds':32s} {len(lawful):4d}: {', '.join(f'{n} {f}' for f, n in fates.items())}"
    close = sum(row.fate == "too close" for row in rows)
    yield f"  {'too close to call':32s} {_share(close, len(rows))} of {len(rows)}"
    moves = honest(rows)
    if moves:
        inside = sum(off <= stated for off, stated in moves)
        stated = [error for _, error in moves]
        yield (
            f"  {'true error inside the stated':32s} {_share(inside, len(moves))} of {len(moves)} moves; "
            f"stated 95 % error: median {median(stated):.3f}, most {max(stated):.3f} stud"
        )


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"
