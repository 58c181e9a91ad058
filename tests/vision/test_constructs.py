"""Constructs on rendered tables: place, footprint, height and colours, on the board and on terrain."""

import numpy as np
import pytest

from calibration.camera import Camera, Lens
from calibration.table import Board, Table
from hardware.virtual.models import duel_piece, mech, ship, token, vehicle
from hardware.virtual.render import render
from hardware.virtual.scene import Block, Built, Loose, Minifig, Scene
from hardware.virtual.scene import Board as VirtualBoard
from hardware.virtual.view import Lens as VirtualLens
from hardware.virtual.view import View, look_at
from vision.observation import Construct, Observation
from vision.observe import observe
from vision.terrain import read_terrain

STUDS = 32
HILL = Block(20, 20, 8, 8, 0, 3, "white")
MECH = mech("mech", 8, 8, "red", "blue", "black", 90)
CAR = vehicle("car", 24, 7, "blue", "red", 180)
SHIP = ship("ship", 7, 24, "red", "blue", 0)
TOWER = duel_piece("tower", 24, 24, ("black", "blue", "red"))


@pytest.fixture(scope="module")
def view() -> View:
    lens = VirtualLens(1280, 720, 1200.0, 1200.0, 640.0, 360.0)
    return look_at(lens, (125.0, 131.0, 500.0), (128.0, 128.0, 0.0), 2.0)


@pytest.fixture(scope="module")
def table(view: View) -> Table:
    v = view.lens
    return Table(
        Board(STUDS, STUDS),
        Camera(Lens(v.width, v.height, v.fx, v.fy, v.cx, v.cy), view.rotation, view.translation),
    )


def seen(
    view: View, table: Table, models: tuple[Built | Minifig, ...], loose: tuple[Loose, ...] = ()
) -> Observation:
    board = VirtualBoard(STUDS, STUDS)
    pictures = [render(Scene(board=board), view, 1), render(Scene(board=board, blocks=(HILL,)), view, 2)]
    frame = render(Scene(board=board, blocks=(HILL,), models=models, loose=loose), view, 3)
    return observe(table, read_terrain(table, *pictures), frame).seen


@pytest.fixture(scope="module")
def built(view: View, table: Table) -> dict[str, Construct]:
    """What is seen of four constructs, by the nearest name."""
    high = Built(TOWER.name, TOWER.x, TOWER.y, TOWER.parts, base=3)
    models = (MECH, CAR, SHIP, high)
    found = seen(view, table, models).constructs
    assert len(found) == len(models)
    return {m.name: min(found, key=lambda c: float(np.hypot(c.x - m.x, c.y - m.y))) for m in models}


@pytest.mark.parametrize(
    ("name", "footprint", "base", "plates"),
    [
        ("mech", (5, 7, 11, 11), 0, 15),
        ("car", (21, 5, 27, 9), 0, 7),
        ("tower", (23, 23, 25, 25), 3, 9),
    ],
)
def test_a_construct_is_where_it_stands_and_as_tall_as_it_is(
    built: dict[str, Construct], name: str, footprint: tuple[int, ...], base: int, plates: int
) -> None:
    found = built[name]
    assert found.footprint == footprint
    assert found.base == base
    assert found.plates is not None
    assert abs(found.plates - plates) <= 1


@pytest.mark.parametrize(("name", "colours"), [("mech", {"red", "blue"}), ("car", {"blue", "red"})])
def test_the_colours_on_its_tops_are_named(built: dict[str, Construct], name: str, colours: set[str]) -> None:
    assert colours <= set(built[name].colours)


def test_its_pieces_are_told_from_the_top_down(built: dict[str, Construct]) -> None:
    tops = [p.top or 0 for p in built["car"].pieces]
    assert tops == sorted(tops, reverse=True)
    assert (22, 6) in {(p.x, p.y) for p in built["car"].pieces} or len(tops) >= 3


def test_a_table_without_models_shows_no_construct(view: View, table: Table) -> None:
    nothing = seen(view, table, ())
    assert nothing.constructs == ()
    assert nothing.loose == ()


def test_a_plate_of_two_by_two_is_enough_to_be_a_construct(view: View, table: Table) -> None:
    (only,) = seen(view, table, (token("token", 12, 16, "red"),)).constructs
    assert only.footprint == (11, 15, 13, 17)
    assert only.colours == ("red",)


def test_a_lost_head_and_a_lost_hat_lie_loose_and_are_no_models(view: View, table: Table) -> None:
    lost = (Loose(9.0, 22.0, "yellow", what="head"), Loose(22.5, 9.5, "red"))
    found = seen(view, table, (MECH,), lost)
    assert len(found.constructs) == 1
    assert found.figures == ()
    assert len(found.loose) == 2
    for piece, true in zip(sorted(found.loose, key=lambda p: p.x), lost, strict=True):
        assert np.hypot(piece.x - true.x, piece.y - true.y) < 0.5
        assert piece.colour == true.colour


def test_a_figure_beside_a_construct_stays_a_figure(view: View, table: Table) -> None:
    ann = Minifig("ann", 12.0, 11.5, facing=90, torso="blue", legs="black", skin="yellow")
    found = seen(view, table, (MECH, ann))
    assert [(f.x, f.y) for f in found.figures] == [(12.0, 11.5)]
    assert [c.footprint for c in found.constructs] == [(5, 7, 11, 11)]


def test_a_place_error_covers_the_miss_and_is_never_none(built: dict[str, Construct]) -> None:
    for name, true in (("mech", (8.0, 9.0)), ("car", (24.0, 7.0)), ("tower", (24.0, 24.0))):
        found = built[name]
        assert 0 < found.error <= 0.5
        assert np.hypot(found.x - true[0], found.y - true[1]) <= 2 * found.error


@pytest.mark.parametrize(("x", "count"), [(-2, 0), (2, 1)])
def test_what_lies_beside_the_board_is_no_model(view: View, table: Table, x: int, count: int) -> None:
    found = seen(view, table, (token("coaster", x, 16, "red"),)).constructs
    assert len(found) == count
