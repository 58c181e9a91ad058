"""A construct's sheet: what it costs, term by term, and what is illegal about it."""

from typing import Any

import pytest

from referee.cli.main import main
from referee.law.constructs import account, read_sheet
from referee.law.constructs.cost import depth, worth
from referee.law.constructs.sheet import ConstructSheet
from referee.law.constructs.structure import hittable, size, structure
from referee.problems import BadInput
from tests.random_matches import EXAMPLES
from tests.referee.law.constructs.matches import CAR, device


def sheet(*devices: dict[str, Any], **more: Any) -> ConstructSheet:
    found = read_sheet({"name": "it", "devices": list(devices), **more}, "it")
    assert isinstance(found, ConstructSheet)
    return found


def cost(*devices: dict[str, Any], **more: Any) -> float:
    return account(sheet(*devices, **more)).total("cost")


def fault_rules(*devices: dict[str, Any], **more: Any) -> set[str]:
    return {str(fault.rule) for fault in account(sheet(*devices, **more)).faults}


def pieces(built: ConstructSheet) -> frozenset[str]:
    return frozenset(each.name for each in structure(built).elements)


@pytest.mark.rule("CN-5")
def test_the_documents_generator_has_depth_two() -> None:
    built = sheet(
        device("top", "generator", 1, "others", "wheels", "computer"),
        device("others", "generator", 2),
        device("wheels", "land mobility", 4),
        device("computer", "computer"),
    )
    assert depth(built) == (2, "top")
    assert account(built).total("cost") == 8 * 0.5 + 2


@pytest.mark.rule("CN-5")
def test_depth_counts_types_not_devices_directly_or_not_and_no_armour() -> None:
    wheels, motor = device("wheels", "land mobility", 4), device("motor", "motor", 1, "wheels")
    assert depth(sheet(wheels, motor, device("seat", "seat", 1, "motor")))[0] == 2
    assert (
        depth(sheet(wheels, device("plate", "armour", 1, "wheels"), device("seat", "seat", 1, "plate")))[0]
        == 1
    )
    assert depth(sheet(wheels, device("roof", "armour", 1, "wheels")))[0] == 0


@pytest.mark.rule("CN-5")
def test_a_name_that_leads_nowhere_or_twice_is_a_fault() -> None:
    assert "CN-5" in fault_rules(device("seat", "seat", 1, "floor"))
    assert "CN-5" in fault_rules(device("seat", "seat"), device("seat", "claw"))
    assert "CN-5" in fault_rules()


@pytest.mark.rule("CN-6", "CN-7", "CN-9", "CN-11")
@pytest.mark.parametrize(
    "kind",
    [
        "generator", "antenna", "computer", "interface", "motor", "environment motor", "air tank",
        "seat", "claw", "container", "harness", "minifig rig", "beast rig", "joint",
        "land mobility", "flight mobility",
    ],
)  # fmt: skip
def test_a_device_costs_half_a_piece(kind: str) -> None:
    assert cost(device("it", kind, 3)) == 1.5


@pytest.mark.rule("CN-6")
def test_a_device_has_at_least_one_piece() -> None:
    assert "CN-6" in fault_rules(device("fuel", "generator", 0))


@pytest.mark.rule("CN-7")
def test_a_seat_must_be_reachable_and_a_rig_is_the_bottom() -> None:
    assert "CN-7" in fault_rules(device("seat", "seat", reachable=False))
    jetpack = sheet(device("rig", "minifig rig"), device("tank", "generator"), device("fin", "armour"))
    assert depth(jetpack) == (1, "tank")
    assert account(jetpack).total("cost") == 0.5 + 0.5 + 0.25 + 1
    assert hittable(jetpack, (), pieces(jetpack)) == (frozenset({"tank"}), frozenset({"fin"}))
    assert "CN-7" in fault_rules(device("a", "minifig rig"), device("b", "beast rig"))


@pytest.mark.rule("CN-9")
def test_chained_joints_may_be_one_system() -> None:
    arm = (
        device("shoulder", "joint"),
        device("elbow", "joint", 1, "shoulder"),
        device("hand", "joint", 1, "elbow"),
    )
    assert cost(*arm) == 1.5
    one = sheet(*arm, systems=[["shoulder", "elbow", "hand"]])
    assert account(one).total("cost") == 0.5
    assert size(one, pieces(one)) == 1
    assert hittable(one, (), pieces(one)) == (frozenset({"shoulder", "elbow", "hand"}),)
    assert "CN-9" in fault_rules(*arm, systems=[["shoulder", "hand"]])
    assert "CN-9" in fault_rules(*arm, device("seat", "seat"), systems=[["hand", "seat"]])


