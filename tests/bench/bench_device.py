"""The device: latency of rolls and LED frames on the compiled firmware, in real time at 500,000 baud."""

import statistics
import time
from collections.abc import Callable, Iterator

from hardware.bench import Bench, missing_tools
from hardware.device import Device
from hardware.leds import DeviceLights
from hardware.messages import AskRoll, Set, Setting
from tests.bench.row import Row

ROLLS, FRAMES, LEDS = 300, 100, 64
PAUSE_S = 0.06  # players don't roll back to back: the next slot is erased meanwhile


def rows() -> Iterator[Row]:
    """Rolls that survive resets, rolls that survive power loss, frames a second."""
    cure = missing_tools()
    if cure:
        yield Row(f"skipped: {cure}", 0.0, "")
        return
    with Bench("uno") as bench:
        device = Device(bench.link)
        device.connect()
        for durable, what in ((0, "surviving resets"), (1, "surviving power loss")):
            device.do(Set(Setting.DURABLE, durable))
            time.sleep(0.3)
            yield from quantiles(f"chip roll 2d6 {what}", lambda: roll(device), PAUSE_S)
            yield from quantiles(f"the same, back to back ({what})", lambda: roll(device), 0.0)
        start = time.perf_counter()
        lights = DeviceLights(device)
        for i in range(FRAMES):
            lights.show(bytes((i + 7 * j) % 256 for j in range(3 * LEDS)))
        yield Row(f"full refresh of {LEDS} LEDs", FRAMES / (time.perf_counter() - start), "/s", "must be 30")
        yield Row("bytes the UART lost", bench.stats()["overruns"], "")
        device.close()


def roll(device: Device) -> None:
    """One roll, asked to received."""
    device.roll(lambda number, token: AskRoll(number, token, b"\x02\x06"), 10)


def quantiles(what: str, call: Callable[[], None], pause_s: float) -> Iterator[Row]:
    """p50 and p99 of a call."""
    spent = []
    for _ in range(ROLLS if pause_s == 0 else ROLLS // 2):
        time.sleep(pause_s)
        start = time.perf_counter()
        call()
        spent.append(1000 * (time.perf_counter() - start))
    cuts = statistics.quantiles(spent, n=100)
    yield Row(f"{what}, p50", cuts[49])
    yield Row(f"{what}, p99", cuts[98])
