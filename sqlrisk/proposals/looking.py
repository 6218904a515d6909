"""Looks at a relation for `sqlrisk init`: a few columns a statement, each gives counts; the proposals are made of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from sqlrisk import readable
from sqlrisk.catalogue import Source
from sqlrisk.causes import cause
from sqlrisk.csv_files import is_csv, is_parquet
from sqlrisk.declared import FileRelation
from sqlrisk.engines import Engine, connect
from sqlrisk.errors import ConfigurationError, EmptyRelationError, RelationMissingError
from sqlrisk.evidence import ColumnPatterns, column_patterns, numeric_codes, row_counts
from sqlrisk.profiles import WRITE_PROFILES, Target, find, load_target
from sqlrisk.proposals import files
from sqlrisk.proposals.document import Draft
from sqlrisk.queries import render
from sqlrisk.recognition.conditions import Facts
from sqlrisk.recognition.rules import proposals
from sqlrisk.relations import guard, relation_parts
from sqlrisk.running import Tell

AT_ONCE = 12
"""The columns that one statement looks at."""


@dataclass(frozen=True)
class Where:
    """The project and the profile that a relation is looked for in."""

    folder: Path
    profiles_dir: Path | None = None
    profile: str | None = None
    target: str | None = None
    unsafe_debug: bool = False
    allowed: tuple[Path, ...] = ()


def draft(relation: str, where: Where, today: date, tell: Tell) -> Draft:
    """The draft of a declaration for a relation. Raises ConfigurationError, RelationMissingError, EmptyRelationError, QueryFailedError."""
    is_file = is_csv(relation) or is_parquet(relation)
    _refuse_what_is_no_relation(relation, where, is_file)
    chosen = target(where, needed=not is_file)
    read: str | FileRelation = relation
    form = None
    if is_csv(relation) and chosen is None:
        form = _form(relation, where.folder)
        read = FileRelation(file=relation, delimiter=form.delimiter, encoding=form.encoding)
        files.refuse_headless(where.folder, read)
    engine = connect(
        chosen, where.folder, [read], unsafe_debug=where.unsafe_debug, allowed=(*where.allowed, *(readable.named(where.folder / relation) if is_file else ()))
    )
    try:
        found = proposals(_facts(engine, engine.source(read), relation, tell))
    finally:
        engine.close()
    if form:
        files.refuse_repeated(relation, found)
    options, notes = files.options(form, found) if form else ({}, [])
    return Draft(_name(relation, is_file), relation, found, today, chosen.profile if chosen else None, options, notes)


def target(where: Where, *, needed: bool) -> Target | None:
    """The target of the profile; None where files are read without one. Raises ConfigurationError."""
    if not needed and where.profile is None and where.target is None:
        return None
    file = find(where.profiles_dir, where.folder)
    if file is None:
        raise ConfigurationError("there is no profiles.yml", where=str(where.folder.resolve()), instead=WRITE_PROFILES)
    return load_target(file, where.profile, where.target)


_FILES = (
    "files end in .csv, .tsv, .txt (or those and .gz), .parquet or .pq; for a database write its path in profiles.yml (docs/how-to/standalone.md),"
    " then name a table: sqlrisk init TABLE"
)


@dataclass
class _Look:
    """A relation being looked at: sends statements, one by one; `planned` is how many are known to come."""

    engine: Engine
    source: Source
    relation: str
    tell: Tell
    planned: int
    sent: int = 0

    def rows(self, title: str, kernel: str, **arguments: object) -> Sequence[Mapping[str, Any]]:
        """The rows of a kernel over the relation, after the guard has read it. Raises QueryFailedError, StatementTimeoutError."""
        query = render(kernel, self.engine.dialect, relation=self.source.sql, **arguments)
        guard(query, self.engine.dialect, [self.source.sql])
        with self.tell(f"{self.relation}: {title}", self.sent, self.planned) as counted:
            found = self.engine.rows(query.sql, f"{self.relation}: {title}")
            counted(len(found))
        self.sent += 1
        return found


def _facts(engine: Engine, source: Source, relation: str, tell: Tell) -> list[Facts]:
    """What is known of each column, all in one snapshot. Nested and ambiguous ones have no text that engines agree on: of them the rows alone."""
    names = tuple(column.name for column in source.columns)
    batches = list(_batches([column.name for column in source.columns if not (column.is_nested or column.is_ambiguous)]))
    look = _Look(engine, source, relation, tell, 1 + len(batches))
    found: dict[str, ColumnPatterns] = {}
    with engine.snapshot():
        rows = row_counts(look.rows("rows", "row_counts", flagged=False)).read
        if not rows:
            instead = "load it first, or write the roles by hand: docs/guide.md"
            raise EmptyRelationError(f"{relation} has no row: there is nothing to learn of it", instead=instead)
        for batch in batches:
            told = look.rows(_titled("how values are written", names, batch), "column_patterns", columns=batch)
            found.update(zip(batch, column_patterns(told, len(batch)), strict=True))
        unread = ColumnPatterns(rows, rows, 0, 0, 0.0)
        facts = [Facts(column, found.get(column.name, unread), names) for column in source.columns]
        codes = _codes(look, facts)
    return [replace(each, codes=codes.get(each.column.name, {})) for each in facts]


def _codes(look: _Look, facts: Sequence[Facts]) -> dict[str, dict[int, int]]:
    """By column of numbers, or of texts that are all written as numbers, the codes that may mean "not recorded" and their rows."""
    numbers = [each for each in facts if each.is_number and not each.patterns.counts.get("decimal_comma")]
    found: dict[str, dict[int, int]] = {}
    for batch in _batches([each.column.name for each in numbers]):
        texts = [each.column.name for each in numbers if each.column.is_text and each.column.name in batch]
        plain = [name for name in batch if name not in texts]
        look.planned += 1
        title = _titled("codes for what was not recorded", [each.column.name for each in facts], batch)
        told = look.rows(title, "numeric_codes", numbers=plain, texts=texts)
        found |= numeric_codes(told, [*plain, *texts])
    return found


def _titled(title: str, names: Sequence[str], batch: Sequence[str]) -> str:
    """A title with the places of some columns: the names of a file are not known to be names before it was looked at."""
    return f"{title}: columns {names.index(batch[0]) + 1} to {names.index(batch[-1]) + 1} of {len(names)}"


def _batches(names: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(names), AT_ONCE):
        yield names[start : start + AT_ONCE]


def _refuse_what_is_no_relation(relation: str, where: Where, is_file: bool) -> None:
    if not where.folder.is_dir():
        raise ConfigurationError("the project directory is not there", where=str(where.folder), instead="name it with --project-dir")
    if (where.folder / relation).is_dir():
        raise RelationMissingError(f"`{relation}` is a folder", instead="name a file, a pattern such as part-*.parquet, or a table")
    if is_file:
        readable.refuse_irregular(where.folder / relation, relation)
    if not is_file and (where.folder / relation).is_file():
        raise ConfigurationError(f"`{relation}` is no CSV or parquet file", instead=_FILES)


def _form(relation: str, folder: Path) -> files.Form:
    try:
        return files.form(folder / relation)
    except OSError as error:
        text = f"the file {relation} cannot be read: {cause(error)}"
        instead = "give the user that runs this the right to read it" if isinstance(error, PermissionError) else "paths are relative to the project directory"
        raise RelationMissingError(text, where=str(folder.resolve()), instead=instead) from None


def _name(relation: str, is_file: bool) -> str:
    """The name of the release: the table's, or the file's without its ending."""
    return Path(relation).name.split(".")[0].strip("*-_ ") or "release" if is_file else relation_parts(relation)[-1][0]
