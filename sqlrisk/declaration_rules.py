"""The rules that no single key can state: each yields the problems it finds, and all are read before anyone is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from decimal import Decimal

from sqlrisk.acceptance_rules import acceptances
from sqlrisk.composition_rules import Found, composition
from sqlrisk.declaration import DROPPED, RESERVED_RUNGS, ColumnRole, Declaration, Release, Threshold
from sqlrisk.documents import Path_
from sqlrisk.errors import did_you_mean
from sqlrisk.file_rules import files
from sqlrisk.forgotten_rules import of_forgotten
from sqlrisk.gate_rules import gate
from sqlrisk.group_rules import groups
from sqlrisk.measures import ALIASES, Measure, measures
from sqlrisk.names import ascii_folded
from sqlrisk.protection_rules import protection
from sqlrisk.suppression_rules import suppression
from sqlrisk.threshold_profiles import unfit
from sqlrisk.utility_rules import of_query, utility

_ROLE_OF: Mapping[str, ColumnRole] = {"entity_k": "entity", "individual_risk_max": "weight", "individual_risk_mean": "weight", "household_risk_max": "cluster"}

Rule = Callable[[Release], Iterator[Found]]

_FOR_ROLE = {
    "levels": ("quasi_identifier", "sensitive"),
    "hierarchy": ("quasi_identifier", "sensitive"),
    "harm": ("sensitive",),
    "null_means": ("sensitive",),
    "order": ("sensitive",),
    "linkable": ("entity",),
    "of": ("identifier",),
}


def problems(declaration: Declaration, today: date, gated: bool = True) -> Iterator[Found]:
    """(path, what, what to write instead) of everything wrong with a declaration whose keys and types are right.

    `gated`: a limit must be able to fail each release; what is made up to look at a file needs none.
    """
    names = Counter(release.name for release in declaration.releases)
    for place, release in enumerate(declaration.releases):
        at: Path_ = ("releases", place)
        if names[release.name] > 1:
            yield (*at, "name"), f"the release name `{release.name}` stands more than once", "give each release a name of its own"
        if release.decided_on > today:
            yield (*at, "decided_on"), "the thresholds were decided in the future", f"write the day they were fixed, {today} or before"
        for path, what, instead in composition(release, declaration):
            yield (*at, *path), what, instead
        for rule in (*_RULES, *([_gate] if gated else [])):
            for path, what, instead in rule(release):
                yield (*at, *path), what, instead


def needed_roles(measure: str) -> tuple[ColumnRole, ...]:
    """The role of the column without which a measure of people cannot be measured."""
    return (_ROLE_OF[measure],) if measure in _ROLE_OF else ()


def _columns(release: Release) -> Iterator[Found]:
    for name, column in release.columns.items():
        for key, roles in _FOR_ROLE.items():
            if getattr(column, key) not in (None, {}) and column.role not in roles:
                yield ("columns", name, key), f"`{key}` is for {' and '.join(roles)} columns; `{name}` is {column.role}", None
        if name.lower().startswith("sqlrisk_"):
            yield ("columns", name), "names that begin with sqlrisk_ are reserved", "rename the column in a view"
        if "\0" in name:
            yield ("columns", name), "a name cannot hold the character NUL", None
        if isinstance(column.order, tuple) and len(set(column.order)) < len(column.order):
            yield ("columns", name, "order"), "a value stands twice in the order", None


def _people(release: Release) -> Iterator[Found]:
    """One entity, one weight, one cluster: and a measure of people has the column that it needs."""
    for role in sorted(set(_ROLE_OF.values())):
        for name in release.with_role(role)[1:]:
            yield ("columns", name, "role"), f"a release has one {role} column; `{name}` is another", f"keep role: {role} for one of them"
    for place, threshold in enumerate(release.thresholds):
        at: Path_ = ("thresholds", place, "measure")
        for needed in needed_roles(threshold.measure):
            if not release.with_role(needed):
                yield at, f"{threshold.measure} needs a column of role {needed}", f"declare {{role: {needed}}} for the column, or leave the threshold out"


def _folded_names(release: Release) -> Iterator[Found]:
    folded = Counter(ascii_folded(name) for name in release.columns)
    for name in release.columns:
        if folded[ascii_folded(name)] > 1:
            yield ("columns", name), f"`{name}` is declared twice: the engine does not tell the names' case apart", "keep one of them"


def _level_names(release: Release) -> Iterator[Found]:
    columns = {ascii_folded(name) for name in release.columns}
    seen: dict[str, str] = {}
    for column, level, _ in release.named_levels():
        at: Path_ = ("columns", column, "levels", level)
        if ascii_folded(level) in columns:
            yield at, f"the level `{level}` has the name of a column", "give the level another name"
        if ascii_folded(level) in seen:
            yield at, f"the level `{level}` stands also under `{seen[ascii_folded(level)]}`", "give each level a name of its own"
        if ascii_folded(level) == DROPPED or level.lower().startswith("sqlrisk_"):
            yield at, f"`{level}` is a reserved name", "give the level another name"
        seen[ascii_folded(level)] = column


def _hierarchies(release: Release) -> Iterator[Found]:
    """The levels of a sensitive column are a hierarchy of its values: declared once, and of that column alone."""
    from sqlrisk.expressions import ExpressionError, columns, parse

    for name in release.with_role("sensitive"):
        column = release.columns[name]
        if column.levels and column.hierarchy is not None:
            yield ("columns", name, "hierarchy"), f"`{name}` has two hierarchies: `levels` and `hierarchy`", "keep one of them"
        for level, text in column.levels.items():
            try:
                others = [other for other in columns(parse(text)) if ascii_folded(other) != ascii_folded(name)]
            except ExpressionError:
                continue
            if others:
                yield ("columns", name, "levels", level), f"the level `{level}` of a sensitive column uses `{others[0]}`", f"use `{name}` alone"


def _published(release: Release) -> Iterator[Found]:
    yield from _rung_levels(release, release.publish, ("publish",))
    for place, rung in enumerate(release.ladder):
        yield from _rung_levels(release, rung.levels, ("ladder", place))
        if rung.name in RESERVED_RUNGS or rung.name.startswith("published, "):
            yield ("ladder", place, "name"), f"`{rung.name}` is a reserved name", "give the rung another name"
    for name, count in Counter(rung.name for rung in release.ladder).items():
        if count > 1:
            yield ("ladder",), f"the rung `{name}` stands {count} times", "give each rung a name of its own"


def _rung_levels(release: Release, levels: Mapping[str, str], at: Path_) -> Iterator[Found]:

    quasi_identifiers = release.with_role("quasi_identifier")
    for column, level in levels.items():
        if column not in quasi_identifiers:
            yield (*at, column), f"`{column}` is not a declared quasi-identifier", did_you_mean(column, quasi_identifiers)
        elif level != DROPPED and level not in release.columns[column].levels and release.columns[column].hierarchy is None:
            yield (*at, column), f"`{column}` has no level `{level}`", did_you_mean(level, [*release.columns[column].levels, DROPPED])
    if not [name for name in quasi_identifiers if levels.get(name) != DROPPED]:
        yield at, "no quasi-identifier is left", "declare at least one column with role: quasi_identifier that is not dropped"


def _population(release: Release) -> Iterator[Found]:
    population = release.population
    if population is None:
        return
    given = [key for key in ("relation", "size", "sampling_fraction") if getattr(population, key) is not None]
    if len(given) > 1:
        yield ("population",), f"declare one of {', '.join(given)}: they would contradict one another", "keep the one that you can prove"
    fraction = population.sampling_fraction
    bounds = fraction if isinstance(fraction, tuple) else () if fraction is None else (fraction,)
    if any(not Decimal("1e-12") <= bound <= 1 for bound in bounds):
        yield ("population", "sampling_fraction"), "a sampling fraction lies between 1e-12 and 1", "leave it out where it is unknown: then f is 1"
    if len(bounds) == 2 and bounds[0] > bounds[1]:
        yield ("population", "sampling_fraction"), "the range is upside down", "write [low, high]"
    if population.random_sample and not population.evidence:
        yield ("population", "random_sample"), "random_sample: true needs evidence", "say in `evidence` how the sample was drawn and where that is written down"
    if (population.columns or population.weight) and population.relation is None:
        yield ("population",), "`columns` and `weight` belong to a population relation", "declare `relation`, or leave them out"


def _dates(release: Release) -> Iterator[Found]:
    if release.valid_until < release.decided_on:
        yield ("valid_until",), "the declaration expires before it was decided", None


def _waived(release: Release) -> Iterator[Found]:
    sensitive = release.with_role("sensitive")
    for column in release.waived:
        if column not in sensitive:
            yield ("waived", column), f"`{column}` is not a sensitive column", did_you_mean(column, sensitive) if sensitive else None


def _gate(release: Release) -> Iterator[Found]:
    yield from gate(release) if not list(unfit(release)) else ()


def _thresholds(release: Release) -> Iterator[Found]:
    for place, threshold in enumerate(release.thresholds):
        name = ALIASES.get(threshold.measure, threshold.measure)
        known = measures().get(name)
        at: Path_ = ("thresholds", place)
        if known is None:
            yield (*at, "measure"), f"`{threshold.measure}` is not a measure", did_you_mean(threshold.measure, [*measures(), *ALIASES])
            continue
        yield from _limit(threshold, known, at)
        yield from _subject(release, threshold, known, at)
        if known.needs_random_sample and not _sampled(release):
            yield (
                (*at, "measure"),
                f"{threshold.measure} cannot be judged: nothing says that the release is a random sample of its population",
                "declare population.random_sample: true with evidence, or a population relation",
            )


def _limit(threshold: Threshold, known: Measure, at: Path_) -> Iterator[Found]:
    if not known.judged:
        yield (*at, "measure"), f"{known.name} is reported, never judged", "put the limit on k, prosecutor_mean or population_unique_rows"
        return
    wrong = "at_most" if known.protects == "at_least" else "at_least"
    if (threshold.at_least is None) == (threshold.at_most is None):
        yield at, "a threshold has one limit", f"write {known.protects}: <number>"
    elif getattr(threshold, wrong) is not None:
        yield (*at, wrong), f"{known.name} protects with {known.protects}: {wrong} would pass what is worst", f"write {known.protects}: {threshold.limit}"
    elif threshold.limit < known.lowest or (known.highest is not None and threshold.limit > known.highest):
        yield (*at, known.protects), f"{threshold.limit} is outside the range of {known.name}: {_range(known.lowest, known.highest)}", None


def _range(lowest: Decimal, highest: Decimal | None) -> str:
    return f"{lowest} or more" if highest is None else f"{lowest} to {highest}"


def _subject(release: Release, threshold: Threshold, known: Measure, at: Path_) -> Iterator[Found]:
    sensitive = release.with_role("sensitive")
    if known.of_column:
        if threshold.column is None and len(sensitive) != 1:
            yield at, f"{known.name} needs a column: {len(sensitive)} columns are sensitive", "add column: <sensitive column>"
        elif threshold.column is not None and threshold.column not in sensitive:
            yield (*at, "column"), f"`{threshold.column}` is not a sensitive column", did_you_mean(threshold.column, sensitive) if sensitive else None
    elif known.of_query:
        yield from of_query(release, threshold, known, at)
    elif known.name == "forgotten_column_uniques":
        yield from of_forgotten(release, threshold, at)
    elif threshold.column is not None and known.name != "pivot_lost_share":
        yield (*at, "column"), f"{known.name} is not measured by column", "leave `column` out"
    if (threshold.l is not None) != (known.name == "recursive_c"):
        yield at, "recursive_c needs `l`, and no other measure has it", None
    if known.name == "t_closeness_ordered" and known.of_column and not _ordered(release, threshold.column):
        yield at, "t_closeness_ordered needs an order", "declare order: natural, or the list of values, for the column"
    if known.name == "t_closeness_hierarchical" and not _hierarchical(release, threshold.column):
        yield at, "t_closeness_hierarchical needs a hierarchy", "declare `hierarchy` (a file, or {relation: ...}) or `levels` for the column"
    yield from _group(release, threshold, known, at)


def _group(release: Release, threshold: Threshold, known: Measure, at: Path_) -> Iterator[Found]:
    declared = release.group_conditions()
    if threshold.group is None:
        return
    if not known.per_group:
        yield (*at, "group"), f"{known.name} speaks of the whole release, not of a group", "leave `group` out"
    elif not declared:
        yield (*at, "group"), "no groups are declared", "declare `groups`, or leave `group` out"
    elif threshold.group != "each" and threshold.group not in declared:
        yield (*at, "group"), f"`{threshold.group}` is not a declared group", did_you_mean(threshold.group, [*declared, "each"])


def _ordered(release: Release, column: str | None) -> bool:
    names = [column] if column else release.with_role("sensitive")
    return any(release.columns[name].order is not None for name in names if name in release.columns)


def _hierarchical(release: Release, column: str | None) -> bool:
    names = [column] if column else release.with_role("sensitive")
    return any(release.columns[name].hierarchy is not None or release.columns[name].levels for name in names if name in release.columns)


def _sampled(release: Release) -> bool:
    population = release.population
    return population is not None and (population.relation is not None or (population.random_sample and population.evidence is not None))


def _expressions(release: Release) -> Iterator[Found]:
    from sqlrisk.expressions import ExpressionError, columns, parse

    known = {ascii_folded(name) for name in release.columns}
    closed = release.other_columns is None
    for path, text, on_source in _texts(release):
        try:
            tree = parse(text)
        except ExpressionError as error:
            yield path, str(error), "the expression language stands in docs/expressions.md"
            continue
        for name in columns(tree):
            if closed and on_source and ascii_folded(name) not in known:
                yield path, f"`{name}` is not a declared column", did_you_mean(name, release.columns)


def _texts(release: Release) -> Iterator[tuple[Path_, str, bool]]:
    """(path, expression, whether it speaks of the columns of `relation`) of everything that users write in SQL."""
    for column, level, text in release.named_levels():
        yield ("columns", column, "levels", level), text, True
    if release.where is not None:
        yield ("where",), release.where, True
    for place, group in enumerate(release.groups):
        if not isinstance(group, str):
            for name, condition in group.items():
                yield ("groups", place, name), condition, release.published_as is None


_RULES: tuple[Rule, ...] = (
    unfit, files, _columns, _people, _folded_names, _level_names, _hierarchies, _published, suppression, groups,
    _population, _dates, _waived, acceptances, protection, _thresholds, utility, _expressions,
)  # fmt: skip
