"""A duel piece's card."""

import pytest

from referee.law.duelchess.sheet import (
    ELEMENTS,
    PieceSheet,
    Weapon,
    account,
    hues,
    range_direction,
    read_sheet,
)
from referee.problems import BadInput


@pytest.mark.rule("DC-9")
@pytest.mark.parametrize("pip", ["stud", "quarter inch"])
@pytest.mark.parametrize(
    ("what", "number"),
    [("Health", 56), ("Defence", 13), ("Value", 23), ("Attack", 62), ("Movement", 2), ("Range", 1)],
)
def test_the_plain_minifig_has_the_documents_card_whatever_a_pip_is(what: str, number: int, pip: str) -> None:
    card = account(read_sheet({"name": "Bo", "minifig": True, "pip": pip}, "Bo"))
    assert card.total(what) == number
    assert [fact.value for fact in card.facts] == ["+", "+"]


@pytest.mark.rule("DC-1")
@pytest.mark.parametrize(("measure", "most"), [("height", 15), ("width", 8), ("length", 10)])
def test_a_measure_above_its_most_is_a_fault(measure: str, most: float) -> None:
    assert not account(PieceSheet("x", **{measure: most})).faults  # type: ignore[arg-type]
    assert account(PieceSheet("x", **{measure: most + 0.1})).faults[0].rule == "DC-1"  # type: ignore[arg-type]
    assert account(PieceSheet("x", **{measure: 0.0})).faults[0].rule == "DC-1"  # type: ignore[arg-type]


@pytest.mark.rule("DC-1")
@pytest.mark.parametrize(("pip", "health"), [("stud", 56), ("quarter inch", 65)])
def test_a_pip_is_a_stud_by_plate_or_a_quarter_inch_by_ruler(pip: str, health: int) -> None:
    plain = {"name": "x", "height": 48.0, "width": 8.0, "length": 16.0, "measured_in": "mm", "pip": pip}
    assert account(read_sheet(plain, "x")).total("Health") == health  # 20 + 6 × 48 / 6.35


@pytest.mark.rule("DC-1")
@pytest.mark.parametrize(("height", "health"), [(5.5, 53), (5.25, 52), (5.24, 51)])
def test_values_are_rounded_half_up(height: float, health: int) -> None:
    assert account(PieceSheet("x", height=height)).total("Health") == health


@pytest.mark.rule("DC-1", "DC-3", "DC-4", "DC-6")
def test_a_plate_is_worth_1_and_a_brick_3() -> None:
    plate = account(PieceSheet("x", core_block="plate", core_pips=8, height=4, width=2))
    brick = account(PieceSheet("x", core_block="brick", core_pips=8, height=4, width=2))
    assert (plate.total("Health"), brick.total("Health")) == (20 + 8 * 4, 20 + 24 * 4)
    assert (plate.total("Value"), brick.total("Value")) == (1 * 4 * 2, 3 * 4 * 2)
    assert (plate.total("Defence"), brick.total("Defence")) == (10 + 2, 10 + 6)


TABLE = """
Normal   | | Dark Earth Light | 0 0 0 0 0 -1
Earth    | black brown gray green orange red yellow | Electric Fire Light Water | 5 2 2 1 -1 -1
Fire     | blue orange purple red yellow | Dark Metal Normal Wood | -5 0 3 half 1 1
Wind     | blue white yellow | Earth Normal Water Wind | 0 0 1 0 1 1
Water    | black blue gray green white | Fire Light Metal Normal | 2 2 1 2 -1 0
Wood     | blue brown gray green red | Earth Electric Normal Water | 3 -2 -1 2 0 -1
Electric | blue white yellow | Dark Normal Water Wind | 0 0 5 half 1 1
Metal    | black brown gray white yellow | Earth Electric Normal Wood | 3 3 3 3 -1 -1
Light    | white yellow | Electric Fire Metal Wind Wood | 3 2 3 1 1 1
Dark     | black blue gray purple | Earth Metal Water Wind Wood | 4 4 4 half -1 -1
"""


@pytest.mark.rule("DC-2")
@pytest.mark.parametrize("line", TABLE.strip().splitlines())
def test_the_table_of_elements(line: str) -> None:
    name, colours, beats, mods = (part.split() for part in line.split("|"))
    row = ELEMENTS[name[0]]
    assert (list(row.colours), list(row.beats)) == (colours, beats)
    numbers = [row.health, row.value, row.attack, row.defence, row.movement, row.range]
    assert ["half" if n is None else str(n) for n in numbers] == mods


@pytest.mark.rule("DC-2")
def test_shades_are_no_colours_of_their_own_and_an_element_needs_one_of_its_colours() -> None:
    assert hues(("tan", "brown", "dark red", "reddish_brown")) == {"brown", "red"}
    assert hues(("light_bluish_grey", "dark_bluish_grey", "lime")) == {"gray", "green"}
    assert [f.rule for f in account(PieceSheet("x", "Light", ("black",))).faults] == ["DC-2"]
    assert not account(PieceSheet("x", "Light", ("black", "white"))).faults
    with pytest.raises(BadInput, match="did you mean 'Fire'"):
        read_sheet({"name": "x", "element": "Fyre"}, "x")


