"""The attack at its moment: range, cover, Defend, damage, loss, the end."""

from dataclasses import replace

import pytest

from referee.law import mechaton
from referee.law.dice import Roll, Rolled
from referee.law.mechaton.claims import Aim, Assign, Attack, Lose, Move
from referee.law.mechaton.ground import cover_between
from referee.law.mechaton.state import Action, State
from referee.law.ruling import Verdict
from tests.referee.law.mechaton.matches import dice_due, die, in_fight, play, refused, rolled, setup, started


@pytest.mark.rule("MT-7")
@pytest.mark.parametrize(("cover", "lost"), [("none", False), ("hard", True)])
def test_cover_at_the_moment_of_the_attack_decides(cover: str, lost: bool) -> None:
    _, ruling = play(in_fight(), Attack("Ann", "A", cover))  # type: ignore[arg-type]
    assert ("lost" in ruling.sentence) is lost
    assert ("MT-7" in ruling.rules) is lost


@pytest.mark.rule("MT-7")
def test_moving_to_the_expected_range_first_saves_the_attack() -> None:
    state, _ = play(started(1, 9), Aim("Ann", "A", "B", "hand"))
    state, _ = play(rolled(state, 6, 1, 5), Assign("Ann", "A", die(6, "white"), die(5, "red")))
    near, _ = play(state, Move("Ann", "A", (2, 0)), Attack("Ann", "A"))
    assert near.actor == "B"
    _, ruling = play(state, Move("Ann", "A", (1, 0)), Attack("Ann", "A"))
    assert "lost" in ruling.sentence


@pytest.mark.rule("MT-10")
def test_a_target_that_rolled_goes_on_later_without_rolling_again() -> None:
    state, _ = play(in_fight(attack=2, move=1), Attack("Ann", "A"), Aim("Bob", "B", "A", "short"))
    state = rolled(state, 4, 1, 5)
    state, _ = play(state, Assign("Bob", "B", die(4, "white"), die(5, "red")))
    assert (state.current, state.mech("B").cell) == ("A", (4, 0))
    state, ruling = play(state, Move("Ann", "A", (0, 0)))
    assert (state.current, state.phase) == ("B", "act")
    assert ruling.due is not None
    assert ruling.due.what == "B: fight"


@pytest.mark.rule("MT-11")
@pytest.mark.parametrize(("soft", "hard", "cover"), [((2, 0), None, "soft"), (None, (2, 0), "hard")])
def test_the_maps_hexes_between_are_cover(
    soft: tuple[int, int] | None, hard: tuple[int, int] | None, cover: str
) -> None:
    state = mechaton.start(setup(soft=[list(soft)] if soft else [], hard=[list(hard)] if hard else []))
    assert cover_between(state, (0, 0), (4, 0)) == cover
    assert cover_between(state, (0, 0), (0, 4)) == "none"


@pytest.mark.rule("MT-11")
def test_a_target_in_soft_cover_that_has_not_rolled_rolls_one_more_blue() -> None:
    state, _ = play(in_fight(), Attack("Ann", "A", "soft"), Aim("Bob", "B"))
    due = mechaton.due(state)
    assert due is not None
    assert [(kind.count, kind.colour) for kind in due.dice] == [(2, "white"), (1, "blue")]
    state = rolled(state, 6, 1, 2)
    play(state, Assign("Bob", "B", shield=die(6, "white")))


def done(move: int) -> Action:
    """An Action Roll that was assigned and done."""
    return Action(None, None, assigned=True, move=move, moved=True, fought=True)


def defended(move: int) -> State:
    """B has gone with this Move; A has Attack 6 against it."""
    state = in_fight()
    return state.put(replace(state.mech("B"), gone=True, action=done(move)))


@pytest.mark.rule("MT-11")
@pytest.mark.parametrize(("blue", "dice"), [(6, 1), (2, 4), (1, 4)])
def test_one_who_has_rolled_uses_the_extra_blue_if_it_betters_her_defend(blue: int, dice: int) -> None:
    state, _ = play(defended(move=4), Attack("Ann", "A", "soft"))
    assert (state.phase, state.actor, dice_due(state)) == ("extra", "B", 1)
    _, ruling = mechaton.apply(state, Roll("Bob", (Rolled(blue, 6, "blue"),)))
    assert ruling.legal
    assert ruling.arithmetic[-1].total == dice
    assert "MT-11" in ruling.rules
    assert "MT-16" not in ruling.rules


@pytest.mark.rule("MT-11")
def test_what_cannot_be_seen_is_asked() -> None:
    state = in_fight()
    after, ruling = mechaton.apply(state, Attack("Ann", "A", "unseen"))
    assert ruling.verdict is Verdict.CANT_SEE
    assert after is state


@pytest.mark.rule("MT-13")
def test_attack_less_defend_none_is_a_miss_and_only_sixes_hurt() -> None:
    _, ruling = play(defended(move=12), Attack("Ann", "A"))
    assert "misses" in ruling.sentence
    state, _ = play(defended(move=6), Attack("Ann", "A"))
    assert dice_due(state) == 3
    assert rolled(state, 5, 5, 5).current == "A"
    state = rolled(state, 6, 5, 1)
    assert (state.phase, state.sixes) == ("lose", 1)
    refused(state, Lose("Bob", "B", "jets"), "MT-13")
    refused(state, Lose("Ann", "B", "legs"), "MT-9")
    play(state, Lose("Bob", "B", "legs"))


@pytest.mark.rule("MT-13")
def test_out_of_dice_a_mech_is_destroyed_and_further_sixes_are_idle() -> None:
    state = started(1, 2, 3)
    state = state.put(replace(state.mech("B"), lost=("rifle", "chainsaw", "legs"), cell=(4, 0)))
    state = replace(state, phase="lose", actor="B", sixes=3)
    state = state.put(replace(state.mech("A"), action=done(1)))
    state, ruling = play(state, Lose("Bob", "B", "body"))
    assert state.mech("B").destroyed
    assert state.mech("B").cell is None
    assert state.sixes == 0
    assert "destroyed" in ruling.sentence


@pytest.mark.rule("MT-16")
@pytest.mark.parametrize(("allowed", "blue"), [(True, 1), (False, 0)])
def test_initiative_defence_is_a_setting(allowed: bool, blue: int) -> None:
    state, _ = play(started(1, 9, initiative_defence=allowed), Aim("Ann", "A", "B", "short"))
    state = rolled(state, 1, 1, 6)
    state, ruling = play(state, Assign("Ann", "A", attack=die(6, "red")), Attack("Ann", "A"))
    assert state.free_blue == blue
    assert ("MT-16" in ruling.rules) is allowed


@pytest.mark.rule("MT-16")
def test_cover_and_initiative_add_up() -> None:
    state, _ = play(started(1, 9), Aim("Ann", "A", "B", "short"))
    state, _ = play(rolled(state, 1, 1, 6), Assign("Ann", "A", attack=die(6, "red")))
    assert play(state, Attack("Ann", "A", "soft"))[0].free_blue == 2


@pytest.mark.rule("MT-17")
@pytest.mark.parametrize(("lost", "winner"), [((), None), (("rifle",), "Ann")])
def test_a_limit_of_rounds_is_decided_by_the_dice_left(lost: tuple[str, ...], winner: str | None) -> None:
    state = mechaton.start(setup(rounds=1))
    state = replace(state.put(replace(state.mech("B"), lost=lost)), round=2)
    end = mechaton.outcome(state)
    assert end is not None
    assert end.winner == winner
    assert mechaton.outcome(replace(state, round=1)) is None
