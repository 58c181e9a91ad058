"""A recipe and a seed -> a clip with its truth, as tablebench's score_clips.py reads it.

A still table, a hand that carries a figure or only points, a still table again, three times over.
"""

import json
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.pathtraced import hand, lens, room, truth
from tests.pathtraced.areas import Area, changed, merged, touched
from tests.pathtraced.hand import Pose
from tests.pathtraced.layout import Figure, Table
from tests.pathtraced.lens import Camera, bent
from tests.pathtraced.palette import SKINS, tone
from tests.pathtraced.parts import PLATE, STUD
from tests.pathtraced.photo_set import Photographer, chance
from tests.pathtraced.recipe import CASTS, Recipe
from tests.pathtraced.renderer import Opened
from tests.pathtraced.sensor import Light, Picture, webcam
from tests.pathtraced.solids import Array, Solid
from tests.pathtraced.story import What, change, set_up

FPS = 10
VISITS = 3
GRIP_MM = 36.0  # above a figure's soles: by its head
REST_FRAMES = 2  # until a watcher may say that the table is settled
IN_VIEW = 8  # vertices of a hand in the picture; with fewer it is not there yet
EDGE_PX = 3


class Film:
    """The frames of a clip, and for each whether a hand is in it."""

    def __init__(self, path: Path, size: tuple[int, int]) -> None:
        self.frames: list[dict[str, bool]] = []
        self._writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, size)
        if not self._writer.isOpened():
            raise OSError(f"{path} could not be written")

    def still(self, picture: Picture) -> None:
        """A frame without a hand."""
        self._put(picture, hand=False)

    def hand(self, picture: Picture) -> None:
        """A frame with one."""
        self._put(picture, hand=True)

    def close(self) -> None:
        """The last frame is taken."""
        self._writer.release()

    def _put(self, picture: Picture, hand: bool) -> None:
        self._writer.write(picture)
        self.frames.append({"hand": hand})


