"""The *.toml beside this file -> mutants by rule id, and which tests name an id."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from referee.law.ids import TITLES

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One rule broken in one place: `text`, which stands once in `file`, becomes `broken`."""

    rule: str
    file: str
    text: str
    broken: str


def listed() -> list[Mutant]:
    """Every mutant, file by file; an id that the law does not have is an error."""
    found: list[Mutant] = []
    for path in sorted(Path(__file__).parent.glob("*.toml")):
        for rule_id, mutants in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if rule_id not in TITLES:
                raise ValueError(f"{path.name}: {rule_id} is no rule of ids.toml")
            found += [Mutant(rule_id, **mutant) for mutant in mutants]
    return found


def without_mutant() -> list[str]:
    """Ids of the law that nothing here breaks."""
    broken = {mutant.rule for mutant in listed()}
    return [rule_id for rule_id in TITLES if rule_id not in broken]


@cache
def _texts() -> dict[Path, str]:
    tests = (ROOT / "tests").rglob("test_*.py")
    return {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in sorted(tests)}


def files_naming(rule_id: str) -> list[Path]:
    """Test files, from the root, in which the id stands in quotes; `--rule` then picks the tests."""
    return [path for path, text in _texts().items() if f'"{rule_id}"' in text]
