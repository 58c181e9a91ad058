"""A minifig match, claim by claim."""

import random
from dataclasses import replace

import pytest

from referee.law import minifigs as game
from referee.law.dice import Roll, Rolled, roll_of
from referee.law.measured import Measured
from referee.law.minifigs.state import Allot, Attack, Drop, EndTurn, Move, PickUp, Reassemble
from referee.law.ruling import Dice, Verdict
from referee.law.setup import Entry, Player, Setup
from referee.problems import BadInput
from tests.referee.law.minifigs.matches import HELM, NEAR, hit, legal, match, on, refused, skirmish


@pytest.mark.rule("MF-1", "MF-7", "MF-8")
def test_a_hit_takes_one_exposed_piece_which_stays_where_it_fell() -> None:
    state = legal(match(target=HELM), Attack("Ann", "ash", "sword", "bo", NEAR))
    refused(state, Allot("Bob", "head"), "MF-1")
    state = legal(state, Allot("Bob", "helmet"))
    assert on(state) == {"legs", "torso", "head"}
    assert [(t.name, t.at) for t in state.loose] == [("bo's helmet", (3.0, 1.5))]


SHIELDED = {"armour": [{"name": "shield", "covers": "shield"}, {"name": "helmet", "covers": "head", "ac": 3}]}


@pytest.mark.rule("MF-2", "MF-3", "MF-4")
def test_the_documents_shield_and_helmet() -> None:
    state = match(target=SHIELDED, damage=2)
    assert "shield" not in on(hit(state, "shield"))
    dented = hit(state, "helmet")
    assert on(dented) == on(state)
    assert "helmet" not in on(hit(dented, "helmet"))
    assert "head" in on(hit(dented, "helmet"))
    rested = legal(dented, EndTurn("Ann"), EndTurn("Bob"))
    assert "helmet" in on(hit(rested, "helmet"))
    refused(legal(state, Attack("Ann", "ash", "sword", "bo", NEAR)), Allot("Ann", "helmet"), "MF-4")


@pytest.mark.rule("MF-2")
@pytest.mark.parametrize(("ac", "damages"), [(2, (1, 1)), (3, (2, 1)), (1, (1,))])
def test_the_documents_helmets_go_when_they_have_taken_their_class_in_one_turn(
    ac: int, damages: tuple[int, ...]
) -> None:
    armour = [{"name": "helmet", "covers": "head", "ac": ac}]
    weapons = [{"name": f"w{d}", "reach": 3, "accuracy": 0, "damage": d} for d in set(damages)]
    state = match(attacker={"weapons": weapons}, target={"armour": armour})
    for damage in damages:
        assert "helmet" in on(state)
        state = legal(state, Attack("Ann", "ash", f"w{damage}", "bo", NEAR), Allot("Bob", "helmet"))
    assert on(state) == {"legs", "torso", "head"}


@pytest.mark.rule("MF-1")
def test_neckwear_covers_the_torso_and_carried_items_are_not_removed() -> None:
    cape = {"armour": [{"name": "cape", "covers": "torso"}], "weapons": [{"name": "axe"}]}
    state = legal(hit(match(target=cape), "head"), Attack("Ann", "ash", "sword", "bo", NEAR))
    refused(state, Allot("Bob", "torso"), "MF-1")
    refused(state, Allot("Bob", "axe"), "MF-1")
    assert "cape" not in on(legal(state, Allot("Bob", "cape")))


@pytest.mark.rule("MF-3", "MF-6")
@pytest.mark.parametrize(
    ("cascading", "left"), [(False, {"legs", "torso", "head"}), (True, {"legs", "torso"})]
)
def test_only_a_cascading_weapon_goes_on(cascading: bool, left: set[str]) -> None:
    state = hit(match(target=HELM, damage=2, cascading=cascading), "helmet")
    if cascading:
        state = legal(state, Allot("Bob", "head"))
    assert state.shot is None
    assert on(state) == left


@pytest.mark.rule("MF-6")
def test_a_penetrating_weapon_leaves_the_empty_helmet() -> None:
    assert on(hit(match(target=HELM, penetrating=True), "head")) == {"legs", "torso", "helmet"}


