"""Looks for identifiers and free text in what is published, the patterns only where most values pass cheaper questions.

One scan bounds how many values of each column could be an identifier; lengths and characters of the distinct values are asked of the columns where most
could, and the patterns of those where most fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlrisk import evidence
from sqlrisk.evidence import ColumnPatterns, ColumnProfile, ValueShape
from sqlrisk.planning import profiles
from sqlrisk.planning.sensing import (
    PublishedColumn,
    column_patterns,
    declared_identifiers,
    identifier_profiles,
    published_columns,
    value_fits,
    value_shapes,
)
from sqlrisk.recognition.conditions import MOSTLY, Facts
from sqlrisk.recognition.rules import may_be_named, recognised
from sqlrisk.running import Run

FREE_TEXT, MOSTLY_DISTINCT, NEAR_UNIQUE = 40, 0.5, 0.9
AT_ONCE = 12
"""The columns whose distinct values one statement looks at."""


@dataclass(frozen=True)
class Identifier:
    """A published column that identifies people, and why: by its name, or by how its values are written."""

    name: str
    why: str


@dataclass(frozen=True)
class FreeText:
    """A published column of long text that is mostly different from row to row: mean characters of a value, and distinct values over values."""

    name: str
    mean_length: float
    distinct_share: float


@dataclass(frozen=True)
class NearlyUnique:
    """A published column that is nearly unique. `identifies`: it is text, or whole numbers under the name of a key; `numbers_rows`: it counts from 0 or 1."""

    name: str
    rows: int
    distinct: int
    identifies: bool
    numbers_rows: bool


@dataclass(frozen=True)
class Sensed:
    """What was recognised in what is published, and the distinct values of the declared identifiers on `relation`."""

    identifiers: tuple[Identifier, ...] = ()
    texts: tuple[FreeText, ...] = ()
    declared: tuple[ColumnProfile, ...] = ()
    unique: tuple[NearlyUnique, ...] = ()


NOTHING = Sensed()


def is_free_text(mean_length: float, distinct: int, filled: int) -> bool:
    """Whether a column of text is free text: long values, at least half of them distinct."""
    return bool(filled) and mean_length >= FREE_TEXT and distinct >= MOSTLY_DISTINCT * filled


def nothing(run: Run) -> Sensed:
    """Look for nothing: of use where only figures are asked for."""
    return NOTHING


def sensed(run: Run) -> Sensed:
    """What is recognised among the published columns of a release, inside its snapshot. Raises QueryFailedError, StatementTimeoutError."""
    columns = {each.member.alias: each for each in published_columns(run.bound)}
    shapes = _shapes(run, list(columns.values()))
    fitting = _fitting(run, columns, shapes)
    written = [name for name in shapes if name in fitting or (columns[name].as_text and _may_be_named(columns[name]))]
    numbers = [name for name in shapes if name not in written and _may_be_named(columns[name])]
    long = [name for name, shape in shapes.items() if shape.mean_length >= FREE_TEXT]
    distinct = _distinct(run, [*numbers, *long])
    facts = {name: _of_number(columns[name], shapes[name], distinct[name]) for name in numbers} | _patterns(run, [columns[name] for name in written])
    texts = [name for name in long if is_free_text(shapes[name].mean_length, distinct[name], shapes[name].filled)]
    return Sensed(
        tuple(Identifier(columns[name].name, why) for name in shapes if name in facts and (why := recognised(facts[name])) is not None),
        tuple(FreeText(columns[name].name, shapes[name].mean_length, distinct[name] / shapes[name].filled) for name in texts),
        _declared(run),
    )


def _declared(run: Run) -> tuple[ColumnProfile, ...]:
    """The distinct values of the declared identifiers; the rows of a permuted table are no people's."""
    names = [] if run.bound.is_permuted else declared_identifiers(run.bound)
    return evidence.column_profiles(run.rows(identifier_profiles(run.bound, names)), names) if names else ()


def _may_be_named(column: PublishedColumn) -> bool:
    """Whether the name could make it an identifier. The key of a household (role cluster) is declared to be one, and a level has a name of its own."""
    return column.role != "cluster" and not column.is_level and may_be_named(column.column.name)


