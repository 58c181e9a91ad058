"""A record told again: in the terminal, as JSON, as a page."""

import json
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.law.codec import to_plain
from referee.law.dice import Roll, Rolled
from referee.law.measured import Measured
from referee.law.minifigs.state import Move
from referee.record import Record
from referee.retelling import claim_words, steps
from tests.referee.test_record import played

DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8ff"
    "ff3f0005fe02fea7359c810000000049454e44ae426082"
)


def test_every_entry_is_a_step_with_its_rules_and_the_table_after_it(tmp_path: Path) -> None:
    told = list(steps(played(tmp_path / "r.studeye")))
    assert [step.number for step in told] == list(range(1, len(told) + 1))
    assert told[0].kind == "start"
    assert "undo" in [step.kind for step in told]
    assert all(step.rules and step.verdict for step in told if step.kind == "ruling")
    assert {standing.model for standing in told[-1].standing} == {"A", "B"}
    assert not any(step.contradicts for step in told)


def test_replay_prints_what_was_claimed_ruled_and_due(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = played(tmp_path / "r.studeye", 6)
    assert main(["replay", str(record.path), "--all"]) == 0
    out = capsys.readouterr().out
    assert "LEGAL: A's Initiative is" in out
    assert "MT-2: initiative" in out
    assert "due: Bob: roll Initiative for B" in out
    assert main(["replay", str(record.path), "--json", "--from", "3"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["number"] == 3
    assert lines[0]["verdict"] == "legal"


def test_a_claim_is_told_as_a_person_writes_it() -> None:
    plain = to_plain(Move("Ann", "Kay", (3.0, 4.5), Measured(6.083, 0.2)))
    assert "to (3, 4.5), length 6.08 ± 0.2" in claim_words(plain)
    assert claim_words(to_plain(Roll("Bob", (Rolled(5, 6, "red"),)))) == "Bob: Roll, dice (red d6 5)"


def test_what_players_said_and_what_was_wrong_is_told_in_words(tmp_path: Path) -> None:
    record = played(tmp_path / "r.studeye", 4)
    record.append("terrain", {"x": 21, "y": 22, "w": 6, "d": 2, "top": 6})
    record.append("size", {"model": "Ram", "size": [2, 3]})
    record.append("size", {"model": "Kite", "size": None})
    record.append(
        "disagreement", {"faults": [{"kind": "missing", "model": "A", "words": "A is not to be seen"}]}
    )
    record.append("agreement", {})
    assert [step.said for step in steps(record)][-5:] == [
        "the players say that the block of 6 × 2 studs at (21, 22) is 6 plates high",
        "the players say that Ram is 3 × 2 studs large",
        "the players say that Kite has none of the sizes that were asked about",
        "the table is not as it should be: A is not to be seen",
        "the table is as it should be again",
    ]


def test_a_ruling_that_the_law_contradicts_is_marked(tmp_path: Path) -> None:
    true = played(tmp_path / "true.studeye", 4)
    forged = Record.create(tmp_path / "forged.studeye")
    for entry in true.entries():
        body = entry.body
        if entry.number == 2:
            body = {**body, "ruling": {**body["ruling"], "sentence": "A's Initiative is 99"}}
        forged.append(entry.kind, body)
    assert [step.number for step in steps(forged) if step.contradicts] == [2]
    assert main(["replay", str(forged.path), "--all"]) == 1


def test_the_report_needs_nothing_but_itself(tmp_path: Path) -> None:
    record = played(tmp_path / "r.studeye", 8)
    record.append("note", {"words": "<b>see</b>"}, [DOT])
    assert main(["report", str(record.path)]) == 0
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "data:image/png;base64," in page
    assert record.head in page
    assert "<b>see" not in page
    for outside in ("http://", "https://", "<script", "<link"):
        assert outside not in page


def test_what_is_no_record_or_no_place_to_write_is_one_sentence(tmp_path: Path) -> None:
    assert main(["replay", str(tmp_path / "none")]) == 2
    record = played(tmp_path / "r.studeye", 2)
    assert main(["report", str(record.path), "--out", str(tmp_path / "no" / "where.html")]) == 2
