"""A built firmware → onto the board, by avrdude."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from hardware.bench import BUILD, build
from hardware.problems import HardwareTrouble, NoPermission, PortBusy


@dataclass(frozen=True, slots=True)
class Programmer:
    """How avrdude talks to a board's boot loader."""

    part: str
    protocol: str
    baud: int


PROGRAMMERS = {
    "uno": Programmer("atmega328p", "arduino", 115200),
    "mega": Programmer("atmega2560", "wiring", 115200),
}


def command(board: str, port: str, hex_file: Path) -> list[str]:
    """The avrdude call."""
    how = PROGRAMMERS[board]
    return [
        "avrdude",
        *("-p", how.part, "-c", how.protocol, "-P", port, "-b", str(how.baud)),
        *("-D", "-q", "-U", f"flash:w:{hex_file}:i"),
    ]


def flash(board: str, port: str) -> str:
    """Build and write; what avrdude said."""
    if not shutil.which("avrdude"):
        raise HardwareTrouble("avrdude is not installed: apt-get install avrdude")
    build()
    hex_file = BUILD / f"studeye-{board}.hex"
    words = ["avr-objcopy", "-O", "ihex", "-R", ".eeprom", str(hex_file.with_suffix(".elf")), str(hex_file)]
    subprocess.run(words, check=True)
    done = subprocess.run(command(board, port, hex_file), capture_output=True, text=True, check=False)
    said = (done.stderr + done.stdout).strip()
    if done.returncode == 0:
        return said
    raise _why(board, port, said)


def _why(board: str, port: str, said: str) -> HardwareTrouble:
    low = said.lower()
    if "permission denied" in low:
        return NoPermission(
            f"may not open {port}: join its group (sudo usermod -aG dialout $USER), log in again"
        )
    if "busy" in low:
        return PortBusy(f"{port} is in use: close the other program")
    if "no such file" in low or "can't open device" in low:
        return HardwareTrouble(f"there is no {port}: plug the board in and look with `studeye roll --ports`")
    if "not in sync" in low or "timeout" in low or "signature" in low:
        return HardwareTrouble(
            f"the board on {port} does not answer as a {board}: choose --board uno or mega"
        )
    return HardwareTrouble(
        f"avrdude failed on {port}: {said.splitlines()[-1] if said else 'no reason given'}"
    )
