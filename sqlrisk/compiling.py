"""The statements of a declaration as text: without a connection, or as a dry run with one."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from sqlrisk import readable, time_zones
from sqlrisk.binding import bound_release, needed
from sqlrisk.catalogue import CatalogueColumn, Source
from sqlrisk.checking import Options, conditional, dry_run_statements, open_engine, selected
from sqlrisk.csv_files import CsvFile, is_csv, is_parquet, no_header, paths_of, readable_paths
from sqlrisk.declaration import ProtectedBy, Release
from sqlrisk.declared import FileRelation, MappingFile, relation_text
from sqlrisk.errors import ConfigurationError, did_you_mean
from sqlrisk.expressions import ExpressionError, columns, parse
from sqlrisk.loading import Loaded
from sqlrisk.names import ascii_folded, fold_of
from sqlrisk.parquet_files import ParquetFiles
from sqlrisk.plain import counted, json_text, one_line, plain, visible
from sqlrisk.planning import PUBLISHED, Bound, Key, Statement, dependent, hierarchies
from sqlrisk.planning.forgotten import MEASURE
from sqlrisk.planning.suppression import of_rung
from sqlrisk.queries import Query, render
from sqlrisk.relations import Member, Table, bind, bind_unprotected, commented, publication, table_name, with_values

DIALECTS = (
    "duckdb", "postgres", "snowflake", "bigquery", "redshift", "databricks", "spark", "trino", "athena", "clickhouse", "tsql", "fabric", "mysql", "sqlite",
)  # fmt: skip


_VALUE, _LEVEL = "value", "level1"


def compiled(loaded: Loaded, options: Options, dialect: str, *, publication: bool, as_json: bool, protect: bool = False) -> str:
    """Every statement that is known beforehand; or the SELECT of what is published, or of protected_by. Raises ConfigurationError for a dialect
    that is not known."""
    if dialect not in DIALECTS:
        raise ConfigurationError(f"`{dialect}` is not a dialect here", instead=did_you_mean(dialect, DIALECTS))
    _refuse_unreadable(loaded, options)
    if protect:
        return _protected(loaded, options, dialect, as_json)
    bound = [_without_connection(release, dialect, loaded.folder, loaded.declaration.composed(release)) for release in selected(loaded, options)]
    copies = commented(source for each in bound for source in each.named_sources)
    head = copies + _zones([each.release for each in bound], dialect)
    if publication:
        return head + "\n\n".join(_titled(each.release.name, _publication(each)) for each in bound) + "\n"
    listed = [(each, statement, note) for each in bound for statement, note in _statements(each)]
    later = [(each.release.name, key, note) for each in bound for key, note in [*dependent(each), *_of_unnamed(each.release)]]
    if as_json:
        found = [_as_json(each.release.name, statement.key, note, statement, copies) for each, statement, note in listed]
        return json_text(_with_zones([*found, *(_as_json(*one, None) for one in later)], bound))
    texts = [_titled(f"{each.release.name}: {statement.title}{note and f' ({note})'}", statement.query.sql) for each, statement, note in listed]
    return head + "\n\n".join([*texts, *(f"-- {one_line(f'{name}: {key.title} ({note})')}" for name, key, note in later)]) + "\n"


def _refuse_unreadable(loaded: Loaded, options: Options) -> None:
    """Raises ConfigurationError for a file that may not be read."""
    allowed = readable.folders(loaded.folder, *loaded.allowed, *options.allowed)
    for release in selected(loaded, options):
        for relation in (each for one in (release, *loaded.declaration.composed(release)) for each in one.relations()):
            if isinstance(relation, FileRelation) or is_csv(relation) or is_parquet(relation):
                readable_paths(loaded.folder, relation_text(relation), allowed)


def _zones(releases: Sequence[Release], dialect: str) -> str:
    """The comment line that says in which zone times are read; where there are several zones, of which releases each is."""
    zones: dict[str, list[str]] = {}
    for release in releases:
        zones.setdefault(release.time_zone, []).append(one_line(release.name))
    return "".join(time_zones.comment(dialect, zone, "" if len(zones) == 1 else ", ".join(names)) for zone, names in zones.items())


def _with_zones(statements: list[dict[str, object]], bound: Sequence[Bound]) -> list[dict[str, object]]:
    zones = {each.release.name: each.release.time_zone for each in bound}
    return [{**each, "time_zone": zones[str(each["release"])]} for each in statements]


def dry_run(loaded: Loaded, options: Options) -> str:
    """What a check would send, with scans of the relation, and bytes where the engine can tell (files)."""
    releases = selected(loaded, options)
    engine = open_engine(loaded, releases, options)
    lines = []
    try:
        for release in releases:
            bound = bound_release(release, engine, loaded.declaration.composed(release))
            statements = dry_run_statements(bound)
            later = len(dependent(bound))
            scans = sum(statement.scans for statement in statements) + later
            sent = f"{counted(len(statements) + later, 'query', 'queries')}, {counted(scans, 'scan')} of the relation"
            lines.append(f"{one_line(release.name)}: {sent}{_bytes(release, loaded.folder, scans)}")
            lines += [_scan_line(statement.key, statement.scans, "") for statement in statements]
            lines += [_scan_line(key, 1, note) for key, note in dependent(bound)]
            lines += [_scan_line(statement.key, statement.scans, note) for statement, note in conditional(bound)]
    finally:
        engine.close()
    return "\n".join(map(visible, lines)) + "\n"


def _statements(bound: Bound) -> list[tuple[Statement, str]]:
    always = _assumed(bound.release)
    noted = [*((statement, always) for statement in dry_run_statements(bound)), *conditional(bound)]
    return [(statement, "; ".join(filter(None, (note, _assumed_of_hierarchy(bound.release, statement))))) for statement, note in noted]


def _scan_line(key: Key, scans: int, note: str) -> str:
    return f"  {scans} scan{' ' if scans == 1 else 's'}  {one_line(key.title)}" + (f" ({note})" if note else "")


def _without_connection(release: Release, dialect: str, folder: Path, composed: Sequence[Release] = ()) -> Bound:
    """The release over columns that are only known by name: those declared and those that expressions use. Text is the type that is not declared."""

    def table(relation: str | FileRelation, names: Sequence[str], confirming: Sequence[str] | None = None) -> Source:
        return _source(relation, names, dialect, folder, confirming)

    used = [*release.columns, *_used(release)]
    source = table(release.relation, used, list(release.columns))
    mappings = hierarchies.sources(release, source, lambda column, relation: table(relation, _columns_of_mapping(release, column, relation, folder)))
    raw = bind(release, source, dialect, fold_of(dialect), mappings)
    published = raw
    if release.published_as is not None:
        source = table(release.published_as, [*_published_names(release, raw.aliases), *_used(release)], needed(release, raw.aliases))
        published = bind(release, source, dialect, fold_of(dialect), mappings, as_published=True)
    others = tuple(_without_connection(other, dialect, folder) for other in composed)
    reference, unprotected = _reference(release, dialect, folder, raw.aliases), _unprotected(release, dialect, folder, mappings, raw.aliases)
    return Bound(release, published, raw, reference, others, mappings, unprotected=unprotected)


def _published_names(release: Release, aliases: Mapping[tuple[str, str], str]) -> list[str]:
    return [published for published, _ in release.published_columns(aliases)]


def _reference(release: Release, dialect: str, folder: Path, aliases: Mapping[tuple[str, str], str]) -> Table | None:
    """The population relation, taken to have the published quasi-identifiers under the names that are declared."""
    population = release.population
    if population is None or population.relation is None:
        return None
    names = [*(population.columns.get(name, name) for name in _published_names(release, aliases)), *([population.weight] if population.weight else [])]
    source = _source(population.relation, names, dialect, folder)
    columns = tuple(CatalogueColumn(each.name, "BIGINT") if each.name == population.weight else each for each in source.columns)
    found = Table(replace(source, columns=columns), dialect, fold_of(dialect), {}, renamed=population.columns)
    return with_values(found, release)


def _unprotected(release: Release, dialect: str, folder: Path, mappings: Mapping[str, Source], aliases: Mapping[tuple[str, str], str]) -> Table | None:
    """The source of an anonymisation, taken to have the declared columns, and pivots and columns of blocks that are no levels."""
    protection = release.protected_by
    if protection is None:
        return None
    levels = set(aliases.values())
    named = [*protection.pivots, *(name for block in protection.blocks for name in block)]
    names = [*release.columns, *_used(release), *(name for name in named if name not in levels)]
    return bind_unprotected(release, _source(protection.source, names, dialect, folder), dialect, fold_of(dialect), mappings)


def _columns_of_mapping(release: Release, column: str, relation: str | FileRelation, folder: Path) -> list[str]:
    """The columns of a hierarchy: those of a CSV file, else the levels that are asked for, which stand for whatever the catalogue has."""
    if not _is_read(relation):
        return [_VALUE, *(release.asked_levels(column) or (_LEVEL,))]
    file = FileRelation(file=relation) if isinstance(relation, str) else relation
    return CsvFile(folder / file.file, file, folder).header


def _is_read(relation: str | FileRelation) -> bool:
    return not is_parquet(relation.file) if isinstance(relation, FileRelation) else is_csv(relation)


def _assumed_of_hierarchy(release: Release, statement: Statement) -> str:
    """What a statement takes for granted of hierarchies that are tables."""
    found = release.hierarchies()
    about = [statement.key.column] if statement.query.kernel in ("hierarchical_classes", "hierarchy_levels", "uncovered_values") else []
    levels = {PUBLISHED: release.publish, **{step.name: step.levels for step in release.ladder}}.get(statement.key.rung, {})
    about += [column for column in levels if release.asked_levels(column)]
    assumed = [column for column in dict.fromkeys(about) if column in found and not _is_read(found[column])]
    return "; ".join(
        f"the hierarchy of `{column}` is taken to have the columns {_named(release, column)}: its levels are read when it runs" for column in assumed
    )


def _named(release: Release, column: str) -> str:
    return " and ".join((_VALUE, *(release.asked_levels(column) or (_LEVEL,))))


def _used(release: Release) -> list[str]:
    texts = [expression for _, _, expression in release.named_levels()]
    texts += [condition for condition in release.group_conditions().values() if condition] + ([release.where] if release.where else [])
    names: list[str] = []
    for text in texts:
        try:
            names += columns(parse(text))
        except ExpressionError:
            continue
    known = {ascii_folded(name) for name in release.columns}
    levels = {level for _, level, _ in release.named_levels()}
    names += [group for group, condition in release.group_conditions().items() if condition is None and group not in levels]
    names += [name for query in release.utility for name in query.names if name not in levels]
    names += [threshold.column for threshold in release.thresholds if threshold.measure == MEASURE and threshold.column]
    return [name for name in names if ascii_folded(name) not in known]


def _of_unnamed(release: Release) -> list[tuple[Key, str]]:
    """The statements about columns that only the catalogue knows."""
    asked = any(threshold.measure == MEASURE and threshold.column is None for threshold in release.thresholds)
    unnamed = release.other_columns is not None and release.other_columns.role == "insensitive"
    return [(Key("joined_classes"), "one a column that the declaration does not name: the catalogue is read when it runs")] if asked and unnamed else []


def _source(relation: str | FileRelation, names: Sequence[str], dialect: str, folder: Path, confirming: Sequence[str] | None = None) -> Source:
    """A relation with columns of these names: text, unless a CSV file declares their types. A file is read as it is declared.

    Raises ConfigurationError for a CSV file without one of the names `confirming` that its first line is a header, else of all.
    """
    name = relation_text(relation)
    if not (isinstance(relation, FileRelation) or is_csv(name) or is_parquet(name)):
        return Source(table_name(name, dialect), _of_text(names))
    if dialect != "duckdb":
        raise ConfigurationError(f"the file {name} is read by DuckDB only", instead="--dialect duckdb, or declare a table")
    declared = relation if isinstance(relation, FileRelation) else FileRelation(file=name)
    if is_parquet(name):
        return Source(ParquetFiles(folder / name, paths_of(folder, name), declared).shown(), _of_text(names))
    file = CsvFile(folder / name, declared, folder)
    header = [ascii_folded(each) for each in file.header]
    if missing := [each for each in (names if confirming is None else confirming) if ascii_folded(each) not in header]:
        raise ConfigurationError(f"the file {name} has no column `{missing[0]}`", instead=no_header("it", len(header)))
    types = {column.name: column.type for column in file.columns}
    columns = tuple(CatalogueColumn(name, types.get(name, "VARCHAR")) for name in dict.fromkeys(names))
    return Source(file.shown(), columns, command=file.command, header_of=name if isinstance(declared, MappingFile) and file.headed else None)


def _of_text(names: Sequence[str]) -> tuple[CatalogueColumn, ...]:
    return tuple(CatalogueColumn(name, "VARCHAR") for name in dict.fromkeys(names))


def _publication(bound: Bound) -> str:
    if bound.as_published:
        raise ConfigurationError(f"{bound.release.name} is published as a relation of its own (published_as)", instead="leave --publication out")
    if bound.release.other_columns is not None:
        raise ConfigurationError(
            f"{bound.release.name} declares other_columns: what is published is not known without a connection", instead="name every column"
        )
    kept = of_rung(bound, PUBLISHED, bound.suppression).table if bound.suppression.of_column else None
    return publication(bound.release, bound.published, kept)


def _protected(loaded: Loaded, options: Options, dialect: str, as_json: bool) -> str:
    """The SELECT of protected_by, of every selected release that declares one; a release selected by name must."""
    releases = selected(loaded, options)
    lacking = [release.name for release in releases if release.protected_by is None]
    if lacking and (options.select or len(lacking) == len(releases)):
        example = "protected_by: {source: ..., pivots: [...], threshold: 4, blocks: [[...], [...]]}"
        raise ConfigurationError(f"{lacking[0]} declares no protected_by", where=loaded.source, instead=f"declare {example}")
    declared = [(release, each) for release in releases if (each := release.protected_by) is not None]
    sources = [_source(each.source, [*release.columns, *_used(release)], dialect, loaded.folder) for release, each in declared]
    queries = [(release.name, protection(release, each, source, dialect)) for (release, each), source in zip(declared, sources, strict=True)]
    copies = commented(sources)
    if as_json:
        values = [{"release": name, "kernel": query.kernel, "arguments": plain(query.arguments), "sql": copies + query.sql} for name, query in queries]
        return json_text(values)
    head = copies + _zones([release for release, _ in declared], dialect)
    return head + "\n\n".join(_titled(f"{name}: {_MADE[query.kernel]}", query.sql) for name, query in queries) + "\n"


_MADE = {
    "anonymize": "what protected_by declares, drawn anew by each run: make a table of it, not a view",
    "dissolve": "what protected_by declares: small groups are dissolved, nothing is permuted",
}


def protection(release: Release, declared: ProtectedBy, source: Source, dialect: str) -> Query:
    """The anonymisation that a release declares, over its source as it stands: with blocks `anonymize`, else `dissolve`."""
    _refuse_unprotectable(release)
    table = bind(release, source, dialect, fold_of(dialect))
    taken = {ascii_folded(name) for name in declared.pivots}
    others = [name for name, _ in release.published_columns() if ascii_folded(name) not in taken]
    pivots, blocks, rest = _members(table, declared.pivots), [_members(table, block) for block in declared.blocks], _members(table, others)
    members = [*pivots, *(rest if not blocks else [member for block in blocks for member in block])]
    relation = table.source.sql if all(table.resolve(member.alias) for member in members) else table.relation(members)
    about = {"relation": relation, "pivots": _aliases(pivots), "threshold": declared.threshold}
    if not blocks:
        return render("dissolve", dialect, **about, columns=_aliases(rest), residue=declared.residue)
    return render("anonymize", dialect, **about, blocks=[_aliases(block) for block in blocks], residue=declared.residue)


def _members(table: Table, names: Sequence[str]) -> list[Member]:
    return [table.member(name) for name in names]


def _aliases(members: Sequence[Member]) -> list[str]:
    return [member.alias for member in members]


def _refuse_unprotectable(release: Release) -> None:
    for key in ("where", "suppress_below", "suppress", "suppressed_marker"):
        if getattr(release, key) is not None:
            raise ConfigurationError(
                f"{release.name} declares {key}: --protect reads the source as it stands", instead="apply it in a view, and name that as the source"
            )
    if release.other_columns is not None and release.other_columns.role == "insensitive":
        raise ConfigurationError(f"{release.name} declares other_columns: what is published is not known without a connection", instead="name every column")


def _assumed(release: Release) -> str:
    """What only the catalogue can tell and the text therefore assumes."""
    marked = release.suppressed_marker is not None and not isinstance(release.relation, FileRelation)
    return "suppressed_marker: every quasi-identifier is taken for text; the types are read when it runs" if marked else ""


def _titled(title: str, sql: str) -> str:
    return f"-- {one_line(title)}\n{sql}\n;"


def _as_json(release: str, key: Key, note: str, statement: Statement | None, copies: str = "") -> dict[str, object]:
    """A statement as JSON has it; without arguments and text where those are measured first."""
    return {
        "release": release,
        "rung": key.rung,
        "column": key.column,
        "group": key.group,
        "when": note or "always",
        "scans": statement.scans if statement else 1,
        "kernel": statement.query.kernel if statement else key.kernel,
        "arguments": plain(statement.query.arguments) if statement else None,
        "sql": copies + statement.query.sql if statement else None,
    }


def _bytes(release: Release, folder: Path, scans: int) -> str:
    relation = release.published_as or release.relation
    name = relation.file if isinstance(relation, FileRelation) else relation
    path = folder / name
    return f", at most {path.stat().st_size * scans:,} bytes" if os.path.isfile(path) else ""
