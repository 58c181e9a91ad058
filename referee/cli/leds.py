"""`studeye leds`: light the grid by hand: a colour, places in studs, an effect, dark."""

import argparse
import json

from hardware.device import Device
from hardware.led_map import LedMap, Point, rim, serpentine
from hardware.leds import RGB, AdalightLights, DeviceLights, LedGrid, ScreenLights
from hardware.link import SerialLink
from hardware.messages import Set, Setting
from referee.cli.roll import add_device_arguments, device_for
from referee.problems import BadInput

COLOURS: dict[str, RGB] = {
    "red": (255, 0, 0),
    "green": (0, 255, 0),
    "blue": (0, 0, 255),
    "yellow": (255, 180, 0),
    "white": (255, 255, 255),
    "off": (0, 0, 0),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Words of the command."""
    parser.add_argument("colour", help=f"{', '.join(COLOURS)} or #rrggbb")
    parser.add_argument(
        "--at", metavar="X,Y X,Y ...", nargs="+", default=[], help="corners of a place, in studs"
    )
    parser.add_argument("--effect", choices=("steady", "pulse", "chase", "flash"), default="steady")
    parser.add_argument("--grid", metavar="8x8", default="8x8", help="LEDs across and down")
    parser.add_argument("--board-size", metavar="32x32", default="32x32", help="the board in studs")
    parser.add_argument("--rim", action="store_true", help="the LEDs run round the rim, not under the board")
    parser.add_argument("--brightness", type=int, metavar="0-255")
    parser.add_argument("--budget-ma", type=int, metavar="MA", help="what the power supply gives")
    parser.add_argument("--adalight", metavar="PORT", help="a strip of yours that speaks Adalight")
    parser.add_argument("--screen", action="store_true", help="no LEDs: print what would shine")
    add_device_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Light up."""
    colour, led_map = parse_colour(args.colour), map_from(args)
    corners = [parse_point(word) for word in args.at]
    if args.screen:
        screen = ScreenLights(len(led_map))
        return shine(LedGrid(led_map, screen), colour, corners, args)
    if args.adalight:
        link = SerialLink(args.adalight)
        strip = AdalightLights(link, len(led_map))
        return shine(LedGrid(led_map, strip), colour, corners, args)
    with device_for(args) as device:
        change_settings(device, args)
        leds = device.hello.leds if device.hello else 0
        if leds < len(led_map):
            raise BadInput(f"the device has {leds} LEDs, the map {len(led_map)}: give another --grid")
        return shine(LedGrid(led_map, DeviceLights(device)), colour, corners, args)


def shine(grid: LedGrid, colour: RGB, corners: list[Point], args: argparse.Namespace) -> int:
    """The place, or everything, in the colour and the manner asked for."""
    width, height = size(args.board_size, "--board-size")
    place = corners or [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    if args.effect == "steady":
        grid.point([(place, colour)])
    elif args.effect == "pulse":
        grid.pulse(place, colour)
    elif args.effect == "flash":
        grid.flash(place, colour)
    else:
        grid.chase(place, colour)
    lit = grid.map.under(place)
    if args.json:
        print(
            json.dumps(
                {"effect": args.effect, "colour": list(colour), "leds": lit, "frame": grid.frame.hex()}
            )
        )
    else:
        print(f"{len(lit)} LEDs {args.effect} in {args.colour}")
    return 0


def change_settings(device: Device, args: argparse.Namespace) -> None:
    """Brightness and power, kept by the device."""
    if args.brightness is not None:
        if not 0 <= args.brightness <= 255:
            raise BadInput("--brightness is 0 to 255")
        device.do(Set(Setting.BRIGHTNESS, args.brightness))
    if args.budget_ma is not None:
        if not 20 <= args.budget_ma <= 20000:
            raise BadInput("--budget-ma is 20 to 20000")
        device.do(Set(Setting.BUDGET_MA, args.budget_ma))


def map_from(args: argparse.Namespace) -> LedMap:
    """Where the LEDs sit."""
    columns, rows = size(args.grid, "--grid")
    width, height = size(args.board_size, "--board-size")
    return (rim if args.rim else serpentine)(int(columns), int(rows), width, height)


def size(words: str, option: str) -> tuple[float, float]:
    """8x8 → (8, 8)."""
    try:
        first, second = (float(word) for word in words.lower().split("x"))
    except ValueError:
        raise BadInput(f"{option} {words!r}: write it like 8x8") from None
    if first <= 0 or second <= 0:
        raise BadInput(f"{option} {words!r}: both must be more than nothing")
    return first, second


def parse_point(words: str) -> Point:
    """4,12.5 → (4, 12.5)."""
    try:
        x, y = (float(word) for word in words.split(","))
    except ValueError:
        raise BadInput(f"--at {words!r}: write corners like 4,12 (studs)") from None
    return x, y


def parse_colour(words: str) -> RGB:
    """A name or #rrggbb."""
    if words in COLOURS:
        return COLOURS[words]
    if len(words) == 7 and words.startswith("#"):
        try:
            number = int(words[1:], 16)
            return number >> 16, number >> 8 & 255, number & 255
        except ValueError:
            pass
    raise BadInput(f"no colour {words!r}: one of {', '.join(COLOURS)}, or #rrggbb")
