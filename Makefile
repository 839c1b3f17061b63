# Everything the book needs, from a fresh checkout. `make help` lists the targets.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help site serve test check bench schema lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

site: $(VENV)/.site ## build the book into site/
	@$(BIN)/bookgen build

serve: $(VENV)/.site ## build, serve on this machine, rebuild on every edit
	@$(BIN)/bookgen serve

check: $(VENV)/.site ## check data, numbers and templates, without building
	@$(BIN)/bookgen check $(if $(SINCE),--since '$(SINCE)')

schema: $(VENV)/.site ## write JSON Schemas for editors into build/schema/
	@$(BIN)/bookgen schema

test: $(VENV)/.test ## format, lint, types, imports and all tests
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/python -m pytest -n auto --dist worksteal

bench: $(VENV)/.test ## time our own work against the site builder's
	@$(BIN)/python tests/bench.py

lock: $(VENV)/.test ## write the locks anew from pyproject.toml
	@$(PIP) uv==0.13.9
	@$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11.0 \
	  pyproject.toml -o requirements.lock
	@$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11.0 \
	  --extra dev pyproject.toml -o requirements-dev.lock

clean: ## remove what was built and the virtual environment
	rm -rf site build $(VENV)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.site: requirements.lock pyproject.toml | $(BIN)/python
	$(PIP) --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.test: requirements-dev.lock $(VENV)/.site
	$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@
