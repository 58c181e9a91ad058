"""Colours and type of the display: told apart by every eye, readable from two metres.

Meanings are never carried by hue alone: each verdict has a shape of its own as well. The hues are those of
Okabe and Ito's palette, which the common kinds of colour-blindness keep apart.
"""

from dataclasses import dataclass
from functools import lru_cache

import pygame

from calibration.palette import PALETTE
from referee.law.ruling import Verdict

RGB = tuple[int, int, int]

GROUND: RGB = (18, 21, 28)
PANEL: RGB = (30, 35, 45)
PANEL_EDGE: RGB = (58, 66, 82)
INK: RGB = (242, 244, 248)
FAINT: RGB = (160, 170, 186)
BLUE: RGB = (86, 180, 233)
GREEN: RGB = (0, 186, 138)
ORANGE: RGB = (240, 170, 30)
VERMILION: RGB = (232, 100, 30)
YELLOW: RGB = (240, 228, 66)
PURPLE: RGB = (214, 140, 190)

VERDICT_COLOURS: dict[Verdict, RGB] = {
    Verdict.LEGAL: GREEN,
    Verdict.ILLEGAL: VERMILION,
    Verdict.TOO_CLOSE: YELLOW,
    Verdict.CANT_SEE: PURPLE,
}
PLAYER_COLOURS: tuple[RGB, ...] = (BLUE, ORANGE, PURPLE, YELLOW)  # by their order at the table
COVER_COLOURS: dict[str, RGB] = {"none": GREEN, "soft": YELLOW, "hard": VERMILION, "unseen": PURPLE}

FACES = "dejavusans,notosans,liberationsans,arial,helvetica"  # the first that the machine has
DESIGNED_FOR = (1920, 1080)
TALL_FOR = (1200, 2000)  # the same for windows taller than wide
WIDE = 1.15  # width over height from which a window counts as wide


def piece_colour(name: str | None) -> RGB:
    """A Lego colour as the screen shows it; unknown ones are a neutral grey."""
    return PALETTE.get(name or "", (128, 132, 140))


def ink_on(colour: RGB) -> RGB:
    """Black or white, whichever reads better on `colour`."""
    luma = 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]
    return (16, 18, 22) if luma > 140 else INK


@dataclass(frozen=True, slots=True)
class Type:
    """The sizes of text for one size of window, in pixels."""

    scale: float

    @property
    def huge(self) -> pygame.font.Font:
        """The ruling."""
        return _font(round(50 * self.scale), True)

    @property
    def large(self) -> pygame.font.Font:
        """What is due; names of players."""
        return _font(round(34 * self.scale), True)

    @property
    def body(self) -> pygame.font.Font:
        """Arithmetic, buttons, troubles."""
        return _font(round(26 * self.scale), False)

    @property
    def small(self) -> pygame.font.Font:
        """Health, hashes: for who comes near."""
        return _font(round(20 * self.scale), False)


def type_for(size: tuple[int, int]) -> Type:
    """Text sizes that fill a window as the design fills its own."""
    design = DESIGNED_FOR if size[0] / size[1] >= WIDE else TALL_FOR
    return Type(max(0.4, min(size[0] / design[0], size[1] / design[1])))


@lru_cache(maxsize=64)
def _font(size: int, bold: bool) -> pygame.font.Font:
    pygame.font.init()
    path = pygame.font.match_font(FACES, bold=bold)
    return pygame.font.Font(path, max(8, size))