@pytest.mark.rule("DC-3")
def test_each_matching_colour_is_five_health() -> None:
    cards = [
        account(PieceSheet("x", "Earth", colours)) for colours in ((), ("tan", "brown"), ("red", "black"))
    ]
    assert [card.total("Health") for card in cards] == [61, 66, 71]
    bright = ("red", "white", "blue")
    assert account(PieceSheet("x", "Normal", bright)).total("Health") == 56
    assert account(PieceSheet("x", "Normal", bright, normal_colours=True)).total("Health") == 71


@pytest.mark.rule("DC-4")
def test_value_is_core_value_by_height_by_width_and_a_point_a_weapon() -> None:
    armed = PieceSheet("x", "Dark", height=5, width=2, weapons=(Weapon("gun"), Weapon("whip")))
    assert account(armed).total("Value") == 3 * 5 * 2 + 2 + 4


@pytest.mark.rule("DC-5")
@pytest.mark.parametrize(
    ("kind", "value", "attack"),
    [
        ("hit", 3, 46),
        ("antenna", 1, 42),
        ("blade", 3, 44),
        ("gun", 1, 43),
        ("bomb", 3, 45),
        ("cannon", 3, 45),
    ],
)
def test_a_weapon_adds_its_value_and_the_bonus_of_its_level(kind: str, value: float, attack: int) -> None:
    assert account(PieceSheet("x", weapons=(Weapon(kind, value),))).total("Attack") == attack


@pytest.mark.rule("DC-5")
def test_a_holding_hand_and_a_boost_part_are_no_weapons_but_one_part_may_be_several() -> None:
    hand, sword = Weapon("hit", part="left hand"), Weapon("blade", held_in="left hand")
    assert [f.rule for f in account(PieceSheet("x", weapons=(hand, sword))).faults] == ["DC-5"]
    fan = Weapon("fan", part="propeller")
    assert [f.rule for f in account(PieceSheet("x", weapons=(fan,), boost_parts=("propeller",))).faults] == [
        "DC-5"
    ]
    claw = (Weapon("hit", part="claw"), Weapon("gun", part="claw"))
    assert not account(PieceSheet("x", weapons=claw)).faults


@pytest.mark.rule("DC-6")
def test_defence_counts_shields_and_at_most_24_from_the_core() -> None:
    assert account(PieceSheet("x", shields=2)).total("Defence") == 15
    assert account(PieceSheet("x", width=8.0)).total("Defence") == 34
    assert account(PieceSheet("x", width=7.0)).total("Defence") == 31
    assert account(PieceSheet("x", "Metal")).total("Defence") == 16


@pytest.mark.rule("DC-6")
@pytest.mark.parametrize("element", ["Fire", "Electric", "Dark"])
def test_half_of_the_defence_goes_for_three_elements_shields_included(element: str) -> None:
    assert account(PieceSheet("x", element, shields=3)).total("Defence") == 8  # 10 + 3 + 3 = 16, halved
    assert account(PieceSheet("x", element)).total("Defence") == 6  # 13, less its half, rounded to 7


@pytest.mark.rule("DC-7")
@pytest.mark.parametrize(
    ("base", "ways", "squares"),
    [("legs", "+", 2), ("plate", "×", 2), ("block", "+", 2), ("round", "*", 2), ("wheels", "+", 3)],
)
def test_movement_comes_from_the_base_boosts_and_the_element_within_1_and_4(
    base: str, ways: str, squares: int
) -> None:
    card = account(PieceSheet("x", base=base))
    assert (card.total("Movement"), card.facts[0].value) == (squares, ways)
    assert account(PieceSheet("x", base=base, boost_parts=("wings", "jets"))).total("Movement") == squares + 1
    fast = account(PieceSheet("x", "Wind", base=base, boost_parts=("wings",)))
    assert fast.total("Movement") == min(squares + 2, 4)
    assert account(PieceSheet("x", "Metal", base=base)).total("Movement") == squares - 1


@pytest.mark.rule("DC-8")
@pytest.mark.parametrize(
    ("element", "kinds", "squares", "direction"),
    [
        ("Normal", (), 1, "+"), ("Normal", ("hit",), 1, "+"), ("Normal", ("antenna",), 1, "*"),
        ("Normal", ("hit", "whip"), 1, "×"), ("Fire", ("gun", "hit"), 4, "+"), ("Water", ("bomb",), 3, "*"),
        ("Light", ("cannon", "bomb"), 4, "+"), ("Dark", ("missile",), 3, "+"), ("Wind", ("lance",), 3, "+"),
    ],
)  # fmt: skip
def test_range_is_one_and_the_highest_level_and_its_direction(
    element: str, kinds: tuple[str, ...], squares: int, direction: str
) -> None:
    card = account(PieceSheet("x", element, weapons=tuple(Weapon(kind) for kind in kinds)))
    assert (card.total("Range"), card.facts[1].value) == (squares, direction)


@pytest.mark.rule("DC-8")
def test_two_of_the_same_weapon_side_by_side_shoot_diagonally() -> None:
    def pair(kind: str, other: str, parallel: bool) -> str:
        return range_direction(
            PieceSheet("x", weapons=(Weapon(kind, 1, parallel), Weapon(other, 1, parallel)))
        )

    assert pair("gun", "gun", True) == "×"
    assert pair("gun", "gun", False) == "+"
    assert pair("gun", "bomb", True) == "+"
    assert pair("cannon", "cannon", True) == "+"
    assert pair("blade", "blade", True) == "×"
