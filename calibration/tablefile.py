"""A Table <-> table.toml: versioned, readable by a person, every mistake in it named."""

import difflib
import os
import tomllib
from pathlib import Path
from typing import Any

from calibration.camera import Camera, Lens
from calibration.problems import CannotRead
from calibration.table import Accuracy, Board, Table

VERSION = 1
KEYS: dict[str, set[str]] = {
    "": {"version", "board", "lens", "pose", "accuracy", "light", "tray", "leds"},
    "board": {"cols", "rows", "colour"},
    "lens": {"width", "height", "fx", "fy", "cx", "cy", "k1", "k2", "p1", "p2", "k3"},
    "pose": {"rotation", "translation_mm", "covariance"},
    "accuracy": {"grid_studs", "focal_percent", "height_percent"},
    "light": {"gain", "shade", "lamp"},
    "tray": {"corners_px"},
    "leds": {"places"},
}


def _row(values: Any) -> str:
    return "[" + ", ".join(repr(float(v)) for v in values) + "]"


def as_toml(table: Table) -> str:
    """The file's text."""
    lens, eye = table.camera.lens, table.camera.eye
    lines = [
        "# A camera over a board, as `studeye calibrate` measured it. Measured again after the camera moves.",
        f"version = {VERSION}",
        "",
        "[board]  # studs across and down",
        f"cols = {table.board.cols}",
        f"rows = {table.board.rows}",
        *([f'colour = "{table.board.colour}"'] if table.board.colour else []),
        "",
        "[lens]  # pixels; k and p as OpenCV has them",
        *(f"{key} = {getattr(lens, key)!r}" for key in ("width", "height", "fx", "fy", "cx", "cy")),
        *(f"{key} = {getattr(lens, key)!r}" for key in ("k1", "k2", "p1", "p2", "k3")),
        "",
        f"[pose]  # the lens hangs over stud ({eye[0]:.1f}, {eye[1]:.1f}), {eye[2] * 3.2:.0f} mm up",
        f"rotation = {_row(table.camera.rotation)}",
        f"translation_mm = {_row(table.camera.translation)}",
    ]
    if table.covariance:
        lines += ["covariance = [", *(f"  {_row(row)}," for row in table.covariance), "]"]
    if table.accuracy:
        known = {k: getattr(table.accuracy, k) for k in ("grid_studs", "focal_percent", "height_percent")}
        lines += ["", "[accuracy]  # 1-sigma, measured on the studs themselves"]
        lines += [f"{key} = {value!r}" for key, value in known.items() if value is not None]
    lines += ["", "[light]  # seen = true × gain, red, green, blue", f"gain = {_row(table.light)}"]
    if table.shade:
        lines.append(f"shade = {_row(table.shade)}")
    if table.lamp:
        lines.append(f"lamp = {_row(table.lamp)}  # how far a stud's shadow falls, across the board")
    if table.tray_px:
        lines += [
            "",
            "[tray]  # where dice land",
            f"corners_px = [{', '.join(_row(p) for p in table.tray_px)}]",
        ]
    if table.leds:
        lines += ["", "[leds]  # places in studs, in the chain's order"]
        lines += [f"places = [{', '.join(_row(p) for p in table.leds)}]"]
    return "\n".join(lines) + "\n"


def save(table: Table, path: Path) -> None:
    """Write the file whole or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(as_toml(table), encoding="utf-8")
        os.replace(part, path)
    except OSError as trouble:
        raise CannotRead(
            f"{path} can't be written ({trouble.strerror}); choose another place with --out"
        ) from None


def load(path: Path) -> Table:
    """The Table a file holds."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as trouble:
        raise CannotRead(
            f"{path} can't be opened ({trouble.strerror}); make one with `studeye calibrate`"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as trouble:
        raise CannotRead(f"{path} is damaged ({trouble}); put it right or calibrate again") from None
    version = data.get("version")
    if not isinstance(version, int):
        raise CannotRead(f"{path} has no version, so it is no table file; make one with `studeye calibrate`")
    if version > VERSION:
        raise CannotRead(
            f"{path} is of version {version} and this studeye reads up to {VERSION};"
            " update studeye or calibrate again"
        )
    _check_keys(path, data)
    try:
        return _built(data)
    except KeyError as missing:
        raise CannotRead(f"{path} lacks {missing.args[0]}; calibrate again") from None
    except (TypeError, ValueError, IndexError) as trouble:
        raise CannotRead(f"{path} has a value that can't be right ({trouble}); calibrate again") from None


def _check_keys(path: Path, data: dict[str, Any]) -> None:
    """Every key must be one of ours; a wrong one is answered with the nearest right one."""
    places = {"": data, **{k: v for k, v in data.items() if isinstance(v, dict)}}
    for section, values in places.items():
        for key in values:
            known = KEYS.get(section, set())
            if key not in known:
                near = difflib.get_close_matches(key, known, 1)
                where = f" in [{section}]" if section else ""
                hint = f"; did you mean {near[0]}?" if near else f"; known are {', '.join(sorted(known))}"
                raise CannotRead(f"{path} has an unknown key {key}{where}{hint}")


def _built(data: dict[str, Any]) -> Table:
    board, lens, pose = (data[k] for k in ("board", "lens", "pose"))
    parts = {k: float(lens[k]) for k in ("fx", "fy", "cx", "cy")}
    bends = {k: float(lens.get(k, 0.0)) for k in ("k1", "k2", "p1", "p2", "k3")}
    r, t = ([float(v) for v in pose[k]] for k in ("rotation", "translation_mm"))
    camera = Camera(
        Lens(int(lens["width"]), int(lens["height"]), *parts.values(), *bends.values()),
        (r[0], r[1], r[2]),
        (t[0], t[1], t[2]),
    )
    covariance = tuple(tuple(float(v) for v in row) for row in pose.get("covariance", ()))
    if covariance and (len(covariance) != 6 or any(len(row) != 6 for row in covariance)):
        raise ValueError("the pose's covariance is not 6 × 6")
    said = data.get("accuracy")
    accuracy = (
        Accuracy(float(said["grid_studs"]), said.get("focal_percent"), said.get("height_percent"))
        if said
        else None
    )
    light = data.get("light", {})
    gain = [float(v) for v in light.get("gain", (1, 1, 1))]
    return Table(
        Board(int(board["cols"]), int(board["rows"]), board.get("colour")),
        camera,
        tuple((float(x), float(y)) for x, y in data.get("tray", {}).get("corners_px", ())),
        accuracy,
        covariance,
        (gain[0], gain[1], gain[2]),
        tuple(float(v) for v in light.get("shade", ())),
        tuple(float(v) for v in light.get("lamp", ())),
        tuple((float(x), float(y)) for x, y in data.get("leds", {}).get("places", ())),
    )
