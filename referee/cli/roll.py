"""`studeye roll 2d6+1d8`: the device rolls; `--fairness N` or `--record RECORD` asks whether it is fair."""

import argparse
import contextlib
import json
from pathlib import Path

from hardware import choose
from hardware.device import Device
from hardware.fairness import Fairness, judge, judge_all, plot_svg
from hardware.messages import MAX_DICE, Get, Setting
from hardware.pool import BadPool, Pool, parse_pool
from hardware.ports import candidates, look
from hardware.tower import DiceTower, Roll
from referee.problems import BadInput
from referee.record import Record
from referee.rolls import rolled_dice

DONE, SAID_NO = 0, 1


def add_device_arguments(parser: argparse.ArgumentParser) -> None:
    """Which device: shared by every command that talks to one."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--port", help="the serial port; without it the ports are tried one by one")
    which.add_argument("--bench", action="store_true", help="the compiled firmware, simulated")
    which.add_argument("--virtual", action="store_true", help="a device in Python, no tools needed")
    parser.add_argument("--board", choices=("uno", "mega"), default="uno", help="for --bench")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def device_for(args: argparse.Namespace) -> contextlib.AbstractContextManager[Device]:
    """The device the arguments name, connected."""
    if args.bench:
        return choose.on_bench(args.board)
    if args.virtual:
        return choose.virtual()
    return choose.on_port(args.port)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Words of the command."""
    parser.add_argument("dice", nargs="?", default="2d6", help="2d6+1d8, d100, 3 coins; default 2d6")
    parser.add_argument("--times", type=int, default=1, metavar="N", help="roll N times")
    parser.add_argument("--typed", metavar="VALUES", help="check typed values (4,2,6) instead of rolling")
    parser.add_argument(
        "--fairness", type=int, metavar="N", help="roll at least N dice of each kind and judge them"
    )
    parser.add_argument(
        "--record", type=Path, metavar="RECORD", help="judge the dice that fell in a match, colour by colour"
    )
    parser.add_argument("--plot", type=Path, metavar="OUT.svg", help="with either: draw the counts")
    parser.add_argument("--ports", action="store_true", help="list the ports and what is on them")
    add_device_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Roll, judge or list."""
    if args.ports:
        return list_ports(args.json)
    if args.record:
        return judge_record(args)
    try:
        pool = parse_pool(args.dice)
        if args.typed is not None:
            values = [int(word) for word in args.typed.replace(" ", ",").split(",") if word]
            return say_roll(DiceTower(None).roll_typed(pool, values), args.json)
    except (BadPool, ValueError) as problem:
        raise BadInput(str(problem)) from problem
    if args.times < 1 or (args.fairness is not None and args.fairness < 1):
        raise BadInput("how often must be at least 1")
    with device_for(args) as device:
        if args.fairness:
            return fairness(device, pool, args)
        for _ in range(args.times):
            say_roll(DiceTower(device).roll_chip(pool), args.json)
    return DONE


def say_roll(roll: Roll, as_json: bool) -> int:
    """One roll, for a person or a program."""
    if as_json:
        words = {"dice": str(roll.pool), "values": list(roll.values), "total": roll.total}
        print(json.dumps({**words, "how": roll.how.value, "id": roll.id}), flush=True)
    else:
        number = "" if roll.id is None else f"  (roll {roll.id})"
        print(f"{roll.pool}: {' '.join(map(str, roll.values))} = {roll.total}{number}", flush=True)
    return DONE


def list_ports(as_json: bool) -> int:
    """Every port, and what is wrong with it."""
    for port, what in candidates():
        report = look(port, what)
        state = "ours" if report.trouble is None else str(report.trouble)
        print(
            json.dumps({"port": port, "what": what, "state": state})
            if as_json
            else f"{port} ({what}): {state}"
        )
    return DONE


def fairness(device: Device, pool: Pool, args: argparse.Namespace) -> int:
    """Roll until every kind of die was rolled often enough; exit 1 when one looks unfair."""
    durable = device.setting(Get(Setting.DURABLE))
    found = [judged(device, sides, args.fairness) for sides in dict.fromkeys(pool.sides)]
    say_all(found, args)
    if durable and not args.json:
        print("(every one of these rolls was written to EEPROM first; the setting `durable` 0 spares it)")
    return DONE if all(dice.fair for dice in found) else SAID_NO


def judge_record(args: argparse.Namespace) -> int:
    """The dice of a match, each colour by itself; exit 1 when one that fell often enough looks unfair."""
    record = Record.resume(args.record)
    found = judge_all(rolled_dice(record))
    if not found:
        raise BadInput(f"{args.record}: no dice fell in this match, there is nothing to judge")
    say_all(found, args)
    return DONE if all(dice.fair or not dice.enough for dice in found) else SAID_NO


def say_all(found: list[Fairness], args: argparse.Namespace) -> None:
    """The statistics of every kind, and their plot where one is wanted."""
    for dice in found:
        say_fairness(dice, args.json)
    if args.plot:
        try:
            args.plot.write_text(plot_svg(found), encoding="utf-8")
        except OSError as trouble:
            raise BadInput(f"{args.plot} can't be written ({trouble.strerror}): name another") from None


def judged(device: Device, sides: int, rolls: int) -> Fairness:
    """One kind of die, as many at a time as fit one roll."""
    tower = DiceTower(device)
    values: list[int] = []
    while len(values) < rolls:
        values += tower.roll_chip(Pool(((min(MAX_DICE, rolls - len(values)), sides),))).values
    return judge(f"d{sides}", sides, values)


def say_fairness(dice: Fairness, as_json: bool) -> None:
    """The statistics of one kind."""
    if as_json:
        words = {"name": dice.name, "rolls": dice.rolls, "counts": list(dice.counts), "fair": dice.fair}
        numbers = {"chi_squared": dice.chi_squared, "p_sides": dice.p_sides, "runs": dice.runs}
        print(json.dumps({**words, **numbers, "p_runs": dice.p_runs, "p_pairs": dice.p_pairs}))
        return
    verdict = "nothing suspicious" if dice.fair else "NOT FAIR"
    verdict = verdict if dice.enough else "too few rolls to say"
    print(f"{dice.name}: {dice.rolls} dice, counts {' '.join(map(str, dice.counts))}")
    sides = f"chi-squared {dice.chi_squared:.2f} (p {dice.p_sides:.3f})"
    order = f"{dice.runs} runs (p {dice.p_runs:.3f}), successive pairs (p {dice.p_pairs:.3f})"
    print(f"  {sides}, {order}: {verdict}")
