"""Tests of the compiled firmware: where the AVR tools are missing they say which command brings them."""

import os
from collections.abc import Iterator

import pytest

from hardware.bench import Bench, missing_tools
from hardware.device import Device


@pytest.fixture(scope="session")
def avr_tools() -> None:
    """Skips in one line without the tools; where CI=true that is a failure."""
    cure = missing_tools()
    if cure and os.environ.get("CI") == "true":
        pytest.fail(f"the AVR tools are missing: {cure}")
    if cure:
        pytest.skip(f"needs the AVR tools: {cure}")


@pytest.fixture
def bench(avr_tools: None) -> Iterator[Bench]:  # noqa: ARG001
    """A fresh Uno, faster than the clock."""
    with Bench("uno", seed=7, fast=True) as running:
        yield running


@pytest.fixture
def device(bench: Bench) -> Iterator[Device]:
    """A host connected to it."""
    host = Device(bench.link)
    host.connect()
    yield host
    host.close()
