"""What all tests share: the photographs beside the repo where they are there, and `--rule MT-5`."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture
def shared() -> Path:
    """The folder of photographs with their truth; tests that use it skip without it."""
    if not (SHARED / "tablebench").is_dir():
        pytest.skip("needs the photographs in ../shared")
    return SHARED


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--rule MT-5`, as often as wanted: only the tests that carry one of these ids."""
    parser.addoption("--rule", action="append", default=[], metavar="ID", help="only tests of this rule id")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what carries none of the ids asked for."""
    wanted = set(config.getoption("--rule"))
    if not wanted:
        return
    carrying = [
        item for item in items if wanted & {rule for mark in item.iter_markers("rule") for rule in mark.args}
    ]
    config.hook.pytest_deselected(items=[item for item in items if item not in carrying])
    items[:] = carrying
