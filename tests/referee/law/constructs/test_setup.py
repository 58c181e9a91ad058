"""Match files with constructs: what is set up, what is refused, and what should stand on the table."""

from typing import Any

import pytest

from referee.law import constructs as game
from referee.law.constructs.claims import Board, Fire, Pick
from referee.law.measured import Measured
from referee.law.minifigs.state import EndTurn
from referee.law.setup import Entry, Player, Setup
from referee.problems import BadInput
from tests.referee.law.constructs.matches import (
    CAR,
    NEAR,
    WALL,
    built,
    coins,
    device,
    duel,
    entry,
    figure_entry,
    legal,
    man,
    match,
    refused,
    without,
)

BO = figure_entry("bo", "Bob", (30.0, 10.5))


@pytest.mark.parametrize(
    ("entries", "settings", "words"),
    [
        ((entry("car", "Ann", (1, 1), device("a", "seat", 1, "b")), BO), {}, "no b in this construct"),
        ((entry("car", "Cid", (1, 1), *CAR), BO), {}, "no player is called Cid"),
        ((Entry("car", "Ann", {"name": "car", "devices": list(CAR)}), BO), {}, "where does it start"),
        ((entry("car", "Ann", (1, 1), *CAR),), {}, "at least two sides"),
        ((entry("car", "Ann", (1, 1), *CAR), BO), {"aboard": {"bo": ["cart", "seat"]}}, "no such models"),
        ((entry("car", "Ann", (1, 1), *CAR), BO), {"aboard": {"bo": ["car", "sofa"]}}, "called sofa"),
        ((entry("car", "Ann", (1, 1), *CAR), BO), {"loaded": {"bo": ["car", "pad"]}}, "no such launch pad"),
        ((entry("car", "Ann", (1, 1), *CAR), BO), {"trun_limit": 3}, "did you mean 'turn_limit'"),
    ],
)
def test_a_set_up_against_the_law_is_one_sentence(
    entries: tuple[Entry, ...], settings: dict[str, Any], words: str
) -> None:
    with pytest.raises(BadInput, match=words):
        match(*entries, **settings)


@pytest.mark.rule("CN-2")
def test_the_seated_stand_with_their_construct_and_what_is_lost_is_named() -> None:
    state = match(
        entry("car", "Ann", (10.0, 10.0), *CAR, device("seat", "seat")),
        figure_entry("ash", "Ann", (4.0, 10.5)),
        figure_entry("abe", "Ann", (4.0, 14.5)),
        entry("wall", "Bob", (20.0, 10.0), *WALL),
        aboard={"ash": ["car", "seat"], "abe": ["car", ""]},
    )
    standing = {each.model: each for each in game.visible(state)}
    assert standing.keys() == {"car", "abe", "wall"}
    assert standing["abe"].studs == (10.0, 10.0)
    assert man(state, "ash").at == built(state).at


def test_a_claim_that_is_none_or_out_of_turn_changes_nothing() -> None:
    refused(duel(), "move over", "HR-1")
    refused(duel(), Pick("Ann", "antenna"), "CN-1")
    refused(duel(), coins("Ann", 2), "HR-2")
    refused(duel(), Board("Ann", "ash", "nothing", "", NEAR), "HR-1")
    refused(duel(), Board("Ann", "nobody", "car", "", Measured(0.0)), "HR-1")
    refused(
        legal(duel(), Board("Ann", "ash", "car", "", NEAR)), Board("Ann", "ash", "wall", "", NEAR), "CN-8"
    )


@pytest.mark.rule("HR-4", "CN-8")
def test_sides_win_together_ride_together_and_are_no_targets_of_each_other() -> None:
    players = (Player("Ann", "reds"), Player("Bob", "blues"), Player("Cid", "reds"))
    models = (
        entry(
            "car", "Ann", (10.0, 10.0), *CAR, device("seat", "seat"), device("gun", "line-of-sight weapon")
        ),
        entry("wall", "Bob", (20.0, 10.0), *WALL),
        figure_entry("cy", "Cid", (14.0, 10.5)),
    )
    state = game.start(Setup("constructs", players, models))
    refused(state, Fire("Ann", "car", "gun", "cy", 1), "HR-2")
    theirs = legal(state, EndTurn("Ann"), EndTurn("Bob"))
    aboard = legal(theirs, Board("Cid", "cy", "car", "seat", NEAR))
    assert built(aboard).place_of("cy") == "seat"
    end = game.outcome(without(state, "wall", "hinge"))
    assert end is not None
    assert end.winner == "reds"
