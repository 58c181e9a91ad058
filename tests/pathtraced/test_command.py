"""`python -m tests.pathtraced` by someone who has no Blender."""

import sys
from pathlib import Path

import pytest

from tests.pathtraced.__main__ import main


def test_without_bpy_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in ("scene", "materials"):
        monkeypatch.delitem(sys.modules, f"tests.pathtraced.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "bpy", None)  # as if it weren't there
    assert main([str(tmp_path), "--sets", "1"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "bpy==4.5.*" in said.err


@pytest.mark.parametrize("words", [["OUT"], ["OUT", "--recipe", "1"], []])
def test_what_can_not_be_made_is_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(words)
    assert refused.value.code == 2
