# `make` lists the targets. Needs Python 3.11 or newer, make and a package registry; no path may be assumed free of spaces.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN := $(BIN)/python -m
PIP := $(RUN) pip install -qq --disable-pip-version-check

# Trust the certificates that the system trusts, as pip and git do.
export UV_SYSTEM_CERTS := 1

# Two marks by content: where the environment lives and on which interpreter; what is installed in it.
MARKS := $(shell $(PYTHON) -c 'import hashlib, os, pathlib, sys; \
	place = f"{os.getcwd()} {sys.version_info[:2]}".encode(); \
	locked = b"".join(pathlib.Path(name).read_bytes() for name in ("pyproject.toml", "requirements.lock")); \
	print(*(hashlib.sha256(text).hexdigest()[:16] for text in (place, place + locked)))' 2>/dev/null)
MADE := $(VENV)/.made-$(word 1,$(MARKS))
STAMP := $(VENV)/.stamp-$(word 2,$(MARKS))

.DEFAULT_GOAL := help
.PHONY: help setup smoke demo test test-whole test-fast check lint format bench bench-gate lock down clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

setup: $(STAMP) ## make .venv, or bring it up to date

smoke: $(STAMP) ## gate the demo app on the smoke tier; the first time, record its baseline before
	@$(BIN)/lastgreen run --tier smoke --baseline-if-missing good

demo: $(STAMP) ## see a regression blocked
	@$(BIN)/lastgreen demo

# Tests with real servers share the machine with whatever else runs on it: those that failed get one more try, alone.
SERVERS := prefect or s3 or browser

test: $(STAMP) ## run the tests, those that start servers too (end to end: test-whole)
	@$(RUN) pytest -m "not ($(SERVERS) or e2e)"
	@$(RUN) pytest -m "($(SERVERS)) and not e2e" || \
		$(RUN) pytest -m "($(SERVERS)) and not e2e" --last-failed --last-failed-no-failures=none

test-whole: $(STAMP) ## run the whole product as a user would, its faults included: half an hour
	@$(RUN) pytest -m e2e

test-fast: $(STAMP) ## run the tests that need no server
	@$(RUN) pytest

check: lint test ## run everything that CI runs

lint: $(STAMP) ## check format, lint, types and the direction of imports
	@$(RUN) ruff format --check .
	@$(RUN) ruff check .
	@$(RUN) mypy
	@$(BIN)/lint-imports

format: $(STAMP) ## format, and mend what can be mended
	@$(RUN) ruff check --fix-only .
	@$(RUN) ruff format .

bench: $(STAMP) ## measure speed: every tests/benchmarks/*_speed.py
	@set -e; for file in tests/benchmarks/*_speed.py; do \
		name=$$(basename "$$file" .py); echo "== $$name"; $(RUN) "tests.benchmarks.$$name"; done

bench-gate: $(STAMP) ## simulate the gate's error rates
	@$(RUN) tests.benchmarks.gate_simulation

lock: $(STAMP) ## resolve requirements.lock again from pyproject.toml
	@$(BIN)/uv pip compile pyproject.toml --universal --extra demo --group dev --generate-hashes --no-header -q -o requirements.lock

down: ## stop the local Prefect server
	@if [ -x $(BIN)/lastgreen ]; then $(BIN)/lastgreen down; fi

clean: down ## remove .venv, caches and build output; results in .lastgreen stay
	@rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(MADE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "error: lastgreen needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) --version 2>&1); try make PYTHON=python3.12" >&2; exit 1; }
	@echo "making $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(STAMP): | $(MADE)
	@echo "installing what requirements.lock names (about a minute the first time)"
	@sed -n '/^uv==/,/# via/p' requirements.lock >$(VENV)/uv.txt
	@{ $(PIP) --require-hashes -r $(VENV)/uv.txt && \
		$(BIN)/uv pip sync -q --compile-bytecode --require-hashes -p $(VENV) requirements.lock; } || { \
		echo "uv could not install; trying pip, which takes longer" >&2; \
		$(PIP) --require-hashes -r requirements.lock; }
	@$(PIP) --no-deps --no-build-isolation -e .
# Where PYTHONDONTWRITEBYTECODE is set, each command would compile what it imports, which takes as long as its work.
	@$(RUN) compileall -q -j 0 evals tasks flows deployments
	@rm -f $(VENV)/.stamp-*
	@touch $@
