"""The compiled firmware on the bench → a link and hooks: pins, noise, resets, power cuts, LED frames.

with Bench("uno") as bench:
    device = Device(bench.link)
    device.connect()
"""

import contextlib
import json
import queue
import shutil
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from hardware.link import SerialLink
from hardware.problems import HardwareTrouble

FIRMWARE = Path(__file__).resolve().parents[1] / "firmware"
BUILD = FIRMWARE / "build"
PACKAGES = "gcc-avr avr-libc binutils-avr arduino-core-avr libsimavr-dev libelf-dev gcc g++ make"
INSTALL = f"apt-get install {PACKAGES}"
NEEDED = (
    Path("/usr/share/arduino/hardware/arduino/avr"),
    Path("/usr/include/simavr/sim_avr.h"),
)


@dataclass(frozen=True, slots=True)
class BoardPins:
    """What the bench must know of a board: (port, bit) of each pin, as the data sheet names them."""

    mcu: str
    led: tuple[str, int]
    beam: tuple[str, int]
    button: tuple[str, int]
    leds: int


BOARDS = {
    "uno": BoardPins("atmega328p", ("D", 6), ("D", 2), ("D", 3), 64),
    "mega": BoardPins("atmega2560", ("A", 0), ("D", 0), ("E", 5), 320),
}


def missing_tools() -> str | None:
    """None when the firmware can be built here, else the command that makes it so."""
    absent = [tool for tool in ("avr-g++", "gcc", "make") if not shutil.which(tool)]
    return INSTALL if absent or not all(path.exists() for path in NEEDED) else None


def build() -> None:
    """Make the firmware and the bench if they are not up to date."""
    cure = missing_tools()
    if cure:
        raise HardwareTrouble(f"the bench needs the AVR tools: {cure}")
    make("build/bench", *(f"build/studeye-{name}.elf" for name in BOARDS))


def make(*targets: str) -> None:
    """Build in firmware/, one at a time: tests run side by side, and half a library is worse than none."""
    import fcntl  # not on Windows, where nothing is built but rolls are still rolled

    BUILD.mkdir(exist_ok=True)
    with (BUILD / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        words = ["make", "-C", str(FIRMWARE), *targets]
        made = subprocess.run(words, capture_output=True, text=True, check=False)
    if made.returncode:
        raise HardwareTrouble(f"the firmware does not build: {made.stderr.strip().splitlines()[-1]}")


class Bench:
    """A running chip. Its UART is a pty; everything else goes through here."""

    def __init__(self, board: str = "uno", *, seed: int = 1, fast: bool = False) -> None:
        build()
        self.pins = BOARDS[board]
        elf = BUILD / f"studeye-{board}.elf"
        port, bit = self.pins.led
        words = [str(BUILD / "bench"), str(elf), self.pins.mcu, port, str(bit), "--seed", str(seed)]
        for name, number in (self.pins.beam, self.pins.button):
            words += ["--high", f"{name}{number}"]
        self._process = subprocess.Popen(
            [*words, "--fast"] if fast else words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self._frames: queue.Queue[dict[str, Any]] = queue.Queue()
        self.made: list[bytes] = []
        """Rolls made, as the chip showed them beside the line; one that survived a reset shows again."""
        self.frame = b""
        """The newest LED frame, RGB, decoded from the pin."""
        self.servo_seen: set[int] = set()
        """Widths of servo pulses, µs, up to the last stats."""
        self.crash: dict[str, Any] | None = None
        self._lock = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()
        self.port = str(self._answer()["port"])

    def _listen(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            said = json.loads(line)
            if said["event"] == "made":
                self.made.append(bytes.fromhex(said["record"]))
            elif said["event"] == "frame":
                self.frame = bytes.fromhex(said["rgb"])
                self._frames.put(said)
            elif said["event"] == "crash":
                self.crash = said
                self._answers.put(said)
            else:
                self._answers.put(said)

    def _answer(self, wait_s: float = 20.0) -> dict[str, Any]:
        try:
            return self._answers.get(timeout=wait_s)
        except queue.Empty:
            raise HardwareTrouble("the bench stopped answering: run `make -C firmware clean all`") from None

    def tell(self, line: str) -> dict[str, Any]:
        """A line to the bench, and its answer."""
        with self._lock:
            assert self._process.stdin
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
            return self._answer()

    def link(self) -> SerialLink:
        """A serial link to the chip: the bench has no boot loader, so nothing to wait for."""
        return SerialLink(self.port, boot_wait_s=0.0)

    def reset(self) -> None:
        """The reset button."""
        self.tell("reset")

    def power_cut(self) -> None:
        """The cable pulled and put back: RAM is noise, a cell being written is torn."""
        self.tell("power")

    def hang(self) -> None:
        """The firmware stands still, as a bug would make it: only its watchdog can help."""
        self.tell("hang")

    def noise(self, sigma_mv: float) -> None:
        """How noisy the open pin is."""
        self.tell(f"noise {sigma_mv:g}")

    def stuck(self, at_mv: float) -> None:
        """The open pin shorted to a voltage: no noise at all."""
        self.tell(f"stuck {at_mv:g}")

    def drive(self, pin: tuple[str, int], level: int) -> None:
        """Drive an input pin from outside."""
        self.tell(f"pin {pin[0]} {pin[1]} {level}")

    def pulse(
        self, pin: tuple[str, int], times: int, low_us: int, high_us: int, start_us: int = 1000
    ) -> None:
        """Pull a pin low `times` times, by the chip's own clock: dice through the beam, a press."""
        self.tell(f"pulse {pin[0]} {pin[1]} {times} {low_us} {high_us} {start_us}")

    @contextlib.contextmanager
    def standing_still(self) -> Iterator[None]:
        """The chip's clock stands while several things are arranged at once."""
        self.tell("pause")
        yield
        self.tell("go")

    def stats(self) -> dict[str, Any]:
        """Counters of the chip and the line."""
        stats = self.tell("stats")
        self.servo_seen |= set(stats["servo_seen"])
        return stats

    def eeprom(self) -> bytes:
        """What the EEPROM holds."""
        return bytes.fromhex(self.tell("eeprom")["bytes"])

    def next_frame(self, wait_s: float = 5.0) -> bytes:
        """The next LED frame that has not been asked for yet."""
        try:
            return bytes.fromhex(self._frames.get(timeout=wait_s)["rgb"])
        except queue.Empty:
            raise HardwareTrouble(f"no LED frame came within {wait_s:g} s") from None

    def close(self) -> None:
        """End the chip."""
        with contextlib.suppress(OSError):
            assert self._process.stdin
            self._process.stdin.close()
        self._process.wait(timeout=5)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
