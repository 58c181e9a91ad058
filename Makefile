# Studeye: `make play` to watch it work, `make test` to prove it. Both set up everything they need.

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PACKAGES := calibration vision referee hardware firmware tests
AVR := gcc-avr avr-libc binutils-avr simavr libsimavr-dev arduino-core-avr libelf-dev gcc g++
OPENCV_NEEDS := libgl1 libglib2.0-0
# as root, or as someone who may become root without being asked; else the line is only printed
APT := sh -c 'if [ "$$(id -u)" = 0 ]; then root=; elif sudo -n true 2>/dev/null; then root=sudo; \
	else echo "to install it: sudo apt-get install $$*"; exit 1; fi; \
	$$root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$root apt-get install -y -qq "$$@" >/dev/null' apt
export PYTHONDONTWRITEBYTECODE = 1

.PHONY: play test check mutants matches bench verdicts firmware drill avr clean kills
.DEFAULT_GOAL := play

$(READY): pyproject.toml
	python3 -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	$(BIN)/python -c 'import cv2' 2>/dev/null || $(APT) $(OPENCV_NEEDS)
	touch $@

play: $(READY)  ## watch it work
	$(BIN)/studeye play examples/mechaton/match.toml --virtual

avr:  ## the tools that compile and run the Arduino's code, where they can be installed
	@dpkg -s $(AVR) >/dev/null 2>&1 || $(APT) $(AVR) || true

test: $(READY) avr  ## every test that this machine can run
	$(BIN)/python -m pytest -n 2 --dist loadfile

check: $(READY)  ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy $(PACKAGES)

mutants: $(READY)  ## every rule broken once or more: its tests must notice
	$(BIN)/python -m tests.mutants

matches: $(READY)  ## a thousand random matches of each game, to the end
	$(BIN)/python -m tests.random_matches 1000

bench: $(READY)  ## how fast, beside what others would use, in one run
	$(BIN)/python -m tests.bench

verdicts: $(READY)  ## 20 matches of each game with cheats, through pictures: who was caught
	$(BIN)/python -m tests.verdicts

firmware: $(READY) avr  ## the Arduino's code for Uno and Mega, budgets checked
	$(MAKE) -C firmware PYTHON=$(abspath $(BIN)/python)

drill: $(READY) avr  ## 10,000 rolls over a bad line with resets and power cuts
	$(BIN)/python -m tests.hil.drill

kills: $(READY)  ## kill a match 200 times at random moments and resume it
	$(BIN)/python -m tests.referee.live.kills 200

clean:  ## leave only what git keeps
	rm -rf $(VENV) build firmware/build out *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
