"""The statements of a declaration as text: without a connection, or as a dry run with one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from sqlrisk.checking import Options, bound_release, conditional, dry_run_statements, open_engine, selected
from sqlrisk.csv_files import is_csv, is_parquet
from sqlrisk.declaration import FileRelation, Release
from sqlrisk.errors import ConfigurationError, did_you_mean
from sqlrisk.expressions import ExpressionError, columns, parse
from sqlrisk.loading import Loaded
from sqlrisk.plain import plain
from sqlrisk.planning import Bound, Statement
from sqlrisk.relations import CatalogueColumn, Source, bind, publication, table_name

DIALECTS = (
    "duckdb", "postgres", "snowflake", "bigquery", "redshift", "databricks", "spark", "trino", "athena", "clickhouse", "tsql", "mysql", "sqlite",
)  # fmt: skip


def compiled(loaded: Loaded, options: Options, dialect: str, *, publication: bool, as_json: bool) -> str:
    """Every statement that is known beforehand. Raises ConfigurationError for a dialect that is not known."""
    if dialect not in DIALECTS:
        raise ConfigurationError(f"`{dialect}` is not a dialect here", instead=did_you_mean(dialect, DIALECTS))
    bound = [_without_connection(release, dialect, loaded.declaration.composed(release)) for release in selected(loaded, options)]
    if publication:
        return "\n\n".join(_titled(each.release.name, _publication(each)) for each in bound) + "\n"
    listed = [(each, statement, note) for each in bound for statement, note in _statements(each)]
    if as_json:
        return json.dumps([_as_json(each.release.name, statement, note) for each, statement, note in listed], indent=2, ensure_ascii=False) + "\n"
    return (
        "\n\n".join(_titled(f"{each.release.name}: {statement.title}{note and f' ({note})'}", statement.query.sql) for each, statement, note in listed) + "\n"
    )


def dry_run(loaded: Loaded, options: Options) -> str:
    """What a check would send, with scans of the relation, and bytes where the engine can tell (files)."""
    releases = selected(loaded, options)
    engine = open_engine(loaded, releases, options)
    lines = []
    try:
        for release in releases:
            bound = bound_release(release, engine, loaded.declaration.composed(release))
            statements = dry_run_statements(bound)
            scans = sum(statement.scans for statement in statements)
            lines.append(f"{release.name}: {len(statements)} queries, {scans} scans of the relation{_bytes(release, loaded.folder, scans)}")
            lines += [_scan_line(statement, "") for statement in statements]
            lines += [_scan_line(statement, note) for statement, note in conditional(bound)]
    finally:
        engine.close()
    return "\n".join(lines) + "\n"


def _statements(bound: Bound) -> list[tuple[Statement, str]]:
    always = _assumed(bound.release)
    return [*((statement, always) for statement in dry_run_statements(bound)), *conditional(bound)]


def _scan_line(statement: Statement, note: str) -> str:
    return f"  {statement.scans} scan{'s' if statement.scans > 1 else ' '}  {statement.title}" + (f" ({note})" if note else "")


def _without_connection(release: Release, dialect: str, composed: Sequence[Release] = ()) -> Bound:
    """The release over columns that are only known by name: those declared and those that expressions use. Text is the type that is not declared."""

    def table(relation: str | FileRelation, names: Sequence[str]) -> Source:
        types = relation.types if isinstance(relation, FileRelation) else {}
        return Source(_source_text(relation, dialect), tuple(CatalogueColumn(name, types.get(name, "VARCHAR")) for name in dict.fromkeys(names)))

    used = [*release.columns, *_used(release)]
    raw = bind(release, table(release.relation, used), dialect, str.casefold)
    others = tuple(_without_connection(other, dialect) for other in composed)
    if release.published_as is None:
        return Bound(release, raw, raw, others=others)
    names = [
        release.publish.get(name, name)
        for name, column in release.columns.items()
        if release.publish.get(name) != "dropped" and column.role not in ("identifier", "entity")
    ]
    source = table(release.published_as, [*names, *_used(release)])
    return Bound(release, bind(release, source, dialect, str.casefold, as_published=True), raw, others=others)


def _used(release: Release) -> list[str]:
    texts = [expression for _, _, expression in release.named_levels()]
    texts += [condition for condition in release.group_conditions().values() if condition] + ([release.where] if release.where else [])
    names: list[str] = []
    for text in texts:
        try:
            names += columns(parse(text))
        except ExpressionError:
            continue
    known = {name.casefold() for name in release.columns}
    levels = {level for _, level, _ in release.named_levels()}
    names += [group for group, condition in release.group_conditions().items() if condition is None and group not in levels]
    return [name for name in names if name.casefold() not in known]


def _source_text(relation: str | FileRelation, dialect: str) -> str:
    name = relation.file if isinstance(relation, FileRelation) else relation
    if isinstance(relation, FileRelation) or is_csv(name) or is_parquet(name):
        if dialect != "duckdb":
            raise ConfigurationError(f"the file {name} is read by DuckDB only", instead="--dialect duckdb, or declare a table")
        return "'" + name.replace("'", "''") + "'"
    return table_name(relation if isinstance(relation, str) else relation.file, dialect)


def _publication(bound: Bound) -> str:
    if bound.as_published:
        raise ConfigurationError(f"{bound.release.name} is published as a relation of its own (published_as)", instead="leave --publication out")
    if bound.release.other_columns is not None:
        raise ConfigurationError(
            f"{bound.release.name} declares other_columns: what is published is not known without a connection", instead="name every column"
        )
    return publication(bound.release, bound.published)


def _assumed(release: Release) -> str:
    """What only the catalogue can tell and the text therefore assumes."""
    marked = release.suppressed_marker is not None and not isinstance(release.relation, FileRelation)
    return "suppressed_marker: every quasi-identifier is taken for text; the types are read when it runs" if marked else ""


def _titled(title: str, sql: str) -> str:
    return f"-- {' '.join(title.split())}\n{sql}\n;"


def _as_json(release: str, statement: Statement, note: str) -> dict[str, object]:
    key = statement.key
    return {
        "release": release,
        "rung": key.rung,
        "column": key.column,
        "group": key.group,
        "when": note or "always",
        "scans": statement.scans,
        "kernel": statement.query.kernel,
        "arguments": plain(statement.query.arguments),
        "sql": statement.query.sql,
    }


def _bytes(release: Release, folder: Path, scans: int) -> str:
    relation = release.published_as or release.relation
    name = relation.file if isinstance(relation, FileRelation) else relation
    path = folder / name
    return f", at most {path.stat().st_size * scans:,} bytes" if path.is_file() else ""
