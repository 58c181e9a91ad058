"""One table from one run: every bench module's rows, side by side; `python -m tests.bench display`: one's."""

import importlib
import pkgutil
import sys

import tests.bench
from tests.bench.row import Row, table


def main(only: list[str]) -> None:
    """Run every bench module in turn, or those named, and print what it measured."""
    found = (m.name for m in pkgutil.iter_modules(tests.bench.__path__) if m.name.startswith("bench_"))
    for module in sorted(found):
        name = module.removeprefix("bench_")
        if only and name not in only:
            continue
        rows: list[Row] = list(importlib.import_module(f"tests.bench.{module}").rows())
        print(table(name, rows), flush=True)


main(sys.argv[1:])
