"""The record under a kill, a full disk and every kind of meddling."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cli.main import main
from referee.law.match import Event, Match, replay
from referee.record import CannotWrite, Record, broken_links
from tests.referee.law.mechaton.matches import setup
from tests.referee.test_record import played

ROOT = Path(__file__).resolve().parents[2]


def writer(path: Path, seed: int, *more: str) -> "subprocess.Popen[str]":
    """The process that plays into the record."""
    command = [sys.executable, "-m", "tests.referee.writing", str(path), str(seed), *more]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ})


def check(path: Path, announced: list[str]) -> None:
    """Everything announced is there in order, the chain is whole, the law says the same."""
    record = Record.resume(path)
    entries = list(record.entries())
    assert [entry.hash for entry in entries][: len(announced)] == announced
    assert len(entries) - len(announced) <= 1  # at most one was written and not yet said
    assert broken_links(record, record.head) == []
    assert replay(Event(entry.kind, entry.body) for entry in entries)[1] == []
    record.close()


def test_killed_at_any_moment_nothing_announced_is_lost_and_the_match_goes_on(tmp_path: Path) -> None:
    path, chance = tmp_path / "r.studeye", random.Random(5)
    announced: list[str] = []
    for kill in range(4):
        process = writer(path, kill)
        assert process.stdout is not None
        announced.append(process.stdout.readline().strip())  # it is writing by now
        time.sleep(chance.uniform(0.0, 0.15))
        os.kill(process.pid, signal.SIGKILL)
        announced += process.stdout.read().split()
        process.wait()
        check(path, announced)
        announced = [entry.hash for entry in Record.resume(path).entries()]
    assert len(announced) > 8


def test_a_disk_that_fills_up_is_said_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "r.studeye"
    said, _ = writer(path, 1, "300000").communicate(timeout=60)
    lines = said.split("\n")
    assert lines[-2].startswith("CannotWrite: ")
    assert "free some space" in lines[-2]
    check(path, lines[:-2])


def test_a_failed_append_leaves_match_and_record_as_they_were_and_room_lets_them_go_on(
    tmp_path: Path,
) -> None:
    match, record = Match(setup()), Record.create(tmp_path / "r.studeye")
    opening = match.opening()
    record.append(opening.kind, opening.body)
    pages = record._db.execute("PRAGMA page_count").fetchone()[0]
    record._db.execute(f"PRAGMA max_page_count = {pages}")
    state, head = match.state, record.head
    _, _, event = match.consider(match.game.legal_claims(state)[0])
    with pytest.raises(CannotWrite, match="nothing was announced"):
        record.append(event.kind, event.body, [bytes(100_000)])
    assert (match.state, record.head, len(list(record.entries()))) == (state, head, 1)
    record._db.execute("PRAGMA max_page_count = 100000")
    record.append(event.kind, event.body, [bytes(100_000)])
    assert broken_links(record, record.head) == []


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Any], str]:
    """The rows of a played record, and its head."""
    record = played(tmp_path_factory.mktemp("record") / "r.studeye", 25)
    return record._db.execute("SELECT * FROM entry ORDER BY number").fetchall(), record.head


def rewritten(path: Path, rows: list[Any]) -> Record:
    """A record of exactly these rows, whatever they say."""
    path.unlink(missing_ok=True)
    record = Record.create(path)
    record._db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", rows)
    record._db.commit()
    return record


@settings(max_examples=40, deadline=None, derandomize=True)
@given(data=st.data())
def test_any_altered_dropped_or_reordered_entry_is_found(
    pristine: tuple[list[Any], str], data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    rows, head = [list(row) for row in pristine[0]], pristine[1]
    kind = data.draw(st.sampled_from(["alter", "drop", "swap", "cut", "append"]))
    place = data.draw(st.integers(0, len(rows) - 1))
    if kind == "alter":
        column = data.draw(st.integers(1, 3))
        text = rows[place][column]
        at = data.draw(st.integers(0, len(text) - 1))
        letter = data.draw(st.sampled_from("0123456789abcdefxyz{}"))
        rows[place][column] = text[:at] + letter + text[at + 1 :]
    elif kind == "drop":
        del rows[place]
    elif kind == "swap":
        other = data.draw(st.integers(0, len(rows) - 1))
        rows[place][1:], rows[other][1:] = rows[other][1:], rows[place][1:]
    elif kind == "cut":
        rows = rows[:place]
    else:
        rows.append([len(rows) + 1, "undo", "{}", "0" * 64])
    if rows == [list(row) for row in pristine[0]]:
        return
    record = rewritten(tmp_path_factory.getbasetemp() / "meddled.studeye", rows)
    assert broken_links(record, head)
    record.close()


def test_a_record_rewritten_hashes_and_all_is_told_by_its_head(tmp_path: Path) -> None:
    true = played(tmp_path / "true.studeye")
    other = Record.create(tmp_path / "other.studeye")
    for entry in list(true.entries())[:-5]:
        other.append(entry.kind, entry.body)
    other.close()
    assert main(["verify", str(tmp_path / "other.studeye")]) == 0
    assert main(["verify", str(tmp_path / "other.studeye"), "--head", true.head]) == 1


def test_a_forged_ruling_in_a_whole_chain_is_found_by_ruling_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    true = played(tmp_path / "true.studeye", 5)
    forged = Record.create(tmp_path / "forged.studeye")
    for entry in true.entries():
        body = entry.body
        if entry.number == 3:
            body = {**body, "ruling": {**body["ruling"], "sentence": "B wins"}}
        forged.append(entry.kind, body)
    forged.close()
    assert main(["verify", str(tmp_path / "forged.studeye")]) == 1
    assert "entry 3: the law rules otherwise" in capsys.readouterr().out


def test_an_unreadable_entry_is_a_fault_not_a_traceback(tmp_path: Path) -> None:
    played(tmp_path / "r.studeye", 5).close()
    with sqlite3.connect(tmp_path / "r.studeye") as db:
        db.execute("DROP TRIGGER entry_stays")
        db.execute("UPDATE entry SET body = 'not json' WHERE number = 3")
    assert main(["verify", str(tmp_path / "r.studeye")]) == 1
