"""A session in a process of its own: the window draws at its own pace while the table is read.

Shown values come out, wishes go in, through one pipe. When either side goes away the other one ends.
"""

import contextlib
import multiprocessing
import os
import time
from multiprocessing.connection import Connection

from calibration import CannotRead
from hardware.problems import HardwareTrouble
from referee.live.opening import Wanted, open_wanted
from referee.problems import BadInput
from referee.show import Quit, Shown, Wish

BEHIND = 5  # how much the table's process gives way, so that the window is drawn while it reads

KINDS = {"bad": BadInput, "read": CannotRead, "hardware": HardwareTrouble}


class Apart:
    """The other end of the pipe."""

    def __init__(self, wanted: Wanted, frame_s: float) -> None:
        here, there = multiprocessing.get_context("spawn").Pipe()
        self._pipe = here
        self._process = multiprocessing.get_context("spawn").Process(
            target=_table_side, args=(wanted, frame_s, there), daemon=True
        )
        self._process.start()
        there.close()
        self.over = False
        self.told = ""  # what is being done before there is anything to show

    def newest(self) -> Shown | None:
        """The newest thing to show, if there is a new one; raises what went wrong over there."""
        newest = None
        try:
            while self._pipe.poll():
                said = self._pipe.recv()
                if isinstance(said, Shown):
                    newest = said
                elif isinstance(said, str):
                    self.told = said
                elif said is None:
                    self.over = True
                else:
                    kind, words = said
                    raise KINDS[kind](words)
        except EOFError:
            self.over = True
        return newest

    def wish(self, wish: Wish) -> None:
        """Pass a wish on."""
        if not self.over:
            self._pipe.send(wish)

    def close(self) -> None:
        """Have it end, and wait until it has let go of camera and record."""
        if not self.over:
            with contextlib.suppress(OSError):
                self._pipe.send(Quit())
        self._process.join(timeout=10)
        if self._process.is_alive():
            self._process.terminate()


def _table_side(wanted: Wanted, frame_s: float, pipe: Connection) -> None:
    """What runs over there: frames and wishes until the match is over or nobody listens."""
    if hasattr(os, "nice"):
        os.nice(BEHIND)
    try:
        opened = open_wanted(wanted, pipe.send)
        number = -1
        while not opened.session.left:  # an end can be appealed too
            started = time.monotonic()
            while pipe.poll():
                opened.session.wish(pipe.recv())
            opened.step()
            if opened.session.shown.number != number:
                number = opened.session.shown.number
                pipe.send(opened.session.shown)
            time.sleep(max(frame_s - (time.monotonic() - started), 0.0))
        opened.close()
        pipe.send(None)
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        return  # the window is gone: the record keeps everything
    except BadInput as problem:
        pipe.send(("bad", str(problem)))
    except CannotRead as problem:
        pipe.send(("read", str(problem)))
    except HardwareTrouble as problem:
        pipe.send(("hardware", str(problem)))
