"""A match file (TOML) -> a Setup; what is unknown, missing or malformed is one sentence."""

import tomllib
from pathlib import Path
from typing import Any

from calibration.palette import PALETTE
from referee.law.codec import from_plain, nearest
from referee.law.game import GAMES
from referee.law.setup import Setup
from referee.problems import BadInput


def read_match(path: Path) -> Setup:
    """The match that `path` describes; a model's `sheet` may name a TOML file beside it."""
    plain = _toml(path)
    models = plain.get("models")
    for model in models if isinstance(models, list) else ():
        if isinstance(model, dict) and isinstance(model.get("sheet"), str):
            model["sheet"] = _toml(path.parent / model["sheet"])
            model["sheet"].pop("game", None)
    setup = from_plain(Setup, plain, str(path))
    if setup.game not in GAMES:
        raise BadInput(f"{path}: no game is called '{setup.game}'{nearest(setup.game, GAMES)}")
    names = [model.name for model in setup.models]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadInput(f"{path}: two models are called '{twice}', name them apart")
    owners = {player.name for player in setup.players}
    if len(owners) < len(setup.players):
        raise BadInput(f"{path}: two players have the same name, name them apart")
    for model in setup.models:
        if model.owner not in owners:
            raise BadInput(
                f"{path}: {model.name}'s owner '{model.owner}' is no player{nearest(model.owner, owners)}"
            )
        strange = next((colour for colour in model.colours if colour not in PALETTE), None)
        if strange is not None:
            raise BadInput(
                f"{path}: {model.name}'s colour '{strange}' is none of Lego's{nearest(strange, PALETTE)}"
            )
        if model.size is not None and min(model.size) < 1:
            raise BadInput(f"{path}: {model.name}'s size is {list(model.size)}: say whole studs, like [4, 4]")
    laid = setup.grid
    if laid.size <= 0 or laid.columns < 1 or laid.rows < 1:
        raise BadInput(
            f"{path}: the grid has {laid.columns} × {laid.rows} cells of {laid.size:g} studs: none may be 0"
        )
    return setup


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as trouble:
        raise BadInput(f"{path} can't be read ({trouble.strerror}): check its name") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as trouble:
        raise BadInput(f"{path} is no TOML: {trouble}") from None
