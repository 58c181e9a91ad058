"""The table in Blender: lamps, the things on it, and one picture of it by Cycles."""

import os
import sys
import tempfile
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import bpy
import cv2
import numpy as np
from mathutils import Matrix, Vector

from tests.pathtraced.areas import Area, shaded
from tests.pathtraced.bricks import bricks
from tests.pathtraced.figure import minifig
from tests.pathtraced.hand import Pose
from tests.pathtraced.layout import Construct, Die, Figure, Table, ahead
from tests.pathtraced.lens import Camera, bent
from tests.pathtraced.materials import plastic, surface, wood
from tests.pathtraced.palette import Tone
from tests.pathtraced.parts import DIE, PLATE, STUD, STUD_HEIGHT, TABLE_TOP, baseplate, brick, die
from tests.pathtraced.room import Lamp, Lighting, Look
from tests.pathtraced.sensor import Light
from tests.pathtraced.solids import Array, Solid, box

UNIT = 0.1  # Blender units in a millimetre
FILM_MM = 36.0  # Blender's film, against which it counts the focal length
SEAM_PX = 12  # over which what is drawn anew runs into what was there
LYING = np.array([[0, 0, -1, 20], [0, 1, 0, 0], [1, 0, 0, STUD_HEIGHT + 5.2], [0, 0, 0, 1.0]])
CYCLES = {
    "device": "CPU", "use_adaptive_sampling": False, "use_light_tree": False, "use_denoising": True,
    "denoiser": "OPENIMAGEDENOISE", "denoising_input_passes": "RGB_ALBEDO_NORMAL",
    "denoising_prefilter": "FAST", "denoising_quality": "BALANCED",
    "max_bounces": 3, "diffuse_bounces": 2,
    "glossy_bounces": 1, "transmission_bounces": 0, "sample_clamp_indirect": 3.0, "blur_glossy": 0.3,
}  # fmt: skip


