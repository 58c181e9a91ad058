"""What is shown, moment by moment -> the narration in a terminal, with a progress line and screenshots."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from referee.narrator import Narrator
from referee.show import Shown

WIDTH = 100  # columns that a progress line wipes


@dataclass
class Terminal:
    """Tells a match to people who have no window."""

    narrator: Narrator
    speak: Callable[[str], None]
    screenshots: Path | None = None
    out: TextIO = sys.stdout
    last: Shown | None = None
    rulings: int = 0
    pictures: int = 0

    def show(self, shown: Shown) -> None:
        """Say what is new."""
        if self.last is not None and shown.number == self.last.number:
            return
        for line in self.narrator.lines(self.last, shown):
            self._wipe()
            print(line, file=self.out, flush=True)
            self.speak(line)
        self.rulings += self.last is not None and shown.head != self.last.head
        if self.screenshots is not None and _worth_a_picture(self.last, shown):
            self._picture(shown)
        self.last = shown
        self._progress(shown)

    def end(self) -> None:
        """Leave a clean line."""
        self._wipe()

    def _progress(self, shown: Shown) -> None:
        if not self.out.isatty():
            return
        due = f"{shown.due.player}: {shown.due.what}" if shown.due else "the match is over"
        state = "hands over the table" if shown.hands else f"{shown.health.frames_per_s:.0f} frames a second"
        line = f"[{self.rulings} rulings · {state}] {due}"[: WIDTH - 1]
        print(f"\r{line:<{WIDTH}}", end="", file=self.out, flush=True)

    def _wipe(self) -> None:
        if self.out.isatty():
            print(f"\r{'':<{WIDTH}}\r", end="", file=self.out)

    def _picture(self, shown: Shown) -> None:
        from referee.display.picture import save_screenshot  # pygame only when it is asked for

        assert self.screenshots is not None
        self.screenshots.mkdir(parents=True, exist_ok=True)
        save_screenshot(shown, self.screenshots / f"{self.pictures:04d}.png")
        self.pictures += 1


def _worth_a_picture(before: Shown | None, now: Shown) -> bool:
    """The first moment and the last, every refusal, and the last one of each turn."""
    if before is None or now.outcome != before.outcome:
        return True
    refused = now.ruling is not None and now.ruling != before.ruling and not now.ruling.legal
    turn = now.due is not None and before.due is not None and now.due.player != before.due.player
    return refused or turn
