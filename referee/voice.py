"""Lines of the narrator -> spoken by whatever this machine speaks with, one by one, at its own pace."""

import queue
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Protocol

SPEAKERS: tuple[tuple[str, ...], ...] = (
    ("espeak-ng", "-s", "165"),
    ("espeak", "-s", "165"),
    ("say",),  # macOS
    ("spd-say", "--wait"),
)
BEHIND = 3  # lines that may wait: what is older by then is no news any more


class Voice(Protocol):
    """Something that says a line."""

    def say(self, line: str) -> None:
        """Say it; returns at once."""


class Silent:
    """A machine that can't speak, or people who don't want it to."""

    def say(self, line: str) -> None:
        """Nothing."""


class Spoken:
    """A program that speaks what it is given as its last word."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = tuple(words)
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._speak, daemon=True).start()

    def say(self, line: str) -> None:
        """Speak it when what is being said is said; a voice far behind skips what is old."""
        while self._lines.qsize() >= BEHIND:
            try:
                self._lines.get_nowait()
            except queue.Empty:
                break
        self._lines.put(line)

    def _speak(self) -> None:
        while True:
            line = self._lines.get()
            subprocess.run(
                [*self._words, line], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )


def voice() -> Voice:
    """The best voice there is here."""
    if sys.platform == "win32":
        return Silent()  # Windows has no speaker that takes a line as a word
    found = next((words for words in SPEAKERS if shutil.which(words[0])), None)
    return Spoken(found) if found else Silent()
