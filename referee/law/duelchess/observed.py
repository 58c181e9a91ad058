"""What the camera saw of a piece -> measures and colours that its sheet leaves open (DC-1, DC-2)."""

from collections.abc import Mapping
from typing import Any

from referee.law.duelchess.sheet import PIP_MM
from referee.problems import BadInput

PLATE_MM = 3.2
STUD_MM = 8.0
SIDEWAYS = (90, 270)  # facings along y: front to back lies along y too


def with_observed(plain: Mapping[str, Any], seen: Mapping[str, Any], track: str | None) -> dict[str, Any]:
    """The sheet with what the observation adds; what is written on the sheet counts."""
    constructs = [each for each in seen.get("constructs") or [] if track in (None, each.get("track"))]
    figures = [each for each in seen.get("figures") or [] if track is not None and track == each.get("track")]
    if len(constructs) + len(figures) != 1:
        names = [str(each.get("track")) for each in (*seen.get("constructs", []), *seen.get("figures", []))]
        known = ", ".join(names) or "nothing"
        raise BadInput(f"which piece is it? The observation shows {known}: name one with --model")
    measured = _of_construct(constructs[0]) if constructs else _of_figure(figures[0])
    in_mm = plain.get("measured_in") == "mm"
    pip_mm = PIP_MM.get(plain.get("pip", "stud"), STUD_MM)
    added = {
        key: item if key == "colours" or in_mm else round(item / pip_mm, 2) for key, item in measured.items()
    }
    return {**added, **plain}


def _of_construct(seen: Mapping[str, Any]) -> dict[str, Any]:
    """Millimetres: up from its base; front to back by its facing, else the shorter side."""
    x0, y0, x1, y1 = seen["footprint"]
    across, down = STUD_MM * (x1 - x0), STUD_MM * (y1 - y0)
    facing = seen.get("facing")
    width = min(across, down) if facing is None else down if round(facing) % 360 in SIDEWAYS else across
    found: dict[str, Any] = {"width": width, "length": across + down - width}
    if seen.get("plates") is not None:
        found["height"] = PLATE_MM * seen["plates"]
    if seen.get("colours"):
        found["colours"] = list(seen["colours"])
    return found


def _of_figure(seen: Mapping[str, Any]) -> dict[str, Any]:
    """A minifig's measures are the sheet's defaults; its colours are seen."""
    hat = seen.get("hat") or {}
    colours = [seen.get("torso"), seen.get("skin"), hat.get("colour") if isinstance(hat, Mapping) else None]
    return {"colours": [colour for colour in colours if colour]}
