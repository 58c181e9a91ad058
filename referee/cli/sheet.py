"""`studeye sheet FILE.toml`: a model's sheet -> its sums, every term with its rule, and what is illegal."""

import argparse
import json
import tomllib
from pathlib import Path
from typing import Any

from referee.law.codec import to_plain
from referee.law.duelchess.observed import with_observed
from referee.law.game import load
from referee.problems import BadInput


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The file, and the form of the answer."""
    parser.add_argument("file", type=Path, help='a sheet: TOML with game = "minifigs" and its keys')
    parser.add_argument(
        "--observation", type=Path, metavar="OBS.json",
        help="for a duel piece: measures and colours that the sheet leaves open, as seen",
    )  # fmt: skip
    parser.add_argument(
        "--model", metavar="TRACK", help="which model of the observation; default its only construct"
    )
    parser.add_argument("--json", action="store_true", help="for a program that listens")


def run(args: argparse.Namespace) -> int:
    """Print the account; 1 when something about the sheet is illegal."""
    try:
        plain = tomllib.loads(args.file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise BadInput(f"{args.file} can't be read ({problem.strerror}): check its name") from problem
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BadInput(f"{args.file} is no TOML file ({problem}): correct it there") from problem
    if not isinstance(plain.get("game"), str):
        raise BadInput(f'{args.file}: which game is it for? Add a line like game = "minifigs"')
    if args.observation:
        if plain["game"] != "duelchess":
            raise BadInput(f"{args.file}: only sheets of duelchess take measures from an observation")
        plain = with_observed(plain, _last_observation(args.observation), args.model)
    game = load(plain.pop("game"))
    account = game.account(game.read_sheet(plain, str(args.file)))
    if args.json:
        print(json.dumps(to_plain(account), ensure_ascii=False))
        return 1 if account.faults else 0
    print(account.title)
    for each in account.sums:
        print(f"  {each.what}: {each.text()}  ({', '.join(each.rules)})")
    for fact in account.facts:
        print(f"  {fact.name}: {fact.value}  ({fact.rule})")
    for fault in account.faults:
        print(f"  illegal: {fault.sentence}  ({fault.rule})")
    return 1 if account.faults else 0


def _last_observation(path: Path) -> dict[str, Any]:
    """The last line of what `studeye observe --json` printed."""
    try:
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        seen = json.loads(lines[-1])
    except OSError as problem:
        raise BadInput(f"{path} can't be read ({problem.strerror}): check its name") from problem
    except (IndexError, ValueError) as problem:
        raise BadInput(f"{path} holds no observation ({problem}): use `studeye observe --json`") from problem
    if not isinstance(seen, dict):
        raise BadInput(f"{path} holds no observation: use `studeye observe --json`")
    return seen
