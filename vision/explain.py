"""An observation -> sentences: what was decided on what evidence, what came next, and by how much it lost."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from vision.observation import UNKNOWN, Construct, Die, Figure, Observation, Piece
from vision.sameness import Model

SAME_PLACE = 0.3  # studs: a reading this close is what is said


def explained(seen: Observation) -> Iterator[str]:
    """One sentence a decision."""
    models: tuple[Model, ...] = (*seen.figures, *seen.constructs)
    for model in models:
        yield f"{model.track}: {_what(model)}; {_why(model, seen)}."
    for piece in seen.pieces:
        yield f"{_block(piece)}; confidence {piece.confidence:.2f}."
    for die in seen.dice:
        yield f"{_die(die)}; confidence {die.confidence:.2f}."
    doubts = int((seen.heights == UNKNOWN).sum())
    yield f"heights: {doubts} of {seen.heights.size} studs are hidden or in doubt."


def _what(model: Model) -> str:
    place = f"({model.x:g}, {model.y:g})"
    if isinstance(model, Construct):
        colours = ", ".join(c.replace("_", " ") for c in model.colours)
        return f"construct at {place}, {model.plates} plates high, {colours}"
    pose = "lies" if model.lying else "stands"
    facing = "" if model.facing is None else f", facing {model.facing:g}°"
    return f"figure {pose} at {place}, level {model.base}{facing}, {_dress(model)}"


def _dress(figure: Figure) -> str:
    hat = figure.hat.colour if figure.hat else None
    worn = "no head" if figure.head is False else f"{hat} hat" if hat else "no hat"
    return f"{worn}, {figure.torso} torso, {figure.legs} legs".replace("_", " ")


def _why(model: Model, seen: Observation) -> str:
    """The evidence of the reading that is said, or that the picture there has not changed."""
    like = seen.explained.get("likeness", {}).get(model.track)
    held = "" if like is None else f"its picture correlates {like:.3f} with the last settled one"
    found = _evidence(model, seen)
    if found is None:
        return f"kept as read before: {held}" if held else "nothing else is known of it"
    numbers = ", ".join(f"{key.replace('_', ' ')} {_plain(value)}" for key, value in found.items())
    return f"confidence {model.confidence:.2f}: {numbers}" + (f"; {held}" if held else "")


def _evidence(model: Model, seen: Observation) -> dict[str, Any] | None:
    """What the reader wrote down for the reading at this model's place."""
    kind = "figures" if isinstance(model, Figure) else "constructs"
    read = [m for m in seen.explained.get("read", ()) if type(m) is type(model)]
    for reading, found in zip(read, seen.explained.get(kind, ()), strict=False):
        if np.hypot(reading.x - model.x, reading.y - model.y) <= SAME_PLACE:
            return dict(found)
    return None


def _plain(value: Any) -> str:
    if isinstance(value, tuple | list):
        return "(" + ", ".join(_plain(v) for v in value) + ")"
    return f"{value:g}" if isinstance(value, float) else "none" if value is None else str(value)


def _block(piece: Piece) -> str:
    colour = (piece.colour or "colour unknown").replace("_", " ")
    return f"piece {piece.w} × {piece.d} at ({piece.x}, {piece.y}): top at {piece.top} plates, {colour}"


def _die(die: Die) -> str:
    value = "unreadable" if die.value is None else str(die.value)
    return f"die at pixel ({die.x_px:.0f}, {die.y_px:.0f}): {die.colour} {value}{', cocked' * die.cocked}"
