PYTHON ?= python3
VENV := .venv
DBT := .venv-dbt
DBT2 := .venv-dbt2
SPARK := .venv-spark
BIN := $(VENV)/bin
PYTEST = SQLRISK_DBT=$(abspath $(DBT))/bin/dbt SQLRISK_DBT2=$(abspath $(DBT2))/bin/dbt $(BIN)/python -m pytest

PARITY := $(foreach name,every_kernel evidence expressions composition differential generic_tests hierarchies mapped_levels mondrian people population protect protected protection \
  utility semantics parity cases,tests/test_$(name).py)

.PHONY: demo test test-all mariadb lint dbt2 parity parity-mariadb parity-spark spark-cluster speed peers growth remote performance accuracy docs picture clean

demo: $(VENV)/.demo
	@$(BIN)/sqlrisk demo; code=$$?; test $$code -le 1 || exit $$code

# DuckDB, SQLite, PostgreSQL and dbt; the tests of what is not installed skip and say why.
test: $(VENV)/.dev $(DBT)/.ready $(DBT2)/.tried lint
	$(PYTEST) -n 2 --dist worksteal

# The same tests with every engine and driver that can be had: chDB, Sail, MariaDB, the warehouses' drivers, the site. Run it before an issue is closed.
test-all: $(VENV)/.dev-all mariadb $(DBT)/.ready $(DBT2)/.tried lint
	for system in win32 darwin; do $(BIN)/mypy --platform $$system --cache-dir .mypy_cache/$$system -p sqlrisk || exit 1; done
	$(PYTEST) -n 2 --dist worksteal

mariadb:
	command -v mariadbd || test -x /usr/sbin/mariadbd || { apt-get update && apt-get install -y --no-install-recommends mariadb-server; }

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo 'site/index.html; with its search: python3 -m http.server --directory site --bind 127.0.0.1'

# The picture of README.md: the HTML report of the example, by a headless Chromium.
picture: $(VENV)/.demo
	rm -rf site/picture && mkdir -p site/picture
	$(BIN)/sqlrisk report --project-dir example_project --select altas_franja_suprimida --today 2026-11-30 --format html --out site/picture/report.html
	chromium --headless --no-sandbox --hide-scrollbars --window-size=1100,1300 --screenshot=docs/report.png file://$(CURDIR)/site/picture/report.html

parity: $(VENV)/.dev-all
	SQLRISK_ENGINES=clickhouse,sail $(BIN)/python -m pytest -n 2 $(PARITY)

parity-mariadb: $(VENV)/.dev-all mariadb
	SQLRISK_ENGINES=mariadb $(BIN)/python -m pytest $(PARITY) tests/test_mariadb.py -k mariadb

speed peers growth remote: $(VENV)/.dev-all
	$(BIN)/python -m benchmarks.$@

performance: speed peers growth remote
	$(BIN)/python -m benchmarks.page

parity-spark: $(SPARK)/.ready
	SQLRISK_ENGINES=spark $(SPARK)/bin/python -m pytest -k spark tests/test_every_kernel.py tests/test_spark.py tests/test_parity.py tests/test_expressions.py tests/test_evidence.py

spark-cluster: $(VENV)/.dev-all $(SPARK)/.ready
	$(BIN)/python -m benchmarks.spark_cluster --spark $(SPARK)

accuracy: $(VENV)/.dev
	$(BIN)/python -m benchmarks.accuracy

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV) || { $(PYTHON) -m pip install --user virtualenv && $(PYTHON) -m virtualenv $(VENV); }

$(VENV)/.demo: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[report]'
	touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@ $(VENV)/.demo

$(VENV)/.dev-all: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev-all]'
	touch $@ $(VENV)/.dev $(VENV)/.docs $(VENV)/.demo

$(VENV)/.docs: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[report,docs]'
	touch $@ $(VENV)/.demo

$(DBT)/.ready: Makefile
	$(PYTHON) -m venv $(DBT) || { $(PYTHON) -m pip install --user virtualenv && $(PYTHON) -m virtualenv $(DBT); }
	$(DBT)/bin/python -m pip install --quiet --disable-pip-version-check 'dbt-core>=1.11,<1.12' 'dbt-duckdb>=1.11,<1.12' 'dbt-postgres>=1.11,<1.12' 'duckdb>=2.0' --editable .
	touch $@

# dbt v2 has wheels for few machines, and wants DuckDB's library beside it. Where either is not to be had, its tests skip and say so.
dbt2:
	rm -rf $(DBT2)
	$(MAKE) $(DBT2)/.tried

$(DBT2)/.tried: Makefile
	$(PYTHON) -m venv $(DBT2) || { $(PYTHON) -m pip install --user virtualenv && $(PYTHON) -m virtualenv $(DBT2); }
	{ $(DBT2)/bin/python -m pip install --quiet --disable-pip-version-check --retries 1 --pre --only-binary :all: dbt-core==2.0.0a1 \
	  && cd $(DBT2) && system=$$(node -p 'process.platform + "-" + process.arch') && file=$$(npm pack --silent @duckdb/node-bindings-$$system@1.5.6-r.1) \
	  && tar -xzf $$file --strip-components=1 -C lib && rm $$file; } || echo 'dbt v2 is not to be had here: its tests skip'
	touch $@

$(SPARK)/.ready: pyproject.toml
	$(PYTHON) -m venv $(SPARK) || { $(PYTHON) -m pip install --user virtualenv && $(PYTHON) -m virtualenv $(SPARK); }
	$(SPARK)/bin/python -m pip install --quiet --disable-pip-version-check --editable . 'pyspark[connect]>=4' 'hypothesis>=6.100' 'jsonschema>=4.21' 'pytest>=8.2'
	touch $@

clean:
	rm -rf $(VENV) $(DBT) $(DBT2) $(SPARK) sqlrisk_demo site
