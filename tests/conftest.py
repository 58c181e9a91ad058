"""What all tests share: the photographs beside the repo, where they are there."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture
def shared() -> Path:
    """The folder of photographs with their truth; tests that use it skip without it."""
    if not (SHARED / "tablebench").is_dir():
        pytest.skip("needs the photographs in ../shared")
    return SHARED
