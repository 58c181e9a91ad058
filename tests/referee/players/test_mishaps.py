"""Mishaps come one after another, while nobody is busy, and go away."""

from referee.players.mishaps import LASTS, QUIET, Mishap, Mishaps


def test_one_after_the_other_each_begins_lasts_and_ends() -> None:
    happened: list[str] = []

    def kind(name: str) -> Mishap:
        return Mishap(name, lambda: happened.append(f"{name} on"), lambda: happened.append(f"{name} off"))

    kinds = (kind("black"), kind("cat"))
    told: list[str] = []
    mishaps = Mishaps(kinds, told.append)
    for _ in range(3 * (QUIET + LASTS)):
        mishaps.step(busy=False)
    assert happened == ["black on", "black off", "cat on", "cat off", "black on", "black off"]
    assert told[0] == "[mishap: black]"


def test_nothing_happens_while_hands_are_busy() -> None:
    began: list[int] = []
    mishaps = Mishaps((Mishap("cat", lambda: began.append(1), lambda: None),), lambda _words: None)
    for _ in range(5 * QUIET):
        mishaps.step(busy=True)
    assert began == []
