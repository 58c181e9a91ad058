"""Mutants of the law -> survivors: each rule of *.toml broken in a copy of the tree, its tests run.

`[[MT-5]]` with `file`, `text` (must occur once) and `broken` is one mutant; an id may have several.
The tests that carry the id must fail on it. `python -m tests.mutants MT DC-3` tries a part only.
"""

import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable
from pathlib import Path

from tests.mutants.listed import ROOT, Mutant, files_naming, listed, without_mutant

COPIED = ("referee", "tests", "calibration", "vision", "hardware", "examples", "docs", "pyproject.toml")
PROCESSES = 2
SHOWN_EVERY = 50
ALL_PASSED, SOME_FAILED = 0, 1  # pytest's exit codes
A_TEST_FAILED = re.compile(r"^(FAILED|ERROR) \S+::", re.MULTILINE)  # in its summary


def run_tests(copy: Path, rule_ids: Iterable[str], files: Iterable[Path]) -> tuple[int, str]:
    """pytest's exit code and last words for the tests that carry one of the ids, stopping at a failure."""
    rules = [f"--rule={rule_id}" for rule_id in rule_ids]
    found = [str(copy / path) for path in files]
    if not found:
        return ALL_PASSED, "no test carries the id"
    done = subprocess.run(
        [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", *rules, *found],
        cwd=copy, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(copy)},
    )  # fmt: skip
    return done.returncode, done.stdout[-3000:] + done.stderr[-300:]


def verdict(mutant: Mutant, copy: Path) -> str:
    """Nothing when the id's tests notice; else what is wrong."""
    path = copy / mutant.file
    whole = path.read_text(encoding="utf-8")
    if whole.count(mutant.text) != 1:
        return f"its text occurs {whole.count(mutant.text)} times in {mutant.file}: {mutant.text!r}"
    path.write_text(whole.replace(mutant.text, mutant.broken), encoding="utf-8")
    try:
        code, words = run_tests(copy, [mutant.rule], files_naming(mutant.rule))
    finally:
        path.write_text(whole, encoding="utf-8")
    if code == SOME_FAILED and A_TEST_FAILED.search(words):
        return ""  # a file that can't even be imported proves nothing
    return "survived" if code == ALL_PASSED else f"its tests can't run (exit {code}): {words[-400:]}"


def trial(mutants: list[Mutant], folder: Path) -> list[tuple[Mutant, str]]:
    """Every mutant's verdict, tried in as many copies of the tree as there are processes."""
    waiting: queue.SimpleQueue[Mutant] = queue.SimpleQueue()
    for mutant in mutants:
        waiting.put(mutant)
    verdicts: list[tuple[Mutant, str]] = []

    def work(copy: Path) -> None:
        for part in COPIED:
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / part, copy)
        while True:
            try:
                mutant = waiting.get_nowait()
            except queue.Empty:
                return
            said = verdict(mutant, copy)
            verdicts.append((mutant, said))
            if said:
                print(
                    f"{mutant.rule}: {mutant.text!r} -> {mutant.broken!r} in {mutant.file}: {said}",
                    flush=True,
                )
            elif len(verdicts) % SHOWN_EVERY == 0:
                print(f"{len(verdicts)} of {len(mutants)} tried", file=sys.stderr, flush=True)

    copies = [folder / str(number) for number in range(PROCESSES)]
    threads = []
    for copy in copies:
        copy.mkdir()
        threads.append(threading.Thread(target=work, args=(copy,)))
        threads[-1].start()
    for thread in threads:
        thread.join()
    return verdicts


def main(wanted: list[str]) -> int:
    """Print ids, mutants, survivors and ids without a mutant; 1 if there are any of the last two."""
    everything = listed()
    chosen = [m for m in everything if not wanted or m.rule in wanted or m.rule.split("-")[0] in wanted]
    ids = {mutant.rule for mutant in chosen}
    files = {path for rule_id in ids for path in files_naming(rule_id)}
    code, words = run_tests(ROOT, sorted(ids), sorted(files))
    if code != ALL_PASSED:
        print(f"the tests fail already, before anything is broken:\n{words}")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        verdicts = trial(chosen, Path(folder))
    alive = [mutant for mutant, said in verdicts if said]
    missing = [] if wanted else without_mutant()
    print(f"{len(ids)} ids, {len(chosen)} mutants, {len(alive)} survivors")
    print(f"ids without a mutant: {' '.join(missing) or 'none'}" if not wanted else "a part only")
    return 1 if alive or missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
