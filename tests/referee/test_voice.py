"""A voice says every line once, in order, without holding anybody up."""

import shutil
import sys
import time
from pathlib import Path

import pytest

from referee.voice import Silent, Spoken, voice


def test_lines_are_spoken_in_order_and_saying_them_takes_no_time(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    script = f"import sys, time; time.sleep(0.2); open({str(heard)!r}, 'a').write(sys.argv[1] + '\\n')"
    spoken = Spoken([sys.executable, "-c", script])
    started = time.monotonic()
    spoken.say("first; rm -rf /")
    spoken.say("second")
    assert time.monotonic() - started < 0.2
    end = time.monotonic() + 20
    while time.monotonic() < end and not (heard.exists() and heard.read_text().count("\n") == 2):
        time.sleep(0.05)
    assert heard.read_text().splitlines() == ["first; rm -rf /", "second"]


def test_a_machine_without_a_speaker_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    assert isinstance(voice(), Silent)
    voice().say("nothing")
