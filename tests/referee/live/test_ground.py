"""A block whose height the pictures leave in doubt is asked about at set-up, and is as high as people say."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.camera import Camera, Lens
from calibration.table import Board, Table
from hardware.camera import Frame
from hardware.virtual.render import Renderer
from hardware.virtual.scene import Block
from hardware.virtual.scene import Board as VirtualBoard
from hardware.virtual.scene import Scene as VirtualScene
from hardware.virtual.sensor import Sensor
from hardware.virtual.view import Lens as VirtualLens
from hardware.virtual.view import look_at
from referee.live.book import Book
from referee.live.eyes import Eyes
from referee.live.ground import Doubt, Height, doubted, height, known
from referee.live.sighting import Body, RollCall
from referee.live.sizes import SURE, UNSURE, could_be
from referee.show import Answer, TypeRoll
from tests.referee.live.pretend import Clock, Match, open_match
from tests.referee.live.test_mechaton_live import SCENE as MECH_SCENE
from tests.referee.live.test_mechaton_live import SETUP as MECHS
from tests.referee.live.test_minifigs_live import SCENE, SETUP
from vision.terrain import Terrain, read_terrain
from vision.watcher import Watcher

FIVE = Height(21, 22, 6, 2, 5)
SIX = Height(21, 22, 6, 2, 6)
DOUBT = Doubt("how high is the green block of 6 × 2 studs at (24, 23)?", (FIVE, SIX))


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return open_match(SETUP, SCENE, tmp_path / "match.studeye")


def doubting(match: Match, *doubts: Doubt) -> None:
    match.session.judge.doubts = list(doubts)
    match.eyes.look_again()
    match.settle()


def test_bricks_are_counted_as_people_count_them() -> None:
    assert [Height(0, 0, 2, 2, top).label for top in (1, 3, 5, 6)] == [
        "1 plate",
        "3 plates (1 brick)",
        "5 plates",
        "6 plates (2 bricks)",
    ]
    assert height(SIX.plain()) == SIX


def test_a_doubt_is_asked_before_anything_is_ruled_and_the_answer_is_recorded(match: Match) -> None:
    doubting(match, DOUBT)
    question = match.session.shown.question
    assert question is not None
    assert (question.words, question.at) == (DOUBT.words, (24.0, 23.0))
    assert question.answers == ("5 plates", "6 plates (2 bricks)")
    kay = match.table.truth_for_tests.model("Kay")
    match.table.move("Kay", kay.x, kay.y - 3.0)
    shown = match.settle()
    assert (match.session.rulings, shown.question) == ([], question)
    shown = match.say(Answer(question.number, 1))
    assert shown.question is None
    assert match.eyes.said == [SIX]
    assert match.session.judge.book.said_heights() == [SIX]
    match.eyes.look_again()
    match.settle()
    assert match.session.rulings[-1].ruling.legal  # what was moved meanwhile is ruled now


def test_several_are_asked_one_after_another_and_then_taken_over(match: Match) -> None:
    other = Doubt("and this?", (Height(1, 1, 2, 2, 3),))
    doubting(match, DOUBT, other)
    first = match.session.shown.question
    assert first is not None
    second = match.say(Answer(first.number, 0)).question
    assert second is not None
    assert second.words == "and this?"
    assert match.eyes.said == []
    match.say(Answer(second.number, 0))
    assert match.eyes.said == [FIVE, other.answers[0]]


def test_a_resumed_match_asks_nothing_twice(match: Match) -> None:
    doubting(match, DOUBT)
    assert match.session.shown.question is not None
    match.say(Answer(match.session.shown.question.number, 1))
    path = match.session.judge.book.record.path
    match.session.judge.book.record.close()
    again = open_match(SETUP, SCENE, path, Book.resume(path))
    assert again.eyes.said == [SIX]


def test_other_questions_wait_their_turn(match: Match) -> None:
    doubting(match, DOUBT)
    shown = match.say(TypeRoll((1,)))
    assert shown.question is not None
    assert shown.question.words == DOUBT.words


# --- a model's size is asked for in the same way


def test_a_construct_that_was_made_out_badly_is_asked_about_and_known_from_then_on(tmp_path: Path) -> None:
    setup, built = replace(MECHS, models=tuple(replace(m, size=None) for m in MECHS.models)), MECH_SCENE
    match = open_match(setup, built, tmp_path / "m.studeye", sigma=0.4)
    for name in ("Saw", "Owl"):
        question = match.session.shown.question
        assert question is not None
        assert question.words == f"how large is {name}'s footprint?"
        body = match.session.judge.side.roll_call.seen[name]
        assert body.error == UNSURE
        match.say(Answer(question.number, 0))
        assert match.session.judge.side.roll_call.seen[name].error == SURE
    assert match.session.shown.question is None
    assert [each.model for each in match.session.judge.book.said_sizes()] == ["Saw", "Owl"]
    path = match.session.judge.book.record.path
    match.session.judge.book.record.close()
    again = open_match(setup, built, path, Book.resume(path), sigma=0.4)
    assert again.session.shown.question is None


def test_the_sizes_that_a_reading_could_mean_are_a_row_apart() -> None:
    body = Body("c", (0.0, 0.0), 0.4, 0, None, False, frozenset(), footprint=(0, 0, 3, 3))
    labels = [each.label for each in could_be("Missile", body)]
    assert labels == ["3 × 3 studs", "3 × 2 studs", "4 × 3 studs", "none of these: see as it moves"]


def test_a_figure_that_was_read_as_a_construct_is_asked_nothing(match: Match) -> None:
    side = match.session.judge.side
    misread = Body("c", (6.5, 20.0), 0.4, 0, None, False, frozenset(), footprint=(5, 19, 8, 21))
    side.roll_call = RollCall({"Kay": misread})
    assert side.size_unknown() == ()


def test_nobody_is_asked_twice_who_does_not_say(tmp_path: Path) -> None:
    setup = replace(MECHS, models=tuple(replace(m, size=None) for m in MECHS.models))
    match = open_match(setup, MECH_SCENE, tmp_path / "m.studeye", sigma=0.4)
    for _ in range(2):
        question = match.session.shown.question
        assert question is not None
        match.say(Answer(question.number, len(question.answers) - 1))
    match.eyes.look_again()
    assert match.settle().question is None
    assert [each.size for each in match.session.judge.book.said_sizes()] == [None, None]


# --- the terrain itself

VIEW = look_at(VirtualLens(640, 480, 620.0, 620.0, 322.0, 238.0), (98.0, 93.0, 330.0), (96.0, 96.0, 0.0), 1.0)
TABLE = Table(
    Board(24, 24),
    Camera(Lens(640, 480, 620.0, 620.0, 322.0, 238.0), VIEW.rotation, VIEW.translation),
)


@pytest.fixture(scope="module")
def terrain() -> Terrain:
    """Two blocks as they were read from rendered pictures, one surely and one not."""
    bare = VirtualScene(VirtualBoard(24, 24))
    blocks = (Block(3, 3, 6, 2, 0, 3, "red"), Block(14, 14, 4, 4, 0, 3, "blue"))
    shots = [
        Renderer(VIEW, Sensor(samples=1)).picture(scene, 1) for scene in (bare, replace(bare, blocks=blocks))
    ]
    read = read_terrain(TABLE, *shots)
    assert len(read.pieces) == 2
    pieces = tuple(
        replace(
            piece, confidence=0.5 if piece.colour == "blue" else 1.0, top=2 if piece.colour == "blue" else 3
        )
        for piece in read.pieces
    )
    return replace(read, pieces=pieces)


def test_only_what_is_in_doubt_is_asked_the_likeliest_first(terrain: Terrain) -> None:
    (doubt,) = doubted(terrain)
    assert doubt.words == "how high is the blue block of 4 × 4 studs at (16, 16)?"
    assert [each.top for each in doubt.answers] == [2, 3, 1, 4]


def test_what_was_said_is_the_terrain_from_then_on(terrain: Terrain) -> None:
    better = known(terrain, TABLE.board, [Height(14, 14, 4, 4, 3)])
    assert set(np.unique(better.heights[14:18, 14:18])) == {3}
    assert set(np.unique(better.tops[14:18, 14:18])) == {3}
    assert doubted(better) == ()
    assert known(better, TABLE.board, [Height(1, 1, 2, 2, 9)]) is better  # no such block


def test_the_watcher_reads_by_what_was_said(terrain: Terrain) -> None:
    watcher = Watcher(TABLE, terrain)
    eyes = Eyes(Nothing(), watcher, Clock())
    assert len(eyes.doubts()) == 1
    eyes.say_heights([Height(14, 14, 4, 4, 3)])
    assert eyes.doubts() == ()
    assert watcher.terrain is not None
    assert watcher.terrain.heights[15, 15] == 3


class Nothing:
    """A camera that is not asked."""

    def read(self) -> Frame:
        raise AssertionError("nobody should look")

    def close(self) -> None:
        """Nothing to let go of."""
