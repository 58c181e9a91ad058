"""`studeye watch`: a video or a live camera in, what happens on the table out, one line an event."""

import argparse
import json
import os
from pathlib import Path

import cv2

from calibration import CannotRead
from calibration.pictures import load_picture
from hardware.camera import Camera, Recording, Webcam
from hardware.problems import HardwareTrouble
from referee.cli.contract import die, in_words, models
from referee.cli.observe import add_table_arguments, given
from vision.watcher import Event, Watcher


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words that `studeye watch` takes."""
    parser.add_argument(
        "video", nargs="*", type=Path, metavar="VIDEO", help="a video, or a folder of pictures"
    )
    parser.add_argument("--camera", type=int, metavar="N", help="watch live through camera N instead")
    add_table_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Watch until the video ends, or until somebody presses Ctrl-C."""
    if (len(args.video) == 1) == (args.camera is not None):
        raise CannotRead("name one video, or a live camera with --camera")
    # what OpenCV and FFmpeg mutter about a bad file says less than our own sentence
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    source = _opened(args)
    memory = given(args)
    free = load_picture(args.terrain) if args.terrain else None
    watcher = Watcher(memory.table, memory.terrain, _pace(source), free)
    last: Event | None = None
    try:
        while not (isinstance(source, Recording) and source.ended):
            for event in watcher.see(source.read().picture):
                last = event
                print(_as_json(event) if args.json else _in_words(event), flush=True)
    finally:
        source.close()
    if watcher.observation is None and last is not None and last.state == "covered":
        raise CannotRead(last.why)
    return 0


def _opened(args: argparse.Namespace) -> Camera:
    if args.camera is not None:
        return Webcam(args.camera)
    path: Path = args.video[0]
    if not path.exists():
        raise CannotRead(f"there is no {path}; check the name")
    try:
        return Recording(path)
    except HardwareTrouble as problem:
        raise CannotRead(str(problem)) from problem


def _pace(source: Camera) -> float:
    return source.frames_per_s if isinstance(source, Recording | Webcam) else 10.0


def _as_json(event: Event) -> str:
    said = {"frame": event.frame, "event": event.state}
    if event.observation is None:
        return json.dumps(said | {"why": event.why})
    dice = [die(d) for d in event.observation.dice]
    return json.dumps(said | models(event.observation) | {"dice": dice})


def _in_words(event: Event) -> str:
    if event.observation is None:
        return f"{event.frame}: {event.why}."
    changes = "; ".join(in_words(c) for c in event.observation.changes) or "nothing changed"
    return f"{event.frame}: {event.why}, {len(event.observation.figures)} figures; {changes}."
