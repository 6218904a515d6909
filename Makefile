PYTHON ?= python3
VENV := .venv
DBT := .venv-dbt
BIN := $(VENV)/bin

PARITY := $(foreach name,evidence expressions composition differential generic_tests hierarchies mapped_levels mondrian people population protect protection \
  utility semantics parity cases,tests/test_$(name).py)

.PHONY: demo test lint parity-mariadb benchmark accuracy clean

demo: $(VENV)/.demo
	@$(BIN)/sqlrisk demo; code=$$?; test $$code -le 1 || exit $$code

test: $(VENV)/.dev $(DBT)/.ready lint
	SQLRISK_DBT=$(abspath $(DBT))/bin/dbt $(BIN)/python -m pytest -n 2

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

parity-mariadb: $(VENV)/.dev
	command -v mariadbd || test -x /usr/sbin/mariadbd || { apt-get update && apt-get install -y --no-install-recommends mariadb-server; }
	SQLRISK_ENGINES=mariadb $(BIN)/python -m pytest $(PARITY) tests/test_mariadb.py -k mariadb

benchmark: $(VENV)/.dev
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/generalisation.py

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