@pytest.mark.rule("MF-5")
def test_a_ghost_is_one_piece_and_a_zombie_two() -> None:
    assert on(hit(match(target={"composition": "ethereal"}), "head")) == set()
    zombie = hit(match(target={"composition": "undead"}), "head")
    assert on(zombie) == {"legs", "torso"}
    assert on(hit(zombie, "torso")) == set()


@pytest.mark.rule("MF-9")
def test_without_head_no_attack_without_torso_no_hands_without_legs_out() -> None:
    sword = {"weapons": [{"name": "axe", "reach": 2, "accuracy": 0}]}
    state = hit(match(target=sword), "head")
    theirs = legal(state, EndTurn("Ann"))
    refused(theirs, Attack("Bob", "bo", "axe", "ash", NEAR), "MF-9")
    legal(theirs, Move("Bob", "bo", (4.0, 1.5), Measured(1.0)), PickUp("Bob", "bo", "bo's head"))
    state = legal(hit(state, "torso"), EndTurn("Ann"))
    assert {"bo's axe", "bo's torso"} <= {t.name for t in state.loose}
    refused(state, PickUp("Bob", "bo", "bo's head"), "MF-9")
    state = legal(state, Move("Bob", "bo", (4.0, 1.5), Measured(1.0)), EndTurn("Bob"))
    end = game.outcome(hit(state, "legs"))
    assert end is not None
    assert end.winner == "Ann"


@pytest.mark.rule("MF-10", "MF-17")
def test_one_piece_a_hand() -> None:
    state = hit(hit(match(target={"weapons": [{"name": "axe"}], "hook": {"name": "hook"}}), "head"), "torso")
    refused(legal(match(), EndTurn("Ann")), PickUp("Bob", "bo", "nothing"), "MF-12")
    assert state.loose
    hooked = match(attacker={"hook": {"name": "hook"}})
    hooked = replace(hooked, loose=state.loose)
    refused(hooked, PickUp("Ann", "ash", state.loose[0].name), "MF-10")
    refused(hooked, Drop("Ann", "ash", "hook"), "MF-17")


@pytest.mark.rule("MF-12")
def test_equipment_picked_up_ends_movement_and_waits_for_the_next_turn() -> None:
    state = legal(match(), Drop("Ann", "ash", "sword"), PickUp("Ann", "ash", "sword"))
    refused(state, Move("Ann", "ash", (2.0, 1.5), Measured(1.0)), "MF-12")
    refused(state, Attack("Ann", "ash", "sword", "bo", NEAR), "MF-12")
    legal(state, EndTurn("Ann"), EndTurn("Bob"), Attack("Ann", "ash", "sword", "bo", NEAR))


@pytest.mark.rule("MF-11")
def test_reassembly_takes_the_whole_turn_by_the_flag() -> None:
    state = legal(hit(match(), "head"), EndTurn("Ann"), PickUp("Bob", "bo", "bo's head"))
    moved = legal(state, Move("Bob", "bo", (3.0, 1.5), Measured(1.0)))
    claim = Reassemble("Bob", "bo", ("bo's head",), "bo")
    refused(moved, claim, "MF-11")
    after = legal(state, claim)
    assert "head" in on(after)
    refused(after, Move("Bob", "bo", (4.0, 1.5), Measured(1.0)), "HR-3")
    away = legal(state, Move("Bob", "bo", (13.0, 1.5), Measured(10.0)), EndTurn("Bob"), EndTurn("Ann"))
    refused(away, claim, "MF-11")


@pytest.mark.rule("MF-13", "HR-7")
@pytest.mark.parametrize(
    ("length", "doubt", "verdict"),
    [
        (Measured(13.0, 0.2), "default", Verdict.LEGAL),
        (Measured(13.1, 0.2), "default", Verdict.LEGAL),
        (Measured(13.1, 0.2), "call", Verdict.TOO_CLOSE),
        (Measured(13.3, 0.2), "default", Verdict.ILLEGAL),
    ],
)
def test_doubt_favours_the_mover_unless_the_match_says_otherwise(
    length: Measured, doubt: str, verdict: Verdict
) -> None:
    state = match()
    if doubt == "call":
        state = replace(state, doubt=type(state.doubt)("call"))
    after, ruling = game.apply(state, Move("Ann", "ash", (9.0, 1.5), length))
    assert ruling.verdict is verdict
    assert (after is state) == (verdict is not Verdict.LEGAL)


