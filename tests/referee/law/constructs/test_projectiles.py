"""Projectiles: launch pads, rocket engines, triggers and warheads (CN-17)."""

from dataclasses import replace
from typing import Any

import pytest

from referee.law import constructs as game
from referee.law.constructs.claims import Burn, Drive, Explode, Launch, Pick, Touched, Trigger
from referee.law.constructs.state import State
from referee.law.measured import Measured
from referee.law.minifigs.state import Allot, Attack, EndTurn
from tests.referee.law.constructs.matches import (
    NEAR,
    SWORD,
    built,
    device,
    entry,
    figure_entry,
    legal,
    match,
    picks,
    refused,
    without,
)

HEAD = device("head", "warhead", 2, damage=2, template=36)
DART = (HEAD, device("engine", "rocket engine", 2), device("fill", "armour", 95))
PAD = (
    device("pad", "launch pad", 4),
    device("fuel", "generator", 4),
    device("antenna", "antenna", 2),
    device("wheels", "land mobility", 2),
)


def battery(*trigger: dict[str, Any]) -> State:
    """Ann's truck with a dart of 100 pieces on its pad: 5 studs a unit, doubled by the engine."""
    triggers = trigger or (device("nose", "impact trigger"),)
    return match(
        entry("truck", "Ann", (10.0, 10.0), *PAD),
        entry("dart", "Ann", (10.0, 10.0), *DART, *triggers),
        entry(
            "wall",
            "Bob",
            (30.0, 10.0),
            device("bricks", "armour", 4),
            device("antenna", "antenna"),
            device("hinge", "joint"),
        ),
        figure_entry("bo", "Bob", (30.0, 14.5), weapons=[SWORD]),
        loaded={"dart": ["truck", "pad"]},
    )


LAUNCH = Launch("Ann", "truck", "dart", 1, 2)
BURN = Burn("Ann", "dart", (30.0, 10.0), Measured(20.0), 2, impact=True)


@pytest.mark.rule("CN-17")
def test_a_pad_passes_on_a_unit_a_piece_and_at_least_one_input() -> None:
    state = battery()
    refused(state, BURN, "CN-17")  # still on the truck
    refused(state, replace(LAUNCH, input=0), "CN-17")
    refused(state, replace(LAUNCH, input=2, power=3), "CN-17")
    refused(without(state, "truck", "pad 1", "pad 2"), LAUNCH, "CN-17")
    refused(state, replace(LAUNCH, projectile="wall"), "CN-17")
    after = legal(state, LAUNCH)
    assert built(after, "dart").carrier is None
    assert (built(after, "dart").supply.input, built(after, "dart").supply.power) == (1, 2)
    assert built(after, "truck").spent == {"pad 1", "pad 2", "pad 3", "fuel 1", "fuel 2", "antenna 1"}


@pytest.mark.rule("CN-17")
def test_a_rocket_doubles_its_power_and_goes_straight() -> None:
    state = legal(battery(), LAUNCH)
    refused(state, replace(BURN, length=Measured(20.1)), "CN-17")  # 500 × 2·2 / 100 pieces
    refused(state, replace(BURN, bend=Measured(30.0)), "CN-17")
    refused(state, replace(BURN, power=3), "CN-17")
    weak = legal(battery(), replace(LAUNCH, power=1))
    refused(weak, BURN, "CN-18")
    assert built(legal(state, replace(BURN, impact=False)), "dart").at == (30.0, 10.0)


BOOM = Explode("Ann", "dart", (Touched("wall"), Touched("bo")))


@pytest.mark.rule("CN-17")
def test_an_impact_explodes_over_everyone_the_template_touches() -> None:
    state = legal(battery(), LAUNCH, BURN)
    due = game.due(state)
    assert due is not None
    assert due.player == "Ann"
    refused(state, EndTurn("Ann"), "CN-17")
    refused(state, replace(BOOM, touched=(Touched("bo", Measured(2.0)),)), "CN-17")
    state = legal(state, BOOM)
    assert state.construct("dart") is None
    assert picks(state)[0] == "Ann"
    state = legal(state, Pick("Ann", "antenna"), Pick("Bob", "hinge"), Allot("Bob", "head"))
    assert not state.busy
    assert built(state, "wall").left == {"bricks 1", "bricks 2", "bricks 3", "bricks 4"}


@pytest.mark.rule("CN-17")
def test_without_an_impact_trigger_running_into_something_does_nothing() -> None:
    state = legal(battery(device("eye", "smart trigger")), replace(LAUNCH, input=2), BURN)
    assert not state.busy
    assert legal(state, Trigger("Ann", "dart")).blasts == ("dart",)
    spent = legal(battery(device("eye", "smart trigger")), LAUNCH, BURN)
    refused(spent, Trigger("Ann", "dart"), "CN-18")
    refused(legal(battery(), replace(LAUNCH, input=2)), Trigger("Ann", "dart"), "CN-17")


@pytest.mark.rule("CN-17")
def test_a_timed_trigger_goes_off_after_its_turns() -> None:
    clock = device("clock", "timed trigger")
    refused(battery(), replace(LAUNCH, fuse=1), "CN-17")
    state = legal(battery(clock), replace(LAUNCH, fuse=2), EndTurn("Ann"))
    assert not state.busy
    state = legal(state, EndTurn("Bob"), EndTurn("Ann"))
    assert state.blasts == ("dart",)
    assert legal(state, replace(BOOM, touched=())).player == "Bob"


@pytest.mark.rule("CN-17")
def test_the_loss_of_a_warhead_piece_sets_it_off() -> None:
    state = legal(battery(), EndTurn("Ann"))
    bared = without(state, "dart", *(f"fill {n}" for n in range(1, 96)))
    state = legal(bared, Attack("Bob", "bo", "sword", "dart", NEAR), Pick("Bob", "head 1"))
    assert state.blasts == ("dart",)
    refused(state, BOOM.__class__("Bob", "dart"), "CN-17")
    state = legal(state, Explode("Ann", "dart", (Touched("truck"),)))
    assert picks(state)[0] == "Ann"


@pytest.mark.rule("CN-17")
def test_a_projectile_rides_with_its_carrier() -> None:
    truck = (*PAD, device("motor", "motor", 2))
    state = match(
        entry("truck", "Ann", (10.0, 10.0), *truck),
        entry("dart", "Ann", (10.0, 10.0), *DART, device("nose", "impact trigger")),
        figure_entry("bo", "Bob", (30.0, 14.5)),
        loaded={"dart": ["truck", "pad"]},
    )
    after = legal(state, Drive("Ann", "truck", (14.0, 10.0), Measured(4.0), 1))
    assert built(after, "dart").at == (14.0, 10.0)
    assert without(after, "truck", *(f"pad {n}" for n in range(1, 5))).construct("dart") is not None