class Clip:
    """One clip in the making: what was drawn for it, its film, and its truth so far."""

    def __init__(self, folder: Path, recipe: Recipe, seed: int, samples: int, opened: Opened) -> None:
        rng = np.random.default_rng(seed)
        cols, rows = recipe.cols, recipe.rows
        self.recipe, self.seed, self.samples, self.rng = recipe, seed, samples, rng
        self.camera = lens.mounted(rng, cols, rows, recipe.size)
        self.scene = opened(cols, rows, recipe.board, room.look(rng, recipe.wood))
        sky = room.sky(rng)
        self.lighting = room.Lighting(room.lamps(rng, cols, rows, sky), sky, room.WHITE)
        self.bare = Table(cols, rows, recipe.board)
        self.terrain, table = set_up(rng, recipe)
        self.table = replace(table, dice=())
        self.photographer = Photographer(folder, self.scene, rng, webcam(rng, CASTS[recipe.cast]), self.bare)
        self.skin = tone(str(rng.choice(SKINS)))
        folder.mkdir(parents=True, exist_ok=True)
        self.film = Film(folder / "clip.mp4", recipe.size)
        self.states: list[truth.Truth] = []

    def shoot_stills(self) -> None:
        """The lens shots, the bare board and the terrain."""
        self.scene.light(self.lighting)
        for number, view in enumerate(lens.hand_held(self.rng, self.camera, self.bare.cols, self.bare.rows)):
            take = self._expose if number == 0 else self.photographer.whole
            take(f"lens/{number:02d}.jpg", view, self.bare, self.samples)
        self._expose("00.jpg", self.camera, self.bare, self.samples * 2)
        self.photographer.next("01.jpg", self.camera, self.terrain, self.samples)

    def _expose(self, name: str, camera: Camera, table: Table, samples: int) -> None:
        self.photographer.expose(name, camera, table, samples, self.recipe.mean)

    def shoot_film(self) -> None:
        """The still table and the hand's visits."""
        self._draw(self.table, changed(self.camera, self.terrain, self.table))
        self._settle(None, planned=0)
        self._film_still(int(self.rng.integers(9, 13)))
        for number in range(VISITS):
            what = None
            if number == self.seed % VISITS:
                self._point()
            else:
                what = self._carry_or_point()
            frames = int(self.rng.integers(10, 14))
            self._settle(what, planned=len(self.film.frames) + REST_FRAMES)
            self._film_still(frames)
        self.film.close()

    def _draw(self, table: Table, areas: list[Area]) -> Light:
        self.scene.show(table)
        return self._redrawn(areas)

    def _redrawn(self, areas: list[Area]) -> Light:
        return self.scene.redrawn(self.camera, self.samples, chance(self.rng), areas)

    def _settle(self, what: What | None, planned: int) -> None:
        self.states.append(
            {
                "settled_at": len(self.film.frames),
                "change": what,
                "figures": truth.figures(self.table),
                "planned": planned,
            }
        )

    def _film_still(self, frames: int) -> None:
        light = bent(self.scene.canvas, self.camera)
        for _ in range(frames):
            self.film.still(self.photographer.developed(light))

    def _carry_or_point(self) -> What | None:
        """A hand carries a figure somewhere; where none can go it only points."""
        done = change(self.rng, self.table, "moved")
        if done is None:
            self._point()
            return None
        before, (self.table, what) = self.table, done
        self._carry(before)
        return what

    def _carry(self, before: Table) -> None:
        """A hand carries the figure that now stands elsewhere from where it stood."""
        start = next(f for f in before.figures if f not in self.table.figures)
        end = self.table.figure(start.id)
        places = (start.x, start.y), (end.x, end.y)
        poses = hand.carry(self.rng, self._shown_mm(), *places, start.base * PLATE + GRIP_MM)
        solid = hand.gripping()
        for holds, group in groupby(poses, lambda pose: pose.carried is not None):
            for pose in group:
                now = before.with_figure(_held(start, pose)) if holds else before
                self._film_hand(solid, pose, before, now)
            if holds:  # let go: the table is now as it will stay
                self._draw(self.table, changed(self.camera, before, self.table))
                before = self.table

    def _point(self) -> None:
        """A hand points at a figure and changes nothing."""
        figure = self.table.figure(str(self.rng.choice([f.id for f in self.table.figures])))
        grip_mm, solid = figure.base * PLATE + GRIP_MM, hand.pointing()
        for pose in hand.point(self.rng, self._shown_mm(), (figure.x, figure.y), grip_mm):
            self._film_hand(solid, pose, self.table, self.table)

    def _shown_mm(self) -> float:
        """How wide the table is that the camera sees."""
        far = float(np.abs(self.camera.shift[2]))
        return max(self.bare.cols * STUD, self.camera.width / self.camera.focal * far)

    def _film_hand(self, solid: Solid, pose: Pose, drawn: Table, now: Table) -> None:
        """A frame of a hand over `now`, where `drawn` is on the canvas; no frame when it is out of view."""
        points = pose.points(solid)
        if not in_view(self.camera, points):
            return
        self.scene.show(now)
        self.scene.hold_hand(solid, pose, self.skin)
        kept = self.scene.canvas.copy()
        area = touched(self.camera, points, self.lighting.lamps)
        light = self._redrawn(merged([area, *changed(self.camera, drawn, now)]))
        self.scene.canvas = kept
        self.film.hand(self.photographer.developed(light))

    def written(self) -> str:
        """All that is known of the clip, as JSON."""
        known: dict[str, Any] = {
            "board": truth.board(self.table),
            "fps": FPS,
            "frames": self.film.frames,
            "states": self.states,
            "shots": [{"image": "00.jpg", "camera": self.camera.truth()}],
            "heights": self.table.heights(),
        }
        return json.dumps(known)


def _held(figure: Figure, pose: Pose) -> Figure:
    """The figure where a hand carries it."""
    assert pose.carried is not None
    x, y = pose.carried
    return replace(figure, x=x, y=y, base=figure.base + pose.lift)


def in_view(camera: Camera, points: Array) -> bool:
    """Whether a good part of the points lies in the picture."""
    before_lens = points[camera.framed(points)[:, 2] > 1]
    at = camera.flat(before_lens) + camera.centre  # not bent: a lens model folds far points back in
    inside = (at > EDGE_PX) & (at < [camera.width - EDGE_PX, camera.height - EDGE_PX])
    return int(inside.all(1).sum()) >= IN_VIEW


def make_clip(folder: Path, recipe: Recipe, seed: int, samples: int, opened: Opened) -> None:
    """Film a clip into a folder, its stills beside it."""
    made = Clip(folder, recipe, seed, samples, opened)
    made.shoot_stills()
    made.shoot_film()
    (folder / "truth.json").write_text(made.written(), encoding="utf-8")
