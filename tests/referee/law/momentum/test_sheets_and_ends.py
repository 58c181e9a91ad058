"""An object's sheet, set-up, and how a match ends (HR-5)."""

from dataclasses import replace
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.law import momentum
from referee.law.momentum.claims import Attack, Take
from referee.law.momentum.sheet import account, read_sheet
from referee.match_file import read_match
from referee.problems import BadInput
from tests.referee.law.momentum.matches import PLAIN, goes, play, refused, rolled, setup, started, thing

EXAMPLES = Path(__file__).resolve().parents[4] / "examples" / "momentum"


@pytest.mark.rule("HR-5")
def test_a_sheet_says_what_it_says_and_the_rest_is_the_default() -> None:
    sheet = read_sheet({"name": "m", **PLAIN}, "m")
    assert (sheet.threat, sheet.rct, sheet.autonomous, sheet.elevation) == (1, 1, False, 1)
    assert not account(sheet).faults
    assert account(sheet).total("dice of a momentum attack") == 2
    assert account(sheet).total("hex sides to turn") == 4


@pytest.mark.rule("HR-5")
@pytest.mark.parametrize(
    "wrong",
    [
        {"speed": -1}, {"speed": 13}, {"max_speed": 13}, {"acceleration": -1}, {"elevation": 0},
        {"weight": 0}, {"integrity": 0}, {"threat": -1}, {"rct": -1}, {"direction": 6},
        {"equipment": [{"name": "a"}, {"name": "a"}]}, {"equipment": [{"name": "a", "dice": 0}]},
        {"equipment": [{"name": "a", "kept": -1}]},
        {"equipment": [{"name": "a", "kind": "chain"}, {"name": "b", "kind": "chain"}]},
    ],
)  # fmt: skip
def test_what_no_object_can_be_is_a_fault_and_no_match_starts(wrong: dict[str, object]) -> None:
    sheet = {"name": "A", **PLAIN, **wrong}
    assert len(account(read_sheet(sheet, "A")).faults) == 1
    a = replace(thing("A", "Ann", (0, 0)), sheet=sheet)
    with pytest.raises(BadInput, match="model 'A'"):
        momentum.start(setup(a, thing("B", "Bob", (3, 3))))


@pytest.mark.parametrize("wrong", [{"sped": 3}, {"speed": "fast"}, {"equipment": [{"kind": "lasso"}]}])
def test_a_malformed_sheet_is_one_sentence(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="m: "):
        read_sheet({"name": "m", **PLAIN, **wrong}, "m")


@pytest.mark.parametrize(
    ("a", "b", "settings"),
    [
        (thing("A", "Ann", (-9, 0)), thing("B", "Bob", (3, 3)), {}),
        (thing("A", "Ann", (0, 0)), thing("B", "Ann", (3, 3)), {}),
        (thing("A", "Ann", (0, 0)), thing("B", "Bob", (3, 3)), {"ud6": "odd"}),
        (thing("A", "Ann", (0, 0)), thing("B", "Bob", (3, 3)), {"rounds": -1}),
    ],
)
def test_a_match_that_cannot_be_is_refused(a: object, b: object, settings: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        momentum.start(setup(a, b, **settings))  # type: ignore[arg-type]


@pytest.mark.rule("HR-5")
def test_the_last_player_with_an_object_wins() -> None:
    state = started(thing("A", "Ann", (5, 10)), thing("B", "Bob", (8, 10), 1, speed=0, integrity=11))
    state, _ = play(goes(state, "A", (7, 10)), Attack("Ann", "A", "B"))
    hurt, ruling = rolled(state, 6, 4)
    assert (hurt.body("B").integrity, ruling.outcome) == (1, None)
    state, ruling = rolled(state, 6, 5)
    assert ruling.outcome is not None
    assert (ruling.outcome.winner, momentum.due(state), momentum.legal_claims(state)) == ("Ann", None, [])
    assert "HR-5" in ruling.rules
    refused(state, Take("Ann", "A", 2, 0), "HR-5")


@pytest.mark.rule("HR-5")
@pytest.mark.parametrize(("integrity", "winner"), [(19, "Ann"), (21, "Bob"), (20, None)])
def test_at_the_round_limit_the_greater_integrity_wins(integrity: int, winner: str | None) -> None:
    things = thing("A", "Ann", (5, 10), speed=0), thing("B", "Bob", (9, 20), speed=0, integrity=integrity)
    state = started(*things, rounds=2)
    for _ in range(2):
        state, _ = play(state, Take("Ann", "A", 0, 0))
        assert momentum.outcome(state) is None
        state, ruling = play(state, Take("Bob", "B", 0, 0))
    assert ruling.outcome is not None
    assert ruling.outcome.winner == winner
    assert ruling.outcome.scores == (("Ann", 20.0), ("Bob", float(integrity)))


def test_the_example_starts_and_its_sheets_are_lawful(capsys: pytest.CaptureFixture[str]) -> None:
    state = momentum.start(read_match(EXAMPLES / "match.toml"))
    assert len(momentum.visible(state)) == 5
    for sheet in sorted(EXAMPLES.glob("*.toml")):
        if sheet.name != "match.toml":
            assert main(["sheet", str(sheet)]) == 0
    printed = capsys.readouterr().out
    assert "hex sides to turn: 2 (6 / Speed 3, rounded down) + 1 = 3  (HR-6, MO-2)" in printed
