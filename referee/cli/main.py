"""The `studeye` command: words in, one command run, its exit code out.

Each command is a module of this package with `add_arguments(parser)` and `run(args) -> int`; it is
imported only when asked for, so that `studeye sheet` never waits for OpenCV.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from calibration.problems import CannotRead
from hardware.problems import HardwareTrouble
from referee.problems import BadInput

DONE, SAID_NO, BAD_INPUT, HARDWARE = 0, 1, 2, 3  # exit codes

COMMANDS = {
    "play": "referee a match, on the real table or on a simulated one",
    "verify": "check a record: its chain, and every ruling again",
    "replay": "step through a record",
    "report": "a record as one self-contained page with its pictures",
    "calibrate": "photos or a live camera → table.toml",
    "board": "find a board and its lattice in any photo",
    "observe": "read a table from photos",
    "watch": "read a table from a video or a live camera: hands, settled states, changes",
    "measure": "the ruler alone: ways, gaps, sight and cover between what is on a photo",
    "dice": "read every six-sided die in a photo",
    "sheet": "costs, allowances and stats of a model, with the sum shown",
    "roll": "roll dice with the device, or ask whether it is fair",
    "leds": "light the LED grid by hand",
    "flash": "write the firmware to the Arduino",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; what a person did wrong is one sentence on stderr, never a traceback."""
    words = list(sys.argv[1:] if argv is None else argv)
    parser = argparse.ArgumentParser(prog="studeye", description="Hawk-Eye for Lego tables.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    asked = next((word for word in words if not word.startswith("-")), None)
    for name, purpose in COMMANDS.items():
        sub = commands.add_parser(name, help=purpose, description=purpose)
        if name == asked:
            importlib.import_module(f"referee.cli.{name}").add_arguments(sub)
    args = parser.parse_args(words)
    try:
        return int(importlib.import_module(f"referee.cli.{args.command}").run(args))
    except (CannotRead, BadInput) as problem:
        print(f"studeye {args.command}: {problem}", file=sys.stderr)
        return BAD_INPUT
    except HardwareTrouble as problem:
        print(f"studeye {args.command}: {problem}", file=sys.stderr)
        return HARDWARE
    except BrokenPipeError:  # the reader of our output went away: nobody is left to complain to
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return SAID_NO
