"""The renderer's pictures are where the pinhole formula says, hide what is hidden, and repeat."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.virtual.bricks import board_solids, die_solids
from hardware.virtual.builders import lens_shots, random_table
from hardware.virtual.light import sight
from hardware.virtual.raster import Window, blank, draw
from hardware.virtual.render import render
from hardware.virtual.scene import Block, Board, Die, Hand, Lamp, Light, Minifig, Scene
from hardware.virtual.sensor import Picture, Sensor
from hardware.virtual.view import Lens, View, look_at

LENS = Lens(480, 360, 430.0, 430.0, 236.0, 183.0, (0.08, -0.03, 2e-4, -1e-4, 0.0))
VIEW = look_at(LENS, [70, 60, 190], [66, 64, 0], 5.0)
CLEAN = Sensor(noise=0, blur_px=0.4, vignette=0, samples=3)
EVEN = Light((), ambient=0.7)  # no lamp: what is seen is geometry alone
BOARD = Board(16, 16, "black")


def middle_of(mask: NDArray[np.bool_]) -> tuple[float, float]:
    rows, cols = np.nonzero(mask)
    return float(cols.mean()), float(rows.mean())


@pytest.mark.parametrize(("x", "y", "plates"), [(3, 3, 1), (12, 4, 3), (4, 12, 6), (13, 13, 12)])
def test_a_tile_lies_where_the_pinhole_formula_says(x: int, y: int, plates: int) -> None:
    block = Block(x, y, 1, 1, plates - 1, 1, "white", studded=False)
    picture = render(Scene(BOARD, (block,), light=EVEN), VIEW, sensor=CLEAN)
    wanted = np.zeros(picture.shape[:2], np.uint8)
    gap = 0.1 / 8
    corners = [
        [x + gap, y + gap, plates],
        [x + 1 - gap, y + gap, plates],
        [x + 1 - gap, y + 1 - gap, plates],
        [x + gap, y + 1 - gap, plates],
    ]
    cv2.fillPoly(wanted, [np.round(VIEW.project(corners) * 256).astype(np.int32)], 255, cv2.LINE_AA, 8)
    top = picture.min(2) > 0.93 * picture.min(2).max()  # walls get less of the room's light than tops
    assert np.allclose(middle_of(top), middle_of(wanted > 127), atol=0.35)


@pytest.mark.parametrize("stud", [(0, 0), (7, 8), (15, 2), (3, 14)])
def test_a_stud_s_top_is_drawn_within_a_twentieth_of_a_pixel(stud: tuple[int, int]) -> None:
    others = [(c, r) for c in range(16) for r in range(16) if (c, r) != stud]
    fine = Window(0, 0, LENS.width, LENS.height, 6)
    canvas = blank(VIEW, fine)
    draw(canvas, VIEW, board_solids(BOARD, others))
    index = np.arange(canvas.depth.size)
    _, places = sight(canvas, VIEW, index, canvas.depth.ravel())
    rows, cols = np.nonzero(places[:, 2].reshape(canvas.depth.shape) > 1.6 - 0.01)
    x, y = stud[0] + 0.5, stud[1] + 0.5
    turn = np.linspace(0, 2 * np.pi, 720)
    ring = VIEW.project(np.stack([x + 0.3 * np.cos(turn), y + 0.3 * np.sin(turn), np.full(720, 0.5)], 1))
    moments = cv2.moments(ring.astype(np.float32))
    wanted = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
    found = (cols.mean() + 0.5) / 6 - 0.5, (rows.mean() + 0.5) / 6 - 0.5
    assert np.allclose(found, wanted, atol=0.05)
    assert len(rows) / 36 == pytest.approx(moments["m00"], rel=0.02)


def test_project_is_the_formula_of_the_truth_files() -> None:
    truth = VIEW.as_truth()
    p = np.array([[5.5, 7.25, 4.0]]) * [8, 8, 3.2]
    q = (p * [1, 1, -1]) @ np.array(truth["R"]).T + np.array(truth["t"])
    flat = cv2.projectPoints(q, np.zeros(3), np.zeros(3), np.array(truth["K"]), np.array(truth["dist"]))[0]
    assert np.allclose(VIEW.project([[5.5, 7.25, 4.0]]), flat.reshape(-1, 2), atol=1e-9)


def test_a_tall_wall_hides_what_stands_behind_it() -> None:
    low = look_at(LENS, [64, 300, 60], [64, 64, 0])
    figure = Minifig("a", 8.0, 4.5, facing=90, torso="red", legs="red", skin="red")
    wall = tuple(Block(4, 8, 8, 1, 3 * i, 3, "white") for i in range(8))
    open_view = render(Scene(BOARD, (), (figure,), light=EVEN), low, sensor=CLEAN)
    hidden = render(Scene(BOARD, wall, (figure,), light=EVEN), low, sensor=CLEAN)
    assert reds(open_view) > 300
    assert reds(hidden) < 0.02 * reds(open_view)


def reds(picture: Picture) -> int:
    wide = picture.astype(int)
    return int(((wide[..., 2] > 90) & (wide[..., 1] < 60)).sum())


@pytest.mark.parametrize(("lamp_x", "darker"), [(-30.0, 1), (46.0, -1)])
def test_a_figure_s_shadow_falls_away_from_the_lamp(lamp_x: float, darker: int) -> None:
    light = Light((Lamp(lamp_x, 8.0, 60.0, 0.8, radius_mm=10),), ambient=0.3)
    bare = Scene(Board(16, 16, "white"), light=light)
    stood = replace(bare, models=(Minifig("a", 8.0, 8.5, facing=90),))
    change = render(bare, VIEW, sensor=CLEAN).astype(int) - render(stood, VIEW, sensor=CLEAN)
    spots = VIEW.project([[8.0 + darker * 3.5, 8.5, 0], [8.0 - darker * 3.5, 8.5, 0]]).round().astype(int)
    (x1, y1), (x2, y2) = spots
    assert change[y1 - 3 : y1 + 4, x1 - 3 : x1 + 4].mean() > 15
    assert abs(change[y2 - 3 : y2 + 4, x2 - 3 : x2 + 4].mean()) < 2


def test_the_same_seed_gives_the_same_picture_and_another_does_not() -> None:
    scene = Scene(BOARD, (Block(3, 3, 2, 4),), (Minifig("a", 9.5, 8.0),))
    assert np.array_equal(render(scene, VIEW, 4), render(scene, VIEW, 4))
    assert not np.array_equal(render(scene, VIEW, 4), render(scene, VIEW, 5))


def test_a_model_drawn_over_the_backdrop_is_as_if_the_table_were_drawn_afresh() -> None:
    first, second = Minifig("a", 5.5, 8.0), Minifig("a", 11.5, 8.0)
    scene = Scene(BOARD, (Block(3, 3, 2, 4),))
    render(replace(scene, models=(first,)), VIEW)
    again = render(replace(scene, models=(second,)), VIEW)
    elsewhere = replace(VIEW, lens=replace(LENS, cx=LENS.cx + 40))
    render(scene, elsewhere)
    render(
        scene, replace(VIEW, lens=replace(LENS, cx=LENS.cx + 80))
    )  # the first view's backdrop is forgotten
    assert np.array_equal(again, render(replace(scene, models=(second,)), VIEW))


def test_a_hand_hides_what_it_is_over_and_leaves_the_rest_as_it_was() -> None:
    scene = Scene(BOARD, (Block(3, 3, 2, 4),), (Minifig("a", 12.5, 13.0),))
    alone = render(scene, VIEW, sensor=CLEAN).astype(int)
    under = render(replace(scene, hands=(Hand(4.0, 5.0, 20.0, arm=270.0),)), VIEW, sensor=CLEAN).astype(int)
    x, y = VIEW.project([[4.0, 4.0, 10.0]])[0].round().astype(int)
    assert np.abs(under - alone)[y - 4 : y + 4, x - 4 : x + 4].mean() > 20
    x, y = VIEW.project([[12.5, 13.0, 12.0]])[0].round().astype(int)
    assert np.array_equal(under[y - 8 : y + 8, x - 8 : x + 8], alone[y - 8 : y + 8, x - 8 : x + 8])
    assert np.array_equal(render(scene, VIEW, sensor=CLEAN), alone), "and it is gone without a trace"


@pytest.mark.parametrize("value", range(1, 7))
def test_a_die_shows_its_value_on_top_and_seven_in_all(value: int) -> None:
    solids = die_solids(Die(4.0, 4.0, "white", value, 30.0, 1))
    middles = -np.linalg.solve(solids.cylinders[:, :, :3], solids.cylinders[:, :, 3][..., None])[..., 0]
    assert (middles[:, 2] > middles[:, 2].max() - 0.01).sum() == value
    assert (middles[:, 2] < middles[:, 2].min() + 0.01).sum() == 7 - value


def test_random_tables_differ_by_seed_and_repeat_by_seed() -> None:
    assert random_table(5) == random_table(5)
    assert random_table(5).set_up != random_table(6).set_up


def test_lens_shots_are_tilted_each_another_way() -> None:
    views: list[View] = lens_shots(Board(32, 32))
    axes = np.array([v.R[2] for v in views])
    tilt = np.degrees(np.arccos(axes[:, 2]))
    assert (tilt > 15).all()
    assert np.degrees(np.arccos(np.clip(axes @ axes.T, -1, 1)))[np.triu_indices(len(views), 1)].min() > 10


@pytest.mark.parametrize("seed", range(12))
def test_every_camera_of_a_random_table_sees_all_it_must(seed: int) -> None:
    table = random_table(seed)
    side, tray = table.bare.board.cols, table.bare.tray
    board = [[0, 0, 0], [side, 0, 0], [side, side, 0], [0, side, 0]]
    dice = [[tray.x, tray.y, 0], [tray.x + tray.w, tray.y + tray.d, 0]]
    seen: list[tuple[View, NDArray[np.float64]]] = [(table.view, np.array(board + dice, float))]
    seen += [(view, np.array(board, float)) for view in table.lens_views]
    for view, points in seen:
        pixels = view.project(points)
        assert (pixels > 0).all()
        assert (pixels < [view.lens.width, view.lens.height]).all()
