"""The statements about the utility queries: what a rung publishes of each, and by how much its answers differ from the source's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlrisk.declaration import DROPPED, Utility
from sqlrisk.errors import ConfigurationError
from sqlrisk.evidence import QueryErrors, Unanswered, nesting, query_error
from sqlrisk.evidence.rows import Row
from sqlrisk.expressions import columns, is_text, parse
from sqlrisk.names import free_name
from sqlrisk.plain import agreed, counted
from sqlrisk.planning.bound import PUBLISHED, Bound, Key, Statement
from sqlrisk.planning.suppression import Left, of_rung
from sqlrisk.queries import render
from sqlrisk.relations import Member, Table, offered
from sqlrisk.suppression import NOTHING, Suppression


@dataclass(frozen=True)
class _Answer:
    """How a rung answers a query: its groups, the value it publishes and the true one, and what must follow from what on the data."""

    groups: Sequence[Member]
    value: Member | None
    true_value: Member | None
    nestings: Sequence[tuple[Member, Member]] = ()


def of_queries(bound: Bound, rung: str, suppression: Suppression = NOTHING) -> Iterator[Statement]:
    """The statements about each utility query on a rung that can answer it; `suppression` takes its rows out of every answer."""
    for query in bound.release.utility:
        answer = _answer(bound, rung, query)
        if isinstance(answer, Unanswered):
            continue
        for finer, coarser in answer.nestings:
            relation = bound.ladder.relation([finer, coarser])
            yield Statement(_nesting_key(finer, coarser), render("nesting", bound.ladder.dialect, relation=relation, finer=finer.alias, coarser=coarser.alias))
        yield from _statements(bound, rung, query, answer, _suppressions(bound, suppression))


def query_errors(bound: Bound, rung: str, query: Utility, store: Mapping[Key, Sequence[Row]], suppression: Suppression = NOTHING) -> QueryErrors:
    """The evidence about one query on a rung, from the rows of its statements."""
    answer = _on_the_data(_answer(bound, rung, query), store)
    if isinstance(answer, Unanswered):
        return QueryErrors(query.of, answer, answer)
    places = _places(_suppressions(bound, suppression))
    published, suppressed = (query_error(store[_key(rung, query, statement)], place) for statement, place in places)
    return QueryErrors(query.of, published, suppressed, _stands_on(query, answer))


def _on_the_data(answer: _Answer | Unanswered, store: Mapping[Key, Sequence[Row]]) -> _Answer | Unanswered:
    """The answer, unless something that it needs does not follow from what is published on the data."""
    for finer, coarser in () if isinstance(answer, Unanswered) else answer.nestings:
        found = nesting(store[_nesting_key(finer, coarser)])
        if not found.holds:
            told = f"{found.split:,} of {counted(found.values, 'value')} of `{finer.alias}` {agreed(found.split, 'lies', 'lie')} in more than one of"
            return Unanswered(f"`{coarser.alias}` does not follow from what the rung publishes: {told} `{coarser.alias}`")
    return answer


def _stands_on(query: Utility, answer: _Answer) -> tuple[str, ...]:
    if answer.value is None or answer.value == answer.true_value:
        return ()
    return (f"`{query.value}` is answered with `{answer.value.alias}`, which is what is published of it",)


def refuse_text(bound: Bound) -> None:
    """Raises ConfigurationError for a mean or a sum of what the catalogue says is text."""
    tables = [bound.ladder, *([bound.published] if bound.as_published else []), *([bound.unprotected] if bound.unprotected else [])]
    for query in bound.release.utility:
        if query.of in ("mean", "sum") and query.value and any(_is_text(bound, table, query.value) for table in tables):
            what = f"{bound.release.name}: the utility query `{query.name}` asks for the {query.of} of `{query.value}`, which is text"
            raise ConfigurationError(what, instead="declare its type, or ask for its share_of")


def _is_text(bound: Bound, table: Table, name: str) -> bool:
    member = _number(bound, table, name)
    texts = [column.name for column in table.source.columns if column.is_text]
    return is_text(member.sql, table.dialect, texts)


def _statements(bound: Bound, rung: str, query: Utility, answer: _Answer, suppressions: tuple[Suppression, Suppression]) -> Iterator[Statement]:
    """One statement where size alone decides what is left out; else one a suppression, whose truth is that of all rows."""
    if not any(each.of_column for each in suppressions):
        sizes = list(dict.fromkeys(each.min_class_size for each in suppressions))
        yield _statement(bound, rung, query, answer, of_rung(bound, rung, NOTHING), sizes)
        return
    for place, each in enumerate(dict.fromkeys(suppressions)):
        left = of_rung(bound, rung, each)
        found = _statement(bound, rung, query, answer, left, [left.arguments.get("min_class_size", 1)])
        yield replace(found, key=_key(rung, query, place))


def _statement(bound: Bound, rung: str, query: Utility, answer: _Answer, left: Left, sizes: list[int]) -> Statement:
    elsewhere = rung == PUBLISHED and _is_made_elsewhere(bound)
    table = bound.published if elsewhere else bound.ladder
    values = [answer.value] if answer.value else []
    true_values = [answer.true_value] if answer.true_value else []
    apart = left.scans > 1 and not elsewhere
    arguments: dict[str, Any] = {
        "relation": left.relation(*answer.groups, *values, *([] if apart else true_values)),
        "quasi_identifiers": left.names,
        "group_by": [member.alias for member in answer.groups],
        "of": query.of,
        "limits": sizes,
        **({"value": answer.value.alias} if answer.value else {}),
        **({"source_value": answer.true_value.alias} if answer.true_value and answer.true_value != answer.value else {}),
        **({"source": table.relation([*answer.groups, *true_values])} if apart else {}),
        **({"null_is_value": True} if query.of == "share" and null_is_value(bound, query) else {}),
    }
    if elsewhere:
        named = zip([*answer.groups, *values], query.names, strict=True)
        arguments["source"] = _truth(bound).relation([_read(bound, _truth(bound), query, name)._replace(alias=member.alias) for member, name in named])
    return Statement(_key(rung, query), render("query_errors", table.dialect, **arguments), left.scans + (1 if elsewhere or apart else 0))


def _answer(bound: Bound, rung: str, query: Utility) -> _Answer | Unanswered:
    if rung == PUBLISHED and _is_made_elsewhere(bound):
        members = [_published(bound, query, name) for name in query.names]
        value = members[len(query.group_by)] if query.value else None
        return _Answer(members[: len(query.group_by)], value, value)
    levels = _levels(bound, rung)
    groups, nestings = [], []
    for name in query.names if query.of == "share" else query.group_by:
        member, owner = _member(bound, bound.ladder, name), _owner(bound, name)
        if owner is not None and owner not in levels:
            return Unanswered(f"the rung does not publish `{owner}`, and the query reads `{name}`")
        if owner is not None and not _follows(bound, owner, levels[owner], member):
            nestings.append((levels[owner], member))
        groups.append(member)
    if query.of == "share":
        return _Answer(groups[:-1], groups[-1], groups[-1], nestings)
    return _valued(bound, query, levels, _Answer(groups, None, None, nestings))


def _valued(bound: Bound, query: Utility, levels: Mapping[str, Member], answer: _Answer) -> _Answer | Unanswered:
    """The answer with the value whose mean or sum is asked for: the true one where it follows, else the level that is published."""
    if query.value is None:
        return answer
    true_value, owner = _number(bound, bound.ladder, query.value), _owner(bound, query.value)
    if owner is None:
        return _Answer(answer.groups, true_value, true_value, answer.nestings)
    if owner not in levels:
        return Unanswered(f"the rung does not publish `{owner}`, and the query reads `{query.value}`")
    published = levels[owner]
    if _follows(bound, owner, published, true_value):
        published = true_value
    elif is_text(published.sql, bound.ladder.dialect):
        return Unanswered(f"the rung publishes `{owner}` as `{published.alias}`, which is text: it has no {query.of}")
    return _Answer(answer.groups, published, true_value, answer.nestings)


def _published(bound: Bound, query: Utility, name: str) -> Member:
    """A column of the published relation that a query reads. Raises ConfigurationError where it has none."""
    _member(bound, _truth(bound), name)
    if bound.published.resolve(name) is None and name not in bound.published.levels:
        what = f"{bound.release.name}: the utility query `{query.name}` reads `{name}`, which is not a column of what is published"
        raise ConfigurationError(what, instead=offered(name, bound.published.source))
    return _read(bound, bound.published, query, name)


def _is_made_elsewhere(bound: Bound) -> bool:
    """Whether what is published is a relation of its own, whose answers are held against another's."""
    return bound.as_published or bound.unprotected is not None


