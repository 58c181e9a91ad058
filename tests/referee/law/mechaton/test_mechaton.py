"""MechaTon's points, one by one."""

import pytest

from referee.law import mechaton
from referee.law.dice import Roll, Rolled
from referee.law.mechaton.claims import Aim, Assign, Attack, Lose, Move
from referee.law.mechaton.ground import band_of, cover_between
from referee.law.mechaton.sheet import account, read_sheet
from referee.law.mechaton.state import Action, Settings, State
from referee.law.ruling import Verdict
from referee.problems import BadInput
from tests.referee.law.mechaton.matches import (
    CHAINSAW,
    RIFLE,
    dice_due,
    die,
    in_fight,
    play,
    rolled,
    setup,
    started,
)


@pytest.mark.rule("MT-1")
@pytest.mark.rule("MT-2")
@pytest.mark.parametrize(
    ("things", "most", "initiative"),
    [  # the document's four
        ([{"name": "scope", "long": 2}, {"name": "leaves", "blue": 2}], 6, 1),
        ([{"name": "jets", "green": 2}, {"name": "ripsaws", "hand": 2}], 6, 1),
        ([{"name": "jets", "green": 1}, {"name": "guns", "short": 1}, {"name": "arm", "long": 1}], 4, 3),
        ([{"name": "jets", "green": 1}, {"name": "monster", "short": 2}], 5, 2),
    ],
)
def test_the_documents_four_mechs_roll_its_initiative(
    things: list[dict[str, object]], most: int, initiative: int
) -> None:
    worked_out = account(read_sheet({"name": "m", "things": things}, "m"))
    assert not worked_out.faults
    assert worked_out.total("maximum dice") == most
    assert worked_out.total("Initiative d10") == initiative


@pytest.mark.rule("MT-1")
def test_a_seventh_die_is_one_too_many() -> None:
    things = [{"name": "a", "green": 2}, {"name": "b", "short": 2}, {"name": "c", "blue": 1}]
    assert account(read_sheet({"name": "m", "things": things}, "m")).faults
    with pytest.raises(BadInput, match="MT-1"):
        mechaton.start(setup(tuple(things)))


@pytest.mark.rule("MT-5")
@pytest.mark.parametrize(("move", "shield", "defend"), [(1, 3, 2), (6, 3, 3)])
def test_defend_is_the_higher_of_dodging_and_shield(move: int, shield: int, defend: int) -> None:
    assert Action(None, None, move=move, shield=shield).defend == defend


@pytest.mark.rule("MT-2")
def test_ties_are_rolled_off_without_changing_the_value() -> None:
    state = started(5, 5)
    assert state.phase == "rolloff"
    state = rolled(rolled(state, 9), 2)
    assert state.current == "B"
    assert [mech.initiative for mech in state.mechs] == [5, 5]


def turn(state: State, target: str | None) -> State:
    """The mech on turn aims, rolls ones, assigns a white 1 to Attack, holds what it can."""
    due = mechaton.due(state)
    assert due is not None
    mech = due.models[0]
    if state.phase == "aim":
        state, _ = play(state, Aim(due.player, mech, target, "short" if target else None))
        state = rolled(state, *[1] * dice_due(state))
        state, _ = play(state, Assign(due.player, mech, move=die(1, "white")))
    cell = state.mech(mech).cell
    assert cell is not None
    return play(state, Move(due.player, mech, cell))[0]


@pytest.mark.rule("MT-9")
def test_the_battle_sequence_of_the_document() -> None:
    state = started(1, 2, 3, 4)
    order = []
    for target in ("C", None, None, None):
        order.append(state.current)
        state = turn(state, {"A": "C", "C": "D", "D": "C"}.get(state.current, target))
    assert order == ["A", "C", "D", "B"]


@pytest.mark.rule("MT-3")
def test_no_plausible_weapon_at_the_range_no_attack() -> None:
    state = started(1, 2)
    after, ruling = mechaton.apply(state, Aim("Ann", "A", "B", "long"))
    assert ruling.verdict is Verdict.ILLEGAL
    assert after is state


@pytest.mark.rule("MT-4")
def test_white_is_no_shield_without_blue_and_red_never_moves() -> None:
    state, _ = play(started(1, 2), Aim("Ann", "A", "B", "short"))
    state = rolled(state, 6, 5, 4)  # white, white, red
    for wrong in (Assign("Ann", "A", shield=die(6, "white")), Assign("Ann", "A", move=die(4, "red"))):
        assert mechaton.apply(state, wrong)[1].verdict is Verdict.ILLEGAL


@pytest.mark.rule("MT-10")
@pytest.mark.rule("MT-13")
def test_a_target_rolls_at_once_then_takes_attack_less_defend() -> None:
    state, ruling = play(in_fight(), Attack("Ann", "A"))
    assert (state.actor, state.phase, state.current) == ("B", "aim", "A")
    state, _ = play(state, Aim("Bob", "B"))
    state = rolled(state, 4, 1)
    state, ruling = play(state, Assign("Bob", "B", move=die(4, "white")))
    assert state.damage_dice == 4
    assert "6 Attack − 2 Defend = 4" in [each.text() for each in ruling.arithmetic]
    state = rolled(state, 6, 5, 6, 1)
    assert state.sixes == 2
    state, _ = play(state, Lose("Bob", "B", "rifle"), Lose("Bob", "B", "legs"))
    assert state.mech("B").lost == ("rifle", "legs")
    assert state.current == "A"


