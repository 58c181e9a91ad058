"""A voice says signs as words, never blocks and never stops a match."""

import sys
from pathlib import Path

from hardware.voice import Speaker, spoken


def test_signs_are_said_as_words() -> None:
    assert spoken("16 − 3 = 13 ± 0.2") == "16 minus 3 makes 13 plus or minus 0.2"


def test_a_missing_program_is_silence() -> None:
    Speaker(("no-such-program",)).say("hello")


def test_sentences_are_spoken_by_the_program(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    script = f"import sys, pathlib; pathlib.Path({str(heard)!r}).write_text(sys.argv[-1])"
    speaker = Speaker((sys.executable, "-c", script))
    speaker.say("5 × 2")
    assert speaker._speaking is not None
    speaker._speaking.wait(20)
    assert heard.read_text() == "5 times 2"
