"""What may be said now -> buttons to click, touch or press a key for, each making a wish."""

from dataclasses import dataclass

import pygame

from referee.display.layout import Layout
from referee.display.text import shortened, wrapped
from referee.display.theme import BLUE, INK, PANEL, PANEL_EDGE, RGB, Type
from referee.show import Answer, Choice, RollNow, Say, Shown, Wish

SHORT, MOST_SHORT = 3, 9  # columns of short words, and how many fit
LONG, MOST_LONG = 2, 8  # the same of long ones
LONG_WORDS = 24  # letters


@dataclass(frozen=True, slots=True)
class Button:
    """A rectangle with words; pressed it makes a wish, or asks the window to do something itself."""

    where: pygame.Rect
    words: str
    wish: Wish | None = None
    act: str = ""  # "undo", "appeal", "page" …: the window's own
    key: str = ""
    colour: RGB = PANEL_EDGE


TOOLS = (  # act, words, key
    ("undo", "Undo", "u"),
    ("appeal", "Appeal", "a"),
    ("correct", "Table is right", "c"),
    ("pause", "Pause", "p"),
    ("measure", "Measure", "m"),
    ("type", "Type a roll", "t"),
    ("proof", "Evidence", "e"),
    ("turn", "Turn board", "r"),
    ("mute", "Mute", "s"),
    ("full", "Full screen", "f"),
    ("quit", "Leave", "q"),
)


def tool_buttons(layout: Layout) -> list[Button]:
    """The rows at the bottom that are always there."""
    where, rows = layout.tools, layout.rows_of_tools
    gap = max(4, where.height // rows // 8)
    columns = -(-len(TOOLS) // rows)
    wide = (where.width - gap * (columns - 1)) // columns
    tall = (where.height - gap * (rows - 1)) // rows
    return [
        Button(
            pygame.Rect(
                where.left + k % columns * (wide + gap), where.top + k // columns * (tall + gap), wide, tall
            ),
            words,
            act=act,
            key=key,
        )
        for k, (act, words, key) in enumerate(TOOLS)
    ]


def fitting_choices(shown: Shown, picked: tuple[str, ...]) -> list[Choice]:
    """The choices that go on from the models clicked so far."""
    return [choice for choice in shown.choices if choice.models[: len(picked)] == picked]


def sayable(shown: Shown, picked: tuple[str, ...]) -> tuple[tuple[str, Wish], ...]:
    """The answers to a question, or what may be claimed (and rolled) now."""
    if shown.question is not None:
        number = shown.question.number
        return tuple((words, Answer(number, k)) for k, words in enumerate(shown.question.answers))
    said: list[tuple[str, Wish]] = []
    if shown.due is not None and shown.due.dice:
        said.append(("Roll " + ", ".join(kind.text() for kind in shown.due.dice), RollNow()))
    said += [(choice.label, Say(choice.claim)) for choice in fitting_choices(shown, picked)]
    return tuple(said)


def choice_buttons(
    layout: Layout, said: tuple[tuple[str, Wish], ...], page: int, colour: RGB = BLUE
) -> list[Button]:
    """A page of what may be said; keys 1–9."""
    long = any(len(words) > LONG_WORDS for words, _ in said)
    columns, most = (LONG, MOST_LONG) if long else (SHORT, MOST_SHORT)
    turned = len(said) > most
    room = most - 1 if turned else most
    pages = max(1, -(-len(said) // room))
    start = (page % pages) * room
    entries: list[tuple[str, Wish | None, str]] = [
        (words, wish, "") for words, wish in said[start : start + room]
    ]
    if turned:
        entries.append((f"More ({page % pages + 1} of {pages})", None, "page"))
    return _grid(layout.choices, entries, columns, colour)


def _grid(
    where: pygame.Rect, entries: list[tuple[str, Wish | None, str]], columns: int, colour: RGB
) -> list[Button]:
    gap = max(4, where.height // 24)
    wide = (where.width - gap * (columns - 1)) // columns
    rows = max(2, -(-len(entries) // columns))  # few choices make large buttons
    tall = (where.height - gap * (rows - 1)) // rows
    return [
        Button(
            pygame.Rect(
                where.left + k % columns * (wide + gap), where.top + k // columns * (tall + gap), wide, tall
            ),
            words,
            wish,
            act,
            str(k + 1),
            colour,
        )
        for k, (words, wish, act) in enumerate(entries)
    ]


def draw_button(on: pygame.Surface, button: Button, types: Type, pressed: bool) -> None:
    """One button with its key in the corner."""
    round_px = round(10 * types.scale)
    pygame.draw.rect(on, button.colour if pressed else PANEL, button.where, border_radius=round_px)
    pygame.draw.rect(on, button.colour, button.where, max(2, round(2 * types.scale)), border_radius=round_px)
    font = types.body
    room = button.where.width - round(52 * types.scale)
    if font.size(button.words)[0] > room:
        font = types.small
    lines = wrapped(button.words, font, room)[: max(1, button.where.height // font.get_linesize())]
    y = button.where.centery - len(lines) * font.get_linesize() // 2
    for line in lines:
        drawn = font.render(shortened(line, font, room), True, INK)
        on.blit(drawn, drawn.get_rect(midtop=(button.where.centerx, y)))
        y += font.get_linesize()
    if button.key:
        key = types.small.render(
            button.key.upper(), True, button.colour if button.colour != PANEL_EDGE else INK
        )
        key.set_alpha(150)
        on.blit(key, key.get_rect(topleft=(button.where.left + 6, button.where.top + 3)))