@pytest.mark.rule("MT-7")
def test_at_the_wrong_range_the_attack_is_lost() -> None:
    state = in_fight(attack=2, move=6)
    state, _ = play(state, Move("Ann", "A", (3, 0)))
    state, ruling = play(state, Attack("Ann", "A"))
    assert "lost" in ruling.sentence
    assert state.mech("B").action is None


@pytest.mark.rule("MT-8")
@pytest.mark.rule("HR-7")
def test_a_mech_moves_up_to_move_hexes_and_a_border_is_asked_about() -> None:
    state = in_fight(attack=1, move=2)
    assert mechaton.apply(state, Move("Ann", "A", (3, 0)))[1].verdict is Verdict.ILLEGAL
    asked = mechaton.apply(state, Move("Ann", "A", (2, 0), doubt=(3, 0)))
    assert asked[1].verdict is Verdict.TOO_CLOSE
    assert asked[0] is state
    assert play(state, Move("Ann", "A", (2, 0), facing=3))[0].mech("A").facing == 3


@pytest.mark.rule("MT-11")
def test_hard_cover_hides_soft_cover_shields_and_mechs_are_soft() -> None:
    state = mechaton.start(setup(cells=((0, 0), (4, 0), (2, 0)), hard=[], soft=[]))
    assert cover_between(state, (0, 0), (4, 0)) == "soft"
    hard = mechaton.start(setup(hard=[[2, 0]]))
    assert cover_between(hard, (0, 0), (4, 0)) == "hard"


@pytest.mark.rule("MT-12")
@pytest.mark.parametrize(("q", "band"), [(2, "hand"), (3, "short"), (13, "short"), (14, "long")])
def test_range_bands_count_the_hexes_between(q: int, band: str) -> None:
    assert band_of(Settings(), (0, 0), (q, 0)) == band


@pytest.mark.rule("MT-14")
def test_a_missile_is_one_red_d8() -> None:
    missile = {"name": "missile", "missile": True, "weapon": ["short"]}
    state = mechaton.start(setup((missile,)))
    for value in (1, 2):
        state = rolled(state, value, *[1] * (dice_due(state) - 1))
    due = mechaton.due(state)
    assert due is not None
    mech, target = due.models[0], "A" if due.models[0] == "B" else "B"
    state, ruling = play(state, Aim(due.player, mech, target, "short", "missile"))
    assert ruling.due is not None
    assert (1, 8, "red") in [(kind.count, kind.sides, kind.colour) for kind in ruling.due.dice]
    state = rolled(state, *[1] * sum(kind.count for kind in ruling.due.dice))
    assert state.mech(mech).fired == ("missile",)


@pytest.mark.rule("MT-15")
@pytest.mark.parametrize(
    ("things", "charging"), [((CHAINSAW,), True), ((CHAINSAW, RIFLE), False), ((), False)]
)
def test_only_hand_weapons_left_charge(things: tuple[dict[str, object], ...], charging: bool) -> None:
    worked_out = account(read_sheet({"name": "m", "things": list(things)}, "m"))
    assert ("charging" in [fact.name for fact in worked_out.facts]) is charging


@pytest.mark.rule("MT-16")
@pytest.mark.parametrize(("theirs", "blue"), [(5, 1), (4, 0)])
def test_four_points_of_initiative_are_a_blue_die(theirs: int, blue: int) -> None:
    state, _ = play(started(1, theirs), Aim("Ann", "A", "B", "short"))
    state = rolled(state, 1, 1, 6)
    state, _ = play(state, Assign("Ann", "A", attack=die(6, "red")), Attack("Ann", "A"))
    assert state.free_blue == blue


@pytest.mark.rule("MT-17")
def test_the_last_side_with_a_mech_wins() -> None:
    from dataclasses import replace

    state = in_fight()
    bob = replace(state.mech("B"), lost=("rifle", "chainsaw", "legs"))
    state = replace(state.put(bob), phase="lose", actor="B", sixes=3)
    state, ruling = play(state, Lose("Bob", "B", "body"))
    assert ruling.outcome is not None
    assert ruling.outcome.winner == "Ann"
    assert mechaton.legal_claims(state) == []


@pytest.mark.parametrize("values", [(9,), (1, 2, 3, 4, 5)])
def test_dice_that_cannot_be_are_refused_and_nothing_changes(values: tuple[int, ...]) -> None:
    state = mechaton.start(setup())
    roll = Roll("Ann", tuple(Rolled(value, 6) for value in values))
    after, ruling = mechaton.apply(state, roll)
    assert ruling.verdict is Verdict.ILLEGAL
    assert after is state
