"""One release being measured: its statements are guarded, sent one by one, and kept."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlrisk.catalogue import Source
from sqlrisk.declaration import DROPPED
from sqlrisk.engines import Engine
from sqlrisk.planning import PUBLISHED, Bound, Key, Statement
from sqlrisk.relations import guard

Tell = Callable[[str, float, int], None]


@dataclass
class Run:
    """One release being measured: sends statements, one by one, and keeps their texts."""

    bound: Bound
    engine: Engine
    tell: Tell
    sent: list[str] = field(default_factory=list)
    temporaries: list[str] = field(default_factory=list)

    def rows(self, statement: Statement) -> Sequence[Mapping[str, Any]]:
        """The rows of a statement, after the guard has read it. Raises QueryFailedError, StatementTimeoutError."""
        started = self._started(statement)
        rows = self.engine.rows(statement.query.sql, f"{self.bound.release.name}: {statement.title}{self._levels(statement.key)}")
        self.sent.append(statement.query.sql)
        self.tell(statement.title, time.perf_counter() - started, len(rows))
        return rows

    def temporary(self, statement: Statement) -> Source | None:
        """A temporary table of what a statement selects; None where the engine allows none. It may be read by the statements after it."""
        started = self._started(statement)
        found = self.engine.temporary(statement.query.sql, f"{self.bound.release.name}: {statement.title}")
        if found is not None:
            self.sent.append(statement.query.sql)
            self.temporaries.append(found.sql)
            self.tell(statement.title, time.perf_counter() - started, 0)
        return found

    def discard(self, temporary: Source) -> None:
        """Drop a temporary table before the snapshot ends: nothing may read it any more."""
        self.temporaries.remove(temporary.sql)
        self.engine.discard(temporary)

    def _started(self, statement: Statement) -> float:
        guard(statement.query, self.engine.dialect, [*self.bound.sources, *self.temporaries])
        return time.perf_counter()

    def _levels(self, key: Key) -> str:
        release = self.bound.release
        levels = release.publish if key.rung == PUBLISHED else next((step.levels for step in release.ladder if step.name == key.rung), {})
        named = [level for level in levels.values() if level != DROPPED]
        return f", levels {', '.join(named)}" if named else ""
