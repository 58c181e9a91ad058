"""What was read is drawn where the camera sees it, and explained in sentences."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.camera import Camera
from calibration.table import Table
from vision.explain import explained
from vision.observation import Change, Construct, Die, Figure, Hat, Loose, Observation, Piece
from vision.overlay import CONSTRUCT, DICE, DOUBT, FIGURE, MOVE, draw
from vision.plan import Picture
from vision.sheet import Colour

FRAME = np.full((480, 640, 3), 90, np.uint8)
ANN = Figure("f1", 6.0, 5.5, 3, 90.0, False, True, Hat("black"), "red", "yellow", "blue", 0.97)
MEK = Construct("c2", 12.0, 17.0, 0, 13, (10, 15, 14, 19), ("red", "tan"))


@pytest.fixture
def bare(small_table: Table) -> Observation:
    return Observation(small_table.camera, np.zeros((24, 24), np.int16))


def inked(picture: Picture, colour: Colour) -> np.ndarray:
    """Pixels (n, 2) drawn in a colour."""
    y, x = np.nonzero((np.abs(picture.astype(int) - colour) <= 60).all(axis=-1))
    return np.stack([x, y], -1)


@pytest.mark.parametrize(
    ("what", "colour", "place"),
    [
        ({"figures": (ANN,)}, FIGURE, (6.0, 5.5, 3)),
        ({"figures": (replace(ANN, confidence=0.2),)}, DOUBT, (6.0, 5.5, 3)),
        ({"figures": (replace(ANN, lying=True),)}, FIGURE, (6.0, 5.5, 3)),
        ({"constructs": (MEK,)}, CONSTRUCT, (12.0, 17.0, 0)),
        ({"pieces": (Piece(3, 4, 2, 2, 6, "red", 0.1),)}, DOUBT, (4, 5, 6)),
        ({"changes": (Change("moved", "f1", (6.0, 5.5), (8.0, 5.5)),)}, MOVE, (7.0, 5.5, 1)),
        ({"changes": (Change("terrain", area=(3, 4, 2, 2)),)}, MOVE, (4, 5, 0)),
    ],
)
def test_things_are_drawn_where_they_are(
    bare: Observation, small_table: Table, what: dict[str, object], colour: Colour, place: tuple[float, ...]
) -> None:
    nothing = draw(FRAME, bare, small_table.board)
    drawn = draw(FRAME, replace(bare, **what), small_table.board)  # type: ignore[arg-type]
    assert len(inked(nothing, colour)) == 0
    ink = inked(drawn, colour)
    camera: Camera = small_table.camera
    stud_px = float(np.linalg.norm(camera.project((1, 0, 0)) - camera.project((0, 0, 0))))
    assert len(ink) > 10
    assert np.abs(ink - camera.project(place)).max(axis=1).min() < 3 * stud_px


def test_dice_loose_pieces_and_unknown_heights_are_drawn(bare: Observation, small_table: Table) -> None:
    heights = bare.heights.copy()
    heights[20, 20] = -1
    seen = replace(
        bare,
        heights=heights,
        dice=(Die(600.0, 100.0, 30.0, "white", 4), Die(600.0, 200.0, 30.0, "white", None)),
        loose=(Loose(4.0, 20.0, "lime"),),
    )
    drawn = draw(FRAME, seen, small_table.board)
    assert len(inked(drawn, DICE)) > 10
    assert len(inked(drawn, DOUBT)) > 10
    assert FRAME.min() == 90  # the frame itself is left alone


def test_every_decision_is_explained_with_its_runner_up(bare: Observation) -> None:
    evidence = {"gain": 8000, "runner_up": (7.0, 5.5, 90), "margin": 1200}
    seen = replace(
        bare,
        figures=(ANN,),
        constructs=(MEK,),
        pieces=(Piece(3, 4, 2, 2, 6, "red", 0.9),),
        dice=(Die(1, 2, 30, "white", None),),
        explained={"read": (ANN,), "figures": [evidence], "likeness": {"f1": 0.31, "c2": 0.99}},
    )
    said = list(explained(seen))
    assert said[0].startswith("f1: figure stands at (6, 5.5), level 3, facing 90°, black hat, red torso")
    assert "runner up (7, 5.5, 90), margin 1200" in said[0]
    assert "kept as read before: its picture correlates 0.990" in said[1]
    assert said[2] == "piece 2 × 2 at (3, 4): top at 6 plates, red; confidence 0.90."
    assert "white unreadable" in said[3]
    assert said[4] == "heights: 0 of 576 studs are hidden or in doubt."
