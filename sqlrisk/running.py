"""One release being measured: its statements are guarded, sent one by one, and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlrisk.catalogue import Source
from sqlrisk.declaration import DROPPED
from sqlrisk.engines import Engine
from sqlrisk.interrupts import stop_if_heard
from sqlrisk.planning import PUBLISHED, Bound, Key, Statement
from sqlrisk.relations import guard

Counted = Callable[[int], None]
Tell = Callable[[str, int, int], AbstractContextManager[Counted]]
"""Who is told of a statement while it runs: of its title, of how many were sent before it and how many are known to come in all; then of its rows."""


@contextmanager
def silent(title: str, before: int, planned: int) -> Iterator[Counted]:
    """Tell nobody about a statement."""
    yield lambda rows: None


@dataclass
class Run:
    """One release being measured: sends statements, one by one, and keeps their texts; `planned` is how many are known to come."""

    bound: Bound
    engine: Engine
    tell: Tell
    sent: list[str] = field(default_factory=list)
    temporaries: list[str] = field(default_factory=list)
    planned: int = 0

    def rows(self, statement: Statement) -> Sequence[Mapping[str, Any]]:
        """The rows of a statement, after the guard has read it. Raises QueryFailedError, StatementTimeoutError."""
        with self._told(statement) as counted:
            rows = self.engine.rows(statement.query.sql, f"{self.bound.release.name}: {statement.title}{self._levels(statement.key)}")
            counted(len(rows))
        self.sent.append(statement.query.sql)
        return rows

    def temporary(self, statement: Statement) -> Source | None:
        """A temporary table of what a statement selects; None where the engine allows none. It may be read by the statements after it."""
        with self._told(statement):
            found = self.engine.temporary(statement.query.sql, f"{self.bound.release.name}: {statement.title}")
        if found is not None:
            self.sent.append(statement.query.sql)
            self.temporaries.append(found.sql)
        return found

    def discard(self, temporary: Source) -> None:
        """Drop a temporary table before the snapshot ends: nothing may read it any more."""
        self.temporaries.remove(temporary.sql)
        self.engine.discard(temporary)

    def _told(self, statement: Statement) -> AbstractContextManager[Counted]:
        stop_if_heard()
        guard(statement.query, self.engine.dialect, [*self.bound.sources, *self.temporaries])
        return self.tell(f"{self.bound.release.name}: {statement.title}", len(self.sent), self.planned)

    def _levels(self, key: Key) -> str:
        release = self.bound.release
        levels = release.publish if key.rung == PUBLISHED else next((step.levels for step in release.ladder if step.name == key.rung), {})
        named = [level for level in levels.values() if level != DROPPED]
        return f", levels {', '.join(named)}" if named else ""
