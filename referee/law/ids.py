"""The list of rule ids (ids.toml) -> RuleId, its title and its place in the rule guide."""

import tomllib
from pathlib import Path
from typing import NewType

RuleId = NewType("RuleId", str)

GUIDE_PAGES = {
    "HR": "README.md",
    "MF": "minifigs.md",
    "CN": "constructs.md",
    "MO": "momentum.md",
    "MT": "mechaton.md",
    "DC": "duelchess.md",
}


def _read_titles() -> dict[RuleId, str]:
    listed = tomllib.loads(Path(__file__).with_name("ids.toml").read_text(encoding="utf-8"))
    return {
        RuleId(f"{part}-{number}"): title
        for part, points in listed.items()
        for number, title in points.items()
    }


TITLES = _read_titles()  # every id of the law, in order


def rule(text: str) -> RuleId:
    """`text` as a rule id; a programmer's typo is a KeyError at import."""
    known = RuleId(text)
    if known not in TITLES:
        raise KeyError(f"{text} is no rule of ids.toml")
    return known


def guide_link(rule_id: RuleId) -> str:
    """Where the guide explains `rule_id`, from docs/rules/: `mechaton.md#mt-5`."""
    return f"{GUIDE_PAGES[rule_id.split('-')[0]]}#{rule_id.lower()}"
