"""Entries -> one SQLite file a match: append-only, hash-chained, durable before it is announced.

Every entry's hash covers its number, kind, canonical JSON and the hash before it. The journal is
SQLite's rollback journal with synchronous=FULL: one file beside the record at most, and a commit
returns only when the entry is on the disk, so that nothing announced is lost by a kill or a crash.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.law.codec import canonical
from referee.problems import BadInput

GENESIS = "0" * 64  # the hash before the first entry
FORMAT = 1

_SCHEMA = f"""
CREATE TABLE entry (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, body TEXT NOT NULL, hash TEXT NOT NULL);
CREATE TABLE picture (hash TEXT PRIMARY KEY, bytes BLOB NOT NULL);
CREATE TRIGGER entry_stays BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER entry_kept BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER picture_stays BEFORE UPDATE ON picture BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER picture_kept BEFORE DELETE ON picture BEGIN SELECT RAISE(ABORT, 'append-only'); END;
PRAGMA user_version = {FORMAT};
"""


class CannotWrite(BadInput):
    """The disk is full or the file can't be written: nothing was announced."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the record. `pictures` are hashes of the evidence kept beside it."""

    number: int
    kind: str
    body: Any
    hash: str

    @property
    def pictures(self) -> tuple[str, ...]:
        """The hashes of its evidence."""
        return tuple(self.body.get("pictures", ())) if isinstance(self.body, dict) else ()


def chained(before: str, number: int, kind: str, body: str) -> str:
    """The hash of an entry: sha256 over the one before and its own canonical text."""
    return hashlib.sha256(canonical([before, number, kind, body]).encode()).hexdigest()


class Record:
    """One match's file, open for appending."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._db = connection
        last = connection.execute("SELECT number, hash FROM entry ORDER BY number DESC LIMIT 1").fetchone()
        self._number: int = last[0] if last else 0
        self._head: str = last[1] if last else GENESIS

    @property
    def head(self) -> str:
        """The newest hash, shown at every turn's end."""
        return self._head

    @property
    def number(self) -> int:
        """How many entries there are."""
        return self._number

    @classmethod
    def create(cls, path: Path) -> "Record":
        """A new, empty record; an existing file is left alone."""
        if path.exists():
            raise BadInput(f"{path} exists already: resume it or choose another name")
        try:
            connection = _open(path)
            connection.executescript(_SCHEMA)
        except sqlite3.Error as trouble:
            raise CannotWrite(
                f"{path} can't be written ({trouble}): free some space or choose another"
            ) from None
        return cls(path, connection)

    @classmethod
    def resume(cls, path: Path) -> "Record":
        """An existing record, to go on with."""
        if not path.is_file():
            raise BadInput(f"{path} is not there: name a record that `studeye play` wrote")
        try:
            connection = _open(path)
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version != FORMAT:
                raise BadInput(f"{path} is no record of this version of studeye (it says {version})")
            return cls(path, connection)
        except sqlite3.Error as trouble:
            raise BadInput(f"{path} is no record or is damaged ({trouble})") from None

    def append(self, kind: str, body: Any, pictures: Sequence[bytes] = ()) -> Entry:
        """Write one entry; it is on the disk when this returns, else CannotWrite and nothing changed."""
        hashes = [hashlib.sha256(picture).hexdigest() for picture in pictures]
        if hashes:
            body = {**body, "pictures": hashes}
        text = canonical(body)
        number = self._number + 1
        digest = chained(self._head, number, kind, text)
        try:
            with self._db:
                for name, picture in zip(hashes, pictures, strict=True):
                    self._db.execute("INSERT OR IGNORE INTO picture VALUES (?, ?)", (name, picture))
                self._db.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", (number, kind, text, digest))
        except sqlite3.Error as trouble:
            raise CannotWrite(
                f"{self.path} could not be written ({trouble}): nothing was announced; free some space"
            ) from None
        self._number, self._head = number, digest
        return Entry(number, kind, json.loads(text), digest)

    def entries(self) -> Iterator[Entry]:
        """Every entry in order."""
        for number, kind, body, digest in self._db.execute("SELECT * FROM entry ORDER BY number"):
            yield Entry(number, kind, json.loads(body), digest)

    def picture(self, name: str) -> bytes | None:
        """The evidence picture with this hash."""
        found = self._db.execute("SELECT bytes FROM picture WHERE hash = ?", (name,)).fetchone()
        return bytes(found[0]) if found else None

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def broken_links(record: Record, head: str | None = None) -> list[str]:
    """What is wrong with the chain: altered, dropped or reordered entries, and another head than shown."""
    faults: list[str] = []
    before, expected, seen = GENESIS, 1, {GENESIS}
    for number, kind, text, digest in record._db.execute("SELECT * FROM entry ORDER BY number"):
        if number != expected:
            faults.append(f"entry {expected} is missing: the next one there is {number}")
        if chained(before, number, kind, text) != digest:
            faults.append(f"entry {number} was altered, or what came before it")
        for name in Entry(number, kind, _body(text), digest).pictures:
            picture = record.picture(name)
            if picture is None or hashlib.sha256(picture).hexdigest() != name:
                faults.append(f"entry {number}: its picture {name[:12]} is missing or altered")
        before, expected = digest, number + 1
        seen.add(digest)
    if head is not None and head != before:
        known = "entries were added after it" if head in seen else "the record was cut off or rewritten"
        faults.append(f"the head is {before[:16]}, not the {head[:16]} that was shown: {known}")
    return faults


def _body(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None  # the hash says that it was altered