def _truth(bound: Bound) -> Table:
    """The table that has the true answers: the source of an anonymisation, else the release's own."""
    return bound.unprotected or bound.ladder


def _levels(bound: Bound, rung: str) -> dict[str, Member]:
    """Quasi-identifier -> what a rung publishes of it, those that it drops left out."""
    release = bound.release
    levels = release.publish if rung == PUBLISHED else next(step.levels for step in release.ladder if step.name == rung)
    kept = [name for name in release.with_role("quasi_identifier") if levels.get(name) != DROPPED]
    return dict(zip(kept, bound.quasi_identifiers(rung), strict=True))


def _read(bound: Bound, table: Table, query: Utility, name: str) -> Member:
    """A column as a query reads it: by the number in it, or by its values."""
    return (_number if query.of in ("mean", "sum") and name == query.value else _member)(bound, table, name)


def _member(bound: Bound, table: Table, name: str) -> Member:
    """A declared level, else a column: a level hides an undeclared column of its name, as it does where it is published.

    A missing value is NULL, but in a quasi-identifier, whose categories are not merged.
    """
    return table.levels.get(name) or (table.valued(name) if _owner(bound, name) is None else table.member(name))


def _number(bound: Bound, table: Table, name: str) -> Member:
    """The column whose mean or sum is asked for: a missing value is no number. A quasi-identifier that is grouped too gets a name of its own."""
    member, value = _member(bound, table, name), table.levels.get(name) or table.valued(name)
    return (
        value
        if value == member
        else value._replace(alias=free_name(value.alias, [value.alias, *(column.name for column in table.source.columns), *table.levels]))
    )


