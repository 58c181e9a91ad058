"""A duel piece's card."""

import pytest

from referee.law.duelchess.sheet import PieceSheet, Weapon, account, hues, range_direction, read_sheet


@pytest.mark.rule("DC-9")
@pytest.mark.parametrize(
    ("what", "number"),
    [("Health", 56), ("Defence", 13), ("Value", 23), ("Attack", 62), ("Movement", 2), ("Range", 1)],
)
def test_the_plain_minifig_has_the_documents_card(what: str, number: int) -> None:
    assert account(read_sheet({"name": "Bo", "minifig": True}, "Bo")).total(what) == number


@pytest.mark.rule("DC-1")
def test_sixteen_pips_are_too_high() -> None:
    assert account(PieceSheet("x", height=16)).faults
    assert not account(PieceSheet("x", height=15)).faults


@pytest.mark.rule("DC-2")
@pytest.mark.rule("DC-3")
def test_each_matching_colour_is_five_health_and_tan_is_brown() -> None:
    assert hues(("tan", "brown", "dark red")) == {"brown", "red"}
    plain, bright = (
        account(PieceSheet("x", "Earth", colours)).total("Health") for colours in ((), ("tan", "brown"))
    )
    assert (plain, bright) == (61, 66)


@pytest.mark.rule("DC-6")
def test_fire_halves_its_defence_shields_included() -> None:
    assert account(PieceSheet("x", "Fire", shields=1)).total("Defence") == 7  # 10 + 3 + 1 = 14, halved
    assert account(PieceSheet("x", width=8.0)).total("Defence") == 34  # at most 24 from the core


@pytest.mark.rule("DC-8")
def test_two_guns_side_by_side_shoot_diagonally() -> None:
    assert range_direction(PieceSheet("x", weapons=(Weapon("gun"), Weapon("gun")))) == "+"
    assert range_direction(PieceSheet("x", weapons=(Weapon("gun", 1, True), Weapon("gun", 1, True)))) == "×"
