"""Asks the engine for the types of every declared expression before anything is measured: what its binder refuses is a wrong declaration."""

from __future__ import annotations

from collections.abc import Iterator

from sqlrisk.engines import Engine
from sqlrisk.errors import ConfigurationError, StatementRefusedError
from sqlrisk.expressions import SOURCE
from sqlrisk.planning import Bound
from sqlrisk.planning.classes import group_member


def refuse_unbindable(bound: Bound, engine: Engine) -> None:
    """Raises ConfigurationError for an expression whose types do not fit. Reads no row: one statement an expression, since a failure ends a transaction."""
    for (source, sql), name in {(source, sql): name for source, name, sql in _expressions(bound)}.items():
        asked = f"select {sql} as sqlrisk_expression from {source} as {SOURCE} where 1 = 0"
        try:
            engine.rows(asked, f"{bound.release.name}: the types of {name}")
        except StatementRefusedError:
            what = f"{bound.release.name}: the engine refuses the expression {name}: it does not fit the types of its columns"
            raise ConfigurationError(what, instead="cast the column in the expression, such as cast(age as integer)") from None


def _expressions(bound: Bound) -> Iterator[tuple[str, str, str]]:
    """(relation, where it is declared, SQL) of each expression; the levels of a mapping are joined, not computed."""
    for table in (bound.ladder, bound.published):
        for level, member in table.levels.items():
            if not member.joined:
                yield table.source.sql, f"level {level}", member.sql
        if table.where:
            yield table.source.sql, "where", f"case when {table.where} then 1 else 0 end"
    for name, condition in bound.release.group_conditions().items():
        if condition is not None:
            yield bound.published.source.sql, f"group {name}", group_member(bound, name, condition).sql
