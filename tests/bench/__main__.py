"""One table from one run: every bench module's rows, side by side."""

import importlib
import pkgutil

import tests.bench
from tests.bench.row import Row, table


def main() -> None:
    """Run every bench module in turn and print what it measured."""
    for module in sorted(
        m.name for m in pkgutil.iter_modules(tests.bench.__path__) if m.name.startswith("bench_")
    ):
        rows: list[Row] = list(importlib.import_module(f"tests.bench.{module}").rows())
        print(table(module.removeprefix("bench_"), rows), flush=True)


main()
