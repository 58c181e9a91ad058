"""The built firmware → its memory and timing beside what it may use; exit 1 when over.

    python -m firmware.budget      (`make -C firmware` runs it)

Memory is read from the ELF; timing is measured on the bench: pulses of the LED line, the longest lap of
the main loop with every LED changing, and bytes lost to the UART meanwhile.
"""

import subprocess
import sys
from dataclasses import dataclass

from hardware.bench import BOARDS, BUILD, Bench
from hardware.device import Device
from hardware.messages import Animate, AskRoll, Effect, Fill, Leds

STACK_BYTES = 400  # kept free for the stack; how deep it really goes is measured below
BOOT_LOADER = {"uno": 512, "mega": 8192}
FLASH = {"uno": 32768, "mega": 262144}
RAM = {"uno": 2048, "mega": 8192}
LAP_MS = {
    "uno": 12.0,
    "mega": 45.0,
}  # its UART ring holds the longest frame meanwhile
GAP_NS = 5500  # some WS2812 take 6 µs of quiet for the end of a frame
FRAME_US_PER_LED = 38  # 30 µs of bits, the rest to look after the UART


@dataclass(frozen=True, slots=True)
class Line:
    """One measure beside its limit."""

    board: str
    what: str
    used: float
    limit: float

    @property
    def good(self) -> bool:
        """Within the limit."""
        return self.used <= self.limit


def memory(board: str) -> list[Line]:
    """Flash and RAM of the ELF."""
    sizes = subprocess.run(
        ["avr-size", "-A", str(BUILD / f"studeye-{board}.elf")], capture_output=True, text=True, check=True
    ).stdout
    section = {
        words[0]: int(words[1])
        for words in map(str.split, sizes.splitlines())
        if words and words[0][0] == "."
    }
    ram = section.get(".data", 0) + section.get(".bss", 0) + section.get(".noinit", 0)
    return [
        Line(
            board,
            "flash, bytes",
            section[".text"] + section.get(".data", 0),
            FLASH[board] - BOOT_LOADER[board],
        ),
        Line(board, "RAM without the stack, bytes", ram, RAM[board] - STACK_BYTES),
    ]


def timing(board: str) -> list[Line]:
    """What the bench measures with every LED lit and an effect running."""
    leds = BOARDS[board].leds
    with Bench(board) as bench:
        device = Device(bench.link)
        device.connect()
        device.do(Fill(0, leds, 255, 128, 7, 1))
        device.do(
            Animate(Effect.PULSE, 255, 255, 255, 400, b"".join(i.to_bytes(2, "little") for i in range(60)))
        )
        for i in range(40):
            device.do(Leds(i % leds, 1, bytes([i, 255, 0] * min(40, leds - i % leds))))
        stats = bench.stats()
        device.roll(lambda number, token: AskRoll(number, token, b"\x1c\x64"), 10)
        stats = {**stats, "stack": bench.stats()["stack"]}
        device.close()
    return [
        Line(board, "longest lap of the loop, ms", stats["longest_lap_us"] / 1000, LAP_MS[board]),
        Line(board, "longest gap between LED bits, ns", stats["longest_gap_ns"], GAP_NS),
        Line(board, "a frame of LEDs, us", stats["frame_us"], FRAME_US_PER_LED * leds),
        Line(board, "LED pulses out of tolerance", stats["bad_pulses"], 0),
        Line(board, "frames latched early", stats["early_latches"], 0),
        Line(board, "bytes the UART lost", stats["overruns"], 0),
        Line(board, "deepest stack, bytes", stats["stack"], STACK_BYTES),
    ]


def main() -> int:
    """Print the table."""
    lines = [line for board in BOARDS for line in memory(board) + timing(board)]
    for line in lines:
        verdict = "ok" if line.good else "OVER"
        print(f"{line.board:5} {line.what:40} {line.used:10.1f} of {line.limit:10.1f}  {verdict}")
    return 0 if all(line.good for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