class Scene:
    """A Blender scene of one table; call `show` for a state and `picture` for a photo of it."""

    def __init__(self, cols: int, rows: int, board: str, look: Look, threads: int = 1) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.cols, self.rows, self.look = cols, rows, look
        self.scene = bpy.context.scene
        self.canvas: Light = np.zeros((0, 0, 3), np.float32)
        self._meshes: dict[Hashable, Any] = {}
        self._materials: dict[str, Any] = {}
        self._things: list[Any] = []
        self._lamps: list[Any] = []
        self._engine(threads)
        self._grain()
        self._room(board)
        self.camera = self._hung(bpy.data.objects.new("camera", bpy.data.cameras.new("camera")))
        self.scene.camera = self.camera

    def _engine(self, threads: int) -> None:
        render = self.scene.render
        render.engine = "CYCLES"
        for name, value in CYCLES.items():
            setattr(self.scene.cycles, name, value)
        render.use_persistent_data = True
        render.threads_mode, render.threads = "FIXED", threads
        render.image_settings.file_format, render.image_settings.color_depth = "OPEN_EXR", "32"
        self.scene.view_settings.view_transform = "Raw"

    def _grain(self) -> None:
        """Leave some of the path tracer's noise in: a denoised picture is too smooth for a webcam's."""
        bpy.context.view_layer.cycles.denoising_store_passes = True
        self.scene.use_nodes = True
        tree = self.scene.node_tree
        tree.nodes.clear()
        kinds = ("CompositorNodeRLayers", "CompositorNodeMixRGB", "CompositorNodeComposite")
        layers, mix, out = (tree.nodes.new(kind) for kind in kinds)
        mix.inputs[0].default_value = self.look.grain
        tree.links.new(layers.outputs["Image"], mix.inputs[1])
        tree.links.new(layers.outputs["Noisy Image"], mix.inputs[2])
        tree.links.new(mix.outputs[0], out.inputs[0])

    def _room(self, board: str) -> None:
        """The board and the wood it lies on, which stay."""
        material = plastic(board, self.look.board_rough)
        self._placed(("board",), lambda: baseplate(self.cols, self.rows), material, np.eye(4))
        sheet = ((-1500, 2000), (-1800, 1500), (TABLE_TOP - 20, TABLE_TOP))
        self._placed(("wood",), lambda: box(*sheet, 1), wood(self.look), np.eye(4))

    def _hung(self, thing: Any) -> Any:
        self.scene.collection.objects.link(thing)
        return thing

    def _mesh(self, key: Hashable, make: Callable[[], Solid]) -> Any:
        if key not in self._meshes:
            solid, mesh = make(), bpy.data.meshes.new(str(key))
            mesh.from_pydata((solid.points() * UNIT).tolist(), [], solid.faces)
            mesh.polygons.foreach_set("use_smooth", np.ones(len(mesh.polygons), bool))
            mesh.set_sharp_from_angle(angle=np.radians(30))
            mesh.update()
            mesh.materials.append(None)
            self._meshes[key] = mesh
        return self._meshes[key]

    def _plastic(self, name: str) -> Any:
        if name not in self._materials:
            self._materials[name] = plastic(name, self.look.rough)
        return self._materials[name]

    def _placed(self, key: Hashable, make: Callable[[], Solid], material: Any, matrix: Array) -> Any:
        """A solid in the scene; solids of one key are made once. The matrix is in millimetres."""
        thing = self._hung(bpy.data.objects.new(str(key), self._mesh(key, make)))
        thing.material_slots[0].link = "OBJECT"
        thing.material_slots[0].material = material
        thing.matrix_world = _scaled(matrix)
        return thing

    def light(self, lighting: Lighting) -> None:
        """Hang the lamps and set the room's own light."""
        for lamp in self._lamps:
            bpy.data.objects.remove(lamp)
        self._lamps = [self._lamp(lamp) for lamp in lighting.lamps]
        world = self.scene.world or bpy.data.worlds.new("room")
        self.scene.world = world
        world.use_nodes = True
        background = world.node_tree.nodes["Background"].inputs
        background["Color"].default_value = (*lighting.tint, 1)
        background["Strength"].default_value = lighting.sky

    def _lamp(self, spec: Lamp) -> Any:
        """A round lamp that shines on the board's middle."""
        data = bpy.data.lights.new("lamp", "AREA")
        data.shape, data.size = "DISK", spec.size_mm * UNIT
        data.energy, data.color = spec.power, spec.tint
        lamp = bpy.data.objects.new("lamp", data)
        x, y, z = (v * UNIT for v in spec.place_mm)
        lamp.location = (x, -y, z)
        middle = Vector((self.cols * STUD / 2 * UNIT, -self.rows * STUD / 2 * UNIT, 0))
        lamp.rotation_euler = (middle - lamp.location).to_track_quat("-Z", "Y").to_euler()
        return self._hung(lamp)

    def show(self, table: Table) -> None:
        """Take everything off the board and build this state of the table."""
        for thing in self._things:
            bpy.data.objects.remove(thing)
        self._things = []
        for b in table.blocks:
            self._brick(b.w, b.d, b.plates, stood(b.x + b.w / 2, b.y + b.d / 2, b.base, 0), b.colour)
        for construct in table.constructs:
            self._construct(construct)
        for figure in table.figures:
            self._figure(figure)
        for thrown in table.dice:
            self._die(thrown)

    def _brick(self, w: int, d: int, plates: int, place: Array, shade: str) -> None:
        key = ("brick", w, d, plates)
        self._things.append(self._placed(key, lambda: brick(w, d, plates), self._plastic(shade), place))

    def _construct(self, construct: Construct) -> None:
        fx, fy = ahead(construct.facing)
        for b in bricks(construct):
            f, r = b.front + b.deep / 2, b.right + b.wide / 2
            place = stood(construct.x + f * fx - r * fy, construct.y + f * fy + r * fx, b.base, 0)
            w, d = (b.deep, b.wide) if fy == 0 else (b.wide, b.deep)
            self._brick(w, d, b.plates, place, b.colour)

    def _figure(self, figure: Figure) -> None:
        place = stood(figure.x, figure.y, figure.base, figure.facing)
        if figure.lying:
            place = place @ LYING
        for i, (solid, shade) in enumerate(minifig(figure)):
            key = (figure.id, figure.head, figure.hat, i)
            self._things.append(self._placed(key, _ready(solid), self._plastic(shade), place))

    def _die(self, thrown: Die) -> None:
        place = stood(thrown.x, thrown.y, 0, thrown.turn)
        place[2, 3] = TABLE_TOP + DIE / 2
        shades = (f"die_{thrown.colour}", "pip_black" if thrown.colour == "white" else "pip_white")
        for name, solid, shade in zip(("die", "pips"), die(thrown.value), shades, strict=True):
            key = (name, thrown.value)
            self._things.append(self._placed(key, _ready(solid), self._plastic(shade), place))

    def hold_hand(self, hand: Solid, pose: Pose, skin: Tone) -> None:
        """Hold a hand over the table until the next `show`."""
        if "skin" not in self._materials:
            self._materials["skin"] = surface("skin", skin, 0.5)
        x, y, z = pose.tip_mm
        place = stood(x / STUD, y / STUD, 0, np.degrees(pose.way))
        place[2, 3] = z
        key = ("hand", hash(hand.points().tobytes()))
        self._things.append(self._placed(key, _ready(hand), self._materials["skin"], place))

    def picture(self, camera: Camera, samples: int, seed: int) -> Light:
        """All this camera sees, in its own pixels: the wood needs fewer samples than the board's studs."""
        self._aim(camera, seed)
        wide, tall = camera.pinhole.width, camera.pinhole.height
        self.canvas = self._rendered((0, 0, wide, tall), wide, tall, max(2, samples // 3))
        board = shaded(camera, (0.0, 0.0, self.cols * STUD, self.rows * STUD, STUD_HEIGHT))
        return self._redrawn(camera, samples, [board])

    def redrawn(self, camera: Camera, samples: int, seed: int, areas: Sequence[Area]) -> Light:
        """The same with only these pixels of the pinhole picture drawn anew."""
        self._aim(camera, seed)
        return self._redrawn(camera, samples, areas)

    def _redrawn(self, camera: Camera, samples: int, areas: Sequence[Area]) -> Light:
        for x0, y0, x1, y1 in areas:
            light = self._rendered((x0, y0, x1, y1), camera.pinhole.width, camera.pinhole.height, samples)
            part = self.canvas[y0:y1, x0:x1]
            part += _soft_edged(x1 - x0, y1 - y0) * (light - part)
        return bent(self.canvas, camera)

    def _aim(self, camera: Camera, seed: int) -> None:
        render, data = self.scene.render, self.camera.data
        wide, tall = camera.pinhole.width, camera.pinhole.height
        render.resolution_x, render.resolution_y, render.resolution_percentage = wide, tall, 100
        data.sensor_fit, data.sensor_width, data.lens = "HORIZONTAL", FILM_MM, camera.focal / wide * FILM_MM
        data.clip_start, data.clip_end = 1.0, 1000.0
        self.camera.matrix_world = _scaled(camera.world())
        self.scene.cycles.seed = seed

    def _rendered(self, area: Area, wide: int, tall: int, samples: int) -> Light:
        """The linear light of an area of the pinhole picture."""
        x0, y0, x1, y1 = area
        render = self.scene.render
        self.scene.cycles.samples = samples
        render.use_border = render.use_crop_to_border = area != (0, 0, wide, tall)
        render.border_min_x, render.border_max_x = (x0 + 0.01) / wide, (x1 + 0.01) / wide
        render.border_min_y, render.border_max_y = (tall - y1 + 0.01) / tall, (tall - y0 + 0.01) / tall
        light = self._by_blender()
        if light.shape[:2] != (y1 - y0, x1 - x0):
            raise ValueError(f"asked for {x1 - x0}x{y1 - y0}, got {light.shape[1]}x{light.shape[0]}")
        return light

    def _by_blender(self) -> Light:
        """Blender's picture, or of its border's inside."""
        with tempfile.TemporaryDirectory() as folder:
            self.scene.render.filepath = str(Path(folder) / "light.exr")
            with _quiet():
                bpy.ops.render.render(write_still=True)
            image = bpy.data.images.load(self.scene.render.filepath)
            image.colorspace_settings.name = "Non-Color"
            wide, tall = image.size
            flat = np.empty(wide * tall * 4, np.float32)
            image.pixels.foreach_get(flat)
            bpy.data.images.remove(image)
        return flat.reshape(tall, wide, 4)[::-1, :, :3].copy()


def _ready(solid: Solid) -> Callable[[], Solid]:
    return lambda: solid


def stood(x: float, y: float, base: float, facing: float) -> Array:
    """Blender's matrix (millimetres) of a thing that stands on studs (x, y), turned to its facing."""
    turn = -np.radians(facing)
    out = np.eye(4)
    out[:2, :2] = [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
    out[:3, 3] = (x * STUD, -y * STUD, base * PLATE)
    return out


def _scaled(matrix: Array) -> Any:
    """A matrix in millimetres as Blender's."""
    scaled = matrix.copy()
    scaled[:3, 3] *= UNIT
    return Matrix(scaled.tolist())


def _soft_edged(wide: int, tall: int) -> Light:
    """How much of what is drawn anew shows: all of it but for a seam."""
    mask = np.zeros((tall + 2, wide + 2), np.uint8)
    mask[1:-1, 1:-1] = 1
    far = cv2.distanceTransform(mask, cv2.DIST_L2, 3)[1:-1, 1:-1, None]
    return np.clip(far / SEAM_PX, 0, 1).astype(np.float32)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Blender's progress lines off the standard output."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)
