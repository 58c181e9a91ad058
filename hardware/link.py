"""A line of bytes to a device: real (serial), written down, and played back."""

import base64
import contextlib
import errno
import json
import time
from pathlib import Path
from typing import Protocol

import serial

from hardware.messages import BAUD
from hardware.problems import LinkLost, NoDevice, NoPermission, PortBusy

BOOT_WAIT_S = 2.5  # a Uno resets when its port is opened; its boot loader eats what is sent meanwhile


class Link(Protocol):
    """Bytes out, bytes in. Raises LinkLost when the line is gone."""

    name: str
    boot_wait_s: float
    """How long a device on this line may be starting up after the line was opened."""

    def write(self, data: bytes) -> None:
        """Send all of `data`."""

    def read(self, wait_s: float) -> bytes:
        """Whatever has come, as soon as anything has; empty after `wait_s`."""

    def close(self) -> None:
        """Let go of the line."""


class SerialLink:
    """A serial port, ours alone while it is open."""

    def __init__(self, port: str, boot_wait_s: float = BOOT_WAIT_S) -> None:
        self.name = port
        self.boot_wait_s = boot_wait_s
        try:
            self._serial = serial.Serial(port, BAUD, timeout=0, write_timeout=1.0, exclusive=True)
        except (serial.SerialException, OSError) as problem:
            raise _why_not_open(port, problem) from problem

    def write(self, data: bytes) -> None:
        """Send all of `data`."""
        try:
            self._serial.write(data)
        except (serial.SerialException, OSError) as problem:
            raise self._lost() from problem

    def read(self, wait_s: float) -> bytes:
        """Whatever has come within `wait_s`."""
        try:
            self._serial.timeout = wait_s
            first = self._serial.read(1)
            return first + self._serial.read(self._serial.in_waiting) if first else b""
        except (serial.SerialException, OSError, TypeError) as problem:  # TypeError: closed under our feet
            raise self._lost() from problem

    def close(self) -> None:
        """Let go of the port."""
        with contextlib.suppress(serial.SerialException, OSError):
            self._serial.close()

    def _lost(self) -> LinkLost:
        return LinkLost(f"the device on {self.name} went away: check the cable, then it goes on by itself")


def _why_not_open(port: str, problem: Exception) -> Exception:
    number = getattr(problem, "errno", None)
    words = str(problem).lower()
    if number in (errno.EACCES, errno.EPERM) or "permission" in words or "access is denied" in words:
        return NoPermission(
            f"may not open {port}: join its group (sudo usermod -aG dialout $USER), then log in again"
        )
    if number in (errno.EBUSY, errno.EAGAIN) or "lock" in words or "busy" in words:
        return PortBusy(f"{port} is in use: close the other program (a serial monitor, another studeye)")
    return NoDevice(f"can't open {port}: is it plugged in? `studeye roll --ports` lists what is there")


class RecordingLink:
    """Another link, with everything that passes written down as JSON lines."""

    def __init__(self, link: Link, path: Path) -> None:
        self.name, self.boot_wait_s = link.name, link.boot_wait_s
        self._link = link
        self._file = path.open("w")
        self._start = time.monotonic()

    def write(self, data: bytes) -> None:
        """Send, and note it."""
        self._note("out", data)
        self._link.write(data)

    def read(self, wait_s: float) -> bytes:
        """Receive, and note it."""
        data = self._link.read(wait_s)
        if data:
            self._note("in", data)
        return data

    def close(self) -> None:
        """Let go of line and file."""
        self._link.close()
        self._file.close()

    def _note(self, way: str, data: bytes) -> None:
        at = round(time.monotonic() - self._start, 6)
        line = {"t": at, "way": way, "bytes": base64.b64encode(data).decode()}
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


class RecordedLink:
    """What a RecordingLink wrote, given back: what came in after as many bytes went out as then."""

    def __init__(self, path: Path) -> None:
        self.name, self.boot_wait_s = f"recording {path.name}", 0.0
        self._lines = [json.loads(line) for line in path.read_text().splitlines()]
        self._at = 0
        self._owed = 0  # bytes the host still has to send before the recording goes on

    def write(self, data: bytes) -> None:
        """Count what is sent: the recording answers when it would have."""
        self._owed -= len(data)

    def read(self, wait_s: float) -> bytes:  # noqa: ARG002  # a recording has its own time
        """The next bytes that came in, once everything sent before them has been sent again."""
        while self._at < len(self._lines):
            line = self._lines[self._at]
            data = base64.b64decode(line["bytes"])
            if line["way"] == "out":
                if self._owed + len(data) > 0:
                    return b""
                self._owed += len(data)
                self._at += 1
                continue
            self._at += 1
            return data
        raise LinkLost(f"{self.name} has come to its end")

    def close(self) -> None:
        """Nothing to let go of."""
