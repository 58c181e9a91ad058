"""Who may know whom (the house's rules), checked by reading imports."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

FORBIDDEN = [  # (folder or file, what nothing in it may import, but for these parts of it)
    ("calibration", {"vision", "referee", "hardware", "firmware", "pygame", "serial"}, ()),
    ("vision", {"referee", "hardware", "firmware", "pygame", "serial"}, ()),
    ("hardware", {"calibration", "vision", "referee", "pygame"}, ()),
    ("referee/law", {"cv2", "serial", "pygame", "hardware", "vision", "calibration"}, ()),
    ("referee/measure", {"cv2", "serial", "pygame", "hardware", "vision", "calibration"}, ()),
    ("referee/record.py", {"cv2", "serial", "pygame", "hardware", "vision", "calibration"}, ()),
    ("referee", {"pygame"}, ("referee/display",)),
    ("referee", {"serial"}, ()),
    ("tests", {"bpy", "mathutils"}, ("tests/pathtraced/scene.py", "tests/pathtraced/materials.py")),
]


def imports(path: Path) -> set[str]:
    """Top-level names of every module that `path` imports, wherever in the file."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize(("where", "banned", "but"), FORBIDDEN)
def test_a_room_knows_only_whom_it_may(where: str, banned: set[str], but: tuple[str, ...]) -> None:
    place = ROOT / where
    files = [place] if place.suffix else sorted(place.rglob("*.py"))
    guilty = [
        f"{path.relative_to(ROOT)} imports {sorted(imports(path) & banned)}"
        for path in files
        if path.exists()
        and not any(path.is_relative_to(ROOT / part) for part in but)
        and imports(path) & banned
    ]
    assert not guilty
