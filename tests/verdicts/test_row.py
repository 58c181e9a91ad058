"""What the referee made of a deed: caught, missed, inside the error, accused."""

from dataclasses import replace
from pathlib import Path

import pytest

from hardware.virtual.scene import Block
from referee.law.measured import Measured
from referee.law.ruling import Ruling, Verdict
from referee.live.book import Ruled
from referee.match_file import read_match
from referee.measure.ways import least_way
from referee.players.crew import Done
from referee.players.deeds import Carry, Cheat, Deed
from referee.players.stage import stage
from referee.show import WayShown
from tests.referee.players.driven import Judged
from tests.verdicts.row import _walls, row

SETUP = read_match(Path(__file__).resolve().parents[2] / "examples" / "minifigs" / "match.toml")
BEFORE = replace(stage(SETUP).set_up, blocks=())
KAY = BEFORE.model("Kay")
FAR = 11.4  # studs that Kay was carried


def judged(cheat: Cheat | None, verdict: Verdict | None, measured: float = FAR, error: float = 0.2) -> Judged:
    after = BEFORE.with_model(replace(KAY, y=KAY.y - FAR))
    deed = Deed(
        "Kay walks", (Carry("Kay", (KAY.x, KAY.y - FAR)),), cheat=cheat, beyond=0.4 if cheat else None
    )
    way = WayShown("Kay", ((KAY.x, KAY.y), (KAY.x, KAY.y - FAR)), Measured(measured, error))
    rulings = [Ruled(None, Ruling(verdict, (), "Kay moved"), 1, way)] if verdict else []
    return Judged(Done(0, deed, BEFORE, after), rulings)


@pytest.mark.parametrize(
    ("cheat", "verdict", "error", "fate"),
    [
        (None, Verdict.LEGAL, 0.2, "stood"),
        (None, Verdict.ILLEGAL, 0.2, "accused"),
        (None, Verdict.TOO_CLOSE, 0.2, "too close"),
        (None, None, 0.2, "unseen"),
        (Cheat.TOO_FAR, Verdict.ILLEGAL, 0.2, "caught"),
        (Cheat.TOO_FAR, Verdict.LEGAL, 0.2, "missed"),
        (Cheat.A_LITTLE_TOO_FAR, Verdict.LEGAL, 0.2, "missed"),  # 0.4 beyond, known to 0.2
        (Cheat.A_LITTLE_TOO_FAR, Verdict.LEGAL, 0.5, "inside the error"),
        (Cheat.A_LITTLE_TOO_FAR, Verdict.TOO_CLOSE, 0.5, "too close"),
        (Cheat.A_LITTLE_TOO_FAR, None, 0.2, "missed"),
    ],
)
def test_a_deed_has_its_fate(cheat: Cheat | None, verdict: Verdict | None, error: float, fate: str) -> None:
    assert row(SETUP, 0, judged(cheat, verdict, error=error)).fate == fate


def test_a_wrong_measure_does_not_excuse_a_cheat_that_stood() -> None:
    short = judged(Cheat.A_LITTLE_TOO_FAR, Verdict.LEGAL, measured=FAR - 0.8, error=0.06)
    assert row(SETUP, 0, short).fate == "missed"


def test_a_fault_found_later_does_not_make_up_for_a_cheat_that_stood() -> None:
    stood = judged(Cheat.TOO_FAR, Verdict.LEGAL)
    stood.faults.append("Lou is not to be seen")
    assert row(SETUP, 0, stood).fate == "missed"


def test_a_fault_alone_is_a_catch() -> None:
    unruled = judged(Cheat.OUT_OF_TURN, None)
    unruled.faults.append("Kay stands elsewhere")
    assert row(SETUP, 0, unruled).fate == "caught"


def test_a_measure_stands_beside_the_truth() -> None:
    line = row(SETUP, 3, judged(None, Verdict.LEGAL, measured=11.3))
    assert line.true == pytest.approx(FAR)
    assert (line.measured, line.stated) == (11.3, 0.2)


def test_the_truth_of_a_way_is_the_model_s_own() -> None:
    setup = read_match(Path(__file__).resolve().parents[2] / "examples" / "constructs" / "match.toml")
    scene = replace(stage(setup).set_up, blocks=(Block(20, 0, 4, 48, 0, 1, "tan"),))  # a step of one plate
    start, end = (16.0, 20.0), (28.0, 20.0)
    climbed, driven = (least_way(_walls(setup, scene, name), start, end) for name in ("Archer", "Buggy"))
    assert climbed is not None
    assert driven is not None
    assert climbed.cost > 12.3
    assert driven.cost == pytest.approx(12.0)
