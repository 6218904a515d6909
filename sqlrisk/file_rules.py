"""The rules of files: no key that has no effect on the kind of file that it describes, and marks of numbers that can be told from digits."""

from __future__ import annotations

from collections.abc import Iterator

from sqlrisk.composition_rules import Found
from sqlrisk.csv_files import is_parquet
from sqlrisk.declaration import Release
from sqlrisk.declared import FileRelation
from sqlrisk.documents import Path_


def files(release: Release) -> Iterator[Found]:
    """Each file of a release has keys of its kind."""
    population = release.population.relation if release.population else None
    source = release.protected_by.source if release.protected_by else None
    declared: dict[Path_, object] = {
        ("relation",): release.relation,
        ("published_as",): release.published_as,
        ("population", "relation"): population,
        ("protected_by", "source"): source,
    }
    for path, relation in declared.items():
        if isinstance(relation, FileRelation):
            yield from _parquet(relation, path) if is_parquet(relation.file) else _csv(relation, path)


def _parquet(relation: FileRelation, at: Path_) -> Iterator[Found]:
    for key in sorted(relation.model_fields_set - {"file", "types"}):
        yield (*at, key), f"`{key}` has no effect on a parquet file", "leave it out: parquet says itself how its values are written"
    if relation.types and not ("=" in relation.file or "*" in relation.file):
        yield (*at, "types"), "`types` has no effect on a parquet file that is in no partition", "leave it out, or cast in a level: cast(x as integer)"


def _csv(relation: FileRelation, at: Path_) -> Iterator[Found]:
    marks = {"decimal": relation.decimal, "thousands": relation.thousands or ""}
    for key, mark in marks.items():
        if mark and (mark.isalnum() or mark in "+-_"):
            yield (*at, key), f"`{key}` is a sign that numbers have for something else", "write a point, a comma, or what else stands there"
    if relation.decimal == relation.thousands:
        yield (*at, "thousands"), "`thousands` is the decimal mark too", "declare the mark that stands before groups of three digits, or leave it out"
