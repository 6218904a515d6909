"""From names and expressions to the relation text that a kernel receives: quoted, filtered, generalised."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from sqlrisk.catalogue import CatalogueColumn, Source
from sqlrisk.csv_files import no_header
from sqlrisk.declaration import DROPPED, Release
from sqlrisk.errors import ConfigurationError, QueryFailedError, did_you_mean
from sqlrisk.expressions import SOURCE, ExpressionError, columns, parse, render
from sqlrisk.kinds import rounds
from sqlrisk.missing_values import BLANK, BLANK_KINDS, kind, valued, without_missing
from sqlrisk.names import Fold, free_name, resolved
from sqlrisk.plain import one_line
from sqlrisk.queries import Query
from sqlrisk.queries import render as render_macro

_PART = re.compile(r'"(?:[^"\0]|"")+"|[^\W\d][\w$-]*')


class Member(NamedTuple):
    """One column of a relation text: the name it bears there, its expression over the source, and the join that brings it in where one does."""

    alias: str
    sql: str
    joined: str = ""


@dataclass(frozen=True)
class Table:
    """The rows that a release is measured on: a source, the declared filter and the suppression marker, names resolved.

    `levels` are the declared levels by the name that they bear when published; `aliases` says which that is, by column and level. `values`: by column of
    the catalogue its value, NULL where it is missing, for the columns where that is another expression than the column. `unnamed`: the columns whose levels
    the first line of a file names, which may be data: no message offers them.
    """

    source: Source
    dialect: str
    fold: Fold
    levels: Mapping[str, Member]
    where: str | None = None
    marked: str | None = None
    renamed: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[tuple[str, str], str] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    unnamed: frozenset[str] = frozenset()

    def resolve(self, name: str) -> str | None:
        """The catalogue's entry of a column, or None where it has no such column. `renamed` says under which other name a column is there."""
        key = resolved(name, self.renamed, self.fold)
        return resolved(name if key is None else self.renamed[key], (column.name for column in self.source.columns), self.fold)

    def are_exact(self, names: Iterable[str]) -> bool:
        """Whether a class of some columns is one tuple of values, so that levels can be made of the class in place of its rows."""
        exact = {column.name for column in self.source.columns if column.is_exact}
        return all(self.resolve(name) in exact for name in names)

    def is_text(self, name: str) -> bool:
        """Whether the catalogue says that a column holds text."""
        found = self.resolve(name)
        return any(column.name == found and column.is_text for column in self.source.columns)

    def member(self, name: str) -> Member:
        """A column as it is stored, or a declared level, under its own name. Raises ConfigurationError where there is neither."""
        found = self.resolve(name)
        if found is not None:
            return Member(found, quoted(found, self.dialect, SOURCE))
        if name in self.levels:
            return self.levels[name]
        raise ConfigurationError(f"the relation has no column `{name}`", instead=offered(name, self.source))

    def valued(self, name: str) -> Member:
        """A column, NULL where it is missing, or a declared level. Quasi-identifiers are grouped as they are stored: no two of their values are merged."""
        member = self.member(name)
        return member._replace(sql=self.values[member.alias]) if member.alias in self.values and member.alias == self.resolve(name) else member

    def level(self, column: str, level: str) -> Member:
        """A quasi-identifier at one of its levels: over what is published, the column of its name. Raises ConfigurationError where there is none."""
        if (column, level) not in self.aliases:
            known = [name for of, name in self.aliases if of == column and of not in self.unnamed]
            raise ConfigurationError(f"`{column}` has no level `{level}`", instead=did_you_mean(level, [*known, DROPPED]))
        alias = self.aliases[column, level]
        return self.levels.get(alias) or self.member(alias)

    @property
    def whole(self) -> frozenset[str]:
        """The columns of whole numbers; one that is called text can hold nothing else where numbers are asked of it."""
        return frozenset(column.name for column in self.source.columns if column.is_whole or column.is_text)

    @property
    def fractions(self) -> frozenset[str]:
        """The columns of numbers that can have digits after the point."""
        return frozenset(column.name for column in self.source.columns if column.has_fractions)

    def entries(self, names: Iterable[str]) -> set[str]:
        """The catalogue's entries of some names, those that it has."""
        return {found for name in names if (found := self.resolve(name)) is not None}

    def key(self, name: str) -> Member:
        """A column that says whose a row is; a blank cell, and one that is missing, is no key."""
        member = self.member(name)
        column = next(column for column in self.source.columns if column.name == member.alias)
        value = self.values.get(member.alias, member.sql)
        return Member(member.alias, valued(value, (BLANK,), column, self.dialect) if kind(column, self.dialect) in BLANK_KINDS else value)

    def relation(self, members: Iterable[Member], *, filtered: bool = True) -> str:
        """The relation text of some columns, without the rows that the filter or the marker takes out."""
        shown = list(dict.fromkeys(members))
        listed = ", ".join(f"{member.sql} as {quoted(member.alias, self.dialect)}" for member in shown)
        joined = "".join(dict.fromkeys(member.joined for member in shown))
        return f"(select {listed} from {self.source.sql} as {SOURCE}{joined}{self._conditions() if filtered else ''})"

    def flags(self) -> str:
        """The relation text of row_counts: whether each row is kept by the filter, and whether it bears the marker."""
        kept = f"case when {self.where} then 1 else 0 end" if self.where else "1"
        marked = self.marked or "0"
        return f"(select {kept} as sqlrisk_kept, {marked} as sqlrisk_marked from {self.source.sql} as {SOURCE})"

    def _conditions(self) -> str:
        conditions = [f"({self.where})"] if self.where else []
        if self.marked:
            conditions.append(f"{self.marked} = 0")
        return f" where {' and '.join(conditions)}" if conditions else ""


def converted(table: Table, member: Member, cast: Callable[[str], str], type_: str) -> Table:
    """The table with one column, or one level, cast to a type wherever it is read."""
    name = member.alias
    if table.levels.get(name) == member:
        return replace(table, levels={**table.levels, name: member._replace(sql=cast(member.sql))})
    source, dialect = table.source, table.dialect
    columns = tuple(CatalogueColumn(name, type_) if column.name == name else column for column in source.columns)
    listed = ", ".join(f"{cast(shown)} as {shown}" if each == name else shown for each in (c.name for c in columns) for shown in [quoted(each, dialect)])
    sql = f"(select {listed} from {source.sql} as sqlrisk_stored)"
    return replace(table, source=replace(source, sql=sql, columns=columns, shown=source.shown or source.sql))


def offered(name: str, source: Source) -> str:
    """The nearest column, or else the others; of a file whose header is not confirmed how many there are: its first line may be data."""
    return did_you_mean(name, [column.name for column in source.columns]) if source.header_of is None else no_header(source.header_of, len(source.columns))


def confirmed(source: Source, table: Table, names: Iterable[str]) -> Source:
    """The source, its header confirmed where every one of some declared names is a column of it."""
    return source if source.header_of is None or any(table.resolve(name) is None for name in names) else replace(source, header_of=None)


def quoted(name: str, dialect: str, table: str | None = None) -> str:
    """A name quoted and escaped for a dialect, after `table.` where one is given."""
    identifier = exp.to_identifier(name, quoted=True).sql(dialect=dialect)
    return f"{table}.{identifier}" if table else identifier


def table_name(name: str, dialect: str) -> str:
    """The quoted form of [database.][schema.]table as written in a declaration. Raises ConfigurationError where it is not one."""
    return ".".join(quoted(part, dialect) for part, _ in relation_parts(name))


def relation_parts(name: str) -> list[tuple[str, bool]]:
    """The parts of [database.][schema.]table, and whether each is written in quotes. Raises ConfigurationError where it is not one."""
    parts = [match[0] for match in _PART.finditer(name)]
    if not 1 <= len(parts) <= 3 or ".".join(parts) != name:
        raise ConfigurationError(
            f"`{name}` is not the name of a relation", instead="write [database.][schema.]table, a part with odd characters in double quotes, or a file"
        )
    return [(part[1:-1].replace('""', '"'), True) if part.startswith('"') else (part, False) for part in parts]


def bind(
    release: Release,
    source: Source,
    dialect: str,
    fold: Fold,
    mappings: Mapping[str, Source] | None = None,
    *,
    as_published: bool = False,
) -> Table:
    """The table of a release over its source; `mappings` are the hierarchies by column.

    `as_published`: over what is published, where filter, suppression and the levels of quasi-identifiers are done already: they are columns there.
    """
    bare = with_values(Table(source, dialect, fold, {}), release)
    _refuse_twins(release, bare)
    aliases = _aliases(release, fold, mappings or {})
    levels = {
        level: Member(level, expression(text, bare, f"level {level}"))
        for column, level, text in release.named_levels()
        if not as_published or release.columns[column].role == "sensitive"
    }
    if not as_published:
        levels.update(_mapped_levels(bare, mappings or {}, aliases))
    where = None if as_published or release.where is None else expression(release.where, bare, "where")
    unnamed = frozenset(column for column, mapping in (mappings or {}).items() if mapping.header_of is not None)
    table = replace(bare, levels=levels, where=where, aliases=aliases, unnamed=unnamed)
    return replace(table, marked=_marked(release, table, as_published))


def with_values(table: Table, release: Release) -> Table:
    """The table, its columns without the values that the release declares missing."""
    return replace(table, values=without_missing(release.columns, table.source, table.dialect, table.resolve, lambda name: quoted(name, table.dialect, SOURCE)))


def bind_unprotected(release: Release, source: Source, dialect: str, fold: Fold, mappings: Mapping[str, Source] | None = None) -> Table:
    """The table that an anonymisation started from, as it stands: its columns, and the declared levels that can be made of them."""
    bare = with_values(Table(source, dialect, fold, {}), release)
    levels = {}
    for _, level, text in release.named_levels():
        try:
            levels[level] = Member(level, expression(text, bare, f"level {level}"))
        except ConfigurationError:
            continue
    aliases = _aliases(release, fold, mappings or {})
    here = {column: mapping for column, mapping in (mappings or {}).items() if bare.resolve(column) is not None}
    levels.update(_mapped_levels(bare, here, aliases))
    return replace(bare, levels=levels, aliases=aliases)


def _refuse_twins(release: Release, table: Table) -> None:
    """Raises ConfigurationError where two declared names are one entry of the catalogue."""
    names: dict[str, str] = {}
    for name in release.columns:
        found = table.resolve(name)
        if found is not None and found in names:
            what = f"{release.name}: `{names[found]}` and `{name}` are one column to the engine, `{found}`"
            raise ConfigurationError(what, instead="keep one of them under `columns`")
        names.update({found: name} if found is not None else {})


def _aliases(release: Release, fold: Fold, mappings: Mapping[str, Source]) -> dict[tuple[str, str], str]:
    """Every level of the release, by column and level, with the one name that it has in what is published.

    A level of a mapping keeps its own name where no other column or level has it; else the column's name comes before it, so that no two have one name.
    """
    aliases = {(column, level): level for column, level, _ in release.named_levels()}
    found = [(name, level.name) for name in release.with_role("quasi_identifier") if name in mappings for level in mappings[name].columns[1:]]
    named = [*release.columns, *(level for _, level, _ in release.named_levels()), *(level for _, level in found)]
    times = Counter(map(fold, named))
    for name, level in found:
        aliases[name, level] = level if times[fold(level)] == 1 else free_name(f"{name}_{level}", [*named, *aliases.values()])
    return aliases


def _mapped_levels(bare: Table, mappings: Mapping[str, Source], aliases: Mapping[tuple[str, str], str]) -> dict[str, Member]:
    found = {}
    for place, column in enumerate(dict.fromkeys(column for column, _ in aliases if column in mappings), 1):
        _, *nodes = mapped(bare.valued(column), mappings[column], bare.dialect, place)
        found.update({aliases[column, node.alias]: node._replace(alias=aliases[column, node.alias]) for node in nodes})
    return found


def mapped(column: Member, mapping: Source, dialect: str, place: int) -> list[Member]:
    """The value and the nodes of a mapping as text, joined to a column's values; `place` tells apart mappings that stand in one relation text.

    An empty cell is no node (nor is the one that ClickHouse's left join gives where nothing meets). A value that stands in several rows of the
    mapping would double rows: a hierarchy is measured before it is used.
    """
    table = f"sqlrisk_mapping_{place}"
    value, *nodes = [(each.name, _as_text(quoted(each.name, dialect, table), dialect)) for each in mapping.columns]
    joined = f" left join {mapping.sql} as {table} on {value[1]} = {_as_text(column.sql, dialect)}"
    return [Member(*value, joined), *(Member(name, f"nullif({text}, '')", joined) for name, text in nodes)]


def _as_text(value: str, dialect: str) -> str:
    return render_macro("to_text", dialect, value=value).sql


_ROUNDED = "write floor(x), or floor(x + 0.5): engines round halves in different ways"


def expression(text: str, table: Table, what: str) -> str:
    """An expression of the declaration as the engine's SQL over the source. Raises ConfigurationError."""
    try:
        tree = parse(text)
        if rounds(tree, {name for name in columns(tree) if table.resolve(name) in table.fractions}):
            raise ConfigurationError(f"{what}: a number with a fraction is cast to a whole one", instead=_ROUNDED)
        return render(tree, table.dialect, table.resolve, table.whole, table.values)
    except ExpressionError as error:
        raise ConfigurationError(f"{what}: {error}", instead="the expression language stands in docs/expressions.md") from error


def rung(release: Release, table: Table, levels: Mapping[str, str]) -> list[Member]:
    """The quasi-identifiers of a rung, each at its level. Raises ConfigurationError for a level, or a published column, that is not there."""
    members = []
    for column in release.with_role("quasi_identifier"):
        level = levels.get(column)
        if level != DROPPED:
            members.append(table.member(column) if level is None else table.level(column, level))
    return members


def publication(release: Release, table: Table, kept: Table | None = None) -> str:
    """The SELECT of what is published: levels in place of columns, identifiers left out, filter, marker and suppression applied.

    `kept`: the table without the classes that suppression leaves out, where size alone does not decide.
    """
    members = rung(release, table, release.publish)
    names = list(members)
    hidden = table.entries(release.with_role("identifier", "entity", "quasi_identifier"))
    declared = table.entries(release.columns)
    for column in table.source.columns:
        if column.name not in hidden and (column.name in declared or release.other_columns is None or release.other_columns.role == "insensitive"):
            names.append(table.valued(column.name))
    if kept is not None:
        return kept.relation(names)[1:-1]
    return render_macro(
        "publication",
        table.dialect,
        relation=table.relation(names),
        columns=[m.alias for m in names],
        quasi_identifiers=[m.alias for m in members],
        min_class_size=release.declared_suppression().min_class_size,
    ).sql


def commented(sources: Iterable[Source]) -> str:
    """The commands that make the copies which the shown texts of some relations read, as comment lines before a statement."""
    return "".join(f"-- {one_line(command)}\n" for command in dict.fromkeys(source.command for source in sources) if command)


def guard(query: Query, dialect: str, declared: Iterable[str]) -> None:
    """Refuse a text that is not one read-only select over the declared sources. Raises QueryFailedError."""
    try:
        read = _read_by(query.sql, dialect)
    except (SqlglotError, RecursionError):
        raise QueryFailedError(f"the query {query.kernel} does not parse as {dialect}; it was not sent") from None
    if read is None:
        raise QueryFailedError(f"the query {query.kernel} is not one select; it was not sent")
    if not read <= frozenset().union(*(_tables(source, dialect) for source in declared)):
        raise QueryFailedError(f"the query {query.kernel} reads a relation that is not declared; it was not sent")


@functools.lru_cache(maxsize=1024)
def _read_by(sql: str, dialect: str) -> frozenset[str] | None:
    """The tables that a text reads beyond its own CTEs; None where it is not one select. Kept, since parsing takes longer than most statements."""
    parsed = sqlglot.parse(sql, read=dialect)
    if len(parsed) != 1 or not isinstance(parsed[0], exp.Select):
        return None
    found = list(parsed[0].find_all(exp.CTE, exp.Table))
    ctes = {cte.alias for cte in found if isinstance(cte, exp.CTE)}
    return frozenset(_bare(table, dialect) for table in found if isinstance(table, exp.Table) and table.name not in ctes)


@functools.lru_cache(maxsize=4096)
def _tables(source: str, dialect: str) -> frozenset[str]:
    """The tables that a declared source reads."""
    return frozenset(_bare(table, dialect) for table in sqlglot.parse_one(f"select 1 from {source}", read=dialect).find_all(exp.Table))


def _bare(table: exp.Table, dialect: str) -> str:
    bare = table.copy()
    bare.set("alias", None)
    return str(bare.sql(dialect=dialect))


def _marked(release: Release, table: Table, as_published: bool) -> str | None:
    if release.suppressed_marker is None:
        return None
    names = [member.alias for member in rung(release, table, release.publish)] if as_published else release.with_role("quasi_identifier")
    types = {column.name: column for column in table.source.columns}
    texts = [found for name in names if (found := table.resolve(name)) is not None and types[found].is_text]
    if not texts:
        raise ConfigurationError("suppressed_marker: no quasi-identifier of the relation is text", instead="leave suppressed_marker out")
    marker = exp.Literal.string(release.suppressed_marker).sql(dialect=table.dialect)
    conditions = " and ".join(f"{quoted(name, table.dialect, SOURCE)} = {marker}" for name in texts)
    return f"case when {conditions} then 1 else 0 end"
