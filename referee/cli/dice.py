"""`studeye dice`: photos in, every six-sided die in them out."""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.problems import CannotRead
from vision.dice import read_dice
from vision.observation import Die


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the command."""
    parser.add_argument("photos", nargs="*", metavar="PHOTO", type=Path)
    parser.add_argument("--json", action="store_true", help="one JSON object a photo")
    parser.add_argument(
        "--overlay", type=Path, metavar="OUT.png", help="draw what was read on the (one) photo"
    )


def run(args: argparse.Namespace) -> int:
    """Read each photo in turn; all of them are opened first, so that a bad name stops before any answer."""
    photos: list[Path] = args.photos
    if not photos:
        raise CannotRead("no photo was given: name at least one picture file")
    if args.overlay and len(photos) > 1:
        raise CannotRead(f"--overlay draws one photo and {len(photos)} were given: name one photo at a time")
    for photo in photos:
        opened(photo)
    for photo in photos:
        picture = opened(photo)
        dice = read_dice(picture)
        if args.overlay:
            write_overlay(args.overlay, drawn_over(picture, dice))
        print(as_json(photo, dice) if args.json else in_words(photo, dice), flush=True)
    return 0


def opened(photo: Path) -> NDArray[np.uint8]:
    """The picture in a file, BGR."""
    try:
        data = photo.read_bytes()
    except OSError as problem:
        raise CannotRead(f"cannot open {photo}: {problem.strerror or problem}; check the name") from None
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if picture is None:
        raise CannotRead(f"{photo} is not a picture: give a JPEG or PNG file")
    return np.asarray(picture, np.uint8)


def write_overlay(out: Path, drawn: NDArray[np.uint8]) -> None:
    """Store the picture with what was read drawn on it."""
    try:
        written = cv2.imwrite(str(out), drawn)
    except cv2.error:  # an ending it has no format for
        written = False
    if not written:
        raise CannotRead(f"cannot write the overlay to {out}: name a .png in a folder that exists")


def as_json(photo: Path, dice: tuple[Die, ...]) -> str:
    """One line of JSON for a photo."""
    rows = [
        {
            "x_px": round(d.x_px, 1),
            "y_px": round(d.y_px, 1),
            "size_px": round(d.size_px, 1),
            "value": d.value,
            "colour": d.colour,
            "cocked": d.cocked,
            "confidence": round(d.confidence, 3),
        }
        for d in dice
    ]
    return json.dumps({"image": photo.name, "dice": rows})


def in_words(photo: Path, dice: tuple[Die, ...]) -> str:
    """What a person wants to know: how many, what they show, and their sum."""
    if not dice:
        return f"{photo.name}: no dice"
    shown = ", ".join(
        f"{d.colour or 'a'} {'cocked' if d.cocked else d.value or '?'}"
        for d in sorted(dice, key=lambda d: (d.y_px, d.x_px))
    )
    read = [d.value for d in dice if d.value is not None]
    cocked = sum(d.cocked for d in dice)
    unread = len(dice) - len(read) - cocked
    doubt = f", {cocked} cocked" * bool(cocked) + f", {unread} can't be read" * bool(unread)
    return f"{photo.name}: {len(dice)} dice ({shown}), sum {sum(read)}{doubt}"


def drawn_over(picture: NDArray[np.uint8], dice: tuple[Die, ...]) -> NDArray[np.uint8]:
    """The picture with a ring around each die and its value beside it."""
    canvas = picture.copy()
    for die in dice:
        middle = (round(die.x_px), round(die.y_px))
        colour = (0, 200, 0) if die.value is not None else (0, 0, 255)
        cv2.circle(canvas, middle, round(die.size_px * 0.75), colour, 2, cv2.LINE_AA)
        text, scale = str(die.value or "?"), max(0.5, die.size_px / 40)
        spot = (middle[0] + round(die.size_px * 0.7), middle[1] - round(die.size_px * 0.4))
        cv2.putText(canvas, text, spot, cv2.FONT_HERSHEY_SIMPLEX, scale, (255, 255, 255), 4, cv2.LINE_AA)
        cv2.putText(canvas, text, spot, cv2.FONT_HERSHEY_SIMPLEX, scale, (0, 0, 0), 2, cv2.LINE_AA)
    return canvas
