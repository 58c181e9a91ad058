"""The trial of mutants itself: it tells a broken rule that is noticed from one that is not."""

from pathlib import Path

from tests.mutants.__main__ import trial
from tests.mutants.listed import Mutant, without_mutant

STATE = "referee/law/mechaton/state.py"


def test_a_mutant_is_noticed_survives_or_cannot_be_tried(tmp_path: Path) -> None:
    noticed = Mutant("MT-5", STATE, "self.shield - 1", "self.shield")
    idle = Mutant("MT-5", STATE, "self.shield - 1", "self.shield - 1 ")
    unreadable = Mutant("MT-5", STATE, "self.shield - 1", "self.shield -")
    gone = Mutant("MT-5", STATE, "no such text", "")
    said = dict(trial([noticed, idle, unreadable, gone], tmp_path))
    assert said[noticed] == ""
    assert said[idle] == "survived"
    assert said[unreadable].startswith("its tests can't run")
    assert said[gone].startswith("its text occurs 0 times")


def test_no_id_is_without_a_mutant() -> None:
    assert without_mutant() == []
