"""A recipe and a seed -> a folder of photos with their truth, as tablebench's score.py reads it."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.pathtraced import lens, room, truth
from tests.pathtraced.areas import changed
from tests.pathtraced.layout import Table, crowded
from tests.pathtraced.lens import Camera
from tests.pathtraced.models import roll
from tests.pathtraced.recipe import CASTS, Recipe
from tests.pathtraced.renderer import Opened, Renderer
from tests.pathtraced.sensor import Light, Picture, Sensor, develop, exposed, save, webcam
from tests.pathtraced.story import What, change, set_up


class Photographer:
    """Takes photos into a folder; only what changed since the last one is drawn anew."""

    def __init__(
        self, folder: Path, scene: Renderer, rng: np.random.Generator, sensor: Sensor, bare: Table
    ) -> None:
        self.folder, self.scene, self.rng, self.sensor = folder, scene, rng, sensor
        self.shown = bare

    def expose(self, name: str, camera: Camera, table: Table, samples: int, mean: float) -> None:
        """The first photo of some: it sets the exposure."""
        light = self._whole(camera, table, samples)
        self.sensor = exposed(self.sensor, light, mean)
        self._keep(name, light)

    def whole(self, name: str, camera: Camera, table: Table, samples: int) -> None:
        """A photo drawn from nothing, after something that changed every pixel."""
        self._keep(name, self._whole(camera, table, samples))

    def next(self, name: str, camera: Camera, table: Table, samples: int) -> None:
        """A photo under the same lamps and from the same place as the last one."""
        areas = changed(camera, self.shown, table)
        self._show(table)
        self._keep(name, self.scene.redrawn(camera, samples, chance(self.rng), areas))

    def _whole(self, camera: Camera, table: Table, samples: int) -> Light:
        self._show(table)
        return self.scene.picture(camera, samples, chance(self.rng))

    def _show(self, table: Table) -> None:
        self.scene.show(table)
        self.shown = table

    def _keep(self, name: str, light: Light) -> None:
        save(self.folder / name, self.developed(light))

    def developed(self, light: Light) -> Picture:
        """The picture that the webcam makes of the light."""
        return develop(light, self.sensor, self.rng)


def chance(rng: np.random.Generator) -> int:
    """A seed for the path tracer."""
    return int(rng.integers(2**31 - 1))


class PhotoSet:
    """One set in the making: what was drawn for it, and its truth so far."""

    def __init__(self, folder: Path, recipe: Recipe, seed: int, samples: int, opened: Opened) -> None:
        rng = np.random.default_rng(seed)
        cols, rows = recipe.cols, recipe.rows
        self.recipe, self.samples, self.rng = recipe, samples, rng
        self.camera = lens.mounted(rng, cols, rows, recipe.size)
        self.scene = opened(cols, rows, recipe.board, room.look(rng, recipe.wood))
        sky, tint = room.sky(rng), room.sky_tint(rng)
        self.lightings = [room.Lighting(room.lamps(rng, cols, rows, sky), sky, tint) for _ in range(2)]
        self.lit = 0  # which of them is on
        self.bare = Table(cols, rows, recipe.board)
        self.terrain, self.table = set_up(rng, recipe)
        self.photographer = Photographer(folder, self.scene, rng, webcam(rng, CASTS[recipe.cast]), self.bare)
        self.truth = {"board": truth.board(self.bare), "tray_px": truth.tray_px(self.bare, self.camera)}
        self.shots: list[truth.Truth] = []

    def shoot_set_up(self) -> None:
        """The bare board, the terrain, the set-up."""
        self.scene.light(self.lightings[0])
        self.photographer.expose("00.jpg", self.camera, self.bare, self.samples * 3 // 2, self.recipe.mean)
        self._note("00.jpg", "bare board", self.bare)
        for name, what, table in (
            ("01.jpg", "terrain", self.terrain),
            ("02.jpg", "set-up", self.table),
        ):
            self.photographer.next(name, self.camera, table, self.samples)
            self._note(name, what, table)

    def shoot_changes(self) -> None:
        """One change a photo."""
        for kind in self.recipe.changes:
            what = self._change(kind)
            if pairs := crowded(self.table.models):
                raise ValueError(f"models stand in each other: {', '.join(pairs)}")
            self.table = roll(self.rng, self.table)
            name = f"{len(self.shots):02d}.jpg"
            take = self.photographer.whole if kind in ("light", "knocked") else self.photographer.next
            take(name, self.camera, self.table, self.samples)
            self._note(name, what, self.table)

    def _change(self, kind: str) -> What:
        """Change the table, its lamps or its camera; what isn't possible becomes a move, or nothing."""
        if kind == "light":
            return self._switch_lamps()
        if kind == "knocked":
            self.camera = lens.knocked(self.rng, self.camera)
            return "camera knocked"
        for possible in (kind, "moved", "nothing"):
            done = change(self.rng, self.table, possible)
            if done:
                self.table, what = done
                return what
        raise AssertionError("nothing is always possible")

    def _switch_lamps(self) -> What:
        self.lit = 1 - self.lit
        self.scene.light(self.lightings[self.lit].times(float(self.rng.uniform(0.7, 1.35))))
        return "light changed"

    def shoot_lens(self) -> None:
        """The bare board by hand, perhaps on another day."""
        self.scene.light(self.lightings[1 if self.rng.random() < 0.5 else 0])
        cast = CASTS[str(self.rng.choice(list(CASTS)))]
        self.photographer.sensor = replace(self.photographer.sensor, cast=cast)
        samples = max(2, self.samples * 3 // 4)
        views = lens.hand_held(self.rng, self.camera, self.recipe.cols, self.recipe.rows)
        for number, view in enumerate(views):
            name = f"lens/{number:02d}.jpg"
            if number == 0:
                self.photographer.expose(name, view, self.bare, samples, self.recipe.mean)
            else:
                self.photographer.whole(name, view, self.bare, samples)

    def _note(self, name: str, what: What, table: Table) -> None:
        self.shots.append(truth.shot(name, what, self.camera, table))

    def written(self) -> str:
        """All that is known of the set, as JSON."""
        return json.dumps({**self.truth, "shots": self.shots})


def make_set(folder: Path, recipe: Recipe, seed: int, samples: int, opened: Opened) -> None:
    """Photograph a set into a folder."""
    made = PhotoSet(folder, recipe, seed, samples, opened)
    made.shoot_set_up()
    made.shoot_changes()
    made.shoot_lens()
    (folder / "truth.json").write_text(made.written(), encoding="utf-8")
