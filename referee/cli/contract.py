"""Observations -> plain values for JSON, in the contract of tablebench's README."""

from typing import Any

from calibration.table import Board
from vision.observation import UNKNOWN, Change, Construct, Die, Figure, Loose, Observation, Piece
from vision.observe import lattice_px

Plain = dict[str, Any]


def plain(seen: Observation, board: Board) -> Plain:
    """Everything an observation says."""
    return {
        "lattice_px": lattice_px(seen.camera, board).round(2).tolist(),
        "heights": [[None if h == UNKNOWN else h for h in row] for row in seen.heights.tolist()],
        "pieces": [piece(p) for p in seen.pieces],
        "dice": [die(d) for d in seen.dice],
        **models(seen),
    }


def models(seen: Observation) -> Plain:
    """The models of an observation, loose pieces, and what changed."""
    return {
        "figures": [figure(f) for f in seen.figures],
        "constructs": [construct(c) for c in seen.constructs],
        "loose": [loose(p) for p in seen.loose],
        "changes": [change(c) for c in seen.changes],
    }


def figure(f: Figure) -> Plain:
    """A figure, places in studs."""
    return {
        "track": f.track,
        "x": round(float(f.x), 2),
        "y": round(float(f.y), 2),
        "base": f.base,
        "facing": f.facing,
        "lying": f.lying,
        "head": f.head,
        "hat": {"colour": f.hat.colour} if f.hat else f.hat,
        "torso": f.torso,
        "legs": f.legs,
        "skin": f.skin,
        "confidence": round(float(f.confidence), 3),
        "error": round(float(f.error), 3),
    }


def construct(c: Construct) -> Plain:
    """A construct, places in studs, height in plates."""
    return {
        "track": c.track,
        "x": round(float(c.x), 2),
        "y": round(float(c.y), 2),
        "base": c.base,
        "plates": c.plates,
        "footprint": list(c.footprint),
        "colours": list(c.colours),
        "facing": c.facing,
        "confidence": round(float(c.confidence), 3),
        "error": round(float(c.error), 3),
    }


def piece(p: Piece) -> Plain:
    """The topmost block of a stack."""
    return {
        "x": p.x,
        "y": p.y,
        "w": p.w,
        "d": p.d,
        "top": p.top,
        "colour": p.colour,
        "confidence": round(float(p.confidence), 3),
    }


def die(d: Die) -> Plain:
    """A die in the tray, its place in pixels."""
    return {
        "x_px": round(float(d.x_px), 1),
        "y_px": round(float(d.y_px), 1),
        "colour": d.colour,
        "value": d.value,
        "cocked": d.cocked,
        "confidence": round(float(d.confidence), 3),
    }


def loose(p: Loose) -> Plain:
    """A piece lying loose."""
    return {"x": round(float(p.x), 2), "y": round(float(p.y), 2), "colour": p.colour}


def change(c: Change) -> Plain:
    """A change; only what its kind has."""
    out: Plain = {"kind": c.kind}
    if c.track is not None:
        out["track"] = c.track
    if c.start is not None and c.end is not None:
        out["from"] = list(c.start) if isinstance(c.start, tuple) else c.start
        out["to"] = list(c.end) if isinstance(c.end, tuple) else c.end
    if c.what is not None:
        out["what"] = c.what
    if c.area is not None:
        out |= dict(zip("xywd", c.area, strict=True))
    if c.studs is not None:
        out["studs"] = round(float(c.studs), 3)
    return out


def in_words(c: Change) -> str:
    """A change as a person says it."""
    if c.kind == "moved" and isinstance(c.start, tuple) and isinstance(c.end, tuple):
        return f"{c.track} moved from ({c.start[0]:g}, {c.start[1]:g}) to ({c.end[0]:g}, {c.end[1]:g})"
    if c.kind == "turned":
        return f"{c.track} turned from {c.start}° to {c.end}°"
    if c.kind in ("lost", "gained"):
        return f"{c.track} {c.kind} its {c.what}"
    if c.kind == "appeared":
        return f"{c.track} came to the table"
    if c.kind == "gone":
        return f"{c.track} left the table"
    if c.kind == "terrain" and c.area is not None:
        x, y, w, d = c.area
        return f"the terrain changed at ({x}, {y}), {w} × {d} studs"
    if c.kind == "knocked":
        return f"the camera was knocked by {c.studs:.2f} studs and corrected"
    return "the light changed"
