"""Moments of matches as the display gets them, made up for its tests."""

from referee.law.arithmetic import Sum, Term
from referee.law.ids import rule
from referee.law.measured import Measured
from referee.law.ruling import Dice, Due, Ruling, Verdict
from referee.law.setup import GridLaid
from referee.measure.grid import Grid
from referee.show import (
    Choice,
    DieShown,
    Health,
    ModelShown,
    PlayerShown,
    Shown,
    SightShown,
    Trouble,
    WayShown,
)

HEXES = GridLaid("hex", 4.0, 8, 9, (2.0, 2.0))
LAID = Grid("hex", 4.0, 8, 9, (2.0, 2.0))


def heights() -> tuple[tuple[int, ...], ...]:
    """A tower and a low wall."""
    rows = [[0] * 36 for _ in range(36)]
    for y in range(14, 19):
        for x in range(15, 19):
            rows[y][x] = 9
    for x in range(22, 30):
        rows[24][x] = rows[25][x] = 3
    return tuple(tuple(row) for row in rows)


def mechs() -> Shown:
    """MechaTon: an attack just ruled on, a way drawn, dice on the table."""
    red, blue = LAID.middle((2, 3)), LAID.middle((1, 6))
    terms = (Term(5, "Attack", rule("MT-13")), Term(-2, "Defend", rule("MT-5")))
    return Shown(
        number=7,
        game="mechaton",
        title="First blood",
        board=(36, 36),
        grid=HEXES,
        heights=heights(),
        players=(
            PlayerShown("Ann", "Ann", "2 mechs, 11 dice", here=True),
            PlayerShown("Bob", "Bob", "1 mech, 6 dice"),
        ),
        models=(
            ModelShown("Ripsaw", "Ann", red, 0, 60, ("red", "black"), stats=("2 white, 2 green, 2 hand",)),
            ModelShown("Owl", "Bob", blue, 0, 270, ("blue", "white"), lost=("scope",)),
            ModelShown("Newt", "Ann", LAID.middle((5, 1)), 0, 90, ("lime",), destroyed=True),
        ),
        marked=(((2, 4), "hard"), ((3, 4), "hard"), ((1, 5), "soft")),
        reach=tuple(tuple(LAID.outline(cell)) for cell in ((2, 2), (3, 2), (1, 4), (4, 2))),
        selected="Ripsaw",
        way=WayShown("Ripsaw", (LAID.middle((2, 1)), LAID.middle((2, 2)), red), Measured(2, 0), 4),
        sights=(SightShown(red, blue, "soft", 0.62),),
        claim="Ripsaw attacks Owl, short range",
        ruling=Ruling(
            Verdict.LEGAL,
            (rule("MT-13"), rule("MT-11")),
            "Ripsaw hits Owl: 3 damage dice. Roll them, each 6 takes a thing off.",
            (Sum("damage dice", terms),),
        ),
        due=Due("Ann", "roll 3 damage dice", (rule("MT-13"),), (Dice(3),)),
        choices=(Choice("Hold fire", None, ("Ripsaw",)), Choice("Attack Owl", None, ("Ripsaw", "Owl"))),
        dice=tuple(DieShown(v, 6, c) for v, c in ((5, "white"), (3, "white"), (6, "green"), (2, "red"))),
        health=Health("camera well", True, "tower and LEDs well", True, 24.0, 180.0),
        head="9f2c" * 16,
    )


def waiting() -> Shown:
    """A figure was put where it may not stand: the match waits."""
    return Shown(
        number=3,
        game="minifigs",
        title="The bridge",
        board=(32, 32),
        grid=GridLaid(),
        heights=tuple(tuple(row[:32]) for row in heights()[:32]),
        players=(PlayerShown("Ann", "Ann", "cost 12"), PlayerShown("Bob", "Bob", "cost 9", here=True)),
        models=(
            ModelShown("Knight", "Ann", (9.5, 9.0), 0, 0, ("light_bluish_grey", "red"), "figure"),
            ModelShown("Pirate", "Bob", (17.0, 16.5), 9, 180, ("white", "black"), "figure"),
        ),
        way=WayShown("Pirate", ((28.0, 28.5), (20.0, 20.0), (17.0, 16.5)), Measured(18.42, 0.21), 13, False),
        claim="Pirate moves",
        ruling=Ruling(
            Verdict.ILLEGAL,
            (rule("MF-13"), rule("MF-14")),
            "Too far: the Pirate moved 18.4 ± 0.2 studs and may move 13.",
            (Sum("allowance", (Term(16, "", rule("MF-14")), Term(-3, "sword", rule("MF-14")))),),
            legal_instead=("any place within 13 studs of (28, 28.5)",),
        ),
        troubles=(
            Trouble("The Pirate stands where the ruling does not let it.", "Put it back on its marked studs.",
                    at=(17.0, 16.5), to=(28.0, 28.5)),
        ),
        health=Health("camera well", True, "no answer from the device: check its cable", False, 22.0),
    )  # fmt: skip