@pytest.mark.rule("MF-13")
def test_a_move_ends_on_a_level_pair_of_studs() -> None:
    refused(match(), Move("Ann", "ash", (9.0, 1.5), Measured(5.0), feet_level=False), "MF-13")


@pytest.mark.rule("HR-1", "HR-3")
def test_players_alternate_and_a_figure_acts_twice() -> None:
    state = match()
    refused(state, Move("Bob", "bo", (4.0, 1.5), Measured(1.0)), "HR-1")
    refused(state, EndTurn("Bob"), "HR-1")
    twice = hit(hit(state, "head"), "torso")
    refused(twice, Attack("Ann", "ash", "sword", "bo", NEAR), "HR-3")
    moved = legal(state, Move("Ann", "ash", (2.0, 1.5), Measured(1.0)))
    refused(moved, Move("Ann", "ash", (2.0, 1.5), Measured(1.0)), "HR-3")


@pytest.mark.rule("HR-2")
@pytest.mark.parametrize(("coins", "hits"), [((2, 2), True), ((2, 1), False)])
def test_an_attack_hits_if_every_flip_is_heads(coins: tuple[int, ...], hits: bool) -> None:
    state = legal(match(accuracy=2), Attack("Ann", "ash", "sword", "bo", NEAR))
    refused(state, roll_of("Ann", (Dice(1, 2),), (2,)), "HR-2")
    state = legal(state, roll_of("Ann", (Dice(2, 2),), coins))
    assert (state.shot is not None) == hits
    refused(match(), Attack("Ann", "ash", "sword", "bo", Measured(3.5)), "HR-2")


