"""What things are made of, as Blender materials."""

from typing import Any

import bpy

from tests.pathtraced.palette import Tone, colour
from tests.pathtraced.room import Look


def surface(name: str, tone: Tone, rough: float, metal: float = 0.0) -> Any:
    """A plain surface of one colour."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    sockets = material.node_tree.nodes["Principled BSDF"].inputs
    values = {"Base Color": (*tone, 1), "Roughness": rough, "Metallic": metal, "IOR": 1.5}
    for socket, value in values.items():
        sockets[socket].default_value = value
    return material


def plastic(name: str, rough: float) -> Any:
    """Plastic of a named colour; weapons are a little metallic."""
    if name == "flat_silver":
        return surface(name, colour(name), 0.45, 0.6)
    return surface(name, colour(name), rough)


def wood(look: Look) -> Any:
    """A streaky table top in the look's two tones."""
    material = surface("wood", look.wood[0], 0.6)
    nodes, links = material.node_tree.nodes, material.node_tree.links
    place, stretch = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeMapping")
    streak, ramp = nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeValToRGB")
    stretch.inputs["Scale"].default_value = (1.3, 0.09, 1)
    stretch.inputs["Rotation"].default_value = (0, 0, look.wood_turn)
    for socket, value in {"Scale": 1.0, "Detail": 5.0, "Roughness": 0.62}.items():
        streak.inputs[socket].default_value = value
    for stop, position, tone in zip(ramp.color_ramp.elements, (0.37, 0.63), look.wood, strict=True):
        stop.position, stop.color = position, (*tone, 1)
    links.new(place.outputs["Object"], stretch.inputs["Vector"])
    links.new(stretch.outputs["Vector"], streak.inputs["Vector"])
    links.new(streak.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
    return material
