"""A seed or a number -> what a set must be; all else is drawn from the seed."""

from dataclasses import dataclass

import numpy as np

from calibration.palette import BOARD_COLOURS

HD, FULL_HD = (1280, 720), (1920, 1080)
WOODS = [  # the table top's two tones, linear light
    ((0.30, 0.20, 0.13), (0.40, 0.28, 0.19)),
    ((0.20, 0.14, 0.11), (0.30, 0.22, 0.17)),
    ((0.42, 0.29, 0.16), (0.55, 0.40, 0.24)),
    ((0.42, 0.40, 0.36), (0.60, 0.58, 0.54)),
    ((0.12, 0.07, 0.045), (0.22, 0.13, 0.08)),
    ((0.30, 0.27, 0.24), (0.42, 0.38, 0.34)),
]
CASTS = {  # gains of red, green, blue
    "warm": (1.10, 1.0, 0.80),
    "plain": (1.0, 1.0, 1.0),
    "cold": (0.90, 1.0, 1.12),
    "soft": (1.04, 1.0, 0.92),
}
BOARDS = {(32, 32): 0.4, (48, 48): 0.25, (64, 32): 0.35}  # how often
CHANGES = {  # how often
    "moved": 0.3,
    "climbed": 0.06,
    "mech": 0.1,
    "turned": 0.05,
    "hat_off": 0.12,
    "head_off": 0.07,
    "block_removed": 0.14,
    "nothing": 0.06,
    "light": 0.06,
    "knocked": 0.04,
}


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a set must be."""

    cols: int
    rows: int
    board: str
    size: tuple[int, int]  # of its pictures
    cast: str
    mean: float  # of the bare board's picture, 0 to 1
    figures: int
    constructs: int
    piles: int
    raised: int  # figures that stand on blocks
    lying: int
    changes: tuple[str, ...]
    wood: int

    def __str__(self) -> str:
        """In one line, for whoever waits."""
        return (
            f"{self.cols}x{self.rows} {self.board.replace('_', ' ')}, {self.size[1]}p, {self.cast}; "
            f"{self.figures} figures, {self.constructs} constructs; {', '.join(self.changes) or 'a hand'}"
        )


NAMED = {  # by the seed they are made with
    2101: Recipe(32, 32, "light_bluish_grey", HD, "warm", 0.56, 6, 1, 10, 1, 0,
                 ("moved", "head_off", "block_removed", "mech", "nothing"), 1),
    2102: Recipe(64, 32, "green", FULL_HD, "soft", 0.52, 7, 1, 12, 1, 0,
                 ("moved", "knocked", "moved", "mech", "hat_off"), 5),
    2103: Recipe(32, 32, "black", HD, "cold", 0.48, 5, 1, 10, 1, 1,
                 ("moved", "hat_off", "block_removed", "turned", "nothing"), 2),
    2104: Recipe(48, 48, "blue", FULL_HD, "soft", 0.34, 6, 2, 13, 2, 0,
                 ("moved", "light", "hat_off", "moved", "block_removed"), 4),
    2105: Recipe(48, 48, "dark_bluish_grey", HD, "warm", 0.55, 6, 2, 13, 2, 0,
                 ("climbed", "moved", "light", "head_off", "mech"), 3),
}  # fmt: skip


def drawn(seed: int) -> Recipe:
    """A recipe at random."""
    rng = np.random.default_rng([seed, 1])
    cols, rows = list(BOARDS)[rng.choice(len(BOARDS), p=list(BOARDS.values()))]
    return Recipe(
        cols,
        rows,
        board=str(rng.choice(BOARD_COLOURS)),
        size=HD if rng.random() < 0.33 else FULL_HD,
        cast=str(rng.choice(list(CASTS))),
        mean=float(np.clip(rng.normal(0.54, 0.08), 0.3, 0.75)),
        figures=int(rng.integers(4, 8)),
        constructs=int(rng.integers(0, 4)),
        piles=int(rng.integers(7, 15)),
        raised=int(rng.integers(0, 3)),
        lying=int(rng.random() < 0.25),
        changes=tuple(str(kind) for kind in rng.choice(list(CHANGES), 5, p=list(CHANGES.values()))),
        wood=int(rng.integers(len(WOODS))),
    )