@pytest.mark.rule("HR-4")
def test_at_the_turn_limit_the_greater_surviving_cost_wins() -> None:
    state = match(attacker={"composition": "monstrous"})
    for _ in range(state.settings.turn_limit // 2):
        assert game.outcome(state) is None
        state = legal(state, EndTurn("Ann"), EndTurn("Bob"))
    end = game.outcome(state)
    assert end is not None
    assert end.winner == "Ann"


@pytest.mark.rule("HR-4")
def test_equal_cost_at_the_limit_is_a_draw_and_the_winner_is_a_side() -> None:
    state = replace(skirmish({}, {}), turn=40)
    end = game.outcome(state)
    assert end is not None
    assert end.winner is None
    teams = skirmish({}, {}, {}, {}, sides=("red", "blue", "red", "blue"))
    gone = tuple(
        replace(f, body=replace(f.body, pieces=())) if f.owner in ("Bob", "Dan") else f for f in teams.figures
    )
    end = game.outcome(replace(teams, figures=gone))
    assert end is not None
    assert end.winner == "red"


@pytest.mark.rule("HR-1", "HR-2")
def test_players_take_turns_in_order_and_their_own_side_is_no_target() -> None:
    sword = {"weapons": [{"name": "sword", "reach": 5, "accuracy": 0}]}
    state = skirmish(sword, sword, sword, sides=("red", "blue", "red"))
    refused(state, Attack("Ann", "f0", "sword", "f2", NEAR), "HR-2")
    assert state.player == "Ann"
    state = legal(state, EndTurn("Ann"))
    assert state.player == "Bob"
    assert legal(state, EndTurn("Bob")).player == "Cat"


@pytest.mark.rule("HR-1")
def test_a_match_may_let_fewer_figures_act_in_a_turn() -> None:
    state = skirmish({}, {}, {}, {}, figures_a_turn=1)
    state = legal(state, Move("Ann", "f0", (1.0, 3.5), Measured(2.0)))
    refused(state, Move("Ann", "f2", (5.0, 3.5), Measured(2.0)), "HR-1")
    legal(state, EndTurn("Ann"), EndTurn("Bob"), Move("Ann", "f2", (5.0, 3.5), Measured(2.0)))


@pytest.mark.rule("HR-2")
@pytest.mark.parametrize(("forgiven", "hits"), [(0, False), (1, True)])
def test_a_match_may_forgive_a_failed_flip(forgiven: int, hits: bool) -> None:
    sword = {"weapons": [{"name": "sword", "reach": 5, "accuracy": 2}]}
    state = legal(skirmish(sword, {}, forgiven_flips=forgiven), Attack("Ann", "f0", "sword", "f1", NEAR))
    state = legal(state, roll_of("Ann", (Dice(2, 2),), (2, 1)))
    assert (state.shot is not None) is hits


@pytest.mark.rule("HR-2")
def test_an_unseen_target_an_unknown_one_and_an_unheld_weapon_are_refused() -> None:
    state = match(range=10, reach=0)
    legal(state, Attack("Ann", "ash", "sword", "bo", Measured(10.0)))
    refused(state, Attack("Ann", "ash", "sword", "bo", Measured(10.5)), "HR-2")
    refused(state, Attack("Ann", "ash", "sword", "bo", NEAR, seen=False), "HR-2")
    refused(state, Attack("Ann", "ash", "sword", "nobody", NEAR), "HR-2")
    refused(state, Attack("Ann", "ash", "bow", "bo", NEAR), "HR-2")
    refused(state, Move("Ann", "nobody", (1.0, 1.0), NEAR), "HR-1")


@pytest.mark.rule("HR-2")
def test_an_attack_without_flips_hits_at_once_and_accuracy_never_falls_below_none() -> None:
    state = legal(match(accuracy=0), Attack("Ann", "ash", "sword", "bo", NEAR))
    assert state.shot is not None
    assert state.shot.damage == 1
    gun = {"name": "sword", "range": 9, "accuracy": 0, "gunpowder": True}
    state = legal(
        match(attacker={"limbs": "peg leg", "weapons": [gun]}), Attack("Ann", "ash", "sword", "bo", NEAR)
    )
    assert state.shot is not None
    assert state.shot.flips == 0


@pytest.mark.rule("HR-2")
@pytest.mark.parametrize("coins", [(2, 9), (2, 2, 2), (0, 2)])
def test_coins_that_cannot_be_are_refused(coins: tuple[int, ...]) -> None:
    state = legal(match(accuracy=2), Attack("Ann", "ash", "sword", "bo", NEAR))
    refused(state, roll_of("Ann", (Dice(len(coins), 2),), coins), "HR-2")
    refused(state, Roll("Bob", (Rolled(2, 2), Rolled(2, 2))), "HR-1")
    refused(state, EndTurn("Ann"), "HR-2")


@pytest.mark.rule("MF-18")
def test_mines_and_forging_are_said_not_to_be_refereed() -> None:
    with pytest.raises(BadInput, match="MF-18"):
        skirmish({}, {}, mining=True)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (Setup("minifigs", (Player("Ann"),), (Entry("a", "Ann", {"name": "a"}, studs=(1, 1)),)), "two sides"),
        (Setup("minifigs", (Player("Ann"),), (Entry("a", "Bob", {"name": "a"}, studs=(1, 1)),)), "no player"),
        (Setup("minifigs", (Player("Ann"),), (Entry("a", "Ann", {"name": "a"}),)), "where does it start"),
        (
            Setup(
                "minifigs",
                (Player("Ann"), Player("Bob")),
                tuple(Entry(n, p, {"name": n}, studs=(1, 1)) for n, p in (("a", "Ann"), ("b", "Bob"))),
            ),
            "stands at",
        ),
    ],
)
def test_a_set_up_that_cannot_be_is_one_sentence(setup: Setup, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        game.start(setup)


def test_random_matches_come_to_an_end() -> None:
    for seed in range(30):
        rng, state = random.Random(seed), match(target={**HELM, "weapons": [{"name": "axe", "reach": 2}]})
        while not game.outcome(state):
            state = legal(state, rng.choice(game.legal_claims(state)))
