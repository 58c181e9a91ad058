"""A voice says signs as words, in order, skips what is old, and never stops a match."""

import sys
import time
from pathlib import Path

from hardware.voice import BEHIND, Speaker, spoken

WRITES = "import sys, time; time.sleep({pause}); open({path!r}, 'a').write(sys.argv[-1] + '\\n')"
WITHIN_S = 30.0


def heard(path: Path, count: int) -> list[str]:
    """The first `count` sentences, waited for."""
    until = time.monotonic() + WITHIN_S
    while time.monotonic() < until:
        lines = path.read_text().splitlines() if path.exists() else []
        if len(lines) >= count:
            return lines
        time.sleep(0.02)
    raise AssertionError(f"nothing more was said within {WITHIN_S} s")


def test_signs_are_said_as_words() -> None:
    assert spoken("16 − 3 = 13 ± 0.2") == "16 minus 3 makes 13 plus or minus 0.2"


def test_sentences_are_spoken_in_order(tmp_path: Path) -> None:
    path = tmp_path / "heard"
    speaker = Speaker((sys.executable, "-c", WRITES.format(pause=0, path=str(path))))
    speaker.say("5 × 2")
    speaker.say("ten")
    assert heard(path, 2) == ["5 times 2", "ten"]


def test_what_is_old_is_skipped_and_a_missing_program_is_silence(tmp_path: Path) -> None:
    Speaker(("no-such-program",)).say("hello")
    path = tmp_path / "heard"
    speaker = Speaker((sys.executable, "-c", WRITES.format(pause=0.5, path=str(path))))
    for n in range(BEHIND + 4):
        speaker.say(str(n))
    said = heard(path, BEHIND)
    assert {str(n) for n in range(1, 4)}.isdisjoint(said)  # three newer ones came before their turn
