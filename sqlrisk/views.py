"""The views that a release reads, and those beneath them: one whose rows differ from one reading to the next cannot be measured. Tables are not looked into."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from sqlrisk import view_text
from sqlrisk.errors import NotMeasuredError, QueryFailedError, RelationMissingError
from sqlrisk.plain import literal


class Catalogue(Protocol):
    """What reads the catalogue of an engine, and nothing else."""

    @property
    def dialect(self) -> str:
        """The name of its dialect."""

    @property
    def has_views(self) -> bool:
        """Whether it may hold views."""

    def rows(self, sql: str, what: str) -> Sequence[Mapping[str, Any]]:
        """The rows of a select."""


_LISTED = "select {schema} as sqlrisk_schema, {name} as sqlrisk_view, {text} as sqlrisk_text from {views} where {more}lower({name}) in ({{names}})"
_VIEWS: Mapping[str, str] = {
    # the views of some names, by dialect: schema, name and text
    "duckdb": _LISTED.format(schema="schema_name", name="view_name", text="sql", views="duckdb_views()", more="not internal and "),
    "sqlite": _LISTED.format(schema="'main'", name="name", text="sql", views="sqlite_master", more="type = 'view' and "),
    "postgres": _LISTED.format(schema="schemaname", name="viewname", text="definition", views="pg_catalog.pg_views", more=""),
    "clickhouse": _LISTED.format(schema="database", name="name", text="as_select", views="system.tables", more="engine = 'View' and "),
}
_ELSEWHERE = _LISTED.format(schema="table_schema", name="table_name", text="view_definition", views="{prefix}information_schema.views", more="")
_FUNCTIONS: Mapping[str, str] = {
    # those of some names that a catalogue calls volatile, by dialect: the name, whether it is built in, and the text that a macro stands for
    "duckdb": "select lower(function_name) as sqlrisk_name, internal as sqlrisk_built_in, macro_definition as sqlrisk_text from duckdb_functions()"
    " where (stability = 'VOLATILE' or function_type in ('macro', 'table_macro')) and lower(function_name) in ({names})",
    "postgres": "select lower(p.proname) as sqlrisk_name, n.nspname = 'pg_catalog' as sqlrisk_built_in, null as sqlrisk_text from pg_catalog.pg_proc p"
    " join pg_catalog.pg_namespace n on n.oid = p.pronamespace where p.provolatile = 'v' and lower(p.proname) in ({names})",
    "clickhouse": "select lower(name) as sqlrisk_name, false as sqlrisk_built_in, create_query as sqlrisk_text from system.functions"
    " where create_query <> '' and lower(name) in ({names})",
    "mysql": "select lower(routine_name) as sqlrisk_name, false as sqlrisk_built_in, null as sqlrisk_text from information_schema.routines"
    " where is_deterministic = 'NO' and lower(routine_name) in ({names})",
}
_HARMLESS = frozenset({"error", "write_log", "sleep_ms", "vector_type", "stats", "pg_sleep"})
"""Volatile by the catalogue, since they do something, and no source of other rows."""


@dataclass
class Beneath:
    """What the views of a release call: (view, function) of those that give other values each time, and on another day; views that nothing is known of."""

    volatile: list[tuple[str, str]] = field(default_factory=list)
    stable: list[tuple[str, str]] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)


def beneath(engine: Catalogue, relations: Iterable[str]) -> Beneath:
    """What the views among some relations (texts of a FROM clause), and the views beneath them, call. Raises NotMeasuredError."""
    found = Beneath()
    for view, text in _texts(engine, relations):
        _look(engine, view, text, found)
    return found


def calls(engine: Catalogue, relations: Iterable[str]) -> Iterator[tuple[str, frozenset[str] | None]]:
    """The views among some relations, and those beneath them, with the functions that each calls; None where its definition cannot be read."""
    for view, text in _texts(engine, relations):
        yield view, None if text is None else text.calls


def _texts(engine: Catalogue, relations: Iterable[str]) -> Iterator[tuple[str, view_text.Text | None]]:
    """The views among some relations, and those beneath them, each once, with its text."""
    seen = set[tuple[str, str]]()
    if not engine.has_views:
        return
    waiting = {name for text in relations if (known := view_text.read(f"select 1 from {text}", engine.dialect)) for name in known.relations}
    while waiting:
        views = [view for view in _views(engine, waiting) if (view.schema, view.name) not in seen]
        seen |= {(view.schema, view.name) for view in views}
        texts = {(view.schema, view.name): view_text.read(view.text, engine.dialect) if view.text else None for view in views}
        waiting = {name if len(name) > 1 else (schema, *name) for (schema, _), text in texts.items() if text for name in text.relations}
        for view in views:
            yield view.name, texts[view.schema, view.name]


@dataclass(frozen=True)
class _View:
    schema: str
    name: str
    text: str


def _views(engine: Catalogue, names: set[tuple[str, ...]]) -> Iterator[_View]:
    """The views of some names; a name without a schema may be in any. Nothing where the engine has no such catalogue."""
    listed = ", ".join(literal(name) for name in sorted({parts[-1] for parts in names if parts}))
    if not listed:
        return
    template = _VIEWS.get(engine.dialect, _ELSEWHERE)
    prefixes = {".".join(parts[:-1]) + "." if engine.dialect == "bigquery" and len(parts) > 1 else "" for parts in names}
    for prefix in sorted(prefixes):
        for row in _rows(engine, template.format(names=listed, prefix=prefix)):
            schema, name = str(row["sqlrisk_schema"]).lower(), str(row["sqlrisk_view"])
            if any(parts[-1] == name.lower() and (len(parts) == 1 or parts[-2] == schema) for parts in names if parts):
                yield _View(schema, name, str(row["sqlrisk_text"] or ""))


def _look(engine: Catalogue, view: str, text: view_text.Text | None, found: Beneath) -> None:
    """Add what one view calls, macros expanded."""
    if text is None:
        found.doubtful.append(view)
        return
    calls, waiting = set[str](), set(text.calls)
    while waiting:
        calls |= waiting
        inner = set[str]()
        for row in _functions(engine, waiting):
            name = str(row["sqlrisk_name"])
            if row["sqlrisk_text"]:
                macro = view_text.read(f"select {row['sqlrisk_text']}" if engine.dialect == "duckdb" else str(row["sqlrisk_text"]), engine.dialect)
                inner |= set(macro.calls) if macro else set()
                found.doubtful += [] if macro else [view]
            elif name in _HARMLESS:
                continue
            elif row["sqlrisk_built_in"]:
                found.volatile.append((view, name))
            else:
                found.doubtful.append(view)
        waiting = inner - calls
    all_calls = view_text.Text(frozenset(calls), frozenset())
    found.volatile += [(view, name) for name in sorted(all_calls.volatile) if (view, name) not in found.volatile]
    found.stable += [(view, name) for name in sorted(all_calls.stable)]


def _functions(engine: Catalogue, names: set[str]) -> Sequence[Mapping[str, object]]:
    template = _FUNCTIONS.get({"mariadb": "mysql"}.get(engine.dialect, engine.dialect))
    return _rows(engine, template.format(names=", ".join(map(literal, sorted(names))))) if template else []


def _rows(engine: Catalogue, sql: str) -> Sequence[Mapping[str, object]]:
    try:
        return engine.rows(sql, "the views beneath")
    except (QueryFailedError, RelationMissingError):
        return []


def refuse_volatile(release: str, found: Beneath) -> None:
    """Raises NotMeasuredError where a view calls a built-in function that gives another value each time."""
    for view, name in found.volatile[:1]:
        called = "takes a sample without a seed" if name == "tablesample" else f"calls {name}()"
        what = f"{release}: the view `{view}` {called}, so that each reading gives other rows: the figures would not be those of what is published"
        raise NotMeasuredError(what, instead="write its rows to a table once, and measure that")
