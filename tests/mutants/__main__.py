"""Mutants of the law -> survivors: each rule of *.toml broken in a copy of the tree, its tests run.

A mutant is `["MT-5"]` with `file`, `text` (must occur) and `broken`. Tests: the files that name the id.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def survives(rule_id: str, mutant: dict[str, str], copy: Path) -> bool:
    """Do the id's tests pass although the rule is broken?"""
    broken = copy / mutant["file"]
    whole = broken.read_text(encoding="utf-8")
    if mutant["text"] not in whole:
        raise SystemExit(f"{rule_id}: its text no longer occurs in {mutant['file']}")
    tests = [p for p in (copy / "tests/referee").rglob("test_*.py") if f'rule("{rule_id}")' in p.read_text()]
    broken.write_text(whole.replace(mutant["text"], mutant["broken"], 1), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *map(str, tests)],
        cwd=copy, capture_output=True, env={**os.environ, "PYTHONPATH": str(copy)},
    )  # fmt: skip
    broken.write_text(whole, encoding="utf-8")
    return run.returncode == 0 or not tests


def main() -> int:
    """Print ids, mutants and survivors; 1 if any survived."""
    mutants = [
        m
        for path in sorted(Path(__file__).parent.glob("*.toml"))
        for m in tomllib.loads(path.read_text()).items()
    ]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("referee", "tests", "calibration", "hardware", "examples"):
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        alive = [rule_id for rule_id, mutant in mutants if survives(rule_id, mutant, copy)]
    print(f"{len(mutants)} ids, {len(mutants)} mutants, {len(alive)} survivors {' '.join(alive)}")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
