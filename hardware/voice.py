"""Sentences -> sound: whatever this machine speaks with, one after another, in the background."""

import queue
import shutil
import subprocess
import threading
from collections.abc import Sequence
from typing import Protocol

SPEAKERS: tuple[tuple[str, ...], ...] = (
    ("espeak-ng", "-s", "165", "--"),
    ("espeak", "-s", "165", "--"),
    ("say", "--"),  # macOS
    ("spd-say", "--wait", "--"),
)
BEHIND = 3  # sentences that may wait: what is older by then is no news any more
SIGNS = {"±": " plus or minus ", "−": " minus ", "×": " times ", "·": ",", "→": " to ", "=": " makes "}


class Voice(Protocol):
    """Says sentences aloud."""

    def say(self, words: str) -> None:
        """Say this after what is being said; returns at once."""

    def hush(self) -> None:
        """Stop talking now."""


class Silence:
    """A machine that can't speak, or people who don't want it to."""

    def say(self, words: str) -> None:
        """Nothing."""

    def hush(self) -> None:
        """Nothing."""


class Speaker:
    """A program that speaks its last argument."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)
        self._waiting: queue.Queue[str] = queue.Queue()
        self._speaking: subprocess.Popen[bytes] | None = None
        threading.Thread(target=self._speak, daemon=True).start()

    def say(self, words: str) -> None:
        """Speak when what is being said is said; a voice far behind skips what is old."""
        while self._waiting.qsize() >= BEHIND:
            self._skip()
        self._waiting.put(words)

    def hush(self) -> None:
        """Stop talking now."""
        while not self._waiting.empty():
            self._skip()
        if self._speaking is not None:
            self._speaking.terminate()

    def _skip(self) -> None:
        try:
            self._waiting.get_nowait()
        except queue.Empty:
            return

    def _speak(self) -> None:
        while True:
            words = spoken(self._waiting.get())
            try:
                self._speaking = subprocess.Popen(
                    [*self._command, words],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            except OSError:  # the program went away: a match does not stop for want of a voice
                continue
            self._speaking.wait()


def spoken(words: str) -> str:
    """Signs as words, so that a voice says them."""
    for sign, said in SIGNS.items():
        words = words.replace(sign, said)
    return " ".join(words.split())


def find_voice() -> Voice:
    """The best voice there is here; silence where there is none."""
    found = next((words for words in SPEAKERS if shutil.which(words[0])), None)
    return Speaker(found) if found else Silence()
