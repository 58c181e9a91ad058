"""Plays a random match into a record until it is killed, saying each entry once it is written.

`python -m tests.referee.writing RECORD SEED [MOST_BYTES]`: with MOST_BYTES no file may grow beyond it.
"""

import random
import resource
import signal
import sys
from pathlib import Path

from referee.law.match import Event, Match, replay
from referee.problems import BadInput
from referee.record import Record
from tests.referee.law.mechaton.matches import setup


def resumed(path: Path) -> tuple[Match, Record]:
    """The match that the record holds, or a new one."""
    if not path.exists():
        record = Record.create(path)
        return Match(setup()), record
    record = Record.resume(path)
    events = [Event(entry.kind, entry.body) for entry in record.entries()]
    return (replay(events)[0] if events else Match(setup())), record


def main() -> None:
    """Append for ever."""
    path, chance = Path(sys.argv[1]), random.Random(int(sys.argv[2]))
    match, record = resumed(path)
    if len(sys.argv) > 3:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a full disk is an error, not a death
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), int(sys.argv[3])))
    if record.number == 0:
        opening = match.opening()
        print(record.append(opening.kind, opening.body).hash, flush=True)
    while True:
        legal = match.game.legal_claims(match.state)
        if not legal:
            return
        before = match.state
        state, _, event = match.consider(legal[chance.randrange(len(legal))])
        try:
            entry = record.append(event.kind, event.body, [chance.randbytes(20_000)])
        except BadInput as problem:
            assert match.state is before
            print(f"{type(problem).__name__}: {problem}", flush=True)
            return
        match.settle(state)
        print(entry.hash, flush=True)


if __name__ == "__main__":
    main()
