"""A `Shown` -> the whole screen as a picture, for the window and for screenshots without one."""

import io
from dataclasses import dataclass, field
from pathlib import Path

import pygame

from referee.display import panels
from referee.display.board_view import draw_board
from referee.display.buttons import Button, choice_buttons, draw_button, sayable, tool_buttons
from referee.display.frame import Frame, Point
from referee.display.layout import lay_out
from referee.display.theme import BLUE, DESIGNED_FOR, FAINT, GROUND, INK, PANEL_EDGE, type_for
from referee.show import Shown, Weight, Wish


@dataclass(frozen=True, slots=True)
class Look:
    """How somebody looks at it just now: the side, the page of choices, what was clicked."""

    turns: int = 0
    page: int = 0
    picked: tuple[str, ...] = ()
    pressed: tuple[str, ...] = ()  # the acts of tools that are on
    asked: tuple[tuple[str, Wish], ...] = ()  # a choice of the window's own, before all others
    typed: str | None = None  # a roll being typed in
    proof: bool = False  # the pictures before and after, in the board's place


@dataclass(frozen=True, slots=True)
class Motion:
    """What moves by itself: models on their way, rings that pulse. All of it is on the board."""

    places: dict[str, Point] = field(default_factory=dict)
    now_s: float = 0.0


STILL = Motion()
HINTS = {  # what a tool waits for while it is on
    "appeal": "Appeal: agree between you who is right, then choose. A again: no appeal.",
    "measure": "Measure: click from where, then to where, a model or any place. M again: enough.",
}


def draw(on: pygame.Surface, shown: Shown, look: Look, motion: Motion = STILL) -> tuple[Frame, list[Button]]:
    """Draw everything; the board's frame and the buttons, for clicks."""
    size = on.get_size()
    types, layout = type_for(size), lay_out(size)
    on.fill(GROUND)
    panels.draw_top(on, layout.top, shown, types)
    frame = _draw_board(on, layout.board, shown, look, motion)
    panels.draw_players(on, layout.players, shown, types)
    panels.draw_ruling(on, layout.ruling, shown, types)
    if look.typed is None:
        panels.draw_due(on, layout.due, shown, types)
    else:
        panels.draw_typing(on, layout.due, look.typed, types)
    panels.draw_dice(on, layout.dice, shown, types)
    panels.draw_evidence(on, layout.evidence, shown, types)
    panels.draw_sheet(on, layout.sheet, shown, types)
    said = look.asked or sayable(shown, look.picked)
    waits = (
        shown.question is None and not look.asked and any(t.weight is Weight.WAITS for t in shown.troubles)
    )
    colour = PANEL_EDGE if waits else BLUE  # what can't be claimed before something is put right
    buttons = [*choice_buttons(layout, said, look.page, colour), *tool_buttons(layout)]
    for button in buttons:
        draw_button(on, button, types, bool(button.act) and button.act in look.pressed)
    return frame, [*buttons, Button(layout.evidence, "", act="proof")]


def draw_greeting(on: pygame.Surface, words: str) -> None:
    """Before there is a match to show: who we are and what is being done."""
    types, middle = type_for(on.get_size()), on.get_rect().center
    on.fill(GROUND)
    name = types.huge.render("Studeye", True, INK)
    on.blit(name, name.get_rect(midbottom=(middle[0], middle[1] - types.large.get_linesize())))
    said = types.large.render(words, True, FAINT)
    on.blit(said, said.get_rect(midtop=middle))


def draw_motion(on: pygame.Surface, shown: Shown, look: Look, motion: Motion) -> pygame.Rect:
    """Draw the board alone once more, everything else being as it was; the part that is new."""
    where = lay_out(on.get_size()).board
    _draw_board(on, where, shown, look, motion)
    return where


def _draw_board(on: pygame.Surface, where: pygame.Rect, shown: Shown, look: Look, motion: Motion) -> Frame:
    """The board, or the pictures that prove the ruling, and the notes over them."""
    types = type_for(on.get_size())
    frame = draw_board(on, where, shown, types, look.turns, motion.places, motion.now_s)
    if look.proof:
        panels.draw_proof(on, where, shown, types)
    panels.draw_notes(on, where, shown, tuple(HINTS[act] for act in look.pressed if act in HINTS), types)
    return frame


def screenshot(shown: Shown, size: tuple[int, int] = DESIGNED_FOR, look: Look | None = None) -> bytes:
    """The screen as PNG bytes; needs no window."""
    surface = pygame.Surface(size)
    draw(surface, shown, look or Look())
    out = io.BytesIO()
    pygame.image.save(surface, out, "screen.png")
    return out.getvalue()


def save_screenshot(shown: Shown, path: Path, size: tuple[int, int] = DESIGNED_FOR) -> None:
    """The screen as a PNG file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(screenshot(shown, size))
