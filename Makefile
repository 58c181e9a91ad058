# Studeye: `make play` to watch it work, `make test` to prove it. Both set up everything they need.

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PACKAGES := calibration vision referee hardware firmware tests
export PYTHONDONTWRITEBYTECODE = 1

.PHONY: play test check bench clean
.DEFAULT_GOAL := play

$(READY): pyproject.toml
	python3 -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

play: $(READY)  ## watch a match on the virtual table
	$(BIN)/studeye play --demo

test: $(READY)  ## every test that this machine can run
	$(BIN)/python -m pytest -n 2

check: $(READY)  ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(PACKAGES)

bench: $(READY)  ## how fast, beside what others would use, in one run
	$(BIN)/python -m tests.bench

clean:  ## leave only what git keeps
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