def _owner(bound: Bound, name: str) -> str | None:
    """The quasi-identifier that a name is, or is a level of; None for any other column, which is published as it is."""
    fold = bound.ladder.fold
    level_of = {alias: column for (column, _), alias in bound.ladder.aliases.items()}
    asked = level_of.get(name, name)
    return next((column for column in bound.release.with_role("quasi_identifier") if fold(column) == fold(asked)), None)


def _follows(bound: Bound, owner: str, published: Member, asked: Member) -> bool:
    """Whether a member follows from what is published of its quasi-identifier whatever the data: it is that, or an expression of nothing but it."""
    if published == asked:
        return True
    if published != bound.ladder.member(owner):
        return False
    text = bound.release.columns[owner].levels.get(asked.alias)
    return text is None or {bound.ladder.fold(name) for name in columns(parse(text))} <= {bound.ladder.fold(owner)}


def null_is_value(bound: Bound, query: Utility) -> bool:
    """A NULL quasi-identifier is a category of its own; another NULL is no value, unless the column's null_means says so."""
    level_of = {alias: column for (column, _), alias in bound.ladder.aliases.items()}
    column = bound.release.columns.get(level_of.get(query.value or "", query.value or ""))
    return column is not None and (column.role == "quasi_identifier" or column.null_means == "value")


def _suppressions(bound: Bound, suppression: Suppression) -> tuple[Suppression, Suppression]:
    """What takes rows out of the answers: as a rung is published, and once what suppressed_* are about is suppressed too."""
    return (NOTHING, NOTHING) if bound.is_permuted else (suppression, suppression.with_(bound.asked_suppression))


def _places(suppressions: tuple[Suppression, Suppression]) -> list[tuple[int, int]]:
    """Of each suppression the statement that answers for it, and the place of its answer there."""
    if any(each.of_column for each in suppressions):
        return [(list(dict.fromkeys(suppressions)).index(each), 1) for each in suppressions]
    sizes = list(dict.fromkeys(each.min_class_size for each in suppressions))
    return [(0, sizes.index(each.min_class_size) + 1) for each in suppressions]


def _key(rung: str, query: Utility, statement: int = 0) -> Key:
    return Key("suppressed_query_errors" if statement else "query_errors", rung, query.name)


def _nesting_key(finer: Member, coarser: Member) -> Key:
    return Key("nesting", f"{finer.alias} within {coarser.alias}")
