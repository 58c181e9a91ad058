"""Two ends of a line in memory, and a garbler that does to bytes what bad cables do."""

import random
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from hardware.link import Link


@dataclass(frozen=True, slots=True)
class Rates:
    """How often each mishap befalls a byte."""

    drop: float = 0.0
    flip: float = 0.0
    double: float = 0.0
    delay: float = 0.0
    delay_s: float = 0.005

    @classmethod
    def all_at(cls, rate: float) -> "Rates":
        """Every mishap at the same rate."""
        return cls(rate, rate, rate, rate)


@dataclass(slots=True)
class Garbler:
    """Spoils bytes by chance, never their order: a line can't overtake itself."""

    rates: Rates
    random: random.Random
    clock: Callable[[], float] = time.monotonic
    _queue: deque[tuple[float, int]] = field(default_factory=deque)
    spoilt: int = 0

    def put(self, data: bytes) -> None:
        """Bytes go in ..."""
        now, rates, chance = self.clock(), self.rates, self.random.random
        due = self._queue[-1][0] if self._queue else now
        for byte in data:
            seen = byte
            if chance() < rates.delay:
                due = max(due, now) + rates.delay_s
            if chance() < rates.drop:
                self.spoilt += 1
                continue
            if chance() < rates.flip:
                self.spoilt += 1
                seen ^= 1 << self.random.randrange(8)
            self._queue.append((due, seen))
            if chance() < rates.double:
                self.spoilt += 1
                self._queue.append((due, seen))

    def take(self) -> bytes:
        """... and come out when they are due."""
        now = self.clock()
        out = bytearray()
        while self._queue and self._queue[0][0] <= now:
            out.append(self._queue.popleft()[1])
        return bytes(out)

    def wait_s(self) -> float | None:
        """How long until the next byte is due; None when nothing is held."""
        return max(0.0, self._queue[0][0] - self.clock()) if self._queue else None


class GarbledLink:
    """Another link with a garbler in each direction."""

    def __init__(self, link: Link, out: Garbler, back: Garbler) -> None:
        self.name, self.boot_wait_s = f"garbled {link.name}", link.boot_wait_s
        self._link, self._out, self._back = link, out, back

    def write(self, data: bytes) -> None:
        """Send, spoilt."""
        self._out.put(data)
        self._flush()

    def read(self, wait_s: float) -> bytes:
        """Receive, spoilt."""
        end = time.monotonic() + wait_s
        while True:
            self._flush()
            waits = [wait for wait in (self._out.wait_s(), self._back.wait_s()) if wait is not None]
            left = max(0.0, end - time.monotonic())
            self._back.put(self._link.read(min([left, *waits])))
            data = self._back.take()
            if data or time.monotonic() >= end:
                return data

    def close(self) -> None:
        """Let go of the line."""
        self._link.close()

    def _flush(self) -> None:
        data = self._out.take()
        if data:
            self._link.write(data)


class NullModem:
    """A device that lives in this process, at the end of a line that costs nothing.

    `device` is anything with `receive(bytes)` and `send() -> bytes`; it is given its turn whenever the
    host reads.
    """

    def __init__(self, device: "Talker", name: str = "virtual device") -> None:
        self.name, self.boot_wait_s = name, 0.0
        self._device = device

    def write(self, data: bytes) -> None:
        """Straight into the device's ear."""
        self._device.receive(data)

    def read(self, wait_s: float) -> bytes:
        """Straight from its mouth, as soon as it says something."""
        end = time.monotonic() + wait_s
        while True:
            data = self._device.send()
            if data or time.monotonic() >= end:
                return data
            time.sleep(min(0.001, wait_s))

    def close(self) -> None:
        """A device in memory minds nothing."""


class Talker:
    """What a null modem joins: bytes in, bytes out."""

    def receive(self, data: bytes) -> None:
        """Bytes from the host."""
        raise NotImplementedError

    def send(self) -> bytes:
        """Whatever it has to say now."""
        raise NotImplementedError
