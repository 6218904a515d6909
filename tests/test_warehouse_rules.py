"""The kernels keep the rules of the warehouses that nobody can run here, whatever the types of the keys."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from sqlrisk.binding import refuse_float_keys
from sqlrisk.catalogue import CatalogueColumn, Source
from sqlrisk.declaration import Release
from sqlrisk.errors import ConfigurationError
from sqlrisk.planning.bound import Bound
from sqlrisk.relations import bind
from tests.canonical import DATES
from tests.test_one_text import CALLS, SCHEMA, query
from tests.warehouse_rules import faults

DIALECTS = ("bigquery", "redshift", "snowflake")
KEYS = ("age", "town", "illness", "sex", "organ", "system")
TYPES = {"integer": "bigint", "float": "double", "text": "varchar", "date": "date", "numeric": "decimal(12, 3)"}


def columns(kind: str) -> dict[str, str]:
    """The columns of `people`, its keys of one kind."""
    people = SCHEMA["people"]
    assert isinstance(people, dict)
    return {**people, **dict.fromkeys(KEYS, TYPES[kind])}


FLOATS = {"age": None, "peso": "FLOAT64", "peso * 2": "FLOAT64", "cast(floor(peso) as integer)": None, "floor(age / 5) * 5": None, "floor(peso)": "FLOAT64"}


@pytest.mark.parametrize(("level", "said"), FLOATS.items())
@pytest.mark.parametrize("dialect", ["bigquery", "snowflake"])
def test_a_float_is_no_key_on_bigquery(level: str, said: str | None, dialect: str) -> None:
    columns = {name: {"role": "quasi_identifier"} for name in ("age", "peso") if name in level}
    next(iter(columns.values()))["levels"] = {"shown": level}
    limits = [{"measure": "k", "at_least": 2}]
    release = Release(name="r", relation="people", columns=columns, publish=dict.fromkeys(columns, "shown"), thresholds=limits, **DATES)
    source = Source("people", (CatalogueColumn("age", "INT64"), CatalogueColumn("peso", "FLOAT64")))
    table = bind(release, source, dialect, str)
    with pytest.raises(ConfigurationError, match="BigQuery partitions by no FLOAT64") if said and dialect == "bigquery" else nullcontext():
        refuse_float_keys(Bound(release, table, table))


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("call", CALLS)
def test_a_kernel_keeps_the_rules(call: str, dialect: str) -> None:
    """BigQuery's rule of FLOAT64 hangs on the types of the keys, the other rules do not; float keys are refused there at binding."""
    for kind in [each for each in TYPES if each != "float"] if dialect == "bigquery" else ["integer"]:
        assert faults(query(call, dialect).sql, dialect, columns(kind)) == []


BROKEN = {
    "select floor(people.age / 5) as sqlrisk_a, sum(1) over (partition by people.weight) as sqlrisk_b from people": "bigquery",
    "select sum(people.weight) over (order by people.weight) as a from people": "redshift",
    "select sum(people.weight) over (order by people.weight range between unbounded preceding and current row) as a from people": "redshift",
    "select dense_rank() over (order by people.weight rows between unbounded preceding and current row) as a from people": "bigquery",
    "select cast(people.age as bigint) as rows from people": "bigquery",
    "select 1 as tag from people": "redshift",
    "select cast(people.age as json) as a from people": "redshift",
    "select median(people.age) as a from people": "bigquery",
}


@pytest.mark.parametrize(("sql", "dialect"), BROKEN.items())
def test_a_rule_that_is_broken_is_found(sql: str, dialect: str) -> None:
    """D5: a band in FLOAT64, a running sum without a frame, RANGE."""
    assert faults(sql, dialect, columns("integer"))
