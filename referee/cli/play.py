"""`studeye play`: a match file and a table, real or virtual -> a match refereed to its end."""

import argparse
import math
import queue
import sys
import threading
import time
from datetime import datetime
from pathlib import Path

from hardware.voice import Silence, Voice, find_voice
from referee.live.apart import Apart
from referee.live.commands import parse
from referee.live.opening import Wanted, open_wanted
from referee.live.terminal import Terminal
from referee.narrator import Narrator
from referee.problems import BadInput
from referee.show import Quit, Shown, Wish

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FRAMES_PER_S = 10.0  # of the virtual camera at speed 1: as a hand moves


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `studeye play` takes."""
    parser.add_argument("match", nargs="?", type=Path, metavar="MATCH.toml", help="without one: the examples")
    parser.add_argument("--virtual", action="store_true", help="on a simulated table with virtual players")
    parser.add_argument("--bench", action="store_true", help="with --virtual: the compiled firmware")
    parser.add_argument("--camera", type=int, default=0, metavar="N")
    parser.add_argument("--table", type=Path, default=Path("table.toml"), help="what `calibrate` wrote")
    parser.add_argument("--bare", type=Path, metavar="PHOTO", help="the bare board, where there is terrain")
    parser.add_argument("--terrain", type=Path, metavar="PHOTO", help="the terrain without models")
    parser.add_argument("--port", help="the device's serial port; found when not given")
    parser.add_argument("--headless", action="store_true", help="narrate in the terminal, no window")
    parser.add_argument("--speed", type=_pace, help="1 is as hands move; headless: as fast as it goes")
    parser.add_argument("--seed", type=_seed, default=0, help="of the virtual table and its players")
    parser.add_argument("--tall", type=int, default=1080, choices=(720, 1080), help="virtual camera's lines")
    parser.add_argument("--cheats", type=_share, default=0.0, help="share of virtual actions against a rule")
    parser.add_argument(
        "--mishaps", action="store_true", help="virtual: camera, device, a hand and a cat fail"
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="where the record goes")
    parser.add_argument("--resume", type=Path, metavar="RECORD", help="go on with this record")
    parser.add_argument("--screenshots", type=Path, metavar="DIR", help="headless: one a turn and a refusal")
    parser.add_argument("--plain", action="store_true", help="a dry narrator")
    parser.add_argument("--mute", action="store_true", help="no voice")


def _pace(word: str) -> float:
    value = float(word)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{word} is no pace: 1 is as hands move, 2 twice as fast")
    return value


def _seed(word: str) -> int:
    value = int(word)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{word} is no seed: take a whole number from 0")
    return value


def _share(word: str) -> float:
    value = float(word)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{word} is no share: from 0 (nobody cheats) to 1 (always)")
    return value


def run(args: argparse.Namespace) -> int:
    """Referee one match."""
    from referee.display.window import has_screen

    if args.match is None and args.resume is None:
        args.match = _offered()
    if args.bench and not args.virtual:
        raise BadInput("--bench is for the virtual table: add --virtual")
    windowed = has_screen() and not args.headless
    named = f"{datetime.now():%Y-%m-%d-%H%M%S}"
    folder = Path("out") if args.virtual else Path()
    record = args.resume or args.record or folder / f"{named}.studeye"
    _make_folder(record.parent)
    if args.virtual and not windowed and args.screenshots is None:
        args.screenshots = folder / named
    if args.screenshots is not None:
        _make_folder(args.screenshots)
    wanted = Wanted(
        args.match, record, args.resume is not None, args.virtual, args.bench, args.camera, args.table,
        args.bare, args.terrain, args.port, args.seed, args.tall, args.cheats, args.mishaps,
    )  # fmt: skip
    if args.virtual:
        _tell("Setting the virtual table, about half a minute …")
    try:
        last = (_in_window if windowed else _in_terminal)(wanted, args)
    except KeyboardInterrupt:
        print(f"\nLeft off: `studeye play --resume {record}` goes on.")
        return 0
    print(f"The record is {record}" + (f", its head {last.head}." if last else "."))
    if args.screenshots is not None and not windowed:
        print(f"Screenshots are in {args.screenshots}.")
    return 0


def _in_terminal(wanted: Wanted, args: argparse.Namespace) -> Shown | None:
    opened = open_wanted(wanted, _tell)
    session = opened.session
    for note in opened.notes:
        print(note, file=sys.stderr)
    terminal = Terminal(Narrator(session.shown.game, args.plain), _speaker(args).say, args.screenshots)
    typed = None if wanted.virtual else _typed_lines()
    frame_s = 1 / (FRAMES_PER_S * args.speed) if args.speed else 0.0
    try:
        while not (session.over if wanted.virtual else session.left):  # people may appeal an end
            started = time.monotonic()
            opened.step()
            terminal.show(session.shown)
            for wish in _wishes(typed, session.shown):
                session.wish(wish)
            time.sleep(max(frame_s - (time.monotonic() - started), 0.0))
    finally:
        terminal.end()
        opened.close()
    return session.shown


def _in_window(wanted: Wanted, args: argparse.Namespace) -> Shown | None:
    from referee.display.window import Window

    apart = Apart(wanted, 1 / (FRAMES_PER_S * (args.speed or 1.0)))
    window, speaker = Window(), _speaker(args)
    window.greet("Setting the table …")
    narrator: Narrator | None = None
    last: Shown | None = None
    told = ""
    try:
        while True:
            newest = apart.newest()
            if apart.told not in ("", told):
                told = apart.told
                _tell(told)
                window.greet(told)
            if newest is not None:
                narrator = narrator or Narrator(newest.game, args.plain)
                for line in narrator.lines(last, newest):
                    print(line, flush=True)
                    if not window.muted:
                        speaker.say(line)
                last = newest
                window.show(newest)
            wishes = window.step()
            if window.muted:
                speaker.hush()
            for wish in wishes:
                apart.wish(wish)
            if any(isinstance(wish, Quit) for wish in wishes):
                break
    except KeyboardInterrupt:
        pass
    finally:
        window.close()
        apart.close()
    return last


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise BadInput(f"{folder} can't be made ({trouble.strerror}): choose another folder") from None


def _tell(words: str) -> None:
    print(words, flush=True)


def _speaker(args: argparse.Namespace) -> Voice:
    return Silence() if args.mute else find_voice()


def _offered() -> Path:
    """The examples, to choose from; a terminal that can't be asked is told them."""
    found = sorted(path.parent.name for path in EXAMPLES.glob("*/match.toml"))
    listed = "\n".join(f"  {place}  {name}" for place, name in enumerate(found, 1))
    if not sys.stdin.isatty():
        raise BadInput(f"no match file was named; there are examples:\n{listed}\nlike {EXAMPLES / found[0]}")
    print(f"Which game?\n{listed}")
    said = input("> ").strip()
    name = found[int(said) - 1] if said.isdigit() and 1 <= int(said) <= len(found) else said
    if name not in found:
        raise BadInput(f"'{said}' is no example: choose a number from 1 to {len(found)}")
    return EXAMPLES / name / "match.toml"


def _typed_lines() -> "queue.SimpleQueue[str]":
    """Lines that people type while the match goes on."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)

    threading.Thread(target=read, daemon=True).start()
    return lines


def _wishes(typed: "queue.SimpleQueue[str] | None", shown: Shown) -> list[Wish]:
    found: list[Wish] = []
    while typed is not None and not typed.empty():
        try:
            said = parse(typed.get(), shown)
        except BadInput as wrong:
            print(wrong)
            continue
        if isinstance(said, str):
            print(said)
        else:
            found.append(said)
    return found
