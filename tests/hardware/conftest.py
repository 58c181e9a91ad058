"""The firmware's logic as a library of this machine, for tests that put it beside the Python side."""

import ctypes
import os
import shutil

import pytest

from hardware.bench import BUILD, make

CURE = "apt-get install g++ make"


@pytest.fixture(scope="session")
def logic() -> ctypes.CDLL:
    """Compiled with the sanitizers on; skips in one line without a compiler, fails where CI=true."""
    if not shutil.which("g++") or not shutil.which("make"):
        if os.environ.get("CI") == "true":
            pytest.fail(f"no C++ compiler: {CURE}")
        pytest.skip(f"needs a C++ compiler: {CURE}")
    make("build/liblogic.so")
    return ctypes.CDLL(str(BUILD / "liblogic.so"))
