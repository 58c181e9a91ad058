"""The record: chained, append-only, resumed, and every meddling found."""

import json
import random
import sqlite3
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.law.match import Event, Match, replay
from referee.law.measured import Measured
from referee.law.minifigs.state import Move
from referee.record import Record, broken_links
from tests.referee.law.mechaton.matches import setup
from tests.referee.law.minifigs.matches import skirmish_setup


def played(path: Path, claims: int = 60) -> Record:
    """A random match of some claims, an undo among them."""
    chance = random.Random(4)
    match = Match(setup())
    record = Record.create(path)
    opening = match.opening()
    record.append(opening.kind, opening.body)
    for number in range(claims):
        legal = match.game.legal_claims(match.state)
        if not legal:
            break
        state, _, event = match.consider(legal[chance.randrange(len(legal))])
        record.append(event.kind, event.body)
        match.settle(state)
        if number == 20:
            undone = match.undo()
            record.append(undone.kind, undone.body)
    return record


def test_a_record_replays_byte_for_byte_and_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = played(tmp_path / "r.studeye")
    assert broken_links(record, record.head) == []
    assert replay(Event(entry.kind, entry.body) for entry in record.entries())[1] == []
    assert main(["verify", str(record.path), "--head", record.head, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"entries": record.number, "head": record.head, "faults": []}


def test_whole_numbers_in_a_claim_replay_byte_for_byte_too(tmp_path: Path) -> None:
    match = Match(skirmish_setup())
    record = Record.create(tmp_path / "r.studeye")
    for event in (match.opening(), match.consider(Move("Ann", "f0", (1, 3), Measured(2)))[2]):
        record.append(event.kind, event.body)
    assert replay(Event(entry.kind, entry.body) for entry in record.entries())[1] == []


@pytest.mark.parametrize(
    "meddling",
    [
        "UPDATE entry SET body = replace(body, 'legal', 'illegal') WHERE number = 7",
        "UPDATE entry SET kind = 'undo' WHERE number = 9",
        "DELETE FROM entry WHERE number = 12",
        "UPDATE entry SET number = CASE number WHEN 5 THEN -6 ELSE number END",
        "DELETE FROM entry WHERE number > 30",
    ],
)
def test_any_meddling_is_found(tmp_path: Path, meddling: str) -> None:
    record = played(tmp_path / "r.studeye")
    head = record.head
    record.close()
    with sqlite3.connect(tmp_path / "r.studeye") as db:
        db.execute("DROP TRIGGER entry_stays")
        db.execute("DROP TRIGGER entry_kept")
        db.execute(meddling)
    assert main(["verify", str(tmp_path / "r.studeye"), "--head", head]) == 1


def test_the_file_itself_refuses_changes(tmp_path: Path) -> None:
    played(tmp_path / "r.studeye", 3).close()
    with sqlite3.connect(tmp_path / "r.studeye") as db, pytest.raises(sqlite3.IntegrityError):
        db.execute("DELETE FROM entry")


def test_a_picture_is_kept_and_its_loss_is_found(tmp_path: Path) -> None:
    record = Record.create(tmp_path / "r.studeye")
    entry = record.append("note", {"words": "see"}, [b"png"])
    assert record.picture(entry.pictures[0]) == b"png"
    record.close()
    again = Record.resume(tmp_path / "r.studeye")
    assert again.head == entry.hash
    assert broken_links(again) == []


def test_a_file_that_is_no_record_is_bad_input(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello")
    assert main(["verify", str(tmp_path / "x")]) == 2
