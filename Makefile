# The commands of the project. `make run` is the one to start with.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
# Else every process of a test would compile what it imports anew.
unexport PYTHONDONTWRITEBYTECODE
.PHONY: help run demo check test coverage nightly prepare sources units install install-dev clean

help: ## Show the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 16

run: install ## Start the bot: in Telegram with TELEGRAM_TOKEN, else in the browser
	@exec $(BIN)/paragraf run

demo: install ## Show a whole conversation in the terminal and check its citations
	@exec $(BIN)/paragraf demo

check: install-dev ## Check style, types and imports, and run the unit tests: under a minute
	@$(MAKE) --no-print-directory -j2 sources units

test: ## Run every check and every test but those of `make nightly`
	@$(MAKE) --no-print-directory -j2 prepare install-dev
	@$(MAKE) --no-print-directory check
	$(SUITE) -m "not nightly" tests/integration tests/product tests/benchmarks

coverage: install-dev ## Run the same tests, and show the lines that none of them runs: half as long again
	@tests/prepare
	@$(BIN)/python -m pytest --cov --cov-report= tests/unit
	$(SUITE) -m "not nightly" --cov --cov-append --cov-report=term:skip-covered \
		tests/integration tests/product tests/benchmarks

nightly: install-dev ## Run what takes long: large libraries, the benchmarks, a kill at every point
	@tests/prepare
	$(SUITE) tests/scale tests/benchmarks
	$(SUITE) -m nightly tests/product

prepare:
	@tests/prepare

# mypy takes longest and begins first; the unit tests run beside it.
sources:
	@$(BIN)/mypy
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@said=$$($(BIN)/lint-imports --no-logo) || { echo "$$said"; exit 1; }

units:
	@$(BIN)/python -m pytest tests/unit

SUITE := $(BIN)/python -m pytest -n 5 --dist loadfile --no-loadscope-reorder

install: $(VENV)/installed

install-dev: $(VENV)/installed-dev

# torch first and alone: the small build for CPUs where one can be had, from an index that pip knows
# or from PyTorch's own, and no later line asks for another. Else what pip finds.
$(VENV)/installed: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing Paragraf into $(VENV) (once; a few minutes on a first start)…"
	@index=$$($(BIN)/python tools/cpu_torch_index.py); \
	$(PIP_INSTALL) $$index $(TORCH) || { test -n "$$index" && $(PIP_INSTALL) $(TORCH); }
	@$(PIP_INSTALL) --editable .
	@$(BIN)/python -c "import bot.stack, pipelines.embedders.encoder; \
		from pipelines.extractors import EXTRACTORS, load; [load(name) for name in EXTRACTORS]"
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	@$(PIP_INSTALL) --editable '.[dev]'
	@touch $@

clean: ## Remove the virtual environment and caches; data stays
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .coverage

TORCH := torch==2.13.0
# Not all is compiled, which takes a minute, but what a start imports, and what reads files: the
# processes that do may write nothing, so each would compile it anew.
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
