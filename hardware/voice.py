"""Sentences -> sound: espeak-ng or the system's own voice, in the background; none where there is none."""

import shutil
import subprocess
import sys
from typing import Protocol

WORDS_A_MINUTE = 165
SIGNS = {"±": " plus or minus ", "−": " minus ", "×": " times ", "·": ",", "→": " to ", "=": " makes "}


class Voice(Protocol):
    """Says sentences aloud."""

    def say(self, words: str) -> None:
        """Say this after what is being said; returns at once."""

    def hush(self) -> None:
        """Stop talking now."""


class Silence:
    """No voice, or a muted one."""

    def say(self, words: str) -> None:
        """Nothing."""

    def hush(self) -> None:
        """Nothing."""


class Overheard:
    """A voice that only remembers, for tests and recordings."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def say(self, words: str) -> None:
        """Remember it."""
        self.said.append(words)

    def hush(self) -> None:
        """Forget nothing."""


class Speaker:
    """A program that speaks its last argument; a sentence that comes too early waits for the one before."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command
        self._speaking: subprocess.Popen[bytes] | None = None
        self._waiting: list[str] = []

    def say(self, words: str) -> None:
        """Speak, or queue behind what is being spoken: only the newest waits, an old ruling is no news."""
        if self._speaking is not None and self._speaking.poll() is None:
            self._waiting = [words]
            return
        queued, self._waiting = [*self._waiting, words], []
        try:
            self._speaking = subprocess.Popen(
                [*self._command, spoken(" ".join(queued))],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError:  # the program went away: a match does not stop for want of a voice
            self._speaking = None

    def hush(self) -> None:
        """Stop talking now."""
        self._waiting = []
        if self._speaking is not None and self._speaking.poll() is None:
            self._speaking.terminate()
            self._speaking.wait()


def spoken(words: str) -> str:
    """Signs as words, so that a voice says them."""
    for sign, said in SIGNS.items():
        words = words.replace(sign, said)
    return " ".join(words.split())


def find_voice() -> Voice:
    """espeak-ng, espeak or the system's own voice; silence where there is none."""
    for name in ("espeak-ng", "espeak"):
        if path := shutil.which(name):
            return Speaker((path, "-s", str(WORDS_A_MINUTE), "--"))
    if sys.platform == "darwin" and (path := shutil.which("say")):
        return Speaker((path, "-r", str(WORDS_A_MINUTE), "--"))
    if path := shutil.which("spd-say"):
        return Speaker((path, "--"))
    return Silence()