def _shapes(run: Run, columns: Sequence[PublishedColumn]) -> dict[str, ValueShape]:
    """The shapes of the columns of text and numbers that have a value."""
    texts, numbers = ([each.member.alias for each in columns if kind(each)] for kind in (_is_text, _is_number))
    found = [evidence.value_shapes(run.rows(each), texts, numbers) for each in value_shapes(run.bound, columns)]
    return {name: shape for shapes in found for name, shape in shapes.items() if shape.filled}


def _fitting(run: Run, columns: Mapping[str, PublishedColumn], shapes: Mapping[str, ValueShape]) -> set[str]:
    """The columns most of whose values could be identifiers. Texts whose name is reason enough are not asked."""
    likely = [name for name, shape in shapes.items() if shape.share >= MOSTLY]
    texts = [name for name in likely if columns[name].as_text]
    asked = [name for name in texts if not _may_be_named(columns[name])]
    found = set(likely) - set(texts)
    for start in range(0, len(asked), AT_ONCE):
        part = asked[start : start + AT_ONCE]
        fits = evidence.value_fits(run.rows(value_fits(run.bound, [columns[name] for name in part])), len(part))
        found |= {name for name, rows in zip(part, fits, strict=True) if shapes[name].share_of(rows) >= MOSTLY}
    return found


def _is_text(column: PublishedColumn) -> bool:
    return column.as_text


def _is_number(column: PublishedColumn) -> bool:
    return column.as_number


def _distinct(run: Run, names: Sequence[str]) -> dict[str, int]:
    """The distinct values of some columns, exactly."""
    if not names:
        return {}
    found = evidence.column_profiles(run.rows(profiles(run.bound.published, list(names), exact=True)), names)
    return {profile.name: profile.distinct for profile in found}


def _of_number(column: PublishedColumn, shape: ValueShape, distinct: int) -> Facts:
    """What is known of a column of numbers whose name is that of an identifier."""
    patterns = ColumnPatterns(shape.filled, shape.filled, 0, distinct, 0.0, {"integer" if column.is_whole else "decimal": shape.filled})
    return Facts(column.column, patterns)


def _patterns(run: Run, columns: Sequence[PublishedColumn]) -> dict[str, Facts]:
    """How the values of some columns are written, a few columns a statement."""
    found = {}
    for start in range(0, len(columns), AT_ONCE):
        part = columns[start : start + AT_ONCE]
        patterns = evidence.column_patterns(run.rows(column_patterns(run.bound, part)), len(part))
        found.update({each.member.alias: Facts(each.column, counted) for each, counted in zip(part, patterns, strict=True)})
    return found


def looked(run: Run) -> Sensed:
    """What `sensed` finds, and the nearly unique columns besides the quasi-identifiers: of a file without a declaration nobody gave a reason for them."""
    others = [each for each in published_columns(run.bound) if each.role != "quasi_identifier"]
    names = [each.member.alias for each in others]
    profiled = evidence.column_profiles(run.rows(profiles(run.bound.published, names, exact=True)), names) if names else ()
    unique = {each.name: each for each in profiled if each.rows > 1 and each.distinct >= NEAR_UNIQUE * each.rows}
    patterns = _patterns(run, [each for each in others if each.member.alias in unique])
    return replace(sensed(run), unique=tuple(_nearly_unique(facts, unique[name]) for name, facts in patterns.items()))


def _nearly_unique(facts: Facts, profile: ColumnProfile) -> NearlyUnique:
    name = facts.column.name
    dated = facts.patterns.share("iso_date", "other_date") >= MOSTLY
    is_text = facts.column.is_text and not facts.is_number and not dated
    is_key = facts.is_integer and may_be_named(name)
    in_order = facts.is_integer and facts.patterns.filled == facts.patterns.distinct == profile.rows and _characters(facts) in _of_rows(profile.rows)
    return NearlyUnique(name, profile.rows, profile.distinct, is_text or is_key, in_order and not may_be_named(name, of_people=True))


def _characters(facts: Facts) -> int:
    return round(facts.patterns.mean_length * facts.patterns.filled)


def _of_rows(rows: int) -> tuple[int, int]:
    """The characters of the whole numbers from 1 to the number of rows, and of those from 0 on: no other distinct numbers have fewer."""
    from_one = sum((min(rows, 10**digits - 1) - 10 ** (digits - 1) + 1) * digits for digits in range(1, len(str(rows)) + 1))
    return from_one, from_one - len(str(rows)) + 1
