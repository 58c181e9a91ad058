"""The window: shows what it is given at its own pace, and turns clicks, touches and keys into wishes."""

import os
import sys
import time
from collections.abc import Callable

import pygame

from referee.display.board_view import model_at
from referee.display.buttons import Button, fitting_choices
from referee.display.frame import Frame, Point
from referee.display.glide import Glide
from referee.display.picture import Look, Motion, draw, draw_greeting, draw_motion
from referee.display.theme import DESIGNED_FOR
from referee.show import AcceptTable, Appeal, Measure, Pause, Quit, Say, Select, Shown, TypeRoll, Undo, Wish

FRAMES_PER_S = 60
SMALLEST = (640, 480)


def has_screen() -> bool:
    """Can this machine open a window at all?"""
    if os.environ.get("SDL_VIDEODRIVER") in ("dummy", "offscreen"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class Window:
    """One window. `show` what is new, `step` at least 30 times a second, and take its wishes."""

    def __init__(
        self,
        size: tuple[int, int] = (DESIGNED_FOR[0] * 2 // 3, DESIGNED_FOR[1] * 2 // 3),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption("Studeye")
        if pygame.display.get_driver() == "x11":
            # else SDL sends every frame through OpenGL: without a graphics card the dearest part of all
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        self._screen = pygame.display.set_mode(size, pygame.RESIZABLE)
        self._clock = clock
        self._pace = pygame.time.Clock()
        self._shown: Shown | None = None
        self._glide = Glide()
        self._turns = self._page = 0
        self._picked: tuple[str, ...] = ()
        self._measuring: Point | str | None = None
        self._measure_on = False
        self._asked: tuple[tuple[str, Wish], ...] = ()
        self._typed: str | None = None
        self._proof = False
        self._greeting = ""
        self._windowed: tuple[int, int] | None = None  # its size before it filled the screen
        self.muted = False
        self._frame: Frame | None = None
        self._buttons: list[Button] = []
        self._drawn: object = None  # what the screen shows but for what moves on the board
        self._moved = False

    def show(self, shown: Shown) -> None:
        """Show this from the next step on."""
        before = self._shown
        if before is not None and before.models != shown.models:
            self._glide.go(before, shown, self._clock())
        if before is None or before.choices != shown.choices or before.question != shown.question:
            self._picked, self._page = (), 0
        self._shown = shown

    def greet(self, words: str) -> None:
        """Say what is being done while there is no match to show yet."""
        self._greeting = words

    @property
    def frames_per_s(self) -> float:
        """How often the window was drawn of late."""
        return float(self._pace.get_fps())

    def step(self) -> tuple[Wish, ...]:
        """Draw once, wait for the next frame's time, and say what people wished meanwhile."""
        wishes: list[Wish] = []
        for event in pygame.event.get():
            wishes += self._heard(event)
        if self._shown is not None:
            self._draw(self._shown)
        elif (self._greeting, self._screen.get_size()) != self._drawn:
            draw_greeting(self._screen, self._greeting)
            pygame.display.flip()
            self._drawn = (self._greeting, self._screen.get_size())
        self._pace.tick(FRAMES_PER_S)
        return tuple(wishes)

    def _draw(self, shown: Shown) -> None:
        """Draw what is not on the screen yet: everything, the board alone, or nothing."""
        now_s = self._clock()
        look = Look(
            self._turns, self._page, self._picked, self._tools_on(), self._asked, self._typed, self._proof
        )
        motion = Motion(self._glide.places(now_s), now_s)
        moves = bool(motion.places) or any(trouble.at is not None for trouble in shown.troubles)
        wanted = (shown, look, self._screen.get_size())
        if wanted != self._drawn:
            self._frame, self._buttons = draw(self._screen, shown, look, motion)
            pygame.display.flip()
        elif moves or self._moved:  # once more when it has come to rest
            pygame.display.update(draw_motion(self._screen, shown, look, motion))
        self._drawn, self._moved = wanted, moves

    def close(self) -> None:
        """Close the window."""
        pygame.display.quit()

    def _tools_on(self) -> tuple[str, ...]:
        on = {
            "appeal": bool(self._asked),
            "measure": self._measure_on,
            "type": self._typed is not None,
            "pause": self._shown is not None and self._shown.paused,
            "mute": self.muted,
            "proof": self._proof,
        }
        return tuple(act for act, pressed in on.items() if pressed)

    def _heard(self, event: pygame.event.Event) -> list[Wish]:
        if event.type == pygame.QUIT:
            return [Quit()]
        if event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
            self._drawn = None  # what covered the window took its picture along
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not getattr(event, "touch", False):
            return self._click(event.pos)
        if event.type == pygame.FINGERDOWN:
            wide, tall = self._screen.get_size()
            return self._click((event.x * wide, event.y * tall))
        return []

    def _key(self, event: pygame.event.Event) -> list[Wish]:
        if event.key == pygame.K_ESCAPE:
            self._picked, self._measuring, self._measure_on, self._asked = (), None, False, ()
            self._typed, self._proof = None, False
            return [Select(None)]
        if self._typed is not None:
            return self._type(event)
        pressed = event.unicode.lower() if event.unicode else ""
        button = next((each for each in self._buttons if each.key and each.key == pressed), None)
        return self._press(button) if button else []

    def _type(self, event: pygame.event.Event) -> list[Wish]:
        typed = self._typed or ""
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._typed = None
            values = tuple(int(word) for word in typed.split())
            return [TypeRoll(values)] if values else []
        if event.key == pygame.K_BACKSPACE:
            self._typed = typed[:-1]
        elif event.unicode.isdecimal() or event.unicode in (" ", ","):
            self._typed = typed + event.unicode.replace(",", " ")
        return []

    def _click(self, at: Point) -> list[Wish]:
        button = next((each for each in self._buttons if each.where.collidepoint(at)), None)
        if button is not None:
            return self._press(button)
        if self._shown is None or self._frame is None:
            return []
        if self._proof:
            self._proof = False  # the pictures lie over the board: a click anywhere puts them away
            return []
        name = model_at(self._shown, self._frame, at)
        if self._measure_on:
            return self._measure(name or self._frame.to_studs(at))
        if name is None:
            self._picked = ()
            return [Select(None)]
        return self._pick(name)

    def _pick(self, name: str) -> list[Wish]:
        """A click on a model selects it, or goes on with a choice: my model, then its target."""
        assert self._shown is not None
        longer = (*self._picked, name)
        going = fitting_choices(self._shown, longer)
        if not going:
            longer = (name,) if fitting_choices(self._shown, (name,)) else ()
            going = fitting_choices(self._shown, longer)
        self._picked, self._page = longer, 0
        if longer and len(longer) > 1 and len(going) == 1 and going[0].models == longer:
            self._picked = ()
            return [Say(going[0].claim)]
        return [Select(name)]

    def _fill(self) -> None:
        """Fill the screen at the screen's own size, or be a window again."""
        if self._windowed is None:
            self._windowed = self._screen.get_size()
            self._screen = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            for _ in range(2):  # the first call only leaves the full screen, at its size
                self._screen = pygame.display.set_mode(self._windowed, pygame.RESIZABLE)
                pygame.event.pump()
            self._windowed = None
        self._drawn = None

    def _measure(self, at: Point | str) -> list[Wish]:
        if self._measuring is None:
            self._measuring = at
            return [Select(at)] if isinstance(at, str) else []
        start, self._measuring = self._measuring, None
        return [Measure(start, at)]

    def _press(self, button: Button) -> list[Wish]:
        if button.wish is not None:
            self._picked, self._asked = (), ()
            return [button.wish]
        shown = self._shown
        if button.act == "page":
            self._page += 1
        elif button.act == "turn":
            self._turns = (self._turns + 1) % 4
        elif button.act == "mute":
            self.muted = not self.muted
        elif button.act == "proof":
            self._proof = not self._proof
        elif button.act == "measure":
            self._measure_on, self._measuring = not self._measure_on, None
        elif button.act == "type":
            self._typed = "" if self._typed is None else None
        elif button.act == "full":
            self._fill()
        elif shown is not None:
            if button.act == "appeal":
                self._asked = () if self._asked else _appeal(shown)
                return []
            wish: dict[str, Wish] = {
                "undo": Undo(),
                "correct": AcceptTable("the players say so"),
                "pause": Pause(not shown.paused),
                "quit": Quit(),
            }
            return [wish[button.act]]
        return []


def _appeal(shown: Shown) -> tuple[tuple[str, Wish], ...]:
    """Whoever contests a ruling is heard; the players decide between them."""
    said: list[tuple[str, Wish]] = []
    for player in shown.players:
        said.append(
            (f"{player.name} is right: take it back", Appeal(player.name, "upheld at the table", True))
        )
        said.append((f"{player.name} is heard: it stands", Appeal(player.name, "heard at the table", False)))
    return tuple(said)
