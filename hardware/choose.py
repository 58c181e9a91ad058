"""What a person asked for on the command line → a connected device: a port, the bench, or virtual."""

import contextlib
import secrets
from collections.abc import Callable, Iterator

from hardware.bench import Bench
from hardware.device import Device, keep_nothing
from hardware.link import SerialLink
from hardware.ports import find_port
from hardware.rolls import RollRecord
from hardware.virtual_device import VirtualDevice


@contextlib.contextmanager
def on_port(port: str | None, keep: Callable[[RollRecord], None] = keep_nothing) -> Iterator[Device]:
    """The real device: on `port`, or wherever one answers."""
    where = port or find_port()
    yield from _connected(Device(lambda: SerialLink(where), keep=keep))


@contextlib.contextmanager
def on_bench(board: str = "uno", keep: Callable[[RollRecord], None] = keep_nothing) -> Iterator[Device]:
    """The compiled firmware on the bench."""
    with Bench(board, seed=_seed()) as bench:
        yield from _connected(Device(bench.link, keep=keep))


@contextlib.contextmanager
def virtual(keep: Callable[[RollRecord], None] = keep_nothing) -> Iterator[Device]:
    """The device in Python."""
    chip = VirtualDevice()
    yield from _connected(Device(chip.link, keep=keep))


def _connected(device: Device) -> Iterator[Device]:
    try:
        device.connect()
        yield device
    finally:
        device.close()


def _seed() -> int:
    """The bench's noise is made up: let it differ from run to run, as real noise does."""
    return secrets.randbits(48)
