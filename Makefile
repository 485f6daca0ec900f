# Needs make and Python 3.11 or newer, or uv. All else is installed into .venv; nothing needs root.
# Another interpreter: make test PYTHON=/path/to/python3.12 (after `make clean` where .venv exists).

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play page check test test-learning bench lint format clean

BIN := .venv/bin
LEARNING := .venv-learning/bin
PYTHON ?=
WORKERS = 6
PYTEST_ARGS ?= -n auto --maxprocesses $(WORKERS) --dist worksteal
LINT := $(BIN)/ruff check && $(BIN)/ruff format --check && $(BIN)/mypy && $(BIN)/lint-imports
PYTHONS := python3 python3.13 python3.12 python3.11 python3.14 python
SUITABLE := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))

# Wheels only, but for Carrozza itself: no step may need a compiler.
ifneq ($(shell command -v uv 2>/dev/null),)
INSTALL := uv pip install -q --python $(BIN)/python --only-binary :all: --no-binary carrozza
else
INSTALL := $(BIN)/python -m pip install -q --no-input --disable-pip-version-check --only-binary :all:
endif

# An environment whose interpreter has gone starts afresh.
$(shell test -x $(BIN)/python || rm -rf .venv)

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F '|' '{ printf "%-14s %s\n", $$1, $$2 }'

play: page ## Play in the browser
	@$(BIN)/carrozza play

page: .venv/play.stamp ## Build the page, if anything in it has changed
	@$(BIN)/python -m tools.page

# Several tests run at once, so no BLAS thread finds a core of its own; and each worker would compile the tests anew.
check test: export OPENBLAS_NUM_THREADS := 1
check test: export PYTHONDONTWRITEBYTECODE :=

# Each worker takes seconds to collect the tests, of which those here wait for little.
check: WORKERS = 4
check: lint ## Run the quick checks while you work, in about a minute: lint, unit tests, cases, laws on small samples
	@$(BIN)/python -m tools.page --test
	$(BIN)/python -m pytest -m 'not slow' --hypothesis-profile check $(PYTEST_ARGS)

# The rules are compiled once, beside lint and the page: else every worker would compile them.
test: .venv/dev.stamp ## Run every check and every test
	@$(BIN)/python -m tools.compile_ahead & compiling=$$!; \
	{ $(LINT) && $(BIN)/python -m tools.page && $(BIN)/python -m tools.page --test; } || { kill $$compiling; exit 1; }; \
	wait $$compiling
	$(BIN)/python -m pytest $(PYTEST_ARGS)

# torch is large, so it has an environment of its own. Its version for the CPU suffices: install that one there first
# where pip would choose another.
test-learning: ## Test training, in an environment with torch
	@test -x $(LEARNING)/python || $(if $(PYTHON),"$(PYTHON)",python3) -m venv .venv-learning
	@$(LEARNING)/python -m pip install -q --disable-pip-version-check -e '.[train,cluster]' hypothesis psutil pytest pytest-xdist
	$(LEARNING)/python -m pytest tests/learning

bench: .venv/dev.stamp ## Measure speed
	$(BIN)/python -m benchmarks

lint: .venv/dev.stamp ## Check style, types and the direction of dependencies
	@$(LINT)

format: .venv/dev.stamp ## Rewrite the code in the project's style
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean: ## Remove .venv and everything generated
	rm -rf .venv .venv-learning build dist .coverage .coverage.* htmlcov
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf web/node_modules web/dist web/dist.old web/.building src/carrozza/server/page
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/play.stamp: EXTRAS :=
.venv/dev.stamp: EXTRAS := [data,dev]

# The build backend comes first, under the same constraints, so that no isolated build fetches another version.
.venv/play.stamp .venv/dev.stamp: pyproject.toml constraints.txt $(BIN)/python
	@echo 'Installing Carrozza and what it needs into .venv (about a minute, the first time) ...'
	@with() { \
	    $(INSTALL) "$$@" hatchling editables && $(INSTALL) "$$@" --no-build-isolation -e '.$(EXTRAS)'; \
	}; \
	with -c constraints.txt || { \
	    echo 'The versions in constraints.txt did not install here; trying the newest ones that do ...' >&2; \
	    with; \
	} || { \
	    echo 'Carrozza could not be installed: the lines above say why. The first time needs the network.'; \
	    echo 'To start afresh: make clean.'; \
	    exit 1; \
	} >&2
	@touch $@

$(BIN)/python:
	@if command -v uv >/dev/null && uv venv -q --seed --python "$(or $(PYTHON),>=3.11)" .venv; then exit; fi; \
	for python in $(if $(PYTHON),"$(PYTHON)",$(PYTHONS)); do \
	    if "$$python" -c '$(SUITABLE)' 2>/dev/null; then exec "$$python" -m venv .venv; fi; \
	done; \
	echo 'Carrozza needs Python 3.11 or newer with its venv module. Tried: $(or $(PYTHON),$(PYTHONS)).' >&2; \
	echo 'Install one, or uv, or name it: make play PYTHON=/path/to/python3' >&2; \
	exit 1
