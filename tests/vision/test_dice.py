"""Dice in photographs and in a tray: found, named, coloured; unknown rather than wrong."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.camera import Camera, Lens
from vision.dice import read_dice
from vision.dice.drawing import draw_die
from vision.dice.finding import Sighting
from vision.dice.ground import OVERSAMPLING, photograph
from vision.dice.looks import Look
from vision.dice.reading import cut_off
from vision.dice.solid import UP, View, standing
from vision.dice.viewing import side_px
from vision.observation import Die

WHITE, BLACK = np.full(3, 240.0), np.full(3, 25.0)
RED, GREEN, BLUE = np.array([20.0, 20, 190]), np.array([40.0, 130, 20]), np.array([170.0, 80, 25])
ASLANT = View(tilt=0.3, bearing=0.5)
ROOM_PX = 25.0  # how far a die's place may be off, as in the table's contract


def a_make(body: NDArray[np.float64], pip: NDArray[np.float64]) -> Look:
    """A plain make of dice."""
    return Look(
        body,
        body,
        pip,
        pip_radius=0.1,
        spread=0.25,
        rounding=0.1,
        pair_scale=1.0,
        one_scale=1.0,
        gloss=0.1,
        dent=0.0,
    )


def photo_of(
    values: tuple[int, ...],
    body: NDArray[np.float64],
    pip: NDArray[np.float64],
    side: float = 30,
    seed: int = 5,
    view: View = ASLANT,
) -> tuple[NDArray[np.uint8], list[tuple[float, float]]]:
    """Dice in a row on a grey table, and where their top faces are."""
    random = np.random.default_rng(seed)
    canvas = np.full((320 * OVERSAMPLING, 320 * OVERSAMPLING, 3), 150, np.float32)
    tops = []
    for i, value in enumerate(values):
        x, y = (50 + 52 * i) * OVERSAMPLING, (150 + 12 * (i % 2)) * OVERSAMPLING
        stance = standing(random.uniform(0, 2 * np.pi), view)
        die = draw_die(random, canvas, stance, a_make(body, pip), (x, y, side * OVERSAMPLING), value, sun=1.0)
        tops.append((die.x / OVERSAMPLING, die.y / OVERSAMPLING))
    return photograph(random, canvas), tops


def left_to_right(dice: tuple[Die, ...]) -> list[Die]:
    return sorted(dice, key=lambda die: die.x_px)


@pytest.mark.parametrize("side", [26, 30, 36])
@pytest.mark.parametrize(
    ("name", "body", "pip"),
    [
        ("white", WHITE, BLACK),
        ("red", RED, WHITE),
        ("green", GREEN, WHITE),
        ("blue", BLUE, WHITE),
    ],
)
def test_dice_of_any_colour_and_size_are_found_named_and_coloured(
    name: str, body: NDArray[np.float64], pip: NDArray[np.float64], side: float
) -> None:
    unread = 0
    for values in ((1, 2, 3, 4, 5), (6, 4, 2, 1, 6)):
        picture, tops = photo_of(values, body, pip, side)
        dice = left_to_right(read_dice(picture))
        assert [die.value or value for die, value in zip(dice, values, strict=True)] == list(values)
        unread += sum(die.value is None for die in dice)
        assert {die.colour for die in dice} == {name}
        for die, top in zip(dice, tops, strict=True):
            assert np.hypot(die.x_px - top[0], die.y_px - top[1]) < side / 4
            assert die.size_px == pytest.approx(side, rel=0.25)
    assert unread <= 1  # glare is drawn too


def test_an_empty_table_has_no_dice() -> None:
    picture, _ = photo_of((), WHITE, BLACK)
    assert read_dice(picture) == ()


def test_only_dice_in_the_tray_are_read() -> None:
    picture, tops = photo_of((1, 2, 3, 4, 5), RED, WHITE)
    cut = (tops[2][0] + tops[3][0]) / 2
    tray = [(5.0, 60.0), (cut, 60.0), (cut, 260.0), (5.0, 260.0)]
    assert [die.value for die in left_to_right(read_dice(picture, tray))] == [1, 2, 3]


@pytest.mark.parametrize(
    ("x", "y", "stretch", "cut"),
    [
        (50.0, 50.0, 1.0, False),
        (10.0, 50.0, 1.0, False),
        (10.0, 50.0, 1.5, True),  # out there faces are drawn wider
        (5.0, 50.0, 1.0, True),
        (95.0, 50.0, 1.0, True),
        (50.0, 76.0, 1.0, True),
    ],
)
def test_a_face_whose_pips_may_lie_beyond_the_frame_is_cut_off(
    x: float, y: float, stretch: float, cut: bool
) -> None:
    assert cut_off(Sighting(x, y, 30.0, 1.0, np.diag([stretch, 1.0])), (80, 100, 3)) == cut


def test_a_die_cut_off_by_the_frame_gets_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, _ = photo_of((1, 2, 3), WHITE, BLACK)
    monkeypatch.setattr("vision.dice.reading.cut_off", lambda top, _: top.x < 80)
    assert [die.value for die in left_to_right(read_dice(picture))] == [None, 2, 3]


def test_a_tray_outside_the_picture_holds_nothing() -> None:
    picture, _ = photo_of((1, 2), RED, WHITE)
    assert read_dice(picture, [(900.0, 10.0), (990.0, 10.0), (990.0, 90.0), (900.0, 90.0)]) == ()


def overhead(width: int, height: int) -> Camera:
    """A camera looking straight down from 600 mm."""
    return Camera(
        Lens(width, height, 1400, 1400, width / 2, height / 2), (0.0, 0.0, 0.0), (-100.0, -100.0, 600.0)
    )


def test_the_camera_says_how_large_a_die_is() -> None:
    assert side_px(overhead(1920, 1080), None) == pytest.approx(1400 * 16 / (600 - 16), rel=0.01)


def test_with_the_camera_dice_are_read_at_their_known_size() -> None:
    picture, _ = photo_of((6, 1, 3, 2, 5), WHITE, BLACK, side=38, view=View(tilt=0.0, bearing=0.5))
    dice = left_to_right(read_dice(picture, camera=overhead(320, 320)))
    assert [die.value for die in dice] == [6, 1, 3, 2, 5]


def test_a_view_from_above_shows_the_top_face_over_its_foot() -> None:
    assert View(tilt=0.0, bearing=1.0).project(UP) == pytest.approx([0, 0])


@dataclass(frozen=True)
class Tally:
    """What the contract's scorers count."""

    dice: int
    found: int
    right: int
    wrong: int
    extra: int
    coloured: int = 0


