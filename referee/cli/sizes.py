"""Words of the command line -> board sizes, corners and lists of files."""

import argparse
import re
from pathlib import Path


def board_size(word: str) -> tuple[int, int]:
    """48x32 as (48, 32)."""
    match = re.fullmatch(r"(\d{1,3})[x×](\d{1,3})", word)
    if not match or min(int(match[1]), int(match[2])) < 4:
        raise argparse.ArgumentTypeError(
            f"{word!r} is no board size; write studs across x studs down, like 48x48"
        )
    return int(match[1]), int(match[2])


def corners(word: str) -> tuple[tuple[float, float], ...]:
    """x,y:x,y:x,y as pixel corners."""
    try:
        points = [tuple(float(v) for v in point.split(",")) for point in word.split(":")]
    except ValueError:
        points = []
    if len(points) < 3 or any(len(point) != 2 for point in points):
        raise argparse.ArgumentTypeError(
            f"{word!r} is no tray; write its corners in pixels as x,y:x,y:x,y:x,y"
        )
    return tuple((point[0], point[1]) for point in points)


def files(word: str) -> list[Path]:
    """a.jpg,b.jpg as paths."""
    return [Path(part) for part in word.split(",") if part]
