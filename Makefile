PYTHON ?= python3
VENV := .venv
DBT := .venv-dbt
BIN := $(VENV)/bin

.PHONY: demo test lint speed peers growth performance accuracy clean

demo: $(VENV)/.demo
	@$(BIN)/sqlrisk demo; code=$$?; test $$code -le 1 || exit $$code

test: $(VENV)/.dev $(DBT)/.ready lint
	SQLRISK_DBT=$(abspath $(DBT))/bin/dbt $(BIN)/python -m pytest -n 2

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

speed peers growth: $(VENV)/.dev
	$(BIN)/python -m benchmarks.$@

performance: speed peers growth
	$(BIN)/python -m benchmarks.page

accuracy: $(VENV)/.dev
	$(BIN)/python -m benchmarks.accuracy

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV) || { $(PYTHON) -m pip install --user virtualenv && $(PYTHON) -m virtualenv $(VENV); }

$(VENV)/.demo: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@ $(VENV)/.demo

$(DBT)/.ready:
	$(PYTHON) -m venv $(DBT) || { $(PYTHON) -m pip install --user virtualenv && $(PYTHON) -m virtualenv $(DBT); }
	$(DBT)/bin/python -m pip install --quiet --disable-pip-version-check 'dbt-core>=1.11,<1.12' 'dbt-duckdb>=1.11,<1.12' 'duckdb>=2.0'
	touch $@

clean:
	rm -rf $(VENV) $(DBT) sqlrisk_demo