def tally(read: list[Die], wanted: Sequence[tuple[float, float, float, int, str | None]]) -> Tally:
    """Pair what was read with what lies there (x, y, how far off it may be, value, colour)."""
    left, found, right, wrong, coloured = list(read), 0, 0, 0, 0
    for x, y, room, value, colour in wanted:
        near = [die for die in left if np.hypot(die.x_px - x, die.y_px - y) < room]
        if near:
            best = min(near, key=lambda die: np.hypot(die.x_px - x, die.y_px - y))
            left.remove(best)
            found += 1
            right += best.value == value
            wrong += best.value not in (value, None)
            coloured += best.colour == colour
    return Tally(len(wanted), found, right, wrong, len(left), coloured)


def total(tallies: list[Tally]) -> Tally:
    return Tally(
        *(
            sum(column)
            for column in zip(
                *((t.dice, t.found, t.right, t.wrong, t.extra, t.coloured) for t in tallies), strict=True
            )
        )
    )


@pytest.mark.shared
def test_real_photographs_of_dice_are_read_as_well_as_promised(shared: Path) -> None:
    tallies = []
    for name, wanted in json.loads((shared / "realphotos/dice/truth.json").read_text()).items():
        picture = cv2.imread(str(shared / "realphotos/dice" / name))
        boxes = [(*die["box"], die["value"]) for die in wanted]
        places = [
            ((a + c) / 2, (b + d) / 2, max(c - a, d - b) / 2, value, None) for a, b, c, d, value in boxes
        ]
        tallies.append(tally(list(read_dice(np.asarray(picture, np.uint8))), places))
    seen = total(tallies)
    assert seen.found >= 0.95 * seen.dice
    assert seen.right >= 0.945 * seen.dice
    assert seen.wrong <= 0.016 * seen.dice
    assert seen.extra <= 0.01 * seen.dice


@pytest.mark.shared
def test_dice_in_the_trays_of_tables_are_read_as_well_as_promised(shared: Path) -> None:
    tallies = []
    for folder in sorted((shared / "tablebench/photos").iterdir()):
        truth = json.loads((folder / "truth.json").read_text())
        for shot in truth["shots"][2:]:
            camera = true_camera(shot["camera"])
            lens = camera.lens

            def uncut(x: float, y: float, lens: Lens = lens) -> bool:
                return ROOM_PX < x < lens.width - ROOM_PX and ROOM_PX < y < lens.height - ROOM_PX

            picture = np.asarray(cv2.imread(str(folder / shot["image"])), np.uint8)
            dice = [d for d in read_dice(picture, truth["tray_px"], camera) if uncut(d.x_px, d.y_px)]
            fell = [d for d in shot["dice"] if uncut(d["x_px"], d["y_px"])]
            tallies.append(
                tally(dice, [(d["x_px"], d["y_px"], ROOM_PX, d["value"], d["colour"]) for d in fell])
            )
    seen = total(tallies)
    assert seen.found >= 0.99 * seen.dice
    assert seen.found >= 0.99 * (seen.found + seen.extra)
    assert seen.right >= 0.98 * seen.dice
    assert seen.wrong == 0
    assert seen.coloured >= 0.99 * seen.dice


def true_camera(camera: dict[str, list[list[float]]]) -> Camera:
    """A shot's camera as the truth has it (the tests may know it; the product calibrates)."""
    k, dist = camera["K"], camera["dist"]
    turn = cv2.Rodrigues(np.array(camera["R"]))[0].ravel()
    lens = Lens(camera["width"], camera["height"], k[0][0], k[1][1], k[0][2], k[1][2], *dist)  # type: ignore[arg-type]
    return Camera(lens, (turn[0], turn[1], turn[2]), tuple(camera["t"]))  # type: ignore[arg-type]
