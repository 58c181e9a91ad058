"""Sentences -> lines that fit a rectangle, drawn on a surface."""

import pygame

from referee.display.theme import INK, RGB

PLAIN = str.maketrans({"→": "›", "✓": "*", "✗": "×"})  # signs that some typefaces lack


def wrapped(words: str, font: pygame.font.Font, width: int) -> list[str]:
    """`words` broken into lines no wider than `width`; a longer word stands alone."""
    lines: list[str] = []
    for paragraph in words.translate(PLAIN).split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}" if line else word
            if line and font.size(longer)[0] > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


def write(
    on: pygame.Surface, words: str, font: pygame.font.Font, within: pygame.Rect, colour: RGB = INK
) -> int:
    """Write `words` from the top of `within`; what doesn't fit ends in an ellipsis. The y below it."""
    lines = wrapped(words, font, within.width)
    tall = font.get_linesize()
    room = max(1, within.height // tall)
    if len(lines) > room:
        lines = [*lines[: room - 1], lines[room - 1] + " …"]
    y = within.top
    for line in lines:
        on.blit(font.render(shortened(line, font, within.width), True, colour), (within.left, y))
        y += tall
    return y


def fitting(words: str, fonts: list[pygame.font.Font], within: pygame.Rect) -> pygame.font.Font:
    """The first (largest) of `fonts` in which all of `words` fits; else the last."""
    for font in fonts:
        if len(wrapped(words, font, within.width)) * font.get_linesize() <= within.height:
            return font
    return fonts[-1]


def shortened(line: str, font: pygame.font.Font, width: int) -> str:
    """`line`, cut with an ellipsis when it is wider than `width`."""
    if font.size(line)[0] <= width:
        return line
    line = line.removesuffix(" …")
    while line and font.size(line + "…")[0] > width:
        line = line[:-1]
    return line + "…"
