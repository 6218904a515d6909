"""Which relations could be named: the tables that the profile sees, the models of a dbt manifest, the files of the project. Names only."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from sqlrisk.csv_files import is_csv, is_parquet
from sqlrisk.engines import connect
from sqlrisk.errors import ConfigurationError, SqlriskError
from sqlrisk.profiles import find, load_target
from sqlrisk.proposals.looking import Where
from sqlrisk.sources import MANIFEST

MOST = 40
_TABLES = """select table_schema as sqlrisk_schema, table_name as sqlrisk_table from information_schema.tables
where lower(table_schema) not in ('information_schema', 'pg_catalog', 'sys', 'mysql', 'performance_schema', 'system')"""
_OF_DIALECT = {
    "sqlite": "select null as sqlrisk_schema, name as sqlrisk_table from sqlite_master where type in ('table', 'view') and name not like 'sqlite_%'",
}
_WITHOUT = ("bigquery", "spark", "databricks")


def unnamed(where: Where) -> ConfigurationError:
    """The error of a command that was given no relation: it lists those that are there."""
    lines = [f"{what}: {', '.join(names[:MOST])}{', ...' if len(names) > MOST else ''}" for what, names in _seen(where) if names]
    return ConfigurationError("name a relation: a table, or a CSV or parquet file", instead="\n    ".join(["sqlrisk init altas", *lines]))


def _seen(where: Where) -> Iterator[tuple[str, list[str]]]:
    yield "tables of the profile", _tables(where)
    yield "models of dbt", _models(where.folder / MANIFEST)
    here = [path for pattern in ("*", "*/*") for path in sorted(where.folder.glob(pattern)) if path.is_file()]
    yield "files", [str(path.relative_to(where.folder)) for path in here if is_csv(path.name) or is_parquet(path.name)]


def _tables(where: Where) -> list[str]:
    """Names as --select of a declaration takes them; none where there is no profile, or the engine lists none."""
    file = find(where.profiles_dir, where.folder)
    if file is None:
        return []
    try:
        engine = connect(load_target(file, where.profile, where.target), where.folder, [], unsafe_debug=where.unsafe_debug)
        if engine.dialect in _WITHOUT:
            return []
        try:
            rows = engine.rows(_OF_DIALECT.get(engine.dialect, _TABLES), "the tables")
        finally:
            engine.close()
    except SqlriskError as error:
        return [f"none, since {error.what}"]
    return sorted({".".join(str(part) for part in row.values() if part is not None) for row in rows})


def _models(manifest: Path) -> list[str]:
    if not manifest.is_file():
        return []
    try:
        nodes = json.loads(manifest.read_bytes())["nodes"].values()
        return sorted(str(node.get("relation_name") or node["name"]) for node in nodes if node.get("resource_type") in ("model", "seed", "snapshot"))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []
