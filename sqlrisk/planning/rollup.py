"""The statements of a roll-up: classes of the original columns, codes of their levels, and coarser classes from finer ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlrisk.catalogue import Source
from sqlrisk.declaration import DROPPED
from sqlrisk.expressions import SOURCE, columns, parse
from sqlrisk.planning.bound import PUBLISHED, Bound, Key, Statement
from sqlrisk.queries import Query, render
from sqlrisk.relations import Member, Table, quoted

ROWS = "sqlrisk_rows"


def made_of(bound: Bound, name: str) -> frozenset[str] | None:
    """The columns of the release's own relation that a rung is made of: each level follows from those that its expression uses.

    None where a level is made of none, or of one whose equal values are not one and the same: 30 days and one month as text are two.
    """
    release, table = bound.release, bound.ladder
    levels = release.publish if name == PUBLISHED else next(step.levels for step in release.ladder if step.name == name)
    found: list[str] = []
    for column in release.with_role("quasi_identifier"):
        text = release.columns[column].levels.get(levels.get(column, ""))
        if levels.get(column) == DROPPED:
            continue
        used = columns(parse(text)) if text else [column]
        if column in levels and not (used and table.are_exact(used)):
            return None
        found += used
    return frozenset(table.member(column).alias for column in found)


def class_counts(table: Table, members: Sequence[Member], what: str) -> Statement:
    """The statement that counts the rows of each class of some columns: for a temporary table."""
    return Statement(Key("class_counts", what), render("class_counts", table.dialect, relation=table.relation(members), quasi_identifiers=_aliases(members)))


def scanned_sizes(table: Table, members: Sequence[Member], what: str) -> Statement:
    """The statement that counts the class sizes of some columns, from the relation itself."""
    return Statement(Key("class_sizes", what), render("class_sizes", table.dialect, relation=table.relation(members), quasi_identifiers=_aliases(members)))


def rolled_sizes(counts: Source, table: Table, members: Sequence[Member], what: str) -> Statement:
    """The statement that counts the class sizes of some columns, from a temporary table of class counts that holds what they are made of."""
    relation = _counted(counts, table.dialect, members)
    query = render("class_sizes", table.dialect, relation=relation, quasi_identifiers=_aliases(members), counted=True)
    return Statement(Key("class_sizes", what), query, 0)


def level_codes(counts: Source, dialect: str, column: Member, levels: Sequence[Member]) -> Statement:
    """The statement that gives every value of a column, and each of its levels, a number: for a temporary table."""
    relation = _relation(counts, dialect, [column, *levels])
    query = render("level_codes", dialect, relation=relation, value=column.alias, levels=_aliases(levels))
    return Statement(Key("level_codes", column=column.alias), query, 0)


def level_nesting(codes: Source | None, table: Table, members: Sequence[Member]) -> Statement:
    """The statement that says which of a column's levels follow from which: from the codes of its values, or from the relation itself."""
    numbered = [Member(f"sqlrisk_level_{place}", member.sql, member.joined) for place, member in enumerate(members)]
    relation = table.relation(numbered) if codes is None else codes.sql
    query = render("level_nesting", table.dialect, relation=relation, levels=len(members))
    return Statement(Key("level_nesting", column=members[0].alias), query, 0 if codes else len(members) ** 2)


def coded(counts: Source, dialect: str, codes: Mapping[str, Source]) -> Statement:
    """The statement that puts numbers for the values of a temporary table of class counts: for a temporary table.

    `level_codes` numbers the values by their rank: it is joined where the engine hashes a join in which NULL meets NULL; elsewhere the rank is made once more.
    """
    joins, shown = [], []
    for place, (column, source) in enumerate(codes.items(), 1):
        table = f"sqlrisk_codes_{place}"
        one, other = quoted(column, dialect, SOURCE), quoted(column, dialect, table)
        code = render("key_code", dialect, value=one).sql
        if code == one:
            joins.append(f" inner join {source.sql} as {table} on {render('same_key', dialect, one=one, other=other).sql}")
            code = f"{table}.sqlrisk_level_0"
        shown.append(f"{code} as {quoted(column, dialect)}")
    sql = f"select {', '.join(shown)}, {SOURCE}.{ROWS} as {ROWS} from {counts.sql} as {SOURCE}{''.join(joins)}"
    return Statement(Key("coded_classes"), Query("coded_classes", {}, sql), 0)


def rolled(classes: Source, dialect: str, codes: Mapping[str, Source], steps: Mapping[str, tuple[int, int]], what: str) -> Statement:
    """The statement that rolls coded classes up: `steps` gives of each column that is kept its level there and the one to reach: for a temporary table."""
    relation = _rolled(classes, dialect, codes, steps)
    return Statement(Key("class_counts", what), render("class_counts", dialect, relation=relation, quasi_identifiers=[*steps], counted=True), 0)


def sizes_of_rolled(classes: Source, dialect: str, codes: Mapping[str, Source], steps: Mapping[str, tuple[int, int]], what: str) -> Statement:
    """The statement that counts the class sizes of what `rolled` would be."""
    relation = _rolled(classes, dialect, codes, steps)
    return Statement(Key("class_sizes", what), render("class_sizes", dialect, relation=relation, quasi_identifiers=[*steps], counted=True), 0)


def _rolled(classes: Source, dialect: str, codes: Mapping[str, Source], steps: Mapping[str, tuple[int, int]]) -> str:
    joins, shown = [], []
    for place, (column, (own, reached)) in enumerate(steps.items(), 1):
        value = quoted(column, dialect, SOURCE)
        if own != reached:
            table, names = f"sqlrisk_codes_{place}", f"sqlrisk_level_{own}, sqlrisk_level_{reached}"
            pairs = f"(select distinct {names} from {codes[column].sql})"
            joins.append(f" inner join {pairs} as {table} on {table}.sqlrisk_level_{own} = {value}")
            value = f"{table}.sqlrisk_level_{reached}"
        shown.append(f"{value} as {quoted(column, dialect)}")
    return f"(select {', '.join(shown)}, {SOURCE}.{ROWS} as {ROWS} from {classes.sql} as {SOURCE}{''.join(joins)})"


def sizes(classes: Source, dialect: str, what: str) -> Statement:
    """The statement that counts the class sizes of a temporary table that has a row a class."""
    sql = f"select {SOURCE}.{ROWS} as sqlrisk_class_size, count(*) as sqlrisk_classes from {classes.sql} as {SOURCE} group by {SOURCE}.{ROWS}"
    return Statement(Key("class_sizes", what), Query("class_sizes", {}, sql), 0)


def _aliases(members: Sequence[Member]) -> list[str]:
    return [member.alias for member in members]


def _relation(source: Source, dialect: str, members: Sequence[Member], *more: str) -> str:
    listed = ", ".join([*(f"{member.sql} as {quoted(member.alias, dialect)}" for member in members), *more])
    return f"(select {listed} from {source.sql} as {SOURCE}{''.join(dict.fromkeys(member.joined for member in members))})"


def _counted(source: Source, dialect: str, members: Sequence[Member]) -> str:
    return _relation(source, dialect, members, f"{SOURCE}.{ROWS} as {ROWS}")
