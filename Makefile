# The commands of the project. `make run` is the one to start with.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help run demo test install install-dev lint clean

help: ## Show the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 16

run: install ## Start the bot: in Telegram with TELEGRAM_TOKEN, else in the browser
	@exec $(BIN)/paragraf run

demo: install ## Show a whole conversation in the terminal and check its citations
	@exec $(BIN)/paragraf demo

test: install-dev ## Run every check and every test
	@tests/prepare
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder --cov --cov-report=term:skip-covered

lint: install-dev ## Check style and types only
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

install: $(VENV)/installed

install-dev: $(VENV)/installed-dev

# torch first and alone: where a CPU build of this release is at hand (see README) it is taken,
# and no later line asks for another.
$(VENV)/installed: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing Paragraf into $(VENV) (once; a few minutes on a first start)…"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $(TORCH)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean: ## Remove the virtual environment and caches; data stays
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .coverage

TORCH := torch==2.13.0
