"""Costs and allowances of minifigs, term by term."""

import pytest

from referee.law.minifigs.sheet import (
    Armour,
    FigureSheet,
    Weapon,
    account,
    allowance,
    cost,
    flies,
    flips,
    passes_figures,
    pieces,
    read_sheet,
)
from referee.problems import BadInput

HELMET, SWORD = Armour("helmet", "head", 2), Weapon("sword", reach=3)


@pytest.mark.rule("MF-14")
@pytest.mark.parametrize(
    ("sheet", "studs"),
    [
        (FigureSheet("plain"), 16),
        (FigureSheet("knight", armour=(HELMET,), weapons=(SWORD,)), 11),
        (FigureSheet("lancer", weapons=(Weapon("lance", reach=6, two_handed=True),)), 13),
        (FigureSheet("robot", composition="inorganic", armour=(HELMET,)), 15),
    ],
)
def test_the_allowance_is_16_less_armour_and_reach(sheet: FigureSheet, studs: float) -> None:
    assert allowance(sheet).total == studs


@pytest.mark.rule("MF-10")
def test_every_carried_piece_slows_by_its_ac() -> None:
    assert allowance(FigureSheet("plain"), carried=(("head", 1), ("helmet", 3))).total == 12


@pytest.mark.rule("MF-15")
@pytest.mark.parametrize(
    ("kind", "price", "studs", "classes"),
    [
        ("monstrous", 5, 19, [1, 1, 1, 1, 1]),
        ("inorganic", 4, 16, [1, 1, 1]),
        ("organic", 3, 16, [1, 1, 1]),
        ("undead", 2, 13, [0, 1, 1]),
        ("ethereal", 1, 16, [0, 0, 1]),
    ],
)
def test_composition(kind: str, price: float, studs: float, classes: list[int]) -> None:
    sheet = read_sheet({"name": "x", "composition": kind}, "x")
    assert (cost(sheet).total, allowance(sheet).total) == (price, studs)
    assert [p.ac for p in pieces(sheet)] == classes


@pytest.mark.rule("MF-16")
@pytest.mark.parametrize(
    ("limbs", "price", "studs"),
    [
        ("hoofed", 5, 16), ("normal", 3, 11), ("dress", 2, 6), ("short", 1, 1), ("djinn", 5, 11),
        ("peg leg", 3, 6), ("naga", 3, 10.5), ("tentacles", 3, 5.5), ("mermaid", 3, 3), ("statue", 3, -5),
    ],
)  # fmt: skip
def test_lower_limbs(limbs: str, price: float, studs: float) -> None:
    plain = {"name": "x", "limbs": limbs, "armour": [{"name": "helmet", "covers": "head", "ac": 2}]}
    sheet = read_sheet({**plain, "weapons": [{"name": "sword", "reach": 3}]}, "x")
    assert (cost(sheet).total, allowance(sheet).total) == (price, studs)


@pytest.mark.rule("MF-16")
def test_statues_are_tougher_swimmers_swim_and_a_peg_leg_aims_gunpowder() -> None:
    assert [p.ac for p in pieces(FigureSheet("x", limbs="statue", armour=(HELMET,)))] == [2, 2, 2, 3]
    heavy = FigureSheet("x", limbs="statue", weapons=(Weapon("pole", reach=30),))
    assert allowance(heavy).total == -8
    assert allowance(FigureSheet("x", limbs="mermaid", armour=(HELMET,)), medium="water").total == 30
    assert allowance(FigureSheet("x", limbs="tentacles", armour=(HELMET,)), medium="water").total == 28
    gun = Weapon("pistol", range=10, accuracy=2, gunpowder=True)
    assert flips(gun, FigureSheet("x", limbs="peg leg")).total == 1
    assert flips(gun, FigureSheet("x", composition="undead", limbs="dress")).total == 2
    assert cost(FigureSheet("x", composition="ethereal", limbs="short")).total == 1


@pytest.mark.rule("MF-17")
def test_a_hook_leaves_one_hand() -> None:
    hook = Weapon("hook", reach=1)
    assert not account(FigureSheet("x", hook=hook, weapons=(SWORD,))).faults
    faults = account(FigureSheet("x", hook=hook, weapons=(SWORD, Weapon("axe")))).faults
    assert [fault.rule for fault in faults] == ["MF-17"]


@pytest.mark.rule("MF-10", "MF-14")
def test_a_shield_is_carried_so_a_robot_feels_its_whole_weight() -> None:
    shield = Armour("shield", "shield", 2)
    assert allowance(FigureSheet("x", composition="inorganic", armour=(shield, HELMET))).total == 16 - 2 - 1


@pytest.mark.rule("MF-15", "MF-16")
def test_ghosts_pass_figures_and_djinns_fly() -> None:
    ghost, djinn = FigureSheet("x", composition="ethereal"), FigureSheet("x", limbs="djinn")
    assert (passes_figures(ghost), passes_figures(djinn)) == (True, False)
    assert (flies(ghost), flies(djinn)) == (False, True)
    assert [fact.value for fact in account(djinn).facts][1:] == ["flies"]


@pytest.mark.rule("MF-7")
def test_a_normal_minifig_is_three_pieces_and_no_two_share_a_name_or_a_place() -> None:
    assert [(p.name, p.ac) for p in pieces(FigureSheet("x"))] == [("legs", 1), ("torso", 1), ("head", 1)]
    twice = FigureSheet("x", armour=(HELMET, Armour("hat", "head")))
    assert [fault.rule for fault in account(twice).faults] == ["MF-7"]
    assert [fault.rule for fault in account(FigureSheet("x", weapons=(Weapon("head"),))).faults] == ["MF-7"]


@pytest.mark.rule("HR-2")
@pytest.mark.parametrize("weapon", [Weapon("x", damage=0), Weapon("x", reach=-1), Weapon("x", accuracy=-1)])
def test_a_weapon_that_cannot_be_is_a_fault(weapon: Weapon) -> None:
    assert [fault.rule for fault in account(FigureSheet("f", weapons=(weapon,))).faults] == ["HR-2"]


@pytest.mark.rule("HR-2")
def test_a_sheet_says_what_its_weapons_do_in_this_figures_hands() -> None:
    pistol = Weapon("pistol", range=12, accuracy=2, damage=2, gunpowder=True)
    facts = {
        fact.name: fact.value for fact in account(FigureSheet("x", limbs="peg leg", weapons=(pistol,))).facts
    }
    assert facts["pistol"] == "reach 0, range 12, 1 flip, damage 2, gunpowder"


@pytest.mark.rule("MF-2")
def test_armour_without_a_class_is_a_fault() -> None:
    assert [f.rule for f in account(FigureSheet("x", armour=(Armour("hat", "head", 0),))).faults] == ["MF-2"]


@pytest.mark.rule("MF-10")
def test_more_than_two_hands_hold_is_a_fault_and_a_container_holds_no_weapon() -> None:
    three = tuple(Weapon(name) for name in ("a", "b", "c"))
    assert [fault.rule for fault in account(FigureSheet("x", weapons=three, container=4)).faults] == ["MF-10"]


def test_an_unknown_key_names_the_nearest() -> None:
    with pytest.raises(BadInput, match="did you mean 'armour'"):
        read_sheet({"name": "x", "armor": []}, "x")
