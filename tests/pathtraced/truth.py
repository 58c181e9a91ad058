"""A table's state under a camera -> its entry in truth.json, as tablebench's scorers read it."""

from dataclasses import asdict
from typing import Any

import numpy as np

from tests.pathtraced.layout import Block, Construct, Die, Figure, Table, tray
from tests.pathtraced.lens import Camera
from tests.pathtraced.parts import DIE, STUD, TABLE_TOP
from tests.pathtraced.story import What

Truth = dict[str, Any]
FIGURE_KEYS = ("id", "x", "y", "base", "facing", "head", "lying", "torso", "legs", "skin", "armed")


def board(table: Table) -> Truth:
    """What the board is."""
    return {"cols": table.cols, "rows": table.rows, "colour": table.board}


def tray_px(table: Table, camera: Camera) -> list[list[float]]:
    """The tray's corners in the picture, round it."""
    x0, y0, x1, y1 = (v * STUD for v in tray(table))
    corners: list[list[float]] = np.round(
        camera.project([(x0, y0, 0), (x1, y0, 0), (x1, y1, 0), (x0, y1, 0)]), 1
    ).tolist()
    return corners


def shot(name: str, what: What, camera: Camera, table: Table) -> Truth:
    """All that is known of a photo."""
    return {
        "image": name,
        "what": what,
        "camera": camera.truth(),
        "figures": figures(table),
        "constructs": [_construct(c) for c in table.constructs],
        "blocks": [_block(b) for b in table.blocks],
        "heights": table.heights(),
        "dice": [_die(d, camera) for d in table.dice],
    }


def figures(table: Table) -> list[Truth]:
    """Every figure's place and clothes."""
    return [_figure(f) for f in table.figures]


def _figure(figure: Figure) -> Truth:
    return {key: getattr(figure, key) for key in FIGURE_KEYS} | {"hat": figure.hat and asdict(figure.hat)}


def _construct(construct: Construct) -> Truth:
    return {
        "id": construct.id,
        "x": construct.x,
        "y": construct.y,
        "base": 0,
        "facing": construct.facing,
        "plates": construct.plates,
        "footprint": [int(v) for v in construct.footprint],
        "colours": sorted([construct.legs, construct.body, construct.trunk]),
    }


def _block(block: Block) -> Truth:
    return asdict(block)


def _die(die: Die, camera: Camera) -> Truth:
    """A die is where its top's middle is seen."""
    x_px, y_px = camera.project([(die.x * STUD, die.y * STUD, TABLE_TOP + DIE)])[0].tolist()
    return {"colour": die.colour, "value": die.value, "x_px": round(x_px, 1), "y_px": round(y_px, 1)}