@pytest.mark.rule("CN-9")
def test_cost_is_of_the_natural_state_and_only_joints_have_positions() -> None:
    slab = [{"name": "shut", "slab": ["roof"], "over": ["seat"]}]
    hatch = (
        device("seat", "seat"),
        device("hinge", "joint", positions=slab),
        device("roof", "armour", 1, "hinge"),
    )
    assert cost(*hatch) == 0.5 + 0.5 + 0.25
    assert "CN-9" in fault_rules(device("seat", "seat", positions=slab), device("roof", "armour"))


@pytest.mark.rule("CN-10")
def test_armour_costs_an_eighth_and_an_eighth_for_each_type_below() -> None:
    assert cost(device("roof", "armour")) == 0.125
    below = (device("seats", "seat", 2), device("motor", "motor"), device("floor", "armour"))
    assert cost(*below, device("roof", "armour", 2, "seats", "motor", "floor")) == 1.5 + 0.125 + 2 * 0.375


@pytest.mark.rule("CN-10")
def test_a_hub_is_above_its_wheel() -> None:
    built = sheet(device("wheel", "land mobility"), device("hub", "armour", hub_of=["wheel"]))
    assert account(built).total("cost") == 0.75
    assert hittable(built, (), pieces(built)) == (frozenset({"hub"}),)


@pytest.mark.rule("CN-13")
def test_a_mounted_weapon_costs_its_pieces_and_is_one() -> None:
    tank = sheet(device("gun", "line-of-sight weapon", 5), device("shield", "armour", 1, "gun"))
    assert account(tank).total("cost") == 5 + 0.25
    assert size(tank, pieces(tank)) == 2


@pytest.mark.rule("CN-16")
@pytest.mark.parametrize(("count", "fair"), [(5, False), (6, True), (7, True)])
def test_a_lobbed_weapon_needs_the_root_of_damage_times_studs(count: int, fair: bool) -> None:
    mortar = device("mortar", "lobbed weapon", count, damage=4, template=9)
    assert ("CN-16" in fault_rules(mortar)) != fair
    assert "CN-16" in fault_rules(device("mortar", "lobbed weapon", count))


@pytest.mark.rule("CN-17")
@pytest.mark.parametrize(("count", "fair"), [(2, False), (3, True)])
def test_a_warhead_needs_damage_times_the_root_of_studs_over_six(count: int, fair: bool) -> None:
    head = device("head", "warhead", count, damage=3, template=36)
    assert ("CN-17" in fault_rules(head, device("nose", "impact trigger"))) != fair


@pytest.mark.rule("CN-17")
def test_a_warhead_is_cheap_but_the_centre_of_depth_and_wants_a_trigger() -> None:
    head, nose = device("head", "warhead", 2, damage=2, template=36), device("nose", "impact trigger")
    assert cost(head, nose) == 2 * 0.25 + 0.5 + 1  # the nose counts as above the warhead
    assert depth(sheet(head, device("nose", "impact trigger"), device("under", "motor")))[0] == 1
    assert "CN-17" in fault_rules(head)
    assert "CN-17" in fault_rules(head, nose, {**head, "name": "other"})
    for kind in ("launch pad", "rocket engine", "timed trigger", "smart trigger"):
        assert cost(device("it", kind, 2)) == 1.0


@pytest.mark.rule("CN-11", "CN-12")
def test_the_sheet_says_how_far_and_how_high_it_goes() -> None:
    facts = {fact.name: fact.value for fact in account(sheet(*CAR)).facts}
    assert facts["size"] == "14 pieces"
    assert facts["most by land mobility"] == "142.857 studs with 1 input and 4 push"
    assert facts["steps"] == "up 2, down 4 plates"


@pytest.mark.rule("HR-4")
def test_the_worth_of_a_wreck_is_what_is_left_and_its_depth() -> None:
    built = sheet(*CAR)
    assert worth(built, pieces(built)) == account(built).total("cost")
    assert worth(built, frozenset({"wheels 1", "motors 2"})) == 0.5 + 0.5 + depth(built)[0]
    assert worth(built, frozenset()) == 0


def test_malformed_sheets_name_what_is_wrong() -> None:
    with pytest.raises(BadInput, match="'motr' is not one of generator"):
        sheet(device("it", "motr"))
    with pytest.raises(BadInput, match="unknown key 'peices'"):
        read_sheet({"name": "it", "devices": [{"name": "a", "kind": "seat", "peices": 2}]}, "it")


def test_studeye_sheet_prints_the_sum_of_every_example(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("buggy", "walker", "dart"):
        assert main(["sheet", str(EXAMPLES / "constructs" / f"{name}.toml")]) == 0
    assert "4 depth, gun" in capsys.readouterr().out
