"""The table's own process: what goes wrong over there is said over here."""

import time
from pathlib import Path

import pytest

from referee.live.apart import Apart
from referee.live.opening import Wanted
from referee.problems import BadInput


def test_what_goes_wrong_in_the_tables_process_is_raised_in_the_windows(tmp_path: Path) -> None:
    apart = Apart(Wanted(tmp_path / "nowhere.toml", tmp_path / "m.studeye", virtual=True), 0.1)
    end = time.monotonic() + 60

    def wait() -> None:
        while time.monotonic() < end:
            apart.newest()
            time.sleep(0.05)

    with pytest.raises(BadInput, match="check its name"):
        wait()
    apart.close()
